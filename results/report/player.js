// SPDX-License-Identifier: MIT
// A body that turns: integrators of the library, and a player that shows their motions side by side with the exact one.
'use strict';

// --- vectors and quaternions (w, x, y, z; body to space) -------------------------------------------------------------

const cross3 = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const inner = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);
const add3 = (a, b, s = 1) => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
const size3 = a => Math.hypot(...a);
const times4 = (p, q) => [
  p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
  p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
  p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
  p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
];
const inverse4 = q => [q[0], -q[1], -q[2], -q[3]];
const unit4 = q => q.map(x => x / Math.hypot(...q));
const rotated = (q, v) => {
  const t = cross3(q.slice(1), v).map(x => 2 * x);
  return add3(add3(v, t, q[0]), cross3(q.slice(1), t));
};
/// The angle between two attitudes.
const angleBetween = (p, q) => {
  const r = times4(inverse4(p), q);
  return 2 * Math.atan2(size3(r.slice(1)), Math.abs(r[0]));
};

// --- bodies ----------------------------------------------------------------------------------------------------------
// {I: principal moments, Pi: body momentum, q: attitude, moment, field}: V = moment . R^T field

const isFree = body => !body.moment || size3(body.moment) === 0;
const velocity = (body, Pi) => Pi.map((x, k) => x / body.I[k]);
const fieldOf = body => body.field || [0, 0, 1];
const potential = (body, q) => (isFree(body) ? 0 : inner(body.moment, rotated(inverse4(unit4(q)), fieldOf(body))));
const energy = (body, { Pi, q }) => inner(Pi, velocity(body, Pi)) / 2 + potential(body, q);
/// Attitude and energy of a state that are off: the energy relative to the kinetic one of the start, the attitude in
/// radians.
function errorsOf(body, state, truth) {
  const E0 = energy(body, body),
    K0 = E0 - potential(body, body.q);
  return [(energy(body, state) - E0) / (K0 || 1), angleBetween(unit4(state.q), unit4(truth.q))];
}

// --- integrators: those of the library, player/player.cpp in WebAssembly, bit for bit --------------------------------

let wasm = null,
  PLAYABLE = []; // by their ids
/// When they can be called.
const integrators = (async () => {
  if (typeof INTEGRATORS === 'undefined') return; // on the site a part, of pages with a player
  const zipped = new Blob([Uint8Array.from(atob(INTEGRATORS), c => c.charCodeAt(0))]),
    bytes = await new Response(zipped.stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer(),
    noFiles = new Proxy({}, { get: () => () => 0 }), // the C library would close them
    { instance } = await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1: noFiles });
  wasm = instance.exports;
  const text = new Uint8Array(wasm.memory.buffer, wasm.ids());
  PLAYABLE = String.fromCharCode(...text.slice(0, text.indexOf(0))).trim().split(' ');
})();

/// States at the start and after each of n times h, which a method takes in some steps. It yields after each, and one
/// motion is to end before the next begins.
function* moving(body, method, h, n, steps = 1) {
  const view = () => new Float64Array(wasm.memory.buffer, wasm.body(), 16), // memory that grows is another buffer
    move = count => wasm.move(PLAYABLE.indexOf(method), h / steps, count),
    out = [{ Pi: body.Pi, q: body.q }];
  view().set([...body.I, ...body.Pi, ...body.q, ...(body.moment || [0, 0, 0]), ...fieldOf(body)]);
  move(0);
  while (out.length <= n) {
    move(steps);
    const at = view();
    out.push({ Pi: [at[3], at[4], at[5]], q: [at[6], at[7], at[8], at[9]] });
    yield;
  }
  return out;
}
/// The same at once.
function motion(...thrown) {
  const work = moving(...thrown);
  for (let now; ; ) if ((now = work.next()).done) return now.value;
}

