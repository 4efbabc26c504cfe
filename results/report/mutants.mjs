// SPDX-License-Identifier: MIT
// May the page lie? mutants.tsv lists small faults of the page and of the pictures, each with the reading of the page
// (reading.mjs) or the test of the pictures (draw_test.py) that must see it. A fault is put into a report that is written
// once, or into a copy of the results' folder.
//
// usage: node mutants.mjs PROGRAM CHROMIUM FOLDER-WITH-NODE_MODULES RESULTS [WORD | LINE]...
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { kept, readings, settled, writeReport } from './reading.mjs';

const [program, chromiumPath, modules, results, ...words] = process.argv.slice(2),
  { chromium } = createRequire(path.join(path.resolve(modules), 'x.cjs'))('playwright-core'),
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'polhode-mutants-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

let file = '';
const mutants = [];
for (const [k, line] of fs
  .readFileSync(path.join(results, 'report', 'mutants.tsv'), 'utf8')
  .split('\n')
  .entries()) {
  if (!line || line.startsWith('#')) continue;
  const [test, original, mutated] = line.split('\t').map(text => text.replaceAll('\\n', '\n'));
  if (original === undefined) file = test;
  else mutants.push({ line: k + 1, file, test, original, mutated });
}
const source = name => fs.readFileSync(path.join(results, name), 'utf8'),
  stale = mutants.filter(m => source(m.file).split(m.original).length !== 2 || m.original === m.mutated);
for (const m of stale) console.log(`stale     ${m.line}: ${JSON.stringify(m.original)} is not in ${m.file} once`);

// --- the page --------------------------------------------------------------------------------------------------------

const report = writeReport(program, results, folder),
  html = fs.readFileSync(report, 'utf8'),
  measured = kept(results, folder),
  browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
class Seen extends Error {}

/// What a reading finds wrong on a page, or nothing.
async function seenBy(reading, text) {
  const to = path.join(folder, 'mutant.html'),
    context = await browser.newContext({ offline: true, viewport: { width: 1280, height: 900 } }),
    page = await context.newPage();
  fs.writeFileSync(to, text);
  const check = (what, condition, detail = '') => {
    if (!condition) throw new Seen(`${what} ${detail}`);
  };
  const visit = async (page, where) => {
    await page.goto(where.startsWith('http') ? where : pathToFileURL(to).href + where);
    await settled(page);
  };
  page.setDefaultTimeout(10000); // of what a fault has taken away
  try {
    await visit(page, '#/');
    await readings[reading]({ page, visit, check, ...measured });
    return '';
  } catch (e) {
    return e.message.split('\n')[0] || 'an error';
  } finally {
    await context.close();
  }
}

// --- the pictures ----------------------------------------------------------------------------------------------------

/// What a test says of the pictures that a text of a file draws, or nothing.
function drawnBy({ file, test }, text) {
  const copy = path.join(folder, 'results');
  if (!fs.existsSync(copy)) fs.cpSync(results, copy, { recursive: true, filter: from => !/results\/out$/.test(from) });
  fs.writeFileSync(path.join(copy, file), text);
  const done = spawnSync('python3', ['-B', path.join(copy, 'report/draw_test.py'), process.execPath, program, copy, '-f', test], {
    encoding: 'utf8',
  });
  fs.copyFileSync(path.join(results, file), path.join(copy, file));
  return done.status === 0
    ? ''
    : done.stderr
        .trim()
        .split('\n')
        .findLast(l => /Error/.test(l)) || 'an error';
}

const tried = (m, mutate) =>
    m.test.startsWith('Pictures.')
      ? drawnBy(m, mutate(source(m.file)))
      : seenBy(
          m.test,
          html.replace(source(m.file), () => mutate(source(m.file))),
        );

const wanted = mutants.filter(
    m =>
      !stale.includes(m) &&
      (!words.length || words.some(w => w === String(m.line) || `${m.file} ${m.test}`.includes(w))),
  ),
  broken = new Set();
for (const m of wanted.filter((m, k) => wanted.findIndex(n => n.test === m.test) === k)) {
  const wrong = await tried(m, text => text);
  if (wrong) (broken.add(m.test), console.log(`broken    ${m.test} fails without a fault: ${wrong}`));
}
let killed = 0;
for (const m of wanted.filter(m => !broken.has(m.test))) {
  const seen = await tried(m, text => text.replace(m.original, () => m.mutated));
  killed += Boolean(seen);
  const what = `${m.original} -> ${m.mutated}`.replace(/\s+/g, ' ');
  console.log(
    `${seen ? 'killed   ' : 'survived '} ${m.line}: ${m.file}: ${what} (${m.test}${seen ? ': ' + seen : ''})`,
  );
}
await browser.close();
console.log(`${killed} of ${wanted.length} faults of the page are seen, ${stale.length} places are stale`);
process.exitCode = killed === wanted.length && !stale.length ? 0 : 1;
