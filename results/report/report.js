// SPDX-License-Identifier: MIT
// The pages of the report. What is hidden, highlighted and zoomed stands in the URL's fragment, so that a view can be
// sent: #/figure/figure1?hide=mr,rk4&one=sej&v.0-0=...
'use strict';

const data = JSON.parse(document.getElementById('data').textContent);
const main = document.getElementById('main'),
  nav = document.getElementById('nav'),
  statusLine = document.getElementById('status');

document.head.append(Object.assign(document.createElement('style'), { textContent: LOOK }));
const byId = list => new Map(list.map(x => [x.id, x]));
data.findings ||= { figures: {}, claims: {}, quotations: {} };
for (const key of ['boxes', 'carried', 'carries', 'headers']) data[key] ||= {};
for (const key of ['sweeps', 'atlases', 'documents', 'api']) data[key] ||= [];
const figures = byId(data.figures),
  claims = byId(data.claims),
  methods = byId(data.methods),
  problems = byId(data.problems);
const passports = new Map((data.passports || []).map(p => [p.method, p]));
/// Every panel of every figure: [figure, place, panel].
const panelsOf = (list = data.figures) => list.flatMap(f => f.panels.map((p, i) => [f, i, p]));

/// The papers that CITATION.cff lists, by the name that sources have for them: "Krysl 2006".
const references = (data.citation || '')
  .split(/^ {2}- type: /m)
  .slice(1)
  .map(text => {
    const of = key => (text.match(new RegExp(`^ {4}${key}: "?([^"\\n]*)"?$`, 'm')) || [])[1] || '',
      [title, year, journal, doi, url] = ['title', 'year', 'journal', 'doi', 'url'].map(of),
      authors = [...text.matchAll(/family-names: "?([^",}]*)"?/g)].map(m => m[1]);
    return { name: `${authors.join(' & ')} ${year}`, authors, title, year, journal, doi, url };
  });

// --- what is said of the data ----------------------------------------------------------------------------------------

for (const m of data.methods) style(m.id);
for (const f of data.figures) asInPaper(f);

const VERDICTS = {
  reproduced: ['✓', 'reproduced'],
  'not-reproduced': ['✗', 'not reproduced'],
  undecidable: ['?', 'undecidable'],
};
function badge(verdict) {
  const [sign, word] = VERDICTS[verdict];
  return html`<span class="verdict ${verdict}"><i aria-hidden="true">${sign}</i> ${word}</span>`;
}

const claimOf = v => claims.get(v.id) || {};
/// The papers in the order of the figures, named as the figures name their source.
const papers = new Map();
for (const f of data.figures)
  for (const { paper } of f.verdicts.map(claimOf).filter(c => c.paper)) {
    if (!papers.has(paper)) papers.set(paper, paper);
    if (/, Fig/.test(f.source) && papers.get(paper) === paper) papers.set(paper, f.source.replace(/, Fig.*/, ''));
  }
/// Figures that say nothing of another paper's come under their own; those of several come last.
const isOfMany = f => new Set(f.verdicts.map(v => claimOf(v).paper)).size > 1;

const judged = new Map(); // claim -> its verdict and where it was decided
for (const f of data.figures) for (const v of f.verdicts) judged.set(v.id, { ...v, figure: f.id });

/// A sentence of results/findings.json with its numbers: {claim:number|form}. Nothing if one of them was not measured.
function filled(text) {
  let known = true;
  const said = text.replace(/\{([^}:]+):([^}|]+)(?:\|([^}]+))?\}/g, (_, id, name, form = '2') => {
    const x = judged.get(id)?.numbers?.[name];
    if (typeof x !== 'number') return void (known = false);
    if (form === '1/') return show(1 / x, 2);
    return form.endsWith('%') ? `${show(100 * (x - (form === '-1%')), 2)} %` : show(x, Number(form));
  });
  return known ? said : '';
}
for (const said of Object.values(data.findings.figures)) said.found = filled(said.found);
for (const [id, text] of Object.entries(data.findings.claims)) data.findings.claims[id] = filled(text);

function count(rows) {
  const n = { reproduced: 0, 'not-reproduced': 0, undecidable: 0 };
  for (const r of rows) ++n[r.verdict];
  return n;
}

/// Every method of a figure once, with its label.
function methodsOf(f) {
  const all = f.panels.flatMap(p => p.series);
  return new Map(all.map(s => [s.method, all.find(t => t.method === s.method).label]));
}

/// The paper's own words for a figure or a claim, with their place.
function quoted(id, of = 'The paper') {
  const [where, words] = data.findings.quotations[id] || [];
  return words && html`<p><b>${of}: </b><q data-quoted=${id}>${words}</q> (${where})</p>`;
}
const sentence = text => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');
function finding(f) {
  const { claim, found } = saidOf(f);
  return html`<div class="finding">
    ${quoted(f.id)}
    ${claim && html`<p><b>${isOfMany(f) ? 'The papers claim: ' : 'We read this as: '}</b>${sentence(claim)}</p>`}
    ${found && html`<p><b>We find: </b>${found}</p>`}
    ${!claim && html`<p>${count(f.verdicts).reproduced} of ${f.verdicts.length} claims are reproduced.</p>`}
  </div>`;
}

/// Everything that did not end well, with its reason.
const failures = () =>
  panelsOf().flatMap(([f, , p]) =>
    p.series.flatMap(s => [
      ...(s.status && s.status !== 'ok' ? [[f.id, p.title, s.method, '', s.status, s.reason || '']] : []),
      ...(s.points || [])
        .filter(q => q.status !== 'ok')
        .map(q => [f.id, p.title, s.method, `h = ${show(q.h)}, ${q.steps} steps`, q.status, q.reason || '']),
    ]),
  );

// --- state in the fragment -------------------------------------------------------------------------------------------

const state = { path: [], hidden: new Set(), one: '', rest: new URLSearchParams() };
let plots = [],
  hovered = '';

/// Where a page of the site is (site.mjs); undefined in the single file, whose pages are in its fragment.
const { root, place: ownPlace } = document.documentElement.dataset;
/// The address of a place: figure/figure1, claims?verdict=reproduced.
function address(place) {
  if (root === undefined) return '#/' + place;
  if (place.startsWith('api/')) return root + place;
  const [path, query] = place.split('?');
  return `${root}${path ? path.replace(/:/g, '~') + '/' : ''}index.html${query ? `#/${path}?${query}` : ''}`;
}

