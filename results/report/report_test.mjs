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
import { drawn as pictureOf } from './draw.mjs';
import { HOSTILE, kept, overlaps, readings, settled, writeReport } from './reading.mjs';

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
const report = given ? path.resolve(given) : writeReport(program, results, folder);
const size = fs.statSync(report).size,
  address = pathToFileURL(report).href;
check('at most 2.5 MB', size <= 2.5e6, `${size} bytes`);

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
async function visit(page, where) {
  await page.goto(address + where);
  await settled(page);
}
const hidden = page =>
  page.evaluate(() => [...document.querySelectorAll('.chip[aria-pressed="false"]')].map(c => c.dataset.method));

// --- every page ------------------------------------------------------------------------------------------------------

const page = await open();
await visit(page, '#/');
const data = await page.evaluate(() => data);
check(
  'all figures',
  data.figures.length === fs.readdirSync(path.join(results, 'golden')).filter(name => name !== 'tolerances.json').length,
  String(data.figures.length),
);
check(
  'all populations are on the page',
  given || data.sweeps.length === fs.readdirSync(path.join(results, '..', 'problems', 'sweeps', 'populations')).length,
  data.sweeps.map(s => s.name).join(),
);
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
      cells: host.querySelectorAll('.series rect').length,
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
      p.width > 100 && p.labels >= 3 && (p.longest > 20 || p.marks > 1 || p.cells > 0),
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
    !/NaN|undefined|Infinity|\[object|\bfile:/.test(found.text) && !(await page.content()).includes('"NaN'),
  );
  const over = await page.evaluate(overlaps);
  check(`${figure.id}: no text lies over text`, over.length === 0, over.slice(0, 3).join('; '));
}
/// Every page but those of figures, methods and problems.
const PLACES = [
  ...['', 'figures', 'pages', 'claims', 'claims/krysl2006', 'claim/krysl2006.2.R', 'throw', 'file', 'work?target=1e-5', 'conservation'],
  ...['methods', 'problems', 'failures', 'provenance', 'compare?a=imidm&b=trapm', 'search?q=midpoint', 'atlas', 'populations'],
  ...(data.engines ? ['engines'] : []),
  ...data.sweeps.map(s => 'populations/' + s.name),
];
const others = [...PLACES, 'work', ...data.methods.map(m => 'method/' + m.id), ...data.problems.map(p => 'problem/' + p.id)];
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
    text.length > 30 && !/NaN|undefined|Infinity|\[object|\bfile:|Not here/.test(text),
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
await visit(page, '#/claims?verdict=nonsense&paper=none');
check(
  'what the address asks wrongly is not asked',
  /^all \d+,all \d+$/.test((await page.locator('.choices [aria-pressed="true"]').allTextContents()).join()),
);
await visit(page, '#/claims?q=50%');
check('a % in the address is a %', (await page.locator('#main input[type=search]').inputValue()) === '50%');

// --- what is drawn is what was measured --------------------------------------------------------------------------------

for (const read of Object.values(readings))
  await read({ page, visit, check, given, ...kept(results, given ? '' : folder) });

// The pages say in words what to use and what was found.
{
  await visit(page, '#/');
  const tile = await page.locator('.question').first().textContent();
  for (const [name, bodies] of [
    ['free-body', 'free bodies'],
    ['heavy-top', 'heavy tops'],
  ]) {
    const atlas = JSON.parse(fs.readFileSync(path.join(results, 'atlas', name + '.json'), 'utf8')),
      [horizon] = atlas.horizons,
      [[id, n]] = Object.entries(horizon.cheapest[atlas.tolerances.indexOf(1e-6)]).sort((a, b) => b[1] - a[1]),
      { label } = data.methods.find(m => m.id === id),
      said = `${label} on ${Number(((100 * n) / horizon.bodies).toPrecision(2))} % of ${horizon.bodies} ${bodies} over ${horizon.radians} radians`;
    check(`the overview says what to use for ${bodies}`, tile.includes(said), tile);
    await visit(page, '#/atlas');
    check(
      `and the atlas of ${bodies}`,
      (await page.locator('#main').textContent()).includes(`The cheapest to an error of 1e-6 is ${said}.`),
    );
  }
  await visit(page, '#/work?target=0.1');
  const [first, second] = (await page.locator('table.ranked tbody th').allTextContents()).map(
      id => data.methods.find(m => m.id === id).label,
    ),
    said = await page.locator('.lead').textContent();
  check(
    'the first of the ranks is said, and the next',
    new RegExp(`^For an error of 0\\.1, ${first} needs .*; runner-up: ${second} with [\\d.]+ times`).test(said),
    said,
  );
  await visit(page, '#/work');
  check('without a target, too', /^For an error of .* needs /.test(await page.locator('.lead').textContent()));
  await visit(page, '#/claims');
  const claims = await page.evaluate(() =>
    [...document.querySelectorAll('table.claims tbody tr')].map(row => ({
      text: row.textContent,
      twice: [...row.children[2].querySelectorAll('p:not(.where)')].some(p =>
        (row.querySelector('code') || p.cloneNode()).textContent.includes(p.textContent),
      ),
    })),
  );
  check('no rule is said twice', claims.every(c => !c.twice));
  check('no interval from 100 % to 100 %', claims.every(c => !/100 % to 100 %/.test(c.text)));
  await visit(page, '#/figure/frb2008-figure7');
  const text = await page.locator('#main').textContent();
  check('a path in space is read as one', /path in space/.test(text) && !/dashes/.test(text));
  check('a largest error says of what', /Largest \|H\/H₀ − 1\| of the run drawn/.test(text));
  await visit(page, '#/figure/krysl2006-figure4');
  check('in the unit of its axis', /Largest \|H\/H₀ − 1\| of the run drawn/.test(await page.locator('#main').textContent()));
}

// Styles: no method looks like another.
{
  const looks = await page.evaluate(() => data.methods.map(m => [m.id, Object.values(style(m.id)).join()]));
  const taken = new Map();
  for (const [id, look] of looks) {
    check(`${id} looks like itself`, !taken.has(look), `like ${taken.get(look)}`);
    taken.set(look, id);
  }
}

// --- files: no text of a picture lies over another, or beyond its edge -------------------------------------------------

{
  const sheet = await open();
  for (const name of [...data.figures.filter(f => f.panels.length).map(f => `golden/${f.id}.json`), 'engines.json']) {
    await sheet.setContent(pictureOf(JSON.parse(fs.readFileSync(path.join(results, name), 'utf8')), null));
    const wrong = await sheet.evaluate(() => {
      const all = document.querySelector('svg').getBoundingClientRect(),
        boxes = [...document.querySelectorAll('text')].map(t => [t.textContent, t.getBoundingClientRect()]),
        over = (p, q) =>
          Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1.5 &&
          Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 3;
      return boxes.flatMap(([a, p], i) => [
        ...(p.left < all.left || p.right > all.right + 1 || p.bottom > all.bottom ? [`"${a}" leaves the picture`] : []),
        ...boxes.slice(0, i).flatMap(([b, q]) => (over(p, q) ? [`"${a}" over "${b}"`] : [])),
      ]);
    });
    check(`${name}: the picture can be read`, wrong.length === 0, wrong.slice(0, 3).join('; '));
  }
  await sheet.context().close();
}

// --- engines: what is shown is what is kept ----------------------------------------------------------------------------

if (data.engines) {
  await visit(page, '#/engines');
  const engines = Object.entries(data.engines.methods).filter(([, f]) => f.adapter),
    rows = await page.locator('[aria-label="engines"] tbody tr').allTextContents();
  check('a row for every engine', rows.length === engines.length && engines.every(([id], i) => rows[i].includes(id)));
  check(
    'every engine is drawn',
    engines.every(([id, f], i) => rows[i].includes(f.label)) &&
      (await page.locator('.panel').first().locator('.series').count()) >=
        engines.filter(([, f]) => f.throw?.time[1].some(e => e > 0)).length,
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
{
  const file = fs.readFileSync(await saved[0].path(), 'utf8'),
    words = [...file.matchAll(/>([^<]+)<\/text>/g)].map(m => m[1]),
    [panel] = data.figures.find(f => f.id === 'krysl2006-figure2').panels;
  check(
    'the plot as SVG has its title and the names of its curves',
    file.startsWith('<svg') && [panel.title, ...panel.series.map(s => s.label)].every(word => words.join(' ').includes(word)),
    words.join('; '),
  );
}

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
    rows.some(r => /Free body: convergence of seven methods.*4 of 7, 6\.1 times as many as AKW/.test(r)),
    rows[0],
  );
  await visit(page, '#/method/rk4');
  const atlas = JSON.parse(fs.readFileSync(path.join(results, 'atlas', 'free-body.json'), 'utf8')),
    [{ bodies, cheapest }] = atlas.horizons,
    share = Number(((100 * cheapest[atlas.tolerances.indexOf(0.01)].rk4) / bodies).toPrecision(2)),
    said = await page.locator('[aria-label="the cheapest on"] tbody tr').first().textContent();
  check('and in the atlas', said.includes(`0.01: on ${share} %`), said);
  await visit(page, '#/method/imidm');
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
  for (const word of ['game', 'spacecraft', 'Dzhanibekov', 'CubeSat', 'gyro']) {
    await page.locator('#search input').fill(word);
    check(`the search answers while one types: ${word}`, (await page.locator('#answers a').count()) > 0);
  }
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await settled(page);
  check('and its answers lead to pages', !/search/.test(page.url()) && (await page.locator('#answers').isHidden()), page.url());
  check('the menu has at most 20 links', (await page.locator('nav a').count()) <= 20);
}

check(
  'the steps at which an order shows, in words',
  (await page.evaluate(() =>
    [
      { from: 1e-4, to: 2, solves_to: 4, all_tried: true },
      { from: 0, to: 0, solves_to: 1, all_tried: false },
    ].map(range => passportRows({ range }).rows[0].join()),
  ).then(rows => rows.join('|'))) ===
    'radians per step,its order shows from 1e-4 to 2; all steps that were tried end well, up to 4,,|' +
      'radians per step,its order shows at no step that was tried; steps up to 1 end well,,',
);
check(
  'what is not measured does not agree',
  (await page.evaluate(() => passportRows({ order: { declared: 12 } }).rows.join('; '))) === 'order,–,12,',
);

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
    (await page.locator('.panel .title').allTextContents()).join() === 'Angular momentum in the body,Energy,Difference',
  );
  // of other steps: at the times that both have, against the numbers of the files
  const written = (name, change) =>
      wrote(name, spawnSync(program, ['run', '-'], { input: JSON.stringify({ ...spec, method: 'mr', ...change }), encoding: 'utf8' }).stdout),
    coarse = written('coarse.json', { h: 0.2, steps: 50 }),
    rows = file => JSON.parse(fs.readFileSync(file, 'utf8')).trajectory,
    asDropped = files =>
      page.evaluate(async files => {
        const data = new DataTransfer();
        for (const [name, text] of files) data.items.add(new File([text], name));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      }, files.map(f => [path.basename(f), fs.readFileSync(f, 'utf8')]));
  await asDropped([run('mr'), coarse]);
  await page.waitForFunction(() => /coarse/.test(document.getElementById('main').textContent));
  const off = await page.evaluate(() => plots.find(p => p.spec.title === 'Difference').spec.series[0].y);
  check(
    'files are dropped; runs of other steps differ at the times that both have',
    off.length === 51 &&
      off.every((d, k) => {
        const [a, b] = [rows(run('mr'))[2 * k], rows(coarse)[k]];
        return Math.abs(d - Math.hypot(...a.momentum.map((x, i) => x - b.momentum[i]))) < 1e-15;
      }),
    String(off.length),
  );
  check(
    'and at their ends',
    /steps10050h0\.10\.2/.test((await page.locator('[aria-label=difference] tbody tr').allTextContents()).join('').replace(/\s/g, '')),
    (await page.locator('[aria-label=difference] tbody tr').allTextContents()).join('; '),
  );
  const director = written('director.json', {
    body: { inertia: 2, director: [0, 0.6, 0.8], angular_velocity_space: [3, 1.6, -1.2] },
    torque: { kind: 'field', g: [0, 0, 3] },
    method: 'dumbbell-vi',
  });
  await asDropped([coarse, director, wrote('half.json', '{"schema": "polhode/recommendation/1"}'), wrote('null.json', 'null')]);
  await page.waitForFunction(() => /director\.json/.test(document.getElementById('main').textContent));
  check(
    'a body and a director stand beside each other',
    (await page.locator('.panel .title').allTextContents()).join() === 'Angular momentum in the body,Energy,Director,Energy',
  );
  check(
    'half a file is refused',
    /half\.json: it has no "target"; accepted.*null\.json: schema none is given/.test(await page.locator('#main').textContent()),
  );
  const whole = JSON.parse(fs.readFileSync(coarse, 'utf8'));
  await asDropped([
    wrote('broken.json', JSON.stringify({ ...whole, final: null })),
    wrote('stepless.json', JSON.stringify({ ...whole, steps: undefined })),
    wrote('short.json', JSON.stringify({ ...whole, trajectory: whole.trajectory.slice(0, 1) })),
    ...Array(4).fill(coarse),
  ]);
  await page.waitForFunction(() => /short\.json/.test(document.getElementById('main').textContent));
  check(
    'what cannot be shown is said, and the rest is shown',
    /broken\.json: a part of it is missing.*stepless\.json: it has no "steps".*short\.json.*at the end.*no trajectory.*coarse\.json: 6 files are shown/.test(
      await page.locator('#main').textContent(),
    ) && (await page.locator('.panel').count()) === 2,
  );
  const top = JSON.stringify({
    body: { inertia: [1, 5, 6], momentum: [10, 50, 60] },
    torque: { kind: 'gravity', moment: [0, 0, 1] },
    time: 0.2,
  });
  const advice = spawnSync(program, ['recommend', wrote('top.json', top), '--attitude-error', '1e-4', '--json'], {
    encoding: 'utf8',
  }).stdout;
  const told = ({ best }) => `Use ${best.method} with ${best.steps} step`;
  await page
    .locator('input[type=file]')
    .setInputFiles([wrote('advice.json', advice), wrote('no.json', '{"schema": "x"}'), wrote('none.json', '{')]);
  await page.waitForFunction(() => document.querySelectorAll('.panel').length === 1);
  const text = await page.locator('#main').textContent();
  check(
    'a recommendation shows',
    text.includes(told(JSON.parse(advice))) && (await page.locator('.target').count()) === 1,
  );
  const differences = async files => {
    await page.locator('input[type=file]').setInputFiles(files);
    await page.waitForFunction(() => document.querySelector('[aria-label=difference]'));
    return (await page.locator('[aria-label=difference] tr').allTextContents()).join('; ');
  };
  const other = JSON.parse(advice);
  ++other.best.steps;
  const best = JSON.parse(advice).best.steps,
    advised = await differences([path.join(folder, 'advice.json'), wrote('other.json', JSON.stringify(other))]);
  check(
    'two recommendations give their difference',
    advised === `propertyadvice.jsonother.json; steps${best}${best + 1}`,
    advised,
  );
  const several = spawnSync(program, ['recommend', path.join(folder, 'top.json'), '--attitude-error', '1e-3,1e-5', '--json'], {
      encoding: 'utf8',
    }).stdout,
    both = await differences([wrote('several.json', several)]);
  check(
    'several targets give an answer each, and their difference',
    both.startsWith('propertyseveral.json, attitude 0.001several.json, attitude 1e-5') &&
      (await page.locator('.answer').allTextContents()).every((said, k) =>
        said.includes(told(JSON.parse(several).recommendations[k])),
      ) &&
      (await page.locator('.answer').count()) === 2,
    both,
  );
  const quick = spawnSync(program, ['recommend', path.join(folder, 'top.json'), '--attitude-error', '1e-4', '--quick', '--json'], {
    encoding: 'utf8',
  }).stdout;
  await page.locator('input[type=file]').setInputFiles(wrote('quick.json', quick));
  await page.waitForFunction(() => document.querySelectorAll('.answer').length === 1);
  const looked = JSON.parse(quick);
  check(
    'the answer of the atlas shows',
    (await page.locator('.answer').textContent()).includes(`Use ${looked.best.method} with ${looked.best.steps} step`) &&
      /nothing was run/.test(await page.locator('#main').textContent()),
  );
  const sensitive = JSON.parse(advice);
  sensitive.why.splice(1, 0, 'the motion is sensitive: it multiplies small differences');
  await page.locator('input[type=file]').setInputFiles(wrote('sensitive.json', JSON.stringify(sensitive)));
  await page.waitForFunction(() => /sensitive/.test(document.getElementById('main').textContent));
  check(
    'what to use comes first, whatever the motion is like',
    (await page.locator('.answer').textContent()).startsWith('Use ') &&
      /sensitive/.test(await page.locator('.why').textContent()),
  );
  const tested = await differences(
    ['mr', 'imidm'].map(m =>
      wrote(`${m}-check.json`, spawnSync(program, ['check', m, '--json'], { encoding: 'utf8' }).stdout),
    ),
  );
  check(
    'two passports give theirs, and their trials in one plot',
    /symplecticyes; defect.*no; defect/.test(tested) &&
      !/by its start/.test(tested) &&
      (await page.locator('[data-key="passport"] .series').count()) === 2,
    tested,
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
    /symplecticyes; defect.*yesagrees/.test(await page.locator('#main').textContent()) &&
      (await page.locator('[data-key="passport"] .mark').count()) > 10,
  );
  // rounding that grows is kept, as `polhode check` says; the energy swings
  check(
    'and what becomes of invariants in words',
    /^free bodyspatial momentum[-\d.e]+is kept;free bodyenergy[-\d.e]+is boundedt\^0\.00;heavy bodymomentum without force[-\d.e]+is kept;heavy bodyenergy[-\d.e]+is boundedt\^0\.00 to t\^0\.01/.test(
      (await page.locator('[aria-label="conservation"] tbody tr').allTextContents()).join(';'),
    ),
    (await page.locator('[aria-label="conservation"] tbody tr').allTextContents()).join(';'),
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
    for (const method of await page.evaluate(() => PLAYABLE)) {
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
  await view.setViewportSize({ width: 390, height: 800 });
  const [button, code] = await view.evaluate(() => {
    const text = document.createRange();
    text.selectNodeContents(document.querySelector('.copied pre'));
    return [document.querySelector('.copied button').getBoundingClientRect().bottom, text.getBoundingClientRect().top];
  });
  check('no button lies over it on a phone', button <= code, `${button} ${code}`);
  await view.setViewportSize({ width: 1280, height: 900 });
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
// A run in the same shell: what it wrote is drawn, and the polhode on its sphere.
if (!given) {
  const body = path.join(results, '..', 'problems', 'examples', 'wing_nut.json'),
    to = path.join(folder, 'run.html'),
    wrote = JSON.parse(spawnSync(program, ['run', body, '--every', '1'], { encoding: 'utf8' }).stdout).trajectory;
  execFileSync(program, ['plot', body, '-o', to], { stdio: 'ignore' });
  const view = await open();
  await view.goto(pathToFileURL(to).href);
  await settled(view);
  check(
    'a run is drawn over time',
    (await view.locator('.panel .title').allTextContents()).join() ===
      'Angular momentum in the body,Attitude,Angular velocity in the body,Angular momentum in space,Energy',
  );
  const lines = await view.evaluate(() => plots.map(p => p.spec.series.map(s => [...s.x.slice(-1), ...s.y.slice(-1)]))),
    end = wrote.at(-1);
  check(
    'each line ends where the run does',
    [end.momentum, end.attitude.quaternion, end.angular_velocity, end.spatial_momentum].every((values, i) =>
      values.every((v, k) => lines[i][k][0] === end.t && Math.abs(lines[i][k][1] - v) <= 1e-6 * Math.hypot(...values)),
    ),
  );
  // the momentum in principal axes keeps to the ellipsoid of its energy
  const drawn = await view.evaluate(() => {
    const { json } = data.runs[0];
    return json.trajectory.map(row => rotated(inverse4(json.body.axes), row.momentum).reduce((sum, x, k) => sum + x ** 2 / json.body.inertia[k], 0));
  });
  check('the polhode is in principal axes', drawn.every(x => Math.abs(x / drawn[0] - 1) < 1e-5), String(drawn.slice(0, 3)));
  check('and drawn', await view.locator('canvas.polhode').isVisible());
  await view.setViewportSize({ width: 360, height: 740 });
  await settled(view);
  check('it fits a phone', (await view.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  await view.context().close();
}
// Four bodies at 60 frames a second; the page in half a second. Times are those of the processes that show the page, so
// that nothing else on the machine counts.
{
  const session = await browser.newBrowserCDPSession(),
    spent = async () =>
      new Map(
        (await session.send('SystemInfo.getProcessInfo')).processInfo
          .filter(p => p.type === 'renderer')
          .map(p => [p.id, 1000 * p.cpuTime]),
      );
  const busy = async act => {
    const before = await spent();
    await act();
    return [...(await spent())].reduce((sum, [id, ms]) => sum + ms - (before.get(id) || 0), 0);
  };
  await visit(page, '#/throw?of=exact,mr,imidm,rk4');
  await page.evaluate(() => {
    window.player = new Player({
      body: { I: [1, 2, 3], Pi: [0.02, 2, 0.02], q: [1, 0, 0, 0] },
      h: 0.3,
      n: 400,
      methods: ['exact', 'mr', 'imidm', 'rk4'].map(known),
    });
    document.getElementById('main').append(player.node);
  });
  const frames = 60,
    drawn = async () =>
      (await busy(() =>
        page.evaluate(async n => {
          for (let k = 0; k < n; ++k) (player.show(300 + k / n), await new Promise(requestAnimationFrame));
        }, frames),
      )) / frames;
  await drawn(); // compiled by then
  const frame = Math.min(await drawn(), await drawn(), await drawn());
  check('four bodies are drawn in the time of a frame', frame > 0 && frame < 1000 / 60, `${frame} ms`);
  let load = Infinity;
  for (let k = 0; k < 3; ++k) {
    const fresh = await open();
    load = Math.min(load, await busy(() => visit(fresh, '#/figure/figure1')));
    await fresh.context().close();
  }
  check('loads in half a second', load > 20 && load <= 500, `${load} ms`);
  console.log(`a frame of four bodies ${frame.toFixed(1)} ms, load ${load.toFixed(0)} ms`);
  await session.detach();
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
  await visit(page, '#/throw?h=0.3');
  await page.locator('.player').focus();
  await page.keyboard.press('ArrowRight');
  check('an arrow is a step', (await page.locator('.clock').textContent()).startsWith('step 1,'));
  const painted = () => page.evaluate(() => document.querySelector('.stage canvas').toDataURL()),
    before = await painted();
  await page.keyboard.press('ArrowRight');
  check('the body has turned', (await painted()) !== before);
  for (const change of [() => page.locator('#theme').click(), () => page.emulateMedia({ colorScheme: 'dark' })]) {
    await page.evaluate(() => theme('system'));
    const inOne = await painted();
    for (let k = 0; k < 2 && (await painted()) === inOne; ++k) (await change(), await settled(page)); // system may be light
    check('a player that rests takes the colours of another theme', (await painted()) !== inOne);
    await page.evaluate(() => theme('system'));
    await page.emulateMedia({ colorScheme: 'light' });
  }
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
  await visit(page, '#/throw?I=1,5,2&of=exact');
  check(
    'a body that cannot be is refused with the reason',
    /I2 = 5 is larger than the sum of the other two, 3/.test(await page.locator('main [role=status]').textContent()) &&
      (await page.locator('.slide output').nth(1).textContent()) === '2',
  );
  await page.locator('.slide input').nth(2).fill('4');
  check('and so is one from the sliders', /No body/.test(await page.locator('main [role=status]').textContent()));
  const game = await page.evaluate(() => {
    const body = { I: [1, 2, 3], Pi: [0.2, 20, 0.2], q: [1, 0, 0, 0] };
    return ['semi-implicit-euler', 'semi-implicit-euler-no-gyro', 'catto', 'imidm'].map(id => {
      const states = motion(body, id, 1 / 60, 300);
      return [energy(body, states.at(-1)) / energy(body, states[0]) - 1, states.some(s => s.Pi[1] < 0)];
    });
  });
  check(
    'the game object does what the page says',
    game[0][0] > 0.1 && game[2][0] < -0.1 && !game[1][1] && Math.abs(game[3][0]) < 0.01 && game[3][1],
    JSON.stringify(game),
  );
  for (const place of await page.locator('.presets a').evaluateAll(all => all.map(a => a.getAttribute('href')))) {
    await visit(page, place);
    await page.locator('.player input[type=range]').evaluate(r => ((r.value = r.max), r.dispatchEvent(new Event('input'))));
    const errors = await page.locator('.stage dd').allTextContents();
    check(`${place}: the methods part`, errors.some(e => / rad/.test(e) && parseFloat(e) > 0.05) && !/NaN/.test(errors.join()), errors.join());
  }
  await visit(page, '#/throw?I=0,1,x&h=0&n=1e9&of=nonsense');
  check(
    'nonsense in the address is not thrown',
    (await page.locator('.stage').count()) === 3 && !/NaN/.test(await page.locator('#main').textContent()),
  );
  await visit(page, '#/throw?n=5000&h=1000');
  check('however far its steps go, a throw can be drawn', Number(await page.locator('.player [type=range]').getAttribute('max')) === 5000);
}

// --- light and dark --------------------------------------------------------------------------------------------------

/// Contrast of the theme's colours, of which all texts and lines of plots are: 4.5 of texts, 3 of lines. axe looks at the text
/// of pages.
function weakColours() {
  const look = getComputedStyle(document.documentElement),
    light = name => {
      const [x, y, z] = [1, 3, 5]
        .map(k => parseInt(look.getPropertyValue('--' + name).trim().slice(k, k + 2), 16) / 255)
        .map(c => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
      return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    },
    contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  return [
    ...['ink', 'quiet', 'link', 'good', 'bad', 'open'].map(name => [name, 4.5]),
    ...['black', 'orange', 'sky', 'green', 'blue', 'vermilion', 'purple'].map(name => [name, 3]),
  ].filter(([name, least]) => !(contrast(name, 'back') >= least));
}
for (const theme of ['light', 'dark']) {
  const themed = await open({ colorScheme: theme });
  await visit(themed, '#/');
  const weak = await themed.evaluate(weakColours);
  check(`${theme}: text and lines can be seen`, weak.length === 0, weak.join('; '));
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
  ...PLACES,
  ...['method/mr', 'method/imidm', 'problem/free-krysl', 'problem/heavy-top-alpha'],
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
// Boxes, passports and data of all methods and problems, on a phone, where most of them scroll.
{
  const phone = await open({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  await visit(phone, '#/');
  await phone.evaluate(axe);
  for (const place of [...data.methods.map(m => 'method/' + m.id), ...data.problems.map(p => 'problem/' + p.id)]) {
    await phone.evaluate(place => (location.hash = '#/' + place), place);
    await settled(phone);
    const found = await phone.evaluate(async () =>
      (await window.axe.run('#main', { resultTypes: ['violations'] })).violations.map(v => `${v.id}: ${v.nodes[0].html}`),
    );
    check(`${place}: accessible`, found.length === 0, found.join('; ').slice(0, 200));
  }
  await phone.context().close();
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

// A constant is not drawn on a coarser axis than what swings beside it, or its own swings could not be seen.
for (const [id, swings, constant] of [
  ['romero2008-figure2', 0, 1],
  ['romero2008-figure4', 1, 3],
]) {
  await visit(page, `#/figure/${id}`);
  const spans = await page.evaluate(() =>
    [...document.querySelectorAll('.plot')].map(plot => {
      const ticks = [...plot.querySelectorAll('.ticks text')].map(t => Number(t.textContent.replace('−', '-')));
      const up = ticks.filter(x => Math.abs(x) > 1 && Math.abs(x) < 2 && x % 1 !== 0);
      return Math.max(...up) - Math.min(...up);
    }),
  );
  check(`${id}: the constant's axis is as fine`, spans[constant] > 0 && spans[constant] <= spans[swings], spans.join());
}

// The player on screens of other densities: its pictures are square and sharp.
for (const width of [360, 390, 414, 1280]) {
  for (const ratio of [1, 2, 2.625, 3]) {
    const screen = await open({ viewport: { width, height: 844 }, deviceScaleFactor: ratio, reducedMotion: 'reduce' });
    await visit(screen, '#/throw?of=exact,mr,imidm,rk4');
    const stages = await screen.evaluate(() =>
      [...document.querySelectorAll('.stage canvas')].map(canvas => {
        const { width, height } = canvas,
          box = canvas.getBoundingClientRect();
        return {
          sharp: [width / box.width, height / box.height],
          square: box.width - box.height,
        };
      }),
    );
    check(`${width} wide, ratio ${ratio}: eight pictures`, stages.length === 8, String(stages.length));
    stages.forEach(({ sharp, square }, k) => {
      const where = `${width} wide, ratio ${ratio}, picture ${k}`;
      check(`${where}: square`, Math.abs(square) < 0.5, `${square}`);
      check(`${where}: sharp`, sharp.every(s => Math.abs(s / ratio - 1) < 0.01), sharp.join());
    });
    const over = await screen.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    check(`${width} wide, ratio ${ratio}: nothing sticks out`, over <= 0, `${over} pixels`);
    await screen.context().close();
  }
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
  'atlas',
  'populations/free_bodies',
  'search?q=top',
  'claims',
]) {
  await visit(narrow, '#/' + place);
  const over = await narrow.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  check(`narrow ${place}: nothing sticks out`, over <= 0, `${over} pixels`);
  const broken = await narrow.evaluate(() => {
    const found = [],
      walker = document.createTreeWalker(document.getElementById('main'), NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      for (const m of walker.currentNode.textContent.matchAll(/[\d.]+e-\d+/g)) {
        const range = document.createRange();
        range.setStart(walker.currentNode, m.index);
        range.setEnd(walker.currentNode, m.index + m[0].length);
        if (new Set([...range.getClientRects()].map(r => Math.round(r.top))).size > 1) found.push(m[0]);
      }
    return found;
  });
  check(`narrow ${place}: numbers are not broken`, broken.length === 0, broken.slice(0, 3).join('; '));
  if (await narrow.locator('.player').count()) await narrow.locator('.player input[type=range]').first().fill('100');
  const glued = await narrow.evaluate(() =>
    [...document.querySelectorAll('.said div')]
      .map(row => [...row.children].map(c => c.getBoundingClientRect()))
      .filter(([name, number]) => number.left - name.right < 4).length,
  );
  check(`narrow ${place}: numbers of the player keep their distance`, glued === 0, String(glued));
  const texts = await narrow.evaluate(overlaps);
  check(`narrow ${place}: no text lies over text`, texts.length === 0, texts.slice(0, 3).join('; '));
}
// Columns of words are not squeezed, wherever tables are not laid out as lists.
for (const width of [1280, 1024]) {
  await page.setViewportSize({ width, height: 900 });
  for (const place of ['', 'claims', 'engines', 'methods', 'problems', 'atlas', 'populations']) {
    if (place === 'engines' && !data.engines) continue;
    await visit(page, '#/' + place);
    const thin = await page.evaluate(() =>
      [...document.querySelectorAll('#main td, #main tbody th')]
        .filter(c => c.textContent.length > 30 && c.getBoundingClientRect().width < 85)
        .map(c => c.textContent.slice(0, 40)),
    );
    check(
      `${place || 'overview'} at ${width}: columns of words have room`,
      thin.length === 0,
      thin.slice(0, 3).join('; '),
    );
  }
}
await page.setViewportSize({ width: 1280, height: 900 });
await visit(page, '#/methods');
const tallest = await page.evaluate(() => Math.max(...[...document.querySelectorAll('#main tbody td')].map(c => c.clientHeight)));
check('methods have short rows', tallest < 75, `${tallest} pixels`);
for (const [place, word] of [
  ['problem/lagrange-top-fast', 'Fast Lagrange top: convergence of eight methods of second order'],
  ['work', 'Fast Lagrange top: convergence of eight methods of second order'],
  ['figure/krysl2006-figure3', 'Lagrange top, Omega3 = 50, tilt 0.3'],
]) {
  await visit(page, '#/' + place);
  check(`${place}: links have titles`, (await page.locator('#main a', { hasText: word }).count()) > 0);
}
await narrow.locator('#menu').click();
check('the menu opens', await narrow.locator('nav a').first().isVisible());
await visit(page, '#/figure/figure1');
await page.emulateMedia({ media: 'print' });
check(
  'print leaves navigation out',
  !(await page.locator('nav').isVisible()) && (await page.locator('.chart').first().isVisible()),
);
const sheets = async () =>
  ((await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g) || []).length;
await visit(page, '#/claims');
const pages = await sheets();
check('all claims on 16 sheets of A4', pages > 3 && pages <= 16, String(pages));
await visit(page, '#/throw');
check(
  'a throw is on paper',
  (await page.locator('.stage canvas').first().isVisible()) && (await page.locator('.slide output').first().isVisible()),
);
await page.emulateMedia({ media: 'screen' });
const [dark, light] = await page.evaluate(() => {
  theme('dark');
  const stage = () => document.querySelector('.stage canvas').toDataURL(),
    dark = stage();
  dispatchEvent(new Event('beforeprint'));
  const light = stage();
  dispatchEvent(new Event('afterprint'));
  return [dark, light === dark || stage() !== dark ? '' : light];
});
check('in light colours, and is dark again after it', dark && light && dark !== light);
await page.evaluate(() => theme('system'));
await page.emulateMedia({ media: 'print' });
await visit(page, '#/figure/figure5');
check('a small figure on one', (await sheets()) === 1, String(await sheets()));
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
