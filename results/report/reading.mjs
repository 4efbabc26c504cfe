// SPDX-License-Identifier: MIT
// What the page shows, read back: marks through the ticks that are printed, words through the rows that they stand in.
// Every reading visits pages and compares them with the golden results; nothing of the page's own scales is used.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/// The sweeps of the page, each of a few bodies.
function sweep(program, results, folder) {
  const specs = path.join(results, '..', 'problems', 'sweeps', 'populations');
  for (const name of fs.readdirSync(specs)) {
    const spec = JSON.parse(fs.readFileSync(path.join(specs, name), 'utf8')),
      to = path.join(folder, 'sweeps', name.replace('.json', '')),
      given = path.join(folder, name);
    spec.population.bodies = 20;
    fs.writeFileSync(given, JSON.stringify(spec));
    execFileSync(program, ['sweep', given, '-o', to, '--rows'], { stdio: 'ignore' });
    fs.renameSync(given, path.join(to, 'given.json'));
    if (name.startsWith('cheapest'))
      execFileSync('python3', [
        path.join(results, 'cheapest.py'),
        path.join(to, 'rows-0001-of-0001.sqlite'),
        path.join(to, 'cheapest.json'),
      ]);
  }
}

/// A report from the golden results, with measured times, a passport, sweeps, a failed run and hostile text.
export const HOSTILE = '</script><script>window.hostile = true</script><!--<script> & "quoted"';

export function writeReport(program, results, folder) {
  for (const name of fs.readdirSync(path.join(results, 'golden')))
    if (name !== 'tolerances.json') fs.copyFileSync(path.join(results, 'golden', name), path.join(folder, name));
  execFileSync(program, ['figure', 'figure1', '--out', folder, '--results', results], { stdio: 'ignore' });
  const edit = (name, change) => {
    const file = path.join(folder, name),
      json = JSON.parse(fs.readFileSync(file, 'utf8'));
    change(json);
    fs.writeFileSync(file, JSON.stringify(json));
  };
  edit('krysl2006-figure1.json', json => {
    const p = json.panels[0].series[0].points[0];
    ((p.status = 'not_converged'), (p.reason = 'no root: ' + HOSTILE));
    delete p.errors;
    json.title += ' ' + HOSTILE;
  });
  const passport = JSON.parse(spawnSync(program, ['check', 'mr', '--json'], { encoding: 'utf8' }).stdout);
  fs.writeFileSync(
    path.join(folder, 'passports.json'),
    JSON.stringify({ schema: 'polhode/passports/1', passports: [passport] }),
  );
  sweep(program, results, folder);
  execFileSync(program, ['report', '--out', folder, '--results', results], { stdio: 'ignore' });
  return path.join(folder, 'report.html');
}

/// Events have been heard and plots are drawn.
export const settled = page =>
  page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))));

/// What the report was written from: results, times and claims. Figures that were measured again are those of the folder:
/// errors of the size of rounding are not those of another build.
export function kept(results, folder) {
  const read = file => JSON.parse(fs.readFileSync(file, 'utf8')),
    golden = new Map(),
    times = new Map();
  for (const name of fs.readdirSync(path.join(results, 'golden')).filter(name => name !== 'tolerances.json')) {
    const id = name.replace('.json', ''),
      timing = folder && path.join(folder, id + '.timing.json'),
      again = timing && fs.existsSync(timing);
    golden.set(id, read(path.join(again ? folder : path.join(results, 'golden'), name)));
    if (again) times.set(id, read(timing));
  }
  // as the papers call them
  for (const [id, { names = {} }] of Object.entries(read(path.join(results, 'findings.json')).figures))
    for (const panel of (golden.get(id) || { panels: [] }).panels) {
      for (const s of panel.series) s.label = names[s.method] || s.label;
      for (const [key, label] of Object.entries(panel.axes)) panel.axes[key] = names[label] || label;
    }
  const sweeps = path.join(folder, 'sweeps'),
    swept = folder && fs.existsSync(sweeps) ? fs.readdirSync(sweeps) : [];
  return {
    golden,
    times,
    sweeps: new Map(swept.map(name => [name, read(path.join(sweeps, name, 'result.json'))])),
    robustness: read(path.join(results, 'robustness.json')),
    claims: read(path.join(results, 'claims.json')),
  };
}

