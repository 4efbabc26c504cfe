// SPDX-License-Identifier: MIT
// What the page shows: words through the rows that they stand in, plots through what they were told to draw
// (draw_test.py has where that is drawn). Every reading visits pages and compares them with the golden results.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export const read = (...name) => JSON.parse(fs.readFileSync(path.join(...name), 'utf8'));
const goldenNames = results => fs.readdirSync(path.join(results, 'golden')).filter(name => name !== 'tolerances.json');

/// A sweep whose cases are asked one by one.
const methods = ['mr', 'imidm', 'imid'],
  asked = id => ({ id, metric: 'Pi', steps: 100, of: [id], against: methods.filter(m => m !== id), below: 1 });
export const THREE = {
  schema: 'polhode/sweep/1',
  title: 'Three methods',
  seed: 3,
  population: {},
  duration: { radians: 10 },
  methods,
  steps: [50, 100],
  metrics: ['Pi', 'R'],
  maps: [{ over: 'triangle', n: 4, metrics: ['R'] }, { over: 'momentum', n: 3, metrics: ['R'] }],
  questions: methods.map(asked),
};
/// The sweeps of the page, each of a few bodies.
function sweep(program, results, folder) {
  const specs = path.join(results, '..', 'problems', 'sweeps', 'populations'),
    all = new Map(fs.readdirSync(specs).map(name => [name, read(specs, name)])).set('three.json', THREE);
  for (const [name, spec] of all) {
    const to = path.join(folder, 'sweeps', name.replace('.json', '')),
      given = path.join(folder, name);
    spec.population.bodies = 20;
    fs.writeFileSync(given, JSON.stringify(spec));
    execFileSync(program, ['sweep', given, '-o', to], { stdio: 'ignore' });
    fs.renameSync(given, path.join(to, 'given.json'));
  }
}

/// A report from the golden results, with measured times, a passport, sweeps, a failed run and hostile text.
export const HOSTILE = '</script><script>window.hostile = true</script><!--<script> & "quoted"';

export function writeReport(program, results, folder) {
  const write = (name, json) => fs.writeFileSync(path.join(folder, name), JSON.stringify(json));
  for (const name of goldenNames(results)) fs.copyFileSync(path.join(results, 'golden', name), path.join(folder, name));
  execFileSync(program, ['figure', 'figure1', '--out', folder, '--results', results], { stdio: 'ignore' });
  const broken = read(folder, 'krysl2006-figure1.json'),
    [point] = broken.panels[0].series[0].points;
  Object.assign(point, { status: 'not_converged', reason: 'no root: ' + HOSTILE, errors: undefined });
  write('krysl2006-figure1.json', { ...broken, title: `${broken.title} ${HOSTILE}` });
  const passport = JSON.parse(spawnSync(program, ['check', 'mr', '--json'], { encoding: 'utf8' }).stdout);
  write('passports.json', { schema: 'polhode/passports/1', passports: [passport] });
  sweep(program, results, folder);
  execFileSync(program, ['report', '--out', folder, '--results', results], { stdio: 'ignore' });
  return path.join(folder, 'report.html');
}

/// A headless Chromium, what a folder has installed, and the script of axe, which `accessible` runs.
export async function started(chromiumPath, modules) {
  const installed = createRequire(path.join(path.resolve(modules), 'x.cjs')),
    axe = fs.readFileSync(installed.resolve('axe-core/axe.min.js'), 'utf8'),
    { chromium } = installed('playwright-core');
  return { installed, axe, browser: await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] }) };
}

/// In the page: what a screen reader or a keyboard cannot use.
export async function accessible() {
  const { violations, passes } = await window.axe.run('html', { resultTypes: ['violations'] });
  return passes.length ? violations.map(v => `${v.id}: ${v.nodes[0].html.slice(0, 120)}`) : ['nothing was looked at'];
}

/// Events have been heard and plots are drawn.
export const settled = page =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (await integrators, await frame(), await frame(); works.length; ) await frame();
    await new Promise(done => setTimeout(done));
  });

