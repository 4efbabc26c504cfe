// SPDX-License-Identifier: MIT
// Answers of the program as pages: runs, recommendations, property reports; dropped, or in the page.
'use strict';

let dropped = []; // {name, json}

/// The momentum of a run in its body's principal axes, with the sphere and the ellipsoid of the energy where it is
/// largest; drag turns it.
function polhodeOf({ json }) {
  const { inertia, axes } = Object(json.body);
  if (!axes || !inertia.every(I => I > 0) || !('momentum' in Object(json.trajectory[0]))) return null;
  const states = json.trajectory.map(row => ({ Pi: rotated(inverse4(axes), row.momentum) })),
    body = { I: inertia, Pi: states.reduce((most, s) => (size3(s.Pi) > size3(most.Pi) ? s : most)).Pi },
    view = [...FROM_SIDE],
    canvas = turnable(SPHERE_OF_MOMENTUM, 320, view, () => draw());
  const draw = () => {
    const colours = coloursOf();
    drawSphere(penOf(canvas, 320), 320, view, body, states, states.at(-1), null, colours.blue, colours);
  };
  draw();
  const node = html`<figure class="player"><figcaption>The angular momentum in the principal axes, with its sphere and
    the ellipsoid of the energy where it is largest. Drag to turn.</figcaption>${canvas}</figure>`;
  node.redraw = draw; // in the colours of another theme
  return node;
}

/// The colours of components, which are those of the player's faces.
const PARTS = { 1: 'blue', 2: 'orange', 3: 'green', w: 'black', x: 'blue', y: 'orange', z: 'green', energy: 'black' };
/// The plots of runs' trajectories: their momenta or their directors, their energies; `whole` also attitudes, rates and
/// momenta in space, of a prescribed rate the attitude alone; of two runs the difference, at the times that both have.
function runPanels(runs, vector, whole) {
  if (!runs.length) return [];
  const { units = {} } = runs[0].json,
    inUnit = (what, key) => what + (units[key] ? ` (${units[key]})` : '');
  const spec = (key, title, label, columns, series) =>
    described({
      key: `${vector}-${key}`,
      command: 'polhode run SPEC.json -o RUN.json',
      title,
      x: { label: inUnit('t', 'time') },
      y: { label },
      columns,
      digits: 6,
      series: series.map(s => ({ ...s, draw: 'line' })),
    });
  const linesOf = ({ name, json }, n, pick, parts) =>
    parts.map((part, k) => ({
      ...headOf(json.method, (runs.length > 1 ? `${name}: ` : '') + part),
      ...(runs.length > 1 ? {} : { style: { ...style(json.method), color: `var(--${PARTS[part]})` } }),
      dash: ['-', '--', ':', '-.'][parts.length > 3 ? k : (k + n) % 3],
      rows: json.trajectory.map(row => [row.t, pick(row, json)[k], part, name]),
    }));
  const lines = (key, title, label, pick, parts = ['1', '2', '3']) =>
    spec(key, title, label, ['t', label, 'part', 'file'], runs.flatMap((r, n) => linesOf(r, n, pick, parts)));
  const has = key => whole && runs.every(r => key in r.json.trajectory[0]),
    ofBody = runs.every(r => 'attitude' in Object(r.json.trajectory[0])),
    title = vector !== 'momentum' ? 'Director' : ofBody ? 'Angular momentum in the body' : 'Momentum',
    energy = (row, json) => [row.energy - json.trajectory[0].energy],
    quaternion = row => row.attitude.quaternion;
  const [a, b] = runs.map(r => new Map(r.json.trajectory.map(row => [row.t.toPrecision(9), row]))),
    distance = (p, q) => Math.hypot(...p[vector].map((v, k) => v - q[vector][k])),
    off = runs.length === 2 ? [...a].filter(([t]) => b.has(t)).map(([t, row]) => [row.t, distance(row, b.get(t))]) : [];
  const difference = () => ({ ...headOf(runs[1].json.method, `${runs[0].name} − ${runs[1].name}`), rows: off });
  return [
    vector !== 'attitude' && lines('run', title, inUnit(vector, vector), row => row[vector]),
    has('attitude') && lines('attitude', 'Attitude', 'quaternion', quaternion, ['w', 'x', 'y', 'z']),
    has('angular_velocity') &&
      lines('rate', 'Angular velocity in the body', inUnit('angular velocity', 'rate'), row => row.angular_velocity),
    has('spatial_momentum') &&
      lines('space', 'Angular momentum in space', inUnit('momentum', 'momentum'), row => row.spatial_momentum),
    vector !== 'attitude' && lines('energy', 'Energy', inUnit('H − H₀', 'energy'), energy, ['energy']),
    off.length > 1 &&
      spec('difference', 'Difference', `|difference of the ${vector}|`, ['t', 'difference'], [difference()]),
  ].filter(Boolean);
}

/// The errors of all methods that were tried against their work.
function recommendationSpec(json) {
  const kind = Object.keys(json.target)[0] || 'attitude', // a given step needs no target
    error = `error of the ${{ momentum: 'angular momentum' }[kind] || kind}`,
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
  return described({
    key: 'recommendation',
    command: ['polhode recommend', json.spec || 'SPEC.json', ...flags, ...rate].join(' '),
    title: capital(`${json.problem}: error against work`),
    wide: true,
    front: true,
    target: json.target[kind],
    named,
    star: json.best?.method && json.best.errors[kind] > 0 ? { x: cost(json.best), y: json.best.errors[kind] } : null,
    x: logAxis('time in µs per unit of time'),
    y: logAxis(error),
    columns: ['µs per unit of time', 'error', 'steps', 'h', 'energy error'],
    series: series.filter(s => s.rows.length).sort((a, b) => b.faint - a.faint),
  });
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
    h = `h = ${show(Math.max(...all.map(Math.abs)) * Math.sign(all[0]), 5)} ${units.time || ''}`.trim();
  return rate ? h : `${many(best.steps, 'step')} of ${all.length > 1 ? 'at most ' : ''}${h}`;
}
const noneText = ({ methods, rate, statistics, why }) =>
  statistics
    ? why[0]
    : methods.some(m => m.outcome === 'undecided')
      ? 'No method is known to meet the tolerance within the time limit.'
      : `No method meets the tolerance ${rate ? 'with this step' : 'in double precision'}.`;