/// In the page: every plot's marks and bands as values, read back through the ticks that are printed. Nothing of the
/// page's own scales is used.
function readBack() {
  const SUPER = '⁰¹²³⁴⁵⁶⁷⁸⁹';
  const number = text => {
    const power = text.match(/^10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)$/);
    return power
      ? Number('1e' + power[1].replace('⁻', '-').replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/g, c => SUPER.indexOf(c)))
      : Number(text.replace('−', '-'));
  };
  const pixels = d => d.match(/-?[\d.]+/g).map(Number);
  return [...document.querySelectorAll('.panel .chart:not(.space)')].map(chart => {
    const ticks = [...chart.querySelectorAll('.ticks text:not(.name)')],
      names = [...chart.querySelectorAll('.ticks .name')].map(t => t.textContent);
    const pressed = name =>
        [...chart.closest('.panel').querySelectorAll('button[aria-pressed=true]')].some(b => b.textContent === name),
      scale = (list, at, name) => {
        const factor = (name.match(/\(× (10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)\)/) || [])[1],
          points = list.map(t => [Number(t.getAttribute(at)), number(t.textContent) * (factor ? number(factor) : 1)]);
        if (points.length < 2) return null;
        const [[a, va], [b, vb]] = [points[0], points.at(-1)],
          straight = f =>
            Math.max(
              ...points.map(
                ([p, v]) => Math.abs(f(va) + ((p - a) / (b - a)) * (f(vb) - f(va)) - f(v)) / Math.abs(f(vb) - f(va)),
              ),
            );
        const log =
            points.every(p => p[1] > 0) &&
            (points.length > 2 ? straight(Math.log10) < straight(x => x) : pressed('log ' + at)),
          f = log ? Math.log10 : x => x;
        return {
          log,
          true: straight(f) < 0.01,
          value: p =>
            log ? 10 ** (f(va) + ((p - a) / (b - a)) * (f(vb) - f(va))) : va + ((p - a) / (b - a)) * (vb - va),
          pixel: Math.abs((f(vb) - f(va)) / (b - a)),
        };
      };
    const x = scale(
        ticks.filter(t => t.getAttribute('text-anchor') === 'middle'),
        'x',
        names[0],
      ),
      y = scale(
        ticks
          .filter(t => t.getAttribute('text-anchor') === 'end')
          .map(t => {
            const copy = t.cloneNode(true);
            copy.setAttribute('y', Number(t.getAttribute('y')) - 3.5);
            return copy;
          }),
        'y',
        names[1],
      );
    const plot = {
      title: chart.closest('.panel').querySelector('.title').textContent,
      names,
      logs: [x && x.log, y && y.log],
      good: !!x && !!y && x.true && y.true,
      series: {},
      labels: Object.fromEntries(
        [...chart.querySelectorAll('.direct')].map(g => [g.dataset.method, g.querySelector('text').textContent]),
      ),
      leaders: [...chart.querySelectorAll('.direct')].map(g => {
        const [px, py] = pixels(g.querySelector('.leader').getAttribute('d'));
        return [g.dataset.method, px - 5, py];
      }),
      whiskers: Object.fromEntries(
        [...chart.querySelectorAll('.whisker')].map(w => [
          w.closest('.series').dataset.method,
          w
            .getAttribute('d')
            .match(/M[-\d. ]+H[-\d.]+/g)
            .map(d => {
              const [from, at, to] = pixels(d);
              return [x && x.value(from), y && y.value(at), x && x.value(to)];
            }),
        ]),
      ),
      // what lies over the axes: rectangles with their texts, a target, the slope of an order
      floors: [...chart.querySelectorAll('.floor')].map(r => {
        const top = Number(r.getAttribute('y'));
        return y && [y.value(top + Number(r.getAttribute('height'))), y.value(top), r.nextSibling.textContent];
      }),
      target: y && [...chart.querySelectorAll('.target')].map(p => y.value(pixels(p.getAttribute('d'))[1]))[0],
      slopes: [...chart.querySelectorAll('.guide')].map(p => {
        const [steep, top, bottom, flat] = pixels(p.getAttribute('d')),
          decades = (s, a, b) => Math.abs(Math.log10(s.value(a) / s.value(b)));
        const boxes = [p, p.nextSibling].map(g => g.getBBox()),
          crosses = line =>
            Array.from({ length: Math.ceil(line.getTotalLength()) }, (_, k) => line.getPointAtLength(k)).some(q =>
              boxes.some(b => q.x > b.x && q.x < b.x + b.width && q.y > b.y && q.y < b.y + b.height),
            );
        return [
          p.nextSibling.textContent,
          x && y && decades(y, top, bottom) / decades(x, steep, flat),
          [...chart.querySelectorAll('.series .line')].filter(crosses).length,
        ];
      }),
      seen:
        y &&
        chart.querySelector('.frame') &&
        (d => [y.value(d[2]), y.value(d[1])])(pixels(chart.querySelector('.frame').getAttribute('d'))),
      ring: (r => r && x && y && [x.value(Number(r.getAttribute('cx'))), y.value(Number(r.getAttribute('cy')))])(
        chart.querySelector('.ring[visibility=visible]'),
      ),
      ends: {}, // marks of every series in pixels
      colours: Object.fromEntries(
        [...chart.querySelectorAll('.series')].map(g => [g.dataset.method, g.getAttribute('stroke')]),
      ),
      note: [...chart.closest('.panel').querySelectorAll('.note')].map(n => n.textContent).join(' '),
    };
    for (const g of chart.querySelectorAll('.series')) {
      if (!x || !y) continue;
      const marks = [...g.querySelectorAll('.mark')].map(m => pixels(m.getAttribute('transform'))),
        line = g.querySelector('.line'),
        band = g.querySelector('.band');
      plot.ends[g.dataset.method] = marks;
      if (line && !marks.length && !g.querySelector('.band'))
        (plot.lines ||= []).push(pixels(line.getAttribute('d')).map((v, i) => (i % 2 ? y : x).value(v)));
      plot.series[g.dataset.method] = marks.length
        ? { points: marks.map(([px, py]) => [x.value(px), y.value(py)]) }
        : band
          ? (() => {
              const p = pixels(band.getAttribute('d')),
                ys = p.filter((_, i) => i % 2).map(v => y.value(v));
              return { low: Math.min(...ys), high: Math.max(...ys), pixel: y.pixel };
            })()
          : {};
    }
    return plot;
  });
}

/// The words of verdicts on a figure's page, claim by claim.
const verdictsOnPage = () =>
  Object.fromEntries(
    [...document.querySelectorAll('table.claims tbody tr')].map(tr => {
      const badge = tr.querySelector('.verdict');
      return [
        tr.querySelector('[data-claim]').dataset.claim,
        `${badge.className.replace('verdict ', '')}: ${badge.textContent.trim()}`,
      ];
    }),
  );
const WORDS = { reproduced: '✓ reproduced', 'not-reproduced': '✗ not reproduced', undecidable: '? undecidable' };

export /// In the page: texts that lie over each other, in plots and anywhere else. What scrolls out of its box is not seen.
function overlaps() {
  const found = [],
    seen = [];
  const walker = document.createTreeWalker(document.getElementById('main'), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode,
      parent = node.parentElement;
    if (!node.textContent.trim() || parent.closest('svg, select, noscript, details:not([open]) > :not(summary)'))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const clip = parent.closest('.scroll, .formulas, pre'),
      edge = clip && clip.getBoundingClientRect();
    for (const r of range.getClientRects())
      if (r.width > 2 && r.height > 2 && (!edge || (r.left < edge.right && r.right > edge.left)))
        seen.push([node.textContent.trim().slice(0, 30), r, parent]);
  }
  seen.sort((a, b) => a[1].top - b[1].top);
  seen.forEach(([a, p, of], i) => {
    for (let k = i + 1; k < seen.length && seen[k][1].top < p.bottom; ++k) {
      const [b, q, other] = seen[k];
      if (
        of !== other &&
        !of.closest('.copied button, math') &&
        !other.closest('.copied button, math') &&
        Math.min(p.right, q.right) - Math.max(p.left, q.left) > 2 &&
        Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 4
      )
        found.push(`"${a}" over "${b}"`);
    }
  });
  for (const chart of document.querySelectorAll('.chart')) {
    const boxes = [...chart.querySelectorAll('text')]
      .filter(t => t.textContent.trim())
      .map(t => [t.textContent, t.getBoundingClientRect()]);
    boxes.forEach(([a, p], i) => {
      for (const [b, q] of boxes.slice(0, i))
        if (
          Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1.5 &&
          Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 3
        )
          found.push(`${chart.closest('.panel').querySelector('.title').textContent}: "${a}" over "${b}"`);
    });
  }
  return found;
}