/// What the report was written from: results, times and claims. Figures that were measured again are those of the
/// folder: errors of the size of rounding are not those of another build.
export function kept(results, folder) {
  const golden = new Map(), times = new Map();
  for (const name of goldenNames(results)) {
    const id = name.replace('.json', ''),
      again = fs.existsSync(path.join(folder, id + '.timing.json'));
    golden.set(id, again ? read(folder, name) : read(results, 'golden', name));
    if (again) times.set(id, read(folder, id + '.timing.json'));
  }
  // as the papers call them
  for (const [id, said] of Object.entries(read(results, 'findings.json').figures))
    for (const panel of golden.get(id)?.panels || []) {
      const { names = {}, added = [], compared = [] } = said;
      panel.series = panel.series.filter(s => !compared.includes(s.method));
      for (const s of panel.series) s.label = (names[s.method] || s.label) + (added.includes(s.method) ? '*' : '');
      for (const [key, label] of Object.entries(panel.axes)) panel.axes[key] = names[label] || label;
    }
  const sweeps = path.join(folder, 'sweeps');
  return {
    golden,
    times,
    sweeps: new Map(fs.readdirSync(sweeps).map(name => [name, read(sweeps, name, 'result.json')])),
    robustness: read(results, 'robustness.json'),
    claims: new Map(read(results, 'claims.json').claims.map(c => [c.id, c])),
    quotations: read(results, 'quotations.json').quotations,
  };
}

/// The texts of the cells of a table, row by row.
const cellsOf = (page, selector) =>
  page.locator(selector + ' tr').evaluateAll(rows => rows.map(tr => [...tr.children].map(c => c.textContent.trim())));
const near = (text, value, off = 6e-4) => Math.abs(Number(text) - value) <= off * Math.abs(value);

const WORDS = { reproduced: '✓ reproduced', 'not-reproduced': '✗ not reproduced', undecidable: '? undecidable' };
const OURS = { reproduced: '✓ holds', 'not-reproduced': '✗ does not hold' };

/// In the page, or in the picture of a file: texts that lie over each other, in plots and anywhere else, or beyond the
/// edge of a picture. What scrolls out of its box is not seen.
export function overlaps() {
  const found = [],
    seen = [],
    walker = document.createTreeWalker(document.getElementById('main') || document.body, NodeFilter.SHOW_TEXT);
  const lap = (p, q, low, high) => Math.min(p[high], q[high]) - Math.max(p[low], q[low]),
    over = (p, q, wide, tall) => lap(p, q, 'left', 'right') > wide && lap(p, q, 'top', 'bottom') > tall;
  while (walker.nextNode()) {
    const node = walker.currentNode,
      parent = node.parentElement,
      range = document.createRange(),
      edge = parent.closest('.scroll, .formulas, pre')?.getBoundingClientRect(),
      isHidden = parent.closest('svg, select, noscript, details:not([open]) > :not(summary)');
    if (!node.textContent.trim() || isHidden) continue;
    range.selectNodeContents(node);
    for (const r of range.getClientRects())
      if (r.width > 2 && r.height > 2 && (!edge || (r.left < edge.right && r.right > edge.left)))
        seen.push([node.textContent.trim().slice(0, 30), r, parent]);
  }
  seen.sort((a, b) => a[1].top - b[1].top);
  const mayLie = of => of.closest('.copied button, math');
  seen.forEach(([a, p, of], i) => {
    for (let k = i + 1; k < seen.length && seen[k][1].top < p.bottom; ++k) {
      const [b, q, other] = seen[k];
      if (of !== other && !mayLie(of) && !mayLie(other) && over(p, q, 2, 4)) found.push(`"${a}" over "${b}"`);
    }
  });
  for (const picture of document.querySelectorAll('svg.chart, body > svg')) {
    const edge = picture.getBoundingClientRect(),
      boxes = [...picture.querySelectorAll('text')].map(t => [t.textContent.trim(), t.getBoundingClientRect()]);
    boxes.filter(([text]) => text).forEach(([a, p], i, all) => {
      const isOut = p.left < edge.left || p.right > edge.right + 1 || p.bottom > edge.bottom;
      if (isOut && picture.matches('body > svg')) found.push(`"${a}" leaves the picture`);
      for (const [b, q] of all.slice(0, i)) if (over(p, q, 1.5, 3)) found.push(`"${a}" over "${b}"`);
    });
  }
  return found;
}

