// SPDX-License-Identifier: MIT
// What was measured: the overview, figures, work against precision, problems, failures, builds.
'use strict';

/// Everything that did not end well, with its reason.
const failures = list =>
  panelsOf(list).flatMap(([f, , p]) =>
    p.series.flatMap(s => {
      const row = ({ status = 'ok', reason = '' }, run = '') =>
        status === 'ok' ? [] : [[figureLink(f.id), p.title, methodLink(s.method), run, status, reason]];
      return [...row(s), ...(s.points || []).flatMap(q => row(q, `h = ${show(q.h)}, ${q.steps} steps`))];
    }),
  );

const failureTable = list =>
  table(['figure', 'panel', 'method', 'run', 'status', 'reason'], failures(list), { label: 'failures' });

/// The ladder of the most methods; those come first that compare theirs at errors that all reach.
function widest(ladders) {
  const compared = ladders.filter(([, , p]) => p.common);
  return (compared.length ? compared : ladders).reduce((a, b) => (b[2].series.length > a[2].series.length ? b : a));
}

function overview() {
  const failed = failures(),
    surprises = [...judged.values()].filter(v => v.verdict === 'not-reproduced' && !claimOf(v).ours);
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
  const mark = ([v, n]) => n > 0 && html`<div class=${v} title=${VERDICTS[v][1]}>${VERDICTS[v][0]} ${n}</div>`;
  const row = f => [
    html`<div>${titledFigure(f)}<p class="where">${f.source} · <code>${f.id}</code></p></div>`,
    finding(f),
    html`<div>${Object.entries(count(f.verdicts)).map(mark)}</div>`,
  ];
  const question = (path, title, ...text) =>
    html`<section class="question"><h2>${link(path, title)}</h2>${text}</section>`;
  const down = e => (e.preventDefault(), document.getElementById('surprises').scrollIntoView()),
    cheapest = commas(data.atlases.map(a => cheapestSaid(a, 1e-6)), ', and '),
    options = data.methods.map(m => [m.id, m.label === m.id ? m.id : `${m.label} (${m.id})`]);
  return html`
    <h1>Integrators of rotating rigid bodies: which one to use, and which claims of five papers hold</h1>
    <p class="lead">${countedSentences()} Every verdict follows from numbers by a criterion beside it.</p>
    <div class="questions">
      ${question(
        'work',
        'Which method for my body?',
        cheapest.length > 0 &&
          html`<p>Without torque the exact solution reaches any time in one step. With steps, the cheapest for an error
            of ${'1e-6'} is ${cheapest} (other errors: ${data.documents.length ? link('document/atlas', 'the atlas') : 'docs/atlas.md'}).</p>`,
        html`<p>For a body of your own, <code>polhode recommend BODY.json --attitude-error ${'1e-6'}</code> finds the
          cheapest method and its step.</p>`,
      )}
      ${question(
        'claims?verdict=not-reproduced',
        'Which claims do not hold?',
        tally(count([...judged.values()])),
        html`<p>${surprises.length} readings of sentences do not hold;
          ${html`<a href="#surprises" click=${down}>all of them, claim against finding</a>`}, are below.</p>`,
      )}
      ${question(
        'methods',
        'How good is method X?',
        chooser('Method', [['', 'choose'], ...options], '', v => v && go('method/' + v)),
      )}
    </div>
    ${turning(MIDDLE, null, { h: 1.2, n: 150, autoplay: true })}
    <h2>The papers</h2>
    <div class="tiles">${[...papers].map(tile)}</div>
    <h2>Figures</h2>
    ${table(['figure', 'claim and finding', 'claims'], data.figures.map(row), { class: 'figures', label: 'figures' })}
    <h2 id="surprises">Surprises</h2>
    <p class="where">Every reading that does not hold, beside our measurement.</p>
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
    <p>This page was written by polhode ${data.build.version}, ${data.build.git}.
      ${link('provenance', 'Builds, machines, and how to cite')}</p>`;
}

function figurePage(f) {
  const { id } = f,
    at = data.figures.indexOf(f),
    [before, after] = [data.figures[at - 1], data.figures[at + 1]],
    byTime = data.claims.filter(c => c.figure === id && !judged.has(c.id)),
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
    part('Did not finish', failureTable([f])),
    part('Claims', claimTable(f.verdicts)),
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
    .filter(Boolean).sort((a, b) => a.cost - b.cost);
}