/// What the page's own data say of claims: those that only times decide are in no golden result.
async function verdictsOf({ page, golden, given }) {
  const data = await page.evaluate(() => ({
    figures: data.figures.map(f => ({ id: f.id, verdicts: f.verdicts })),
    claims: data.claims,
  }));
  const verdicts = given
    ? data.figures.flatMap(f => f.verdicts.map(v => ({ ...v, figure: f.id })))
    : [...golden.values()].flatMap(f => f.verdicts.map(v => ({ ...v, figure: f.id })));
  const timed = data.figures.flatMap(f => f.verdicts).filter(v => !verdicts.some(w => w.id === v.id));
  const all = [...verdicts, ...timed];
  const paperOfClaim = new Map(data.claims.map(c => [c.id, c.paper]));
  return { data, all, paperOfClaim };
}

/// Every plot and every verdict of every figure.
async function figures({ page, visit, check, golden, times, claims: written, given }) {
  let readPoints = 0,
    readBands = 0;
  for (const figure of golden.values()) {
    await visit(page, `#/figure/${figure.id}`);
    const shown = await page.evaluate(verdictsOnPage),
      asked = await page.evaluate(() =>
        Object.fromEntries(
          [...document.querySelectorAll('[data-claim]')].map(d => [
            d.dataset.claim,
            (d.closest('tr').querySelector('td code') || d).textContent,
          ]),
        ),
      );
    for (const v of figure.verdicts)
      check(
        `${figure.id}: verdict of ${v.id}`,
        shown[v.id] === `${v.verdict}: ${WORDS[v.verdict]}`,
        `${shown[v.id]}, ${v.verdict}`,
      );
    for (const v of figure.verdicts)
      check(
        `${figure.id}: what is asked for ${v.id}`,
        (written.claims.find(c => c.id === v.id).tests || []).every(([name, op, bound]) => {
          const [, said] = asked[v.id].split(`${name} ${op} `);
          return typeof bound === 'number'
            ? Math.abs(parseFloat(said) - bound) <= 6e-4 * Math.abs(bound)
            : said !== undefined;
        }),
        asked[v.id],
      );
    const found = await page.evaluate(readBack),
      chips = await page.evaluate(() =>
        Object.fromEntries(
          [...document.querySelectorAll('.chip')].map(c => [
            c.dataset.method,
            [c.textContent, c.querySelector('.line').getAttribute('stroke')],
          ]),
        ),
      );
    for (const panel of figure.panels)
      for (const norm of panel.norms || []) {
        const label = norm.label.split(/,(?![^(]*\))/)[0],
          plots = found.filter(p => p.title === panel.title && p.names[1].startsWith(label));
        for (const across of panel.plots.filter(p => p.up === norm.key && p.across !== 'time').map(p => p.across))
          check(
            `${figure.id}: a plot of ${norm.key} against ${across}`,
            plots.filter(p => p.names[0] === panel.axes[across]).length === 1,
          );
        for (const plot of plots) {
          check(
            `${figure.id}: axes are logarithmic`,
            plot.logs[0] && plot.logs[1] && plot.good,
            JSON.stringify(plot.logs),
          );
          const time = /^time of the run/.test(plot.names[0]) && times.get(figure.id),
            own = s =>
              new Map(
                time.panels[figure.panels.indexOf(panel)].series
                  .find(m => m.method === s.method)
                  .points.map(p => [p.steps, p.seconds]),
              ),
            asymptotic = panel.series.filter(s => ((s.fits || {})[norm.key] || { half_width: 1 }).half_width <= 0.1);
          for (const [said, slope, over] of plot.slopes) {
            check(`${figure.id}: no line crosses the triangle`, over === 0, `${plot.title}: ${over}`);
            check(
              `${figure.id}: the triangle has the slope that it says`,
              Math.abs(slope / Number(said.match(/^order (\d)$/)[1]) - 1) < 0.1 &&
                said === `order ${Math.max(...asymptotic.map(s => s.order))}`,
              `${said}, ${slope}`,
            );
          }
          if (!/relative|of a step/.test(plot.names[0]))
            check(
              `${figure.id}: orders that are known are drawn`,
              plot.slopes.length === Math.min(asymptotic.length, 1),
              String(plot.slopes),
            );
          for (const [method, px, py] of plot.leaders)
            check(
              `${figure.id}: the name of ${method} is at its curve`,
              plot.ends[method].some(([mx, my]) => Math.hypot(mx - px, my - py) < 1),
              `${px}, ${py}`,
            );
          if (!time && !/^(step h|operations)/.test(plot.names[0])) continue; // times that were not measured
          for (const s of panel.series) {
            if (figure.id === 'krysl2006-figure1' && s === panel.series[0] && !given) continue; // made to fail above
            const wanted = s.points
              .filter(p => p.status === 'ok' && p.errors[norm.key] > 0)
              .map(p => [
                time
                  ? 1e6 * Math.min(...own(s).get(p.steps))
                  : /^step h/.test(plot.names[0])
                    ? Math.abs(p.h)
                    : p.tally.operations,
                p.errors[norm.key],
              ])
              .sort((a, b) => a[0] - b[0]);
            const points = ((plot.series[s.method] || {}).points || []).sort((a, b) => a[0] - b[0]);
            const off = points.map((p, i) =>
              Math.max(...[0, 1].map(k => Math.abs(Math.log10(p[k] / (wanted[i] || [1, 1])[k])))),
            );
            check(
              `${figure.id}: ${s.method} is drawn where it was measured (${norm.key})`,
              points.length === wanted.length && off.every(x => x < 0.03),
              `${points.length} of ${wanted.length}, off by ${Math.max(...off)}`,
            );
            if (time) {
              const medians = s.points.map(p => [
                  1e6 *
                    own(s)
                      .get(p.steps)
                      .sort((a, b) => a - b)[own(s).get(p.steps).length >> 1],
                  p.errors[norm.key],
                ]),
                whiskers = plot.whiskers[s.method] || [];
              check(
                `${figure.id}: whiskers of ${s.method} end at the median`,
                whiskers.length === wanted.length &&
                  whiskers.every(([, y, to]) =>
                    medians.some(m => Math.abs(to / m[0] - 1) < 0.02 && Math.abs(Math.log10(y / m[1])) < 0.03),
                  ),
                JSON.stringify(whiskers.slice(0, 3)),
              );
            }
            check(
              `${figure.id}: ${s.method} has one colour`,
              chips[s.method] && chips[s.method][0] === s.label && chips[s.method][1] === plot.colours[s.method],
              `${chips[s.method]}, ${plot.colours[s.method]}`,
            );
            const written = plot.labels[s.method];
            check(
              `${figure.id}: ${s.method} is called so`,
              written === undefined || written === s.label || s.label.startsWith(written.replace('…', '')),
              written,
            );
            readPoints += points.length;
          }
        }
      }
    for (const panel of figure.panels.filter(p => p.series.some(s => 'max_abs' in (s.numbers || {})))) {
      const plot = found.find(
        p =>
          p.title === panel.title && Object.keys(p.series).length === panel.series.length && p.names[1] !== panel.title,
      );
      const same = found.filter(p => p.title === panel.title);
      check(`${figure.id}: a plot of ${panel.title}`, same.length >= 1 && plot);
      for (const s of panel.series) {
        const size = Math.max(...s.curve.min.map(Math.abs), ...s.curve.max.map(Math.abs)),
          band = plot.series[s.method],
          base = plot.names[1].startsWith('H/H₀ −') || !plot.names[1].startsWith('H/H₀') ? 0 : 1;
        if (!plot.logs[1]) {
          const slack = 1.5 * band.pixel;
          check(
            `${figure.id} ${panel.title}: the band of ${s.method} is what was measured`,
            Math.abs(band.high - base - Math.max(...s.curve.max)) < slack &&
              Math.abs(band.low - base - Math.min(...s.curve.min)) < slack,
            `${band.low} to ${band.high}`,
          );
        } else
          check(
            `${figure.id} ${panel.title}: the largest of ${s.method} is what was measured`,
            Math.abs(Math.log10(band.high / size)) < 0.05,
            `${band.high}, ${size}`,
          );
        ++readBands;
        const printed = plot.note.match(
          new RegExp(`${s.label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')} ([-\\d.e+]*\\d)`),
        );
        check(
          `${figure.id} ${panel.title}: the largest printed for ${s.method} is the largest drawn`,
          printed && Math.abs(Number(printed[1]) / size - 1) < 0.006,
          plot.note,
        );
        check(
          `${figure.id}: chaos is said of ${s.method} alone`,
          !s.chaotic || plot.note.includes(`median of ${panel.starts} starts`),
          plot.note,
        );
      }
    }
    if (figure.id === 'romero2008-figure3')
      check(
        "the paper's names",
        Object.values(chips)
          .map(c => c[0])
          .join() === 'VI,midpoint rule,energy-momentum,Liemid,midpoint rule (exp)',
        JSON.stringify(chips),
      );
    if (figure.id === 'romero2008-figure4')
      check(
        'and no names of columns',
        !found.some(p => /\d/.test(p.names[1])),
        JSON.stringify(found.map(p => p.names)),
      );
    if (/krysl2006-figure[45]/.test(figure.id))
      check(
        `${figure.id}: the paper's axes`,
        found.every(p => p.names[0] === 'step' && p.names[1] === 'H/H₀'),
        JSON.stringify(found.map(p => p.names)),
      );
  }
  check('many marks were read back', readPoints > 500 && readBands > 20, `${readPoints}, ${readBands}`);
}