/// Every verdict of every figure; methods have their names. draw_test.py has what the plots show.
async function figures({ page, visit, check, equal, golden, times, claims }) {
  for (const figure of golden.values()) {
    await visit(page, `#/figure/${figure.id}`);
    const said = await page.locator('#main').textContent(),
      reading = figure.panels.length ? 'How to read' : '',
      parts = [figure.title, `make ${figure.id}`, `polhode figure ${figure.id}`, reading];
    check(`${figure.id}: its parts`, parts.every(part => said.includes(part)), said.slice(0, 200));
    check(`${figure.id}: a plot per panel`, (await page.locator('.plot').count()) >= figure.panels.length);
    const { rows, chips } = await page.evaluate(() => ({
      rows: [...document.querySelectorAll('table.claims tbody tr')].map(tr => [
        tr.querySelector('[data-claim]').dataset.claim,
        tr.querySelector('.verdict').className + ': ' + tr.querySelector('.verdict').textContent.trim(),
        tr.querySelector('td code')?.textContent || '',
      ]),
      chips: [...document.querySelectorAll('.chip')].map(c =>
        [c.dataset.method, c.textContent, c.querySelector('.line').getAttribute('stroke')].join(),
      ),
    }));
    const timed = times.get(figure.id)?.verdicts || []; // none if the machine was busy
    equal(`${figure.id}: a row per claim`, rows.length, figure.verdicts.length + timed.length);
    for (const { id, verdict } of figure.verdicts) {
      const [, shown, asked = ''] = rows.find(r => r[0] === id) || [],
        isAsked = ([name, op, bound]) => {
          const [, said] = asked.split(`${name} ${op} `);
          return typeof bound === 'number' ? near(parseFloat(said), bound) : said !== undefined;
        };
      const words = claims.get(id).ours ? OURS[verdict] : WORDS[verdict];
      check(`${figure.id}: verdict of ${id}`, shown === `verdict ${verdict}: ${words}`, shown);
      check(`${figure.id}: what is asked for ${id}`, (claims.get(id).tests || []).every(isAsked), asked);
    }
    for (const s of figure.panels.flatMap(p => p.series)) {
      const chip = [s.method, s.label, await page.evaluate(method => style(method).color, s.method)].join();
      check(`${figure.id}: ${s.method} has one name and one colour`, chips.includes(chip));
    }
  }
}

