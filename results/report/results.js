// SPDX-License-Identifier: MIT
// What was measured: the overview, figures, work against precision, long runs, problems, failures, builds.
'use strict';

/// Everything that did not end well, with its reason.
const failures = () =>
  panelsOf().flatMap(([f, , p]) =>
    p.series.flatMap(s => {
      const row = ({ status = 'ok', reason = '' }, run = '') =>
        status === 'ok' ? [] : [[f.id, p.title, s.method, run, status, reason]];
      return [...row(s), ...(s.points || []).flatMap(q => row(q, `h = ${show(q.h)}, ${q.steps} steps`))];
    }),
  );

/// The ladder of the most methods; those come first that compare theirs at errors that all reach.
function widest(ladders, panel = p => p) {
  const compared = ladders.filter(l => panel(l).common);
  return (compared.length ? compared : ladders).reduce((a, b) =>
    panel(b).series.length > panel(a).series.length ? b : a,
  );
}

/// The same, small.
function smallLadder() {
  const panels = data.figures.flatMap(f => f.panels).filter(p => p.norms);
  if (!panels.length) return null;
  const panel = widest(panels),
    points = s => ok(s).map(p => [p.tally.operations, p.errors[panel.norms[0].key]]).filter(p => p[1] > 0),
    lines = panel.series.map(s => [style(s.method).color, points(s)]),
    scaleOf = (k, ...ends) => scale(...extent(lines.flatMap(l => l[1].map(p => p[k])), true), true, ...ends),
    [X, Y] = [scaleOf(0, 4, 196), scaleOf(1, 86, 4)];
  const drawn = lines.map(([colour, points]) => {
    const d = points.map(([x, y]) => `${X.at(x).toFixed(1)} ${Y.at(y).toFixed(1)}`).join('L');
    return `<path d="M${d}" stroke="${colour}" class="line" fill="none" stroke-width="2"/>`;
  });
  return parsed(`<svg class="small-picture" viewBox="0 0 200 90" role="img"
    aria-label="error against work: ${safe(panel.title)}">
    <path class="frame" d="M4 4V86H196"/>${drawn.join('')}</svg>`);
}

