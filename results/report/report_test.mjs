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
  fs.writeFileSync(
    path.join(folder, 'figure1.svg'),
    '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60" viewBox="0 0 80 60">\n <path d="M 1.234567 2.5 \nL 70.75 50 \nz" style="fill: #ff0000"/>\n</svg>\n',
  );
  const passport = JSON.parse(spawnSync(program, ['check', 'mr', '--json'], { encoding: 'utf8' }).stdout);
  passport.invented = { declared: 'yes', agreement: 'agrees', measured_thing: 1.25 };
  passport.nested = { rows: [{ h: 0.1, deep: { x: [1, { y: null }] } }], empty: [], nothing: null };
  fs.writeFileSync(path.join(folder, 'passports.json'), JSON.stringify({ passports: [passport] }));
  execFileSync(program, ['report', '--out', folder, '--results', results], { stdio: 'ignore' });
  return path.join(folder, 'report.html');
}

const report = given ? path.resolve(given) : write();
const size = fs.statSync(report).size,
  address = pathToFileURL(report).href;
check('at most 2 MB', size <= 2e6, `${size} bytes`);

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
  ...data.methods.map(m => 'method/' + m.id),
  ...data.problems.map(p => 'problem/' + p.id),
];
for (const place of others) {
  await visit(page, '#/' + place);
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

if (!given) {
  check('times are there', data.figures.find(f => f.id === 'figure1').times[0].mr.length > 3);
  await visit(page, '#/figure/figure1');
  check('error against time', (await page.locator('.ticks .name', { hasText: 'time of the run' }).count()) === 1);
  await page.locator('.static summary').click();
  await page
    .waitForFunction(() => document.querySelector('.static img').naturalWidth > 0, null, { timeout: 5000 })
    .then(
      () => check('the static picture', true),
      () => check('the static picture', false),
    );
  await visit(page, '#/figure/figure2');
  check('no static picture is said', (await page.locator('#main').textContent()).includes('No static picture'));
  await visit(page, '#/failures');
  check('failures are listed with their reason', (await page.locator('#main').textContent()).includes(HOSTILE));
  await visit(page, '#/method/mr');
  check(
    'passports show what they hold',
    /invented.*measured thing 1.25.*yes.*agrees/.test(await page.locator('#main').textContent()),
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

// --- narrow, printed, by keyboard ---------------------------------------------------------------------------------------

const narrow = await open({ viewport: { width: 360, height: 740 } });
for (const place of ['', 'figure/krysl2006-figure1', 'figure/figure7', 'work', 'conservation', 'method/mr', 'claims']) {
  await visit(narrow, '#/' + place);
  const over = await narrow.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  check(`narrow ${place}: nothing sticks out`, over <= 0, `${over} pixels`);
}
await narrow.locator('#menu').click();
check('the menu opens', await narrow.locator('nav a').first().isVisible());
await visit(page, '#/figure/figure1');
await page.emulateMedia({ media: 'print' });
check(
  'print leaves navigation out',
  !(await page.locator('nav').isVisible()) && (await page.locator('.chart').first().isVisible()),
);
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
