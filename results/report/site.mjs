// SPDX-License-Identifier: MIT
// The report, the documents and the API reference as one site of static pages: a page per document, figure, method,
// problem and claim, each with its text and plots in it and the same scripts beside it. At the end every link of every
// page is followed.
//
// usage: node site.mjs REPORT.html CHROMIUM FOLDER-WITH-NODE_MODULES API-OF-DOXYGEN OUT
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readApi, readDocuments } from './documents.mjs';
import { accessible, settled, started } from './reading.mjs';

const [report, chromiumPath, modules, apiFolder, out] = process.argv.slice(2),
  tree = fileURLToPath(new URL('../..', import.meta.url)),
  { browser, installed, axe } = await started(chromiumPath, modules),
  { Marked } = installed('marked');
const html = fs.readFileSync(report, 'utf8'),
  part = (from, to) => html.slice(html.indexOf(from) + from.length, html.indexOf(to, html.indexOf(from)));
const css = part('<style>', '</style>'),
  plotRules = part('<style id="look">', '</style>'),
  scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(m => m[1]),
  data = JSON.parse(part('<script type="application/json" id="data">', '</script>'));
const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', offline: true });

fs.rmSync(out, { recursive: true, force: true });
const write = (name, content) => {
  fs.mkdirSync(path.dirname(path.join(out, name)), { recursive: true });
  fs.writeFileSync(path.join(out, name), content);
};
let failed = 0;
const fail = line => (++failed, console.log(line));

// --- documents and API -----------------------------------------------------------------------------------------------

const placesOfNames = new Map([
  ...data.problems.map(p => [p.id, 'problem/' + p.id]),
  ...data.figures.map(f => [f.id, 'figure/' + f.id]),
  ...data.methods.flatMap(m => [m.id, ...m.aliases].map(id => [id, 'method/' + m.id.replace(/:/g, '~')])),
]);
/// A file of the tree on the site; a folder is a list of its files.
function copy(inTree) {
  const from = path.join(tree, inTree),
    to = 'source/' + inTree;
  if (!fs.statSync(from).isDirectory()) {
    write(to, fs.readFileSync(from));
    return to;
  }
  const inside = fs.readdirSync(from).filter(name => !name.startsWith('.')).sort();
  const links = inside.map(name => `<li><a href="${path.relative(to, copy(path.join(inTree, name)))}">${name}</a>\n`),
    head = `<!doctype html>\n<meta charset="utf-8">\n<title>${inTree}</title>\n<h1>${inTree}</h1>\n`;
  write(to + '/index.html', `${head}<ul>\n${links.join('')}</ul>\n`);
  return to + '/index.html';
}
data.headers = readApi(apiFolder, tree);
data.documents = readDocuments(tree, Marked, { pageOf: id => placesOfNames.get(id), copy, fail, api: data.headers });
fs.cpSync(apiFolder, path.join(out, 'api'), { recursive: true, filter: file => !file.endsWith('.tag') });

// --- pages -----------------------------------------------------------------------------------------------------------

const [integrators] = scripts.splice(scripts.findIndex(s => s.startsWith('const INTEGRATORS')), 1);
write('assets/parts/integrators.js', integrators);
write('assets/report.css', css);
write('assets/report.js', scripts.join('\n').replace(/^[ \t]+|^\s*\/\/.*\n/gm, ''));
/// A part in a file of its own; columns that it has twice stand there once.
function setApart(name, value) {
  const columns = new Map();
  const once = (_, x) => {
    if (!Array.isArray(x) || typeof x[9] !== 'number') return x;
    const text = JSON.stringify(x);
    if (!columns.has(text)) columns.set(text, columns.size);
    return `column ${columns.get(text)}`;
  };
  const text = JSON.stringify(value, once).replace(/"column (\d+)"/g, 'c[$1]'),
    shorter = String([...columns.keys()]).replace(/\b0\./g, '.');
  write(`assets/parts/${name}.js`, `(window.parts ||= {})[${JSON.stringify(name)}] = (c => (${text}))([${shorter}]);`);
}
/// Lines to a 10000th of their range or less: finer than a pixel.
function shortened(column) {
  const range = Math.max(...column) - Math.min(...column),
    decimals = Math.min(Math.max(-Math.floor(Math.log10(1e-4 * range)), 0), 100);
  return range > 0 ? column.map(x => Number(x.toFixed(decimals))) : column;
}
for (const { id, panels } of data.figures) {
  const all = panels.flatMap(({ series, plots }) =>
    series.map(({ curve, points, fits }) => {
      const isLine = curve && !curve.min && !plots[0].log,
        whole = ([name, at]) => [name, Array.isArray(at) ? at : data.columns[at]],
        own = Object.entries(curve || {}).map(whole).map(([name, column]) => [name, isLine ? shortened(column) : column.map(x => Number(x.toPrecision(5)))]);
      return { curve: curve && Object.fromEntries(own), points, fits };
    }),
  );
  setApart(id, all);
  for (const s of panels.flatMap(p => p.series)) for (const key of ['curve', 'points', 'fits']) if (s[key]) s[key] = true;
}
const sweeps = (data.sweeps || []).map(s => s.name);
for (const s of data.sweeps || []) {
  setApart(s.name, s.document);
  Object.assign(s, { title: s.document.spec.title || s.name, document: true });
}
const own = { ...data, columns: undefined, documents: data.documents.map(({ html, ...d }) => d) };
own.maps = Object.fromEntries(Object.entries(own.carries || {}).map(([id, { maps }]) => [id, maps]));
own.carries = Object.fromEntries(Object.entries(own.carries || {}).map(([id, { maps, ...said }]) => [id, said]));
own.claims = data.claims.map(({ deterministic, chaotic, ...c }) => c); // which no page shows
const apart = ['boxes', 'carries', 'maps', 'passports'].filter(key => own[key]);
for (const key of apart) (setApart(key, own[key]), (own[key] = true));
// Of methods all pages have the names, those of methods what they declare.
setApart('methods', data.methods);
own.methods = data.methods.map(({ id, label, aliases, source, headers }) => ({ id, label, aliases, source, headers }));
own.declared = [...new Set(data.methods.flatMap(Object.keys))].filter(key => !(key in own.methods[0]));
write(
  'assets/data.js',
  `window.parts ||= {};
  document.body.append(Object.assign(document.createElement('script'), { type: 'application/json', id: 'data',
    textContent: String.raw\`${JSON.stringify(own).replace(/[`$]/g, c => '\\u00' + c.charCodeAt(0).toString(16))}\` }));`,
);