function overview() {
  const failed = failures(),
    all = count(judged.values()),
    surprises = [...judged.values()].filter(v => v.verdict === 'not-reproduced');
  const tile = ([paper, name]) => {
    const n = count([...judged.values()].filter(v => claimOf(v).paper === paper)),
      linked = v => link(`claims?verdict=${v}&paper=${paper}`, VERDICTS[v][1]),
      counted = v => html`<div><dt>${linked(v)}</dt><dd class=${v}>${n[v]}</dd></div>`;
    return html`<div class="tile">
      <h3>${link('claims?paper=' + paper, name)}</h3>
      ${tally(n)}
      <dl>${Object.keys(VERDICTS).map(counted)}</dl>
    </div>`;
  };
  const dot = v => html`<i class=${v.verdict} title="${v.id}: ${VERDICTS[v.verdict][1]}">${VERDICTS[v.verdict][0]}</i>`;
  const row = f => [
    html`<div>${titledFigure(f)}<p class="where">${f.source} · <code>${f.id}</code></p></div>`,
    finding(f),
    f.verdicts.length > 0 &&
      html`<span class="dots">${f.verdicts.length > 12 ? tally(count(f.verdicts)) : f.verdicts.map(dot)}</span>`,
  ];
  const question = (path, title, picture, ...text) =>
    html`<section class="question"><h2>${link(path, title)}</h2>${picture}<p>${text}</p></section>`;
  const down = e => (e.preventDefault(), document.getElementById('surprises').scrollIntoView()),
    cheapest = commas(data.atlases.map(a => cheapestSaid(a, 1e-6)), ', and '),
    options = data.methods.map(m => [m.id, m.label === m.id ? m.id : `${m.label} (${m.id})`]),
    swatches = data.methods.slice(0, 80).map(m => swatch(style(m.id))),
    measuredBy = builds().map(c => c.text);
  return html`
    <h1>Integrators of rotating rigid bodies: which one to use, and which claims of five papers hold</h1>
    <p class="lead">${all.reproduced} of ${judged.size} claims are reproduced, ${all['not-reproduced']} are not,
      ${all.undecidable} are undecidable. Every verdict follows from numbers by a criterion beside it.</p>
    <div class="questions">
      ${question(
        'work',
        'Which method for my body?',
        smallLadder(),
        data.atlases.length > 0 &&
          html`Without torque the exact solution reaches any time in one step. With steps,
            the cheapest for an error of ${'1e-6'} is ${cheapest} (${link('atlas', 'other errors')}). `,
        html`For a body of your own, <code>polhode recommend BODY.json --attitude-error ${'1e-6'}</code>`,
        ' finds the cheapest method and its step.',
      )}
      ${question(
        'claims?verdict=not-reproduced',
        'Which claims do not hold?',
        html`<div class="small-picture">${tally(all)}</div>`,
        html`${surprises.length} claims are not reproduced;
          ${html`<a href="#surprises" click=${down}>all of them, claim against finding</a>`}, are below.`,
      )}
      ${question(
        'methods',
        'How good is method X?',
        html`<div class="small-picture swatches">${swatches}</div>`,
        chooser('Method', [['', 'choose'], ...options], '', v => v && go('method/' + v)),
      )}
    </div>
    ${turning(MIDDLE, null, { h: 1.2, n: 150, autoplay: true })}
    <h2>The papers</h2>
    <div class="tiles">${[...papers].map(tile)}</div>
    <h2>Figures</h2>
    ${table(['figure', 'claim and finding', 'claims'], data.figures.map(row), { class: 'figures', label: 'figures' })}
    <h2 id="surprises">Surprises</h2>
    <p class="where">Every claim that is not reproduced, beside our measurement.</p>
    ${table(
      ['claim', 'our finding', 'paper'],
      surprises.map(v => [
        html`<div data-surprise=${v.id}>${link('claim/' + v.id, claimOf(v).claim)}</div>`,
        surpriseOf(v.id) || numbersOf(v),
        `${paperName(claimOf(v).paper)}, ${claimOf(v).where}`,
      ]),
      { class: 'surprises', label: 'surprises' },
    )}
    <h2>What failed</h2>
    <p>${
      failed.length
        ? [link('failures', `${failed.length} runs did not finish`), '; each is listed with its reason.']
        : 'No run of any figure failed.'
    }${data.missing.length > 0 && ` Not measured: ${data.missing.join(', ')}.`}</p>
    <h2>Origin of the results</h2>
    ${listed(measuredBy) || html`<p>There is no timing file, so the build is unknown.</p>`}
    <p>This page was written by polhode ${data.build.version}, ${data.build.git}.
      ${link('provenance', 'More, and how to cite')}</p>`;
}

function figurePage(id) {
  const f = figures.get(id);
  if (!f) return missingPage(id);
  const at = data.figures.indexOf(f),
    [before, after] = [data.figures[at - 1], data.figures[at + 1]],
    byTime = data.claims.filter(c => c.figure === id && !judged.has(c.id)),
    claimed = claimTable(f.verdicts),
    problemsOf = new Set(f.panels.map(p => p.problem));
  const references = f.panels
    .filter(p => p.reference)
    .map(p => `${p.title}: ${p.reference.kind}, error at most ${show(p.reference.error_estimate, 2)}`);
  return [
    steps(
      before && link('figure/' + before.id, '← ' + before.title),
      after && link('figure/' + after.id, after.title + ' →'),
    ),
    html`<h1>${f.title}</h1><p class="where">${f.source} · <code>${id}</code></p>
      <div class="lead">${finding(f)}</div>`,
    f.panels.length > 0 && [legend(methodsOf(f)), plotsOf(specsOfFigure(f)), howToRead(f.panels)],
    f.panels.some(p => p.plots.some(q => q.draw === 'sphere')) &&
      turning(bodyOf(problems.get(f.panels[0].problem)), ['sej', 'mr', 'rk4'], { h: 0.1 }),
    references.length > 0 && note(`Reference: ${references.join('; ')}. `),
    part('Did not finish', failureTable(failures().filter(r => r[0] === id))),
    part('Claims', isOfMany(f) ? filtered(claimed) : claimed),
    !f.verdicts.length && !byTime.length && note('No claim is judged by this figure.'),
    byTime.length > 0 &&
      note(
        f.busy ? `Claims about times (${f.busy}): ` : 'Claims about times, which depend on your machine: ',
        commas(byTime.map(c => link('claim/' + c.id, c.id))),
        '.',
      ),
    html`<h2>Run it again</h2><pre>make ${id}${'\n'}polhode figure ${id}</pre>`,
    problemsOf.size > 0 && note('Problems: ', commas([...problemsOf].map(titledProblem), '; ')),
  ];
}

