// SPDX-License-Identifier: MIT
// Methods: what they declare, what is measured of them, where they win.
'use strict';

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
    table(
      ['id', 'method', 'order', 'kind', 'supports', 'symmetric', 'symplectic', 'momentum', 'energy', 'figures'],
      data.methods.map(row),
      { label: 'methods', class: 'methods' },
    ),
    note(html`As the methods declare it. Supports: free bodies, bodies with torque, torques that depend on the angular
      momentum, and others. Momentum, energy: whether they are conserved. *: under a condition that the method’s page
      names.`),
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
  space: 'under a rotation of space:',
  body_axes: 'with other body axes:',
  power_of_two: 'in units of mass of 2^40:',
  decimal: 'of 1e12:',
  range: 'radians per step',
  long_run: 'steps of the long run',
  torque_evaluations: 'torque evaluations per step',
  solver_iterations: 'solver iterations per step',
};
const named = key => PASSPORT[key] ?? words(key);
function rangeText({ from, to, solves_to, all_tried }) {
  const order = to > 0 ? `from ${show(from)} to ${show(to)}` : 'at no tried step',
    most = `up to ${show(solves_to)}`,
    ends = all_tried ? `all tried steps succeed, ${most}` : `steps ${most} succeed`;
  return `its order shows ${order}; ${ends}`;
}
const KEPT = 1e-9; // as docs/methods.md says
/// A value of a passport in words.
function passportText(x) {
  if (Array.isArray(x)) return x.map(passportText).join(', ');
  if (x === null) return '–';
  if (typeof x === 'boolean') return x ? 'yes' : 'no';
  if (typeof x !== 'object') return show(x, 4);
  if ('half_width' in x) return `${x.order.toFixed(3)} ± ${show(x.half_width, 2)} (${x.points} points)`;
  return Object.entries(x)
    .filter(([k]) => !['declared', 'condition', 'ladder'].includes(k))
    .map(([k, value]) => (named(k) && named(k) + ' ') + passportText(value))
    .join('; ');
}
/// A passport, whatever its properties are.
function passportTables({ conservation, ...p }) {
  const others = ['schema', 'method', 'label', 'source', 'disagreements'];
  const row = ([key, x]) => {
    const { declared, condition } = Object(x),
      found = key === 'range' ? rangeText(x) : passportText(x),
      broken = (p.disagreements || []).some(d => d.toLowerCase().includes(words(key)) || d.includes(key)),
      agreed = broken ? 'disagrees' : found && declared !== undefined && declared !== 'unknown' ? 'agrees' : '',
      asked = declared === undefined ? '' : passportText(declared) + (condition ? ` (${condition})` : '');
    return [named(key), found || '–', asked, agreed];
  };
  const rows = Object.entries(p).filter(([key]) => !others.includes(key)).map(row),
    growth = r => (r.largest < KEPT ? 'kept' : r.growth || ''),
    kept = r => [r.body, r.quantity, r.largest ?? words(r.status), growth(r)];
  return [
    table(['property', 'measured', 'declared', 'agreement'], rows, { fixed: true, label: p.method }),
    conservation && [
      html`<h3>Over a long run of ${p.long_run} steps</h3>`,
      table(['body', 'quantity', 'largest error', 'growth'], conservation.map(kept), { label: 'conservation' }),
    ],
  ];
}

