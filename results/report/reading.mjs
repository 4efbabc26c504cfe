// SPDX-License-Identifier: MIT
// What the page shows: words through the rows that they stand in, plots through what they were told to draw (draw_test.py has
// where that is drawn). Every reading visits pages and compares them with the golden results.
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
  for (const [id, said] of Object.entries(read(path.join(results, 'findings.json')).figures))
    for (const panel of (golden.get(id) || { panels: [] }).panels) {
      const { names = {}, added = [], compared = [] } = said;
      panel.series = panel.series.filter(s => !compared.includes(s.method));
      for (const s of panel.series) s.label = (names[s.method] || s.label) + (added.includes(s.method) ? '*' : '');
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
    quotations: read(path.join(results, 'quotations.json')).quotations,
  };
}

/// In the page: what the first plot was told to draw.
const firstPlot = () => {
  const { title, x, y, strip, floor, target, series } = plots[0].spec;
  return { title, axes: [x, y], strip, floor, target, series: series.map(({ method, x, y }) => ({ method, x, y })), note: document.querySelector('.panel').textContent };
};

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

/// Every verdict of every figure; methods have their names. draw_test.py has what the plots show.
async function figures({ page, visit, check, golden, claims: written }) {
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
    const chips = await page.evaluate(() =>
      [...document.querySelectorAll('.chip')].map(c => [c.dataset.method, c.textContent, c.querySelector('.line').getAttribute('stroke')].join()),
    );
    for (const s of figure.panels.flatMap(p => p.series)) {
      const colour = await page.evaluate(method => style(method).color, s.method);
      check(`${figure.id}: ${s.method} has one name and one colour`, chips.includes([s.method, s.label, colour].join()), chips.join('; '));
    }
  }
}

/// Buttons, counts, tiles, search and pages of claims.
async function claims({ page, visit, check, golden, given, quotations }) {
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
    const { figure } = data.claims.find(c => c.id === v.id),
      [, words] = quotations[v.id] || quotations[figure] || ['', ''];
    check(`${v.id}: the paper's sentence`, text.includes(words), words);
    check(
      `a page for ${v.id}`,
      text.includes(data.claims.find(c => c.id === v.id).claim) &&
        (await page.locator('.lead .verdict').textContent()).trim() === WORDS[v.verdict],
    );
  }
  for (const [id, methods, count] of [
    ['krysl2006.1.fig1', 7, 2],
    ['saefstroem.F2a.drift', 1, 1],
    ['saefstroem.F1.magnitude', 0, 0],
  ]) {
    await visit(page, `#/claim/${id}`);
    const drawn = await page.evaluate(() => plots.filter(p => !p.spec.key.startsWith('shapes-')).map(p => p.spec.series.length));
    check(`${id}: the slopes that it is about`, drawn.length === count && drawn.every(n => n === methods), drawn.join());
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
  check('a sentence says how far it carries', said === kept.sentences['krysl2006.2.R'].says, said);
  for (const [id, { short, maps }] of Object.entries(kept.sentences).filter(([id]) => judgedIds.has(id))) {
    await visit(page, `#/claim/${id}`);
    const drawn = await page.evaluate(() =>
      plots.filter(p => p.spec.key.startsWith('shapes-')).map(p => ({ z: p.spec.series[0].z, cells: p.spec.table.rows().length })),
    );
    check(
      `${id}: a map of shapes for each population of all shapes`,
      drawn.length === maps.length &&
        maps.every(({ holds, answers }, k) => {
          const shares = holds.map((h, i) => (100 * h) / answers[i]).filter(Number.isFinite);
          return drawn[k].cells === shares.length && shares.every((z, i) => Math.abs(z - drawn[k].z[i]) < 1e-9);
        }),
      JSON.stringify(drawn).slice(0, 200),
    );
    check(`${id}: and a sentence`, !short || (await page.locator('#main').textContent()).includes(short), short);
  }
}

/// Work and precision: what is asked for, what is ranked, and what is marked.
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
    check('it is drawn, and the front', (await page.evaluate(firstPlot)).target === target && (await page.locator('.target, .front').count()) === 2);
  }

  // Without a choice: the panel of most methods that has errors which all of them reach, its first norm against counted
  // operations, or time where it was measured; a strip marks those errors.
  await visit(page, '#/work');
  const widest = [...golden.values()]
      .flatMap(f => f.panels)
      .filter(p => p.common)
      .reduce((a, b) => (b.series.length > a.series.length ? b : a)),
    [norm] = widest.norms,
    first = await page.evaluate(firstPlot);
  check(
    'the axes that are shown first, logarithmic',
    first.axes[0].label === widest.axes.operations && first.axes[1].label === norm.label && first.axes.every(a => a.log) && first.title.startsWith(widest.title),
    `${first.title}: ${first.axes.map(a => a.label)}`,
  );
  check('a strip marks the errors that all methods reach', [first.strip?.low, first.strip?.high].join() === widest.common[norm.key].join(), JSON.stringify(first.strip));
  for (const { method, points } of widest.series) {
    const wanted = points.filter(p => p.status === 'ok' && p.errors[norm.key] > 0),
      shown = first.series.find(s => s.method === method);
    check(
      `${method} at its work`,
      wanted.every(p => shown.x.some((x, k) => x === p.tally.operations && Math.abs(shown.y[k] / p.errors[norm.key] - 1) < 1e-6)),
      JSON.stringify(shown).slice(0, 120),
    );
  }
  await visit(page, '#/work?panel=figure3.0&x=operations');
  const { floor } = await page.evaluate(firstPlot);
  check(
    'the error of the reference is where it is',
    floor.label === 'error of the reference' && Math.abs(floor.value / golden.get('figure3').panels[0].reference.error_estimate - 1) < 1e-6,
    JSON.stringify(floor),
  );
  await visit(page, '#/work?panel=figure1.0');
  const timed = await page.evaluate(firstPlot); // elliptic functions, whose errors are of rounding alone, have none in common
  check('there is no strip without errors that all reach', !timed.strip && !/reach/.test(timed.note));
  if (times.has('figure1')) check('time where it was measured', /^time of the run/.test(timed.axes[0].label), timed.axes[0].label);
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
    at = s && s.points.find(p => tip.some(t => close(t.split(' ').at(-1), Math.abs(p.h))));
  check(
    'the tip tells of one point',
    at &&
      [at.steps, at.errors.Pi, at.errors.R, at.tally.operations].every(v => tip.some(t => close(t.split(' ').at(-1), v))),
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

export const readings = { figures, claims, carried, work, rows, populations };