const BUDGET = 8; // ms of a frame for what is computed, so that it is drawn in time, too
const works = []; // generators
/// Computes a while in each frame, one work after the other.
function computing() {
  for (const end = performance.now() + BUDGET; works.length; )
    if (works[0].next().done) works.shift();
    else if (performance.now() > end) return void requestAnimationFrame(computing);
}

// --- pictures --------------------------------------------------------------------------------------------------------

const between4 = (p, q, s) => unit4(p.map((x, k) => x * (1 - s) + q[k] * s * (inner(p, q) < 0 ? -1 : 1)));

/// Half sides of the box of even density that has these moments; a body that cannot be one gets thin sides.
function boxOf(I) {
  const squares = [0, 1, 2].map(k => I[(k + 1) % 3] + I[(k + 2) % 3] - I[k]),
    most = Math.max(...squares);
  return squares.map(s => Math.sqrt(Math.max(s, 0.02 * most) / most));
}

/// Why no body has these moments, or nothing: each is at most the sum of the other two.
function impossible(I) {
  const k = I.indexOf(Math.max(...I)),
    others = I[(k + 1) % 3] + I[(k + 2) % 3];
  return I[k] > others * (1 + 1e-12)
    ? `no body has these moments: I${k + 1} = ${show(I[k])} is larger than the sum of the other two, ${show(others)}`
    : '';
}

/// The pen of a canvas of that many pixels of the page, on a clean sheet.
function penOf(canvas, wide, high = wide) {
  const ratio = devicePixelRatio || 1, // may be 2.625
    c = canvas.getContext('2d');
  // both sides: a canvas is made 300 wide and 150 high, so its width may be right already
  if (canvas.width !== Math.round(wide * ratio) || canvas.height !== Math.round(high * ratio))
    Object.assign(canvas, { width: Math.round(wide * ratio), height: Math.round(high * ratio) });
  c.setTransform(ratio, 0, 0, ratio, 0, 0);
  c.clearRect(0, 0, wide, high);
  c.font = '11px system-ui, sans-serif';
  return c;
}
/// A square canvas of what a view shows, which dragging turns.
function turnable(what, side, view, draw) {
  const turn = e => {
    if (!e.target.hasPointerCapture(e.pointerId)) return;
    Object.assign(view, turned(view, -0.01 * e.movementX, 0.01 * e.movementY));
    draw();
  };
  return html`<canvas role="img" aria-label=${what} style="width: ${side}px; height: ${side}px"
    pointerdown=${e => e.target.setPointerCapture(e.pointerId)} pointermove=${turn}></canvas>`;
}

/// A line, which breaks where a point is missing; or a face, whose opacity is of what fills it.
function line(c, points, { colour = c.strokeStyle, width = c.lineWidth, fill, opacity = 1 } = {}) {
  Object.assign(c, { strokeStyle: colour, lineWidth: width, fillStyle: fill || c.fillStyle, globalAlpha: opacity });
  c.beginPath();
  points.forEach((p, i) => p && (points[i - 1] ? c.lineTo(p[0], p[1]) : c.moveTo(p[0], p[1])));
  if (fill) (c.closePath(), c.fill(), (c.globalAlpha = 1));
  c.stroke();
  c.globalAlpha = 1;
}
function dot(c, [x, y], radius, colour, edge) {
  c.fillStyle = colour;
  c.beginPath();
  c.arc(x, y, radius, 0, 7);
  c.fill();
  if (edge) ((c.strokeStyle = edge), c.stroke());
}
/// The vector with these entries, as {0: 1, 2: -1}.
const vector = entries => [0, 1, 2].map(k => entries[k] || 0);
const AXES = [[0, 1, 2], [1, 2, 0], [2, 0, 1]];
const CORNERS = [[-1, -1], [1, -1], [1, 1], [-1, 1]];

const GRAVITY = 0.55; // from the pivot to the centre of a body in gravity, in half its longest side