/// Buttons, counts, tiles, search and pages of claims.
async function claims({ page, visit, check, golden, given }) {
  const { data, all, paperOfClaim } = await verdictsOf({ page, golden, given });
  const rowsOnPage = () => page.locator('table.claims tbody tr').count();
  const countOn = choice => page.locator(`[data-choice="${choice}"] b`).textContent().then(Number);
  await visit(page, '#/claims');
  check('all claims', (await rowsOnPage()) === new Set(all.map(v => v.id)).size, String(await rowsOnPage()));
  for (const verdict of Object.keys(WORDS)) {
    const wanted = all.filter(v => v.verdict === verdict).length;
    check(`the button counts ${verdict}`, (await countOn('verdict:' + verdict)) === wanted, String(wanted));
    await page.locator(`[data-choice="verdict:${verdict}"]`).click();
    await settled(page);
    const words = await page.locator('table.claims .verdict').allTextContents();
    check(
      `the button for ${verdict} leaves exactly those`,
      words.length === wanted && words.every(w => w.trim() === WORDS[verdict]),
      `${words.length} of ${wanted}`,
    );
    check(`${verdict} is in the address`, page.url().includes('verdict=' + verdict), page.url());
    await visit(page, '#/claims');
    await page.locator('input[type=search]').fill(WORDS[verdict].slice(2));
    check(
      `typing "${WORDS[verdict].slice(2)}" finds exactly those`,
      (await rowsOnPage()) === wanted,
      String(await rowsOnPage()),
    );
    check('what is typed is in the address', /q=/.test(page.url()), page.url());
    await visit(page, page.url().slice(page.url().indexOf('#')));
    check(
      'and found again from there',
      (await rowsOnPage()) === wanted &&
        (await page.locator('input[type=search]').inputValue()) === WORDS[verdict].slice(2),
    );
    await visit(page, '#/claims');
  }
  for (const paper of new Set(paperOfClaim.values())) {
    await visit(page, `#/claims?verdict=not-reproduced&paper=${paper}`);
    const wanted = all.filter(v => v.verdict === 'not-reproduced' && paperOfClaim.get(v.id) === paper).length;
    check(`not reproduced of ${paper}`, (await rowsOnPage()) === wanted, `${await rowsOnPage()}, ${wanted}`);
    await visit(page, '#/');
    const tile = page.locator('.tile', { has: page.locator(`h3 a[href="#/claims?paper=${paper}"]`) });
    check(`the tile of ${paper} counts them`, Number(await tile.locator('dd.not-reproduced').textContent()) === wanted);
    await tile.locator('a', { hasText: 'not reproduced' }).click();
    await settled(page);
    check(
      `and leads to them`,
      (await rowsOnPage()) === wanted && page.url().includes('verdict=not-reproduced'),
      page.url(),
    );
  }
  await visit(page, '#/claims?figure=figure7');
  check('claims of a figure', (await rowsOnPage()) === golden.get('figure7').verdicts.length);
  await page.locator('thead button', { hasText: 'verdict' }).click();
  check('sorting is in the address', page.url().includes('sort=verdict'), page.url());
  await visit(page, page.url().slice(page.url().indexOf('#')));
  check('and sorted again', (await page.locator('th[aria-sort="ascending"]').textContent()) === 'verdict');
  for (const v of all.filter((_, i) => i % 9 === 0)) {
    await visit(page, `#/claim/${v.id}`);
    const text = await page.locator('#main').textContent();
    check(
      `a page for ${v.id}`,
      text.includes(data.claims.find(c => c.id === v.id).claim) &&
        (await page.locator('.lead .verdict').textContent()).trim() === WORDS[v.verdict],
    );
  }
}