/// Text without its %xx, or as it stands if that means nothing.
function unescaped(text) {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
function readFragment() {
  // Any other fragment is a section of a document.
  const given = location.hash.startsWith('#/') ? location.hash.slice(1) : '/' + (ownPlace || '').replace(/~/g, ':'),
    [path, query = ''] = given.split('?'),
    q = new URLSearchParams(query);
  state.path = unescaped(path).split('/').filter(Boolean);
  state.hidden = new Set((q.get('hide') || '').split(',').filter(Boolean));
  state.one = q.get('one') || '';
  (q.delete('hide'), q.delete('one'));
  state.rest = q;
}
function fragment(path = state.path, rest = state.rest) {
  const parts = [];
  if (state.hidden.size) parts.push('hide=' + [...state.hidden].join(','));
  if (state.one) parts.push('one=' + state.one);
  for (const [k, v] of rest) parts.push(k + '=' + encodeURIComponent(v).replace(/%2C/g, ',').replace(/%20/g, '+'));
  return '#/' + path.join('/') + (parts.length ? '?' + parts.join('&') : '');
}
const writeFragment = () => state.path[0] === 'document' || history.replaceState(null, '', fragment());
function go(place) {
  if (root !== undefined) return void (location.href = address(place));
  const [path, query = ''] = place.split('?'),
    target = fragment(path.split('/').filter(Boolean), new URLSearchParams(query));
  if (target === location.hash) render();
  else location.hash = target;
}
/// A choice that stands in the address; an empty one leaves it.
function keepInAddress(key, value) {
  value ? state.rest.set(key, value) : state.rest.delete(key);
  writeFragment();
}
/// The same, and the page drawn by it; what was zoomed is not.
function set(key, value) {
  for (const k of [...state.rest.keys()]) if (k.startsWith('v.')) state.rest.delete(k);
  keepInAddress(key, value);
  render();
}

const shared = {
  get hidden() {
    return state.hidden;
  },
  focus: () => hovered || state.one,
  view(key) {
    const [logs, ...zoom] = (state.rest.get('v.' + key) || '').split(','),
      view = {};
    if (/^[xl]/.test(logs)) view.logX = logs[0] === 'x';
    if (/^.[yl]/.test(logs)) view.logY = logs[1] === 'y';
    if (zoom.length && zoom.every(z => Number.isFinite(Number(z)))) view.zoom = zoom.map(Number);
    return view;
  },
  /// Plots with the same axis across zoom together, and a point is marked in all that have it.
  follow(leader) {
    if (state.rest.get('apart')) return;
    for (const p of plots) if (p !== leader && linked(p, leader)) p.followed(leader);
  },
  echo(leader, point) {
    for (const p of plots) if (p !== leader && p.echo && p.picture) p.echo(point);
  },
  keep(key, { logX, logY, zoom }) {
    const kept = (zoom || []).map(z => ',' + Number(z.toPrecision(5)));
    keepInAddress('v.' + key, (logX ? 'x' : 'l') + (logY ? 'y' : 'l') + kept.join(''));
  },
};

const linked = (p, q) => p.echo && q.echo && p.spec.x.label === q.spec.x.label && p.view.logX === q.view.logX;

const emphasise = () => plots.forEach(p => p.picture && p.emphasise());
function selectionChanged(redraw) {
  writeFragment();
  if (redraw) for (const p of plots) p.draw();
  else emphasise();
  document.querySelectorAll('.chip').forEach(dressChip);
  const said = [
    state.hidden.size && `hidden: ${[...state.hidden].join(', ')}`,
    state.one && `highlighted: ${state.one}`,
  ].filter(Boolean);
  const all = () => (state.hidden.clear(), (state.one = ''), selectionChanged(true));
  statusLine.hidden = !said.length;
  statusLine.replaceChildren(...html`${said.join(' · ')} <button type="button" click=${all}>show all</button>`);
}
function toggle(method) {
  state.hidden.has(method) ? state.hidden.delete(method) : state.hidden.add(method);
  selectionChanged(true);
}
function highlight(method) {
  state.one = state.one === method ? '' : method;
  selectionChanged(false);
}

function dressChip(chip) {
  chip.setAttribute('aria-pressed', String(!state.hidden.has(chip.dataset.method)));
  chip.classList.toggle('one', state.one === chip.dataset.method);
}
/// The methods of a page: click or Space hides, Shift with a click or h highlights, o leaves it alone.
function legend(found) {
  const list = [...found];
  const alone = id => {
    const is = list.every(([m]) => (m === id) !== state.hidden.has(m));
    for (const [m] of list) is || m === id ? state.hidden.delete(m) : state.hidden.add(m);
    selectionChanged(true);
  };
  const key = id => e => {
    const act = { h: highlight, o: alone }[e.key];
    if (act) (act(id), e.stopPropagation());
  };
  const hover = id => () => ((hovered = id), emphasise());
  const chips = list.map(
    ([id, label]) =>
      html`<button type="button" class="chip" data-method=${id} keydown=${key(id)}
        title="${id}: click hides, Shift+click highlights on all pages" click=${e => (e.shiftKey ? highlight : toggle)(id)}
        pointerenter=${hover(id)} pointerleave=${hover('')}>${swatch(style(id))}${label}</button>`,
  );
  chips.forEach(dressChip);
  return html`<div class="legend" role="group"
    aria-label="Methods: Space hides and shows, h highlights, o leaves one alone">${chips}</div>`;
}
/// The methods of some series.
const legendOf = series => legend(new Map(series.map(s => [s.method, s.label])));

/// How the pictures of panels are read, each kind once.
const readingOf = p =>
  p.plots.every(q => ['sphere', 'space'].includes(q.draw))
    ? 'The path in space; dragging or the arrow keys turn it.'
    : p.how_to_read;
const reading = text => html`<p class="note read">How to read: ${text}</p>`;
const howToRead = (panels, more = '') =>
  [...new Set(panels.map(readingOf))].map(text => reading(text.charAt(0).toLowerCase() + text.slice(1) + more));

function plotsOf(specs) {
  const made = specs.map(spec => (spec.space ? new Space(spec, shared) : new Plot(spec, shared)));
  plots.push(...made);
  for (const p of made) if (p.spec.more) p.node.append(note(p.spec.more));
  const together = made.some((p, i) => made.slice(0, i).some(q => linked(p, q))),
    change = e => keepInAddress('apart', e.target.checked ? '' : '1'),
    kept = html`<label class="together"><input type="checkbox" checked=${!state.rest.get('apart')}
      change=${change}> zoom together</label>`;
  return html`<div class="panels${made.length === 1 ? ' single' : ''}">${together && kept}${made.map(p => p.node)}</div>`;
}

// --- small parts of pages --------------------------------------------------------------------------------------------

const link = (path, ...text) => html`<a href=${address(path)}>${text}</a>`;
const figureLink = id => link('figure/' + id, id);
const methodLink = id => (methods.has(id) ? link('method/' + id, id) : id);
const titledFigure = f => link('figure/' + f.id, f.title);
const namedFigure = f => html`<li>${titledFigure(f)} <code>${f.id}</code></li>`;
const titleOfProblem = id => (problems.get(id) || { title: id }).title;
const titledProblem = id => (problems.has(id) ? link('problem/' + id, titleOfProblem(id)) : id);
const problemLink = id => (problems.has(id) ? link('problem/' + id, id) : id);
const code = text => html`<code>${text}</code>`;
const note = (...text) => html`<p class="note">${text}</p>`;
const lead = (...text) => html`<p class="lead">${text}</p>`;
const swatched = id => html`<span class="nowrap">${swatch(style(id))} ${methodLink(id)}</span>`;
/// What stands under a heading, if there is any.
const part = (title, ...content) => {
  const kept = content.flat(9).filter(Boolean);
  return kept.length ? [html`<h2>${title}</h2>`, kept] : null;
};
const listed = items => html`<ul>${items.map(x => html`<li>${x}</li>`)}</ul>`;
/// Items with a comma between them.
const commas = (items, comma = ', ') => items.flatMap((x, i) => [i ? comma : '', x]);
const steps = (...links) => html`<div class="steps">${links}</div>`;
const choices = (...parts) => html`<div class="choices">${parts}</div>`;
function chooser(label, options, value, change) {
  const list = options.map(([v, text]) => html`<option value=${v} selected=${v === value}>${text}</option>`);
  return html`<label class="choose">${label} <select change=${e => change(e.target.value)}>${list}</select></label>`;
}

/// A table whose columns sort on a click of their heads.
function table(columns, rows, options = {}) {
  const { fixed, keepSort, label = columns.join(', '), digits = 4 } = options;
  const cell = (c, k) => {
    const isNumber = typeof c === 'number',
      text = isNumber ? show(c, digits) : c;
    return k || options.plain ? html`<td class=${isNumber ? 'n' : ''}>${text}</td>` : html`<th scope="row">${text}</th>`;
  };
  const body = html`<tbody>${rows.map(cells => html`<tr>${cells.map(cell)}</tr>`)}</tbody>`;
  const value = (tr, k) => tr.children[k].dataset.sort || tr.children[k].textContent;
  const sort = (k, up) => {
    for (const h of heads) h.removeAttribute('aria-sort');
    heads[k].setAttribute('aria-sort', up ? 'ascending' : 'descending');
    const compared = (p, q) => (p && q && !isNaN(p) && !isNaN(q) ? p - q : p.localeCompare(q));
    body.append(...[...body.children].sort((a, b) => compared(value(a, k), value(b, k)) * (up ? 1 : -1)));
  };
  const clicked = (name, k) => {
    const up = heads[k].getAttribute('aria-sort') !== 'ascending';
    sort(k, up);
    if (keepSort) keepInAddress('sort', (up ? '' : '-') + name);
  };
  const heads = columns.map((name, k) => {
    const head = fixed ? name : html`<button type="button" click=${() => clicked(name, k)}>${name}</button>`;
    return html`<th scope="col">${head}</th>`;
  });
  const kept = (keepSort && state.rest.get('sort')) || '',
    by = columns.indexOf(kept.replace(/^-/, ''));
  if (keepSort && by >= 0) sort(by, kept[0] !== '-');
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${label}>
    <table class=${options.class || ''}>${columns.some(Boolean) && html`<thead><tr>${heads}</tr></thead>`}${body}</table>
  </div>`;
}

const plainText = text => text.toLowerCase().replace(/\s+/g, ' ').trim();

/// A table under a box that leaves only its rows that hold what is typed, as it is typed.
function filtered(target) {
  const input = e => {
    const wanted = plainText(e.target.value);
    for (const tr of target.querySelectorAll('tbody tr')) tr.hidden = !plainText(tr.textContent).includes(wanted);
  };
  return html`<label class="filter">Filter <input type="search" input=${input}></label>${target}`;
}

function tally(n) {
  const total = n.reproduced + n['not-reproduced'] + n.undecidable,
    parts = Object.entries(n).filter(([, k]) => k);
  return html`<span class="bar" role="img"
    aria-label="${n.reproduced} reproduced, ${n['not-reproduced']} not reproduced, ${n.undecidable} undecidable">
    ${parts.map(([v, k]) => html`<i class=${v} style="flex: ${k / total}"></i>`)}</span>`;
}

const bound = b => (Array.isArray(b) ? `[${b.map(x => show(x, 4)).join(', ')}]` : show(b, 4));
const asked = claim => claim.tests.map(([name, op, b]) => `${name} ${op} ${bound(b)}`).join(', ');
/// Whether the tests of a claim say all that its rule does.
const isInTests = claim => asked(claim).includes(claim.rule || '');
const paperName = id => papers.get(id) || id || '';
const surpriseOf = id => data.findings.claims[id] || '';

/// The numbers of a verdict, those that its tests name first.
function numbersOf(v) {
  const used = new Set((claimOf(v).tests || []).flatMap(t => [t[0], typeof t[2] === 'string' ? t[2] : '']));
  return Object.entries(v.numbers || {})
    .sort((a, b) => used.has(b[0]) - used.has(a[0]))
    .map(([k, x]) => html`<div class=${used.has(k) ? 'number' : 'number aside'}><span>${k}</span> ${show(x, 4)}</div>`);
}

/// On what share of a population's bodies a claim holds, with its 95 % interval in parentheses; bodies where it is not
/// defined, as at the floor of rounding, are not counted.
const carriedOf = id => data.carried[id] || [];
function shareOf({ holds, fails }) {
  const n = holds + fails;
  return n ? `${show((100 * holds) / n)} % (${intervalOf(holds, n)})` : 'defined on none';
}

function claimTable(rows, withFigure, options = {}) {
  const standing = v => carriedOf(v.id).filter(q => q.stands),
    carried = rows.some(v => standing(v).length),
    where = text => text && html`<p class="where">${text}</p>`;
  const columns = ['claim', 'verdict', 'criterion', 'measured'],
    more = [carried && 'share of bodies', withFigure && 'figure'].filter(Boolean);
  const cells = v => {
    const claim = { claim: '', where: '', tests: [], ...claimOf(v) },
      shares = standing(v).map(q => html`<p class="carried"><b>${q.where}: </b>${shareOf(q)}</p>`);
    return [
      html`<div class="claim" data-claim=${v.id}>
        ${link('claim/' + v.id, v.id)}<p>${claim.claim}</p>${where(`${paperName(claim.paper)}, ${claim.where}`)}
      </div>`,
      badge(v.verdict),
      html`<div>
        ${!isInTests(claim) && html`<p>${claim.rule}</p>`}
        ${claim.tests.length > 0 && code(asked(claim))}${where(claim.quantity)}
      </div>`,
      html`<div>${surpriseOf(v.id) && html`<p>${surpriseOf(v.id)}</p>`}${numbersOf(v)}${where(v.why)}</div>`,
      ...(carried ? [html`<div>${shares}</div>`] : []),
      ...(withFigure ? [figureLink(v.figure)] : []),
    ];
  };
  return table([...columns, ...more], rows.map(cells), { class: 'claims', label: 'claims', ...options });
}

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
    aria-label="error against work: ${safe(panel.title)}"><path class="frame" d="M4 4V86H196"/>${drawn.join('')}</svg>`);
}

// --- pages -----------------------------------------------------------------------------------------------------------

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
    swatches = data.methods.slice(0, 80).map(m => swatch(style(m.id)));
  return html`
    <h1>Integrators of rotating rigid bodies: which one to use, and which claims of five papers hold</h1>
    <p class="lead">${all.reproduced} of ${judged.size} claims are reproduced, ${all['not-reproduced']} are not,
      ${all.undecidable} cannot be decided. Every verdict follows from numbers by a rule that stands beside it.</p>
    <div class="questions">
      ${question(
        'work',
        'Which method for my body?',
        smallLadder(),
        data.atlases.length > 0 &&
          html`Without torque the exact solution reaches any time in one step. With steps,
            the cheapest to an error of ${'1e-6'} is ${cheapest} (${link('atlas', 'other errors')}). `,
        html`For a body of your own <code>polhode recommend BODY.json --attitude-error ${'1e-6'}</code>`,
        ' names the cheapest method and its step.',
      )}
      ${question(
        'claims?verdict=not-reproduced',
        'What did the papers get wrong?',
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
    ${turning(middleAxis(), ['exact', 'mr', 'imidm', 'rk4'], { h: 1.2, n: 150, autoplay: true })}
    <h2>The papers</h2>
    <div class="tiles">${[...papers].map(tile)}</div>
    <h2>Figures</h2>
    ${table(['figure', 'claim and finding', 'claims'], data.figures.map(row), { class: 'figures', label: 'figures' })}
    <h2 id="surprises">Surprises</h2>
    <p class="where">Every claim that is not reproduced, beside what we measured.</p>
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
    <h2>Where it comes from</h2>
    ${builds().length ? listed(builds().map(c => c.text)) : html`<p>There is no timing file, so the build is unknown.</p>`}
    <p>This page was written by polhode ${data.build.version}, ${data.build.git}.
      ${link('provenance', 'More, and how to cite')}</p>`;
}

function figurePage(id) {
  const f = figures.get(id);
  if (!f) return missingPage(id);
  const at = data.figures.indexOf(f),
    [before, after] = [data.figures[at - 1], data.figures[at + 1]],
    byTime = data.claims.filter(c => c.figure === id && !judged.has(c.id)),
    claimed = claimTable(f.verdicts);
  const references = f.panels
    .filter(p => p.reference)
    .map(p => `${p.title}: ${p.reference.kind}, error at most ${show(p.reference.error_estimate, 2)}`);
  return [
    steps(
      before && link('figure/' + before.id, '← ' + before.title),
      after && link('figure/' + after.id, after.title + ' →'),
    ),
    html`<h1>${f.title}</h1><p class="where">${f.source} · <code>${id}</code></p><div class="lead">${finding(f)}</div>`,
    f.panels.length > 0 && [legend(methodsOf(f)), plotsOf(specsOfFigure(f)), howToRead(f.panels)],
    f.panels.some(p => p.plots.some(q => q.draw === 'sphere')) &&
      turning(problems.get(f.panels[0].problem), ['sej', 'mr', 'rk4'], { h: 0.1 }),
    references.length > 0 && note(`Reference: ${references.join('; ')}. `),
    part('Did not finish', failureTable(failures().filter(r => r[0] === id))),
    f.verdicts.length > 0 && part('Claims', isOfMany(f) ? filtered(claimed) : claimed),
    !f.verdicts.length && !byTime.length && note('No claim is judged by this figure.'),
    byTime.length > 0 &&
      note(
        f.busy ? `Claims about times (${f.busy}): ` : 'Claims about times, which your machine decides: ',
        commas(byTime.map(c => link('claim/' + c.id, c.id))),
        '.',
      ),
    html`<h2>Run it again</h2><pre>make ${id}${'\n'}polhode figure ${id}</pre>`,
    f.panels.length > 0 && note('Problems: ', commas([...new Set(f.panels.map(p => p.problem))].map(titledProblem), '; ')),
  ];
}

/// A document, which only the site has (documents.mjs).
function documentPage(name) {
  const found = data.documents.find(d => d.name === name);
  if (!found) return missingPage('document/' + name);
  const article = html`<article class="document"></article>`;
  article.innerHTML = found.html;
  return article;
}