/// The figures by their papers, each with a mark for its verdicts.
function figuresPage() {
  const mark = f => {
    if (!f.verdicts.length) return '';
    const n = count(f.verdicts),
      kind = ['not-reproduced', 'undecidable'].find(v => n[v]) || 'reproduced',
      text = VERDICTS[kind][0] + (kind === 'reproduced' ? '' : n[kind]);
    return html`<i class="sum ${kind}" title=${countText(n)}>${text}</i>`;
  };
  const groups = Map.groupBy(data.figures, f => (isOfMany(f) ? 'Of all papers' : f.source.replace(/, Fig.*/, '')));
  const row = f => html`<li>${titledFigure(f)} ${mark(f)} <code>${f.id}</code></li>`;
  return [
    html`<h1>Figures</h1>`,
    lead('✓: every claim is reproduced; ✗2: two are not; ?1: one is undecidable; no mark: its claims are about times.'),
    [...groups].map(([name, list]) => html`<h2>${name}</h2><ul class="figures">${list.map(row)}</ul>`),
  ];
}

/// What every series needs to come down to a target, least first: by a straight line between two points of its ladder
/// on logarithmic axes, the last that the errors cross.
function costsAt(series, target) {
  const f = Math.log;
  return series
    .map(({ method, x, y }) => {
      const points = x.map((x, k) => [x, y[k]]).sort((a, b) => a[0] - b[0]),
        at = points.findLastIndex(p => p[1] > target),
        [a, b] = [points[at], points[at + 1]];
      if (!b) return null; // it never gets there, or not for good
      if (!a) return { method, cost: b[0] }; // already the first does
      const share = (f(target) - f(a[1])) / (f(b[1]) - f(a[1]));
      return { method, cost: Math.exp(f(a[0]) + share * (f(b[0]) - f(a[0]))) };
    })
    .filter(Boolean)
    .sort((a, b) => a.cost - b.cost);
}

/// The decade in the middle of a range.
const middleOf = ([low, high]) => 10 ** Math.round(Math.log10(low * high) / 2);
const LEAST = {
  time: 'the least time',
  operations: 'the fewest operations',
  torque_evaluations: 'the fewest torque evaluations',
  solver_iterations: 'the fewest solver iterations',
};
/// Which method comes down to an error with the least work, and which is next, in words.
function leastWork(series, x, target) {
  const [first, second] = costsAt(series, target);
  if (!first || !LEAST[x]) return '';
  const said = `For an error of ${show(target)}, ${known(first.method).label} needs ${LEAST[x]}`;
  if (!second) return said + '.';
  const times = `${show(second.cost / first.cost, 2)} times as ${x === 'time' ? 'much' : 'many'}`;
  return `${said}; runner-up: ${known(second.method).label} with ${times}.`;
}

function workPage() {
  const ladders = panelsOf().filter(([, , p]) => p.norms);
  if (!ladders.length) return html`<h1>Work and precision</h1><p>No series of step counts was measured.</p>`;
  const name = ([f, i]) => `${f.id}.${i}`,
    titles = ladders.map(l => [name(l), `${l[0].title}: ${l[2].title}`]),
    [chosen, panelBox] = choiceOf('panel', 'Panel', titles, name(widest(ladders, l => l[2]))),
    [f, i, panel] = ladders.find(l => name(l) === chosen),
    options = metricsOf(panel, f.times && f.times[i]).map(m => [m.key, m.label]),
    first = ['time', 'operations', 'h'].find(key => options.some(o => o[0] === key)),
    [x, acrossBox] = choiceOf('x', 'Across', options, first),
    [y, upBox] = choiceOf('y', 'Up', options, panel.norms[0].key),
    number = text => (Number(text) > 0 ? Number(text) : 0),
    target = number(state.rest.get('target'));
  const spec = marksSpec(f, i, x, y, { wide: true, title: `${panel.title} (${f.title})`, front: true, target }),
    ranked = target ? costsAt(spec.series, target) : [],
    found = panel.common && panel.common[y] && leastWork(spec.series, x, target || middleOf(panel.common[y]));
  const rows = ranked.map(r => [methodLink(r.method), r.cost, r.cost / ranked[0].cost]),
    change = e => set('target', number(e.target.value) || '');
  return [
    html`<h1>Work and precision</h1>`,
    lead(found || 'Choose a panel of a figure and the quantities on its axes.'),
    choices(
      ...[panelBox, acrossBox, upBox],
      html`<label class="choose">Tolerance <input type="text" size="7" inputmode="decimal" placeholder="1e-6"
        value=${target ? show(target) : ''} change=${change}></label>`,
    ),
    legendOf(panel.series),
    plotsOf([spec]),
    !target && note('A tolerance draws a line and ranks the methods by the work that they need to reach it.'),
    target > 0 && !rows.length && html`<p>No method reaches ${show(target)} here.</p>`,
    table(['method', spec.x.label, 'times the first'], rows, { label: 'methods at the target', class: 'ranked' }),
    howToRead([panel], ' Dotted: no method is better in both.'),
    html`<p class="note">${!f.times && 'There is no timing file, so time is not among the quantities. '}Problem:
      ${titledProblem(panel.problem)}. Figure: ${titledFigure(f)}.</p>`,
  ];
}