/// The body at an attitude, with its angular momentum as an arrow in space; dashed, where the exact body is. In gravity
/// it turns about its pivot, and an arrow says where it is pulled.
function drawBody(c, size, view, body, { Pi, q }, exact, colours) {
  const free = isFree(body),
    { ink, quiet, back } = colours,
    at = camera(size, size, view, size * (free ? 0.33 : 0.25)),
    box = boxOf(body.I),
    arm = free ? [0, 0, 0] : body.moment.map(x => (GRAVITY * x) / size3(body.moment)),
    corner = (q, entries) => at(rotated(q, add3(vector(entries).map((x, k) => x * box[k]), arm)));
  const p = rotated(q, Pi),
    tip = at(p.map(x => (1.35 * x) / (size3(p) || 1)));
  const arrow = () => {
    line(c, [at([0, 0, 0]), tip], { colour: ink, width: 1.6 });
    dot(c, tip, 3, ink);
  };
  if (tip[2] < 0) arrow();
  for (const [k, i, j] of AXES)
    for (const side of [-1, 1]) {
      const corners = CORNERS.map(([a, b]) => corner(q, { [k]: side, [i]: a, [j]: b })),
        depth = at(rotated(q, vector({ [k]: side })))[2];
      if (!(depth > 0)) continue;
      const fill = [colours.blue, colours.orange, colours.green][k];
      line(c, corners, { colour: ink, width: 1, fill, opacity: 0.35 + 0.6 * depth });
      if (side < 0) continue;
      // one of two like faces has a spot, so that a flip is seen
      dot(c, [0, 1].map(m => corners.reduce((sum, p) => sum + p[m], 0) / 4), 3.5, back, ink);
    }
  if (tip[2] >= 0) arrow();
  if (exact) {
    c.setLineDash([4, 3]);
    for (const [k, i, j] of AXES)
      for (const [a, b] of CORNERS)
        line(c, [-1, 1].map(side => corner(exact, { [k]: side, [i]: a, [j]: b })), { colour: quiet, width: 1 });
    c.setLineDash([]);
  }
  if (free) return;
  const field = fieldOf(body),
    [x, y] = at([0, 0, 0]),
    [dx, dy] = at(field.map(v => -v / size3(field))).map((v, k) => (v - [x, y, 0][k]) * 0.9),
    [fx, fy] = [18, size / 2 - dy / 2];
  c.fillStyle = ink;
  c.fillRect(x - 3.5, y - 3.5, 7, 7);
  line(c, [[fx, fy], [fx + dx, fy + dy]], { colour: quiet, width: 1 });
  dot(c, [fx + dx, fy + dy], 3, quiet);
  c.fillText('gravity', fx - 14, fy - 5);
}

/// What becomes of the errors: energy and attitude of every run over the steps, with the names of the methods where their curves
/// end, and where the picture is.
function drawErrors(c, wide, high, runs, n, now, colourOf, colours) {
  const half = high / 2,
    room = 14 + Math.max(...runs.map(r => c.measureText(r.label).width)),
    across = share => 4 + (wide - room) * share;
  ['energy error', 'attitude error'].forEach((name, k) => {
    const all = runs.map(r => r.errors.map(e => e[k])),
      most = Math.max(...all.flat().filter(Number.isFinite).map(Math.abs), 1e-12),
      capped = Math.min(most, [1, Math.PI][k]),
      top = k * half + 14,
      tall = half - 20,
      zero = k ? top + tall : top + tall / 2,
      y = e => zero - (clamped(e, -capped, capped) / capped) * (k ? tall : tall / 2);
    line(c, [[across(0), zero], [across(1), zero]], { colour: colours.rule, width: 1 });
    runs.forEach((r, i) => {
      const end = all[i].findIndex(e => !Number.isFinite(e)),
        kept = end < 0 ? all[i] : all[i].slice(0, end);
      line(c, kept.map((e, m) => [across(m / (all[i].length - 1)), y(e)]), { colour: colourOf(r), width: 1.4 });
    });
    const names = runs.map((r, i) => ({ r, y: y(all[i].findLast(Number.isFinite)) + 4 }));
    spread(names, Math.min(11, tall / names.length), top + 6, top + tall + 6);
    for (const { r, y } of names) ((c.fillStyle = colourOf(r)), c.fillText(r.label, across(1) + 6, y));
    c.fillStyle = colours.quiet;
    c.fillText(`${name}, up to ${k ? `${show(capped, 2)} rad` : `${show(100 * capped, 2)} %`}`, across(0), k * half + 10);
  });
  line(c, [[across(now / n), 0], [across(now / n), high]], { colour: colours.ink });
}