/// How far claims carry.
async function carried({ page, visit, check, golden, given, robustness: kept }) {
  const { all } = await verdictsOf({ page, golden, given }),
    questions = Object.values(kept.sweeps).flatMap(s => s.questions.map(q => ({ ...q, where: s.where }))),
    percent = q => `${Number(((100 * q.holds) / (q.holds + q.fails)).toPrecision(3))} %`;
  await visit(page, '#/claims');
  const judgedIds = new Set(all.map(v => v.id)),
    standing = questions.filter(q => q.stands && judgedIds.has(q.claim)),
    shown = await page.evaluate(() =>
      [...document.querySelectorAll('.carried')].map(p => [
        p.closest('tr').querySelector('[data-claim]').dataset.claim,
        p.textContent,
      ]),
    );
  check('claims say how far they carry', standing.length > 50 && shown.length === standing.length, `${shown.length}`);
  for (const q of standing)
    check(
      `${q.claim} over ${q.where}`,
      shown.some(
        ([id, text]) =>
          id === q.claim && text.startsWith(q.where) && (q.holds + q.fails === 0 || text.includes(percent(q))),
      ),
    );
  await visit(page, '#/claim/krysl2006.2.R');
  const own = questions.filter(q => q.claim === 'krysl2006.2.R'),
    rows = await page.locator('[aria-label="how far it carries"] tbody tr').allTextContents();
  check(
    'a claim has its populations',
    rows.length === own.length && own.every(q => rows.some(r => r.includes(q.id) && r.includes(percent(q)))),
    rows.join('; '),
  );
  const said = await page.locator('.carries').textContent();
  check('a sentence says how far it carries', said === kept.sentences['krysl2006.2.R'], said);
}

