// SPDX-License-Identifier: MIT
// Bodies that turn on pages: those of problems, and the one that a reader throws.
'use strict';

/// The body of a problem, if the player knows its torque.
function bodyOf(p) {
  const of = new Map(p?.data.map(d => [d.name, d.value])),
    [I, Pi, q, moment, field] = ['I', 'Π(0)', 'R(0), quaternion', 'μ (body)', 'f (space)'].map(name => of.get(name));
  if (!Array.isArray(I) || !Pi || !q) return null;
  if (p.kind === 'free body') return { I, Pi, q };
  return moment && field ? { I, Pi, q, moment, field } : null;
}
/// A player of a body, or nothing.
function turning(body, ids, { h, n = 400, autoplay } = {}) {
  if (!body) return null;
  const step = h || Number((0.33 / size3(velocity(body, body.Pi))).toPrecision(2)), // a third of a radian
    chosen = ids || (isFree(body) ? ['exact', 'mr', 'imid', 'rk4'] : ['sej', 'mr', 'akw', 'rk4']), // of four colours
    { node } = new Player({ body, h: step, n, methods: chosen.map(known) }, { autoplay }),
    it = link(throwPlace(body, step, n, chosen), 'Throw it yourself');
  return html`<section class="turning"><h2>See it turn</h2>${node}${
    impossible(body.I)
      ? note(sentence(`The paper uses this body, but ${impossible(body.I)}`))
      : html`<p>${it}: other moments, another angular momentum, another step.</p>`
  }</section>`;
}

/// A body thrown about its middle axis, which turns over.
const MIDDLE = { I: [1, 2, 3], Pi: [0.02, 2, 0.02], q: [1, 0, 0, 0] };

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
    I: numbers('I', [...MIDDLE.I], v => v.every(x => x > 0) && !impossible(v)),
    Pi: numbers('Pi', [...MIDDLE.Pi]),
    q: unit4(numbers('q', MIDDLE.q, v => Math.hypot(...v) > 0)),
    moment: numbers('moment', [0, 0, 0]),
    field: numbers('field', [0, 0, 1]),
  };
  const [h] = numbers('h', [1.2], ([x]) => x !== 0),
    n = clamped(Math.round(numbers('n', [400])[0]), 1, MOST_STATES);
  return { body, h, n, ids: ids.length ? ids : ['exact', 'mr', 'rk4'] };
}

/// Bodies that part the methods, each with what to expect, what to try, and why.
const presets = () => [
  [
    'Tennis racket',
    'I=1,2,3&Pi=0.02,2,0.02&h=1.2&n=100&of=exact,mr,rk4',
    html`Thrown about its middle axis, it turns over again and again. Which method turns over at the right times, and
      which loses energy?`,
    html`The middle axis is unstable. The energy error of MR stays bounded, but MR leaves the polhode and turns over at
      other times; RK4 loses energy in the long run. With half the step, RK4 follows the exact motion.`,
  ],
  [
    'Wing nut',
    'I=0.8,1.6,1.9&Pi=0.02,1.6,0.02&h=0.6&n=200&of=exact,mr,rk4',
    html`It spins off its screw and turns over in flight. Move the angular momentum from axis 2 to axis 3: does it still
      turn over?`,
    html`No. Spins about the largest and the smallest moment are stable, and every method follows them; about the middle
      one they are not. This is the Dzhanibekov effect.`,
  ],
  [
    'Heavy top',
    'I=1,1,0.6&Pi=0.2,0,4&q=0.95,0.3,0,0&moment=0,0,1.5&field=0,0,1&h=0.5&n=200&of=sej,mr,rk4',
    'It precesses instead of falling. Which method lets it fall?',
    html`RK4. The spin turns the top by three radians in a step, which RK4 cannot resolve. SEJ solves the spin exactly
      and applies gravity between the steps.`,
  ],
  [
    'Game object',
    'I=1,2,3&Pi=0.2,20,0.2&h=0.01666667&n=300&of=exact,semi-implicit-euler,semi-implicit-euler-no-gyro,catto,imidm',
    html`Five seconds in a game at 60 Hz. Which update speeds the body up, which slows it down, and with which does it
      never turn over?`,
    html`Semi-implicit Euler (SIE) gains energy, the implicit gyroscopic term of Catto loses it, and without the
      gyroscopic term the body never turns over. With the same step, IMIDM follows the exact motion.`,
  ],
  [
    'CubeSat',
    'I=0.002,0.0021,0.0011&Pi=0.0001,0.0002,0.00002&h=10&n=400&of=exact,mr,rk4',
    'A small satellite tumbles after its release; a step is 10 seconds. Which energy error grows?',
    html`The energy error of RK4 grows in proportion to time; the error of MR oscillates. For this whole throw RK4 is
      still the better one: its attitude ends 0.30 rad off, that of MR 2.5 rad. After about 2000 steps neither is.
      Without torque, the exact solution reaches any time in one step.`,
  ],
  [
    'Toutatis',
    'I=1,3.09,3.22&Pi=1.1,1.9,0.6&h=1&n=200&of=exact,mr,rk4',
    'This asteroid tumbles about its long axis. Does it ever return to an attitude?',
    html`Not exactly: the angular momentum is periodic in the body, but the attitude has a second period, and the two
      have no common multiple.`,
  ],
];