/// Everything that has a page, with the words by which it is found.
const searched = () => [
  ...DESCRIBED.map(([path, label, what, more = '']) => [path, 'page', label, `${what} ${more}`]),
  ...data.documents.map(d => ['document/' + d.name, 'document', d.title, d.html.replace(/<[^>]*>/g, ' ')]),
  ...data.figures.map(f => ['figure/' + f.id, 'figure', f.title, [f.id, f.source, saidOf(f).claim, saidOf(f).found].join(' ')]),
  ...data.methods.map(m => ['method/' + m.id, 'method', m.label, [m.id, ...m.aliases, m.source].join(' ')]),
  ...data.problems.map(p => ['problem/' + p.id, 'problem', p.title, [p.id, p.kind, p.source].join(' ')]),
  ...data.claims.map(c => ['claim/' + c.id, 'claim', c.claim, [c.id, paperName(c.paper), c.where, surpriseOf(c.id)].join(' ')]),
  ...data.api.map(([name, kind, at]) => ['api/' + at, kind, name, '']),
];
/// What has all words: those that begin a word before those inside one ("IMU" is no part of "simulation"), titles first.
function sought(text) {
  const q = plainText(text),
    wanted = q.split(' ').filter(Boolean),
    apart = all => ' ' + plainText(all.replace(/[^\p{L}\p{N}]+/gu, ' ')),
    begins = all => apart(all).includes(apart(q)),
    weight = ([, , title, more]) =>
      plainText(title) === q ? 0 : begins(title) ? 1 : plainText(title).includes(q) ? 2 : begins(more) ? 3 : 4;
  return !q
    ? []
    : searched()
        .filter(([, , title, more]) => wanted.every(w => plainText(title + ' ' + more).includes(w)))
        .map(found => [weight(found), found])
        .sort((a, b) => a[0] - b[0])
        .map(([, found]) => found);
}
function searchPage() {
  const q = plainText(state.rest.get('q') || ''),
    rows = sought(q).map(([place, kind, title]) => [kind, link(place, title)]),
    what = 'igures, methods, problems, claims, documents and the API reference can be searched by name, source and words.';
  return [
    html`<h1>${q ? `${rows.length} pages on “${q}”` : 'Search'}</h1>`,
    rows.length
      ? table(['what', 'title'], rows, { fixed: true, label: 'pages found' })
      : html`<p>${q ? 'F' : 'Type in the box above: f'}${what}</p>`,
  ];
}

function missingPage(id) {
  return html`<h1>Not here</h1>
    <p>${
      data.missing.includes(id)
        ? `${id} was not measured when this page was written; run "polhode figure ${id}" and "polhode report".`
        : `This report has no page ${id}.`
    }</p>
    <p>${link('', 'Overview')}</p>`;
}

/// The claims that a choice leaves. Typing the name of a verdict asks for that verdict, not for rows that hold its words.
function chosenClaims({ verdict, paper, figure, q = '' }) {
  const wanted = plainText(q),
    named = Object.keys(VERDICTS).find(v => VERDICTS[v][1] === wanted || v === wanted);
  const holds = (v, c) =>
    plainText([v.id, c.claim, c.where, c.rule, c.quantity, paperName(c.paper), surpriseOf(v.id)].join(' ')).includes(wanted);
  return data.claims
    .map(c => [judged.get(c.id), c])
    .filter(
      ([v, c]) =>
        v &&
        (!verdict || v.verdict === verdict) &&
        (!paper || c.paper === paper) &&
        (!figure || v.figure === figure) &&
        (named ? v.verdict === named : holds(v, c)),
    )
    .map(([v]) => v);
}

function claimsPage(inPath) {
  const oneOf = (list, asked) => (list.includes(asked) ? asked : '');
  const choice = {
    verdict: oneOf(Object.keys(VERDICTS), state.rest.get('verdict')),
    paper: oneOf([...papers.keys()], state.rest.get('paper') || inPath),
    figure: oneOf(data.figures.map(f => f.id), state.rest.get('figure')),
    q: state.rest.get('q') || '',
  };
  const counted = change => chosenClaims({ ...choice, ...change }).length;
  const choose = change => {
    if (inPath) state.path = ['claims'];
    for (const [k, v] of Object.entries({ ...choice, ...change })) keepInAddress(k, v);
    render();
  };
  const button = (key, value, text) =>
    html`<button type="button" data-choice="${key}:${value}" aria-pressed=${String(choice[key] === value)}
      click=${() => choose({ [key]: value })}>${text} <b>${counted({ [key]: value })}</b></button>`;
  const buttons = (key, label, options) =>
    html`<div class="buttons" role="group" aria-label=${label}>
      ${[['', 'all'], ...options].map(([value, text]) => button(key, value, text))}</div>`;
  const unjudged = data.claims.filter(c => (!choice.paper || c.paper === choice.paper) && !judged.has(c.id)),
    list = html`<div></div>`,
    size = html`<p class="where" role="status"></p>`;
  const fill = () => {
    const found = chosenClaims(choice);
    list.replaceChildren(claimTable(found, true, { keepSort: true }));
    size.textContent = `${found.length} of ${judged.size} claims`;
  };
  const input = e => {
    keepInAddress('q', (choice.q = e.target.value));
    fill();
    for (const b of main.querySelectorAll('[data-choice]')) {
      const [key, value] = b.dataset.choice.split(/:(.*)/);
      b.querySelector('b').textContent = counted({ [key]: value });
    }
  };
  const ofFigures = data.figures.map(f => [f.id, f.title, counted({ figure: f.id })]).filter(f => f[2]);
  fill();
  return html`
    <h1>${choice.paper ? `Claims of ${paperName(choice.paper)}` : 'All claims'}</h1>
    ${choices(
      buttons('verdict', 'Verdict', Object.entries(VERDICTS).map(([v, words]) => [v, words.join(' ')])),
      buttons('paper', 'Paper', [...papers]),
      chooser('Figure', [['', 'all'], ...ofFigures.map(([id, title, n]) => [id, `${title} (${n})`])], choice.figure, v =>
        choose({ figure: v }),
      ),
      html`<label class="filter">Search <input type="search" value=${choice.q} input=${input}></label>`,
    )}
    ${[size, list]}
    ${
      unjudged.length > 0 &&
      note(`Not judged, because their figures or times were not measured: ${unjudged.map(c => c.id).join(', ')}.`)
    }`;
}

/// For which shapes a claim holds: a map over the triangle of inertia; of tops, whose shape is one number, a curve.
function shapesSpec(id, { where, holds, answers, n, from }, k) {
  const kept = holds.map((_, i) => i).filter(i => answers[i]),
    place = i => (n ? placeAt({ over: 'triangle', n }, i) : [from[i] + 0.05]),
    interval = i => ['95 % interval', intervalOf(holds[kept[i]], answers[kept[i]])],
    y = { label: '% of bodies' },
    curve = { include: [0, 100], x: { label: 'moment about the axis of symmetry / the other two' }, y },
    map = n && { ...TRIANGLE(n), bar: { range: [0, 100], label: '% of bodies' }, aspect: 0.6 };
  return described({
    key: `shapes-${k}`,
    command: SWEEP,
    name: `shapes-${id}-${k}`,
    title: `Share of ${where} for which the claim holds`,
    ...(map || curve),
    columns: [...(n ? ['least moment', 'middle moment'] : ['I3/I1']), 'share, %', 'holds', 'bodies with an answer'],
    series: [
      {
        ...headOf('share', 'share of bodies'),
        style: { ...style('share'), line: '-' },
        draw: n ? 'cells' : 'points',
        rows: kept.map(i => [...place(i), (100 * holds[i]) / answers[i], holds[i], answers[i]]),
        also: i => [interval(i)],
      },
    ],
  });
}

/// The plots on which a claim about an order or a slope can be read: those of its figure, with the methods that it names.
function slopesOf(c) {
  const f = figures.get(c.figure),
    wanted = /\bslope\b/.test(c.quantity) ? 'band' : /\borders?\b/.test(c.quantity) ? 'points' : '',
    named = new Set((c.quantity || '').match(/[\w:-]+/g)),
    isWanted = spec => !spec.space && spec.x.label !== 'steps' && spec.series.every(s => s.draw === wanted),
    all = f && wanted ? specsOfFigure(f).filter(isWanted) : [],
    only = all.map(spec => ({ ...spec, series: spec.series.filter(s => named.has(s.method)) }));
  return only.some(spec => spec.series.length) ? only.filter(spec => spec.series.length) : all;
}