/// A recommendation: what to use, the motion, why, what all methods cost, the program to paste, and every method with its reason.
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
  const costs = ['µs per unit of time', 'torque evaluations per unit of time'],
    columns = ['method', 'steps', 'h', 'attitude', 'momentum', 'energy', ...costs],
    truth = json.reference && `${json.reference.kind} reference. Errors are the largest over the run`,
    over = truth && `, about ${show(json.radians)} radians; ${truth}`,
    use = best ? ['Use ', methodLink(best.method), ` with ${stepsText(json, best)}.`] : noneText(json),
    others = table(['method', 'why not'], refused, { label: 'not recommended' });
  return html`
    <h1>Which method for ${name}</h1>
    <p class="lead answer">${use}</p>
    ${states.length > 1 && html`<section class="turning"><h2>See it turn</h2>${player().node}</section>`}
    <ul class="why">${why.map(line => html`<li>${line.trim()}</li>`)}</ul>
    <p class="where">${capital(json.problem)} over a time of ${show(json.time)}${over}.</p>
    ${
      json.methods.some(m => (m.points || []).length) &&
      part(
        'All tried methods',
        plotsOf([recommendationSpec(json)]),
        reading(html`of the points at one height, the leftmost is the cheapest. Dashed: the tolerance. Ringed: the
          recommendation. Faint: all methods except the eight cheapest that meet the tolerance.`),
      )
    }
    ${json.program && part('The program', note('It needs the installed headers, no library.'), copied(json.program))}
    <h2>Methods that meet the tolerance</h2>
    ${table(columns, rows, { label: 'methods that meet the tolerance', class: 'ranked' }) || html`<p>None.</p>`}
    ${part('Not recommended', others)}`;
}

const targetText = target => Object.entries(target).map(([kind, x]) => `${kind} ${show(x)}`).join(', ');

/// What a file may be: the command that wrote it and what it must have.
const ACCEPTED = {
  'polhode/run/1': ['run', 'method', 'steps', 'status', 'final'],
  'polhode/recommendation/1': ['recommend', 'target', 'methods', 'why'],
  'polhode/recommendations/1': ['recommend', 'recommendations'],
  'polhode/passport/1': ['check', 'method'],
  'polhode/passports/1': ['check', 'passports'],
  'polhode/shard/1': ['sweep', 'spec', 'result'],
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
  const { name } = f;
  if (place >= MOST_FILES) return { name, error: `${MOST_FILES} files are shown already` };
  let error = 'no JSON';
  try {
    const json = JSON.parse(await f.text());
    error = wrongWith(json);
    if (error) return { name, error };
    error = 'a part of it is missing or broken';
    const answer = one => ({ name: `${name}, ${targetText(one.target)}`, json: one }),
      parts = json.recommendations?.map(answer) || [{ name, json }];
    for (const part of parts) (shownFile(part), trialsOf([part]), trajectories([part]));
    return parts;
  } catch {
    return { name, error };
  }
}

const kindOf = file => file.json && ACCEPTED[file.json.schema][0],
  passportsOf = file => (kindOf(file) === 'check' ? file.json.passports || [file.json] : []);

/// The trials of all property reports in one plot.
const trialsOf = files => {
  const trials = files.flatMap(passportsOf).filter(p => p.range?.ladder);
  return trials.length > 0 && plotsOf([passportSpec(...trials)]);
};

/// The state at the end of a run, in words.
const endOf = ({ final }) =>
  Object.entries(final || {}).map(([key, value]) => {
    const { quaternion } = Object(value),
      numbers = [quaternion || value].flat().map(x => show(x, 6));
    return [words(key) + (quaternion ? ', quaternion' : ''), numbers.join(', ')];
  });

function shownFile(file) {
  const kind = kindOf(file),
    { json } = file;
  if (!kind)
    return html`<p class="not-reproduced">${file.name}: ${file.error}; accepted: JSON of polhode run, recommend, check
      or sweep.</p>`;
  if (kind === 'recommend') return recommendation(file);
  if (kind === 'sweep') return [html`<h2>${json.spec.title || file.name}</h2>`, populationView(json)];
  if (kind === 'check') return passportsOf(file).map(p => [html`<h2>${p.label || p.method}</h2>`, passportTables(p)]);
  const h = [json.h].flat().map(h => show(h));
  return [
    html`<h2>${file.name}</h2>`,
    html`<p>${json.method}, ${json.steps} steps of h = ${h.join(', ')}${json.units?.time && ' ' + json.units.time}:
      ${json.status}${json.reason && ', ' + json.reason}.</p>`,
    table(['at the end', ''], endOf(json), { fixed: true, label: 'state at the end' }),
    !json.trajectory && note('It has no trajectory; "every" in the spec adds one.'),
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
    <p class="lead">Drop the output of ${code('polhode run')}, ${code('recommend --json')}, ${code('check --json')},
      or ${code('sweep')} (its result.json) anywhere on this page; runs and checks are drawn together, and the
      difference of two runs. Your browser reads the file and sends it nowhere.</p>
    <label class="choose">or choose <input type="file" multiple accept=".json"
      change=${e => take(e.target.files)}></label>
    ${trialsOf(dropped)}
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