function throwPage() {
  const at = thrownHere(),
    { body } = at,
    given = (state.rest.get('I') || '').split(',').map(Number),
    wrong = given.length === 3 && given.every(x => x > 0) && impossible(given),
    refused = html`<p class="note" role="status">${wrong && sentence(`${wrong}; it is not thrown`)}</p>`;
  const moves = id => isFree(body) || methods.get(id).serves.includes('body with torque');
  const make = () => ({
    ...at,
    body: structuredClone(body), // it is computed while sliders move
    methods: at.ids.filter(moves).map(known),
  });
  const player = new Player(make());
  const changed = () => {
    refused.textContent = impossible(body.I) ? sentence(`${impossible(body.I)}; the last possible body is shown`) : '';
    if (refused.textContent) return;
    state.rest = new URLSearchParams(throwPlace(body, at.h, at.n, at.ids).split('?')[1]);
    writeFragment();
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
    return html`<label class="slide"><span>${label}</span><input type="range" min=${lo} max=${hi} step=${step}
      value=${value} aria-label=${label} input=${input}>${said}</label>`;
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
    html`<div>${link('throw?' + place, name)}: ${question}${' '}
      <details><summary>Why</summary><span>${why}</span></details></div>`;
  const reach = v => 1.5 * Math.max(...v.map(Math.abs), 1e-3),
    [inertia, momentum] = [reach(body.I), reach(body.Pi)],
    gravity = Math.max(reach(body.moment), 5),
    axes = [0, 1, 2];
  return html`
    <h1>Throw it yourself</h1>
    <p class="lead">Choose a body, predict what it does, then throw it: each method moves the same body beside the exact
      motion. The throw is in the address.</p>
    <div class="presets">${presets().map(preset)}</div>
    ${[refused, player.node]}
    <div class="sliders">
      ${axes.map(k => slider(`moment I${k + 1}`, body.I[k], inertia / 100, inertia, x => (body.I[k] = x)))}
      ${axes.map(k => slider(`angular momentum Π${k + 1}`, body.Pi[k], -momentum, momentum, x => (body.Pi[k] = x)))}
      ${slider('gravity', body.moment[2], 0, gravity, x => (body.moment[2] = x))}
      ${slider('step h', at.h, Math.abs(at.h) / 10, Math.abs(at.h) * 4, x => (at.h = x))}
    </div>
    <div class="buttons" role="group" aria-label="Methods">${buttons}</div>
    ${note(html`The exact solution holds without torque; with gravity, errors are measured against RK4 with a much
      smaller step.`)}`;
}