/// Buttons, counts, tiles, search and pages of claims.
async function claims({ page, visit, again, check, equal: same, golden, verdicts: all, claims: written, quotations }) {
  const paperOf = v => written.get(v.id).paper,
    rowsOnPage = () => page.locator('table.claims tbody tr').count(),
    equal = async (what, found, wanted) => same(what, await found, wanted),
    search = page.locator('#main input[type=search]');
  await visit(page, '#/claims');
  await equal('all claims', rowsOnPage(), all.length);
  for (const [verdict, said] of Object.entries(WORDS)) {
    const wanted = all.filter(v => v.verdict === verdict && !written.get(v.id).ours).length,
      button = page.locator(`[data-choice="verdict:${verdict}"]`);
    await visit(page, '#/claims');
    await equal(`the button counts ${verdict}`, button.locator('b').textContent().then(Number), wanted);
    await button.click();
    await settled(page);
    await equal('and leaves exactly those', rowsOnPage(), wanted);
    await equal('with that verdict', page.locator(`table.claims .verdict.${verdict}`).count(), wanted);
    await visit(page, '#/claims');
    await search.fill(said.slice(2));
    await search.press('Enter');
    await settled(page);
    await again();
    await equal(`"${said.slice(2)}" finds exactly those, also from the address`, rowsOnPage(), wanted);
  }
  for (const paper of new Set(all.map(paperOf))) {
    await visit(page, '#/');
    const fails = v => v.verdict === 'not-reproduced' && !written.get(v.id).ours,
      wanted = all.filter(v => fails(v) && paperOf(v) === paper).length,
      tile = page.locator('.tile', { has: page.locator(`h3 a[href="#/claims?paper=${paper}"]`) });
    await equal(`the tile of ${paper}`, tile.locator('dd.not-reproduced').textContent().then(Number), wanted);
    await tile.locator('a', { hasText: 'not reproduced' }).click();
    await settled(page);
    await equal('and leads to it', rowsOnPage(), wanted);
  }
  await visit(page, '#/claims?figure=figure7');
  await equal('claims of a figure', rowsOnPage(), golden.get('figure7').verdicts.length);
  await page.locator('thead button', { hasText: 'verdict' }).click();
  check('sorting is in the address', page.url().includes('sort=verdict'), page.url());
  await again();
  await equal('and sorted again', page.locator('th[aria-sort="ascending"]').textContent(), 'verdict');
  for (const v of all.filter((v, i) => i % 9 === 0 || !quotations[v.id])) {
    await visit(page, `#/claim/${v.id}`);
    const text = await page.locator('#main').textContent(),
      { figure, claim, tests = [] } = written.get(v.id),
      [, words] = quotations[v.id] || quotations[figure] || ['', ''],
      [, ...rows] = await cellsOf(page, '[aria-label=tests]');
    check(`${v.id}: the paper's sentence`, text.includes(words), words);
    check(`${v.id}: or that it has none`, text.includes('No sentence of the paper says this') === !quotations[v.id]);
    check(`${v.id}: our reading`, text.includes(claim), claim);
    await equal(`${v.id}: its verdict`, page.locator(`.lead .verdict.${v.verdict}`).count(), 1);
    const isShown = ([name, op, bound], [number, asked, found]) =>
      number === name &&
      (typeof bound === 'number' ? near(asked.slice(op.length + 1), bound) : asked.startsWith(op + ' ')) &&
      (typeof v.numbers?.[name] !== 'number' || near(found, v.numbers[name]));
    await equal(`${v.id}: a row a test`, rows.length, tests.length);
    check(`${v.id}: what is asked and found`, tests.every((t, k) => isShown(t, rows[k])), String(rows));
  }
  for (const [id, drawn] of Object.entries({ 'krysl2006.1.fig1': '7,7', 'saefstroem.F2a.drift': '1' })) {
    await visit(page, `#/claim/${id}`);
    const slopes = page.evaluate(() => plots.map(p => p.spec).filter(s => !s.key.startsWith('shapes-')));
    await equal(`${id}: the slopes that it is about`, slopes.then(all => all.map(s => s.series.length).join()), drawn);
  }
}

