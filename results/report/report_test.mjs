// SPDX-License-Identifier: MIT
// The report in a headless Chromium without a network: plots are there, toggles work and are kept, nothing is fetched,
// nothing is said on the console, text can be read in both themes.
//
// usage: node report_test.mjs PROGRAM CHROMIUM FOLDER-WITH-NODE_MODULES RESULTS [REPORT.html]
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [program, chromiumPath, modules, results, given] = process.argv.slice(2);
const { chromium } = createRequire(path.join(path.resolve(modules), 'x.cjs'))('playwright-core');

let failed = 0,
  passed = 0;
function check(what, condition, detail = '') {
  if (condition) return void ++passed;
  ++failed;
  console.log(`FAILED: ${what} ${detail}`);
}

// --- a report from the golden results, with a timing file, a picture, a passport, a failed run and hostile text ----------

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'polhode-report-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
const HOSTILE = '</script><script>window.hostile = true</script><!--<script> & "quoted"';

function write() {
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
  execFileSync(program, ['report', '--out', folder, '--results', results], { stdio: 'ignore' });
  return path.join(folder, 'report.html');
}

const report = given ? path.resolve(given) : write();
const size = fs.statSync(report).size,
  address = pathToFileURL(report).href;
check('at most 1.5 MB', size <= 1.5e6, `${size} bytes`);

const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });

async function open(options = {}) {
  const context = await browser.newContext({
    offline: true,
    viewport: { width: 1280, height: 900 },
    acceptDownloads: true,
    ...options,
  });
  const page = await context.newPage();
  page.on('console', m => check('silent console', false, `${page.url()}: ${m.text()}`));
  page.on('pageerror', e => check('no error', false, `${page.url()}: ${e.message}`));
  page.on('request', r => check('no request leaves', /^(file|data|blob):/.test(r.url()), r.url().slice(0, 200)));
  return page;
}
/// Events have been heard and plots are drawn.
const settled = page =>
  page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))));
async function visit(page, where) {
  await page.goto(address + where);
  await settled(page);
}
const hidden = page =>
  page.evaluate(() => [...document.querySelectorAll('.chip[aria-pressed="false"]')].map(c => c.dataset.method));

// --- every page ------------------------------------------------------------------------------------------------------

const page = await open();
await visit(page, '#/');
const data = await page.evaluate(() => JSON.parse(document.getElementById('data').textContent));
check('all figures', data.figures.length === 24, String(data.figures.length));
check('a tile for every paper', (await page.locator('.tile').count()) === 5);
check('hostile text is text', !(await page.evaluate(() => window.hostile)));