const SPHERE_OF_MOMENTUM = 'sphere of angular momentum, energy ellipsoid and polhode';
/// The sphere of the momentum in the body's axes, the ellipsoid of its energy, and the polhode on both.
function drawSphere(c, size, view, body, states, now, exact, colour, { rule, soft, quiet }) {
  const G = size3(body.Pi) || 1,
    kinetic = inner(body.Pi, velocity(body, body.Pi)),
    semi = body.I.map(I => Math.sqrt(kinetic * I) / G),
    scaled = size * Math.min(0.34, 0.46 / Math.max(...semi)), // the ellipsoid may be longer than the sphere is wide
    at = camera(size, size, view, scaled),
    place = s => at(s.Pi.map(x => x / G));
  c.lineWidth = 1;
  dot(c, [size / 2, size / 2], scaled, soft, rule);
  for (const [, i, j] of AXES) {
    const turn = Array.from({ length: 61 }, (_, n) => (n * Math.PI) / 30);
    line(c, turn.map(a => at(vector({ [i]: semi[i] * Math.cos(a), [j]: semi[j] * Math.sin(a) }))), { colour: rule });
  }
  const trace = (list, colour, width) => {
    const places = list.map(place);
    for (const front of [false, true])
      line(c, places.map(p => p[2] > 0 === front && p), { colour, width, opacity: front ? 1 : 0.3 });
  };
  if (exact) trace(exact, quiet, 3);
  trace(states, colour, 1.5);
  dot(c, place(now), 4, colour);
  c.fillStyle = quiet;
  ['1', '2', '3'].forEach((name, k) => {
    const [x, y] = at(vector({ [k]: 1.16 }));
    c.fillText(name, x - 3, y + 4);
  });
}

// --- the player ------------------------------------------------------------------------------------------------------

const FINER = 20; // steps of the comparison in one of the run, where there is no exact motion
const SEEN = 0.5; // radians between two pictures; a step that turns farther is filled with the motion from its node
const MOST_STATES = 5000; // of a run, filled: what can be drawn 60 times a second
const FROM_SIDE = [0.6, 0.35];

