// SPDX-License-Identifier: MIT
// The pages of the report. What is hidden, highlighted and zoomed stands in the URL's fragment, so that a view can be
// sent: #/figure/figure1?hide=mr,rk4&one=sej&v.0-0=...
'use strict';

const data = JSON.parse(document.getElementById('data').textContent);
const main = document.getElementById('main'),
  nav = document.getElementById('nav'),
  statusLine = document.getElementById('status');

document.head.append(el('style', {}, LOOK));
const byId = list => new Map(list.map(x => [x.id, x]));
data.findings = data.findings || { figures: {}, claims: {}, quotations: {} };
data.boxes = data.boxes || {};
data.sweeps = data.sweeps || [];
data.atlases = data.atlases || [];
const figures = byId(data.figures),
  claims = byId(data.claims),
  methods = byId(data.methods),
  problems = byId(data.problems);
const passports = new Map((data.passports || []).map(p => [p.method, p]));

/// The papers that CITATION.cff lists, by the name that sources have for them: "Krysl 2006".
const references = (data.citation || '')
  .split(/^ {2}- type: /m)
  .slice(1)
  .map(text => {
    const of = key => (text.match(new RegExp(`^ {4}${key}: "?([^"\\n]*)"?$`, 'm')) || [])[1] || '',
      authors = [...text.matchAll(/family-names: "?([^",}]*)"?/g)].map(m => m[1]);
    return {
      name: `${authors.join(' & ')} ${of('year')}`,
      authors,
      title: of('title'),
      year: of('year'),
      journal: of('journal'),
      doi: of('doi'),
      url: of('url'),
    };
  });

// --- what is said of the data ----------------------------------------------------------------------------------------

for (const m of data.methods) style(m.id);
for (const f of data.figures) asInPaper(f);

const VERDICTS = {
  reproduced: ['✓', 'reproduced'],
  'not-reproduced': ['✗', 'not reproduced'],
  undecidable: ['?', 'undecidable'],
};
const badge = verdict =>
  el(
    'span',
    { class: 'verdict ' + verdict },
    el('i', { 'aria-hidden': 'true' }, VERDICTS[verdict][0]),
    ' ',
    VERDICTS[verdict][1],
  );

/// The papers in the order of the figures, named as the figures name their source.
const papers = new Map();
for (const f of data.figures)
  for (const v of f.verdicts) {
    const paper = claims.has(v.id) && claims.get(v.id).paper;
    if (paper && !papers.has(paper)) papers.set(paper, paper);
    if (paper && /, Fig/.test(f.source) && papers.get(paper) === paper)
      papers.set(paper, f.source.replace(/, Fig.*/, ''));
  }
/// Figures that say nothing of another paper's come under their own; those of several come last.
const isOfMany = f => new Set(f.verdicts.map(v => (claims.get(v.id) || {}).paper)).size > 1;

const judged = new Map(); // claim -> its verdict and where it was decided
for (const f of data.figures) for (const v of f.verdicts) judged.set(v.id, { ...v, figure: f.id });

/// A sentence of results/findings.json with its numbers: {claim:number|form}. Nothing if one of them was not measured.
function filled(text) {
  let known = true;
  const said = text.replace(/\{([^}:]+):([^}|]+)(?:\|([^}]+))?\}/g, (_, id, name, form = '2') => {
    const x = Object(Object(judged.get(id)).numbers)[name];
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
  const found = new Map();
  for (const p of f.panels) for (const s of p.series) if (!found.has(s.method)) found.set(s.method, s.label);
  return found;
}

/// The paper's own words for a figure or a claim, with their place.
function quoted(id, of = 'The paper') {
  const [where, words] = data.findings.quotations[id] || [];
  return words ? el('p', {}, el('b', {}, of + ': '), el('q', { 'data-quoted': id }, words), ` (${where})`) : null;
}
const sentence = text => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');
function finding(f) {
  const { claim, found } = saidOf(f);
  return el(
    'div',
    { class: 'finding' },
    quoted(f.id),
    claim ? el('p', {}, el('b', {}, isOfMany(f) ? 'The papers claim: ' : 'We read this as: '), sentence(claim)) : null,
    found ? el('p', {}, el('b', {}, 'We find: '), found) : null,
    claim ? null : el('p', {}, `${count(f.verdicts).reproduced} of ${f.verdicts.length} claims are reproduced.`),
  );
}

/// Everything that did not end well, with its reason.
function failures() {
  const rows = [];
  for (const f of data.figures)
    for (const p of f.panels)
      for (const s of p.series) {
        if (s.status && s.status !== 'ok') rows.push([f.id, p.title, s.method, '', s.status, s.reason || '']);
        for (const q of s.points || [])
          if (q.status !== 'ok')
            rows.push([f.id, p.title, s.method, `h = ${show(q.h)}, ${q.steps} steps`, q.status, q.reason || '']);
      }
  return rows;
}

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