/// Work and precision: what is asked for, what is ranked.
async function work({ page, visit, check, golden, times }) {
  // A target ranks: the cost at it, from the golden ladder by a straight line on logarithmic axes. In figure3 SEJ comes below
  // the target, leaves it and comes back.
  for (const [figure, target] of [
    ['figure3', 4e-4],
    ['figure5', 1e-5],
  ]) {
    await visit(page, `#/work?panel=${figure}.0&x=operations&y=Omega_u&target=${target}`);
    const names = await page.locator('table.ranked th[scope=row]').allTextContents(),
      costs = (await page.locator('table.ranked td:nth-child(2)').allTextContents()).map(Number);
    const wanted = golden
      .get(figure)
      .panels[0].series.map(s => {
        const points = s.points
            .filter(p => p.status === 'ok')
            .map(p => [p.tally.operations, p.errors.Omega_u])
            .sort((a, b) => a[0] - b[0]),
          at = points.findIndex((p, k) => points.slice(k).every(q => q[1] <= target));
        if (at < 1) return [s.method, at < 0 ? Infinity : points[0][0]];
        const [[x0, y0], [x1, y1]] = [points[at - 1], points[at]];
        return [s.method, x0 * (x1 / x0) ** (Math.log(target / y0) / Math.log(y1 / y0))];
      })
      .filter(w => w[1] < Infinity)
      .sort((a, b) => a[1] - b[1]);
    check(
      `a target ranks the methods of ${figure}`,
      names.join() === wanted.map(w => w[0]).join() && costs.every((c, k) => Math.abs(c / wanted[k][1] - 1) < 1e-3),
      `${names} ${costs} | ${wanted}`,
    );
  }
  const [plot] = await page.evaluate(readBack);
  check('the target is drawn where it is', Math.abs(plot.target / 1e-5 - 1) < 0.02, String(plot.target));
  check('and the front', (await page.locator('.front').count()) === 1);

  // Work is compared at errors that all methods reach, which a band marks.
  await visit(page, '#/work?panel=figure5.0&x=operations');
  const [shown] = await page.evaluate(readBack),
    ends = golden.get('figure5').panels[0].series.map(s => s.points.map(p => p.errors.Omega_u)),
    common = [
      10 ** Math.floor(Math.log10(Math.max(...ends.map(e => Math.min(...e))))),
      10 ** Math.ceil(Math.log10(Math.min(...ends.map(e => Math.max(...e))))),
    ];
  const [low, high] = (shown.floors.find(([, , said]) => /all methods reach/.test(said)) || []).slice(0, 2);
  check(
    'a band marks the errors that all methods reach, and all are drawn',
    [low, high].every((v, k) => Math.abs(Math.log10(v / common[k])) < 0.15) &&
      shown.seen[0] <= Math.min(...ends.flat()) &&
      shown.seen[1] >= Math.max(...ends.flat()),
    `${shown.floors}, ${common}; ${shown.seen}`,
  );
  await visit(page, '#/work?panel=figure3.0&x=operations&v.0-operations-Omega_u=xy,1e5,1e8,1e-24,1e3');
  const [[, top, said]] = (await page.evaluate(readBack))[0].floors;
  check(
    'the error of the reference is where it is',
    said === 'error of the reference' &&
      Math.abs(Math.log10(top / golden.get('figure3').panels[0].reference.error_estimate)) < 0.1,
    `${said}: ${top}`,
  );
  await visit(page, '#/work?panel=figure1.0&x=operations'); // elliptic functions have the errors of rounding alone
  const [apart] = await page.evaluate(readBack),
    all = golden.get('figure1').panels[0].series.flatMap(s => s.points.map(p => p.errors.Omega));
  check(
    'or over all, where they have none in common',
    apart.seen[0] <= Math.min(...all) && apart.seen[1] >= Math.max(...all) && !/reach/.test(apart.note),
    String(apart.seen),
  );

  // Without a choice: the panel of most methods that has errors which all of them reach, its first norm against time if it was measured, else operations.
  await visit(page, '#/work');
  const widest = [...golden.values()]
      .flatMap(f => f.panels)
      .filter(p => p.common)
      .reduce((a, b) => (b.series.length > a.series.length ? b : a)),
    [first] = await page.evaluate(readBack);
  check(
    'the axes that are shown first',
    first.names[0] === widest.axes.operations &&
      widest.norms[0].label.startsWith(first.names[1]) &&
      first.title.startsWith(widest.title),
    `${first.title}: ${first.names}`,
  );
  check('both are logarithmic', first.logs[0] && first.logs[1]);
  for (const s of widest.series) {
    const wanted = s.points
      .filter(p => p.status === 'ok')
      .map(p => [p.tally.operations, p.errors[widest.norms[0].key]])
      .filter(p => p[1] > 0);
    check(
      `${s.method} at its work`,
      wanted.every(([x, y]) =>
        (first.series[s.method].points || []).some(
          p => Math.abs(Math.log10(p[0] / x)) < 0.03 && Math.abs(Math.log10(p[1] / y)) < 0.06,
        ),
      ),
      JSON.stringify(first.series[s.method]).slice(0, 120),
    );
  }
  await visit(page, '#/work?panel=figure1.0');
  const [timed] = await page.evaluate(readBack);
  if (times.has('figure1'))
    check('time where it was measured', /^time of the run/.test(timed.names[0]), timed.names[0]);
}