for (const figure of data.figures) {
  await visit(page, `#/figure/${figure.id}`);
  const found = await page.evaluate(() => ({
    heading: document.querySelector('h1').textContent,
    text: document.getElementById('main').textContent,
    plots: [...document.querySelectorAll('.plot')].map(host => ({
      width: host.clientWidth,
      labels: host.querySelectorAll('text').length,
      longest: Math.max(0, ...[...host.querySelectorAll('.series path')].map(p => (p.getAttribute('d') || '').length)),
      marks: host.querySelectorAll('.series .mark').length,
      images: host.querySelectorAll('.series image').length,
    })),
    claims: document.querySelectorAll('table.claims tbody tr').length,
  }));
  check(`${figure.id}: its title`, found.heading === figure.title, found.heading);
  check(
    `${figure.id}: a plot per panel`,
    found.plots.length >= figure.panels.length && (figure.id === 'properties' || found.plots.length > 0),
    String(found.plots.length),
  );
  for (const p of found.plots)
    check(
      `${figure.id}: plots are not empty`,
      p.width > 100 && p.labels >= 3 && (p.longest > 20 || p.marks > 1 || p.images > 0),
      JSON.stringify(p),
    );
  check(`${figure.id}: its claims`, found.claims === figure.verdicts.length, String(found.claims));
  check(
    `${figure.id}: its command`,
    found.text.includes(`make ${figure.id}`) && found.text.includes(`polhode figure ${figure.id}`),
  );
  check(`${figure.id}: how to read it`, found.plots.length === 0 || found.text.includes('How to read'));
  check(
    `${figure.id}: no NaN`,
    !/NaN|undefined|Infinity|\[object|file:/.test(found.text) && !(await page.content()).includes('"NaN'),
  );
}
const others = [
  '',
  'claims',
  'claims/krysl2006',
  'work',
  'conservation',
  'methods',
  'problems',
  'failures',
  'provenance',
  'compare?a=imidm&b=trapm',
  ...(data.engines ? ['engines'] : []),
  'search?q=midpoint',
  'populations',
  ...data.methods.map(m => 'method/' + m.id),
  ...data.problems.map(p => 'problem/' + p.id),
];
for (const place of others) {
  await visit(page, '#/' + place);
  const over = await page.evaluate(overlaps);
  check(`${place || 'overview'}: no text lies over text`, over.length === 0, over.slice(0, 3).join('; '));
  check(
    `${place || 'overview'}: every plot has its command`,
    await page.evaluate(() => plots.every(p => /^(polhode|make) /.test(p.spec.command))),
  );
  const text = await page.locator('#main').textContent();
  check(
    `${place}: has content`,
    text.length > 30 && !/NaN|undefined|Infinity|\[object|file:|Not here/.test(text),
    text.slice(0, 200),
  );
}
await visit(page, '#/conservation');
for (const key of await page.locator('.choose option').evaluateAll(options => options.map(o => o.value))) {
  await page.locator('.choose select').selectOption(key);
  check(`conservation of ${key}`, (await page.locator('.series .band').count()) > 0);
}
await visit(page, '#/no/such/page');
check('an unknown page says so', (await page.locator('h1').textContent()) === 'Not here');

// --- what is drawn is what was measured --------------------------------------------------------------------------------

const GOLDEN = new Map(
  fs
    .readdirSync(path.join(results, 'golden'))
    .filter(name => name !== 'tolerances.json')
    .map(name => [name.replace('.json', ''), JSON.parse(fs.readFileSync(path.join(results, 'golden', name), 'utf8'))]),
);

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
    const scale = (list, at, name) => {
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
      const log = points.every(p => p[1] > 0) && straight(Math.log10) < (points.length > 2 ? straight(x => x) : 1),
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
      colours: Object.fromEntries(
        [...chart.querySelectorAll('.series')].map(g => [g.dataset.method, g.getAttribute('stroke')]),
      ),
      note: [...chart.closest('.panel').querySelectorAll('.note')].map(n => n.textContent).join(' '),
    };
    for (const g of chart.querySelectorAll('.series')) {
      if (!x || !y) continue;
      const marks = [...g.querySelectorAll('.mark')].map(m => pixels(m.getAttribute('transform'))),
        band = g.querySelector('.band');
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

/// In the page: texts that lie over each other, in plots and anywhere else. What scrolls out of its box is not seen.
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

// figure1 was measured again, and errors of the size of rounding are not those of another build.
if (!given) GOLDEN.set('figure1', JSON.parse(fs.readFileSync(path.join(folder, 'figure1.json'), 'utf8')));
let readPoints = 0,
  readBands = 0;
for (const figure of GOLDEN.values()) {
  await visit(page, `#/figure/${figure.id}`);
  const shown = await page.evaluate(verdictsOnPage);
  for (const v of figure.verdicts)
    check(
      `${figure.id}: verdict of ${v.id}`,
      shown[v.id] === `${v.verdict}: ${WORDS[v.verdict]}`,
      `${shown[v.id]}, ${v.verdict}`,
    );
  const found = await page.evaluate(readBack);
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
        if (!/^(step h|operations)/.test(plot.names[0])) continue; // times are of this machine
        for (const s of panel.series) {
          if (figure.id === 'krysl2006-figure1' && s === panel.series[0] && !given) continue; // made to fail above
          const wanted = s.points
            .filter(p => p.status === 'ok' && p.errors[norm.key] > 0)
            .map(p => [/^step h/.test(plot.names[0]) ? Math.abs(p.h) : p.tally.operations, p.errors[norm.key]])
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
      const printed = plot.note.match(new RegExp(`${s.label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')} ([-\\d.e+]*\\d)`));
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
  if (/krysl2006-figure[45]/.test(figure.id))
    check(
      `${figure.id}: the paper's axes`,
      found.every(p => p.names[0] === 'step' && p.names[1] === 'H/H₀'),
      JSON.stringify(found.map(p => p.names)),
    );
  check(
    `${figure.id}: no text lies over text`,
    (await page.evaluate(overlaps)).length === 0,
    (await page.evaluate(overlaps)).slice(0, 3).join('; '),
  );
}
check('many marks were read back', readPoints > 500 && readBands > 20, `${readPoints}, ${readBands}`);

// Styles: no method looks like another.
{
  const looks = await page.evaluate(() => data.methods.map(m => [m.id, Object.values(style(m.id)).join()]));
  const taken = new Map();
  for (const [id, look] of looks) {
    check(`${id} looks like itself`, !taken.has(look), `like ${taken.get(look)}`);
    taken.set(look, id);
  }
}

// --- claims ------------------------------------------------------------------------------------------------------------

const verdicts = given
  ? data.figures.flatMap(f => f.verdicts.map(v => ({ ...v, figure: f.id })))
  : [...GOLDEN.values()].flatMap(f => f.verdicts.map(v => ({ ...v, figure: f.id })));
const timed = data.figures.flatMap(f => f.verdicts).filter(v => !verdicts.some(w => w.id === v.id));
const all = [...verdicts, ...timed];
const paperOfClaim = new Map(data.claims.map(c => [c.id, c.paper]));
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
check('claims of a figure', (await rowsOnPage()) === GOLDEN.get('figure7').verdicts.length);
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

// --- how far claims carry, and engines: what is shown is what is kept --------------------------------------------------

{
  const kept = JSON.parse(fs.readFileSync(path.join(results, 'robustness.json'), 'utf8')),
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
      shown.some(([id, text]) => id === q.claim && text.startsWith(q.where) && (q.holds + q.fails === 0 || text.includes(percent(q)))),
    );
  await visit(page, '#/claim/krysl2006.2.R');
  const own = questions.filter(q => q.claim === 'krysl2006.2.R'),
    rows = await page.locator('[aria-label="how far it carries"] tbody tr').allTextContents();
  check(
    'a claim has its populations',
    rows.length === own.length && own.every(q => rows.some(r => r.includes(q.id) && r.includes(percent(q)))),
    rows.join('; '),
  );
}
if (data.engines) {
  await visit(page, '#/engines');
  const engines = Object.entries(data.engines.methods).filter(([, f]) => f.adapter),
    rows = await page.locator('[aria-label="engines"] tbody tr').allTextContents();
  check('a row for every engine', rows.length === engines.length && engines.every(([id], i) => rows[i].includes(id)));
  check(
    'every engine is drawn',
    engines.every(([id, f], i) => rows[i].includes(f.label)) &&
      (await page.locator('.panel').first().locator('.series').count()) >=
        engines.filter(([, f]) => f.throw.time[1].some(e => e > 0)).length,
  );
  check(
    'a row for every question',
    (await page.locator('[aria-label="questions"] tbody tr').count()) === data.engines.threads.length,
  );
  await visit(page, `#/engines?of=${engines[0][1].adapter}`);
  check('and one engine alone', (await page.locator('.panel').first().locator('.series').count()) < engines.length);
}

// --- toggling and highlighting, kept across pages and in the fragment -------------------------------------------------

await visit(page, '#/figure/krysl2006-figure2');
const drawn = method => page.locator(`.panel .series[data-method="${method}"]`).count();
check('two plots show swc1', (await drawn('swc1')) === 2);
await page.locator('.chip[data-method="swc1"]').click();
check('a click hides', (await drawn('swc1')) === 0 && (await hidden(page)).join() === 'swc1');
check('the fragment says so', page.url().includes('hide=swc1'), page.url());
await page.locator('.chip[data-method="akw"]').focus();
await page.keyboard.press('Space');
check('Space hides', (await drawn('akw')) === 0 && (await hidden(page)).length === 2);
await page.keyboard.press('h');
check('h highlights', page.url().includes('one=akw'), page.url());
await page.keyboard.press(']');
await settled(page);
check('] is the next figure', page.url().includes('krysl2006-figure3'), page.url());
check(
  'both stay hidden on another page',
  (await hidden(page)).sort().join() === 'akw,swc1' && (await drawn('swc1')) === 0,
);
await page.locator('nav a', { hasText: 'Conservation' }).click();
await settled(page);
check('and after a link', page.url().includes('conservation') && page.url().includes('hide='), page.url());
const again = await open();
await again.goto(page.url());
await settled(again);
check('a sent address shows the same', (await again.evaluate(() => state.hidden.size)) === 2);
await page.goBack();
await settled(page);
check('back is back', page.url().includes('krysl2006-figure3'), page.url());
await page.locator('#status button').click();
check('show all', (await hidden(page)).length === 0 && (await drawn('swc1')) === 2);
await page.locator('.chip[data-method="imid"]').focus();
await page.keyboard.press('o');
check('o leaves one', (await drawn('imid')) === 2 && (await page.locator('.series').count()) === 2);
await page.keyboard.press('o');
check('o again shows all', (await hidden(page)).length === 0);

// --- zoom, tooltips, keys on a plot, tables, downloads ----------------------------------------------------------------

await visit(page, '#/figure/krysl2006-figure2');
const plot = page.locator('.plot').first(),
  ticks = () => plot.locator('.ticks').textContent(),
  before = await ticks();
const mark = await plot.locator('.series .mark').first().boundingBox();
await page.mouse.move(mark.x + mark.width / 2, mark.y + mark.height / 2);
check('a tooltip', (await page.locator('#tip').isVisible()) && /steps/.test(await page.locator('#tip').textContent()));
const box = await plot.boundingBox();
await page.mouse.move(box.x + 150, box.y + 80);
await page.mouse.down();
await page.mouse.move(box.x + 260, box.y + 180, { steps: 4 });
await page.mouse.up();
check('dragging zooms', (await ticks()) !== before && page.url().includes('v.'), page.url());
await visit(page, page.url().slice(page.url().indexOf('#')));
check('the zoom is in the address', (await ticks()) !== before);
await page.locator('.plot').first().focus();
await page.keyboard.press('0');
check('0 shows all', (await ticks()) === before);
await page.keyboard.press('ArrowRight');
const first = await page.locator('#tip').textContent();
await page.keyboard.press('ArrowDown');
check('arrows walk', first.length > 0 && (await page.locator('#tip').textContent()) !== first);
await page.locator('.panel').first().getByText('log x').click();
check('axes turn linear', (await ticks()) !== before);
await page.locator('.panel').first().locator('summary').click();
await settled(page);
check('a table behind', (await page.locator('.panel').first().locator('tbody tr').count()) > 10);
const csv = await Promise.all([page.waitForEvent('download'), page.locator('.panel').first().getByText('CSV').click()]);
const lines = fs
  .readFileSync(await csv[0].path(), 'utf8')
  .trim()
  .split('\n');
check(
  'the data as CSV',
  lines.length > 10 &&
    lines.every(l => l.split(',').length === lines[0].split(',').length) &&
    !/NaN|undefined/.test(lines.join()),
  lines[0],
);
const saved = await Promise.all([
  page.waitForEvent('download'),
  page.locator('.panel').first().getByText('SVG').click(),
]);
check('the plot as SVG', fs.readFileSync(await saved[0].path(), 'utf8').startsWith('<svg'));

await visit(page, '#/figure/figure6');
const sphere = page.locator('.panel', { has: page.locator('.ball') }).first(),
  shape = () => sphere.locator('.near').getAttribute('d'),
  from = await shape();
await sphere.locator('.plot').focus();
await page.keyboard.press('ArrowLeft');
check('spheres turn', (await shape()) !== from);

await visit(page, '#/work');
await page.locator('.choose select').nth(1).selectOption('steps');
check(
  'any metric on an axis',
  (await page.locator('.ticks .name').first().textContent()) === 'steps' && page.url().includes('x=steps'),
);

// Two plots with the same axis across zoom together, and show the same point.
{
  await visit(page, '#/figure/krysl2006-figure2');
  const ring = k => page.locator('.plot').nth(k).locator('.ring').getAttribute('visibility'),
    across = k => page.locator('.plot').nth(k).locator('.ticks').textContent();
  const before = await across(1);
  await page.locator('.plot').first().focus();
  await page.keyboard.press('ArrowRight');
  check('a point is shown in both plots', (await ring(0)) === 'visible' && (await ring(1)) === 'visible');
  await page.keyboard.press('+');
  check('both zoom', (await across(1)) !== before);
  await page.keyboard.press('0');
  check('and back', (await across(1)) === before);
  await page.locator('.together input').uncheck();
  await page.locator('.plot').first().focus();
  await page.keyboard.press('+');
  check('or apart', (await across(1)) === before && page.url().includes('apart'));
}

// Methods have their box, the line to include, and where they win.
for (const m of data.methods) {
  await visit(page, '#/method/' + m.id);
  const found = await page.evaluate(() => ({
    equations: document.querySelectorAll('.box math').length,
    box: (document.querySelector('.box') || {}).textContent || '',
    copied: (document.querySelector('.copied pre') || {}).textContent || '',
  }));
  check(`${m.id}: its box`, found.box.length > 60 && !/undefined/.test(found.box), found.box.slice(0, 80));
  check(
    `${m.id}: its header exists`,
    m.headers.every(h => found.copied.includes(`#include "${h}"`) && fs.existsSync(path.join(results, '..', h))),
    found.copied,
  );
}
{
  await visit(page, '#/method/imidm');
  check(
    'equations are MathML',
    (await page.locator('.box math').count()) >= 5 && (await page.locator('.box math msub').count()) > 5,
  );
  check('the citation has its DOI', (await page.locator('a[href="https://doi.org/10.1002/cnm.963"]').count()) === 1);
  // in krysl2006-figure1 at an error of 1e-4 in the momentum, by counted operations
  const rows = await page.locator('table.wins tbody tr').allTextContents();
  check(
    'where it wins',
    rows.some(r => /Free body: convergence of seven methods.*4 of 7, 6\.1 times akw/.test(r)),
    rows[0],
  );
  await page.locator('.copied button').click();
  check('the line is copied', (await page.locator('.copied button').textContent()) === 'copied');
  await visit(page, '#/compare?a=imidm&b=trapm');
  check(
    'two methods side by side',
    (await page.locator('table.beside thead').first().textContent()).includes('imidm') &&
      (await page.locator('.panel .series').count()) >= 4,
  );
  await page.locator('.choose select').nth(1).selectOption('rk4');
  check('and others', page.url().includes('b=rk4') && (await page.locator('h1').textContent()) === 'IMIDM beside RK4');
  await page.locator('#search input').fill('krysl2006-figure4');
  await page.keyboard.press('Enter');
  await settled(page);
  check(
    'search finds by id',
    (await page.locator('#main tbody a').first().getAttribute('href')) === '#/figure/krysl2006-figure4',
    page.url(),
  );
}

// A target ranks: the cost at it, from the golden ladder by a straight line on logarithmic axes.
{
  await visit(page, '#/work?panel=figure5.0&x=operations&y=Omega_u&target=1e-5');
  const names = await page.locator('table.ranked th[scope=row]').allTextContents(),
    costs = (await page.locator('table.ranked td:nth-child(2)').allTextContents()).map(Number);
  const wanted = GOLDEN.get('figure5')
    .panels[0].series.map(s => {
      const points = s.points
          .filter(p => p.status === 'ok')
          .map(p => [p.tally.operations, p.errors.Omega_u])
          .sort((a, b) => a[0] - b[0]),
        at = points.findIndex((p, k) => points.slice(k).every(q => q[1] <= 1e-5));
      if (at < 1) return [s.method, at < 0 ? Infinity : points[0][0]];
      const [[x0, y0], [x1, y1]] = [points[at - 1], points[at]];
      return [s.method, x0 * (x1 / x0) ** (Math.log(1e-5 / y0) / Math.log(y1 / y0))];
    })
    .filter(w => w[1] < Infinity)
    .sort((a, b) => a[1] - b[1]);
  check(
    'a target ranks the methods',
    names.join() === wanted.map(w => w[0]).join() && costs.every((c, k) => Math.abs(c / wanted[k][1] - 1) < 1e-3),
    `${names} ${costs} | ${wanted}`,
  );
  check(
    'the target is drawn, and the front',
    (await page.locator('.target').count()) === 1 && (await page.locator('.front').count()) === 1,
  );
}

// Files of one's own.
{
  const spec = { body: { inertia: [1, 2, 3], momentum: [0.3, -1.2, 0.5] }, h: 0.1, steps: 100, every: 1 },
    wrote = (name, text) => (fs.writeFileSync(path.join(folder, name), text), path.join(folder, name));
  const run = method =>
    wrote(
      `${method}-run.json`,
      spawnSync(program, ['run', '-'], { input: JSON.stringify({ ...spec, method }), encoding: 'utf8' }).stdout,
    );
  await visit(page, '#/file');
  await page.locator('input[type=file]').setInputFiles([run('mr'), run('imidm')]);
  await page.waitForFunction(() => document.querySelectorAll('.panel').length === 3);
  check(
    'two runs give their difference',
    (await page.locator('.panel .title').allTextContents()).join() === 'Body momentum,Energy,Difference',
  );
  const top = JSON.stringify({
    body: { inertia: [1, 5, 6], momentum: [10, 50, 60] },
    torque: { kind: 'gravity', moment: [0, 0, 1] },
    time: 0.2,
  });
  const advice = spawnSync(program, ['recommend', wrote('top.json', top), '--attitude-error', '1e-4', '--json'], {
    encoding: 'utf8',
  }).stdout;
  await page
    .locator('input[type=file]')
    .setInputFiles([wrote('advice.json', advice), wrote('no.json', '{"schema": "x"}'), wrote('none.json', '{')]);
  await page.waitForFunction(() => document.querySelectorAll('.panel').length === 1);
  const text = await page.locator('#main').textContent();
  check(
    'a recommendation shows',
    text.includes(JSON.parse(advice).why[0].slice(1)) && (await page.locator('.target').count()) === 1,
  );
  const baseline = JSON.parse(fs.readFileSync(path.join(results, 'perf', 'baseline.json'), 'utf8')),
    [row] = Object.entries(baseline.rows).find(([, r]) => r.instructions > 100);
  baseline.rows[row].instructions *= 1.25;
  const compared = spawnSync(
    program,
    ['compare', path.join(results, 'perf', 'baseline.json'), wrote('after.json', JSON.stringify(baseline)), '--json'],
    { encoding: 'utf8' },
  ).stdout;
  await page.locator('input[type=file]').setInputFiles(wrote('compared.json', compared));
  await page.waitForFunction(() => document.querySelector('[data-key="comparison"]'));
  check(
    'a comparison shows',
    (await page.locator('#main').textContent()).includes(row) &&
      /1\.25/.test(await page.locator('#main tbody').last().textContent()),
  );
  check(
    'other files are refused with what is accepted',
    /no\.json: schema "x" is given; accepted: JSON of polhode run/.test(text) &&
      /none\.json: no JSON; accepted/.test(text),
  );
}

// A population: the curves are the distribution of the cases themselves.
if (!given) {
  const spec = {
    schema: 'polhode/sweep/1',
    title: 'Three methods',
    seed: 3,
    population: { bodies: 30 },
    duration: { radians: 10 },
    methods: ['mr', 'imidm', 'imid'],
    steps: [50, 100],
    metrics: ['Pi', 'R'],
    maps: [
      { over: 'triangle', n: 4, metrics: ['R'] },
      { over: 'momentum', n: 3, metrics: ['R'] },
    ],
    questions: ['mr', 'imidm', 'imid'].map((m, _, all) => ({
      id: m,
      metric: 'Pi',
      steps: 100,
      of: [m],
      against: all.filter(x => x !== m),
      below: 1,
    })),
  };
  const file = path.join(folder, 'spec.json'),
    to = path.join(folder, 'sweeps', 'three');
  fs.writeFileSync(file, JSON.stringify(spec));
  execFileSync(program, ['sweep', file, '-o', to], { stdio: 'ignore' });
  fs.copyFileSync(file, path.join(to, 'given.json'));
  const errors = new Map(); // of the momentum at 100 steps, case by case
  spec.methods.forEach((m, k) =>
    errors.set(
      m,
      Array.from(
        { length: 30 },
        (_, body) =>
          JSON.parse(
            spawnSync(program, ['sweep', file, '--case', String((body * 3 + k) * 2 + 1), '--json'], {
              encoding: 'utf8',
            }).stdout,
          ).metrics.Pi.value,
      ),
    ),
  );
  await visit(page, '#/file');
  await page.locator('input[type=file]').setInputFiles(path.join(to, 'result.json'));
  await page.waitForFunction(() => document.querySelectorAll('.panel').length === 6);
  const drawn = await page.evaluate(() =>
    plots.map(p => ({
      key: p.spec.key,
      series: p.spec.series.map(s => ({ method: s.method, x: s.x, y: s.y, z: s.z })),
    })),
  );
  const of = key => drawn.find(p => p.key === key).series;
  for (const s of of('distribution-Pi-100'))
    check(
      `distribution of ${s.method}`,
      s.x.every((x, i) => Math.abs(s.y[i] - errors.get(s.method).filter(e => e < x).length / 30) < 1e-12 || i % 2),
      JSON.stringify(s).slice(0, 200),
    );
  for (const s of of('profile-Pi-100')) {
    const best = [...Array(30).keys()].map(b => Math.min(...spec.methods.map(m => errors.get(m)[b])));
    check(
      `profile of ${s.method}`,
      s.x.every(
        (x, i) =>
          i % 2 ||
          Math.abs(
            s.y[i] - errors.get(s.method).filter((e, b) => e / best[b] < x || (i === 0 && e === best[b])).length / 30,
          ) < 1e-12,
      ),
      JSON.stringify(s).slice(0, 200),
    );
  }
  const places = drawn.filter(p => p.key.startsWith('map-0-'));
  check(
    'a map for every method',
    places.length === 3 &&
      places.every(p => p.series[0].x.every((x, i) => p.series[0].y[i] <= 1 && x + p.series[0].y[i] >= 1 - 1 / 8)),
  );
  execFileSync(program, ['report', '--out', folder, '--results', results], { stdio: 'ignore' });
  await page.goto('about:blank'); // or the old page would stay
  await visit(page, '#/populations/three');
  check(
    'the report has it',
    (await page.locator('h1').textContent()) === 'Three methods' && (await page.locator('.panel').count()) === 6,
  );
  const kept = await page.evaluate(() =>
    plots.filter(p => p.spec.key.startsWith('map-0-')).map(p => p.spec.series[0].z),
  );
  check(
    'with the same maps',
    kept.every((z, k) => z.every((v, i) => Math.abs(v - places[k].series[0].z[i]) < 1e-3)),
    JSON.stringify(kept).slice(0, 200),
  );
}

if (!given) {
  check('times are there', data.figures.find(f => f.id === 'figure1').times[0].mr.length > 3);
  await visit(page, '#/figure/figure1');
  check('error against time', (await page.locator('.ticks .name', { hasText: 'time of the run' }).count()) === 1);
  check(
    'with whiskers',
    (await page.locator('.whisker').count()) === data.figures.find(f => f.id === 'figure1').panels[0].series.length,
  );
  await visit(page, '#/failures');
  check('failures are listed with their reason', (await page.locator('#main').textContent()).includes(HOSTILE));
  await visit(page, '#/method/mr');
  check(
    'passports show what they hold',
    /symplectic.*found yes.*yes.*agrees/.test(await page.locator('#main').textContent()) &&
      (await page.locator('[data-key="passport"] .mark').count()) > 10,
  );
}

// --- it turns: the integrators of the page are those of the library, the player plays ------------------------------------

{
  const bodies = [
    { I: [1, 2, 3], Pi: [0.3, -1.2, 0.5], time: 10, steps: 100 },
    { I: [0.6, 0.8, 1], Pi: [1.8, 0.4, -0.9], time: 10, steps: 200 },
    { I: [1, 2, 3], Pi: [0.01, 2, 0.01], time: 6, steps: 60 }, // almost about the middle axis: the other series
    { I: [3, 1, 2], Pi: [0.01, -0.02, 1.5], time: -6, steps: 60 },
    { I: [5, 5, 1], Pi: [0.3, 0.2, 5], time: 5, steps: 100 },
    { I: [2, 1, 2], Pi: [1, 0.2, -0.4], time: 9, steps: 90 },
    { I: [2, 2, 2], Pi: [1, 0.2, -0.4], time: 9, steps: 90 },
    { I: [1, 5, 6], Pi: [10, 50, 60], moment: [0, 0, 1], time: 1, steps: 100 },
    { I: [5, 5, 1], Pi: [0, 0.1, 5], moment: [0.3, 0, 20], time: 2, steps: 400 },
  ];
  const q0 = [0.8, 0, 0.6, 0];
  for (const body of bodies)
    for (const method of ['exact', 'mr', 'sej', 'rk4', 'imidm']) {
      if (body.moment && method === 'exact') continue;
      const spec = {
        body: { inertia: body.I, momentum: body.Pi, attitude: q0 },
        torque: body.moment ? { kind: 'gravity', moment: body.moment } : { kind: 'none' },
        method,
        time: body.time,
        steps: body.steps,
      };
      const { final } = JSON.parse(
        spawnSync(program, ['run', '-'], { input: JSON.stringify(spec), encoding: 'utf8' }).stdout,
      );
      const found = await page.evaluate(
        ([body, q, method]) => motion({ ...body, q }, method, body.time / body.steps, body.steps).at(-1),
        [body, q0, method],
      );
      const size = Math.hypot(...body.Pi),
        length = Math.hypot(...found.q),
        sign = Math.sign(found.q.reduce((sum, x, k) => sum + x * final.attitude.quaternion[k], 0));
      const off = Math.max(
        ...final.momentum.map((x, k) => Math.abs(x - found.Pi[k]) / size),
        ...final.attitude.quaternion.map((x, k) => Math.abs(x - (sign * found.q[k]) / length)),
      );
      check(`${method} in the page is that of the library, I = (${body.I})`, off < 1e-12, String(off));
    }
}
// A recommendation in the same shell: colours, markers, phone layout, the motion, the program.
if (!given) {
  const body = path.join(results, '..', 'problems', 'examples', 'heavy_top.json'),
    to = path.join(folder, 'advice.html');
  execFileSync(program, ['recommend', body, '--attitude-error', '1e-6', '--html', to], { stdio: 'ignore' });
  const view = await open();
  await view.goto(pathToFileURL(to).href);
  await settled(view);
  const best = await view.evaluate(() => data.recommendation.best);
  check(
    'a recommendation says what to use',
    (await view.locator('.answer').textContent()).includes(`Use ${best.method} with ${best.steps} steps`),
  );
  check('the program to paste', (await view.locator('.copied pre').textContent()).includes('integrate<'));
  check('its motion', (await view.locator(`.stage[data-method="${best.method}"]`).count()) === 1);
  await view.locator('.player').first().focus();
  for (let k = 0; k < best.steps; ++k) await view.keyboard.press('ArrowRight');
  const off = Number((await view.locator('.stage').first().locator('dd').nth(1).textContent()).replace(' rad', ''));
  check('which ends where it is promised', off > 0 && off < 1e-6, String(off));
  check(
    'methods look as in the report',
    (await view.evaluate(m => style(m).color, best.method)) === (await page.evaluate(m => style(m).color, best.method)),
  );
  check(
    'the point is ringed, the target drawn',
    (await view.locator('.plot .ring').count()) === 2 && (await view.locator('.target').count()) === 1,
  );
  await view.setViewportSize({ width: 360, height: 740 });
  await settled(view);
  check('it fits a phone', (await view.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  await view.evaluate(() => go('method/imidm'));
  await settled(view);
  check('methods are at hand', (await view.locator('h1').textContent()).includes('IMIDM'));
  await view.context().close();
}
// Four bodies at 60 frames a second; the page in half a second.
{
  await visit(page, '#/throw?of=exact,mr,imidm,rk4');
  const ms = await page.evaluate(() => {
    const player = new Player({
      body: { I: [1, 2, 3], Pi: [0.02, 2, 0.02], q: [1, 0, 0, 0] },
      h: 0.3,
      n: 400,
      methods: ['exact', 'mr', 'imidm', 'rk4'].map(known),
    });
    document.getElementById('main').append(player.node);
    return Math.min(
      ...[0, 1, 2, 3, 4].map(() => {
        const before = performance.now();
        for (let k = 0; k < 20; ++k) player.show(300 + k / 20);
        return (performance.now() - before) / 20;
      }),
    );
  });
  check('four bodies are drawn in the time of a frame', ms < 16, `${ms} ms`);
  let least = Infinity;
  for (let k = 0; k < 6 && least > 500; ++k) {
    await page.goto('about:blank');
    await page.goto(address + '#/figure/figure1');
    least = Math.min(least, await page.evaluate(() => performance.getEntriesByType('navigation')[0].loadEventEnd));
  }
  check('loads in half a second', least <= 500, `${least} ms`);
  console.log(`a frame of four bodies ${ms.toFixed(1)} ms, load ${least.toFixed(0)} ms`);
}
{
  const picture = path.join(results, '..', 'docs', 'picture.svg');
  if (fs.existsSync(picture))
    check(
      "the README's picture is what picture.mjs draws",
      execFileSync(process.execPath, [path.join(results, 'report', 'picture.mjs')], { encoding: 'utf8' }) ===
        fs.readFileSync(picture, 'utf8'),
    );
}
{
  const still = await open({ reducedMotion: 'reduce' });
  await visit(still, '#/');
  check(
    'reduced motion: nothing moves by itself',
    /Play/.test(await still.locator('.player-tools button').first().textContent()),
  );
  await still.context().close();
  const moving = await open({ reducedMotion: 'no-preference' });
  await visit(moving, '#/');
  const clock = () => moving.locator('.clock').textContent(),
    at = await clock();
  await moving.waitForTimeout(400);
  check('the overview turns', (await clock()) !== at, at);
  await moving.locator('.player-tools button').first().click();
  const paused = await clock();
  await moving.waitForTimeout(200);
  check('and can be paused', (await clock()) === paused);
  await moving.context().close();
  for (const place of [
    'figure/figure6',
    'figure/figure7',
    'problem/free-krysl',
    'problem/lagrange-top-fast',
    'problem/perturbed-frb',
  ]) {
    await visit(page, '#/' + place);
    check(`${place}: a player`, (await page.locator('.player .stage').count()) >= 3);
  }
  await visit(page, '#/throw');
  await page.locator('.player').focus();
  await page.keyboard.press('ArrowRight');
  check('an arrow is a step', (await page.locator('.clock').textContent()).startsWith('step 1,'));
  const painted = () => page.evaluate(() => document.querySelector('.stage canvas').toDataURL()),
    before = await painted();
  await page.keyboard.press('ArrowRight');
  check('the body has turned', (await painted()) !== before);
  const number = async k =>
    Number((await page.locator('.stage[data-method="mr"] dd').nth(k).textContent()).replace(' rad', ''));
  await page.locator('.player input[type=range]').fill('100');
  const spec = { body: { inertia: [1, 2, 3], momentum: [0.02, 2, 0.02] }, method: 'mr', h: 0.3, steps: 100 };
  const run = m =>
    JSON.parse(
      spawnSync(program, ['run', '-'], { input: JSON.stringify({ ...spec, method: m }), encoding: 'utf8' }).stdout,
    );
  const [mr, exact] = [run('mr'), run('exact')],
    cosine = Math.abs(
      mr.final.attitude.quaternion.reduce((sum, x, k) => sum + x * exact.final.attitude.quaternion[k], 0),
    );
  const E0 = 0.5 * (0.02 ** 2 / 1 + 2 ** 2 / 2 + 0.02 ** 2 / 3);
  check(
    'the energy error read out is that of the library',
    Math.abs((await number(0)) - (mr.final.energy - E0) / E0) < 0.06 * Math.abs(mr.final.energy / E0 - 1) + 1e-15,
    `${await number(0)}, ${mr.final.energy / E0 - 1}`,
  );
  check(
    'and so is the attitude error',
    Math.abs((await number(1)) / (2 * Math.acos(Math.min(cosine, 1))) - 1) < 0.06,
    String(await number(1)),
  );
  await page.locator('[data-play="imidm"]').click();
  check(
    'methods come and go',
    (await page.locator('.stage[data-method="imidm"]').count()) === 1 && page.url().includes('imidm'),
    page.url(),
  );
  await page.locator('.slide input').nth(0).fill('2.5');
  check('the throw is in the address', page.url().includes('I=2.5,2,3'), page.url());
  await visit(page, page.url().slice(page.url().indexOf('#')));
  check('and thrown again from there', (await page.locator('.stage').count()) === 4);
  await visit(page, '#/throw?I=0,1,x&h=0&n=1e9&of=nonsense');
  check(
    'nonsense in the address is not thrown',
    (await page.locator('.stage').count()) === 3 && !/NaN/.test(await page.locator('#main').textContent()),
  );
}

// --- light and dark --------------------------------------------------------------------------------------------------

/// Text that is too weak against what is behind it, in the page.
function weakText() {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = color => {
    (canvas.clearRect(0, 0, 1, 1), (canvas.fillStyle = color), canvas.fillRect(0, 0, 1, 1));
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return { r, g, b, a: a / 255 };
  };
  const light = ({ r, g, b }) => {
    const [x, y, z] = [r, g, b].map(c => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  const behind = node => {
    for (let n = node; n && n.nodeType === 1; n = n.parentNode) {
      const c = rgba(getComputedStyle(n).backgroundColor);
      if (c.a > 0.99) return c;
    }
    return rgba('white');
  };
  const weak = [],
    walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let seen = 0;
  while (walker.nextNode()) {
    const node = walker.currentNode.parentNode;
    if (
      !walker.currentNode.textContent.trim() ||
      /SCRIPT|STYLE|NOSCRIPT|OPTION/.test(node.tagName) ||
      !node.getClientRects().length
    )
      continue;
    const style = getComputedStyle(node),
      color = rgba(node instanceof SVGElement ? style.fill : style.color);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
    const r = ratio(color, behind(node));
    ++seen;
    if (r < (large ? 3 : 4.5))
      weak.push(
        `${r.toFixed(2)} "${walker.currentNode.textContent.slice(0, 30)}" in ${node.tagName}.${node.getAttribute('class')}`,
      );
  }
  for (const line of document.querySelectorAll('.series .line, .series .mark')) {
    const r = ratio(rgba(getComputedStyle(line).stroke), behind(line.closest('.plot')));
    if (r < 3) weak.push(`${r.toFixed(2)} line of ${line.parentNode.dataset.method}`);
  }
  return { seen, weak: [...new Set(weak)] };
}
for (const theme of ['light', 'dark']) {
  const themed = await open({ colorScheme: theme });
  for (const place of [
    '',
    'figure/krysl2006-figure3',
    'figure/frb2008-figure6',
    'figure/figure7',
    'figure/frb2008-figure5',
    'throw',
    'claim/krysl2006.2.R',
    'claims/frb2008',
    'work',
    'conservation',
    'methods',
    'method/mr',
    'problem/coulomb-wall',
    'failures',
    'provenance',
  ]) {
    await visit(themed, '#/' + place + '?hide=swc1');
    const { seen, weak } = await themed.evaluate(weakText);
    check(
      `${theme} ${place}: text can be read`,
      seen > 20 && weak.length === 0,
      `${seen} texts; ${weak.slice(0, 5).join('; ')}`,
    );
  }
  const ground = () => themed.evaluate(() => getComputedStyle(document.body).backgroundColor),
    system = await ground();
  await themed.keyboard.press('t');
  await themed.keyboard.press('t');
  await themed.evaluate(
    t => {
      while (document.documentElement.dataset.theme !== t) document.getElementById('theme').click();
    },
    theme === 'light' ? 'dark' : 'light',
  );
  check(`the switch overrules the system's ${theme}`, (await ground()) !== system);
  await themed.context().close();
}

// --- nothing that a screen reader or a keyboard cannot use ---------------------------------------------------------------

const axe = fs.readFileSync(path.join(modules, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');
const EVERY_PAGE = [
  '',
  'claims',
  'claim/krysl2006.2.R',
  'throw',
  'work?target=1e-5',
  'file',
  'populations',
  'conservation',
  'methods',
  'method/mr',
  'method/imidm',
  'compare',
  ...(data.engines ? ['engines'] : []),
  'problems',
  'problem/free-krysl',
  'problem/heavy-top-alpha',
  'failures',
  'provenance',
  'search?q=top',
  ...data.figures.map(f => 'figure/' + f.id),
];
for (const theme of ['light', 'dark']) {
  const read = await open({ colorScheme: theme, reducedMotion: 'reduce' });
  for (const place of EVERY_PAGE) {
    await visit(read, '#/' + place);
    await read.evaluate(axe);
    const { violations, passes } = await read.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
    check(
      `${theme} ${place}: accessible`,
      violations.length === 0 && passes.length > 10,
      violations.map(v => `${v.id} (${v.nodes.length}): ${v.nodes[0].html.slice(0, 120)}`).join('; '),
    );
  }
  await read.context().close();
}

// --- fingers, pixels, the command ----------------------------------------------------------------------------------------

{
  const phone = await open({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await visit(phone, '#/figure/krysl2006-figure2');
  const host = phone.locator('.plot').first();
  await host.scrollIntoViewIfNeeded();
  const mark = await host.locator('.series .mark').nth(2).boundingBox();
  await phone.touchscreen.tap(mark.x + mark.width / 2, mark.y + mark.height / 2);
  check('a tap is a value', await phone.locator('#tip').isVisible());
  const ticks = () => host.locator('.ticks').textContent(),
    before = await ticks();
  await host.evaluate(node => {
    const box = node.getBoundingClientRect(),
      [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const send = (type, pointerId, dx) =>
      node.dispatchEvent(
        new PointerEvent(type, {
          pointerId,
          pointerType: 'touch',
          clientX: x + dx,
          clientY: y,
          button: 0,
          bubbles: true,
        }),
      );
    (send('pointerdown', 5, -20), send('pointerdown', 6, 20), send('pointermove', 6, 90), send('pointermove', 5, -90));
    (send('pointerup', 5, -90), send('pointerup', 6, 90));
  });
  check('two fingers zoom', (await ticks()) !== before);
  await phone.context().close();
  await visit(page, '#/figure/krysl2006-figure2');
  const png = await Promise.all([
    page.waitForEvent('download'),
    page.locator('.panel').first().getByText('PNG').click(),
  ]);
  check(
    'the plot as PNG',
    fs
      .readFileSync(await png[0].path())
      .subarray(1, 4)
      .toString() === 'PNG',
  );
  await page.locator('.panel').first().getByText('copy', { exact: true }).click();
  check('the command is copied', (await page.locator('.panel .tools').first().textContent()).includes('copied'));
}

// --- narrow, printed, by keyboard ---------------------------------------------------------------------------------------

const narrow = await open({ viewport: { width: 360, height: 740 } });
for (const place of [
  '',
  'throw',
  'claim/krysl2006.2.R',
  'figure/krysl2006-figure1',
  'figure/figure7',
  'work',
  'conservation',
  'method/mr',
  'method/imidm',
  'compare',
  'populations',
  'search?q=top',
  'claims',
]) {
  await visit(narrow, '#/' + place);
  const over = await narrow.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  check(`narrow ${place}: nothing sticks out`, over <= 0, `${over} pixels`);
  const texts = await narrow.evaluate(overlaps);
  check(`narrow ${place}: no text lies over text`, texts.length === 0, texts.slice(0, 3).join('; '));
}
await narrow.locator('#menu').click();
check('the menu opens', await narrow.locator('nav a').first().isVisible());
await visit(page, '#/figure/figure1');
await page.emulateMedia({ media: 'print' });
check(
  'print leaves navigation out',
  !(await page.locator('nav').isVisible()) && (await page.locator('.chart').first().isVisible()),
);
await visit(page, '#/claims');
const pages = ((await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g) || []).length;
check('all claims on 22 sheets of A4', pages > 3 && pages <= 22, String(pages));
await page.emulateMedia({ media: 'screen' });
await page.keyboard.press('?');
check('? lists the keys', await page.locator('#keys').isVisible());
await page.keyboard.press('Escape');
await page.keyboard.press('g');
await page.keyboard.press('m');
await settled(page);
check('g m is the methods', page.url().includes('#/methods'), page.url());

await browser.close();
console.log(`report of ${(size / 1e6).toFixed(2)} MB: ${passed} checks passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