/// thrown: {body, h, n, every, methods: [{id, label, style, states}]}. h is the time between two nodes, n their number,
/// and a method takes `every` steps between two; states that are given are not computed. Between nodes the picture is
/// interpolated.
class Player {
  constructor(thrown, { autoplay = false } = {}) {
    // as many side by side as there is room for
    const room = main.clientWidth - 50,
      size = clamped(Math.floor(room / thrown.methods.length) - 20, 150, 260);
    drawn.add('integrators');
    Object.assign(this, { size, at: 0, n: 0, runs: [], playing: false, view: [...FROM_SIDE] });
    const scrubbed = e => (this.play(false), this.show(Number(e.target.value)));
    this.playButton = button('▶ Play', 'play or pause (Space)', () => this.play(!this.playing));
    this.scrub = html`<input type="range" min="0" step="1" aria-label="step shown" input=${scrubbed}>`;
    this.clock = html`<output class="clock"></output>`;
    this.stages = html`<div class="stages"></div>`;
    this.curves = html`<canvas class="curves" role="img" aria-label="energy and attitude errors by step"></canvas>`;
    this.note = html`<p class="note"></p>`;
    this.node = html`<section class="player" tabindex="0" keydown=${e => this.key(e)}
      aria-label="Player. Space plays, arrows step, Home is the start, drag turns the view.">
      ${this.stages}
      <div class="player-tools">
        ${this.playButton}
        ${button('‹', 'one step back (left arrow)', () => this.step(-1))}
        ${button('›', 'one step on (right arrow)', () => this.step(1))}
        ${[this.scrub, this.clock]}
      </div>
      ${[this.curves, this.note]}
    </section>`;
    this.node.redraw = () => this.draw(); // in the colours of another theme
    this.plays = autoplay && !matchMedia('(prefers-reduced-motion: reduce)').matches; // as soon as it can
    this.throw(thrown);
  }
  key(e) {
    const acts = {
      ' ': () => this.play(!this.playing),
      ArrowRight: () => this.step(1),
      ArrowLeft: () => this.step(-1),
      Home: () => this.show(0),
    };
    if (e.target !== this.node || !acts[e.key]) return;
    acts[e.key]();
    e.preventDefault();
    e.stopPropagation();
  }

  throw(thrown) {
    if (!this.thrown && works.push(this.computed()) === 1) requestAnimationFrame(computing);
    this.thrown = thrown;
  }
  /// What is thrown, and then what was thrown last meanwhile.
  *computed() {
    if (!wasm) return void (this.note.textContent = 'This browser runs no WebAssembly, which computes motions.');
    for (let thrown; thrown !== this.thrown; ) yield* this.motions((thrown = this.thrown));
    this.thrown = null;
  }
  *motions({ body, h, n, every = 1, methods }) {
    const turned = size3(velocity(body, body.Pi)) * Math.abs(h),
      sub = clamped(Math.ceil(turned / SEEN), 1, Math.max(Math.floor(MOST_STATES / n), 1)),
      last = n * sub;
    const truth = (from, h, n, steps) =>
      isFree(body) ? moving(from, 'exact', h, n) : moving(from, 'rk4', h, n, FINER * steps);
    const isLost = s => isFree(body) && !(size3(s.Pi) < 2 * size3(body.Pi));
    function* filled(nodes) {
      if (sub === 1) return nodes;
      const all = [];
      for (const s of nodes.slice(0, n)) {
        const after = isLost(s) ? Array(sub).fill(s) : yield* truth({ ...body, ...s }, h / sub, sub, 1);
        all.push(...after.slice(0, sub));
      }
      return [...all, nodes[n]];
    }
    const stride = Math.max(Math.ceil(last / 800), 1); // what a curve can show
    const exact = yield* truth(body, h / sub, last, every);
    const runs = [],
      isNew = color => !runs.some(r => r.style.color === color);
    for (const given of methods) {
      const colours = [given.style.color, ...COLOURS.map(name => `var(--${name})`)],
        m = { ...given, style: { ...given.style, color: colours.find(isNew) || given.style.color } },
        states = m.id === 'exact' ? exact : yield* filled(m.states || (yield* moving(body, m.id, h, n, every))),
        drawn = states.map((s, i) => [s, exact[i]]).filter((_, i) => i % stride === 0 || i === last);
      runs.push({ ...m, states, errors: drawn.map(pair => errorsOf(body, ...pair)), ...this.stage(m) });
      yield;
    }
    Object.assign(this, { body, h: h / sub, n: last, sub, exact, runs });
    this.scrub.max = last;
    const computed = methods.some(m => m.states) ? '' : ', computed here',
      between = sub > 1 ? 'the motion from the last node' : 'interpolated';
    this.note.textContent =
      `${n * every} steps of h = ${show(h / every)}${computed}; between steps the picture is ${between}. ` +
      (isFree(body)
        ? 'Dashed: the exact body. Grey: the exact polhode. Errors are measured against the exact motion. '
        : `Dashed: the body by RK4 with a ${FINER * sub}th of the step, the reference for errors. ` +
          'The square is the pivot. ') +
      'The stick is the angular momentum, with a dot at its tip; a dot on a face tells it from the opposite one.';
    this.stages.replaceChildren(...this.runs.map(run => run.figure));
    this.show(Math.min(this.at, last));
    if (this.plays) this.play(true);
    this.plays = false;
  }