/// Long histories by problem and quantity; a run that several figures show is taken once.
function longSeries() {
  const all = panelsOf().flatMap(([f, , p]) => p.series.filter(isLong).map(s => ({ f, p, s }))),
    keyOf = ({ f, p }) => `${p.problem}.${p.quantity || f.id}`,
    isFirst = (r, k) => all.findIndex(q => once(q) === once(r)) === k,
    once = r => (r.once ??= [keyOf(r), r.s.method, r.s.curve.min, r.s.curve.max].join());
  return [...Map.groupBy(all.filter(isFirst), keyOf)].map(([key, rows]) => {
    const [{ p }] = rows;
    return { key, problem: p.problem, quantity: isRatio(p) ? 'H/H₀ − 1' : p.axes.up, rows };
  });
}

function conservationPage() {
  const groups = longSeries();
  if (!groups.length) return html`<h1>Conservation</h1><p>No long run was measured.</p>`;
  const titled = g => `${titleOfProblem(g.problem)}: ${g.quantity}`,
    [of, box] = choiceOf('of', 'Problem and quantity', groups.map(g => [g.key, titled(g)])),
    group = groups.find(g => g.key === of),
    stepsDiffer = new Set(group.rows.map(r => r.p.steps)).size > 1,
    label = r => r.s.label + (stepsDiffer ? `, h=${show(r.p.duration / r.p.steps)}` : '');
  const spec = bandSpec(
    'c',
    `conservation-${group.key}`,
    capital(titled(group)),
    group.rows.map(r => ({ ...r, label: label(r) })),
    { axes: { across: 't', up: group.quantity } },
  );
  spec.wide = true;
  spec.command = `polhode figure ${[...new Set(group.rows.map(r => r.f.id))].join(' ')}`;
  const row = (g, { f, p, s }) => [
    figureLink(f.id),
    problemLink(p.problem),
    methodLink(s.method),
    g.quantity,
    p.steps,
    p.duration / p.steps,
    s.numbers.max_abs ?? '',
    s.numbers.drift_share ?? '',
    s.status + (s.chaotic ? ', chaotic' : ''),
  ];
  return [
    html`<h1>Conservation over long runs</h1>`,
    lead('All long runs of the figures, by problem and quantity; a band spans the smallest and the largest values.'),
    choices(box),
    legendOf(group.rows.map(r => r.s)),
    plotsOf([spec]),
    howToRead([group.rows[0].p]),
    html`<h2>All long runs</h2>`,
    table(
      ['figure', 'problem', 'method', 'quantity', 'steps', 'h', 'largest', 'share of drift', 'status'],
      groups.flatMap(g => g.rows.map(r => row(g, r))),
      { label: 'all long runs' },
    ),
    note(html`Share of drift: the fitted straight line’s rise over the run as a share of the largest error; 1 is pure
      drift, 0 none. Numbers of chaotic runs are medians over several starts.`),
  ];
}

function problemsPage() {
  const uses = p => data.figures.filter(f => f.panels.some(q => q.problem === p.id)).length,
    row = p => [problemLink(p.id), p.title, p.kind, p.reference, p.source, String(uses(p))];
  return [
    html`<h1>Problems</h1>`,
    table(['id', 'problem', 'kind', 'reference', 'source', 'figures'], data.problems.map(row), { label: 'problems' }),
  ];
}

