// SPDX-License-Identifier: MIT
// The report in a headless Chromium without a network: plots are there, toggles work and are kept, nothing is fetched,
// nothing is said on the console, text can be read in both themes. reading.mjs and draw_test.py read what is drawn.
//
// usage: node report_test.mjs PROGRAM CHROMIUM FOLDER-WITH-NODE_MODULES RESULTS
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { drawn as pictureOf } from './draw.mjs';
import { HOSTILE, THREE, accessible, kept, overlaps, read } from './reading.mjs';
import { readings, settled, started, writeReport } from './reading.mjs';

const [program, chromiumPath, modules, results] = process.argv.slice(2);

let failed = 0, passed = 0;
function check(what, condition, detail = '') {
  if (condition) return void ++passed;
  ++failed;
  console.log(`FAILED: ${what} ${detail}`);
}
/// Nothing was found.
const none = (what, found) => check(what, found.length === 0, found.slice(0, 3).join('; '));
const equal = (what, found, wanted) => check(what, found === wanted, `${found}, not ${wanted}`);

const told = (args, options) => spawnSync(program, args, { ...options, encoding: 'utf8' }).stdout;
const ran = spec => JSON.parse(told(['run', '-'], { input: JSON.stringify(spec) }));
const wrote = (...args) => execFileSync(program, args, { stdio: 'ignore' });

// --- a report from the golden results, with a timing file, a picture, a passport, a failed run and hostile text ----

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'polhode-report-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
const report = writeReport(program, results, folder);
const size = fs.statSync(report).size,
  address = pathToFileURL(report).href;
check('at most 2.5 MB', size <= 2.5e6, `${size} bytes`);

const { browser, axe } = await started(chromiumPath, modules);