const ofKind = kind => data[kind + 's'].map(x => `${kind}/${x.id.replace(/:/g, '~')}`);
const places = [
  ...['', 'pages', 'claims', 'throw', 'work', 'file', 'populations', 'methods'],
  ...['problems', 'failures', 'provenance', 'search'],
  ...['figure', 'method', 'problem', 'claim'].flatMap(ofKind),
  ...sweeps.map(name => 'populations/' + name),
  ...data.documents.map(d => 'document/' + d.name),
];
const fileOf = place => (place ? place + '/' : '') + 'index.html';

/// A page around its content, with the scripts of what it draws; without any it draws itself.
const inParts = ['integrators', ...data.figures.map(f => f.id), 'methods', ...apart, ...sweeps],
  everything = ['texts', ...inParts.map(name => `parts/${name}`)];
function shell(place, { title = 'Polhode', nav = '', main = '', about = '', drawn = everything } = {}) {
  const root = '../'.repeat(place ? place.split('/').length : 0),
    plain = s => s.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;'),
    described = `<title>${plain(title)}</title>\n<meta name="description" content="${plain(about)}">`,
    asset = name => `<script src="${root}assets/${name}.js"></script>\n`;
  const head = html
    .slice(0, html.indexOf('<style>'))
    .replace('<html lang="en">', `<html lang="en" data-root="${root || './'}" data-place="${place}">`)
    .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>\n/, '')
    .replace(/<title>[^<]*<\/title>/, () => described);
  const body = html
    .slice(html.indexOf('<body>'), html.indexOf('<script type="application/json"'))
    .replace('href="#/"', `href="${root}index.html"`)
    .replace(/(<nav[^>]*>)/, (_, tag) => tag + nav)
    .replace(/(<main[^>]*>)/, (_, tag) => tag + main);
  const look = `<link rel="stylesheet" href="${root}assets/report.css">\n<style id="look">${plotRules}</style>\n`,
    scripts = [...drawn, 'data', 'report'].map(asset).join('');
  return `${head}${look}${body}${scripts}</body>\n</html>\n`;
}