function problemPage(id) {
  const p = problems.get(id);
  if (!p) return missingPage(id);
  const uses = panelsOf().filter(([, , q]) => q.problem === id),
    value = x => (Array.isArray(x) ? `(${x.map(y => show(y, 7)).join(', ')})` : show(x, 7)),
    reached = uses
      .filter(([, , q]) => q.reference)
      .map(([f, , q]) => [figureLink(f.id), q.title, q.reference.kind, show(q.reference.error_estimate, 2)]);
  return html`
    ${steps(link('problems', '← problems'))}
    <h1>${capital(p.title)}</h1>
    <p class="where"><code>${id}</code> · ${p.source}</p>
    <h2>Equations</h2>
    ${note(p.kind)}
    ${p.equations.map(e => html`<p class="equation">${e}</p>`)}
    <p>${p.constant.length ? `Constant: ${p.constant.join('; ')}.` : 'Nothing is constant.'}</p>
    <h2>Data</h2>
    ${table(['quantity', 'value'], p.data.map(d => [d.name, value(d.value)]), { fixed: true })}
    ${turning(bodyOf(p))}
    <h2>Reference</h2>
    <p>${p.reference === 'exact' ? 'Exact, in closed form.' : 'Converged in 113-bit arithmetic.'}</p>
    ${table(['figure', 'panel', 'reference', 'its error'], reached)}
    <h2>Figures</h2>
    ${namedFigures([...new Set(uses.map(u => u[0]))])}`;
}

const failureTable = rows =>
  table(
    ['figure', 'panel', 'method', 'run', 'status', 'reason'],
    rows.map(r => [figureLink(r[0]), r[1], methodLink(r[2]), ...r.slice(3)]),
    { label: 'failures' },
  );

function failuresPage() {
  const rows = failures(),
    disagree = [...passports.values()].flatMap(p => (p.disagreements || []).map(d => [methodLink(p.method), d]));
  return [
    html`<h1>What failed</h1>`,
    filtered(failureTable(rows)) || html`<p>No run of any figure failed.</p>`,
    part('Methods that differ from their declarations', table(['method', 'disagreement'], disagree)),
    data.missing.length > 0 && part('Not measured', html`<p>${data.missing.join(', ')}</p>`),
  ];
}

/// What a build is, as rows of a table.
function buildRows({ version, git, compiler, flags, fp_mode, cpu, cores }) {
  const rows = { version, git, compiler, flags, 'floating point': fp_mode, processor: cpu && `${cpu}, ${cores} cores` };
  return Object.entries(rows).filter(([, said]) => said);
}
/// The builds and machines that measured, each once.
function builds() {
  const timed = data.figures.filter(f => f.context);
  return [...Map.groupBy(timed, f => JSON.stringify(buildRows(f.context)))].map(([key, list]) => {
    const dates = list.map(f => f.context.date).sort(),
      measured = [...new Set([dates[0], dates.at(-1)])].join(' to '),
      rows = JSON.parse(key),
      text = `polhode ${rows.map(([, said]) => said).join(', ')}; ${measured}: ${many(list.length, 'figure')}`;
    rows.push(['measured', measured], ['load, largest', show(Math.max(...list.map(f => f.context.load)))]);
    return { rows, text, figures: list.map(f => f.id) };
  });
}

function provenancePage() {
  const groups = builds(),
    untimed = data.figures.filter(f => !f.context).map(f => f.id),
    buildTable = (rows, label) => table(['', ''], rows, { fixed: true, label });
  const measured = ({ figures: ids, rows }) => [
    html`<p>${many(ids.length, 'figure')}: ${commas(ids.map(figureLink))}</p>`,
    buildTable(rows, 'build'),
  ];
  return html`
    <h1>Provenance</h1>
    <h2>Builds and machines</h2>
    ${groups.map(measured)}
    ${groups.length > 1 && note('The figures were measured by different builds or machines.')}
    ${untimed.length > 0 && note(`No timing file, hence no record of the build: ${untimed.join(', ')}.`)}
    <h2>Program that wrote this page</h2>
    ${buildTable(buildRows(data.build), 'build of the writer')}
    <h2>How to cite</h2>
    ${data.citation ? html`<pre>${data.citation}</pre>` : note('CITATION.cff is missing beside the results.')}`;
}