async function open({ width = 1280, height = 900, file, ...options } = {}) {
  const page = await browser.newPage({ offline: true, viewport: { width, height }, ...options });
  page.on('console', m => check('silent console', false, `${page.url()}: ${m.text()}`));
  page.on('pageerror', e => check('no error', false, `${page.url()}: ${e.message}`));
  page.on('request', r => check('no request leaves', /^(file|data|blob):/.test(r.url()), r.url().slice(0, 200)));
  if (file) (await page.goto(pathToFileURL(file).href), await settled(page));
  return page;
}
async function visit(page, where) {
  await page.goto(address + where);
  await settled(page);
}
/// What is on a page, by selectors.
const at = page => ({
  count: selector => page.locator(selector).count(),
  text: (selector = '#main') => page.locator(selector).first().textContent(),
  texts: selector => page.locator(selector).allTextContents(),
  click: selector => page.locator(selector).first().click(),
  press: async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
    await settled(page);
  },
  focus: selector => page.locator(selector).first().focus(),
  isSeen: selector => page.locator(selector).first().isVisible(),
  appears: (selector, hasText) => page.locator(selector, { hasText }).first().waitFor().then(() => true, () => false),
  hidden: () => page.evaluate(() => [...state.hidden].sort().join()),
  over: () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  download: async name => {
    const button = page.locator('.panel').first().getByText(name),
      [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
    return fs.readFileSync(await file.path());
  },
});
const fits = async (what, page) => equal(`${what}: pixels that stick out`, Math.max(await at(page).over(), 0), 0);
const NONSENSE = /NaN|undefined|Infinity|\[object|\bfile:|Not here/;

// --- every page ------------------------------------------------------------------------------------------------------

const page = await open(),
  { count, text, texts, click, press, focus, isSeen, appears, hidden, download } = at(page),
  go = where => visit(page, '#/' + where),
  again = () => visit(page, page.url().slice(page.url().indexOf('#'))),
  inAddress = (what, part) => check(what, page.url().includes(part), page.url());
await go('');
const data = await page.evaluate(() => data);
equal('all figures', data.figures.length, fs.readdirSync(path.join(results, 'golden')).length - 1); // and tolerances
equal('a tile for every paper', await count('.tile'), 5);
check('hostile text is text', !(await page.evaluate(() => window.hostile)));

const [FIGURES, METHODS, PROBLEMS, SWEEPS] = [
  ...['figure', 'method', 'problem'].map(kind => data[kind + 's'].map(x => `${kind}/${x.id}`)),
  data.sweeps.map(s => 'populations/' + s.name),
];
/// Every page but those of figures, methods and problems.
const PLACES = [
  ...['', 'pages', 'claims', 'claims/krysl2006', 'claim/krysl2006.2.R', 'throw', 'file', 'work', 'work?target=1e-5'],
  ...['methods', 'problems', 'failures', 'provenance', 'search?q=midpoint'],
  ...['populations', ...SWEEPS],
];
/// What is wrong with a page as it is shown: faults by their names, and what it says.
function lookOver() {
  const main = document.getElementById('main'),
    walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT),
    broken = [];
  while (walker.nextNode())
    for (const m of walker.currentNode.textContent.matchAll(/[\d.]+e-\d+/g)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, m.index);
      range.setEnd(walker.currentNode, m.index + m[0].length);
      if (new Set([...range.getClientRects()].map(r => Math.round(r.top))).size > 1) broken.push(m[0]);
    }
  for (const scrub of main.querySelectorAll('.player input[type=range]')) // to where its numbers are long
    ((scrub.value = 100), scrub.dispatchEvent(new Event('input')));
  const boxes = row => [...row.children].map(c => c.getBoundingClientRect()),
    all = (selector, isWrong) => [...main.querySelectorAll(selector)].filter(isWrong).map(e => e.textContent),
    isGlued = ([name, number]) => number.left - name.right < 4,
    isThin = c => innerWidth > 800 && /\S \S.{28}/.test(c.textContent) && c.getBoundingClientRect().width < 85,
    isFull = g => g.querySelectorAll('.mark, rect').length > 1 || [...g.querySelectorAll('path')].some(isLong),
    isLong = p => p.getAttribute('d').length > 20,
    isBlurred = c => [c.width / c.clientWidth, c.height / c.clientWidth].some(r => !(Math.abs(r / devicePixelRatio - 1) < 0.01)),
    isMethod = main.dataset.page === 'method',
    header = main.querySelector('.box + h2 + .copied pre'),
    isEmpty = p => p.querySelectorAll('text').length < 3 || ![...p.querySelectorAll('.series')].some(isFull);
  return {
    'pixels that stick out': Array(Math.max(document.documentElement.scrollWidth - innerWidth, 0)).fill('one'),
    'numbers that are broken': broken,
    'numbers of the player glued to their names': all('.said div', row => isGlued(boxes(row))),
    'columns of words without room': all('td, tbody th', isThin),
    'pictures of players that are not square or not sharp': all('.stage canvas', isBlurred),
    'empty plots': all('.plot', isEmpty),
    'methods without a box or a header': isMethod && !/^#include "/.test(header?.textContent) ? [header] : [],
    'empty boxes of methods': all('.box', box => box.textContent.length < 60),
    'plots without their command': plots.map(p => p.spec.command).filter(c => !/^(polhode|make) /.test(c)),
    'NaN that is drawn': main.innerHTML.match(/"NaN/g) || [],
    nonsense: main.textContent.match(/NaN|undefined|Infinity|\[object|\bfile:|Not here/g) || [],
    'nothing said': main.textContent.length > 30 ? [] : [main.textContent],
  };
}
const few = ['method/mr', 'method/imidm', 'problem/free-krysl', 'problem/heavy-top-alpha'];
for (const [view, options, places] of [
  ['light', {}, [...PLACES, ...few, ...FIGURES]],
  ['dark', { colorScheme: 'dark' }, [...PLACES, ...few, ...FIGURES]],
  ['1024 wide', { width: 1024, deviceScaleFactor: 2 }, [...PLACES, ...METHODS]],
  ['a phone', { width: 360, height: 740, deviceScaleFactor: 2.625 }, [...PLACES, ...FIGURES, ...METHODS, ...PROBLEMS]],
]) {
  const page = await open({ reducedMotion: 'reduce', ...options });
  await visit(page, '#/');
  await page.evaluate(axe);
  for (const place of places) {
    await visit(page, '#/' + place); // another fragment of the same page
    const wrong = await page.evaluate(lookOver);
    wrong['text over text'] = await page.evaluate(overlaps);
    if (options.width !== 1024) wrong['not accessible'] = await page.evaluate(accessible);
    for (const [what, found] of Object.entries(wrong)) none(`${place}, ${view}: ${what}`, found);
  }
  if (view === 'a phone') {
    await at(page).click('#menu');
    check('the menu opens', await at(page).isSeen('nav a'));
  }
  await page.close();
}
const isThere = header => fs.existsSync(path.join(results, '..', header));
none('headers that are not there', data.methods.flatMap(m => m.headers).filter(h => !isThere(h)));
await go('no/such/page');
equal('an unknown page says so', await text('h1'), 'Not here');
await go('claims?verdict=nonsense&paper=none');
check('what the address asks wrongly is not', /^all \d+,all \d+$/.test(await texts('.buttons [aria-pressed=true]')));
await go('claims?q=50%');
equal('a % in the address is a %', await page.locator('#main input[type=search]').inputValue(), '50%');

// --- what is drawn is what was measured ------------------------------------------------------------------------------

const known = kept(results, folder),
  judged = [...known.golden.values(), ...data.figures].flatMap(f => f.verdicts.map(v => ({ ...v, figure: f.id }))),
  verdicts = [...new Map(judged.reverse().map(v => [v.id, v])).values()].reverse(); // some only times decide
for (const reading of Object.values(readings))
  await reading({ page, visit, again, check, equal, verdicts, ...known });

// The pages say in words what to use and what was found.
for (const [name, bodies] of [['free-body', 'free bodies'], ['heavy-top', 'heavy tops']]) {
  const { horizons, tolerances } = read(results, 'atlas.json').atlases.find(a => a.name === name),
    [{ cheapest, bodies: all, radians }] = horizons,
    [[id, n]] = Object.entries(cheapest[tolerances.indexOf(1e-6)]).sort((a, b) => b[1] - a[1]),
    share = Number(((100 * n) / all).toPrecision(2)),
    said = `${data.methods.find(m => m.id === id).label} on ${share} % of ${all} ${bodies} over ${radians} radians`;
  await go('');
  check(`the overview says what to use for ${bodies}`, (await text('.question')).includes(said), said);
}
await go('claims');
check('no interval from 100 % to 100 %', !/100 % to 100 %/.test(await text()));

// --- files: no text of a picture lies over another, or beyond its edge -----------------------------------------------

{
  const sheet = await open();
  for (const name of [...data.figures.filter(f => f.panels.length).map(f => `golden/${f.id}.json`), 'engines.json']) {
    for (const column of name === 'engines.json' ? [false] : [false, true]) {
      await sheet.setContent(pictureOf(read(results, name), null, column));
      none(`${name}: the picture can be read${column ? ' in a column' : ''}`, await sheet.evaluate(overlaps));
    }
  }
  for (const name of fs.readdirSync(path.join(results, '../docs')).filter(name => name.endsWith('.svg')))
    for (const font of ['DejaVu Sans', 'Liberation Sans']) {
      const drawing = fs.readFileSync(path.join(results, '../docs', name), 'utf8');
      await sheet.setContent(`${drawing}<style>text { font-family: "${font}" !important; }</style>`);
      none(`docs/${name} in ${font}: it can be read`, await sheet.evaluate(overlaps));
    }
  await sheet.close();
}

// --- toggling, kept across pages and in the fragment -----------------------------------------------------------------

await go('figure/krysl2006-figure2');
const drawn = method => count(`.panel .series[data-method="${method}"]`);
equal('two plots show swc1', await drawn('swc1'), 2);
await click('.chip[data-method="swc1"]');
await focus('.chip[data-method="akw"]');
await press('Space');
equal('a click hides, and Space', (await hidden()) + (await drawn('swc1')) + (await drawn('akw')), 'akw,swc100');
await page.locator('nav a', { hasText: 'Work' }).click();
await settled(page);
inAddress('also after a link', 'work?hide=');
await page.reload();
await settled(page);
equal('a sent address shows the same', await hidden(), 'akw,swc1');
await page.goBack();
await settled(page);
inAddress('back is back', 'krysl2006-figure2');
await click('#status button');
check('show all', !(await hidden()) && (await drawn('swc1')) === 2);
const alone = () => page.locator('.chip[data-method="imid"]').click({ modifiers: ['Shift'] });
await alone();
check('Shift leaves one', (await drawn('imid')) === 2 && (await count('.series')) === 2);
await alone();
equal('and shows all', await hidden(), '');

// --- zoom, tooltips, keys on a plot, tables, downloads ---------------------------------------------------------------

await go('figure/krysl2006-figure2');
const plot = page.locator('.plot').first(),
  ticks = () => plot.locator('.ticks').textContent(),
  before = await ticks();
{
  const mark = await plot.locator('.series .mark').first().boundingBox(),
    box = await plot.boundingBox();
  await page.mouse.move(mark.x + mark.width / 2, mark.y + mark.height / 2);
  check('a tooltip', (await isSeen('#tip')) && /steps/.test(await text('#tip')));
  await page.mouse.move(box.x + 150, box.y + 80);
  await page.mouse.down();
  await page.mouse.move(box.x + 260, box.y + 180, { steps: 4 });
  await page.mouse.up();
}
check('dragging zooms', (await ticks()) !== before);
const reset = () => click('.tools [title^="show all"]');
await reset();
equal('reset shows all', await ticks(), before);
await focus('.plot');
await press('ArrowRight');
const first = await text('#tip');
await press('ArrowDown');
check('arrows walk', first.length > 0 && (await text('#tip')) !== first);
{
  const lines = String(await download('CSV')).trim().split('\n'),
    commas = line => line.split(',').length;
  check('the data as CSV', lines.length > 10 && lines.every(l => commas(l) === commas(lines[0])), lines[0]);
  check('which are numbers', !NONSENSE.test(lines.join()));
  const file = String(await download('SVG')),
    words = [...file.matchAll(/>([^<]+)<\/text>/g)].map(m => m[1]).join(' '),
    [panel] = data.figures.find(f => f.id === 'krysl2006-figure2').panels,
    title = panel.title.replace('Omega', 'Ω'),
    missing = [title, ...panel.series.map(s => s.label)].filter(w => !words.includes(w));
  none('the plot as SVG has its title and the names of its curves', file.startsWith('<svg') ? missing : [file]);
}
await page.locator('.panel').first().getByText('copy', { exact: true }).click();
check('the command is copied', await appears('.panel .tools', 'copied'));

await go('figure/figure6');
{
  const sphere = page.locator('.panel', { has: page.locator('.ball') }).first(),
    shape = () => sphere.locator('.dots:last-child').getAttribute('d'),
    from = await shape();
  await sphere.locator('.plot').focus();
  await press('ArrowLeft');
  check('spheres turn', (await shape()) !== from);
}

await go('work');
await page.locator('.choose select').nth(1).selectOption('steps');
equal('any metric on an axis', await text('.ticks .name'), 'steps');
inAddress('and in the address', 'x=steps');

// --- methods: equations, the line to include, where they win; the search ---------------------------------------------

await go('method/imidm');
check('equations are MathML', (await count('.box math')) >= 5 && (await count('.box math msub')) > 5);
equal('the citation has its DOI', await count('a[href="https://doi.org/10.1002/cnm.963"]'), 1);
{
  // at an error of 0.01 in the momentum, by counted operations
  const rows = await texts('[aria-label="where it wins"] tbody tr');
  check('where it wins', rows.some(r => /Fast Lagrange top: convergence of eight methods.*\)0.01$/.test(r)), rows[2]);
}
await click('.copied button');
check('the line is copied', await appears('.copied button', 'copied'));
await go('method/rk4');
{
  const { horizons, tolerances } = read(results, 'atlas.json').atlases[0],
    [{ bodies, cheapest }] = horizons,
    share = Number(((100 * cheapest[tolerances.indexOf(0.01)].rk4) / bodies).toPrecision(2)),
    said = await text('[aria-label="the cheapest on"] tbody tr');
  check('and in the atlas', said.includes(`0.01: on ${share} %`), said);
}
await page.locator('#search input').fill('krysl2006-figure4');
await press('Enter');
equal('search finds by id', await count('#main tbody tr:first-child a[href="#/figure/krysl2006-figure4"]'), 1);
await page.locator('#search input').fill('Dzhanibekov'); // other words: site.mjs
check('the search answers while one types', (await count('#answers a')) > 0);
await press('ArrowDown', 'Enter');
check('and its answers lead to pages', !/search/.test(page.url()) && !(await isSeen('#answers')), page.url());
check('the menu has at most 20 links', (await count('nav a')) <= 20);