function claimPage(id) {
  const c = claims.get(id),
    v = judged.get(id),
    f = figures.get(c?.figure),
    carries = { short: '', says: '', maps: [], ...data.carries[id] },
    populations = carriedOf(id);
  if (!c) return missingPage(id);
  const slopes = slopesOf(c),
    numbers = v?.numbers || {};
  const measured = name => (name in numbers ? show(numbers[name], 5) : '–'),
    tests = c.tests.map(([name, op, b]) => [code(name), `${op} ${bound(b)}`, measured(name)]);
  const carried = populations.map(q => [
    q.id,
    q.where,
    'radians' in q.duration ? `${q.duration.radians} radians` : `t = ${q.duration.time}`,
    shareOf(q),
    q.holds + q.fails + q.undefined,
    q.undefined,
    q.failing.slice(0, 3).join(', '),
    code(q.sweep),
  ]);
  return [
    steps(link(`claims?paper=${c.paper}`, '← claims of ' + paperName(c.paper)), f && link('figure/' + f.id, f.title + ' →')),
    html`<h1>${c.claim}</h1>`,
    quoted(id) || [quoted(c.figure, 'The paper, of this figure'), note('No sentence of the paper says this.')],
    html`<p class="where">Our reading of ${paperName(c.paper)}, ${c.where} · <code>${id}</code></p>`,
    lead(v ? badge(v.verdict) : f?.busy || 'not judged: its figure or its times were not measured', ' ', surpriseOf(id)),
    html`<h2>How it is decided</h2>
      ${!isInTests(c) && html`<p>${c.rule}</p>`}
      ${c.quantity && html`<p class="where">${c.quantity}</p>`}
      ${tests.length > 0 && table(['number', 'criterion', 'measured'], tests, { fixed: true, label: 'tests' })}
      ${c.why && html`<p>${c.why}</p>`}`,
    slopes.length > 0 &&
      part('The slope', plotsOf(slopes), howToRead(slopes.map(spec => f.panels[Number(spec.key.split('-')[0])]))),
    v && part('All numbers', numbersOf(v)),
    populations.length > 0 &&
      html`<h2>How far it carries</h2>
        ${carries.short && lead(carries.short)}
        ${carries.maps.length > 0 && plotsOf(carries.maps.map((map, k) => shapesSpec(id, map, k)))}
        ${
          carries.maps.some(map => map.n) &&
          reading(
            'each cell stands for bodies of one shape; its colour is the share of them, with all directions of the angular momentum, for which the claim holds. Right corner, a sphere; left corner, a needle; lower corner, a disc; the edge between these two, plates.',
          )
        }
        <p class="carries">${carries.says}</p>
        ${table(
          ['question', 'bodies', 'over', 'share of bodies', 'bodies with an answer', 'no answer', 'first that fail', 'sweep'],
          carried,
          { label: 'how far it carries' },
        )}
        <p class="note">The claim is tested on other bodies, “at” a number of steps. Shares refer to the bodies with an
          answer, with 95 % intervals (Wilson); errors at the level of rounding give no answer. To see one body:
          ${code(`polhode sweep problems/sweeps/robustness/${populations[0].sweep}.json --body ID`)}. docs/robustness.md
          describes the populations.</p>`,
    html`<h2>Run it again</h2><pre>polhode figure ${c.figure}</pre>`,
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
    chosen = ladders.find(l => name(l) === state.rest.get('panel')) || widest(ladders, l => l[2]),
    [f, i, panel] = chosen,
    metrics = metricsOf(panel, f.times && f.times[i]),
    pick = (key, ...preferred) => [state.rest.get(key), ...preferred].find(k => metrics.some(m => m.key === k)),
    x = pick('x', 'time', 'operations', 'h'),
    y = pick('y', panel.norms[0].key),
    number = text => (Number(text) > 0 ? Number(text) : 0),
    target = number(state.rest.get('target'));
  const spec = marksSpec(f, i, x, y, { wide: true, title: `${panel.title} (${f.title})`, front: true, target }),
    ranked = target ? costsAt(spec.series, target) : [],
    found = panel.common && panel.common[y] && leastWork(spec.series, x, target || middleOf(panel.common[y])),
    options = metrics.map(m => [m.key, m.label]);
  const rows = ranked.map(r => [methodLink(r.method), r.cost, r.cost / ranked[0].cost]),
    change = e => set('target', number(e.target.value) || '');
  return [
    html`<h1>Work and precision</h1>`,
    lead(found || 'Choose a panel of a figure and the quantities on its axes.'),
    choices(
      chooser('Panel', ladders.map(l => [name(l), `${l[0].title}: ${l[2].title}`]), name(chosen), v => set('panel', v)),
      chooser('Across', options, x, v => set('x', v)),
      chooser('Up', options, y, v => set('y', v)),
      html`<label class="choose">Tolerance <input type="text" size="7" inputmode="decimal" placeholder="1e-6"
        value=${target ? show(target) : ''} change=${change}></label>`,
    ),
    legendOf(panel.series),
    plotsOf([spec]),
    !target && note('A tolerance draws a line and ranks the methods by the work that they need to reach it.'),
    target > 0 && !rows.length && html`<p>No method reaches ${show(target)} here.</p>`,
    rows.length > 0 &&
      table(['method', spec.x.label, 'times the first'], rows, { label: 'methods at the target', class: 'ranked' }),
    howToRead([panel], ' Dotted: no method is better in both.'),
    html`<p class="note">${!f.times && 'There is no timing file, so time is not among the quantities. '}Problem:
      ${titledProblem(panel.problem)}. Figure: ${titledFigure(f)}.</p>`,
  ];
}

/// Long histories by problem and quantity; a run that several figures show is taken once.
function longSeries() {
  const groups = new Map(),
    seen = new Set();
  for (const [f, , p] of panelsOf())
    for (const s of p.series.filter(isLong)) {
      const key = `${p.problem}.${p.quantity || f.id}`,
        once = [key, s.method, s.curve.min, s.curve.max].join(),
        quantity = isRatio(p) ? 'H/H₀ − 1' : p.axes.up;
      if (!groups.has(key)) groups.set(key, { key, problem: p.problem, quantity, rows: [] });
      if (!seen.has(once)) groups.get(key).rows.push({ f, p, s });
      seen.add(once);
    }
  return [...groups.values()];
}

function conservationPage() {
  const groups = longSeries();
  if (!groups.length) return html`<h1>Conservation</h1><p>No long run was measured.</p>`;
  const group = groups.find(g => g.key === state.rest.get('of')) || groups[0],
    titled = g => `${titleOfProblem(g.problem)}: ${g.quantity}`,
    stepsDiffer = new Set(group.rows.map(r => r.p.steps)).size > 1,
    label = r => r.s.label + (stepsDiffer ? `, h=${show(r.p.duration / r.p.steps)}` : '');
  const spec = bandSpec(
    'c',
    `conservation-${group.key}`,
    titled(group),
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
    lead('All long runs of the figures, by problem and quantity; a band spans the least and the largest values.'),
    choices(chooser('Problem and quantity', groups.map(g => [g.key, titled(g)]), group.key, v => set('of', v))),
    legendOf(group.rows.map(r => r.s)),
    plotsOf([spec]),
    howToRead([group.rows[0].p]),
    html`<h2>All long runs</h2>`,
    table(
      ['figure', 'problem', 'method', 'quantity', 'steps', 'h', 'largest', 'share of drift', 'status'],
      groups.flatMap(g => g.rows.map(r => row(g, r))),
      { label: 'all long runs' },
    ),
    note(
      'Share of drift: the fitted straight line’s rise over the run as a share of the largest error; 1 is pure drift, 0 none. Numbers of chaotic runs are medians over several starts.',
    ),
  ];
}

const answer = p => p.answer + (p.condition ? '*' : '');

const SERVES = {
  'free body': 'free',
  'body with torque': 'torque',
  'torque that depends on the momentum': 'any torque',
};

function methodsPage() {
  const row = m => [
    swatched(m.id),
    m.label,
    String(m.order),
    m.kind,
    m.serves.map(s => SERVES[s] || s).join(', '),
    ...[m.symmetric, m.symplectic, m.spatial_momentum, m.energy].map(answer),
    String(data.figures.filter(f => methodsOf(f).has(m.id)).length),
  ];
  return [
    html`<h1>Methods</h1>`,
    filtered(
      table(
        ['id', 'method', 'order', 'kind', 'supports', 'symmetric', 'symplectic', 'momentum', 'energy', 'figures'],
        data.methods.map(row),
        { label: 'methods', class: 'methods' },
      ),
    ),
    html`<p>${link('compare', 'Two methods side by side')}</p>`,
    note(
      'As the methods declare it; supports: free bodies, bodies with torque, and others; angular momentum and energy: whether they are conserved. * under a condition, see the method’s page.',
    ),
  ];
}

/// What the parts of a passport are called; others by their names.
const PASSPORT = {
  Pi: 'angular momentum',
  R: 'attitude',
  d: 'director',
  omega: 'angular velocity',
  u: 'position',
  p: 'momentum',
  torque_of_momentum: 'order with torques that depend on the angular momentum',
  serves: 'it supports:',
  found: '',
  power_of_h: 'O(h^p), p =',
  start: 'change of the state by its start',
  invariance: 'change of the answer',
  space: 'if space is turned:',
  body_axes: 'if the body’s axes are renamed:',
  power_of_two: 'in units of mass of 2^40:',
  decimal: 'of 1e12:',
  range: 'radians per step',
  long_run: 'steps of the long run',
  torque_evaluations: 'torque evaluations per step',
  solver_iterations: 'solver iterations per step',
};
const named = key => PASSPORT[key] ?? words(key);
const rangeText = ({ from, to, solves_to, all_tried }) =>
  `its order shows ${to > 0 ? `from ${show(from)} to ${show(to)}` : 'at no step that was tried'}; ` +
  (all_tried ? `all steps that were tried end well, up to ${show(solves_to)}` : `steps up to ${show(solves_to)} end well`);
const KEPT = 1e-9; // as docs/methods.md says
const BECOMES = { linear: 'drifts', 'random walk': 'drifts irregularly', bounded: 'is bounded', lost: 'is lost' };
const powers = exponents => [...new Set([Math.min(...exponents), Math.max(...exponents)].map(x => `t^${x.toFixed(2)}`))];
/// The long runs of a passport: the largest relative error of what should be kept, and what becomes of it.
const conservationTable = rows =>
  table(
    ['body', 'quantity', 'largest error', 'it', 'grows as', 'steps'],
    rows.map(({ body, quantity, status, largest, growth, exponent, exponents = [exponent], steps = '' }) => {
      if (status !== 'ok') return [body, quantity, words(status), '', '', ''];
      const kept = largest < KEPT,
        grows = kept || growth === 'lost' ? '' : powers(exponents).join(' to ');
      return [body, quantity, largest, kept ? 'is kept' : BECOMES[growth] || growth, grows, steps];
    }),
    { label: 'conservation' },
  );

/// A value of a passport in words.
function passportText(x) {
  if (Array.isArray(x)) return x.map(passportText).join(', ');
  if (x === null) return '–';
  if (typeof x !== 'object') return typeof x === 'boolean' ? (x ? 'yes' : 'no') : typeof x === 'number' ? show(x, 4) : x;
  if ('order' in x && 'half_width' in x) return `${x.order.toFixed(3)} ± ${show(x.half_width, 2)} (${x.points} points)`;
  return Object.entries(x)
    .filter(([k]) => !['declared', 'condition', 'agreement', 'agrees', 'ladder'].includes(k))
    .map(([k, value]) => (named(k) && named(k) + ' ') + passportText(value))
    .join('; ');
}
/// Rows of a passport, whatever its properties are: name, measured, declared, agreement.
function passportRows(p) {
  const rows = [],
    tables = [];
  for (const [key, x] of Object.entries(p)) {
    if (['schema', 'method', 'label', 'source', 'disagreements'].includes(key)) continue;
    if (key === 'conservation' && Array.isArray(x))
      tables.push([`Over a long run${p.long_run ? ` of ${p.long_run} steps` : ''}`, conservationTable(x)]);
    else if (Array.isArray(x) && typeof x[0] === 'object') {
      const columns = [...new Set(x.flatMap(r => Object.keys(r)))],
        cell = v => (v === undefined ? '' : typeof v === 'number' ? v : passportText(v));
      tables.push([words(key), table(columns.map(words), x.map(r => columns.map(c => cell(r[c]))), { label: words(key) })]);
    } else {
      const { declared, condition, agreement, agrees } = Object(x),
        said = agreement ?? agrees,
        found = key === 'range' ? rangeText(x) : passportText(x),
        broken = (p.disagreements || []).some(d => d.toLowerCase().includes(words(key)) || d.includes(key)),
        agreed = broken ? 'disagrees' : found && declared !== undefined && declared !== 'unknown' ? 'agrees' : '',
        asked = declared === undefined ? '' : passportText(declared) + (condition ? ` (${condition})` : '');
      rows.push([named(key), found || '–', asked, said === undefined ? agreed : passportText(said)]);
    }
  }
  return { rows, tables };
}

function passportTables(p) {
  const { rows, tables } = passportRows(p);
  return [
    table(['property', 'measured', 'declared', 'agreement'], rows, { fixed: true, label: p.method }),
    tables.map(([name, t]) => [html`<h3>${name}</h3>`, t]),
  ];
}

/// What a method declares: property, value, condition.
const declared = m => [
  ['order', String(m.order), ''],
  ['kind', m.kind, ''],
  [
    'torque evaluations',
    `${m.torque_evaluations.per_step} per step` +
      (m.torque_evaluations.per_iteration ? `, ${m.torque_evaluations.per_iteration} per solver iteration` : ''),
    'on a body with torque',
  ],
  ['supports', m.serves.join(', '), ''],
  ...Object.entries({
    symmetric: m.symmetric,
    symplectic: m.symplectic,
    'conserves spatial angular momentum': m.spatial_momentum,
    'conserves energy': m.energy,
  }).map(([name, p]) => [name, p.answer, p.condition || '']),
];

function methodPage(id) {
  const m = methods.get(id);
  if (!m) return missingPage(id);
  const appearances = data.figures.filter(f => methodsOf(f).has(id)),
    passport = passports.get(id),
    [header] = m.headers || [];
  const orders = panelsOf(appearances).flatMap(([f, , p]) =>
    p.series
      .filter(s => s.method === id && p.norms)
      .flatMap(s => p.norms.map(n => [n, (s.fits || {})[n.key]]))
      .filter(([, fit]) => fit?.order !== undefined)
      .map(([n, fit]) => [n.label, fit.order.toFixed(3), show(fit.half_width, 2), String(fit.points)])
      .map(row => [titledFigure(f), p.title, ...row]),
  );
  return [
    steps(link('methods', '← methods')),
    html`<h1>${swatch(style(id))} ${m.label}</h1>
      <p class="where"><code>${id}</code>${m.aliases.length > 0 && ` (also ${m.aliases.join(', ')})`} · ${m.source}</p>`,
    legend([[id, m.label]]),
    header && [
      data.boxes[header] && methodBox(data.boxes[header]),
      html`<h2>In your program</h2>`,
      copied(m.headers.map(h => `#include "${h}"`).join('\n') + `\n// polhode::${m.type}`),
      data.headers[header] && html`<p>${link('api/' + data.headers[header], `${header} in the API reference`)}</p>`,
    ],
    wins(id),
    plotsOfMethod(id),
    html`<h2>Declared</h2>`,
    table(['property', 'value', 'condition'], declared(m), { fixed: true }),
    html`<h2>Measured</h2>`,
    passport
      ? [
          passportTables(passport),
          passport.disagreements?.length
            ? html`<ul>${passport.disagreements.map(d => html`<li class="not-reproduced">${d}</li>`)}</ul>`
            : note('All measurements agree with the declarations.'),
        ]
      : html`<p class="note">There is no property report; <code>polhode check ${id}</code> measures one.</p>`,
    orders.length > 0 &&
      part('Orders in the figures', table(['figure', 'panel', 'error', 'fitted order', '±', 'points'], orders)),
    html`<h2>Figures</h2>`,
    appearances.length ? html`<ul>${appearances.map(namedFigure)}</ul>` : note('It is in no figure.'),
    cite(m.source),
    html`<p>${link(`compare?a=${id}`, 'Beside another method')}</p>`,
  ];
}

/// Text to take along.
const copied = text =>
  html`<div class="copied"><pre tabindex="0">${text}</pre>
    <button type="button" click=${e => copyText(text, e.currentTarget)}>copy</button></div>`;

/// The papers of the list that a source names.
function cite(source) {
  const away = (href, text) => href && html`<a href=${href} rel="noopener">${text}</a>`;
  const entry = ({ authors, title, journal, year, doi, url }) => [
    `${authors.join(', ')}: ${title}. ${journal ? journal + ', ' : ''}${year}. `,
    doi ? away('https://doi.org/' + doi, 'doi:' + doi) : away(url, url),
  ];
  const found = references.filter(r => source.includes(r.name));
  return found.length > 0 && part('Cite', listed(found.map(entry)));
}

const TARGETS = [1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12];

/// On what share of the atlas' bodies a method is the cheapest, where that is a percent or more.
const cheapestOn = id =>
  data.atlases.flatMap(({ name, document: { horizons, tolerances } }) =>
    horizons
      .map(({ radians, bodies, cheapest }) => {
        const shares = tolerances.map((t, k) => [t, (cheapest[k][id] || 0) / bodies]).filter(([, share]) => share >= 0.01),
          said = shares.map(([t, share]) => `${show(t)}: on ${show(100 * share, 2)} %`);
        return [ATLASES[name], `${radians} radians`, said.join(', ')];
      })
      .filter(([, , said]) => said),
  );

/// Where a method needs the fewest operations of all that a figure compares, for which errors.
function wins(id) {
  const rows = panelsOf().flatMap(([f, i, p]) => {
    if (!p.norms || p.series.length < 2 || !p.series.some(s => s.method === id)) return [];
    const { series } = marksSpec(f, i, 'operations', p.norms[0].key),
      places = TARGETS.map(target => [target, costsAt(series, target)]).filter(([, c]) => c.length),
      first = places.filter(([, c]) => c[0].method === id).map(([t]) => show(t)),
      reached = places.filter(([, c]) => c.some(x => x.method === id));
    if (!reached.length) return [];
    const [target, costs] = reached[reached.length >> 1],
      own = costs.findIndex(c => c.method === id),
      times = `${show(costs[own].cost / costs[0].cost, 2)} times as many as ${known(costs[0].method).label}`;
    return [
      [
        link('figure/' + f.id, p.title === f.title ? f.title : `${f.title}: ${p.title}`),
        first.join(', ') || '–',
        `${own + 1} of ${costs.length}` + (own ? ', ' + times : ''),
        show(target),
      ],
    ];
  });
  const shares = cheapestOn(id),
    [of, on] = [{ label: 'where it wins', class: 'wins' }, { fixed: true, label: 'the cheapest on' }];
  return part(
    'Where it wins',
    rows.length > 0 && [
      table(['figure', 'needs the fewest operations for errors of', 'place', 'at an error of'], rows, of),
      note(
        `Tolerances: ${TARGETS.map(t => show(t)).join(', ')}, in the first norm of the panel. Operations are counted: ÷ and √ as 4, sin, cos, … as 16.`,
      ),
    ],
    shares.length > 0 && table([link('atlas', 'population'), 'over', 'the cheapest, at an accuracy of'], shares, on),
  );
}

/// A convergence plot and a long run of a method, from the figures, the others of its panel behind it; else the ladder of
/// its passport.
function plotsOfMethod(id) {
  const specs = [],
    panels = panelsOf().filter(([, , p]) => p.series.some(s => s.method === id)),
    ladders = panels.filter(([, , p]) => p.norms),
    ladder = ladders.find(([, , p]) => p.plots.some(q => q.across === 'h')) || ladders[0],
    drift = panels.find(([, , p]) => p.plots[0].draw === 'band'),
    passport = passports.get(id),
    titled = ([f, , p]) => `${f.title}: ${p.title}`;
  if (passport?.range?.ladder) specs.push(passportSpec(passport));
  if (ladder) {
    const [f, i, p] = ladder;
    specs.push({ ...marksSpec(f, i, 'h', p.norms[0].key), title: titled(ladder), only: id });
  }
  if (drift) {
    const spec = panelBandSpec(...drift);
    specs.push({ ...spec, title: titled(drift), series: spec.series.filter(s => s.method === id), more: '' });
  }
  return specs.length > 0 && part('Convergence and drift', plotsOf(specs));
}

/// The errors of a passport: a body with torque over a time of 2, from a step of radians down to rounding.
function passportSpec(...list) {
  const { order } = methods.get(list[0].method) || {},
    ids = list.map(p => p.method);
  return described({
    key: 'passport',
    name: `passport-${ids.join('-')}`,
    title: 'Its test problem: error at the end against the step',
    x: logAxis('step, in radians that the body turns'),
    y: logAxis('distance from the true state'),
    order: typeof order === 'number' ? order : 0,
    columns: ['radians a step', 'error'],
    series: list.map(({ method, label, range: { ladder } }) => ({ ...headOf(method, label), draw: 'points', rows: ladder })),
    command: `polhode check ${ids.join(' ')}`,
  });
}

/// Two methods beside each other: what they say, what is measured of them, and their errors in the panels that have both.
function comparePage() {
  const ids = ['a', 'b'].map((key, k) => (methods.has(state.rest.get(key)) ? state.rest.get(key) : ['mr', 'rk4'][k])),
    pair = ids.map(id => methods.get(id)),
    options = data.methods.map(m => [m.id, m.id]);
  const said = pair.map(m => new Map(declared(m).map(([name, ...what]) => [name, what.filter(Boolean).join(', ')]))),
    measured = ids.map(id => new Map(passports.has(id) ? passportRows(passports.get(id)).rows : []));
  const both = panelsOf()
    .filter(([, , p]) => p.norms && ids.every(id => p.series.some(s => s.method === id)))
    .slice(0, 4)
    .map(([f, i, p]) => {
      const panels = f.panels.with(i, { ...p, series: p.series.filter(s => ids.includes(s.method)) });
      return { ...marksSpec({ ...f, panels }, i, 'operations', p.norms[0].key), title: `${f.title}: ${p.title}` };
    });
  const heads = () => ids.map(id => html`<span class="nowrap">${swatch(style(id))} ${id}</span>`);
  return [
    html`<h1>${pair[0].label} beside ${pair[1].label}</h1>`,
    choices(...['First', 'Second'].map((label, k) => chooser(label, options, ids[k], v => set('ab'[k], v)))),
    beside(heads(), said, 'declared'),
    measured.some(m => m.size) && part('Measured', beside(heads(), measured, 'measured')),
    both.length
      ? part('Error against work', plotsOf(both))
      : note('No figure has both over the same step counts.'),
    html`<p>${methodLink(ids[0])} · ${methodLink(ids[1])}</p>`,
  ];
}
/// What two have under the same names, each in a map.
const beside = (heads, maps, label, wanted = () => true) =>
  table(
    ['property', ...heads],
    [...new Set(maps.flatMap(m => [...m.keys()]))].filter(wanted).map(key => [key, ...maps.map(m => m.get(key) ?? '–')]),
    { fixed: true, label, class: 'beside' },
  );

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
    known = uses.filter(([, , q]) => q.reference),
    value = x => (Array.isArray(x) ? `(${x.map(y => show(y, 7)).join(', ')})` : show(x, 7));
  return html`
    ${steps(link('problems', '← problems'))}
    <h1>${p.title}</h1>
    <p class="where"><code>${id}</code> · ${p.source}</p>
    <h2>Equations</h2>
    ${note(p.kind)}
    ${p.equations.map(e => html`<p class="equation">${e}</p>`)}
    <p>${p.constant.length ? `Constant: ${p.constant.join('; ')}.` : 'Nothing is constant.'}</p>
    <h2>Data</h2>
    ${table(['quantity', 'value'], p.data.map(d => [d.name, value(d.value)]), { fixed: true })}
    ${turning(p)}
    <h2>Reference</h2>
    <p>${p.reference === 'exact' ? 'Exact, from the closed form of the motion.' : 'Converged in 113-bit arithmetic.'}</p>
    ${
      known.length > 0 &&
      table(
        ['figure', 'panel', 'reference', 'its error'],
        known.map(([f, , q]) => [figureLink(f.id), q.title, q.reference.kind, show(q.reference.error_estimate, 2)]),
      )
    }
    <h2>Figures</h2>
    ${uses.length ? html`<ul>${[...new Set(uses.map(u => u[0]))].map(namedFigure)}</ul>` : note('It is in no figure.')}`;
}

