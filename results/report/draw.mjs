// SPDX-License-Identifier: MIT
// Draws result files: node results/report/draw.mjs results/out/figure1.json writes figure1.svg beside it, and by rsvg-convert,
// if there is one, figure1.png and figure1.pdf. It is the page's renderer (figures.js, plot.js) that draws; every number is
// computed elsewhere.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = path.dirname(fileURLToPath(import.meta.url)),
  read = file => JSON.parse(fs.readFileSync(file, 'utf8')),
  text = name => fs.readFileSync(path.join(folder, name), 'utf8'),
  code = text('plot.js') + text('figures.js'),
  light = Object.fromEntries([...text('report.css').split('}')[0].matchAll(/(--\w+): (#\w+)/g)].map(m => m.slice(1)));

/// As much of an element as plot.js needs of one.
class Element {
  constructor(tag) {
    Object.assign(this, { tag, attributes: {}, children: [] });
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  append(...children) {
    this.children.push(...children);
  }
  cloneNode() {
    return this;
  }
  toString() {
    const safe = x => String(x).replace(/[&<"]/g, c => ({ '&': '&amp;', '<': '&lt;', '"': '&quot;' })[c]),
      attributes = Object.entries(this.attributes).map(([name, value]) => ` ${name}="${safe(value)}"`),
      inside = this.children.map(c => (c instanceof Element ? String(c) : safe(c)));
    return `<${this.tag}${attributes.join('')}>${inside.join('')}</${this.tag}>\n`;
  }
}
const document = { createElementNS: (_, tag) => new Element(tag), createElement: tag => new Element(tag) };

/// The fastest run and the median of every number of steps, method by method: as report.cpp has them.
const timesOf = timing =>
  timing.panels.map(panel =>
    Object.fromEntries(
      panel.series.map(s => [
        s.method,
        s.points.map(({ steps, seconds }) => {
          const sorted = [...seconds].sort((a, b) => a - b);
          return [steps, sorted[0], sorted[sorted.length >> 1]];
        }),
      ]),
    ),
  );

/// A result as SVG.
export function drawn(figure, timing) {
  const data = {
      findings: read(path.join(folder, '../findings.json')),
      styles: read(path.join(folder, '../styles.json')),
    },
    { Plot, Space, specsOfFigure, asInPaper, framed, asFile, folded, svg } = new Function(
      'document',
      'data',
      code + '; return { Plot, Space, specsOfFigure, asInPaper, framed, asFile, folded, svg };',
    )(document, data);
  asInPaper(figure);
  if (timing) figure.times = timesOf(timing);
  const specs = specsOfFigure(figure),
    width = specs.length === 1 ? 640 : 560;
  const plots = specs.map(spec => {
    const kind = spec.space ? Space : Plot,
      plot = Object.assign(Object.create(kind.prototype), {
        spec: { ...spec, named: new Set() }, // below it, not beside the curves
        view: { logX: spec.x?.log, logY: spec.y?.log },
        shared: { hidden: new Set() },
        host: { clientWidth: width, replaceChildren() {} },
        emphasise() {},
      });
    plot.draw();
    return framed(plot);
  });
  const wide = width * Math.min(plots.length, 2),
    untimed = figure.panels.some(p => p.plots.some(q => /time/.test(q.across + q.up))) && !timing,
    head = folded(`${figure.title} [${figure.source}]${untimed ? ' Times were not measured.' : ''}`, wide / 9),
    parts = head.map((line, k) => svg('text', { x: 8, y: 20 + 19 * k, 'font-size': 15, fill: 'var(--ink)' }, line));
  let [row, column, y] = [0, 0, 19 * head.length + 8];
  for (const [i, { node, height }] of plots.entries()) {
    // what belongs together stands in one row
    const panel = k => specs[k]?.key.split('-')[0];
    if (column === 1 && panel(i) !== panel(i - 1) && panel(i) === panel(i + 1)) [row, column, y] = [0, 0, y + row];
    node.setAttribute('transform', `translate(${column * width} ${y})`);
    parts.push(node);
    row = Math.max(row, height);
    if (++column === 2 || i + 1 === plots.length) [row, column, y] = [0, 0, y + row + 10];
  }
  return asFile(wide, y, parts, name => light[name], String);
}

/// Writes FILE.svg beside FILE.json, and what rsvg-convert makes of it.
function write(file) {
  const figure = read(file),
    base = file.replace(/\.json$/, ''),
    timing = base + '.timing.json';
  if (figure.schema !== 'polhode/experiment/1') {
    console.error(`${file}: schema "${figure.schema}" is not polhode/experiment/1`);
    process.exit(2);
  }
  if (!figure.panels.length) return;
  fs.writeFileSync(base + '.tmp', drawn(figure, fs.existsSync(timing) ? read(timing) : null));
  fs.renameSync(base + '.tmp', base + '.svg');
  for (const [kind, ...options] of [['png', '--zoom=1.5'], ['pdf']]) {
    const { error } = spawnSync('rsvg-convert', [...options, '-f', kind, '-o', base + '.tmp', base + '.svg'], {
      stdio: 'inherit',
    });
    if (error) return void console.error('no PNG and no PDF: there is no rsvg-convert (Debian: librsvg2-bin)');
    fs.renameSync(base + '.tmp', `${base}.${kind}`);
  }
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  if (process.argv.length < 3) {
    console.error('usage: draw.mjs RESULT.json ...');
    process.exit(2);
  }
  process.argv.slice(2).forEach(write);
}