/// How far claims carry.
async function carried({ page, visit, check, verdicts, robustness: kept }) {
  const judged = new Set(verdicts.map(v => v.id)),
    questions = Object.values(kept.sweeps).flatMap(s => s.questions.map(q => ({ ...q, where: s.where }))),
    standing = questions.filter(q => q.stands && judged.has(q.claim)),
    percent = q => `${Number(((100 * q.holds) / (q.holds + q.fails)).toPrecision(3))} %`,
    isSaid = (q, text) => text.startsWith(q.where) && (q.holds + q.fails === 0 || text.includes(percent(q)));
  await visit(page, '#/claims');
  const shown = await page.evaluate(() => {
    const claimOf = p => p.closest('tr').querySelector('[data-claim]').dataset.claim;
    return [...document.querySelectorAll('.carried')].map(p => [claimOf(p), p.textContent]);
  });
  check('claims say how far they carry', standing.length > 50 && shown.length === standing.length, `${shown.length}`);
  for (const q of standing)
    check(`${q.claim} over ${q.where}`, shown.some(([id, text]) => id === q.claim && isSaid(q, text)));
  for (const [id, { short, maps }] of Object.entries(kept.sentences).filter(([id, said]) => said.short && judged.has(id))) {
    await visit(page, `#/claim/${id}`);
    const drawn = await page.evaluate(() => {
      const maps = plots.filter(p => p.spec.key.startsWith('shapes-')).map(p => p.spec.series[0]);
      return maps.map(({ y, z }) => z || y);
    });
    const isDrawn = ({ holds, answers }, z = []) => {
      const shares = holds.map((h, i) => (100 * h) / answers[i]).filter(Number.isFinite);
      return z.length === shares.length && shares.every((share, i) => Math.abs(share - z[i]) < 1e-9);
    };
    const asDrawn = drawn.length === maps.length && maps.every((map, k) => isDrawn(map, drawn[k]));
    check(`${id}: a map of shapes for each population of all shapes`, asDrawn, JSON.stringify(drawn).slice(0, 200));
    const text = await page.locator('#main').textContent(),
      [, ...rows] = await cellsOf(page, '[aria-label="how far it carries"]'),
      own = questions.filter(q => q.claim === id);
    check(`${id}: sentences`, text.includes(short), text);
    const isRow = q => rows.some(r => r[0] === q.id && isSaid(q, r[1] + r[3]));
    check(`${id}: its populations`, rows.length === own.length && own.every(isRow), rows.join('; '));
  }
}

/// Work and precision: what is asked for, what is ranked, and what is marked.
async function work({ page, visit, check, golden, times }) {
  const firstPlot = () => page.evaluate(() => JSON.stringify(plots[0].spec)).then(JSON.parse);
  // A target ranks: the cost at it, from the golden ladder by a straight line on logarithmic axes. In figure3 SEJ comes
  // below the target, leaves it and comes back.
  for (const [figure, target] of [['figure3', 4e-4], ['figure5', 1e-5]]) {
    await visit(page, `#/work?panel=${figure}.0&x=operations&y=Omega_u&target=${target}`);
    const [, ...rows] = await cellsOf(page, 'table.ranked');
    const cost = ({ method, points }) => {
      const ladder = points
          .filter(p => p.status === 'ok')
          .map(p => [p.tally.operations, p.errors.Omega_u])
          .sort((a, b) => a[0] - b[0]),
        at = ladder.findIndex((p, k) => ladder.slice(k).every(q => q[1] <= target));
      if (at < 1) return [method, at < 0 ? Infinity : ladder[0][0]];
      const [[x0, y0], [x1, y1]] = [ladder[at - 1], ladder[at]];
      return [method, x0 * (x1 / x0) ** (Math.log(target / y0) / Math.log(y1 / y0))];
    };
    const costs = golden.get(figure).panels[0].series.map(cost).filter(w => w[1] < Infinity),
      wanted = costs.sort((a, b) => a[1] - b[1]),
      isRow = ([method, x], k) => rows[k]?.[0] === method && near(rows[k][1], x, 1e-3);
    check(`a target ranks ${figure}`, wanted.every(isRow) && !rows[wanted.length], `${rows} | ${wanted}`);
    check('it and the front are drawn', (await page.locator('.target, .floor ~ .front').count()) === 2);
  }

  // Without a choice: the panel of most methods that has errors which all of them reach, its first norm against counted
  // operations, or time where it was measured; a strip marks those errors.
  await visit(page, '#/work');
  const widest = [...golden.values()]
      .flatMap(f => f.panels)
      .filter(p => p.common)
      .reduce((a, b) => (b.series.length > a.series.length ? b : a)),
    [norm] = widest.norms,
    { title, x, y } = await firstPlot();
  check('the panel that is shown first', title.startsWith(widest.title), title);
  check('its axes', [x.label, y.label].join() === [widest.axes.operations, norm.label].join());
  await visit(page, '#/work?panel=figure1.0');
  const timed = await firstPlot(); // elliptic functions, whose errors are of rounding alone, have none in common
  check('there is no strip without errors that all reach', !timed.strip);
  if (times.has('figure1')) check('time where it was measured', /^time of the run/.test(timed.x.label));
}