const failureTable = rows =>
  rows.length > 0 &&
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
    rows.length ? filtered(failureTable(rows)) : html`<p>No run of any figure failed.</p>`,
    disagree.length > 0 &&
      part('Methods that differ from their declarations', table(['method', 'disagreement'], disagree)),
    data.missing.length > 0 && part('Not measured', html`<p>${data.missing.join(', ')}</p>`),
  ];
}

/// The builds and machines that measured, each once.
function builds() {
  const groups = new Map();
  for (const { id, context: c } of data.figures.filter(f => f.context)) {
    const key = [c.version, c.git, c.compiler, c.flags, c.fp_mode, c.cpu, c.cores].join('|');
    if (!groups.has(key)) groups.set(key, { c, figures: [], dates: [] });
    (groups.get(key).figures.push(id), groups.get(key).dates.push(c.date));
  }
  return [...groups.values()].map(({ c, figures, dates }) => {
    const [from, to] = [dates.sort()[0], dates.at(-1)],
      machine = `${c.cpu}, ${c.cores} cores`,
      when = `${from}${dates.length > 1 ? ' to ' + to : ''}`,
      text = `polhode ${c.version}, git ${c.git}, ${c.compiler}, ${c.flags}; ${c.fp_mode}; ${machine}; ${when}: ${figures.length} figures`;
    return { c, figures, from, to, machine, text };
  });
}

function provenancePage() {
  const groups = builds(),
    untimed = data.figures.filter(f => !f.context).map(f => f.id);
  const buildTable = ({ version, git, compiler, flags, fp_mode }, more, label) => {
    const rows = { version, git, compiler, flags, 'floating point': fp_mode, ...more };
    return table(['', ''], Object.entries(rows), { fixed: true, label });
  };
  const measured = ({ c, machine, figures: ids, from, to }) => [
    html`<p>${ids.length} figures: ${commas(ids.map(figureLink))}</p>`,
    buildTable(
      c,
      { processor: machine, from, to, 'load, largest': show(Math.max(...ids.map(id => figures.get(id).context.load))) },
      'build',
    ),
  ];
  return html`
    <h1>Where it comes from</h1>
    <h2>What measured</h2>
    ${groups.map(measured)}
    ${groups.length > 1 && note('The figures were measured by different builds or machines.')}
    ${untimed.length > 0 && note(`No timing file, hence no record of the build: ${untimed.join(', ')}.`)}
    <h2>What wrote this page</h2>
    ${buildTable(data.build, {}, 'build of the writer')}
    <h2>How to cite</h2>
    ${data.citation ? html`<pre>${data.citation}</pre>` : note('CITATION.cff was not beside the results.')}`;
}

// --- see it turn -----------------------------------------------------------------------------------------------------

/// The body of a problem, if the player knows its torque.
function bodyOf(p) {
  const of = new Map(p.data.map(d => [d.name, d.value])),
    [I, Pi, q, moment, field] = ['I', 'Π(0)', 'R(0), quaternion', 'μ (body)', 'f (space)'].map(name => of.get(name));
  if (!Array.isArray(I) || !Pi || !q) return null;
  if (p.kind === 'free body') return { I, Pi, q };
  return moment && field ? { I, Pi, q, moment, field } : null;
}
/// A step that turns the body by a third of a radian, in two digits.
const visibleStep = body => Number((0.33 / size3(velocity(body, body.Pi))).toPrecision(2));

/// A player of a problem, or nothing.
function turning(problem, ids, { h, n = 400, autoplay } = {}) {
  const body = problem && bodyOf(problem);
  if (!body) return null;
  const step = h || visibleStep(body),
    chosen = ids || [isFree(body) ? 'exact' : 'sej', 'mr', 'imidm', 'rk4'],
    { node } = new Player({ body, h: step, n, methods: chosen.map(known) }, { autoplay }),
    it = link(throwPlace(body, step, n, chosen), 'Throw it yourself');
  return html`<section class="turning"><h2>See it turn</h2>${node}${
    impossible(body.I)
      ? note(sentence(`The paper computes with it, but ${impossible(body.I)}`))
      : html`<p>${it}: other moments, another angular momentum, another step.</p>`
  }</section>`;
}

/// A body thrown about its middle axis, which turns over.
const middleAxis = () => ({
  kind: 'free body',
  data: [
    { name: 'I', value: [1, 2, 3] },
    { name: 'Π(0)', value: [0.02, 2, 0.02] },
    { name: 'R(0), quaternion', value: [1, 0, 0, 0] },
  ],
});

const PLAYABLE = ['exact', ...Object.keys(STEPS)];
const list = v => v.map(x => Number(x.toPrecision(7))).join(',');
const throwPlace = (body, h, n, ids) =>
  `throw?I=${list(body.I)}&Pi=${list(body.Pi)}&q=${list(body.q)}` +
  (isFree(body) ? '' : `&moment=${list(body.moment)}&field=${list(fieldOf(body))}`) +
  `&h=${h}&n=${n}&of=${ids}`;

/// What an address throws; what it does not say, or says wrongly, is the canonical throw near the middle axis.
function thrownHere() {
  const numbers = (key, fallback, good = () => true) => {
    const text = state.rest.get(key),
      v = (text || '').split(',').map(Number);
    return text && v.length === fallback.length && v.every(Number.isFinite) && good(v) ? v : fallback;
  };
  const ids = (state.rest.get('of') || '').split(',').filter(id => PLAYABLE.includes(id));
  const body = {
    I: numbers('I', [1, 2, 3], v => v.every(x => x > 0) && !impossible(v)),
    Pi: numbers('Pi', [0.02, 2, 0.02]),
    q: unit4(numbers('q', [1, 0, 0, 0], v => Math.hypot(...v) > 0)),
    moment: numbers('moment', [0, 0, 0]),
    field: numbers('field', [0, 0, 1]),
  };
  const turned = h => size3(velocity(body, body.Pi)) * Math.abs(h),
    [h] = numbers('h', [1.2], ([x]) => x !== 0 && turned(x) <= FARTHEST),
    most = Math.min(MOST_STATES, Math.max(Math.floor((20 * FARTHEST) / turned(h)), 1)),
    n = Math.min(Math.max(Math.round(numbers('n', [400])[0]), 1), most);
  return { body, h, n, ids: ids.length ? ids : ['exact', 'mr', 'rk4'] };
}