function workPage() {
  const ladders = panelsOf().filter(([, , p]) => p.norms);
  if (!ladders.length) return html`<h1>Work and precision</h1><p>No series of step counts was measured.</p>`;
  const name = ([f, i]) => `${f.id}.${i}`,
    titles = ladders.map(l => [name(l), `${l[0].title}: ${l[2].title}`]),
    [chosen, panelBox] = choiceOf('panel', 'Panel', titles, name(widest(ladders))),
    [f, i, panel] = ladders.find(l => name(l) === chosen),
    options = metricsOf(panel, f.times && f.times[i]).map(m => [m.key, m.label]),
    first = ['time', 'operations', 'h'].find(key => options.some(o => o[0] === key)),
    [x, acrossBox] = choiceOf('x', 'Across', options, first),
    [y, upBox] = choiceOf('y', 'Up', options, panel.norms[0].key),
    number = text => (Number(text) > 0 ? Number(text) : 0),
    [low, high] = (WORK.has(x) && panel.common?.[y]) || [0, 0],
    target = number(state.rest.get('target')) || 10 ** Math.round(Math.log10(low * high) / 2); // of what all reach
  const spec = marksSpec(f, i, x, y, { wide: true, title: `${panel.title} (${f.title})`, front: true, target }),
    ranked = target ? costsAt(spec.series, target) : [];
  const rows = ranked.map(r => [methodLink(r.method), r.cost, r.cost / ranked[0].cost]),
    change = e => set('target', number(e.target.value) || '');
  return [
    html`<h1>Work and precision</h1>`,
    lead('Choose a panel of a figure and the quantities on its axes; a tolerance ranks the methods.'),
    choices(
      ...[panelBox, acrossBox, upBox],
      html`<label class="choose">Tolerance <input type="text" size="7" inputmode="decimal" placeholder="1e-6"
        value=${target ? show(target) : ''} change=${change}></label>`,
    ),
    legend(panel.series.map(s => [s.method, s.label])),
    plotsOf([spec]),
    target > 0 && !rows.length && html`<p>No method reaches ${show(target)} here.</p>`,
    table(['method', SHORT[x] || spec.x.label, 'times the first'], rows, { label: 'by work', class: 'ranked' }),
    howToRead([panel], ' Dotted: no method is better in both.'),
    html`<p class="note">${!f.times && 'There is no timing file, so time is not among the quantities. '}Problem:
      ${titledProblem(panel.problem)}. Figure: ${titledFigure(f)}.</p>`,
  ];
}

function problemsPage() {
  const uses = p => data.figures.filter(f => f.panels.some(q => q.problem === p.id)).length,
    row = p => [link('problem/' + p.id, p.id), p.title, p.kind, p.reference, p.source, String(uses(p))];
  return [
    html`<h1>Problems</h1>`,
    table(['id', 'problem', 'kind', 'reference', 'source', 'figures'], data.problems.map(row), { label: 'problems' }),
  ];
}

function problemPage(p) {
  const uses = panelsOf().filter(([, , q]) => q.problem === p.id),
    value = x => (Array.isArray(x) ? `(${x.map(y => show(y, 7)).join(', ')})` : show(x, 7)),
    reached = uses
      .filter(([, , q]) => q.reference)
      .map(([f, , q]) => [figureLink(f.id), q.title, q.reference.kind, show(q.reference.error_estimate, 2)]);
  return html`
    ${steps(link('problems', '← problems'))}
    <h1>${capital(p.title)}</h1>
    <p class="where"><code>${p.id}</code> · ${p.source}</p>
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

function failuresPage() {
  const disagree = (data.passports || []).flatMap(p => (p.disagreements || []).map(d => [methodLink(p.method), d]));
  return [
    html`<h1>What failed</h1>`,
    failureTable() || html`<p>No run of any figure failed.</p>`,
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
      load = show(Math.max(...list.map(f => f.context.load)));
    return { rows: [...JSON.parse(key), ['measured', measured], ['largest load', load]], ids: list.map(f => f.id) };
  });
}

function provenancePage() {
  const untimed = data.figures.filter(f => !f.context).map(f => f.id),
    buildTable = (rows, label) => table(['', ''], rows, { fixed: true, label });
  const measured = ({ ids, rows }) => [
    html`<p>${many(ids.length, 'figure')}: ${commas(ids.map(figureLink))}</p>`,
    buildTable(rows, 'build'),
  ];
  return html`
    <h1>Provenance</h1>
    <h2>Builds and machines</h2>
    ${builds().map(measured)}
    ${untimed.length > 0 && note(`No timing file, hence no record of the build: ${untimed.join(', ')}.`)}
    <h2>Program that wrote this page</h2>
    ${buildTable(buildRows(data.build), 'build of the writer')}
    <h2>How to cite</h2>
    ${data.citation ? html`<pre>${data.citation}</pre>` : note('CITATION.cff is missing beside the results.')}`;
}