/// Numbers in tables and tips, and on the overview.
async function rows({ page, visit, check, golden, verdicts: all, claims: written }) {
  const { panels } = golden.get('krysl2006-figure2');
  await visit(page, '#/figure/krysl2006-figure2');
  await page.locator('.panel summary').first().click();
  await settled(page);
  const [head, ...body] = await cellsOf(page, '.behind table'),
    rowOf = (method, p) => ({ method, reason: '', ...p, ...p.tally, h: Math.abs(p.h) }),
    points = panels[0].series.flatMap(s => s.points.map(p => rowOf(s.method, p))),
    valueOf = (p, name) => (name.startsWith('error.') ? p.errors[name.slice(6)] : p[name]),
    isCell = (text, wanted) => (typeof wanted === 'number' ? near(text, wanted, 1e-5) : text === wanted);
  check('the table has a row for every point', body.length === points.length, String(body.length));
  for (const [k, name] of head.entries())
    check(`the column ${name}`, points.every((p, i) => isCell(body[i][k], valueOf(p, name))), body[0]?.[k]);
  check('all columns', /^method,status,h,steps,error\.Pi,error\.R,operations/.test(head.join()), head.join());
  await page.locator('.plot').first().focus();
  for (let k = 0; k < 3; ++k) await page.keyboard.press('ArrowRight');
  const [label, ...tip] = await page.locator('#tip > *').allTextContents(),
    said = v => tip.some(t => near(t.split(' ').at(-1), v)),
    at = panels[0].series.find(s => s.label === label)?.points.find(p => said(Math.abs(p.h)));
  const { steps, errors, tally } = at || { errors: {}, tally: {} };
  check('the tip tells of one point', [steps, errors.Pi, errors.R, tally.operations].every(said), tip.join());

  await visit(page, '#/');
  const lead = await page.locator('.lead').first().textContent(),
    claimed = [...written.values()].filter(c => !c.ours),
    sentences = new Set(claimed.map(c => c.sentence || c.reading_of || c.id)).size,
    wanted = [`${sentences} sentences: `, ` ${claimed.length} readings`];
  check('the overview counts', wanted.every(text => lead.includes(text)), lead);
  const surprises = await page.locator('[data-surprise]').evaluateAll(all => all.map(s => s.dataset.surprise)),
    bad = all.filter(v => v.verdict === 'not-reproduced' && !written.get(v.id).ours).map(v => v.id);
  check('surprises are what is not reproduced', surprises.sort().join() === bad.sort().join());
}

/// Populations: what a place of a map says.
async function populations({ page, visit, check, equal, sweeps }) {
  for (const [name, { spec, result }] of sweeps) {
    await visit(page, `#/populations/${name}?what=worst`);
    const ladder = result.cells.length / spec.methods.length;
    for (const [m, method] of (result.maps.length ? spec.methods : []).entries()) {
      const panel = `.panel[data-key="map-0-${method}"]`;
      await page.locator(`${panel} summary`).click();
      await settled(page);
      const [, ...shown] = await cellsOf(page, panel),
        wanted = result.maps[0].places
          .filter(p => p[1] === (m + 1) * ladder - 1 && Number(p[2][0]) > 0)
          .map(p => Math.log10(Math.max(Buffer.from(p[4][0].worst[0], 'hex').readDoubleBE(), 1e-17)));
      equal(`${name}: places of ${method}`, shown.length, wanted.length);
      check(`${name}: the map of ${method}`, wanted.every((v, i) => near(shown[i]?.[3], v, 1e-3)));
    }
  }
}

export const readings = { figures, claims, carried, work, rows, populations };