/// Bodies that part the methods, each with what to expect, what to try, and why.
const PRESETS = [
  [
    'Tennis racket',
    'I=1,2,3&Pi=0.02,2,0.02&h=1.2&n=100&of=exact,mr,rk4',
    'Thrown about its middle axis, it turns over again and again. Which method turns over at the right times, and which loses energy?',
    'The middle axis is unstable. The energy error of MR stays bounded, but MR leaves the polhode and turns over at other times; RK4 loses energy with every step. With half the step, both follow the exact motion.',
  ],
  [
    'Wing nut',
    'I=0.8,1.6,1.9&Pi=0.02,1.6,0.02&h=0.6&n=200&of=exact,mr,rk4',
    'It spins off its screw and turns over in flight. Move the angular momentum from axis 2 to axis 3: does it still turn over?',
    'No. Spins about the largest and the smallest moment are stable, and every method follows them; about the middle one they are not. This is the Dzhanibekov effect.',
  ],
  [
    'Heavy top',
    'I=1,1,0.6&Pi=0.2,0,4&q=0.95,0.3,0,0&moment=0,0,1.5&field=0,0,1&h=0.5&n=200&of=sej,mr,rk4',
    'It precesses instead of falling. Which method lets it fall?',
    'RK4. The spin turns the top by three radians in a step, which RK4 cannot resolve. SEJ solves the spin exactly and applies gravity between the steps.',
  ],
  [
    'Game object',
    'I=1,2,3&Pi=0.2,20,0.2&h=0.01666667&n=300&of=exact,semi-implicit-euler,semi-implicit-euler-no-gyro,catto,imidm',
    'Five seconds in a game at 60 Hz. Which update speeds the body up, which slows it down, and with which does it never turn over?',
    'Semi-implicit Euler (SIE) gains energy, the implicit gyroscopic term of Catto loses it, and without the gyroscopic term the body never turns over. With the same step, IMIDM follows the exact motion.',
  ],
  [
    'CubeSat',
    'I=0.002,0.0021,0.0011&Pi=0.0001,0.0002,0.00002&h=10&n=400&of=exact,mr,rk4',
    'A small satellite tumbles after its release; a step is 10 seconds. Which energy error grows?',
    'The energy error of RK4 grows in proportion to time; the error of MR oscillates. Without torque, the exact solution reaches any time in one step.',
  ],
  [
    'Toutatis',
    'I=1,3.09,3.22&Pi=1.1,1.9,0.6&h=1&n=200&of=exact,mr,rk4',
    'This asteroid tumbles about its long axis. Does it ever return to an attitude?',
    'Not exactly: the angular momentum is periodic in the body, but the attitude has a second period, and the two have no common multiple.',
  ],
];

function throwPage() {
  const at = thrownHere(),
    { body } = at,
    given = (state.rest.get('I') || '').split(',').map(Number),
    wrong = given.length === 3 && given.every(x => x > 0) && impossible(given),
    refused = html`<p class="note" role="status">${wrong && sentence(`${wrong}; it is not thrown`)}</p>`;
  const make = () => ({ ...at, methods: at.ids.filter(id => id !== 'exact' || isFree(body)).map(known) });
  const player = new Player(make());
  const changed = () => {
    refused.textContent = impossible(body.I) ? sentence(`${impossible(body.I)}; the last possible body is shown`) : '';
    if (refused.textContent) return;
    for (const pair of throwPlace(body, at.h, at.n, at.ids).split('?')[1].split('&')) keepInAddress(...pair.split('='));
    if (isFree(body)) for (const key of ['moment', 'field']) keepInAddress(key, '');
    player.throw(make());
  };
  const slider = (label, value, least, most, put) => {
    const step = 10 ** Math.floor(Math.log10(most)) / 100,
      [lo, hi] = [Math.round(least / step) * step || (least > 0 ? step : 0), Math.ceil(most / step) * step],
      said = html`<output>${show(value)}</output>`;
    const input = e => {
      const x = Number(Number(e.target.value).toPrecision(4));
      said.textContent = show(x);
      put(x);
      changed();
    };
    return html`<label class="slide"><span>${label}</span>
      <input type="range" min=${lo} max=${hi} step=${step} value=${value} aria-label=${label} input=${input}>${said}</label>`;
  };
  const choose = id => {
    at.ids = PLAYABLE.filter(x => at.ids.includes(x) !== (x === id));
    if (!at.ids.length) at.ids = [id];
    for (const b of buttons) b.setAttribute('aria-pressed', String(at.ids.includes(b.dataset.play)));
    changed();
  };
  const buttons = PLAYABLE.map(
    id => html`<button type="button" data-play=${id} aria-pressed=${String(at.ids.includes(id))}
      click=${() => choose(id)}>${known(id).label}</button>`,
  );
  const preset = ([name, place, question, why]) =>
    html`<div>${link('throw?' + place, name)}: ${question} <details><summary>Why</summary><span>${why}</span></details></div>`;
  const reach = v => 1.5 * Math.max(...v.map(Math.abs), 1e-3),
    [inertia, momentum] = [reach(body.I), reach(body.Pi)],
    gravity = Math.max(reach(body.moment), 5),
    axes = [0, 1, 2];
  return html`
    <h1>Throw it yourself</h1>
    <p class="lead">Choose a body, predict what it does, then throw it: each method moves the same body beside the exact
      motion. The throw is in the address.</p>
    <div class="presets">${PRESETS.map(preset)}</div>
    ${[refused, player.node]}
    <div class="sliders">
      ${axes.map(k => slider(`moment I${k + 1}`, body.I[k], inertia / 100, inertia, x => (body.I[k] = x)))}
      ${axes.map(k => slider(`angular momentum Π${k + 1}`, body.Pi[k], -momentum, momentum, x => (body.Pi[k] = x)))}
      ${slider('gravity', body.moment[2], 0, gravity, x => (body.moment[2] = x))}
      ${slider('step h', at.h, Math.abs(at.h) / 10, Math.abs(at.h) * 4, x => (at.h = x))}
    </div>
    <div class="buttons" role="group" aria-label="Methods">${buttons}</div>
    ${note('The exact solution holds without torque; with gravity, errors are measured against RK4 with a much smaller step.')}`;
}

// --- a file of one's own -----------------------------------------------------------------------------------------------

let dropped = []; // {name, json}

/// The momentum of a run in its body's principal axes, with the sphere and the ellipsoid of the energy where it is largest;
/// drag turns it.
function polhodeOf({ json }) {
  const { inertia, axes } = Object(json.body);
  if (!axes || !inertia.every(I => I > 0) || !('momentum' in json.trajectory[0])) return null;
  const states = json.trajectory.map(row => ({ Pi: rotated(inverse4(axes), row.momentum) })),
    body = { I: inertia, Pi: states.reduce((most, s) => (size3(s.Pi) > size3(most.Pi) ? s : most)).Pi },
    view = { azimuth: 0.6, elevation: 0.35 },
    canvas = html`<canvas role="img" class="polhode" aria-label="sphere of angular momentum, energy ellipsoid and polhode"
      style="width: 320px; height: 320px"></canvas>`;
  const draw = () => {
    const colours = coloursOf();
    drawSphere(penOf(canvas, 320), 320, view, body, states, states.at(-1), null, colours.blue, colours);
  };
  turnable(canvas, view, draw);
  draw();
  const node = html`<figure class="player"><figcaption>The angular momentum in the principal axes, with its sphere and the
    ellipsoid of the energy, both where it is largest. Drag to turn.</figcaption>${canvas}</figure>`;
  node.redraw = draw; // in the colours of another theme
  return node;
}

/// The plots of runs' trajectories: their momenta or their directors, their energies; `whole` also attitudes, rates and
/// momenta in space, of a prescribed rate the attitude alone; of two runs the difference, at the times that both have.
function runPanels(runs, vector, whole) {
  if (!runs.length) return [];
  const spec = (key, title, label, columns, series) =>
    described({
      key: `${vector}-${key}`,
      command: 'polhode run SPEC.json -o RUN.json',
      title,
      x: { label: 't' },
      y: { label, canLog: false },
      columns,
      digits: 6,
      series: series.map(s => ({ ...s, draw: 'line' })),
    });
  const linesOf = ({ name, json }, n, pick, parts) =>
    parts.map((part, k) => ({
      ...headOf(json.method, (runs.length > 1 ? `${name}: ` : '') + part),
      dash: ['-', '--', ':', '-.'][parts.length > 3 ? k : (k + n) % 3],
      rows: json.trajectory.map(row => [row.t, pick(row, json)[k], part, name]),
    }));
  const lines = (key, title, label, pick, parts = ['1', '2', '3']) =>
    spec(key, title, label, ['t', label, 'part', 'file'], runs.flatMap((r, n) => linesOf(r, n, pick, parts)));
  const { units = {}, trajectory } = runs[0].json,
    inUnit = (what, key) => what + (units[key] ? ` (${units[key]})` : ''),
    has = key => whole && runs.every(r => key in r.json.trajectory[0]),
    title = vector === 'momentum' ? 'Angular momentum in the body' : 'Director',
    energy = (row, json) => [row.energy - json.trajectory[0].energy],
    quaternion = row => row.attitude.quaternion;
  const [a, b] = runs.map(r => new Map(r.json.trajectory.map(row => [row.t.toPrecision(9), row]))),
    distance = (p, q) => Math.hypot(...p[vector].map((v, k) => v - q[vector][k])),
    off = runs.length === 2 ? [...a].filter(([t]) => b.has(t)).map(([t, row]) => [row.t, distance(row, b.get(t))]) : [];
  const difference = () => ({ ...headOf(runs[1].json.method, `${runs[0].name} − ${runs[1].name}`), rows: off });
  return [
    vector in trajectory[0] && vector !== 'attitude' && lines('run', title, vector, row => row[vector]),
    has('attitude') && lines('attitude', 'Attitude', 'quaternion', quaternion, ['w', 'x', 'y', 'z']),
    has('angular_velocity') &&
      lines('rate', 'Angular velocity in the body', inUnit('angular velocity', 'rate'), row => row.angular_velocity),
    has('spatial_momentum') &&
      lines('space', 'Angular momentum in space', inUnit('momentum', 'momentum'), row => row.spatial_momentum),
    vector !== 'attitude' && lines('energy', 'Energy', 'H − H₀', energy, ['energy']),
    off.length > 1 && spec('difference', 'Difference', `|difference of the ${vector}|`, ['t', 'difference'], [difference()]),
  ].filter(Boolean);
}

function recommendationPanels({ json }) {
  const kind = Object.keys(json.target)[0] || 'attitude', // a given step needs no target
    errors = { attitude: 'error of the attitude', momentum: 'error of the angular momentum', energy: 'error of the energy' },
    cost = p => 1e6 * p.seconds_per_time,
    named = new Set(rankedMethods(json).slice(0, 8).map(m => m.method)), // all others are in the tooltip and the table
    flags = Object.entries(json.target).map(([k, v]) => `--${k === 'energy' ? 'energy-drift' : k + '-error'} ${v}`),
    rate = json.rate ? [`--rate ${json.rate.steps_per_time}`] : [];
  const series = json.methods.map(m => ({
    ...headOf(m.method, m.label || m.method),
    draw: 'points',
    faint: !named.has(m.method),
    rows: (m.points || [])
      .filter(p => p.status === 'ok' && p.errors[kind] > 0)
      .map(p => [cost(p), p.errors[kind], p.steps, p.h, p.errors.energy])
      .sort((a, b) => a[0] - b[0]),
  }));
  return [
    described({
      key: 'recommendation',
      command: ['polhode recommend', json.spec || 'SPEC.json', ...flags, ...rate].join(' '),
        title: `${json.problem}: error against work`,
      wide: true,
      front: true,
      target: json.target[kind],
      named,
      star: json.best?.method && json.best.errors[kind] > 0 ? { x: cost(json.best), y: json.best.errors[kind] } : null,
      x: logAxis('time in µs per unit of time'),
      y: logAxis(errors[kind]),
      columns: ['µs per unit of time', 'error', 'steps', 'h', 'energy error'],
      series: series.filter(s => s.rows.length).sort((a, b) => b.faint - a.faint),
    }),
  ];
}