const shared = {
  get hidden() {
    return state.hidden;
  },
  focus: () => hovered || state.one,
  view(key) {
    const v = state.rest.get('v.' + key);
    if (!v) return {};
    const [logs, ...zoom] = v.split(',');
    const view = {};
    if (/[xl]/.test(logs[0])) view.logX = logs[0] === 'x';
    if (/[yl]/.test(logs[1])) view.logY = logs[1] === 'y';
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
  keep(key, view) {
    state.rest.set(
      'v.' + key,
      (view.logX ? 'x' : 'l') +
        (view.logY ? 'y' : 'l') +
        (view.zoom ? ',' + view.zoom.map(z => Number(z.toPrecision(5))).join(',') : ''),
    );
    writeFragment();
  },
};

const linked = (p, q) => p.echo && q.echo && p.spec.x.label === q.spec.x.label && p.view.logX === q.view.logX;

function selectionChanged(redraw) {
  writeFragment();
  for (const p of plots)
    if (redraw) p.draw();
    else if (p.picture) p.emphasise();
  for (const chip of document.querySelectorAll('.chip')) dressChip(chip);
  statusLine.hidden = !state.hidden.size && !state.one;
  statusLine.replaceChildren(
    ...[
      state.hidden.size ? `hidden: ${[...state.hidden].join(', ')}` : '',
      state.one ? `highlighted: ${state.one}` : '',
    ]
      .filter(Boolean)
      .join(' · '),
    ' ',
    el(
      'button',
      {
        type: 'button',
        click: () => {
          (state.hidden.clear(), (state.one = ''));
          selectionChanged(true);
        },
      },
      'show all',
    ),
  );
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
  return el(
    'div',
    {
      class: 'legend',
      role: 'group',
      'aria-label': 'Methods: Space hides and shows, h highlights, o leaves one alone',
    },
    list.map(([id, label]) => {
      const chip = el(
        'button',
        {
          type: 'button',
          class: 'chip',
          'data-method': id,
          title: `${id}: click hides, Shift+click highlights on all pages`,
          click: e => (e.shiftKey ? highlight(id) : toggle(id)),
          keydown: e => {
            if (e.key === 'h') highlight(id);
            else if (e.key === 'o') {
              const alone = list.every(([m]) => (m === id) !== state.hidden.has(m));
              for (const [m] of list) alone || m === id ? state.hidden.delete(m) : state.hidden.add(m);
              selectionChanged(true);
            } else return;
            e.stopPropagation();
          },
          pointerenter: () => {
            hovered = id;
            for (const p of plots) p.emphasise();
          },
          pointerleave: () => {
            hovered = '';
            for (const p of plots) p.emphasise();
          },
        },
        swatch(style(id)),
        label,
      );
      dressChip(chip);
      return chip;
    }),
  );
}

/// How the pictures of panels are read, each kind once.
const readingOf = p =>
  p.plots.every(q => ['sphere', 'space'].includes(q.draw))
    ? 'The path in space; dragging or the arrow keys turn it.'
    : p.how_to_read;
const howToRead = (panels, more = '') =>
  [...new Set(panels.map(readingOf))].map(text =>
    el('p', { class: 'note read' }, `How to read: ${text.charAt(0).toLowerCase()}${text.slice(1)}${more}`),
  );

function plotsOf(specs) {
  const made = specs.map(spec => (spec.space ? new Space(spec, shared) : new Plot(spec, shared)));
  plots.push(...made);
  const together = made.some((p, i) => made.slice(0, i).some(q => linked(p, q)));
  return el(
    'div',
    { class: 'panels' + (made.length === 1 ? ' single' : '') },
    together
      ? el(
          'label',
          { class: 'together' },
          el('input', {
            type: 'checkbox',
            checked: !state.rest.get('apart'),
            change: e => keepInAddress('apart', e.target.checked ? '' : '1'),
          }),
          ' zoom together',
        )
      : null,
    made.map(p => {
      if (p.spec.more) p.node.append(el('p', { class: 'note' }, p.spec.more));
      return p.node;
    }),
  );
}

// --- small parts of pages --------------------------------------------------------------------------------------------

const link = (path, ...text) => el('a', { href: address(path) }, ...text);
const figureLink = id => link('figure/' + id, id);
const methodLink = id => (methods.has(id) ? link('method/' + id, id) : id);
const titledFigure = f => link('figure/' + f.id, f.title);
const titleOfProblem = id => (problems.get(id) || { title: id }).title;
const titledProblem = id => (problems.has(id) ? link('problem/' + id, titleOfProblem(id)) : id);
const problemLink = id => (problems.has(id) ? link('problem/' + id, id) : id);

/// A table whose columns sort on a click of their heads.
function table(columns, rows, options = {}) {
  const body = el(
    'tbody',
    {},
    rows.map(cells =>
      el(
        'tr',
        {},
        cells.map((c, k) =>
          el(
            k === 0 && !options.plain ? 'th' : 'td',
            k === 0 && !options.plain ? { scope: 'row' } : { class: typeof c === 'number' ? 'n' : '' },
            typeof c === 'number' ? show(c, 4) : c,
          ),
        ),
      ),
    ),
  );
  const value = (tr, k) => tr.children[k].dataset.sort || tr.children[k].textContent;
  const sort = (k, up) => {
    for (const h of heads) h.removeAttribute('aria-sort');
    heads[k].setAttribute('aria-sort', up ? 'ascending' : 'descending');
    const sorted = [...body.children].sort((a, b) => {
      const [p, q] = [value(a, k), value(b, k)],
        [x, y] = [Number(p), Number(q)];
      return (
        (p !== '' && q !== '' && !Number.isNaN(x) && !Number.isNaN(y) ? x - y : p.localeCompare(q)) * (up ? 1 : -1)
      );
    });
    body.append(...sorted);
  };
  const heads = columns.map((name, k) =>
    el(
      'th',
      { scope: 'col' },
      options.fixed
        ? name
        : el(
            'button',
            {
              type: 'button',
              click: e => {
                const up = e.currentTarget.parentNode.getAttribute('aria-sort') !== 'ascending';
                sort(k, up);
                if (options.keepSort) keepInAddress('sort', (up ? '' : '-') + name);
              },
            },
            name,
          ),
    ),
  );
  if (options.keepSort) {
    const kept = state.rest.get('sort') || '',
      k = columns.indexOf(kept.replace(/^-/, ''));
    if (k >= 0) sort(k, kept[0] !== '-');
  }
  return el(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': options.label || columns.join(', ') },
    el('table', { class: options.class || '' }, columns.some(Boolean) && el('thead', {}, el('tr', {}, heads)), body),
  );
}

const plainText = text => text.toLowerCase().replace(/\s+/g, ' ').trim();

/// A box that leaves only the rows of a table that hold what is typed, as it is typed.
function filterOf(target, label) {
  return el(
    'label',
    { class: 'filter' },
    label + ' ',
    el('input', {
      type: 'search',
      input: e => {
        const wanted = plainText(e.target.value);
        for (const tr of target.querySelectorAll('tbody tr')) tr.hidden = !plainText(tr.textContent).includes(wanted);
      },
    }),
  );
}

/// A choice that stands in the address; an empty one leaves it.
function keepInAddress(key, value) {
  value ? state.rest.set(key, value) : state.rest.delete(key);
  writeFragment();
}

function tally(n) {
  const total = n.reproduced + n['not-reproduced'] + n.undecidable;
  return el(
    'span',
    {
      class: 'bar',
      role: 'img',
      'aria-label': `${n.reproduced} reproduced, ${n['not-reproduced']} not reproduced, ${n.undecidable} undecidable`,
    },
    Object.entries(n)
      .filter(([, k]) => k)
      .map(([v, k]) => el('i', { class: v, style: `flex: ${k / total}` })),
  );
}

const bound = b => (Array.isArray(b) ? `[${b.map(x => show(x, 4)).join(', ')}]` : show(b, 4));
const asked = claim => claim.tests.map(([name, op, b]) => `${name} ${op} ${bound(b)}`).join(', ');
/// Whether the tests of a claim say all that its rule does.
const isInTests = claim => asked(claim).includes(claim.rule || '');
const paperName = id => papers.get(id) || id || '';
const surpriseOf = id => data.findings.claims[id] || '';

/// The numbers of a verdict, those that its tests name first.
function numbersOf(v) {
  const claim = claims.get(v.id),
    used = new Set(((claim && claim.tests) || []).flatMap(t => [t[0], typeof t[2] === 'string' ? t[2] : '']));
  return Object.entries(v.numbers || {})
    .sort((a, b) => used.has(b[0]) - used.has(a[0]))
    .map(([k, x]) => el('div', { class: used.has(k) ? 'number' : 'number aside' }, el('span', {}, k), ' ', show(x, 4)));
}

/// On what share of a population's bodies a claim holds, with its 95 % interval in parentheses; bodies where it is not defined, as at the
/// floor of rounding, are not counted.
const carriedOf = id => (data.carried || {})[id] || [];
function shareOf({ holds, fails }) {
  const n = holds + fails;
  return n ? `${show((100 * holds) / n)} % (${intervalOf(holds, n)})` : 'defined on none';
}

function claimTable(rows, withFigure, options = {}) {
  const standing = v => carriedOf(v.id).filter(q => q.stands),
    carried = rows.some(v => standing(v).length);
  return table(
    ['claim', 'verdict', 'criterion', 'measured', ...(carried ? ['share of bodies'] : []), ...(withFigure ? ['figure'] : [])],
    rows.map(v => {
      const claim = claims.get(v.id) || { claim: '', where: '', tests: [] };
      return [
        el(
          'div',
          { class: 'claim', 'data-claim': v.id },
          link('claim/' + v.id, v.id),
          el('p', {}, claim.claim),
          el('p', { class: 'where' }, `${paperName(claim.paper)}, ${claim.where}`),
        ),
        badge(v.verdict),
        el(
          'div',
          {},
          isInTests(claim) ? null : el('p', {}, claim.rule || ''),
          claim.tests.length ? el('code', {}, asked(claim)) : null,
          claim.quantity ? el('p', { class: 'where' }, claim.quantity) : null,
        ),
        el(
          'div',
          {},
          surpriseOf(v.id) ? el('p', {}, surpriseOf(v.id)) : null,
          numbersOf(v),
          v.why ? el('p', { class: 'where' }, v.why) : null,
        ),
        ...(carried
          ? [
              el(
                'div',
                {},
                standing(v).map(q => el('p', { class: 'carried' }, el('b', {}, `${q.where}: `), shareOf(q))),
              ),
            ]
          : []),
        ...(withFigure ? [figureLink(v.figure)] : []),
      ];
    }),
    { class: 'claims', label: 'claims', ...options },
  );
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
    key = panel.norms[0].key;
  const lines = panel.series.map(s => [
    s,
    ok(s)
      .filter(p => p.errors[key] > 0)
      .map(p => [p.tally.operations, p.errors[key]]),
  ]);
  const X = scale(
      ...extent(
        lines.flatMap(l => l[1].map(p => p[0])),
        true,
      ),
      true,
      4,
      196,
    ),
    Y = scale(
      ...extent(
        lines.flatMap(l => l[1].map(p => p[1])),
        true,
      ),
      true,
      86,
      4,
    );
  return svg(
    'svg',
    { class: 'small-picture', viewBox: '0 0 200 90', role: 'img', 'aria-label': `error against work: ${panel.title}` },
    svg('path', { class: 'frame', d: 'M4 4V86H196' }),
    ...lines.map(([s, points]) =>
      svg('path', {
        d: 'M' + points.map(([x, y]) => `${X.at(x).toFixed(1)} ${Y.at(y).toFixed(1)}`).join('L'),
        stroke: style(s.method).color,
        class: 'line',
        fill: 'none',
        'stroke-width': 2,
      }),
    ),
  );
}

// --- pages -----------------------------------------------------------------------------------------------------------

function overview() {
  const failed = failures(),
    all = count([...judged.values()]);
  const tiles = [...papers].map(([paper, name]) => {
    const n = count([...judged.values()].filter(v => (claims.get(v.id) || {}).paper === paper));
    return el(
      'div',
      { class: 'tile' },
      el('h3', {}, link('claims?paper=' + paper, name)),
      tally(n),
      el(
        'dl',
        {},
        Object.keys(VERDICTS).map(v =>
          el(
            'div',
            {},
            el('dt', {}, link(`claims?verdict=${v}&paper=${paper}`, VERDICTS[v][1])),
            el('dd', { class: v }, String(n[v])),
          ),
        ),
      ),
    );
  });
  const rows = data.figures.map(f => [
    el('div', {}, link('figure/' + f.id, f.title), el('p', { class: 'where' }, f.source, ' · ', el('code', {}, f.id))),
    finding(f),
    f.verdicts.length
      ? el(
          'span',
          { class: 'dots' },
          f.verdicts.length > 12
            ? tally(count(f.verdicts))
            : f.verdicts.map(v =>
                el('i', { class: v.verdict, title: v.id + ': ' + VERDICTS[v.verdict][1] }, VERDICTS[v.verdict][0]),
              ),
        )
      : '',
  ]);
  const contexts = provenanceRows();
  const surprises = [...judged.values()].filter(v => v.verdict === 'not-reproduced');
  const question = (path, title, picture, ...text) =>
    el('section', { class: 'question' }, el('h2', {}, link(path, title)), picture, el('p', {}, ...text));
  return [
    el('h1', {}, 'Integrators of rotating rigid bodies: which one to use, and which claims of five papers hold'),
    el(
      'p',
      { class: 'lead' },
      `${all.reproduced} of ${judged.size} claims are reproduced, ${all['not-reproduced']} are not, ${all.undecidable} cannot be decided. Every verdict follows from numbers by a rule that stands beside it.`,
    ),
    el(
      'div',
      { class: 'questions' },
      question(
        'work',
        'Which method for my body?',
        smallLadder(),
        data.atlases.length
          ? [
              'Without torque the exact solution reaches any time in one step. With steps, ',
              `the cheapest to an error of 1e-6 is ${data.atlases.map(a => cheapestSaid(a, 1e-6)).join(', and ')} (`,
              link('atlas', 'other errors'),
              '). ',
            ]
          : '',
        'For a body of your own ',
        el('code', {}, 'polhode recommend BODY.json --attitude-error 1e-6'),
        ' names the cheapest method and its step.',
      ),
      question(
        'claims?verdict=not-reproduced',
        'What did the papers get wrong?',
        el('div', { class: 'small-picture' }, tally(all)),
        `${surprises.length} claims are not reproduced; `,
        el(
          'a',
          {
            href: '#surprises',
            click: e => (e.preventDefault(), document.getElementById('surprises').scrollIntoView()),
          },
          'all of them, claim against finding',
        ),
        ', are below.',
      ),
      question(
        'methods',
        'How good is method X?',
        el(
          'div',
          { class: 'small-picture swatches' },
          data.methods.slice(0, 80).map(m => swatch(style(m.id))),
        ),
        chooser(
          'Method',
          [['', 'choose'], ...data.methods.map(m => [m.id, m.label === m.id ? m.id : `${m.label} (${m.id})`])],
          '',
          v => v && go('method/' + v),
        ),
      ),
    ),
    turning(middleAxis(), ['exact', 'mr', 'imidm', 'rk4'], { h: 1.2, n: 150, autoplay: true }),
    el('h2', {}, 'The papers'),
    el('div', { class: 'tiles' }, tiles),
    el('h2', {}, 'Figures'),
    table(['figure', 'claim and finding', 'claims'], rows, { class: 'figures', label: 'figures' }),
    el('h2', { id: 'surprises' }, 'Surprises'),
    el('p', { class: 'where' }, 'Every claim that is not reproduced, beside what we measured.'),
    table(
      ['claim', 'our finding', 'paper'],
      surprises.map(v => [
        el('div', { 'data-surprise': v.id }, link('claim/' + v.id, claims.get(v.id).claim)),
        surpriseOf(v.id) || numbersOf(v),
        `${paperName(claims.get(v.id).paper)}, ${claims.get(v.id).where}`,
      ]),
      { class: 'surprises', label: 'surprises' },
    ),
    el('h2', {}, 'What failed'),
    el(
      'p',
      {},
      failed.length
        ? [link('failures', `${failed.length} runs did not finish`), '; each is listed with its reason.']
        : 'No run of any figure failed.',
      data.missing.length ? ` Not measured: ${data.missing.join(', ')}.` : '',
    ),
    el('h2', {}, 'Where it comes from'),
    contexts.length
      ? el(
          'ul',
          {},
          contexts.map(c => el('li', {}, c.text)),
        )
      : el('p', {}, 'There is no timing file, so the build is unknown.'),
    el(
      'p',
      {},
      `This page was written by polhode ${data.build.version}, ${data.build.git}. `,
      link('provenance', 'More, and how to cite'),
    ),
  ];
}

function figurePage(id) {
  const f = figures.get(id);
  if (!f) return missingPage(id);
  const order = data.figures.map(x => x.id),
    at = order.indexOf(id),
    found = methodsOf(f);
  const failed = failures().filter(r => r[0] === id),
    byTime = data.claims.filter(c => c.figure === id && !judged.has(c.id));
  const references = f.panels
    .filter(p => p.reference)
    .map(p => `${p.title}: ${p.reference.kind}, error at most ${show(p.reference.error_estimate, 2)}`);
  return [
    el(
      'div',
      { class: 'steps' },
      at > 0 ? link('figure/' + order[at - 1], '← ' + figures.get(order[at - 1]).title) : '',
      at + 1 < order.length ? link('figure/' + order[at + 1], figures.get(order[at + 1]).title + ' →') : '',
    ),
    el('h1', {}, f.title),
    el('p', { class: 'where' }, `${f.source} · `, el('code', {}, f.id)),
    el('div', { class: 'lead' }, finding(f)),
    found.size ? legend(found) : null,
    f.panels.length ? plotsOf(specsOfFigure(f)) : null,
    howToRead(f.panels),
    f.panels.some(p => p.plots.some(q => q.draw === 'sphere'))
      ? turning(problems.get(f.panels[0].problem), ['sej', 'mr', 'rk4'], { h: 0.1 })
      : null,
    references.length ? el('p', { class: 'note' }, 'Reference: ' + references.join('; ') + '. ') : null,
    failed.length ? [el('h2', {}, 'Did not finish'), failureTable(failed)] : null,
    f.verdicts.length
      ? [el('h2', {}, 'Claims'), isOfMany(f) ? filtered(claimTable(f.verdicts)) : claimTable(f.verdicts)]
      : byTime.length
        ? null
        : el('p', { class: 'note' }, 'No claim is judged by this figure.'),
    byTime.length
      ? el(
          'p',
          { class: 'note' },
          f.busy ? `Claims about times (${f.busy}): ` : 'Claims about times, which your machine decides: ',
          byTime.flatMap((c, i) => [i ? ', ' : '', link('claim/' + c.id, c.id)]),
          '.',
        )
      : null,
    el('h2', {}, 'Run it again'),
    el('pre', {}, `make ${f.id}\npolhode figure ${f.id}`),
    f.panels.length
      ? el(
          'p',
          { class: 'note' },
          'Problems: ',
          [...new Set(f.panels.map(p => p.problem))].flatMap((p, i) => [i ? '; ' : '', titledProblem(p)]),
        )
      : null,
  ];
}

/// A document, which only the site has (documents.mjs).
function documentPage(name) {
  const found = (data.documents || []).find(d => d.name === name);
  if (!found) return missingPage('document/' + name);
  const article = el('article', { class: 'document' });
  article.innerHTML = found.html;
  return [article];
}

/// Everything that has a page, with the words by which it is found.
const searched = () => [
  ...DESCRIBED.map(([path, label, what, more = '']) => [path, 'page', label, `${what} ${more}`]),
  ...(data.documents || []).map(d => ['document/' + d.name, 'document', d.title, d.html.replace(/<[^>]*>/g, ' ')]),
  ...data.figures.map(f => [
    'figure/' + f.id,
    'figure',
    f.title,
    `${f.id} ${f.source} ${saidOf(f).claim} ${saidOf(f).found}`,
  ]),
  ...data.methods.map(m => ['method/' + m.id, 'method', m.label, `${m.id} ${m.aliases.join(' ')} ${m.source}`]),
  ...data.problems.map(p => ['problem/' + p.id, 'problem', p.title, `${p.id} ${p.kind} ${p.source}`]),
  ...data.claims.map(c => [
    'claim/' + c.id,
    'claim',
    c.claim,
    `${c.id} ${paperName(c.paper)} ${c.where} ${surpriseOf(c.id)}`,
  ]),
  ...(data.api || []).map(([name, kind, at]) => ['api/' + at, kind, name, '']),
];
/// What has all words: those that begin a word before those inside one ("IMU" is no part of "simulation"), titles first.
function sought(text) {
  const q = plainText(text),
    wanted = q.split(' ').filter(Boolean),
    apart = all => ' ' + plainText(all.replace(/[^\p{L}\p{N}]+/gu, ' ')),
    begins = all => apart(all).includes(apart(q)),
    weight = ([, , title, more]) =>
      plainText(title) === q ? 0 : begins(title) ? 1 : plainText(title).includes(q) ? 2 : begins(more) ? 3 : 4;
  return q
    ? searched()
        .filter(([, , title, more]) => wanted.every(w => plainText(title + ' ' + more).includes(w)))
        .map(found => [weight(found), found])
        .sort((a, b) => a[0] - b[0])
        .map(([, found]) => found)
    : [];
}
function searchPage() {
  const q = plainText(state.rest.get('q') || ''),
    found = sought(q);
  return [
    el('h1', {}, q ? `${found.length} pages on “${q}”` : 'Search'),
    q
      ? found.length
        ? table(
            ['what', 'title'],
            found.map(([place, kind, title]) => [kind, link(place, title)]),
            { fixed: true, label: 'pages found' },
          )
        : el('p', {}, 'Figures, methods, problems, claims, documents and the API reference can be searched by name, source and words.')
      : el(
          'p',
          {},
          'Type in the box above: figures, methods, problems, claims, documents and the API reference can be searched by name, source and words.',
        ),
  ];
}

const filtered = t => [filterOf(t, 'Filter'), t];

function missingPage(id) {
  return [
    el('h1', {}, 'Not here'),
    el(
      'p',
      {},
      data.missing.includes(id)
        ? `${id} was not measured when this page was written; run "polhode figure ${id}" and "polhode report".`
        : `This report has no page ${id}.`,
    ),
    el('p', {}, link('', 'Overview')),
  ];
}

/// The claims that a choice leaves. Typing the name of a verdict asks for that verdict, not for rows that hold its words.
function chosenClaims({ verdict, paper, figure, q = '' }) {
  const wanted = plainText(q),
    named = Object.keys(VERDICTS).find(v => VERDICTS[v][1] === wanted || v === wanted);
  return data.claims
    .map(c => judged.get(c.id))
    .filter(Boolean)
    .filter(v => {
      const c = claims.get(v.id);
      return (
        (!verdict || v.verdict === verdict) &&
        (!paper || c.paper === paper) &&
        (!figure || v.figure === figure) &&
        (named
          ? v.verdict === named
          : plainText(
              [v.id, c.claim, c.where, c.rule, c.quantity, paperName(c.paper), surpriseOf(v.id)].join(' '),
            ).includes(wanted))
      );
    });
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
  const buttons = (key, label, options) =>
    el(
      'div',
      { class: 'buttons', role: 'group', 'aria-label': label },
      [['', 'all'], ...options].map(([value, text]) =>
        el(
          'button',
          {
            type: 'button',
            'data-choice': `${key}:${value}`,
            'aria-pressed': String(choice[key] === value),
            click: () => choose({ [key]: value }),
          },
          text,
          ' ',
          el('b', {}, String(counted({ [key]: value }))),
        ),
      ),
    );
  const rows = chosenClaims(choice),
    unjudged = data.claims.filter(c => (!choice.paper || c.paper === choice.paper) && !judged.has(c.id));
  const list = el('div', {}, claimTable(rows, true, { keepSort: true })),
    size = el('p', { class: 'where', role: 'status' }, `${rows.length} of ${judged.size} claims`);
  const search = el('input', {
    type: 'search',
    value: choice.q,
    input: e => {
      choice.q = e.target.value;
      keepInAddress('q', choice.q);
      const found = chosenClaims(choice);
      list.replaceChildren(claimTable(found, true, { keepSort: true }));
      size.textContent = `${found.length} of ${judged.size} claims`;
      for (const b of main.querySelectorAll('[data-choice]')) {
        const [key, value] = b.dataset.choice.split(/:(.*)/);
        b.querySelector('b').textContent = String(counted({ [key]: value }));
      }
    },
  });
  return [
    el('h1', {}, choice.paper ? `Claims of ${paperName(choice.paper)}` : 'All claims'),
    el(
      'div',
      { class: 'choices' },
      buttons(
        'verdict',
        'Verdict',
        Object.entries(VERDICTS).map(([v, [sign, word]]) => [v, `${sign} ${word}`]),
      ),
      buttons('paper', 'Paper', [...papers]),
      chooser(
        'Figure',
        [
          ['', 'all'],
          ...data.figures
            .filter(f => counted({ figure: f.id }))
            .map(f => [f.id, `${f.title} (${counted({ figure: f.id })})`]),
        ],
        choice.figure,
        v => choose({ figure: v }),
      ),
      el('label', { class: 'filter' }, 'Search ', search),
    ),
    size,
    list,
    unjudged.length
      ? el(
          'p',
          { class: 'note' },
          `Not judged, because their figures or times were not measured: ${unjudged.map(c => c.id).join(', ')}.`,
        )
      : null,
  ];
}

/// For which shapes a claim holds: a map over the triangle of inertia; of tops, whose shape is one number, a curve.
function shapesSpec(id, map, k) {
  const { where, holds, answers, n } = map,
    kept = holds.map((_, i) => i).filter(i => answers[i]),
    share = i => (100 * holds[i]) / answers[i],
    at = kept.map(i => (n ? placeAt({ over: 'triangle', n }, i) : [map.from[i] + 0.05])),
    shape = i => (n ? `(${show(at[i][0])}, ${show(at[i][1])}, 1)` : `${show(map.from[kept[i]])} to ${show(map.from[kept[i]] + 0.1)}`),
    z = kept.map(share);
  return {
    key: `shapes-${k}`,
    command: SWEEP,
    name: `shapes-${id}-${k}`,
    title: `Share of ${where} for which the claim holds`,
    ...(n ? { bar: { range: [0, 100], label: '% of bodies' }, aspect: 0.6, cell: [1 / (2 * n), 1 / (2 * n)] } : { include: [0, 100] }),
    x: n ? { label: 'least moment / largest', range: [0, 1] } : { label: 'moment about the axis of symmetry / the other two' },
    y: n ? { label: 'middle moment / largest', range: [0.5, 1] } : { label: '% of bodies' },
    series: [
      {
        ...headOf('share', 'share of bodies'),
        style: { ...style('share'), line: '-' },
        draw: n ? 'cells' : 'points',
        x: at.map(p => p[0]),
        y: n ? at.map(p => p[1]) : z,
        z,
        tip: i => [
          [n ? 'moments' : 'I3/I1', shape(i)],
          ['holds for', `${show(z[i])} % of ${answers[kept[i]]} bodies`],
          ['95 % interval', intervalOf(holds[kept[i]], answers[kept[i]])],
        ],
      },
    ],
    table: {
      columns: [n ? 'moments' : 'I3/I1', 'share, %', 'holds', 'bodies with an answer'],
      rows: () => kept.map((place, i) => [shape(i), z[i], holds[place], answers[place]]),
    },
  };
}

/// The plots on which a claim about an order or a slope can be read: those of its figure, with the methods that it names.
function slopesOf(c) {
  const f = figures.get(c.figure),
    wanted = /\bslope\b/.test(c.quantity) ? 'band' : /\borders?\b/.test(c.quantity) ? 'points' : '',
    named = new Set((c.quantity || '').match(/[\w:-]+/g)),
    all = (f && wanted ? specsOfFigure(f) : []).filter(
      spec => !spec.space && spec.x.label !== 'steps' && spec.series.every(s => s.draw === wanted),
    ),
    only = all
      .map(spec => ({ ...spec, series: spec.series.filter(s => named.has(s.method)) }))
      .filter(spec => spec.series.length);
  return only.length ? only : all;
}

function claimPage(id) {
  const c = claims.get(id),
    v = judged.get(id),
    carries = { short: '', says: '', maps: [], ...(data.carries || {})[id] };
  if (!c) return missingPage(id);
  const slopes = slopesOf(c);
  return [
    el(
      'div',
      { class: 'steps' },
      link(`claims?paper=${c.paper}`, '← claims of ' + paperName(c.paper)),
      figures.has(c.figure) ? link('figure/' + c.figure, figures.get(c.figure).title + ' →') : '',
    ),
    el('h1', {}, c.claim),
    quoted(id) || quoted(c.figure, 'The paper, of this figure'),
    el('p', { class: 'where' }, `Our reading of ${paperName(c.paper)}, ${c.where} · `, el('code', {}, id)),
    el(
      'p',
      { class: 'lead' },
      v
        ? badge(v.verdict)
        : (figures.get(c.figure) || {}).busy || 'not judged: its figure or its times were not measured',
      ' ',
      surpriseOf(id),
    ),
    el('h2', {}, 'How it is decided'),
    isInTests(c) ? null : el('p', {}, c.rule || ''),
    c.quantity ? el('p', { class: 'where' }, c.quantity) : null,
    c.tests.length
      ? table(
          ['number', 'criterion', 'measured'],
          c.tests.map(([name, op, b]) => [
            el('code', {}, name),
            `${op} ${bound(b)}`,
            v && v.numbers && name in v.numbers ? show(v.numbers[name], 5) : '–',
          ]),
          { fixed: true, label: 'tests' },
        )
      : null,
    c.why ? el('p', {}, c.why) : null,
    slopes.length
      ? [
          el('h2', {}, 'The slope'),
          plotsOf(slopes),
          howToRead(slopes.map(spec => figures.get(c.figure).panels[Number(spec.key.split('-')[0])])),
        ]
      : null,
    v && Object.keys(v.numbers || {}).length ? [el('h2', {}, 'All numbers'), numbersOf(v)] : null,
    carriedOf(id).length
      ? [
          el('h2', {}, 'How far it carries'),
          carries.short ? el('p', { class: 'lead' }, carries.short) : null,
          carries.maps.length ? plotsOf(carries.maps.map((map, k) => shapesSpec(id, map, k))) : null,
          carries.maps.some(map => map.n)
            ? el(
                'p',
                { class: 'note read' },
                'How to read: each cell stands for bodies of one shape; its colour is the share of them, with all directions of the angular momentum, for which the claim holds. Right corner, a sphere; left corner, a needle; lower corner, a disc; the edge between these two, plates.',
              )
            : null,
          el('p', { class: 'carries' }, carries.says),
          table(
            ['question', 'bodies', 'over', 'share of bodies', 'bodies with an answer', 'no answer', 'first that fail', 'sweep'],
            carriedOf(id).map(q => [
              q.id,
              q.where,
              'radians' in q.duration ? `${q.duration.radians} radians` : `t = ${q.duration.time}`,
              shareOf(q),
              q.holds + q.fails + q.undefined,
              q.undefined,
              q.failing.slice(0, 3).join(', '),
              el('code', {}, q.sweep),
            ]),
            { label: 'how far it carries' },
          ),
          el(
            'p',
            { class: 'note' },
            'The claim is tested on other bodies, “at” a number of steps. Shares refer to the bodies with an answer, with 95 % intervals (Wilson); errors at the level of rounding give no answer. To see one body: ',
            el('code', {}, `polhode sweep problems/sweeps/robustness/${carriedOf(id)[0].sweep}.json --body ID`),
            '. docs/robustness.md describes the populations.',
          ),
        ]
      : null,
    el('h2', {}, 'Run it again'),
    el('pre', {}, `polhode figure ${c.figure}`),
  ];
}

function chooser(label, options, value, change) {
  const select = el(
    'select',
    { change: e => change(e.target.value) },
    options.map(([v, text]) => el('option', { value: v, selected: v === value }, text)),
  );
  return el('label', { class: 'choose' }, label + ' ', select);
}
function set(key, value) {
  keepInAddress(key, value);
  for (const k of [...state.rest.keys()]) if (k.startsWith('v.')) state.rest.delete(k);
  writeFragment();
  render();
}

/// What every series needs to come down to a target, least first: by a straight line between two points of its ladder
/// on logarithmic axes, the last that the errors cross.
function costsAt(series, target) {
  const f = Math.log;
  return series
    .map(s => {
      const points = s.x.map((x, k) => [x, s.y[k]]).sort((a, b) => a[0] - b[0]);
      let at = points.length - 1;
      while (at >= 0 && points[at][1] <= target) --at;
      if (at === points.length - 1) return null; // it never gets there, or not for good
      const [a, b] = [points[at], points[at + 1]];
      if (!a) return { method: s.method, cost: b[0] }; // already the first does
      const share = (f(target) - f(a[1])) / (f(b[1]) - f(a[1]));
      return { method: s.method, cost: Math.exp(f(a[0]) + share * (f(b[0]) - f(a[0]))) };
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
  const ladders = data.figures.flatMap(f => f.panels.map((p, i) => [f, i, p])).filter(([, , p]) => p.norms);
  if (!ladders.length) return [el('h1', {}, 'Work and precision'), el('p', {}, 'No series of step counts was measured.')];
  const name = ([f, i]) => `${f.id}.${i}`,
    chosen =
      ladders.find(l => name(l) === state.rest.get('panel')) || widest(ladders, l => l[2]),
    [f, i, panel] = chosen;
  const metrics = metricsOf(panel, f.times && f.times[i]),
    keys = metrics.map(m => m.key);
  const pick = (key, preferred) =>
    keys.includes(state.rest.get(key)) ? state.rest.get(key) : preferred.find(k => keys.includes(k));
  const x = pick('x', ['time', 'operations', 'h']),
    y = pick('y', [panel.norms[0].key]);
  const target = Number(state.rest.get('target')) > 0 ? Number(state.rest.get('target')) : 0;
  const spec = marksSpec(f, i, x, y, { wide: true, title: `${panel.title} (${f.title})`, front: true, target });
  const ranked = target ? costsAt(spec.series, target) : [];
  const found = panel.common && panel.common[y] && leastWork(spec.series, x, target || middleOf(panel.common[y]));
  return [
    el('h1', {}, 'Work and precision'),
    el('p', { class: 'lead' }, found || 'Choose a panel of a figure and the quantities on its axes.'),
    el(
      'div',
      { class: 'choices' },
      chooser(
        'Panel',
        ladders.map(l => [name(l), `${l[0].title}: ${l[2].title}`]),
        name(chosen),
        v => set('panel', v),
      ),
      chooser(
        'Across',
        metrics.map(m => [m.key, m.label]),
        x,
        v => set('x', v),
      ),
      chooser(
        'Up',
        metrics.map(m => [m.key, m.label]),
        y,
        v => set('y', v),
      ),
      el(
        'label',
        { class: 'choose' },
        'Tolerance ',
        el('input', {
          type: 'text',
          size: 7,
          inputmode: 'decimal',
          value: target ? show(target) : '',
          placeholder: '1e-6',
          change: e => set('target', Number(e.target.value) > 0 ? String(Number(e.target.value)) : ''),
        }),
      ),
    ),
    legend(new Map(panel.series.map(s => [s.method, s.label]))),
    plotsOf([spec]),
    target
      ? ranked.length
        ? table(
            ['method', spec.x.label, 'times the first'],
            ranked.map(r => [methodLink(r.method), r.cost, r.cost / ranked[0].cost]),
            { label: 'methods at the target', class: 'ranked' },
          )
        : el('p', {}, `No method reaches ${show(target)} here.`)
      : el('p', { class: 'note' }, 'A tolerance draws a line and ranks the methods by the work that they need to reach it.'),
    howToRead([panel], ' Dotted: no method is better in both.'),
    el(
      'p',
      { class: 'note' },
      (f.times ? '' : 'There is no timing file, so time is not among the quantities. ') + 'Problem: ',
      titledProblem(panel.problem),
      '. Figure: ',
      titledFigure(f),
      '.',
    ),
  ];
}

/// Long histories by problem and quantity; a run that several figures show is taken once.
function longSeries() {
  const groups = new Map(),
    seen = new Set();
  for (const f of data.figures)
    f.panels.forEach(p =>
      p.series.filter(isLong).forEach(s => {
        const key = `${p.problem}.${p.quantity || f.id}`,
          once = [key, s.method, s.curve.min, s.curve.max].join();
        if (!groups.has(key))
          groups.set(key, {
            key,
            problem: p.problem,
            quantity: 'base' in p ? 'H/H₀ − 1' : p.axes.up,
            rows: [],
          });
        if (!seen.has(once)) groups.get(key).rows.push({ f, p, s });
        seen.add(once);
      }),
    );
  return [...groups.values()];
}

function conservationPage() {
  const groups = longSeries();
  if (!groups.length) return [el('h1', {}, 'Conservation'), el('p', {}, 'No long run was measured.')];
  const group = groups.find(g => g.key === state.rest.get('of')) || groups[0];
  const stepsDiffer = new Set(group.rows.map(r => r.p.steps)).size > 1;
  const label = r => r.s.label + (stepsDiffer ? `, h=${show(r.p.duration / r.p.steps)}` : '');
  const spec = bandSpec(
    'c',
    `conservation-${group.key}`,
    `${titleOfProblem(group.problem)}: ${group.quantity}`,
    group.rows.map(r => ({ ...r, label: label(r) })),
    { axes: { across: 't', up: group.quantity } },
  );
  spec.wide = true;
  spec.command = `polhode figure ${[...new Set(group.rows.map(r => r.f.id))].join(' ')}`;
  const number = (s, k) => (s.numbers[k] === undefined ? '' : s.numbers[k]);
  return [
    el('h1', {}, 'Conservation over long runs'),
    el(
      'p',
      { class: 'lead' },
      'All long runs of the figures, by problem and quantity; a band spans the least and the largest values.',
    ),
    el(
      'div',
      { class: 'choices' },
      chooser(
        'Problem and quantity',
        groups.map(g => [g.key, `${titleOfProblem(g.problem)}: ${g.quantity}`]),
        group.key,
        v => set('of', v),
      ),
    ),
    legend(new Map(group.rows.map(r => [r.s.method, r.s.label]))),
    plotsOf([spec]),
    howToRead(group.rows.slice(0, 1).map(r => r.p)),
    el('h2', {}, 'All long runs'),
    table(
      ['figure', 'problem', 'method', 'quantity', 'steps', 'h', 'largest', 'share of drift', 'status'],
      groups.flatMap(g =>
        g.rows.map(({ f, p, s }) => [
          figureLink(f.id),
          problemLink(p.problem),
          methodLink(s.method),
          g.quantity,
          p.steps,
          p.duration / p.steps,
          number(s, 'max_abs'),
          number(s, 'drift_share'),
          s.status + (s.chaotic ? ', chaotic' : ''),
        ]),
      ),
      { label: 'all long runs' },
    ),
    el(
      'p',
      { class: 'note' },
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
  const used = id => data.figures.filter(f => methodsOf(f).has(id)).length;
  return [
    el('h1', {}, 'Methods'),
    filtered(
      table(
        ['id', 'method', 'order', 'kind', 'supports', 'symmetric', 'symplectic', 'momentum', 'energy', 'figures'],
        data.methods.map(m => [
          el('span', { class: 'nowrap' }, swatch(style(m.id)), ' ', methodLink(m.id)),
          m.label,
          typeof m.order === 'number' ? String(m.order) : m.order,
          m.kind,
          m.serves.map(s => SERVES[s] || s).join(', '),
          answer(m.symmetric),
          answer(m.symplectic),
          answer(m.spatial_momentum),
          answer(m.energy),
          String(used(m.id)),
        ]),
        { label: 'methods', class: 'methods' },
      ),
    ),
    el('p', {}, link('compare', 'Two methods side by side')),
    el(
      'p',
      { class: 'note' },
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
        grows = !kept && growth !== 'lost';
      return [
        body,
        quantity,
        largest,
        kept ? 'is kept' : BECOMES[growth] || growth,
        grows ? powers(exponents).join(' to ') : '',
        steps,
      ];
    }),
    { label: 'conservation' },
  );

/// Rows of a passport, whatever its properties are: name, measured, declared, agreement.
function passportRows(p) {
  const skip = new Set(['schema', 'method', 'label', 'source', 'disagreements']),
    rows = [],
    tables = [];
  const plain = x =>
    x === null ? '–' : x === true ? 'yes' : x === false ? 'no' : typeof x === 'number' ? show(x, 4) : String(x);
  const measured = o =>
    Object.entries(o)
      .filter(([k]) => !['declared', 'condition', 'agreement', 'agrees', 'ladder'].includes(k))
      .map(([k, x]) =>
        x && typeof x === 'object'
          ? `${named(k)}${named(k) && ' '}${Array.isArray(x) ? x.map(v => (v && typeof v === 'object' ? measured(v) : plain(v))).join(', ') : x.order !== undefined && x.half_width !== undefined ? `${x.order.toFixed(3)} ± ${show(x.half_width, 2)} (${x.points} points)` : measured(x)}`
          : `${named(k)}${named(k) && ' '}${plain(x)}`,
      )
      .join('; ');
  for (const [key, x] of Object.entries(p)) {
    if (skip.has(key)) continue;
    if (key === 'conservation' && Array.isArray(x)) {
      tables.push([`Over a long run${p.long_run ? ` of ${p.long_run} steps` : ''}`, conservationTable(x)]);
      continue;
    }
    if (Array.isArray(x) && x.length && typeof x[0] === 'object') {
      const columns = [...new Set(x.flatMap(r => Object.keys(r)))];
      tables.push([
        words(key),
        table(
          columns.map(words),
          x.map(r =>
            columns.map(c =>
              r[c] === undefined
                ? ''
                : typeof r[c] === 'object'
                  ? measured(r[c])
                  : typeof r[c] === 'number'
                    ? r[c]
                    : plain(r[c]),
            ),
          ),
          { label: words(key) },
        ),
      ]);
      continue;
    }
    const isObject = x && typeof x === 'object' && !Array.isArray(x);
    const said = isObject ? (x.agreement ?? x.agrees) : undefined;
    const found = key === 'range' ? rangeText(x) : isObject ? measured(x) : Array.isArray(x) ? x.map(plain).join(', ') : plain(x);
    const broken = (p.disagreements || []).some(d => d.toLowerCase().includes(words(key)) || d.includes(key));
    rows.push([
      named(key),
      found || '–',
      isObject && x.declared !== undefined ? plain(x.declared) + (x.condition ? ` (${x.condition})` : '') : '',
      said !== undefined
        ? plain(said)
        : broken
          ? 'disagrees'
          : found && isObject && x.declared !== undefined && x.declared !== 'unknown'
            ? 'agrees'
            : '',
    ]);
  }
  return { rows, tables };
}

function passportTables(p) {
  const { rows, tables } = passportRows(p);
  return [
    table(['property', 'measured', 'declared', 'agreement'], rows, { fixed: true, label: p.method }),
    tables.map(([name, t]) => [el('h3', {}, name), t]),
  ];
}

function methodPage(id) {
  const m = methods.get(id);
  if (!m) return missingPage(id);
  const property = (name, p) => [name, p.answer, p.condition || ''];
  const appearances = data.figures.filter(f => methodsOf(f).has(id));
  const orders = appearances
    .flatMap(f =>
      f.panels.flatMap(p =>
        p.norms
          ? p.series.filter(s => s.method === id).flatMap(s => p.norms.map(n => [f, p, n, (s.fits || {})[n.key]]))
          : [],
      ),
    )
    .filter(r => r[3] && r[3].order !== undefined);
  const passport = passports.get(id);
  return [
    el('div', { class: 'steps' }, link('methods', '← methods')),
    el('h1', {}, swatch(style(id)), ' ', m.label),
    el(
      'p',
      { class: 'where' },
      el('code', {}, id),
      m.aliases.length ? ` (also ${m.aliases.join(', ')})` : '',
      ' · ',
      m.source,
    ),
    legend(new Map([[id, m.label]])),
    m.headers
      ? [
          data.boxes[m.headers[0]] ? methodBox(data.boxes[m.headers[0]]) : null,
          el('h2', {}, 'In your program'),
          copied(m.headers.map(h => `#include "${h}"`).join('\n') + `\n// polhode::${m.type}`),
          data.headers && data.headers[m.headers[0]]
            ? el('p', {}, link('api/' + data.headers[m.headers[0]], `${m.headers[0]} in the API reference`))
            : null,
        ]
      : null,
    wins(id),
    plotsOfMethod(id),
    el('h2', {}, 'Declared'),
    table(
      ['property', 'value', 'condition'],
      [
        ['order', String(m.order), ''],
        ['kind', m.kind, ''],
        [
          'torque evaluations',
          `${m.torque_evaluations.per_step} per step${m.torque_evaluations.per_iteration ? `, ${m.torque_evaluations.per_iteration} per solver iteration` : ''}`,
          'on a body with torque',
        ],
        ['supports', m.serves.join(', '), ''],
        property('symmetric', m.symmetric),
        property('symplectic', m.symplectic),
        property('conserves spatial angular momentum', m.spatial_momentum),
        property('conserves energy', m.energy),
      ],
      { fixed: true },
    ),
    el('h2', {}, 'Measured'),
    passport
      ? [
          passportTables(passport),
          passport.disagreements && passport.disagreements.length
            ? el(
                'ul',
                {},
                passport.disagreements.map(d => el('li', { class: 'not-reproduced' }, d)),
              )
            : el('p', { class: 'note' }, 'All measurements agree with the declarations.'),
        ]
      : el('p', { class: 'note' }, 'There is no property report; ', el('code', {}, `polhode check ${id}`), ' measures one.'),
    orders.length
      ? [
          el('h2', {}, 'Orders in the figures'),
          table(
            ['figure', 'panel', 'error', 'fitted order', '±', 'points'],
            orders.map(([f, p, n, fit]) => [
              link('figure/' + f.id, f.title),
              p.title,
              n.label,
              fit.order.toFixed(3),
              show(fit.half_width, 2),
              String(fit.points),
            ]),
          ),
        ]
      : null,
    el('h2', {}, 'Figures'),
    appearances.length
      ? el(
          'ul',
          {},
          appearances.map(f => el('li', {}, link('figure/' + f.id, f.title), ' ', el('code', {}, f.id))),
        )
      : el('p', { class: 'note' }, 'It is in no figure.'),
    cite(m.source),
    el('p', {}, link(`compare?a=${id}`, 'Beside another method')),
  ];
}

/// Text to take along.
const copied = text =>
  el(
    'div',
    { class: 'copied' },
    el('pre', { tabindex: 0 }, text),
    el('button', { type: 'button', click: e => copyText(text, e.currentTarget) }, 'copy'),
  );

/// The papers of the list that a source names.
function cite(source) {
  const named = references.filter(r => source.includes(r.name));
  if (!named.length) return null;
  return [
    el('h2', {}, 'Cite'),
    el(
      'ul',
      {},
      named.map(r =>
        el(
          'li',
          {},
          `${r.authors.join(', ')}: ${r.title}. ${r.journal ? r.journal + ', ' : ''}${r.year}. `,
          r.doi
            ? el('a', { href: 'https://doi.org/' + r.doi, rel: 'noopener' }, 'doi:' + r.doi)
            : r.url
              ? el('a', { href: r.url, rel: 'noopener' }, r.url)
              : '',
        ),
      ),
    ),
  ];
}

const TARGETS = [1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12];

/// On what share of the atlas' bodies a method is the cheapest, where that is a percent or more.
const cheapestOn = id =>
  data.atlases.flatMap(({ name, document: { horizons, tolerances } }) =>
    horizons
      .map(({ radians, bodies, cheapest }) => [
        ATLASES[name],
        `${radians} radians`,
        tolerances
          .map((t, k) => [t, (cheapest[k][id] || 0) / bodies])
          .filter(([, share]) => share >= 0.01)
          .map(([t, share]) => `${show(t)}: on ${show(100 * share, 2)} %`)
          .join(', '),
      ])
      .filter(([, , said]) => said),
  );

/// Where a method needs the fewest operations of all that a figure compares, for which errors.
function wins(id) {
  const rows = [];
  for (const f of data.figures)
    f.panels.forEach((p, i) => {
      if (!p.norms || p.series.length < 2 || !p.series.some(s => s.method === id)) return;
      const key = p.norms[0].key,
        spec = marksSpec(f, i, 'operations', key),
        places = TARGETS.map(target => [target, costsAt(spec.series, target)]).filter(([, c]) => c.length);
      const first = places.filter(([, c]) => c[0].method === id).map(([t]) => t),
        reached = places.filter(([, c]) => c.some(x => x.method === id));
      if (!reached.length) return;
      const [target, costs] = reached[reached.length >> 1],
        own = costs.findIndex(c => c.method === id);
      rows.push([
        link('figure/' + f.id, p.title === f.title ? f.title : `${f.title}: ${p.title}`),
        first.length ? first.map(t => show(t)).join(', ') : '–',
        own
          ? `${own + 1} of ${costs.length}, ${show(costs[own].cost / costs[0].cost, 2)} times as many as ${known(costs[0].method).label}`
          : `1 of ${costs.length}`,
        show(target),
      ]);
    });
  const shares = cheapestOn(id);
  return [
    rows.length || shares.length ? el('h2', {}, 'Where it wins') : null,
    rows.length
      ? [
          table(['figure', 'needs the fewest operations for errors of', 'place', 'at an error of'], rows, {
            label: 'where it wins',
            class: 'wins',
          }),
          el(
            'p',
            { class: 'note' },
            `Tolerances: ${TARGETS.map(t => show(t)).join(', ')}, in the first norm of the panel. Operations are counted: ÷ and √ as 4, sin, cos, … as 16.`,
          ),
        ]
      : null,
    shares.length
      ? table([link('atlas', 'population'), 'over', 'the cheapest, at an accuracy of'], shares, {
          fixed: true,
          label: 'the cheapest on',
        })
      : null,
  ];
}

/// A convergence plot and a long run of a method, from the figures, the others of its panel behind it; else the ladder of
/// its passport.
function plotsOfMethod(id) {
  const specs = [],
    has = p => p.series.some(s => s.method === id),
    alone = spec => ({ ...spec, only: id });
  const panels = data.figures.flatMap(f => f.panels.map((p, i) => [f, i, p])).filter(([, , p]) => has(p)),
    ladders = panels.filter(([, , p]) => p.norms);
  const ladder = ladders.find(([, , p]) => p.plots.some(q => q.across === 'h')) || ladders[0],
    drift = panels.find(([, , p]) => p.plots[0].draw === 'band'),
    passport = passports.get(id);
  if (passport && passport.range && passport.range.ladder) specs.push(passportSpec(passport));
  if (ladder) {
    const [f, i, p] = ladder;
    specs.push(alone({ ...marksSpec(f, i, 'h', p.norms[0].key), title: `${f.title}: ${p.title}` }));
  }
  if (drift) {
    const [f, i, p] = drift;
    const spec = panelBandSpec(f, i);
    specs.push({
      ...spec,
      title: `${f.title}: ${p.title}`,
      series: spec.series.filter(s => s.method === id),
      more: '',
    });
  }
  return specs.length ? [el('h2', {}, 'Convergence and drift'), plotsOf(specs)] : null;
}

/// The errors of a passport: a body with torque over a time of 2, from a step of radians down to rounding.
function passportSpec(...list) {
  const { order } = methods.get(list[0].method) || {};
  return {
    key: 'passport',
    name: `passport-${list.map(p => p.method).join('-')}`,
    title: 'Its test problem: error at the end against the step',
    x: { label: 'step, in radians that the body turns', log: true, canLog: true },
    y: { label: 'distance from the true state', log: true, canLog: true },
    order: typeof order === 'number' ? order : 0,
    series: list.map(({ method, label, range: { ladder } }) => ({
      ...headOf(method, label),
      draw: 'points',
      x: ladder.map(r => r[0]),
      y: ladder.map(r => r[1]),
      tip: i => [
        ['radians a step', show(ladder[i][0])],
        ['error', show(ladder[i][1])],
      ],
    })),
    command: `polhode check ${list.map(p => p.method).join(' ')}`,
    table: {
      columns: ['method', 'radians a step', 'error'],
      rows: () => list.flatMap(p => p.range.ladder.map(r => [p.method, ...r])),
    },
  };
}

/// Two methods beside each other: what they say, what is measured of them, and their errors in the panels that have both.
function comparePage() {
  const ids = ['a', 'b'].map((key, k) => (methods.has(state.rest.get(key)) ? state.rest.get(key) : ['mr', 'rk4'][k])),
    pair = ids.map(id => methods.get(id)),
    options = data.methods.map(m => [m.id, m.id]);
  const said = ({ answer, condition }) => [answer, condition].filter(Boolean).join(', ');
  const answers = m => ({
    order: String(m.order),
    kind: m.kind,
    serves: m.serves.join(', '),
    symmetric: said(m.symmetric),
    symplectic: said(m.symplectic),
    'conserves spatial angular momentum': said(m.spatial_momentum),
    'conserves energy': said(m.energy),
    'torque evaluations': `${m.torque_evaluations.per_step} per step`,
  });
  const measured = ids.map(id =>
      passports.has(id) ? new Map(passportRows(passports.get(id)).rows.map(r => [r[0], r[1]])) : new Map(),
    ),
    names = [...new Set(measured.flatMap(m => [...m.keys()]))];
  const both = data.figures
    .flatMap(f => f.panels.map((p, i) => [f, i, p]))
    .filter(([, , p]) => p.norms && ids.every(id => p.series.some(s => s.method === id)))
    .slice(0, 4)
    .map(([f, i, p]) => {
      const panels = f.panels.with(i, { ...p, series: p.series.filter(s => ids.includes(s.method)) });
      return { ...marksSpec({ ...f, panels }, i, 'operations', p.norms[0].key), title: `${f.title}: ${p.title}` };
    });
  const heads = () => ['property', ...ids.map(id => el('span', { class: 'nowrap' }, swatch(style(id)), ' ', id))];
  return [
    el('h1', {}, `${pair[0].label} beside ${pair[1].label}`),
    el(
      'div',
      { class: 'choices' },
      chooser('First', options, ids[0], v => set('a', v)),
      chooser('Second', options, ids[1], v => set('b', v)),
    ),
    table(
      heads(),
      Object.keys(answers(pair[0])).map(key => [key, ...pair.map(m => answers(m)[key])]),
      { fixed: true, label: 'declared', class: 'beside' },
    ),
    names.length
      ? [
          el('h2', {}, 'Measured'),
          table(
            heads(),
            names.map(name => [name, ...measured.map(m => m.get(name) || '–')]),
            { fixed: true, label: 'measured', class: 'beside' },
          ),
        ]
      : null,
    both.length
      ? [el('h2', {}, 'Error against work'), plotsOf(both)]
      : el('p', { class: 'note' }, 'No figure has both over the same step counts.'),
    el('p', {}, methodLink(ids[0]), ' · ', methodLink(ids[1])),
  ];
}

function problemsPage() {
  return [
    el('h1', {}, 'Problems'),
    table(
      ['id', 'problem', 'kind', 'reference', 'source', 'figures'],
      data.problems.map(p => [
        problemLink(p.id),
        p.title,
        p.kind,
        p.reference,
        p.source,
        String(data.figures.filter(f => f.panels.some(q => q.problem === p.id)).length),
      ]),
      { label: 'problems' },
    ),
  ];
}

function problemPage(id) {
  const p = problems.get(id);
  if (!p) return missingPage(id);
  const uses = data.figures.flatMap(f => f.panels.filter(q => q.problem === id).map(q => [f, q]));
  return [
    el('div', { class: 'steps' }, link('problems', '← problems')),
    el('h1', {}, p.title),
    el('p', { class: 'where' }, el('code', {}, id), ' · ', p.source),
    el('h2', {}, 'Equations'),
    el('p', { class: 'note' }, p.kind),
    p.equations.map(e => el('p', { class: 'equation' }, e)),
    p.constant.length ? el('p', {}, 'Constant: ' + p.constant.join('; ') + '.') : el('p', {}, 'Nothing is constant.'),
    el('h2', {}, 'Data'),
    table(
      ['quantity', 'value'],
      p.data.map(d => [
        d.name,
        Array.isArray(d.value) ? '(' + d.value.map(x => show(x, 7)).join(', ') + ')' : show(d.value, 7),
      ]),
      { fixed: true },
    ),
    turning(p),
    el('h2', {}, 'Reference'),
    el(
      'p',
      {},
      p.reference === 'exact' ? 'Exact, from the closed form of the motion.' : 'Converged in 113-bit arithmetic.',
    ),
    uses.some(([, q]) => q.reference)
      ? table(
          ['figure', 'panel', 'reference', 'its error'],
          uses
            .filter(([, q]) => q.reference)
            .map(([f, q]) => [figureLink(f.id), q.title, q.reference.kind, show(q.reference.error_estimate, 2)]),
        )
      : null,
    el('h2', {}, 'Figures'),
    uses.length
      ? el(
          'ul',
          {},
          [...new Set(uses.map(u => u[0]))].map(f => el('li', {}, titledFigure(f), ' ', el('code', {}, f.id))),
        )
      : el('p', { class: 'note' }, 'It is in no figure.'),
  ];
}

const failureTable = rows =>
  table(
    ['figure', 'panel', 'method', 'run', 'status', 'reason'],
    rows.map(r => [figureLink(r[0]), r[1], methodLink(r[2]), ...r.slice(3)]),
    { label: 'failures' },
  );

function failuresPage() {
  const rows = failures(),
    disagree = [...passports.values()].filter(p => (p.disagreements || []).length);
  return [
    el('h1', {}, 'What failed'),
    rows.length ? filtered(failureTable(rows)) : el('p', {}, 'No run of any figure failed.'),
    disagree.length
      ? [
          el('h2', {}, 'Methods that differ from their declarations'),
          table(
            ['method', 'disagreement'],
            disagree.flatMap(p => p.disagreements.map(d => [methodLink(p.method), d])),
          ),
        ]
      : null,
    data.missing.length ? [el('h2', {}, 'Not measured'), el('p', {}, data.missing.join(', '))] : null,
  ];
}

/// The builds and machines that measured, each once.
function provenanceRows() {
  const groups = new Map();
  for (const f of data.figures) {
    if (!f.context) continue;
    const c = f.context,
      key = [c.version, c.git, c.compiler, c.flags, c.fp_mode, c.cpu, c.cores].join('|');
    if (!groups.has(key)) groups.set(key, { c, figures: [], dates: [] });
    (groups.get(key).figures.push(f.id), groups.get(key).dates.push(c.date));
  }
  return [...groups.values()].map(g => ({
    ...g,
    text: `polhode ${g.c.version}, git ${g.c.git}, ${g.c.compiler}, ${g.c.flags}; ${g.c.fp_mode}; ${g.c.cpu}, ${g.c.cores} cores; ${g.dates.sort()[0]}${g.dates.length > 1 ? ' to ' + g.dates.at(-1) : ''}: ${g.figures.length} figures`,
  }));
}

function provenancePage() {
  const groups = provenanceRows(),
    untimed = data.figures.filter(f => !f.context).map(f => f.id),
    b = data.build;
  return [
    el('h1', {}, 'Where it comes from'),
    el('h2', {}, 'What measured'),
    groups.map(g => [
      el(
        'p',
        {},
        `${g.figures.length} figures: `,
        g.figures.flatMap((f, i) => [i ? ', ' : '', figureLink(f)]),
      ),
      table(
        ['', ''],
        Object.entries({
          version: g.c.version,
          git: g.c.git,
          compiler: g.c.compiler,
          flags: g.c.flags,
          'floating point': g.c.fp_mode,
          processor: `${g.c.cpu}, ${g.c.cores} cores`,
          from: g.dates[0],
          to: g.dates.at(-1),
          'load, largest': show(Math.max(...g.figures.map(f => figures.get(f).context.load))),
        }),
        { fixed: true, label: 'build' },
      ),
    ]),
    groups.length > 1 ? el('p', { class: 'note' }, 'The figures were measured by different builds or machines.') : null,
    untimed.length
      ? el(
          'p',
          { class: 'note' },
          'No timing file, hence no record of the build: ' + untimed.join(', ') + '.',
        )
      : null,
    el('h2', {}, 'What wrote this page'),
    table(
      ['', ''],
      Object.entries({
        version: b.version,
        git: b.git,
        compiler: b.compiler,
        flags: b.flags,
        'floating point': b.fp_mode,
      }),
      { fixed: true, label: 'build of the writer' },
    ),
    el('h2', {}, 'How to cite'),
    data.citation
      ? el('pre', {}, data.citation)
      : el('p', { class: 'note' }, 'CITATION.cff was not beside the results.'),
  ];
}

// --- see it turn -----------------------------------------------------------------------------------------------------

/// The body of a problem, if the player knows its torque.
function bodyOf(p) {
  const of = new Map(p.data.map(d => [d.name, d.value])),
    [I, Pi, q] = [of.get('I'), of.get('Π(0)'), of.get('R(0), quaternion')];
  if (!Array.isArray(I) || !Pi || !q) return null;
  if (p.kind === 'free body') return { I, Pi, q };
  return of.has('μ (body)') && of.has('f (space)')
    ? { I, Pi, q, moment: of.get('μ (body)'), field: of.get('f (space)') }
    : null;
}
/// A step that turns the body by a third of a radian, in two digits.
const visibleStep = body => Number((0.33 / size3(body.Pi.map((x, k) => x / body.I[k]))).toPrecision(2));

/// A player of a problem, or nothing.
function turning(problem, ids, options = {}) {
  const body = problem && bodyOf(problem);
  if (!body) return null;
  const h = options.h || visibleStep(body);
  const chosen = ids || (isFree(body) ? ['exact', 'mr', 'imidm', 'rk4'] : ['sej', 'mr', 'imidm', 'rk4']);
  return el(
    'section',
    { class: 'turning' },
    el('h2', {}, 'See it turn'),
    new Player({ body, h, n: options.n || 400, methods: chosen.map(known) }, options).node,
    impossible(body.I)
      ? el('p', { class: 'note' }, sentence(`The paper computes with it, but ${impossible(body.I)}`))
      : el(
          'p',
          {},
          link(throwPlace(body, h, options.n || 400, chosen), 'Throw it yourself'),
          ': other moments, another angular momentum, another step.',
        ),
  );
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
  `throw?I=${list(body.I)}&Pi=${list(body.Pi)}&q=${list(body.q)}${isFree(body) ? '' : `&moment=${list(body.moment)}&field=${list(body.field || [0, 0, 1])}`}&h=${h}&n=${n}&of=${ids}`;

/// What an address throws; what it does not say, or says wrongly, is the canonical throw near the middle axis.
function thrownHere() {
  const numbers = (key, count, fallback, good = () => true) => {
    const v = (state.rest.get(key) || '').split(',').map(Number);
    return state.rest.get(key) && v.length === count && v.every(Number.isFinite) && good(v) ? v : fallback;
  };
  const ids = (state.rest.get('of') || '').split(',').filter(id => PLAYABLE.includes(id)),
    q = numbers('q', 4, [1, 0, 0, 0], v => Math.hypot(...v) > 0);
  const body = {
    I: numbers('I', 3, [1, 2, 3], v => v.every(x => x > 0) && !impossible(v)),
    Pi: numbers('Pi', 3, [0.02, 2, 0.02]),
    q: unit4(q),
    moment: numbers('moment', 3, [0, 0, 0]),
    field: numbers('field', 3, [0, 0, 1]),
  };
  return {
    body,
    h: numbers('h', 1, [1.2], ([x]) => x !== 0)[0],
    n: Math.min(Math.max(Math.round(numbers('n', 1, [400])[0]), 1), MOST_STATES),
    ids: ids.length ? ids : ['exact', 'mr', 'rk4'],
  };
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
    refused = el('p', { class: 'note', role: 'status' }, given.length === 3 && given.every(x => x > 0) && impossible(given) ? sentence(`${impossible(given)}; it is not thrown`) : '');
  const make = () => ({
    body,
    h: at.h,
    n: at.n,
    methods: at.ids.filter(id => id !== 'exact' || isFree(body)).map(known),
  });
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
      [lo, hi] = [Math.round(least / step) * step || (least > 0 ? step : 0), Math.ceil(most / step) * step];
    const said = el('output', {}, show(value));
    return el(
      'label',
      { class: 'slide' },
      el('span', {}, label),
      el('input', {
        type: 'range',
        min: lo,
        max: hi,
        step,
        value,
        'aria-label': label,
        input: e => {
          const x = Number(Number(e.target.value).toPrecision(4));
          said.textContent = show(x);
          put(x);
          changed();
        },
      }),
      said,
    );
  };
  const reach = v => 1.5 * Math.max(...v.map(Math.abs), 1e-3),
    inertia = reach(body.I),
    momentum = reach(body.Pi),
    gravity = Math.max(reach(body.moment), 5);
  return [
    el('h1', {}, 'Throw it yourself'),
    el(
      'p',
      { class: 'lead' },
      'Choose a body, predict what it does, then throw it: each method moves the same body beside the exact motion. The throw is in the address.',
    ),
    el(
      'div',
      { class: 'presets' },
      PRESETS.map(([name, place, question, why]) =>
        el('div', {}, link('throw?' + place, name), `: ${question} `, el('details', {}, el('summary', {}, 'Why'), el('span', {}, why))),
      ),
    ),
    refused,
    player.node,
    el(
      'div',
      { class: 'sliders' },
      [0, 1, 2].map(k => slider(`moment I${k + 1}`, body.I[k], inertia / 100, inertia, x => (body.I[k] = x))),
      [0, 1, 2].map(k => slider(`angular momentum Π${k + 1}`, body.Pi[k], -momentum, momentum, x => (body.Pi[k] = x))),
      slider('gravity', body.moment[2], 0, gravity, x => (body.moment[2] = x)),
      slider('step h', at.h, Math.abs(at.h) / 10, Math.abs(at.h) * 4, x => (at.h = x)),
    ),
    el(
      'div',
      { class: 'buttons', role: 'group', 'aria-label': 'Methods' },
      PLAYABLE.map(id =>
        el(
          'button',
          {
            type: 'button',
            'data-play': id,
            'aria-pressed': String(at.ids.includes(id)),
            click: e => {
              at.ids = PLAYABLE.filter(x => (x === id ? !at.ids.includes(x) : at.ids.includes(x)));
              if (!at.ids.length) at.ids = [id];
              for (const b of e.currentTarget.parentNode.children)
                b.setAttribute('aria-pressed', String(at.ids.includes(b.dataset.play)));
              changed();
            },
          },
          known(id).label,
        ),
      ),
    ),
    el(
      'p',
      { class: 'note' },
      'The exact solution holds without torque; with gravity, errors are measured against RK4 with a much smaller step.',
    ),
  ];
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
    size = 320,
    view = { azimuth: 0.6, elevation: 0.35 },
    canvas = el('canvas', { role: 'img', 'aria-label': 'sphere of angular momentum, energy ellipsoid and polhode', class: 'polhode' });
  const draw = () => {
    const look = getComputedStyle(document.documentElement),
      colours = Object.fromEntries(['soft', 'rule', 'quiet', 'blue'].map(k => [k, look.getPropertyValue('--' + k).trim()])),
      ratio = devicePixelRatio || 1;
    canvas.width = canvas.height = Math.round(size * ratio);
    canvas.style.width = canvas.style.height = `${size}px`;
    const c = canvas.getContext('2d');
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawSphere(c, size, view, body, states, states.at(-1), null, colours.blue, colours);
  };
  canvas.addEventListener('pointermove', e => {
    if (!e.buttons) return;
    view.azimuth -= e.movementX * 0.01;
    view.elevation = Math.min(Math.max(view.elevation + e.movementY * 0.01, -1.5), 1.5);
    draw();
  });
  draw();
  const node = el(
    'figure',
    { class: 'player' },
    el(
      'figcaption',
      {},
      'The angular momentum in the principal axes, with its sphere and the ellipsoid of the energy, both where it is largest. Drag to turn.',
    ),
    canvas,
  );
  node.redraw = draw; // in the colours of another theme
  return node;
}

/// The plots of runs' trajectories: their momenta or their directors, their energies; `whole` also attitudes, rates and
/// momenta in space, of a prescribed rate the attitude alone; of two runs the difference, at the times that both have.
function runPanels(runs, vector, whole) {
  if (!runs.length) return [];
  const inUnit = (what, key) => what + (Object(runs[0].json.units)[key] ? ` (${runs[0].json.units[key]})` : ''),
    ifAll = (key, spec) => (whole && runs.every(r => key in r.json.trajectory[0]) ? [spec()] : []);
  const lines = (key, title, label, pick, parts) => ({
    key: `${vector}-${key}`,
    command: 'polhode run SPEC.json -o RUN.json',
    name: `${vector}-${key}`,
    title,
    x: { label: 't' },
    y: { label, canLog: false },
    series: runs.flatMap((r, n) =>
      parts.map((part, k) => ({
        ...headOf(r.json.method, (runs.length > 1 ? `${r.name}: ` : '') + part),
        dash: ['-', '--', ':', '-.'][parts.length > 3 ? k : (k + n) % 3],
        draw: 'line',
        x: r.json.trajectory.map(row => row.t),
        y: r.json.trajectory.map(row => pick(row, r.json)[k]),
        tip: i => [
          ['t', show(r.json.trajectory[i].t, 5)],
          [part, show(pick(r.json.trajectory[i], r.json)[k], 6)],
        ],
      })),
    ),
    table: {
      columns: ['file', 't', ...parts],
      rows: () => runs.flatMap(r => r.json.trajectory.map(row => [r.name, row.t, ...pick(row, r.json)])),
    },
  });
  const specs = [
    ...(vector === 'attitude'
      ? []
      : [lines('run', vector === 'momentum' ? 'Angular momentum in the body' : 'Director', vector, row => row[vector], ['1', '2', '3'])]),
    ...ifAll('attitude', () => lines('attitude', 'Attitude', 'quaternion', row => row.attitude.quaternion, ['w', 'x', 'y', 'z'])),
    ...ifAll('angular_velocity', () =>
      lines('rate', 'Angular velocity in the body', inUnit('angular velocity', 'rate'), row => row.angular_velocity, ['1', '2', '3']),
    ),
    ...ifAll('spatial_momentum', () =>
      lines('space', 'Angular momentum in space', inUnit('momentum', 'momentum'), row => row.spatial_momentum, ['1', '2', '3']),
    ),
    ...(vector === 'attitude'
      ? []
      : [lines('energy', 'Energy', 'H − H₀', (row, json) => [row.energy - json.trajectory[0].energy], ['energy'])]),
  ];
  if (runs.length !== 2) return specs;
  const [a, b] = runs.map(r => new Map(r.json.trajectory.map(row => [row.t.toPrecision(9), row]))),
    off = [...a]
      .filter(([t]) => b.has(t))
      .map(([t, row]) => [row.t, Math.hypot(...row[vector].map((v, k) => v - b.get(t)[vector][k]))]);
  if (off.length < 2) return specs;
  return [
    ...specs,
    {
      ...lines('difference', 'Difference', `|difference of the ${vector}|`, () => [0], ['difference']),
      series: [
        {
          ...headOf(runs[1].json.method, `${runs[0].name} − ${runs[1].name}`),
          draw: 'line',
          x: off.map(([t]) => t),
          y: off.map(([, d]) => d),
          tip: i => [
            ['t', show(off[i][0], 5)],
            ['difference', show(off[i][1], 4)],
          ],
        },
      ],
      table: { columns: ['t', 'difference'], rows: () => off },
    },
  ];
}

function recommendationPanels({ json }) {
  const kind = Object.keys(json.target)[0] || 'attitude', // a given step needs no target
    label = { attitude: 'error of the attitude', momentum: 'error of the angular momentum', energy: 'error of the energy' }[
      kind
    ],
    chosen = json.best && json.best.method;
  const series = json.methods
    .filter(m => (m.points || []).some(p => p.status === 'ok'))
    .map(m => {
      const points = m.points
        .filter(p => p.status === 'ok' && p.errors[kind] > 0)
        .map(p => ({ p, x: 1e6 * p.seconds_per_time, y: p.errors[kind] }))
        .sort((a, b) => a.x - b.x);
      return {
        ...headOf(m.method, m.label || m.method),
        draw: 'points',
        x: points.map(q => q.x),
        y: points.map(q => q.y),
        tip: i => [
          ['steps', points[i].p.steps],
          ['h', show(points[i].p.h)],
          ['error', show(points[i].y)],
          ['energy error', show(points[i].p.errors.energy)],
          ['µs per unit of time', show(points[i].x)],
        ],
      };
    })
    .filter(s => s.x.length);
  // The cheapest that meet the target are named; all others are in the tooltip and the table.
  const ranked = rankedMethods(json).map(m => m.method),
    named = new Set(ranked.slice(0, 8));
  for (const s of series) s.faint = !named.has(s.method);
  series.sort((a, b) => b.faint - a.faint);
  return [
    {
      key: 'recommendation',
      command: `polhode recommend ${json.spec || 'SPEC.json'} ${Object.entries(json.target)
        .map(([k, v]) => `--${k === 'energy' ? 'energy-drift' : k + '-error'} ${v}`)
        .concat(json.rate ? [`--rate ${json.rate.steps_per_time}`] : [])
        .join(' ')}`,
      name: 'recommendation',
      title: `${json.problem}: error against work`,
      wide: true,
      front: true,
      target: json.target[kind],
      named,
      star:
        chosen && json.best.errors[kind] > 0
          ? { x: 1e6 * json.best.seconds_per_time, y: json.best.errors[kind] }
          : null,
      x: { label: 'time in µs per unit of time', log: true, canLog: true },
      y: { label, log: true, canLog: true },
      series,
      table: {
        columns: ['method', 'steps', 'µs per unit of time', 'error'],
        rows: () =>
          json.methods.flatMap(m =>
            (m.points || [])
              .filter(p => p.status === 'ok')
              .map(p => [m.method, p.steps, 1e6 * p.seconds_per_time, p.errors[kind]]),
          ),
      },
    },
  ];
}

/// The methods that meet the target, the cheapest first, and the recommended one before all.
const rankedMethods = json =>
  json.methods
    .filter(m => m.chosen)
    .sort(
      (a, b) =>
        (json.best ? (b.method === json.best.method) - (a.method === json.best.method) : 0) ||
        a.chosen.seconds_per_time - b.chosen.seconds_per_time,
    );

const counted = n => (n === 1 ? '1 step' : `${n} steps`);
/// The steps that are recommended: between breaks of a torque they may be unequal.
function stepsText({ best, rate, units = {} }, { many_steps }) {
  if (many_steps) return 'one step from the start to any time';
  const h = `h = ${show(Math.max(...[best.h].flat().map(Math.abs)) * Math.sign([best.h].flat()[0]), 5)}${units.time ? ' ' + units.time : ''}`;
  return rate ? h : `${counted(best.steps)} of ${Array.isArray(best.h) ? 'at most ' : ''}${h}`;
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
    ranked = rankedMethods(json),
    refused = json.methods.filter(m => !m.chosen),
    perTime = x => x / Math.abs(json.time),
    best = json.best && json.methods.find(m => m.method === json.best.method);
  const states = json.motion && json.motion.states.map(s => ({ Pi: s.slice(0, 3), q: s.slice(3) }));
  const player =
    states && states.length > 1
      ? new Player({
          body: json.body,
          h: json.best.h * json.motion.every,
          every: json.motion.every,
          n: states.length - 1,
          methods: [
            ...(isFree(json.body) && best.method !== 'exact' ? [known('exact')] : []),
            { ...known(best.method), states },
            ...(best.method === 'rk4' ? [] : [known('rk4')]),
          ],
        })
      : null;
  return [
    el('h1', {}, `Which method for ${name}`),
    el('p', { class: 'lead answer' }, best ? ['Use ', methodLink(best.method), ` with ${stepsText(json, best)}.`] : noneText(json)),
    el(
      'ul',
      { class: 'why' },
      why.map(line => el('li', {}, line.trim())),
    ),
    el(
      'p',
      { class: 'where' },
      `${json.problem} over a time of ${show(json.time)}` +
        (json.reference
          ? `, about ${show(json.radians)} radians; ${json.reference.kind} reference. Errors are the largest over the run.`
          : '.'),
    ),
    json.program
      ? [
          el('h2', {}, 'The program'),
          el('p', { class: 'note' }, 'It needs the installed headers, and no library.'),
          copied(json.program),
        ]
      : null,
    player ? el('section', { class: 'turning' }, el('h2', {}, 'See it turn'), player.node) : null,
    json.methods.some(m => (m.points || []).length)
      ? [
          el('h2', {}, 'All that was tried'),
          plotsOf(recommendationPanels({ json })),
          el(
            'p',
            { class: 'note read' },
            'How to read: at one height, the point furthest to the left is the cheapest. Dashed: the tolerance. Ringed: the recommendation. Faint: all methods but the eight cheapest that meet the tolerance.',
          ),
        ]
      : null,
    el('h2', {}, 'Methods that meet the tolerance'),
    ranked.length
      ? table(
          [
            'method',
            'steps',
            'h',
            'attitude',
            'momentum',
            'energy',
            'µs per unit of time',
            'torque evaluations per unit of time',
          ],
          ranked.map(m => [
            el('span', { class: 'nowrap' }, swatch(style(m.method)), ' ', methodLink(m.method)),
            m.chosen.steps,
            m.chosen.h,
            ...['attitude', 'momentum', 'energy'].map(k => m.chosen.errors[k]),
            1e6 * m.chosen.seconds_per_time,
            perTime(m.chosen.tally.torque_evaluations),
          ]),
          { label: 'methods that meet the tolerance', class: 'ranked' },
        )
      : el('p', {}, 'None.'),
    refused.length
      ? [
          el('h2', {}, 'Not recommended'),
          filtered(
            table(
              ['method', 'why not'],
              refused.map(m => [methodLink(m.method), m.reason || m.outcome]),
              { label: 'not recommended' },
            ),
          ),
        ]
      : null,
  ];
}

/// The answer of `recommend --quick`, which has run nothing.
function quickly({ name, json: { problem, time, target, atlas, best, sure, near, one_step } }) {
  return [
    el('h1', {}, `Which method for ${name}`),
    el(
      'p',
      { class: 'lead answer' },
      one_step ? `Use ${one_step} with one step from the start to any time. If you need steps, use ` : 'Use ',
      methodLink(best.method),
      ` with ${stepsText({ best }, {})}.`,
    ),
    el(
      'p',
      {},
      sure
        ? `On ${near.of} of ${near.bodies} bodies like this one it costs at most ${near.ratio} times the cheapest (${show(100 * near.low, 2)} % at least), each with the steps that the body needs. The steps above are enough for nearly all such bodies; yours may need fewer.`
        : `Uncertain: the atlas has only ${near.bodies} bodies like this one. Without --quick the methods are run.`,
    ),
    el(
      'p',
      { class: 'where' },
      `${problem} over a time of ${show(time)}, tolerance ${targetText(target)}; from the atlas (an error of ${show(atlas.tolerance)} over ${show(atlas.radians)} radians), nothing was run.`,
    ),
  ];
}
const targetText = target =>
  Object.entries(target)
    .map(([kind, x]) => `${kind} ${show(x)}`)
    .join(', ');

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
    const parts = json.recommendations
      ? json.recommendations.map(one => ({ name: `${f.name}, ${targetText(one.target)}`, json: one }))
      : [{ name: f.name, json }];
    for (const part of parts) (shownFile(part), differences([part, part]), trajectories([part]));
    return parts;
  } catch {
    return refused('a part of it is missing or broken');
  }
}

/// What changed between two measurements of performance: every finding, and their ratios in a plot.
function comparison({ name, json }) {
  const ratios = json.findings.filter(f => f.before > 0 && f.after > 0),
    quantities = [...new Set(ratios.map(f => f.quantity))];
  const series = quantities.map((quantity, k) => {
    const rows = ratios.filter(f => f.quantity === quantity);
    return {
      method: quantity,
      label: quantity,
      style: { color: `var(--${COLOURS[k % COLOURS.length]})`, marker: Object.keys(MARKERS)[k % 13], line: ':' },
      draw: 'points',
      x: rows.map(f => f.before),
      y: rows.map(f => f.after / f.before),
      tip: i => [
        ['row', rows[i].row],
        ['before', show(rows[i].before, 5)],
        ['after', show(rows[i].after, 5)],
        ['verdict', rows[i].verdict],
      ],
    };
  });
  return [
    el('h2', {}, name),
    el('p', {}, `${json.findings.length} findings in ${json.rows} rows.`),
    series.length
      ? plotsOf([
          {
            key: 'comparison',
            command: 'polhode compare A.json B.json --json',
            name: 'comparison',
            title: 'After, as a share of before',
            wide: true,
            x: { label: 'before', log: true, canLog: true },
            y: { label: 'after / before', log: true, canLog: true },
            series,
            table: {
              columns: ['row', 'quantity', 'before', 'after', 'verdict'],
              rows: () => ratios.map(f => [f.row, f.quantity, f.before, f.after, f.verdict]),
            },
          },
        ])
      : null,
    filtered(
      table(
        ['row', 'quantity', 'verdict', 'before', 'after', 'after / before', 'why'],
        json.findings.map(f => [
          f.row,
          f.quantity,
          f.verdict,
          f.before,
          f.after,
          f.before > 0 ? f.after / f.before : '',
          f.why || '',
        ]),
        { label: 'findings' },
      ),
    ),
  ];
}

const kindOf = file => file.json && ACCEPTED[file.json.schema][0],
  passportsOf = file => (kindOf(file) === 'check' ? file.json.passports || [file.json] : []);

/// What two runs, two passports or two recommendations do not have in common.
function differences(files) {
  const said = x => (typeof x === 'number' ? show(x, 6) : (x ?? '–'));
  const beside = (names, [a, b]) =>
    names.length === 2
      ? [
          el('h2', {}, 'Difference'),
          table(
            ['property', ...names],
            [...new Set([...a.keys(), ...b.keys()])]
              .filter(key => a.get(key) !== b.get(key))
              .map(key => [key, ...[a, b].map(m => said(m.get(key)))]),
            { fixed: true, label: 'difference', class: 'beside' },
          ),
        ]
      : null;
  const tested = files.flatMap(passportsOf),
    advised = files.filter(d => kindOf(d) === 'recommend' && d.json.best),
    advice = ({ json: { best, problem, time } }) =>
      new Map([
        ['problem', problem],
        ['time', show(time)],
        ['method', best.method],
        ['steps', best.steps],
        ['step h', show(Array.isArray(best.h) ? Math.max(...best.h.map(Math.abs)) : best.h, 5)],
      ]),
    trials = tested.filter(p => p.range && p.range.ladder),
    ran = files.filter(d => kindOf(d) === 'run');
  return [
    beside(
      ran.map(d => d.name),
      ran.map(({ json }) => new Map([...['method', 'steps', 'h', 'status'].map(k => [k, json[k]]), ...endOf(json)])),
    ),
    beside(
      tested.map(p => p.label || p.method),
      tested.map(p => new Map(passportRows(p).rows)),
    ),
    trials.length ? plotsOf([passportSpec(...trials)]) : null,
    beside(
      advised.map(d => d.name),
      advised.map(advice),
    ),
  ];
}

/// The state at the end of a run, in words.
const endOf = ({ final }) =>
  Object.entries(final).map(([key, value]) => {
    const { quaternion } = Object(value);
    return [
      words(key) + (quaternion ? ', quaternion' : ''),
      [quaternion || value].flat().map(x => show(x, 6)).join(', '),
    ];
  });

function shownFile(file) {
  const kind = kindOf(file);
  if (!kind)
    return el(
      'p',
      { class: 'not-reproduced' },
      `${file.name}: ${file.error}; accepted: JSON of polhode run, recommend, check, compare or sweep.`,
    );
  if (kind === 'recommend') return file.json.near ? quickly(file) : recommendation(file);
  if (kind === 'compare') return comparison(file);
  if (kind === 'sweep') return [el('h2', {}, file.json.spec.title || file.name), populationView(file.json)];
  if (kind === 'check') return passportsOf(file).map(p => [el('h2', {}, p.label || p.method), passportTables(p)]);
  return [
    el('h2', {}, file.name),
    el(
      'p',
      {},
      `${file.json.method}, ${file.json.steps} steps of h = ${show(file.json.h)}: ${file.json.status}${file.json.reason ? ', ' + file.json.reason : ''}.`,
    ),
    hasTrajectory(file)
      ? null
      : [
          table(
            ['at the end', ''],
            endOf(file.json),
            { fixed: true, label: 'state at the end' },
          ),
          el('p', { class: 'note' }, 'It has no trajectory; "every" in the spec adds one.'),
        ],
  ];
}

async function take(files) {
  dropped = (await Promise.all([...files].map(opened))).flat();
  go('file');
}

const hasTrajectory = file => kindOf(file) === 'run' && file.json.trajectory && file.json.trajectory.length > 1;
/// The plots of those files that have a trajectory.
function trajectories(files, whole) {
  const runs = files.filter(hasTrajectory);
  const of = vector => runs.filter(d => vector in d.json.trajectory[0]),
    prescribed = whole ? of('attitude').filter(d => !of('momentum').includes(d)) : [];
  return runs.length
    ? plotsOf([...['momentum', 'director'].flatMap(v => runPanels(of(v), v, whole)), ...runPanels(prescribed, 'attitude', true)])
    : null;
}

function filePage() {
  return [
    el('h1', {}, 'A file of your own'),
    el(
      'p',
      { class: 'lead' },
      'Drop what ',
      el('code', {}, 'polhode run'),
      ', ',
      el('code', {}, 'recommend --json'),
      ', ',
      el('code', {}, 'check --json'),
      ', ',
      el('code', {}, 'compare --json'),
      ' or ',
      el('code', {}, 'sweep'),
      ' (its result.json) wrote anywhere on this page; two runs, checks or recommendations give their difference. It is read here and goes nowhere.',
    ),
    el(
      'label',
      { class: 'choose' },
      'or choose ',
      el('input', { type: 'file', multiple: true, accept: '.json', change: e => take(e.target.files) }),
    ),
    differences(dropped),
    dropped.map(shownFile),
    dropped.filter(hasTrajectory).map(polhodeOf),
    trajectories(dropped),
  ];
}

/// What `polhode plot` shows: one run, with its trajectory.
function runPage() {
  const [run] = data.runs;
  return [
    el('h1', {}, run.name),
    ...shownFile(run).slice(1),
    (run.json.warnings || []).map(text => el('p', { class: 'note' }, text)),
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
const DESCRIBED = data.recommendation || data.runs
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
      ...(data.atlases.length ? [['atlas', 'Atlas of the cheapest', 'For a shape and a tolerance, over populations of bodies', 'recommend atlas game spacecraft satellite cubesat']] : []),
      ...(data.engines ? [['engines', 'Physics engines', 'What engines do with a spinning body', 'game bullet physx unity ode mujoco simulator']] : []),
      ['populations', 'Populations', 'Distributions of errors over many bodies'],
      ['conservation', 'Conservation', 'Energy and angular momentum over long runs', 'drift'],
      ['problems', 'Problems', 'The bodies of the papers', 'gyro gyroscope heavy top free body dumbbell'],
      ['failures', 'What failed', 'Runs that did not finish, with the reason'],
      ['provenance', 'Provenance, citing', 'Builds and machines that measured, and how to cite'],
    ];

/// Everything that has no figure, method, problem or claim to its name.
function pagesPage() {
  return [
    el('h1', {}, 'All pages'),
    table(
      ['page', 'contents'],
      [
        ...DESCRIBED.map(([path, label, what]) => [link(path, label), what]),
        ...(data.documents || []).map(d => [link('document/' + d.name, d.label), d.title]),
      ],
      { fixed: true, label: 'pages' },
    ),
  ];
}

/// The figures by their papers, each with a mark for its verdicts.
function figuresPage() {
  const mark = f => {
    const n = count(f.verdicts);
    return f.verdicts.length
      ? el(
          'i',
          {
            class: 'sum ' + (n['not-reproduced'] ? 'not-reproduced' : n.undecidable ? 'undecidable' : 'reproduced'),
            title: `${n.reproduced} reproduced, ${n['not-reproduced']} not, ${n.undecidable} undecidable`,
          },
          n['not-reproduced'] ? `✗${n['not-reproduced']}` : n.undecidable ? `?${n.undecidable}` : '✓',
        )
      : '';
  };
  const groups = new Map();
  for (const f of data.figures) {
    const name = isOfMany(f) ? 'Of all papers' : f.source.replace(/, Fig.*/, '');
    groups.set(name, [...(groups.get(name) || []), f]);
  }
  return [
    el('h1', {}, 'Figures'),
    el('p', { class: 'lead' }, '✓: every claim is reproduced; ✗2: two are not; ?1: one is undecidable.'),
    ...[...groups].map(([name, list]) => [
      el('h2', {}, name),
      el(
        'ul',
        { class: 'figures' },
        list.map(f => el('li', {}, link('figure/' + f.id, f.title), ' ', mark(f), ' ', el('code', {}, f.id))),
      ),
    ]),
  ];
}

/// One menu of at most 20 links; the other pages are on "All pages".
function buildNav() {
  const label = new Map(DESCRIBED),
    here = path => label.has(path) && el('li', {}, link(path, label.get(path))),
    documents = group =>
      (data.documents || []).filter(d => d.group === group).map(d => el('li', {}, link('document/' + d.name, d.label)));
  const groups = data.recommendation || data.runs
    ? [['', DESCRIBED.map(([path]) => here(path))]]
    : [
        ['Learn', [...documents('learn'), here('throw')]],
        ['Use', [...documents('use'), !data.documents && here('file')]],
        [
          'Results',
          (data.documents
            ? ['', 'figures', 'claims', 'methods', 'atlas', 'engines']
            : [...label.keys()].filter(path => path !== 'throw' && path !== 'file')
          ).map(here),
        ],
        [
          'Reference',
          [...documents('reference'), data.documents && el('li', {}, link('api/index.html', 'API reference')), el('li', {}, link('pages', 'All pages'))],
        ],
      ];
  nav.replaceChildren(
    ...groups.flatMap(([name, items]) => (items.some(Boolean) ? [name && el('h2', {}, name), el('ul', {}, items.filter(Boolean))] : [])).filter(Boolean),
  );
}

function render() {
  readFragment();
  hideTip();
  ((hovered = ''), (plots = []));
  const [page = '', id] = state.path,
    make = PAGES[page];
  main.replaceChildren(
    ...(make ? make(id) : missingPage(page)).flat(Infinity).filter(x => x !== null && x !== undefined && x !== false),
  );
  main.dataset.page = page || 'overview';
  document.title = (main.querySelector('h1') || {}).textContent + ' · Polhode';
  for (const a of nav.querySelectorAll('a'))
    a.getAttribute('href') === address(state.path.join('/'))
      ? a.setAttribute('aria-current', 'page')
      : a.removeAttribute('aria-current');
  nav.classList.remove('open');
  document.getElementById('menu').setAttribute('aria-expanded', 'false');
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
  themeButton.replaceChildren(el('span', { class: 'wide' }, 'Theme: '), name);
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
  el('h2', {}, 'Keys'),
  table(['key', 'does'], KEYS, { fixed: true, label: 'keys' }),
  el('form', { method: 'dialog' }, el('button', { autofocus: true }, 'Close')),
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
  main.dataset.place = state.path.join('/');
  if (before !== main.dataset.place) (scrollTo(0, 0), main.focus({ preventScroll: true }));
});
const searchBox = document.querySelector('#search input');
document.getElementById('search').addEventListener('submit', e => {
  e.preventDefault();
  go('search?q=' + encodeURIComponent(searchBox.value.trim()));
});
// It answers while one types: the first eight, below the box.
const answers = document.getElementById('answers');
searchBox.addEventListener('input', () => {
  const found = sought(searchBox.value);
  answers.firstChild.replaceChildren(
    ...found.slice(0, 8).map(([place, kind, title]) => el('li', {}, link(place, el('span', {}, title), el('i', {}, kind)))),
  );
  answers.lastChild.textContent =
    found.length > 8 ? `${found.length} pages: Enter shows all` : found.length ? '' : 'No page has these words';
  answers.hidden = !searchBox.value.trim();
});
const closeAnswers = () => (answers.hidden = true);
document.getElementById('search').addEventListener('focusout', e => {
  if (!e.currentTarget.contains(e.relatedTarget)) closeAnswers();
});
document.getElementById('search').addEventListener('keydown', e => {
  const links = [searchBox, ...answers.querySelectorAll('a')],
    to = { ArrowDown: 1, ArrowUp: -1 }[e.key];
  if (e.key === 'Escape') (closeAnswers(), searchBox.focus());
  if (!to || answers.hidden) return;
  e.preventDefault();
  links[(links.indexOf(document.activeElement) + to + links.length) % links.length].focus();
});
addEventListener('hashchange', closeAnswers);
document.getElementById('help').addEventListener('click', () => keysDialog.showModal());
themeButton.addEventListener('click', nextTheme);
document
  .getElementById('menu')
  .addEventListener('click', e => e.currentTarget.setAttribute('aria-expanded', String(nav.classList.toggle('open'))));
document.querySelector('.skip').addEventListener('click', e => {
  (e.preventDefault(), main.focus());
});

// On paper plots are drawn as wide as its columns, so that their texts keep their size, and all is drawn in light colours.
const onPaper = p => (p.node.matches('.wide, .single > *') ? '680px' : '330px');
for (const [event, width] of [
  ['beforeprint', onPaper],
  ['afterprint', () => ''],
])
  addEventListener(event, () => plots.forEach(p => ((p.host.style.width = width(p)), p.draw())));
let themeOnScreen;
addEventListener('beforeprint', () => {
  themeOnScreen = document.documentElement.dataset.theme;
  document.documentElement.dataset.theme = 'light';
  recolour();
});
addEventListener('afterprint', () => {
  document.documentElement.dataset.theme = themeOnScreen;
  recolour();
});

document.body.append(tooltip);
theme(THEMES.includes(remember('polhode-theme')) ? remember('polhode-theme') : 'system');
buildNav();
render();
if (/^#[^/]/.test(location.hash)) document.getElementById(unescaped(location.hash.slice(1)))?.scrollIntoView();
main.dataset.place = state.path.join('/');