/// Components as lines, colours of cells, curves in space.
async function shapes({ page, visit, check, golden }) {
  let read = 0;
  for (const figure of golden.values()) {
    const of = draw => figure.panels.filter(p => p.plots.some(q => q.draw === draw));
    if (!['lines', 'cells', 'sphere', 'space'].some(draw => of(draw).length)) continue;
    await visit(page, `#/figure/${figure.id}`);
    const found = await page.evaluate(readBack);
    for (const panel of of('lines')) {
      const plot = found.find(p => p.title === panel.title && p.lines),
        columns = panel.series.flatMap(s =>
          Object.entries(s.curve)
            .slice(1)
            .map(([name, y]) => [name, Object.values(s.curve)[0], y]),
        ),
        near = (a, b, all) => Math.abs(a - b) < 0.012 * (Math.max(...all) - Math.min(...all)) + 1e-4 * Math.abs(b);
      check(`${figure.id} ${panel.title}: a line for every column`, plot && plot.lines.length === columns.length);
      columns.forEach(([name, x, y], k) => {
        const line = plot.lines[k];
        check(
          `${figure.id} ${panel.title}: ${name} is drawn where it was measured`,
          line.length === 2 * x.length &&
            x.every(
              (v, i) => near(line[2 * i], v, x) && near(line[2 * i + 1], y[i], y.concat(...columns.map(c => c[2]))),
            ),
          line.slice(0, 6).join(),
        );
        read += x.length;
      });
    }
    if (of('cells').length) {
      // colours are read off the bar beside them
      const pictures = await page.evaluate(async () => {
        const pixels = async image => {
          const bitmap = new Image();
          ((bitmap.src = image.getAttribute('href')), await bitmap.decode());
          const canvas = document.createElement('canvas');
          ((canvas.width = bitmap.width), (canvas.height = bitmap.height));
          const c = canvas.getContext('2d');
          c.drawImage(bitmap, 0, 0);
          return {
            width: bitmap.width,
            height: bitmap.height,
            rgba: [...c.getImageData(0, 0, bitmap.width, bitmap.height).data],
          };
        };
        return Promise.all(
          [...document.querySelectorAll('.chart')]
            .filter(c => c.querySelector('image'))
            .map(async chart => {
              const bar = [...chart.querySelectorAll(':scope > rect[fill^=rgb]')].map(r => [
                  Number(r.getAttribute('y')) + Number(r.getAttribute('height')) / 2,
                  r.getAttribute('fill').match(/\d+/g).map(Number),
                ]),
                ticks = [...chart.querySelectorAll(':scope > .ticks:last-of-type text:not(.name)')].map(t => [
                  Number(t.getAttribute('y')) - 3.5,
                  Number(t.textContent.replace('−', '-')),
                ]),
                [[a, va], [b, vb]] = [ticks[0], ticks.at(-1)];
              return {
                method: chart.querySelector('.series').dataset.method,
                bar: bar.map(([y, rgb]) => [va + ((y - a) / (b - a)) * (vb - va), rgb]),
                ...(await pixels(chart.querySelector('image'))),
              };
            }),
        );
      });
      for (const panel of of('cells'))
        for (const s of panel.series) {
          const mean = Object.values(s.curve)[2].reduce((sum, v, _, all) => sum + v / all.length, 0);
          check(
            `${figure.id}: the mean of ${s.method}`,
            found.some(
              p =>
                p.title.startsWith(`${s.label}: `) &&
                Math.abs(parseFloat(p.title.slice(s.label.length + 2)) / mean - 1) < 0.006,
            ),
            found.map(p => p.title).join('; '),
          );
          const picture = pictures.find(p => p.method === s.method),
            [xs, ys, values] = Object.values(s.curve),
            [columns, rows] = [xs, ys].map(v => [...new Set(v)].sort((a, b) => a - b)),
            step = Math.abs(picture.bar[1][0] - picture.bar[0][0]);
          check(
            `${figure.id}: colours of ${s.method}`,
            picture.width === columns.length &&
              values.every((value, i) => {
                const at = 4 * ((rows.length - 1 - rows.indexOf(ys[i])) * picture.width + columns.indexOf(xs[i])),
                  far = rgb => Math.hypot(...rgb.map((c, k) => c - picture.rgba[at + k])),
                  [said] = picture.bar.reduce((a, b) => (far(b[1]) < far(a[1]) ? b : a));
                return Math.abs(said - value) < 0.8 * step;
              }),
          );
          read += values.length;
        }
    }
    if (of('sphere').length + of('space').length === 0) continue;
    const charts = await page.evaluate(() =>
      [...document.querySelectorAll('.chart.space')].map(chart => {
        const numbers = d => (d.match(/-?[\d.]+/g) || []).map(Number);
        return {
          centre:
            chart.querySelector('.ball') && ['cx', 'cy'].map(k => Number(chart.querySelector('.ball').getAttribute(k))),
          tips: Object.fromEntries(
            [...chart.querySelectorAll('text.small')].map(t => [
              t.textContent,
              [Number(t.getAttribute('x')), Number(t.getAttribute('y')) - 4],
            ]),
          ),
          series: Object.fromEntries(
            [...chart.querySelectorAll('.series')].map(g => [
              g.dataset.method,
              [...g.querySelectorAll('path')].flatMap(p => numbers(p.getAttribute('d').replace(/h0/g, ''))),
            ]),
          ),
        };
      }),
    );
    for (const [k, panel] of figure.panels.filter(p => p.plots.some(q => /^sp/.test(q.draw))).entries())
      for (const s of panel.series) {
        const { centre, tips, series } = charts[k],
          columns = Object.entries(s.curve).slice(1),
          drawn = series[s.method],
          pairs = new Map();
        for (let i = 0; i + 1 < drawn.length; i += 2)
          pairs.set(`${Math.round(drawn[i])} ${Math.round(drawn[i + 1])}`, 1);
        if (!centre) {
          check(`${figure.id} ${panel.title}: as many points as measured`, drawn.length === 2 * columns[0][1].length);
          continue;
        }
        // a point of the unit sphere lies between the tips of the axes that are named
        const at = i =>
            [0, 1].map(
              d => centre[d] + columns.reduce((sum, [name, v]) => sum + (v[i] * (tips[name][d] - centre[d])) / 1.1, 0),
            ),
          seen = i => {
            const [x, y] = at(i).map(Math.round);
            return [-1, 0, 1].some(a => [-1, 0, 1].some(b => pairs.has(`${x + a} ${y + b}`)));
          };
        const length = columns[0][1].length;
        check(
          `${figure.id} ${panel.title}: ${s.method} is where it was measured`,
          Array.from({ length: 60 }, (_, j) => Math.floor((j * length) / 60)).every(seen),
        );
        read += length;
      }
  }
  check('many shapes were read back', read > 5000, String(read));
}