/// The methods that meet the target, the cheapest first, and the recommended one before all.
const rankedMethods = json => {
  const isBest = m => m.method === json.best?.method;
  return json.methods
    .filter(m => m.chosen)
    .sort((a, b) => isBest(b) - isBest(a) || a.chosen.seconds_per_time - b.chosen.seconds_per_time);
};

/// The steps that are recommended: between breaks of a torque they may be unequal.
function stepsText({ best, rate, units = {} }, { many_steps }) {
  if (many_steps) return 'one step from the start to any time';
  const all = [best.h].flat(),
    h = `h = ${show(Math.max(...all.map(Math.abs)) * Math.sign(all[0]), 5)}${units.time ? ' ' + units.time : ''}`;
  return rate ? h : `${best.steps} step${best.steps === 1 ? '' : 's'} of ${Array.isArray(best.h) ? 'at most ' : ''}${h}`;
}
const noneText = ({ methods, rate, statistics, why }) =>
  statistics
    ? why[0]
    : methods.some(m => m.outcome === 'undecided')
      ? 'No method is known to meet the tolerance within the time limit.'
      : `No method meets the tolerance ${rate ? 'with this step' : 'in double precision'}.`;

/// A recommendation: what to use and why, the program to paste, the motion, and every method with its reason.
function recommendation({ name, json }) {
  const why = json.why.slice('reasons' in json ? 1 : 0), // the first is the answer itself; older files have no order
    refused = json.methods.filter(m => !m.chosen).map(m => [methodLink(m.method), m.reason || m.outcome]),
    best = json.best && json.methods.find(m => m.method === json.best.method),
    states = json.motion?.states.map(s => ({ Pi: s.slice(0, 3), q: s.slice(3) })) || [];
  const player = () =>
    new Player({
      body: json.body,
      h: json.best.h * json.motion.every,
      every: json.motion.every,
      n: states.length - 1,
      methods: [
        ...(isFree(json.body) && best.method !== 'exact' ? [known('exact')] : []),
        { ...known(best.method), states },
        ...(best.method === 'rk4' ? [] : [known('rk4')]),
      ],
    });
  const rows = rankedMethods(json).map(({ method, chosen }) => [
    swatched(method),
    chosen.steps,
    chosen.h,
    ...['attitude', 'momentum', 'energy'].map(k => chosen.errors[k]),
    1e6 * chosen.seconds_per_time,
    chosen.tally.torque_evaluations / Math.abs(json.time),
  ]);
  const columns = ['method', 'steps', 'h', 'attitude', 'momentum', 'energy', 'µs per unit of time', 'torque evaluations per unit of time'],
    truth = json.reference && `${json.reference.kind} reference. Errors are the largest over the run`,
    over = truth && `, about ${show(json.radians)} radians; ${truth}`,
    others = table(['method', 'why not'], refused, { label: 'not recommended' });
  return html`
    <h1>Which method for ${name}</h1>
    <p class="lead answer">${best ? ['Use ', methodLink(best.method), ` with ${stepsText(json, best)}.`] : noneText(json)}</p>
    <ul class="why">${why.map(line => html`<li>${line.trim()}</li>`)}</ul>
    <p class="where">${json.problem} over a time of ${show(json.time)}${over}.</p>
    ${json.program && part('The program', note('It needs the installed headers, and no library.'), copied(json.program))}
    ${states.length > 1 && html`<section class="turning"><h2>See it turn</h2>${player().node}</section>`}
    ${
      json.methods.some(m => (m.points || []).length) &&
      part(
        'All that was tried',
        plotsOf(recommendationPanels({ json })),
        reading(
          'at one height, the point furthest to the left is the cheapest. Dashed: the tolerance. Ringed: the recommendation. Faint: all methods but the eight cheapest that meet the tolerance.',
        ),
      )
    }
    <h2>Methods that meet the tolerance</h2>
    ${rows.length ? table(columns, rows, { label: 'methods that meet the tolerance', class: 'ranked' }) : html`<p>None.</p>`}
    ${refused.length > 0 && part('Not recommended', filtered(others))}`;
}

/// The answer of `recommend --quick`, which has run nothing.
function quickly({ name, json: { problem, time, target, atlas, best, sure, near, one_step } }) {
  return html`
    <h1>Which method for ${name}</h1>
    <p class="lead answer">
      ${one_step ? `Use ${one_step} with one step from the start to any time. If you need steps, use ` : 'Use '}
      ${methodLink(best.method)} with ${stepsText({ best }, {})}.</p>
    <p>${
      sure
        ? `On ${near.of} of ${near.bodies} bodies like this one it costs at most ${near.ratio} times the cheapest (${show(100 * near.low, 2)} % at least), each with the steps that the body needs. The steps above are enough for nearly all such bodies; yours may need fewer.`
        : `Uncertain: the atlas has only ${near.bodies} bodies like this one. Without --quick the methods are run.`
    }</p>
    <p class="where">${problem} over a time of ${show(time)}, tolerance ${targetText(target)}; from the atlas (an error of
      ${show(atlas.tolerance)} over ${show(atlas.radians)} radians), nothing was run.</p>`;
}
const targetText = target => Object.entries(target).map(([kind, x]) => `${kind} ${show(x)}`).join(', ');

/// What a file may be: the command that wrote it and what it must have.
const ACCEPTED = {
  'polhode/run/1': ['run', 'method', 'steps', 'status', 'final'],
  'polhode/recommendation/1': ['recommend', 'target', 'methods', 'why'],
  'polhode/recommendation-quick/1': ['recommend', 'target', 'best', 'near', 'atlas'],
  'polhode/recommendations/1': ['recommend', 'recommendations'],
  'polhode/passport/1': ['check', 'method'],
  'polhode/passports/1': ['check', 'passports'],
  'polhode/shard/1': ['sweep', 'spec', 'result'],
  'polhode/comparison/1': ['compare', 'findings'],
};
/// What is wrong with a file; nothing if it can be shown.
function wrongWith(json) {
  const { schema } = Object(json),
    [kind, ...parts] = ACCEPTED[schema] || [],
    missing = parts.find(part => !(part in json));
  if (!kind) return `schema ${JSON.stringify(schema) || 'none'} is given`;
  return missing && `it has no ${JSON.stringify(missing)}`;
}
const MOST_FILES = 6;
/// What a file is shown as, one part for each of several targets: its JSON, or what is wrong with it.
async function opened(f, place) {
  const refused = error => ({ name: f.name, error });
  if (place >= MOST_FILES) return refused(`${MOST_FILES} files are shown already`);
  let json;
  try {
    json = JSON.parse(await f.text());
  } catch {
    return refused('no JSON');
  }
  const error = wrongWith(json);
  if (error) return refused(error);
  try {
    const parts = (json.recommendations || [json]).map(one => ({
      name: f.name + (one === json ? '' : `, ${targetText(one.target)}`),
      json: one,
    }));
    for (const part of parts) (shownFile(part), differences([part, part]), trajectories([part]));
    return parts;
  } catch {
    return refused('a part of it is missing or broken');
  }
}

/// What changed between two measurements of performance: every finding, and their ratios in a plot.
function comparison({ name, json }) {
  const ratios = json.findings.filter(f => f.before > 0 && f.after > 0);
  const series = [...new Set(ratios.map(f => f.quantity))].map((quantity, k) => ({
    method: quantity,
    label: quantity,
    style: { color: `var(--${COLOURS[k % COLOURS.length]})`, marker: Object.keys(MARKERS)[k % 13], line: ':' },
    draw: 'points',
    rows: ratios.filter(f => f.quantity === quantity).map(f => [f.before, f.after / f.before, f.after, f.row, f.verdict]),
  }));
  const spec = {
    key: 'comparison',
    command: 'polhode compare A.json B.json --json',
    title: 'After, as a share of before',
    wide: true,
    x: logAxis('before'),
    y: logAxis('after / before'),
    columns: ['before', 'after / before', 'after', 'row', 'verdict'],
    digits: 5,
    series,
  };
  const row = f => [f.row, f.quantity, f.verdict, f.before, f.after, f.before > 0 ? f.after / f.before : '', f.why || ''],
    columns = ['row', 'quantity', 'verdict', 'before', 'after', 'after / before', 'why'];
  return [
    html`<h2>${name}</h2><p>${json.findings.length} findings in ${json.rows} rows.</p>`,
    series.length > 0 && plotsOf([described(spec)]),
    filtered(table(columns, json.findings.map(row), { label: 'findings' })),
  ];
}

const kindOf = file => file.json && ACCEPTED[file.json.schema][0],
  passportsOf = file => (kindOf(file) === 'check' ? file.json.passports || [file.json] : []);

/// What two runs, two passports or two recommendations do not have in common.
function differences(files) {
  const said = ([key, x]) => [key, typeof x === 'number' ? show(x, 6) : x];
  const compared = (list, nameOf, entriesOf) => {
    if (list.length !== 2) return null;
    const [a, b] = list.map(x => new Map([...entriesOf(x)].map(said)));
    return part('Difference', beside(list.map(nameOf), [a, b], 'difference', key => a.get(key) !== b.get(key)));
  };
  const tested = files.flatMap(passportsOf),
    trials = tested.filter(p => p.range?.ladder),
    ran = files.filter(d => kindOf(d) === 'run'),
    advised = files.filter(d => kindOf(d) === 'recommend' && d.json.best);
  const advice = ({ json: { best, problem, time } }) =>
    Object.entries({
      problem,
      time: show(time),
      method: best.method,
      steps: best.steps,
      'step h': show(Array.isArray(best.h) ? Math.max(...best.h.map(Math.abs)) : best.h, 5),
    });
  return [
    compared(ran, d => d.name, ({ json }) => [...['method', 'steps', 'h', 'status'].map(k => [k, json[k]]), ...endOf(json)]),
    compared(tested, p => p.label || p.method, p => passportRows(p).rows),
    trials.length > 0 && plotsOf([passportSpec(...trials)]),
    compared(advised, d => d.name, advice),
  ];
}

/// The state at the end of a run, in words.
const endOf = ({ final }) =>
  Object.entries(final).map(([key, value]) => {
    const { quaternion } = Object(value),
      numbers = [quaternion || value].flat().map(x => show(x, 6));
    return [words(key) + (quaternion ? ', quaternion' : ''), numbers.join(', ')];
  });

function shownFile(file) {
  const kind = kindOf(file),
    { json } = file;
  if (!kind)
    return html`<p class="not-reproduced">${file.name}: ${file.error}; accepted: JSON of polhode run, recommend, check,
      compare or sweep.</p>`;
  if (kind === 'recommend') return json.near ? quickly(file) : recommendation(file);
  if (kind === 'compare') return comparison(file);
  if (kind === 'sweep') return [html`<h2>${json.spec.title || file.name}</h2>`, populationView(json)];
  if (kind === 'check') return passportsOf(file).map(p => [html`<h2>${p.label || p.method}</h2>`, passportTables(p)]);
  return [
    html`<h2>${file.name}</h2>`,
    html`<p>${json.method}, ${json.steps} steps of h = ${show(json.h)}: ${json.status}${json.reason && ', ' + json.reason}.</p>`,
    !hasTrajectory(file) && [
      table(['at the end', ''], endOf(json), { fixed: true, label: 'state at the end' }),
      note('It has no trajectory; "every" in the spec adds one.'),
    ],
  ];
}

async function take(files) {
  dropped = (await Promise.all([...files].map(opened))).flat();
  go('file');
}

const hasTrajectory = file => kindOf(file) === 'run' && file.json.trajectory?.length > 1;
/// The plots of those files that have a trajectory.
function trajectories(files, whole) {
  const runs = files.filter(hasTrajectory);
  const of = vector => runs.filter(d => vector in d.json.trajectory[0]),
    prescribed = whole ? of('attitude').filter(d => !of('momentum').includes(d)) : [],
    panels = ['momentum', 'director'].flatMap(v => runPanels(of(v), v, whole));
  return runs.length ? plotsOf([...panels, ...runPanels(prescribed, 'attitude', true)]) : null;
}

function filePage() {
  return html`
    <h1>A file of your own</h1>
    <p class="lead">Drop what ${code('polhode run')}, ${code('recommend --json')}, ${code('check --json')},
      ${code('compare --json')} or ${code('sweep')} (its result.json) wrote anywhere on this page; two runs, checks or
      recommendations give their difference. It is read here and goes nowhere.</p>
    <label class="choose">or choose <input type="file" multiple accept=".json" change=${e => take(e.target.files)}></label>
    ${differences(dropped)}
    ${dropped.map(shownFile)}
    ${dropped.filter(hasTrajectory).map(polhodeOf)}
    ${trajectories(dropped)}`;
}

