// SPDX-License-Identifier: MIT
// Draws result files: node results/report/draw.mjs results/out/figure1.json writes figure1.svg beside it, and by
// rsvg-convert, if there is one, figure1.png and figure1.pdf. The page's renderer (figures.js, plot.js) draws; every
// number is computed elsewhere. Of results/engines.json it draws docs/engines.svg.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = path.dirname(fileURLToPath(import.meta.url)),
  read = file => JSON.parse(fs.readFileSync(file, 'utf8'));
export const text = name => fs.readFileSync(path.join(folder, name), 'utf8'),
  light = Object.fromEntries([...text('report.css').matchAll(/--(\w+): light-dark\((#\w+)/g)].map(m => m.slice(1)));

/// The fastest run and the median of every number of steps, method by method: as report.cpp has them.
function timesOf({ panels }) {
  const ordered = ({ seconds }) => [...seconds].sort((a, b) => a - b),
    row = p => [p.steps, ordered(p)[0], ordered(p)[p.seconds.length >> 1]],
    timed = series => series.filter(s => s.points.length).map(s => [s.method, s.points.map(row)]);
  return panels.map(panel => Object.fromEntries(timed(panel.series)));
}

/// The same throw by engines as they come, and by two methods: errors along the way and by cost.
function specsOfEngines({ methods, shown }, { described, headOf, logAxis }) {
  const thrown = Object.entries(methods).filter(([, f]) => f.throw),
    first = f => (thrown.find(([id, g]) => g.adapter === f.adapter && /as-it-comes$/.test(id)) || [])[0],
    any = f => thrown.find(([, g]) => g.adapter === f.adapter)[0],
    found = thrown.filter(([id, f]) => !f.adapter || id === (first(f) || any(f)));
  const plotOf = (what, draw, title, x) => {
    const series = found.map(([id, { label, throw: drawn }]) => {
      const [across, errors] = drawn[what];
      return { ...headOf(id, label), draw, rows: across.map((a, i) => [a, errors[i]]).filter(([, e]) => e > 0) };
    });
    return described({
      ...{ key: `engines-${what}`, title },
      ...{ x: { label: x, log: what === 'cost' }, y: logAxis('error of the attitude, radians') },
      ...{ columns: [x, 'error of the attitude'], series: series.filter(s => s.rows.length) },
    });
  };
  return [
    plotOf('time', 'line', `During the motion, ${shown.per_turn} steps per turn`, 'turns'),
    plotOf('cost', 'points', `After ${shown.turns} turns`, 'cost of a turn, in steps of mr'),
  ];
}

/// A document as SVG: the specs of its plots, under a heading; for the column of a journal, one below another. Of 84 mm its
/// texts then have 6 points.
export function drawn(document, timing, column = false) {
  const kept = name => read(path.join(folder, '..', name)),
    data = { findings: kept('findings.json'), styles: kept('styles.json'), look: text('plot.css') },
    names = 'Plot, Space, specsOfFigure, asInPaper, framed, asFile, folded, safe, described, headOf, logAxis',
    scripts = `${text('plot.js')}${text('figures.js')}; return { ${names} };`,
    page = new Function('data', 'state', scripts)(data, { hidden: new Set() }),
    { Plot, Space, framed, asFile, folded, safe } = page,
    isFigure = 'panels' in document;
  if (isFigure) page.asInPaper(document);
  if (timing) document.times = timesOf(timing);
  const specs = isFigure ? page.specsOfFigure(document) : specsOfEngines(document, page),
    columns = column ? 1 : Math.min(specs.length, 2),
    width = column ? 430 : columns === 1 ? 640 : 560;
  const plots = specs.map(spec => {
    const kind = spec.space ? Space : Plot,
      plot = Object.assign(Object.create(kind.prototype), {
        spec: { ...spec, named: new Set() }, // below it, not beside the curves
        host: { clientWidth: width },
        put: markup => (plot.markup = markup),
      });
    plot.draw();
    return plot;
  });
  const wide = width * columns,
    timed = (document.times || []).some(times => Object.keys(times).length),
    untimed = isFigure && !timed && document.panels.some(p => p.plots.some(q => /time/.test(q.across + q.up))),
    said = isFigure ? `${document.title} [${document.source}]` : 'The same throw in every engine',
    head = folded(said + (untimed ? ' Times were not measured.' : ''), wide / 9),
    lineAt = (text, y) => `<text x="8" y="${y}" font-size="15" fill="var(--ink)">${safe(text)}</text>`,
    parts = head.map((text, k) => lineAt(text, 20 + 19 * k));
  const rows = [],
    panel = k => specs[k]?.key.split('-')[0];
  for (const [i, plot] of plots.entries()) {
    const isFull = !rows.length || rows.at(-1).length === columns,
      isPair = panel(i) !== panel(i - 1) && panel(i) === panel(i + 1); // what belongs together stands in one row
    isFull || isPair ? rows.push([plot]) : rows.at(-1).push(plot);
  }
  let y = 19 * head.length + 8;
  for (const row of rows) {
    const lines = Math.max(...row.map(plot => folded(plot.spec.title, width / 8).length)),
      all = row.map((plot, k) => framed(plot, [k * width, y], lines));
    parts.push(...all.map(({ drawn }) => drawn));
    y += Math.max(...all.map(({ height }) => height)) + 10;
  }
  return asFile(wide, y, parts, light);
}

/// Writes FILE.svg beside FILE.json, and what rsvg-convert makes of it; of engines the picture of docs/engines.md.
function write(file, column) {
  const document = read(file),
    json = file.replace(/\.json$/, ''),
    base = column ? json + '.column' : json,
    timing = json + '.timing.json',
    put = (text, to) => (fs.writeFileSync(to + '.tmp', text), fs.renameSync(to + '.tmp', to));
  if (document.schema === 'polhode/engines/1') return put(drawn(document), path.join(folder, '../../docs/engines.svg'));
  if (document.schema !== 'polhode/experiment/1') {
    console.error(`${file}: schema "${document.schema}" is not polhode/experiment/1`);
    process.exit(2);
  }
  if (!document.panels.length) return;
  put(drawn(document, fs.existsSync(timing) ? read(timing) : null, column), base + '.svg');
  for (const [kind, ...options] of [['png', '--zoom=1.5'], ['pdf']]) {
    const { error } = spawnSync('rsvg-convert', [...options, '-f', kind, '-o', base + '.tmp', base + '.svg'], {
      stdio: 'inherit',
    });
    if (error) return void console.error('no PNG and no PDF: there is no rsvg-convert (Debian: librsvg2-bin)');
    fs.renameSync(base + '.tmp', `${base}.${kind}`);
  }
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const files = process.argv.slice(2),
    column = files[0] === '--column';
  if (column) files.shift();
  if (!files.length) {
    console.error('usage: draw.mjs [--column] RESULT.json ...');
    process.exit(2);
  }
  files.forEach(file => write(file, column));
}