  /// What a run is shown on.
  stage({ id, label, style }) {
    const canvas = what => turnable(`${what} by ${label}`, this.size, this.view, () => this.draw()),
      [body, sphere] = ['the body', SPHERE_OF_MOMENTUM].map(canvas),
      said = html`<dl class="said"></dl>`;
    const figure = html`<figure class="stage" data-method=${id} style="width: ${this.size}px">
      <figcaption>${swatch(style)} ${label}</figcaption>${[body, sphere, said]}</figure>`;
    return { body, sphere, said, figure };
  }

  play(on) {
    if (on && this.at >= this.n) this.at = 0;
    const starts = on && !this.playing;
    this.playing = on;
    this.playButton.textContent = on ? '❚❚ Pause' : '▶ Play';
    if (!starts) return;
    let before = null;
    const frame = now => {
      if (!this.playing) return;
      if (before !== null && !this.node.isConnected) return void (this.playing = false);
      // about one radian a second
      const rate = 1 / Math.max(Math.abs(size3(velocity(this.body, this.body.Pi)) * this.h), 1e-9);
      if (before !== null) this.show(this.at + (1.5 * rate * Math.min(now - before, 100)) / 1000);
      before = now;
      if (this.at >= this.n) this.play(false);
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  /// To the next node, or the one before.
  step(sense) {
    this.play(false);
    this.show((sense > 0 ? Math.floor(this.at / this.sub) + 1 : Math.ceil(this.at / this.sub) - 1) * this.sub);
  }

  show(at) {
    this.at = clamped(at, 0, this.n);
    this.scrub.value = Math.floor(this.at);
    this.clock.textContent = `step ${Math.floor(this.at / this.sub)}, t = ${show(this.at * this.h)}`;
    this.draw();
  }

  draw() {
    if (!this.runs.length) return; // not yet
    const n = Math.floor(this.at),
      share = this.at - n,
      { size, view, body } = this,
      colours = coloursOf(),
      colourOf = run => colours[run.style.color.slice(6, -1)],
      attitude = states => between4(unit4(states[n].q), unit4(states[Math.min(n + 1, this.n)].q), share),
      truth = attitude(this.exact);
    for (const run of this.runs) {
      const node = run.states[n],
        next = run.states[Math.min(n + 1, this.n)],
        now = { q: attitude(run.states), Pi: node.Pi.map((x, k) => x * (1 - share) + next.Pi[k] * share) },
        trail = run.states.slice(0, n + 1),
        pen = penOf(run.sphere, size);
      drawBody(penOf(run.body, size), size, view, body, now, angleBetween(now.q, truth) > 0.02 ? truth : null, colours);
      drawSphere(pen, size, view, body, trail, now, isFree(body) ? this.exact : null, colourOf(run), colours);
      const [off, angle] = errorsOf(body, node, this.exact[n]).map(e => show(e, 2)),
        rows = node.Pi.every(Number.isFinite)
          ? { 'energy error': off, 'attitude error': angle + ' rad' }
          : { diverged: '' };
      run.said.replaceChildren(...Object.entries(rows).map(([k, v]) => html`<div><dt>${k}</dt><dd>${v}</dd></div>`));
    }
    const wide = this.curves.clientWidth || Math.min(main.clientWidth - 48, 720);
    drawErrors(penOf(this.curves, wide, 150), wide, 150, this.runs, this.n, this.at, colourOf, colours);
  }
}