/// What `polhode plot` shows: one run, with its trajectory.
function runPage() {
  const [run] = data.runs;
  return [
    html`<h1>${run.name}</h1>`,
    shownFile(run).slice(1),
    (run.json.warnings || []).map(text => note(text)),
    polhodeOf(run),
    trajectories([run], true),
  ];
}
addEventListener('dragover', e => e.preventDefault());
addEventListener('drop', e => {
  e.preventDefault();
  if (e.dataTransfer.files.length) take(e.dataTransfer.files);
});

// --- frame -----------------------------------------------------------------------------------------------------------

const isOneAnswer = data.recommendation || data.runs;
const PAGES = {
  '': data.recommendation
    ? () => recommendation({ name: data.recommendation.spec, json: data.recommendation })
    : data.runs
      ? runPage
      : overview,
  figure: figurePage,
  figures: figuresPage,
  pages: pagesPage,
  claims: claimsPage,
  claim: claimPage,
  work: workPage,
  conservation: conservationPage,
  methods: methodsPage,
  method: methodPage,
  document: documentPage,
  compare: comparePage,
  throw: throwPage,
  file: filePage,
  populations: populationsPage,
  atlas: atlasPage,
  engines: data.engines && enginesPage,
  search: searchPage,
  problems: problemsPage,
  problem: problemPage,
  failures: failuresPage,
  provenance: provenancePage,
};

/// What a page is called, what is on it, and by which further words it is sought.
const DESCRIBED = isOneAnswer
  ? [
      data.runs ? ['', 'Run', 'How it moved'] : ['', 'Recommendation', 'What to use, and why'],
      ['throw', 'Throw it yourself', 'A body that turns'],
      ['methods', 'Methods', 'All methods'],
      ['compare', 'Two methods', 'Side by side'],
      ['file', 'A file of your own', 'Results that you drop here'],
    ]
  : [
      ['throw', 'Throw it yourself', 'A body that turns, by several methods', 'game spacecraft satellite cubesat dzhanibekov tennis racket wing nut toutatis gyro gyroscope spinning top'],
      ['file', 'A file of your own', 'Results and answers that you drop here', 'recommend run json spec'],
      ['', 'Overview', 'Results and surprises'],
      ['figures', 'Figures', 'All figures of the papers, with their verdicts'],
      ['claims', 'Claims', 'All claims of the papers, with criterion and measured numbers'],
      ['methods', 'Methods', 'All methods, with their measured properties'],
      ['work', 'Work and precision', 'Which method is the cheapest, figure by figure'],
      ['atlas', 'Atlas of the cheapest', 'For a shape and a tolerance, over populations of bodies', 'recommend atlas game spacecraft satellite cubesat'],
      ['engines', 'Physics engines', 'What engines do with a spinning body', 'game bullet physx unity ode mujoco simulator'],
      ['populations', 'Populations', 'Distributions of errors over many bodies'],
      ['conservation', 'Conservation', 'Energy and angular momentum over long runs', 'drift'],
      ['problems', 'Problems', 'The bodies of the papers', 'gyro gyroscope heavy top free body dumbbell'],
      ['failures', 'What failed', 'Runs that did not finish, with the reason'],
      ['provenance', 'Provenance, citing', 'Builds and machines that measured, and how to cite'],
    ].filter(([path]) => (path !== 'atlas' || data.atlases.length) && (path !== 'engines' || data.engines));

/// Everything that has no figure, method, problem or claim to its name.
function pagesPage() {
  const pages = DESCRIBED.map(([path, label, what]) => [link(path, label), what]),
    documents = data.documents.map(d => [link('document/' + d.name, d.label), d.title]);
  return [
    html`<h1>All pages</h1>`,
    table(['page', 'contents'], [...pages, ...documents], { fixed: true, label: 'pages' }),
  ];
}

/// The figures by their papers, each with a mark for its verdicts.
function figuresPage() {
  const mark = f => {
    if (!f.verdicts.length) return '';
    const { reproduced, 'not-reproduced': not, undecidable } = count(f.verdicts),
      [kind] = Object.entries({ 'not-reproduced': not, undecidable, reproduced: 1 }).find(([, n]) => n),
      text = VERDICTS[kind][0] + (not || undecidable || '');
    return html`<i class="sum ${kind}" title="${reproduced} reproduced, ${not} not, ${undecidable} undecidable">${text}</i>`;
  };
  const groups = new Map();
  for (const f of data.figures) {
    const name = isOfMany(f) ? 'Of all papers' : f.source.replace(/, Fig.*/, '');
    groups.set(name, [...(groups.get(name) || []), f]);
  }
  const row = f => html`<li>${titledFigure(f)} ${mark(f)} <code>${f.id}</code></li>`;
  return [
    html`<h1>Figures</h1>`,
    lead('✓: every claim is reproduced; ✗2: two are not; ?1: one is undecidable.'),
    [...groups].map(([name, list]) => html`<h2>${name}</h2><ul class="figures">${list.map(row)}</ul>`),
  ];
}

/// One menu of at most 20 links; the other pages are on "All pages".
function buildNav() {
  const label = new Map(DESCRIBED),
    isSite = data.documents.length > 0,
    pages = paths => paths.filter(path => label.has(path)).map(path => [path, label.get(path)]),
    documents = group => data.documents.filter(d => d.group === group).map(d => ['document/' + d.name, d.label]),
    results = ['', 'figures', 'claims', 'methods', 'atlas', 'engines'],
    all = [...label.keys()].filter(path => path !== 'throw' && path !== 'file');
  const groups = isOneAnswer
    ? { '': pages([...label.keys()]) }
    : {
        Learn: [...documents('learn'), ...pages(['throw'])],
        Use: [...documents('use'), ...(isSite ? [] : pages(['file']))],
        Results: pages(isSite ? results : all),
        Reference: [...documents('reference'), ...(isSite ? [['api/index.html', 'API reference']] : []), ['pages', 'All pages']],
      };
  const entry = ([path, text]) => html`<li>${link(path, text)}</li>`;
  const section = ([name, items]) => [name && html`<h2>${name}</h2>`, html`<ul>${items.map(entry)}</ul>`];
  nav.replaceChildren(...shown(Object.entries(groups).map(section)));
}

const menu = document.getElementById('menu');
function render() {
  readFragment();
  hideTip();
  ((hovered = ''), (plots = []));
  const [page = '', id] = state.path,
    make = PAGES[page],
    here = address(state.path.join('/'));
  main.replaceChildren(...shown([make ? make(id) : missingPage(page)]));
  main.dataset.page = page || 'overview';
  document.title = (main.querySelector('h1') || {}).textContent + ' · Polhode';
  for (const a of nav.querySelectorAll('a'))
    a.getAttribute('href') === here ? a.setAttribute('aria-current', 'page') : a.removeAttribute('aria-current');
  nav.classList.remove('open');
  menu.setAttribute('aria-expanded', 'false');
  for (const p of plots) p.draw();
  selectionChanged(false);
}

const THEMES = ['system', 'light', 'dark'],
  themeButton = document.getElementById('theme');
const remember = (key, value) => {
  try {
    return value === undefined ? localStorage.getItem(key) : localStorage.setItem(key, value);
  } catch {
    return null;
  }
};
/// Players are drawn in the colours of the page.
function recolour() {
  for (const player of main.querySelectorAll('.player')) player.redraw?.(); // one that the site has written is made anew
}
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', recolour);
function theme(name) {
  document.documentElement.dataset.theme = name;
  recolour();
  themeButton.replaceChildren(...shown(html`<span class="wide">Theme: </span>${name}`));
  remember('polhode-theme', name);
}
const nextTheme = () => theme(THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % 3]);

const KEYS = [
  ['[ and ]', 'previous and next figure'],
  ['g then o, c, w, l, m, p', 'overview, claims, work, conservation (long runs), methods, problems'],
  ['t', 'theme'],
  ['/', 'filter of the page, or search'],
  ['?', 'this list'],
  ['Tab', 'through methods, plots, tools'],
  ['on a method: Space, h, o', 'hide or show; highlight on all pages; leave it alone'],
  ['on a plot: arrows', 'walk along points and between methods; turn curves in space'],
  ['on a plot: + − 0', 'zoom in, out, show all'],
  ['on a plot: Shift + arrows', 'move'],
  ['on a player: Space, arrows, Home', 'play or pause, step, to the start; drag turns the view'],
  ['mouse', 'drag a box to zoom, Shift and drag to move, Ctrl and wheel to zoom, double click to show all'],
];
const keysDialog = document.getElementById('keys');
keysDialog.append(
  ...html`<h2>Keys</h2>${table(['key', 'does'], KEYS, { fixed: true, label: 'keys' })}
    <form method="dialog"><button autofocus>Close</button></form>`,
);

let going = false;
addEventListener('keydown', e => {
  if (e.ctrlKey || e.metaKey || e.altKey || /INPUT|SELECT|TEXTAREA/.test(e.target.tagName) || keysDialog.open) return;
  const order = data.figures.map(f => f.id),
    at = state.path[0] === 'figure' ? order.indexOf(state.path[1]) : -1;
  const places = { o: '', c: 'claims', w: 'work', l: 'conservation', m: 'methods', p: 'problems' };
  if (going && e.key in places) go(places[e.key]);
  else if (e.key === ']') go('figure/' + order[Math.min(at + 1, order.length - 1)]);
  else if (e.key === '[') go('figure/' + order[Math.max(at - 1, 0)]);
  else if (e.key === 't') nextTheme();
  else if (e.key === '?') keysDialog.showModal();
  else if (e.key === '/') (e.preventDefault(), (main.querySelector('input[type="search"]') || searchBox).focus());
  going = e.key === 'g' && !going;
});
// Links keep what is hidden and highlighted.
addEventListener('click', e => {
  const a = e.target.closest && e.target.closest('a[href^="#/"]');
  if (!a || e.ctrlKey || e.metaKey || e.shiftKey || e.button !== 0) return;
  e.preventDefault();
  go(a.getAttribute('href').slice(2));
});
addEventListener('hashchange', () => {
  const before = main.dataset.place;
  render();
  closeAnswers();
  main.dataset.place = state.path.join('/');
  if (before !== main.dataset.place) (scrollTo(0, 0), main.focus({ preventScroll: true }));
});
const search = document.getElementById('search'),
  searchBox = search.querySelector('input'),
  answers = document.getElementById('answers'),
  closeAnswers = () => (answers.hidden = true);
search.addEventListener('submit', e => {
  e.preventDefault();
  go('search?q=' + encodeURIComponent(searchBox.value.trim()));
});
// It answers while one types: the first eight, below the box.
searchBox.addEventListener('input', () => {
  const found = sought(searchBox.value),
    row = ([place, kind, title]) => html`<li>${link(place, html`<span>${title}</span><i>${kind}</i>`)}</li>`;
  answers.firstChild.replaceChildren(...found.slice(0, 8).map(row));
  answers.lastChild.textContent =
    found.length > 8 ? `${found.length} pages: Enter shows all` : found.length ? '' : 'No page has these words';
  answers.hidden = !searchBox.value.trim();
});
search.addEventListener('focusout', e => search.contains(e.relatedTarget) || closeAnswers());
search.addEventListener('keydown', e => {
  const links = [searchBox, ...answers.querySelectorAll('a')],
    to = { ArrowDown: 1, ArrowUp: -1 }[e.key];
  if (e.key === 'Escape') (closeAnswers(), searchBox.focus());
  if (!to || answers.hidden) return;
  e.preventDefault();
  links[(links.indexOf(document.activeElement) + to + links.length) % links.length].focus();
});
document.getElementById('help').addEventListener('click', () => keysDialog.showModal());
themeButton.addEventListener('click', nextTheme);
menu.addEventListener('click', () => menu.setAttribute('aria-expanded', String(nav.classList.toggle('open'))));
document.querySelector('.skip').addEventListener('click', e => (e.preventDefault(), main.focus()));

// On paper plots are drawn as wide as its columns, so that their texts keep their size, and all is drawn in light colours.
const onPaper = p => (p.node.matches('.wide, .single > *') ? '680px' : '330px');
let themeOnScreen;
function printed(width, look) {
  plots.forEach(p => ((p.host.style.width = width(p)), p.draw()));
  document.documentElement.dataset.theme = look;
  recolour();
}
addEventListener('beforeprint', () => {
  themeOnScreen = document.documentElement.dataset.theme;
  printed(onPaper, 'light');
});
addEventListener('afterprint', () => printed(() => '', themeOnScreen));

document.body.append(tooltip);
theme(THEMES.includes(remember('polhode-theme')) ? remember('polhode-theme') : 'system');
buildNav();
render();
if (/^#[^/]/.test(location.hash)) document.getElementById(unescaped(location.hash.slice(1)))?.scrollIntoView();
main.dataset.place = state.path.join('/');