/// Numbers in tables, tips and pages of claims and methods.
async function rows({ page, visit, check, golden, claims: written, given }) {
  const cells = selector =>
      page.evaluate(
        s => [...document.querySelectorAll(s + ' tr')].map(tr => [...tr.children].map(c => c.textContent)),
        selector,
      ),
    close = (text, value, off = 6e-4) => Math.abs(Number(text) - value) <= off * Math.abs(value);
  const { panels } = golden.get('krysl2006-figure2');
  await visit(page, '#/figure/krysl2006-figure2');
  await page.locator('.panel').first().locator('summary').click();
  await settled(page);
  const [head, ...body] = await cells('.behind table'),
    points = panels[0].series.flatMap(s => s.points.map(p => [s, p])),
    value = {
      method: s => s.method,
      status: (_, p) => p.status,
      h: (_, p) => Math.abs(p.h),
      steps: (_, p) => p.steps,
      'error.Pi': (_, p) => p.errors.Pi,
      'error.R': (_, p) => p.errors.R,
      operations: (_, p) => p.tally.operations,
      torque_evaluations: (_, p) => p.tally.torque_evaluations,
      solver_iterations: (_, p) => p.tally.solver_iterations,
      reason: (_, p) => p.reason || '',
    };
  check('the table has a row for every point', body.length === points.length, String(body.length));
  head.forEach((name, k) =>
    check(
      `the column ${name}`,
      name in value &&
        points.every(([s, p], i) => {
          const wanted = value[name](s, p);
          return typeof wanted === 'number' ? close(body[i][k], wanted, 1e-5) : body[i][k] === wanted;
        }),
      body[0] && body[0][k],
    ),
  );
  await page.locator('.plot').first().focus();
  for (let k = 0; k < 3; ++k) await page.keyboard.press('ArrowRight');
  const tip = await page.evaluate(() => [
      document.querySelector('#tip b').textContent,
      ...[...document.querySelectorAll('#tip div')].map(d => d.textContent),
    ]),
    [s] = panels[0].series.filter(s => s.label === tip[0]),
    { ring } = (await page.evaluate(readBack))[0],
    at = s && s.points.find(p => Math.abs(Math.abs(p.h) / ring[0] - 1) < 0.05);
  check(
    'the tip tells of the point it is at',
    at &&
      close(String(ring[1]), at.errors.Pi, 0.1) &&
      [Math.abs(at.h), at.steps, at.errors.Pi, at.errors.R, at.tally.operations].every(v =>
        tip.some(t => close(t.split(' ').at(-1), v)),
      ),
    tip.join('; '),
  );
  for (const method of ['imidm', 'mr', 'rk4']) {
    await visit(page, '#/method/' + method);
    const wanted = [...golden.values()]
        .flatMap(f =>
          f.panels.flatMap(p =>
            p.series
              .filter(s => s.method === method)
              .flatMap(s => (p.norms || []).map(n => [f, p, n, (s.fits || {})[n.key]])),
          ),
        )
        .filter(w => w[3] && w[3].order !== undefined),
      table = await page.evaluate(() => {
        const heading = [...document.querySelectorAll('h2')].find(h => h.textContent === 'Orders in the figures');
        return heading
          ? [...heading.nextElementSibling.querySelectorAll('tr')].map(tr => [...tr.children].map(c => c.textContent))
          : [];
      }),
      [names = [], ...orders] = table,
      of = (row, name) => row[names.indexOf(name)];
    check(
      `orders of ${method}`,
      orders.length > 0 &&
        orders.every(row =>
          wanted.some(
            ([f, p, n, fit]) =>
              of(row, 'figure').startsWith(f.title) &&
              of(row, 'panel') === p.title &&
              of(row, 'error') === n.label &&
              close(of(row, 'fitted order'), fit.order, 1e-3) &&
              close(of(row, '±'), fit.half_width, 0.06) &&
              Number(of(row, 'points')) === fit.points,
          ),
        ),
      JSON.stringify(orders[0]),
    );
  }
  const { all } = await verdictsOf({ page, golden, given });
  for (const v of all.filter((_, i) => i % 12 === 3)) {
    await visit(page, `#/claim/${v.id}`);
    const { tests = [] } = written.claims.find(c => c.id === v.id),
      [, ...shown] = await cells('[aria-label=tests]');
    check(
      `${v.id}: what is asked and what is found`,
      shown.length === tests.length &&
        tests.every(([name, op, bound], k) => {
          const [number, asked, found] = shown[k];
          return (
            number === name &&
            asked.startsWith(op + ' ') &&
            (typeof bound !== 'number' || close(asked.slice(op.length + 1), bound)) &&
            (!(name in (v.numbers || {})) || typeof v.numbers[name] !== 'number' || close(found, v.numbers[name]))
          );
        }),
      JSON.stringify(shown),
    );
  }
  await visit(page, '#/');
  const lead = await page.locator('.lead').first().textContent(),
    n = verdict => all.filter(v => v.verdict === verdict).length,
    said = lead.match(/\d+/g).map(Number);
  check(
    'the overview counts',
    said.join() === [n('reproduced'), all.length, n('not-reproduced'), n('undecidable')].join(),
    lead,
  );
  await visit(page, '#/figures');
  const marks = await page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('main .figures li')]
        .filter(li => li.querySelector('.sum'))
        .map(li => [li.querySelector('a').getAttribute('href').split('/').pop(), li.querySelector('.sum').textContent]),
    ),
  );
  await visit(page, '#/');
  for (const figure of golden.values()) {
    const own = all.filter(v => v.figure === figure.id),
      bad = own.filter(v => v.verdict === 'not-reproduced').length,
      open = own.filter(v => v.verdict === 'undecidable').length;
    if (own.length)
      check(
        `the mark of ${figure.id}`,
        marks[figure.id] === (bad ? `✗${bad}` : open ? `?${open}` : '✓'),
        marks[figure.id],
      );
  }
  const surprises = await page.evaluate(() =>
    [...document.querySelectorAll('[data-surprise]')].map(d => [
      d.dataset.surprise,
      d.textContent,
      d.closest('tr').children[1].textContent,
      data.findings.claims[d.dataset.surprise],
    ]),
  );
  check(
    'surprises are the claims that are not reproduced, each against what is found',
    surprises.length === n('not-reproduced') &&
      surprises.every(
        ([id, claim, found, finding]) =>
          all.find(v => v.id === id).verdict === 'not-reproduced' &&
          written.claims.find(c => c.id === id).claim === claim &&
          (!finding || found === finding),
      ),
    String(surprises.length),
  );
}

/// Populations: on how many bodies a method is the best, where the curve of a distribution ends, what a place of a map says.
async function populations({ page, visit, check, sweeps }) {
  const rowsOf = selector =>
    page.evaluate(
      selector =>
        [...document.querySelectorAll(selector + ' tbody tr')].map(tr => [...tr.children].map(c => c.textContent.trim())),
      selector,
    );
  for (const [name, { spec, result }] of sweeps) {
    await visit(page, `#/populations/${name}?what=worst`);
    const bodies = Number(result.cells[0].count),
      ladder = result.cells.length / spec.methods.length;
    for (const [k, { of, metric }] of spec.questions.entries()) {
      const row = (await rowsOf(`[aria-label="shares in ${metric}"]`)).find(r => r[0] === of[0]),
        share = (100 * Number(result.questions[k].holds)) / bodies;
      check(`${name}: ${of[0]} is the best in ${metric}`, row && Math.abs(Number(row[1]) - share) < 0.01, `${row}: ${share}`);
    }
    for (const [m, method] of (result.maps.length ? spec.methods : []).entries()) {
      const panel = `.panel[data-key="map-0-${method}"]`;
      await page.locator(`${panel} summary`).click();
      await settled(page);
      const shown = (await rowsOf(panel)).map(r => Number(r[3])),
        wanted = result.maps[0].places
          .filter(p => p[1] === (m + 1) * ladder - 1 && Number(p[2][0]) > 0)
          .map(p => Math.log10(Math.max(Buffer.from(p[4][0].worst[0], 'hex').readDoubleBE(), 1e-17)));
      check(
        `${name}: the map of ${method}`,
        shown.length === wanted.length && wanted.every((v, i) => Math.abs(shown[i] - v) < 1e-3 * Math.abs(v)),
        `${shown.slice(0, 4)} | ${wanted.slice(0, 4)}`,
      );
    }
  }
}

export const readings = { figures, claims, carried, work, shapes, rows, populations };