// --- files of one's own ----------------------------------------------------------------------------------------------

{
  const spec = { body: { inertia: [1, 2, 3], momentum: [0.3, -1.2, 0.5] }, h: 0.1, steps: 100, every: 1, method: 'mr' },
    put = (name, content) => {
      const file = path.join(folder, name);
      fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
      return file;
    },
    run = (name, change) => put(name, ran({ ...spec, ...change })),
    titles = () => texts('.panel .title').then(String),
    says = async (what, pattern) => check(what, RegExp(pattern, 's').test(await text()), await text());
  /// Files are chosen, or dropped; the page shows them when a pattern is on it.
  const shows = pattern => page.waitForFunction(source => RegExp(source, 's').test(main.textContent), pattern.source),
    chosen = (pattern, ...files) => page.locator('input[type=file]').setInputFiles(files).then(() => shows(pattern));
  const droppedOn = async (pattern, ...files) => {
    await page.evaluate(files => {
      const data = new DataTransfer();
      for (const [name, text] of files) data.items.add(new File([text], name));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, files.map(f => [path.basename(f), fs.readFileSync(f, 'utf8')]));
    await shows(pattern);
  };
  await go('file');
  const mr = run('mr-run.json'),
    coarse = run('coarse.json', { h: 0.2, steps: 50 });
  await chosen(/Difference/, mr, run('imidm-run.json', { method: 'imidm' }));
  equal('two runs give their difference', await titles(), 'Angular momentum in the body,Energy,Difference');
  // of other steps: at the times that both have, against the numbers of the files
  await droppedOn(/coarse/, mr, coarse);
  const off = await page.evaluate(() => plots.find(p => p.spec.title === 'Difference').spec.series[0].y),
    [fine, wide] = [mr, coarse].map(file => read(file).trajectory),
    apart = (a, b) => Math.hypot(...a.momentum.map((x, i) => x - b.momentum[i]));
  check(
    'files are dropped; runs of other steps differ at the times that both have',
    off.length === 51 && off.every((d, k) => Math.abs(d - apart(fine[2 * k], wide[k])) < 1e-15),
    String(off.length),
  );
  const whole = read(coarse);
  await droppedOn(
    /short\.json/,
    put('broken.json', { ...whole, final: null }),
    put('stepless.json', { ...whole, steps: undefined }),
    put('short.json', { ...whole, trajectory: whole.trajectory.slice(0, 1) }),
    put('null.json', 'null'),
    ...Array(3).fill(coarse),
  );
  await says('what cannot be shown is said', /broken\.json: a part of it is missing.*stepless\.json: it has no "st/);
  await says('and what it is', /null\.json: schema none is given; accepted/);
  await says('and what is there of others', /short\.json.*at the end.*no trajectory.*coarse\.json: 6 files are shown/);

  const top = put('top.json', {
    body: { inertia: [1, 5, 6], momentum: [10, 50, 60] },
    torque: { kind: 'gravity', moment: [0, 0, 1] },
    time: 0.2,
  });
  const recommend = ['recommend', top, '--json', '--attitude-error'],
    advised = (...more) => JSON.parse(told([...recommend, ...more])),
    advice = advised('1e-4'),
    useOf = ({ best }) => `Use ${best.method} with ${best.steps} step`;
  await chosen(/none\.json/, put('advice.json', advice), put('no.json', { schema: 'x' }), put('none.json', '{'));
  check('a recommendation shows', (await text()).includes(useOf(advice)) && (await count('.target')) === 1);
  const others = /no\.json: schema "x" is given; accepted: JSON of polhode run.*none\.json: no JSON; accepted/;
  await says('other files are refused with what is accepted', others);
  const several = advised('1e-3,1e-5');
  await chosen(/several.*several/, put('several.json', several));
  const answers = await texts('.answer'),
    isItsOwn = (said, k) => said.includes(useOf(several.recommendations[k]));
  check('several targets have an answer each', answers.length === 2 && answers.every(isItsOwn), answers.join());
  const checked = m => put(`${m}-check.json`, told(['check', m, '--json']));
  await chosen(/IMIDM.*symplectic/, checked('mr'), checked('imidm'));
  equal('the trials of two property reports are in one plot', await count('[data-key="passport"] .series'), 2);
}

// A population: the curves are the distribution of the cases themselves.
{
  const to = path.join(folder, 'sweeps', 'three'),
    file = path.join(to, 'given.json'),
    { methods, population: { bodies } } = THREE;
  // of the momentum at 100 steps, case by case
  const caseOf = id => JSON.parse(told(['sweep', file, '--case', String(id), '--json'])).metrics.Pi.value,
    casesOf = k => Array.from({ length: bodies }, (_, body) => caseOf((body * 3 + k) * 2 + 1)),
    errors = Object.fromEntries(methods.map((m, k) => [m, casesOf(k)])),
    best = errors.mr.map((_, b) => Math.min(...methods.map(m => errors[m][b])));
  await go('file');
  await page.locator('input[type=file]').setInputFiles(path.join(to, 'result.json'));
  await page.waitForFunction(() => document.querySelectorAll('.panel').length === 6);
  const drawn = await page.evaluate(() =>
    plots.map(p => ({ key: p.spec.key, series: p.spec.series.map(({ method, x, y, z }) => ({ method, x, y, z })) })),
  );
  const matches = (key, below) => {
    for (const { method, x, y } of drawn.find(p => p.key === key).series) {
      const shares = x.map((v, i) => errors[method].filter((e, b) => below(e, b, v, i)).length / bodies);
      check(`${key}: ${method}`, x.every((_, i) => i % 2 || Math.abs(y[i] - shares[i]) < 1e-12), `${x}; ${y}`);
    }
  };
  matches('distribution-Pi-100', (e, _, v) => e < v);
  matches('profile-Pi-100', (e, b, v, i) => e / best[b] < v || (i === 0 && e === best[b]));
  const places = drawn.filter(p => p.key.startsWith('map-0-')).map(p => p.series[0]),
    isInside = (x, y) => y <= 1 && x + y >= 1 - 1 / 8;
  equal('a map for every method', places.filter(({ x, y }) => x.every((v, i) => isInside(v, y[i]))).length, 3);
  await go('populations/three');
  check('the report has it', (await text('h1')) === 'Three methods' && (await count('.panel')) === 6);
}

{
  const figure1 = data.figures.find(f => f.id === 'figure1');
  await go('figure/figure1');
  equal('error against time', await page.locator('.ticks .name', { hasText: 'time of the run' }).count(), 1);
  equal('with whiskers', await count('.whisker'), figure1.panels[0].series.length);
  await go('failures');
  check('failures are listed with their reason', (await text()).includes(HOSTILE));
  await go('method/mr');
  check('passports show what they hold', /symplecticyes; defect.*yesagrees/.test(await text()));
  check('and their trials', (await count('[data-key="passport"] .mark')) > 10);
}

// --- it turns: the integrators of the page are those of the library, the player plays --------------------------------

{
  const bodies = [
    { I: [1, 2, 3], Pi: [0.3, -1.2, 0.5], time: 10, steps: 100 },
    { I: [0.6, 0.8, 1], Pi: [1.8, 0.4, -0.9], time: 10, steps: 200 },
    { I: [1, 2, 3], Pi: [0.01, 2, 0.01], time: 6, steps: 60 }, // almost about the middle axis
    { I: [3, 1, 2], Pi: [0.01, -0.02, 1.5], time: -6, steps: 60 },
    { I: [5, 5, 1], Pi: [0.3, 0.2, 5], time: 5, steps: 100 },
    { I: [2, 1, 2], Pi: [1, 0.2, -0.4], time: 9, steps: 90 },
    { I: [2, 2, 2], Pi: [1, 0.2, -0.4], time: 9, steps: 90 },
    { I: [1, 5, 6], Pi: [10, 50, 60], moment: [0, 0, 1], time: 1, steps: 100 },
    { I: [5, 5, 1], Pi: [0, 0.1, 5], moment: [0.3, 0, 20], time: 2, steps: 400 },
  ];
  const attitude = [0.8, 0, 0.6, 0];
  for (const { I: inertia, Pi: momentum, moment, time, steps } of bodies)
    for (const method of await page.evaluate(() => PLAYABLE)) {
      if (moment && /^(exact|dmv6)$/.test(method)) continue;
      const torque = moment ? { kind: 'gravity', moment } : { kind: 'none' },
        { final } = ran({ body: { inertia, momentum, attitude }, torque, method, time, steps }),
        thrown = [{ I: inertia, Pi: momentum, q: attitude, moment }, method, time / steps, steps],
        { Pi, q } = await page.evaluate(thrown => motion(...thrown).at(-1), thrown);
      equal(`${method}, I = (${inertia})`, String([Pi, q]), String([final.momentum, final.attitude.quaternion]));
    }
}
// A recommendation in the same shell: colours, markers, phone layout, the motion, the program.
const example = name => path.join(results, '..', 'problems', 'examples', name);
{
  const file = path.join(folder, 'advice.html');
  wrote('recommend', example('heavy_top.json'), '--attitude-error', '1e-6', '--html', file);
  const view = await open({ file }),
    { count, text, press, focus } = at(view),
    best = await view.evaluate(() => data.recommendation.best);
  const use = `Use ${best.method} with ${best.steps} steps`;
  check('a recommendation says what to use', (await text('.answer')).includes(use));
  check('the program to paste', (await text('.copied pre')).includes('integrate<'));
  await view.setViewportSize({ width: 390, height: 800 });
  const [button, code] = await view.evaluate(() => {
    const text = document.createRange();
    text.selectNodeContents(document.querySelector('.copied pre'));
    return [document.querySelector('.copied button').getBoundingClientRect().bottom, text.getBoundingClientRect().top];
  });
  check('no button lies over it on a phone', button <= code, `${button} ${code}`);
  equal('its motion', await count(`.stage[data-method="${best.method}"]`), 1);
  await focus('.player');
  await press(...Array(best.steps).fill('ArrowRight'));
  const off = parseFloat(await view.locator('.stage').first().locator('dd').nth(1).textContent());
  check('which ends where it is promised', off > 0 && off < 1e-6, String(off));
  check('the point is ringed, the target drawn', (await count('.plot .ring')) === 2 && (await count('.target')) === 1);
  await fits('a recommendation on a phone', view);
  await view.close();
}
// A run in the same shell: what it wrote is drawn, and the polhode on its sphere.
{
  const body = example('wing_nut.json'),
    file = path.join(folder, 'run.html'),
    { 0: start, [100]: end } = JSON.parse(told(['run', body, '--every', '1'])).trajectory;
  wrote('plot', body, '-o', file);
  const view = await open({ file });
  equal(
    'a run is drawn over time',
    String(await at(view).texts('.panel .title')),
    'Angular momentum in the body,Attitude,Angular velocity in the body,Angular momentum in space,Energy',
  );
  const lines = await view.evaluate(() => plots.map(p => p.spec.series.map(s => [s.x.at(-1), s.y.at(-1)]))),
    isEnd = ([t, x], v, size) => t === end.t && Math.abs(x - v) <= 1e-6 * size;
  check(
    'each line ends where the run does',
    [end.momentum, end.attitude.quaternion, end.angular_velocity, end.spatial_momentum].every((values, i) =>
      values.every((v, k) => isEnd(lines[i][k], v, Math.hypot(...values))),
    ),
  );
  equal('the last in all digits', lines.at(-1)[0][1], end.energy - start.energy);
  // the momentum in principal axes keeps to the ellipsoid of its energy
  const energies = await view.evaluate(() => {
    const { trajectory, body } = data.runs[0].json,
      energyOf = Pi => Pi.reduce((sum, x, k) => sum + x ** 2 / body.inertia[k], 0);
    return trajectory.map(row => energyOf(rotated(inverse4(body.axes), row.momentum)));
  });
  none('the polhode is in principal axes', energies.filter(x => !(Math.abs(x / energies[0] - 1) < 1e-5)));
  check('and drawn', await view.locator('.player > canvas').isVisible());
  await view.setViewportSize({ width: 360, height: 740 });
  await settled(view);
  await fits('a run on a phone', view);
  await view.close();
}
// Four bodies at 60 frames a second; of five seconds the fastest, as other processes wait for the machine, too.
{
  await go('throw?of=exact,mr,imidm,rk4');
  const frame = await page.evaluate(() => {
    const player = new Player({ body: MIDDLE, h: 0.3, n: 400, methods: ['exact', 'mr', 'imidm', 'rk4'].map(known) });
    document.getElementById('main').append(player.node);
    while (works.length) computing();
    const second = () => {
      const begin = performance.now();
      for (let k = 0; k < 60; ++k) player.show(300 + k / 60);
      return (performance.now() - begin) / 60;
    };
    return Math.min(...Array.from({ length: 5 }, second));
  });
  check('four bodies are drawn in the time of a frame', frame > 0 && frame < 1000 / 60, `${frame} ms`);
}
for (const [reducedMotion, said] of [['reduce', 'Play'], ['no-preference', 'Pause']]) {
  const view = await open({ reducedMotion });
  await visit(view, '#/');
  check(`${reducedMotion}: whether the overview turns`, (await at(view).text('.player-tools button')).includes(said));
  await view.close();
}
const played = /figure\/figure[67]|free-krysl|lagrange-top-fast|perturbed-frb/;
for (const place of [...FIGURES, ...PROBLEMS].filter(p => played.test(p))) {
  await go(place);
  check(`${place}: a player`, (await count('.player .stage')) >= 3);
}
await go('throw?h=0.3');
const fontOf = canvas => canvas.getContext('2d').font;
equal('texts are drawn at once', await page.locator('.curves').evaluate(fontOf), '11px system-ui, sans-serif');
await focus('.player');
await press('ArrowRight');
check('an arrow is a step', (await text('.clock')).startsWith('step 1,'));
{
  const painted = () => page.evaluate(() => document.querySelector('.stage canvas').toDataURL()),
    before = await painted();
  await press('ArrowRight');
  check('the body has turned', (await painted()) !== before);
  const light = await painted();
  await page.emulateMedia({ colorScheme: 'dark' });
  await settled(page);
  check('a player that rests takes the colours of another theme', (await painted()) !== light);
}
await page.locator('.player input[type=range]').fill('100');
{
  const [energy, angle] = (await texts('.stage[data-method="mr"] dd')).map(parseFloat),
    body = { inertia: [1, 2, 3], momentum: [0.02, 2, 0.02] },
    [mr, exact] = ['mr', 'exact'].map(method => ran({ body, method, h: 0.3, steps: 100 }).final),
    off = mr.energy / (0.5 * (0.02 ** 2 / 1 + 2 ** 2 / 2 + 0.02 ** 2 / 3)) - 1,
    cosine = Math.abs(mr.attitude.quaternion.reduce((sum, x, k) => sum + x * exact.attitude.quaternion[k], 0)),
    turned = 2 * Math.acos(Math.min(cosine, 1));
  const slack = 0.06 * Math.abs(off) + 1e-15;
  check('the energy error read out is the library’s', Math.abs(energy - off) < slack, `${energy}, ${off}`);
  check('and so is the attitude error', Math.abs(angle / turned - 1) < 0.06, `${angle}, ${turned}`);
}
// What a move of a slider has computed stops no frame: the lower quartile of its pieces, as other processes wait, too.
await go('throw?I=1,1,0.6&Pi=0.2,0,4&q=0.95,0.3,0,0&moment=0,0,1.5&h=0.5&n=200&of=sej,mr,imidm,rk4');
{
  const move = (slider, k) => {
    const pieces = [];
    for (slider.value = 1 + k / 100, slider.dispatchEvent(new Event('input')); works.length; ) {
      const begin = performance.now();
      computing();
      pieces.push(performance.now() - begin);
    }
    return pieces;
  };
  const all = [];
  for (let k = 0; k < 20; ++k) all.push(...(await page.locator('.slide input').first().evaluate(move, k)));
  const quartile = all.sort((a, b) => a - b)[all.length >> 2];
  check('a slider stops no frame', all.length >= 20 && quartile < 16, String(all));
}
await go('throw?h=0.3');
await click('[data-play="imidm"]');
equal('methods come and go', await count('.stage[data-method="imidm"]'), 1);
inAddress('and are in the address', 'imidm');
await page.locator('.slide input').nth(0).fill('2.5');
inAddress('the throw is in the address', 'I=2.5,2,3');
await again();
equal('and thrown again from there', await count('.stage'), 4);
await go('throw?I=1,5,2&of=exact');
check('a body that cannot be is refused', /I2 = 5 is larger than the sum.* 3/.test(await text('main [role=status]')));
equal('and not thrown', await page.locator('.slide output').nth(1).textContent(), '2');
{
  const game = await page.evaluate(() => {
    const body = { I: [1, 2, 3], Pi: [0.2, 20, 0.2], q: [1, 0, 0, 0] };
    return ['semi-implicit-euler', 'semi-implicit-euler-no-gyro', 'catto', 'imidm'].map(id => {
      const states = motion(body, id, 1 / 60, 300);
      return [energy(body, states.at(-1)) / energy(body, states[0]) - 1, states.some(s => s.Pi[1] < 0)];
    });
  });
  const [[gained], [, turns], [lost], [swings, turnsOver]] = game,
    asSaid = gained > 0.1 && lost < -0.1 && !turns && Math.abs(swings) < 0.01 && turnsOver;
  check('the game object does what the page says', asSaid, String(game));
}
{
  const said = [...(await text('.presets')).matchAll(/([\d.]+) rad/g)].map(m => m[1]).join(),
    ends = await page.evaluate(() => {
      const body = { I: [0.002, 0.0021, 0.0011], Pi: [0.0001, 0.0002, 0.00002], q: [1, 0, 0, 0] },
        [exact, ...ended] = ['exact', 'rk4', 'mr'].map(id => motion(body, id, 10, 400).at(-1));
      return ended.map(s => angleBetween(unit4(s.q), exact.q).toPrecision(2)).join();
    });
  equal('the CubeSat ends as the page says', ends, said);
}
await go('throw?I=1,2,3&Pi=0.2,20,0.2&h=0.0167&n=300&of=exact,semi-implicit-euler,semi-implicit-euler-no-gyro,catto,imidm');
{
  const colours = await page.locator('.stage .line').evaluateAll(all => all.map(p => p.getAttribute('stroke')));
  equal('five methods have five colours', new Set(colours).size, 5);
}
await go('throw');
for (const place of await page.locator('.presets a').evaluateAll(all => all.map(a => a.getAttribute('href')))) {
  await visit(page, place);
  await page.locator('.player [type=range]').evaluate(r => ((r.value = r.max), r.dispatchEvent(new Event('input'))));
  const errors = String(await texts('.stage dd')),
    part = /(^|,)(0\.(0[5-9]|[1-9])|[1-9])[\d.]* rad/.test(errors);
  check(`${place}: the methods part`, part && !NONSENSE.test(errors), errors);
}
await go('throw?I=0,1,x&h=0&n=1e9&of=nonsense');
check('nonsense in the address is not thrown', (await count('.stage')) === 3 && !NONSENSE.test(await text()));
await go('throw?n=5000&h=1000');
equal('however far its steps go, a throw can be drawn', await count('.player [type=range][max="5000"]'), 1);

// --- fingers ---------------------------------------------------------------------------------------------------------

{
  const phone = await open({ width: 390, height: 844, hasTouch: true });
  await visit(phone, '#/figure/krysl2006-figure2');
  const host = phone.locator('.plot').first();
  await host.scrollIntoViewIfNeeded();
  const mark = await host.locator('.series .mark').nth(2).boundingBox();
  await phone.touchscreen.tap(mark.x + mark.width / 2, mark.y + mark.height / 2);
  check('a tap is a value', await at(phone).isSeen('#tip'));
  await phone.close();
}

// --- narrow, printed, by keyboard ------------------------------------------------------------------------------------

await go('methods');
const heights = await page.locator('#main tbody td').evaluateAll(all => all.map(c => c.clientHeight));
none('methods have short rows', heights.filter(h => h >= 75));
await go('figure/figure1');
await page.emulateMedia({ media: 'print' });
check('print leaves navigation out', !(await isSeen('nav')) && (await isSeen('.chart')));
const sheets = async () => String(await page.pdf({ format: 'A4' })).match(/\/Type\s*\/Page\b/g).length;
await go('claims');
{
  const pages = await sheets();
  check('all claims on 20 sheets of A4', pages > 3 && pages <= 20, String(pages));
}
await go('throw');
for (const seen of ['.stage canvas', '.slide output'])
  check(`a throw is on paper: ${seen}`, await isSeen(seen));
await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
const [dark, light, after] = await page.evaluate(() => {
  const stage = () => document.querySelector('.stage canvas').toDataURL(),
    heard = event => (dispatchEvent(new Event(event)), stage());
  return ['afterprint', 'beforeprint', 'afterprint'].map(heard);
});
check('in light colours, and is dark again after it', dark !== light && dark === after);
await page.emulateMedia({ media: 'print', colorScheme: 'light' });
await go('figure/figure5');
equal('a small figure on one', await sheets(), 1);

await browser.close();
console.log(`report of ${(size / 1e6).toFixed(2)} MB: ${passed} checks passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