const words = data.documents.map(d => [d.name, d.html.replace(/<[^>]*>|\s+/g, ' ')]);
write('assets/texts.js', `texts = ${JSON.stringify(Object.fromEntries(words))};`);
const articles = new Map(data.documents.map(d => ['document/' + d.name, `<article class="document">${d.html}</article>`]));
const SOUGHT = ['game', 'spacecraft', 'Dzhanibekov', 'CubeSat', 'gyro', 'tutorial', 'gimbal'];
let largest = 0; // bytes
page.on('pageerror', e => fail(`${page.url()}: ${e.message}`));
for (const place of places) {
  write(fileOf(place), shell(place, { main: articles.get(place) }));
  await page.goto(pathToFileURL(path.resolve(out, fileOf(place))).href);
  await settled(page);
  const found = await page.evaluate(() => {
    const main = document.getElementById('main'),
      about = (main.querySelector('.lead, .finding') || main.querySelector('p'))?.textContent || '';
    for (const canvas of main.querySelectorAll('canvas')) canvas.removeAttribute('style');
    const [nav, body] = [document.getElementById('nav'), main].map(e => e.innerHTML);
    const files = [...drawn].map(name => `parts/${name}`);
    return { title: document.title, nav, main: body, about: about.trim().slice(0, 300), drawn: files };
  });
  if (/Not here/.test(found.title)) fail(`${place}: no such page`);
  if (place === 'search') found.drawn.push('texts');
  if (place === 'file') found.drawn.push('parts/integrators');
  write(fileOf(place), shell(place, found));
  const loaded = [...found.drawn, 'data', 'report'].map(name => fs.statSync(path.join(out, `assets/${name}.js`)).size);
  largest = Math.max(largest, loaded.reduce((a, b) => a + b));
  if (!place) {
    const menu = await page.evaluate(() => [...document.querySelectorAll('#nav a')].map(a => a.textContent));
    if (menu.length > 20 || new Set(menu).size < menu.length) fail(`the menu: ${menu.length} links: ${menu}`);
    for (const word of SOUGHT)
      if (!(await page.evaluate(word => sought(word).some(([at]) => at.startsWith('document/')), word)))
        fail(`the search finds no document on ${word}`);
    if (!(await page.evaluate(() => sought('velocity Verlet').some(([at]) => at === 'method/rvv')))) fail('no velocity Verlet');
  }
  if (place.startsWith('document/')) {
    await page.setViewportSize({ width: 390, height: 844 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) fail(`${place}: sticks out of a phone by ${over} pixels`);
    await page.evaluate(axe);
    for (const line of await page.evaluate(accessible)) fail(`${place}: not accessible: ${line}`);
    await page.setViewportSize({ width: 1280, height: 900 });
  }
}
// With its own data alone, and without scripts, a page shows what it showed.
for (const javaScriptEnabled of [true, false]) {
  const reader = await browser.newPage({ javaScriptEnabled, offline: true }),
    mode = `scripts ${javaScriptEnabled ? 'on' : 'off'}`;
  reader.on('pageerror', e => fail(`${reader.url()}, ${mode}: ${e.message}`));
  for (const place of ['', 'figure/figure7', 'figure/krysl2006-figure4', 'method/mr', 'document/how-to']) {
    await reader.goto(pathToFileURL(path.resolve(out, fileOf(place))).href);
    const { lines, filled, dead } = await reader.evaluate(() => {
      const lines = [...document.querySelectorAll('.plot :is(.line, .dots, .frame, .guide)')],
        isSeen = e => e.getClientRects().length > 0;
      return {
        lines: lines.length,
        filled: lines.filter(p => getComputedStyle(p).fill !== 'none').length,
        dead: [...document.querySelectorAll('button:not(thead *), select, input')].filter(isSeen).length,
      };
    });
    if (/figure|method/.test(place) && !lines) fail(`${place}, ${mode}: no plot`);
    if (filled) fail(`${place}, ${mode}: ${filled} of ${lines} lines are filled`);
    if (!javaScriptEnabled && dead) fail(`${place}, ${mode}: ${dead} buttons do nothing`);
  }
  if (!javaScriptEnabled) continue;
  await reader.locator('#search input').fill('gyro');
  if (!(await reader.locator('#answers a[href*="document/"]').first().waitFor({ timeout: 9000 }).then(() => 1, () => 0)))
    fail('the search finds no document on gyro');
}
if (largest > 8e5) fail(`a page loads ${largest} bytes of data and scripts`);
await browser.close();

// --- links -----------------------------------------------------------------------------------------------------------

let links = 0;
for (const place of places) {
  const file = path.join(out, fileOf(place));
  for (const [, target] of fs.readFileSync(file, 'utf8').matchAll(/(?:href|src)="([^"]*)"/g)) {
    if (/^(https?:|data:|blob:)/.test(target)) continue;
    ++links;
    const plain = decodeURI(target.replace(/&amp;/g, '&').replace(/[?#].*/, ''));
    if (target.startsWith('#/')) fail(`${place}: ${target} is of the single file`);
    else if (plain && !fs.existsSync(path.resolve(path.dirname(file), plain)))
      fail(`${place}: ${target} leads nowhere`);
    else if (place.startsWith('document/') && /#[^/]/.test(target)) {
      const there = plain ? path.resolve(path.dirname(file), plain) : file;
      if (!fs.readFileSync(there, 'utf8').includes(`id="${decodeURI(target.replace(/.*#/, ''))}"`))
        fail(`${place}: ${target} is no section there`);
    }
  }
}
console.log(`${out}: ${places.length} pages, ${links} links, at most ${(largest / 1e3).toFixed(0)} kB a page${failed ? `, ${failed} failed` : ''}`);
process.exitCode = failed ? 1 : 0;