/// What a method declares: property, value, condition.
const declared = m => [
  ['order', String(m.order), ''],
  ['kind', m.kind, ''],
  [
    'torque evaluations',
    !m.torque_evaluations
      ? 'as many as a step needs'
      : `${m.torque_evaluations.per_step} per step` +
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

function methodPage(m) {
  const { id } = m,
    appearances = data.figures.filter(f => methodsOf(f).has(id)),
    passport = passportOf(id),
    [header] = m.headers || [];
  return [
    steps(link('methods', '← methods')),
    html`<h1>${swatch(style(id))} ${m.label}</h1>
      <p class="where">${code(id)}${m.aliases.length > 0 && ` (also ${m.aliases.join(', ')})`} · ${m.source}</p>`,
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
          listed((passport.disagreements || []).map(d => html`<span class="not-reproduced">${d}</span>`)) ||
            note('All measurements agree with the declarations.'),
        ]
      : html`<p class="note">There is no property report; <code>polhode check ${id}</code> measures one.</p>`,
    part('Figures', namedFigures(appearances)),
    cite(m.source),
  ];
}

/// The papers of the list that a source names.
function cite(source) {
  const away = (href, text) => href && html`<a href=${href} rel="noopener">${text}</a>`;
  const entry = ({ authors, title, journal, year, doi, url }) => [
    `${authors.join(', ')}: ${title}. ${journal ? journal + ', ' : ''}${year}. `,
    doi ? away('https://doi.org/' + doi, 'doi:' + doi) : away(url, url),
  ];
  return part('Cite', listed(references.filter(r => source.includes(r.name)).map(entry)));
}

const TARGETS = [1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12];

/// On what share of the atlas' bodies a method is the cheapest, where that is a percent or more.
const cheapestOn = id =>
  data.atlases.flatMap(({ name, horizons, tolerances }) =>
    horizons
      .map(({ radians, bodies, cheapest }) => {
        const shares = tolerances.map((t, k) => [t, (cheapest[k][id] || 0) / bodies]),
          said = shares.filter(([, n]) => n >= 0.01).map(([t, n]) => `${show(t)}: on ${show(100 * n, 2)} %`);
        return [ATLASES[name], `${radians} radians`, said.join(', ')];
      })
      .filter(([, , said]) => said),
  );

/// Where a method needs the fewest operations of all that a figure compares, for which errors.
function wins(id) {
  const rows = panelsOf().flatMap(([f, i, p]) => {
    if (!p.norms || p.series.length < 2 || !p.series.some(s => s.method === id)) return [];
    const { series } = marksSpec(f, i, 'operations', p.norms[0].key),
      isFirst = target => costsAt(series, target)[0]?.method === id,
      title = p.title === f.title ? f.title : `${f.title}: ${p.title}`;
    return [[link('figure/' + f.id, title), TARGETS.filter(isFirst).map(t => show(t)).join(', ') || '–']];
  });
  return part(
    'Where it wins',
    table(['figure', 'needs the fewest operations for errors of'], rows, { label: 'where it wins' }),
    rows.length > 0 &&
      note(html`Tolerances: ${TARGETS.map(t => show(t)).join(', ')}, in the first norm of the panel. Operations are
        counted: ÷ and √ as 4, sin, cos, … as 16.`),
    table(['population', 'over', 'the cheapest, by tolerance'], cheapestOn(id), { label: 'the cheapest on' }),
  );
}

/// A convergence plot and a long run of a method, from the figures, the others of its panel behind it; else the ladder
/// of its passport.
function plotsOfMethod(id) {
  const panels = panelsOf().filter(([, , p]) => p.series.some(s => s.method === id)),
    ladders = panels.filter(([, , p]) => p.norms),
    ladder = ladders.find(([, , p]) => p.plots.some(q => q.across === 'h')) || ladders[0],
    drift = panels.find(([, , p]) => p.plots[0].draw === 'band'),
    passport = passportOf(id),
    titled = ([f, , p]) => ({ title: `${f.title}: ${p.title}`, command: commandOf(f) });
  const converging = ([f, i, p]) => ({ ...marksSpec(f, i, 'h', p.norms[0].key), only: id }),
    ofIt = spec => ({ ...spec, series: spec.series.filter(s => s.method === id), more: '' }),
    specs = [
      passport?.range?.ladder && passportSpec(passport),
      ladder && { ...converging(ladder), ...titled(ladder) },
      drift && { ...ofIt(bandSpec(...drift)), ...titled(drift) },
    ];
  return part('Convergence and drift', plotsOf(specs.filter(Boolean)));
}

/// The errors of a passport: a body with torque over a time of 2, from a step of radians down to rounding.
function passportSpec(...list) {
  const { order } = methods.get(list[0].method) || {},
    ids = list.map(p => p.method),
    seriesOf = ({ method, label, range }) => ({ ...headOf(method, label), draw: 'points', rows: range.ladder });
  return described({
    key: 'passport',
    name: `passport-${ids.join('-')}`,
    title: 'Its test problem: error at the end against the step',
    x: logAxis('step, in radians that the body turns'),
    y: logAxis('distance from the true state'),
    order: typeof order === 'number' ? order : 0,
    columns: ['radians a step', 'error'],
    series: list.map(seriesOf),
    command: `polhode check ${ids.join(' ')}`,
  });
}
