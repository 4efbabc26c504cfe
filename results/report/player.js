// SPDX-License-Identifier: MIT
// A body that turns: a few of the integrators in JavaScript, held to the C++ ones by report_test.mjs, and a player that
// shows their motions side by side with the exact one.
'use strict';

// --- vectors and quaternions (w, x, y, z; body to space) -------------------------------------------------------------

const cross3 = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot3 = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
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
/// exp of a rotation vector.
const turnBy = psi => {
  const angle = size3(psi),
    s = angle > 1e-9 ? Math.sin(angle / 2) / angle : 0.5;
  return [Math.cos(angle / 2), s * psi[0], s * psi[1], s * psi[2]];
};
/// The angle between two attitudes.
const angleBetween = (p, q) => {
  const r = times4(inverse4(p), q);
  return 2 * Math.atan2(size3(r.slice(1)), Math.abs(r[0]));
};

// --- bodies ----------------------------------------------------------------------------------------------------------
// {I: principal moments, Pi: body momentum, q: attitude, moment, field}: V = moment . R^T field, torque = R^T field x moment

const isFree = body => !body.moment || size3(body.moment) === 0;
const velocity = (body, Pi) => Pi.map((x, k) => x / body.I[k]);
const torque = (body, q) =>
  isFree(body) ? [0, 0, 0] : cross3(rotated(inverse4(q), body.field || [0, 0, 1]), body.moment);
const energy = (body, { Pi, q }) =>
  dot3(Pi, velocity(body, Pi)) / 2 +
  (isFree(body) ? 0 : dot3(body.moment, rotated(inverse4(unit4(q)), body.field || [0, 0, 1])));

// --- the exact free motion by theta functions (methods/family/theta.hpp has where the series come from) ----------------

/// C of odd(C) / even(C) = t, the inversion of a quotient of theta functions of nome sqrt(a).
function inverted(nome, t) {
  const a = nome * nome,
    e = y => 1 - 2 * a ** 2 + 2 * a ** 8 + (a - 4 * a ** 7) * y + a ** 6 * y * y,
    o = y => 1 - 3 * a ** 4 + (a ** 3 - 5 * a ** 11) * y + a ** 10 * y * y,
    t1 = t * (1 - 2 * a * a),
    z = a * t * t1;
  let C = t1 * (1 + z * (1 + 2 * z * (1 + 2.5 * z * (1 + 2.8 * z))));
  C -= C * a ** 3 * (C * C - 3 * a);
  for (let k = 0; k < 3; ++k) {
    const slope =
      1 - 3 * a ** 4 + 3 * (a ** 3 - 5 * a ** 11) * C * C - 2 * t * C * (a - 4 * a ** 7 + 2 * a ** 6 * C * C);
    C -= (C * o(C * C) - t * e(C * C)) / slope;
  }
  return C;
}
/// Even and odd parts of a theta series, Xi = 2 a cos of twice the argument.
const parts = (a, Xi) => [
  1 - a - a ** 3 + a ** 6 + a ** 10 + Xi * Xi * (a - a ** 4 - 3 * a ** 8) + a ** 6 * Xi ** 4,
  Xi * (-1 + a * a + 2 * a ** 5 - 2 * a ** 9) + Xi ** 3 * (-(a ** 3) + a ** 7),
];

/// t -> {Pi, dq}: the momentum at t and the attitude R(t) = R(0) dq of a free body that is at Pi when t = 0.
function exactFlow(I, Pi) {
  const order = [0, 1, 2].sort((i, j) => I[i] - I[j] || i - j),
    even = [order[0] * 9 + order[1] * 3 + order[2]].every(x =>
      [0 * 9 + 1 * 3 + 2, 1 * 9 + 2 * 3 + 0, 2 * 9 + 0 * 3 + 1].includes(x),
    );
  const constants = p => {
    const [I1, I2, I3] = p.map(k => I[k]);
    return {
      p,
      I1,
      I2,
      I3,
      c1: (I1 * (I3 - I2)) / (I2 * (I3 - I1)),
      c2: (I3 * (I2 - I1)) / (I2 * (I3 - I1)),
      d23: (I3 - I2) / (I2 * I3),
    };
  };
  const G = size3(Pi),
    steady = () => {
      const w = Pi.map((x, k) => x / I[k]);
      return t => ({ Pi, dq: turnBy(w.map(x => x * t)) });
    };
  if (!(I[order[2]] > I[order[0]]) || G === 0) return steady();
  const largest = constants(order),
    f = largest.c1 * Pi[order[2]] ** 2 - largest.c2 * Pi[order[0]] ** 2,
    g = f > 0 ? largest : constants([...order].reverse()),
    parity = f > 0 === even ? 1 : -1;
  const signOf = x => (x < 0 || Object.is(x, -0) ? -1 : 1),
    s1 = signOf(Pi[g.p[0]]),
    s3 = signOf(Pi[g.p[2]]),
    sign = [s1, s1 * s3 * parity, s3];
  const m1 = Math.abs(Pi[g.p[0]]),
    m2 = sign[1] * Pi[g.p[1]],
    m3 = Math.abs(Pi[g.p[2]]),
    { c1, c2 } = g;
  const A2 = m1 * m1 + c1 * m2 * m2,
    B2 = m3 * m3 + c2 * m2 * m2,
    least = 1e-280 * G * G;
  if (!(A2 > least && B2 > least && m1 * m1 + m3 * m3 > least)) return steady();
  const A = Math.sqrt(A2),
    B = Math.sqrt(B2),
    kp2 = Math.abs(f) / (c1 * B2),
    k2 = (c2 * A2) / (c1 * B2),
    nuc = g.d23 / Math.sqrt(c1);
  const orbit = { ...g, m1, m2, m3, A, B, G, kp2, k2, nuc };
  const at = kp2 >= (3 - 2 * Math.SQRT2) ** 2 ? standard(orbit) : complementary(orbit);
  const start = inverse4(at(0).z),
    place = v => {
      const out = [0, 0, 0];
      for (let j = 0; j < 3; ++j) out[g.p[j]] = sign[j] * v[j];
      return out;
    };
  return t => {
    const { m, z } = at(t),
      r = times4(start, z);
    return { Pi: place(m), dq: [r[0], ...place(r.slice(1))] };
  };
}

const pairToQuaternion = (ar, ai, br, bi, angle, N) => {
  const c = Math.cos(angle),
    s = Math.sin(angle),
    n = 1 / Math.sqrt(N);
  return [n * (ar * c - ai * s), -n * (br * s + bi * c), n * (br * c - bi * s), n * (ar * s + ai * c)];
};

function standard({ m1, m2, m3, A, B, G, kp2, k2, nuc, c1, I1, I3 }) {
  const kp = Math.sqrt(kp2),
    rp = Math.sqrt(kp),
    e = k2 / (2 * (1 + kp) * (1 + rp) ** 2),
    coefficients = [
      1, 2, 15, 150, 1707, 20910, 268616, 3567400, 48555069, 673458874, 9481557398, 135119529972, 1944997539623,
    ];
  const q = e * coefficients.reduceRight((sum, c) => sum * e ** 4 + c, 0),
    a = q * q;
  const C = inverted(q, (A * A + (k2 * B * B) / (1 + kp)) / (G + rp * B) ** 2),
    V = inverted(q, (m3 - rp * B) / (m3 + rp * B)),
    [Se, So] = parts(a, q * V);
  let [cw, sw] = [m1 * (Se + So), rp * Math.sqrt(c1) * m2 * (Se - So)];
  const w0 = Math.atan2(sw, cw);
  const al0 = 1 - q * C + q ** 6 * (C * C - 2 * a) - q ** 15 * C * (C * C - 3 * a);
  const b3 = q ** 3 * (C + q),
    b5 = q ** 10 * (C * C + q * C - a),
    b7 = q ** 21 * (C ** 3 + q * C * C - 2 * a * C - q ** 3),
    g3 = q ** 3 * (C - q),
    g5 = q ** 10 * (C * C - q * C - a),
    g7 = q ** 21 * (C ** 3 - q * C * C - 2 * a * C + q ** 3);
  const X = Math.sqrt(C + 2 * q),
    Y = ((A / (G + B)) * al0) / (1 - b3 + b5 - b7),
    B2 = q * X * Y,
    B4 = q ** 6 * X * Y * C,
    B6 = q ** 15 * X * Y * (C * C - a);
  const th3 = 1 + 2 * q + 2 * q ** 4 + 2 * q ** 9 + 2 * q ** 16,
    rate = (nuc * B) / th3 ** 2,
    lambda = 0.5 * (B / I3 + (A * A) / (I1 * (G + B))) - (2 * rate * (-B2 + 2 * B4 - 3 * B6)) / al0;
  const Sg = 1 + a + q ** 6 + q ** 12 + q ** 20,
    N0 = (al0 * al0 * 2 * G) / (G + B),
    M1 = (A * N0) / Sg,
    M2 = M1 / (Math.sqrt(c1) * rp),
    M3 = (B * N0) / th3;
  return t => {
    const w = w0 + rate * t,
      [c, s] = [Math.cos(w), Math.sin(w)],
      x = 1 - 2 * s * s,
      [E, O] = parts(a, 2 * a * x);
    const ar =
        1 -
        q * C * x +
        q ** 6 * (C * C - 2 * a) * (2 * x * x - 1) -
        q ** 15 * C * (C * C - 3 * a) * (4 * x ** 3 - 3 * x),
      ai = 2 * s * c * (-B2 + 2 * B4 * x - B6 * (4 * x * x - 1)),
      br = -Y * c * (1 - b3 * (2 * x - 1) + b5 * (4 * x * x - 2 * x - 1) - b7 * (8 * x ** 3 - 4 * x * x - 4 * x + 1)),
      bi = -X * s * (1 - g3 * (2 * x + 1) + g5 * (4 * x * x + 2 * x - 1) - g7 * (8 * x ** 3 + 4 * x * x - 4 * x - 1)),
      N = ar * ar + ai * ai + br * br + bi * bi;
    const cos = n => Math.cos(2 * n * w);
    return {
      m: [
        (M1 * c * (E - O)) / N,
        (M2 * s * (E + O)) / N,
        (M3 * (1 + 2 * q * x + 2 * q ** 4 * cos(2) + 2 * q ** 9 * cos(3) + 2 * q ** 16 * cos(4))) / N,
      ],
      z: pairToQuaternion(ar, ai, br, bi, lambda * t, N),
    };
  };
}

function complementary({ m1, m2, m3, A, B, G, kp2, nuc, c1, c2, d23, I2 }) {
  const kp = Math.sqrt(kp2),
    k = Math.sqrt(1 - kp2),
    rk = Math.sqrt(k),
    u2 = (1 + rk) ** 2,
    e = kp2 / (2 * (1 + k) * u2),
    qc = e * (1 + 2 * e ** 4),
    a = qc * qc,
    p = Math.sqrt(qc);
  const sdot = (nuc * B) / (1 + 2 * qc + 2 * qc ** 4) ** 2,
    half = p > 1e-300 ? -2 * Math.log(p) : Infinity; // 2 smax
  const de = Math.sqrt(1 - kp2 * c1),
    tt0 = (de - rk) / (de + rk),
    V = tt0 * (1 + a * tt0 * tt0 - 2 * a * a);
  let [c2chi, s2chi] = [Math.sqrt(c2) * (1 - a - qc * V), rk * Math.sqrt(c1) * (1 - a + qc * V)];
  const chi = Math.atan2(s2chi, c2chi) / 2;
  const harmonics = f => [0, 1, 2, 3].map(j => p ** (j * j) * f((2 * j + 1) * chi)),
    cn = harmonics(Math.cos),
    sn = harmonics(Math.sin);
  const lambda =
    G / (2 * I2) -
    0.5 * kp * B * d23 +
    (2 * sdot * (p * Math.sin(2 * chi) + 2 * p ** 4 * Math.sin(4 * chi) + 3 * p ** 9 * Math.sin(6 * chi))) /
      (1 + 2 * p * Math.cos(2 * chi) + 2 * p ** 4 * Math.cos(4 * chi) + 2 * p ** 9 * Math.cos(6 * chi));
  const al0 = 2 * (cn[0] + p * cn[1] + p * p * cn[2] + p ** 3 * cn[3]),
    N0 = (al0 * al0 * 2 * G) / (G + B),
    M1 = (A * N0) / (1 - 2 * p * p + 2 * p ** 8),
    M3 = (B * N0) / (1 + 2 * p * p + 2 * p ** 8),
    M2 = (A * N0) / (2 * Math.sqrt(c1) * rk * (1 + p ** 4 + p ** 12));
  // the phase at the start, without a logarithm of small differences
  const sine = (Math.sqrt(c1) * Math.abs(m2)) / A,
    g = (1 + k * sine * sine) / (m3 / B + (rk * m1) / A) ** 2,
    tt = (kp2 * g) / (1 + k),
    z = a * tt * tt,
    gg = 1 - 2 * a * a + z * (1 + 2 * z * (1 + 2.5 * z)),
    ch2 = (u2 * g * gg) / (1 + 2 * e ** 4),
    Xi = qc * tt * gg,
    ch = Math.sqrt(0.5 + ch2 / 2),
    th = (rk * sine * (1 - a + a * Xi * Xi + Xi * (1 - a * a))) / (1 - a + a * Xi * Xi - Xi * (1 - a * a)),
    s0 = Math.sign(m2) * Math.log(ch * (1 + th));
  return t => {
    const turns = Number.isFinite(half) ? Math.round((s0 + sdot * t) / half) : 0,
      s = s0 + Math.min(Math.max(sdot * t - (turns ? turns * half : 0), -690), 690),
      flip = turns % 2 ? -1 : 1,
      sg = s >= 0 ? 1 : -1,
      E = Math.max(Math.exp(-Math.abs(s)), p, 1e-300),
      F = p / E;
    let ar = 0,
      ai = 0,
      br = 0,
      bi = 0;
    for (let j = 0; j < 4; ++j) {
      const plus = F ** j * (1 + E ** (2 * j + 1)),
        minus = F ** j * (1 - E ** (2 * j + 1)),
        alternate = j % 2 ? -1 : 1;
      ar += cn[j] * plus;
      ai -= sg * sn[j] * minus;
      br -= alternate * sn[j] * plus;
      bi -= sg * alternate * cn[j] * minus;
    }
    const N = ar * ar + ai * ai + br * br + bi * bi;
    return {
      m: [
        (flip * M1 * E * ((1 - F) * (1 + F) - (p * E) ** 2 + p ** 4 * F ** 4 + p ** 8 * E ** 4)) / N,
        (flip * sg * M2 * (1 - E * E - (p * F) ** 2 * (1 - E ** 6) + p ** 8 * F ** 4 * (1 - E ** 10))) / N,
        (M3 * E * (1 + F * F + (p * E) ** 2 + p ** 4 * F ** 4 + p ** 8 * E ** 4)) / N,
      ],
      z: pairToQuaternion(ar, ai, flip * br, flip * bi, lambda * t - 2 * turns * chi, N),
    };
  };
}

// --- the integrators: (body, state, h) -> state ------------------------------------------------------------------------

/// K(h/2) D(h) K(h/2) about a free flow.
const strang =
  drift =>
  (body, { Pi, q }, h) => {
    const before = { Pi: add3(Pi, torque(body, q), h / 2), q },
      s = drift(body, before, h);
    return { Pi: add3(s.Pi, torque(body, s.q), h / 2), q: s.q };
  };

/// The free motion as turns about the principal axes, [axis, share of the step] one after the other.
const aboutAxes = turns => (body, { Pi, q }, h) => {
  for (const [a, share] of turns) {
    const psi = [0, 0, 0];
    psi[a] = (share * h * Pi[a]) / body.I[a];
    const r = turnBy(psi);
    ((Pi = rotated(inverse4(r), Pi)), (q = times4(q, r)));
  }
  return { Pi, q };
};

/// x with columns x = r, 3 x 3.
function solved3([a, b, c], r) {
  const det = dot3(a, cross3(b, c));
  return [dot3(r, cross3(b, c)) / det, dot3(a, cross3(r, c)) / det, dot3(a, cross3(b, r)) / det];
}
/// The columns of a linear map.
const columnsOf = f => [0, 1, 2].map(k => f([0, 1, 2].map(i => +(i === k))));

/// A step whose momentum x at its end solves x = end(x).Pi: Newton with differences as derivatives.
const implicit = equation => (body, s, h) => {
  const end = equation(body, s, h),
    residual = x => add3(x, end(x).Pi, -1);
  let x = add3(s.Pi, gyration(body, s.Pi, torque(body, s.q)), h);
  const size = size3(s.Pi) || 1;
  for (let n = 0; n < 40; ++n) {
    const r = residual(x),
      d = 1e-7 * size,
      step = solved3(
        columnsOf(e => add3(residual(add3(x, e, d)), r, -1).map(v => v / d)),
        r,
      );
    x = add3(x, step, -1);
    if (!(size3(step) > 4e-16 * size)) break;
  }
  return { Pi: x, q: end(x).q };
};
const mean3 = (a, b) => add3(a, b).map(x => x / 2);
/// exp(h I^-1 Pi)
const turned = (body, Pi, h) => turnBy(velocity(body, Pi).map(w => w * h));
/// Its Cayley map: the quaternion (1, h w/2), of length 1.
const cayley = (body, Pi, h) => unit4([1, ...velocity(body, Pi).map(w => (w * h) / 2)]);
/// Pi x w + T
const gyration = (body, Pi, T) => add3(cross3(Pi, velocity(body, Pi)), T);

/// The midpoint rule of Austin, Krishnaprasad and Wang, by a map from rotation vectors to rotations.
const midpointBy = map =>
  implicit((body, { Pi, q }, h) => x => {
    const m = mean3(Pi, x),
      end = times4(q, map(body, m, h));
    return { Pi: add3(Pi, gyration(body, m, mean3(torque(body, q), torque(body, end))), h), q: end };
  });
/// A half step with the rate of the start, and one with the rate of the end.
const twoHalves = (body, { Pi, q }, x, h) => {
  const turn = times4(turned(body, Pi, h / 2), turned(body, x, h / 2));
  return { turn, end: times4(q, turn) };
};
/// Engines: the momentum first, then the attitude with it.
const velocityFirst = (momentum, map) => (body, s, h) => {
  const Pi = momentum(body, s.Pi, torque(body, s.q), h);
  return { Pi, q: times4(s.q, map(body, Pi, h)) };
};
/// One iteration of Newton for the gyroscopic term of implicit Euler, from Pi.
const newtonGyro = (body, Pi, h) => {
  const w = velocity(body, Pi),
    N = columnsOf(e => {
      const Ie = e.map((x, k) => x * body.I[k]);
      return add3(Ie, add3(cross3(w, Ie), cross3(Pi, e), -1), h);
    });
  return solved3(N, cross3(Pi, w)).map((x, k) => h * x * body.I[k]);
};

const STEPS = {
  mr: strang(aboutAxes([[0, 0.5], [1, 0.5], [2, 1], [1, 0.5], [0, 0.5]])),
  'no-squish': strang(aboutAxes([[2, 0.5], [1, 0.5], [0, 1], [1, 0.5], [2, 0.5]])),
  sej: strang((body, { Pi, q }, h) => {
    const s = exactFlow(body.I, Pi)(h);
    return { Pi: s.Pi, q: times4(q, s.dq) };
  }),
  rk4: (body, { Pi, q }, h) => {
    const rate = y => {
      const p = y.slice(0, 3),
        r = y.slice(3),
        w = velocity(body, p);
      return [...add3(cross3(p, w), torque(body, unit4(r))), ...times4(r, [0, w[0] / 2, w[1] / 2, w[2] / 2])];
    };
    const y = [...Pi, ...q],
      ahead = (k, s) => y.map((v, i) => v + s * k[i]);
    const k1 = rate(y),
      k2 = rate(ahead(k1, h / 2)),
      k3 = rate(ahead(k2, h / 2)),
      k4 = rate(ahead(k3, h));
    const end = y.map((v, i) => v + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
    return { Pi: end.slice(0, 3), q: end.slice(3) };
  },
  imidm: (body, { Pi, q }, h) => {
    // the equation of IMIDM is of the momentum in the middle: half a step of the same form, and back
    const middle = implicit((body, s, h) => x => {
      const E = turned(body, x, h);
      return { Pi: add3(rotated(inverse4(E), s.Pi), torque(body, times4(s.q, E)), h), q: times4(s.q, E) };
    })(body, { Pi, q }, h / 2);
    const E = turned(body, middle.Pi, h / 2);
    return { Pi: rotated(inverse4(E), add3(middle.Pi, torque(body, middle.q), h / 2)), q: times4(middle.q, E) };
  },
  imid: implicit((body, { Pi, q }, h) => x => {
    const m = mean3(Pi, x);
    return { Pi: add3(Pi, gyration(body, m, torque(body, times4(q, turned(body, m, h / 2)))), h), q: times4(q, turned(body, m, h)) };
  }),
  trap: implicit((body, s, h) => x => {
    const { end } = twoHalves(body, s, x, h),
      rates = [gyration(body, s.Pi, torque(body, s.q)), gyration(body, x, torque(body, end))];
    return { Pi: add3(s.Pi, mean3(...rates), h), q: end };
  }),
  trapm: implicit((body, s, h) => x => {
    const { turn, end } = twoHalves(body, s, x, h),
      before = add3(s.Pi, torque(body, s.q), h / 2);
    return { Pi: add3(rotated(inverse4(turn), before), torque(body, end), h / 2), q: end };
  }),
  swc1: implicit((body, { Pi, q }, h) => x => {
    const m = mean3(Pi, x),
      half = turned(body, m, h / 2),
      kick = rotated(inverse4(half), torque(body, times4(q, half)));
    return { Pi: add3(rotated(inverse4(turned(body, m, h)), Pi), kick, h), q: times4(q, turned(body, m, h)) };
  }),
  akw: midpointBy(cayley),
  'midpoint-exp': midpointBy(turned),
  'forward-euler': (body, { Pi, q }, h) => ({
    Pi: add3(Pi, gyration(body, Pi, torque(body, q)), h),
    q: times4(q, turned(body, Pi, h)),
  }),
  'semi-implicit-euler': velocityFirst((body, Pi, T, h) => add3(Pi, gyration(body, Pi, T), h), turned),
  'semi-implicit-euler-no-gyro': velocityFirst((body, Pi, T, h) => add3(Pi, T, h), turned),
  catto: velocityFirst((body, Pi, T, h) => {
    const kicked = add3(Pi, T, h);
    return add3(kicked, newtonGyro(body, kicked, h));
  }, cayley),
  lacoursiere: velocityFirst((body, Pi, T, h) => {
    const w = solved3(
      columnsOf(e => add3(e.map((x, k) => x * body.I[k]), cross3(Pi, e), -h)),
      Pi,
    );
    return add3(w.map((x, k) => x * body.I[k]), T, h);
  }, cayley),
};

/// States at the ends of n steps and at the start. `exact` is the free motion without steps.
function motion(body, method, h, n) {
  const start = { Pi: body.Pi, q: body.q },
    out = [start];
  if (method === 'exact') {
    const flow = exactFlow(body.I, body.Pi);
    for (let i = 1; i <= n; ++i) {
      const s = flow(i * h);
      out.push({ Pi: s.Pi, q: times4(body.q, s.dq) });
    }
  } else for (let i = 0; i < n; ++i) out.push(STEPS[method](body, out[i], h));
  return out;
}

// --- pictures --------------------------------------------------------------------------------------------------------

const between4 = (p, q, s) => unit4(p.map((x, k) => x * (1 - s) + q[k] * s * (dot4(p, q) < 0 ? -1 : 1)));
const dot4 = (p, q) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];

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

/// A pinhole far away: space to pixels of a square canvas, and depth.
function camera(size, { azimuth, elevation }, scaled) {
  const [ca, sa, ce, se] = [Math.cos(azimuth), Math.sin(azimuth), Math.cos(elevation), Math.sin(elevation)];
  return ([x, y, z]) => [
    size / 2 + scaled * (-sa * x + ca * y),
    size / 2 - scaled * (-se * (ca * x + sa * y) + ce * z),
    ce * (ca * x + sa * y) + se * z,
  ];
}

function polyline(c, points, close) {
  c.beginPath();
  points.forEach(([x, y], i) => (i ? c.lineTo(x, y) : c.moveTo(x, y)));
  if (close) c.closePath();
}

const FACES = [0, 1, 2].flatMap(k => [-1, 1].map(side => ({ k, side })));

const GRAVITY = 0.55; // from the pivot to the centre of a body in gravity, in half its longest side

/// The body at an attitude, with its angular momentum as an arrow in space; dashed, where the exact body is. In gravity it
/// turns about its pivot, and an arrow says where it is pulled.
function drawBody(c, size, view, body, { Pi, q }, exact, colours) {
  c.clearRect(0, 0, size, size);
  const free = isFree(body),
    at = camera(size, view, size * (free ? 0.33 : 0.25)),
    box = boxOf(body.I),
    arm = free ? [0, 0, 0] : body.moment.map(x => (GRAVITY * x) / size3(body.moment)),
    corner = (q, v) => at(rotated(q, add3(v, arm)));
  const p = rotated(q, Pi),
    tip = p.map(x => (1.35 * x) / (size3(p) || 1));
  const arrow = () => {
    c.strokeStyle = c.fillStyle = colours.ink;
    c.lineWidth = 1.6;
    polyline(c, [at([0, 0, 0]), at(tip)]);
    c.stroke();
    const [x, y] = at(tip);
    c.beginPath();
    c.arc(x, y, 3, 0, 7);
    c.fill();
  };
  if (at(tip)[2] < 0) arrow();
  const faces = FACES.map(({ k, side }) => {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    const corners = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].map(([a, b]) => {
      const v = [0, 0, 0];
      ((v[k] = side * box[k]), (v[i] = a * box[i]), (v[j] = b * box[j]));
      return corner(q, v);
    });
    const normal = [0, 0, 0];
    normal[k] = side;
    return { corners, depth: at(rotated(q, normal))[2], k, side };
  });
  for (const f of faces.filter(f => f.depth > 0)) {
    polyline(c, f.corners, true);
    c.globalAlpha = 0.35 + 0.6 * f.depth;
    c.fillStyle = [colours.blue, colours.orange, colours.green][f.k];
    c.fill();
    c.globalAlpha = 1;
    c.strokeStyle = colours.ink;
    c.lineWidth = 1;
    c.stroke();
    if (f.side > 0) {
      // one of two like faces has a spot, so that a flip is seen
      const [x, y] = [0, 1].map(m => f.corners.reduce((sum, p) => sum + p[m], 0) / 4);
      c.beginPath();
      c.arc(x, y, 3.5, 0, 7);
      c.fillStyle = colours.back;
      c.fill();
      c.stroke();
    }
  }
  if (at(tip)[2] >= 0) arrow();
  c.strokeStyle = colours.quiet;
  c.lineWidth = 1;
  if (exact) {
    c.setLineDash([4, 3]);
    for (const [k, i, j] of [
      [0, 1, 2],
      [1, 2, 0],
      [2, 0, 1],
    ])
      for (const [a, b] of [
        [-1, -1],
        [-1, 1],
        [1, -1],
        [1, 1],
      ]) {
        const ends = [-1, 1].map(side => {
          const v = [0, 0, 0];
          ((v[k] = side * box[k]), (v[i] = a * box[i]), (v[j] = b * box[j]));
          return corner(exact, v);
        });
        polyline(c, ends);
        c.stroke();
      }
    c.setLineDash([]);
  }
  if (free) return;
  const down = (body.field || [0, 0, 1]).map(x => -x / size3(body.field || [0, 0, 1])),
    [x, y] = at([0, 0, 0]),
    [dx, dy] = [0, 1].map(k => (at(down)[k] - [x, y][k]) * 0.9),
    [fx, fy] = [18, size / 2 - dy / 2];
  c.fillStyle = colours.ink;
  c.fillRect(x - 3.5, y - 3.5, 7, 7);
  c.fillStyle = colours.quiet;
  polyline(c, [
    [fx, fy],
    [fx + dx, fy + dy],
  ]);
  c.stroke();
  c.beginPath();
  c.arc(fx + dx, fy + dy, 3, 0, 7);
  c.fill();
  c.font = '11px system-ui, sans-serif';
  c.fillText('gravity', fx - 14, fy - 5);
}

/// What becomes of the errors: energy and attitude of every run over the steps, and where the picture is.
function drawErrors(c, wide, high, runs, n, now, colourOf, colours) {
  c.clearRect(0, 0, wide, high);
  c.font = '11px system-ui, sans-serif';
  const half = high / 2,
    left = 4,
    right = wide - 4;
  ['energy error', 'attitude error'].forEach((name, k) => {
    const all = runs.map(r => r.errors.map(e => e[k])),
      most = Math.max(...all.flat().filter(Number.isFinite).map(Math.abs), 1e-12),
      capped = Math.min(most, [1, Math.PI][k]),
      top = k * half + 14,
      tall = half - 20,
      zero = k ? top + tall : top + tall / 2,
      y = e => zero - (Math.max(Math.min(e, capped), -capped) / capped) * (k ? tall : tall / 2);
    c.strokeStyle = colours.rule;
    c.lineWidth = 1;
    polyline(c, [
      [left, zero],
      [right, zero],
    ]);
    c.stroke();
    runs.forEach((r, i) => {
      c.strokeStyle = colourOf(r);
      c.lineWidth = 1.4;
      const last = all[i].findIndex(e => !Number.isFinite(e)),
        line = last < 0 ? all[i] : all[i].slice(0, last);
      polyline(
        c,
        line.map((e, m) => [left + ((right - left) * m) / (all[i].length - 1), y(e)]),
      );
      c.stroke();
    });
    c.fillStyle = colours.quiet;
    c.fillText(`${name}, up to ${show(capped, 2)}${k ? ' rad' : ' of the energy'}`, left, k * half + 10);
  });
  c.strokeStyle = colours.ink;
  const x = left + ((right - left) * now) / n;
  polyline(c, [
    [x, 0],
    [x, high],
  ]);
  c.stroke();
}

/// The sphere of the momentum in the body's axes, the ellipsoid of its energy, and the polhode on both.
function drawSphere(c, size, view, body, states, now, exact, colour, colours) {
  c.clearRect(0, 0, size, size);
  const G = size3(body.Pi) || 1,
    kinetic = dot3(body.Pi, velocity(body, body.Pi)),
    semi = body.I.map(I => Math.sqrt(kinetic * I) / G),
    scaled = size * Math.min(0.34, 0.46 / Math.max(...semi)), // the ellipsoid may be longer than the sphere is wide
    at = camera(size, view, scaled),
    unit = Pi => Pi.map(x => x / G);
  c.lineWidth = 1;
  c.strokeStyle = colours.rule;
  c.fillStyle = colours.soft;
  c.beginPath();
  c.arc(size / 2, size / 2, scaled, 0, 7);
  c.fill();
  c.stroke();
  for (let k = 0; k < 3; ++k) {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    const ring = Array.from({ length: 61 }, (_, n) => {
      const v = [0, 0, 0];
      ((v[i] = semi[i] * Math.cos((n * Math.PI) / 30)), (v[j] = semi[j] * Math.sin((n * Math.PI) / 30)));
      return at(v);
    });
    c.strokeStyle = colours.quiet;
    c.globalAlpha = 0.45;
    polyline(c, ring);
    c.stroke();
    c.globalAlpha = 1;
  }
  const trace = (list, stroke, width) => {
    for (const front of [false, true]) {
      c.globalAlpha = front ? 1 : 0.3;
      c.strokeStyle = stroke;
      c.lineWidth = width;
      c.beginPath();
      let drawing = false;
      for (const s of list) {
        const [x, y, depth] = at(unit(s.Pi));
        if (depth > 0 !== front) drawing = false;
        else if (drawing) c.lineTo(x, y);
        else (c.moveTo(x, y), (drawing = true));
      }
      c.stroke();
    }
    c.globalAlpha = 1;
  };
  if (exact) trace(exact, colours.quiet, 3);
  trace(states, colour, 1.5);
  const [x, y] = at(unit(now.Pi));
  c.fillStyle = colour;
  c.beginPath();
  c.arc(x, y, 4, 0, 7);
  c.fill();
  c.fillStyle = colours.quiet;
  c.font = '11px system-ui, sans-serif';
  ['1', '2', '3'].forEach((name, k) => {
    const v = [0, 0, 0];
    v[k] = 1.16;
    const [tx, ty] = at(v);
    c.fillText(name, tx - 3, ty + 4);
  });
}

/// Where the tip of the angular velocity goes in the plane across the momentum.
function drawHerpolhode(c, size, body, states, now, colour, colours) {
  c.clearRect(0, 0, size, size);
  const axis = rotated(body.q, body.Pi).map(x => x / (size3(body.Pi) || 1)),
    across = Math.abs(axis[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0],
    e1 = (v => v.map(x => x / size3(v)))(cross3(axis, across)),
    e2 = cross3(axis, e1);
  const flat = s => {
    const w = rotated(unit4(s.q), velocity(body, s.Pi));
    return [dot3(w, e1), dot3(w, e2)];
  };
  const points = states.map(flat),
    most = Math.max(...points.map(p => Math.hypot(...p)), 1e-12),
    at = ([x, y]) => [size / 2 + (x / most) * size * 0.42, size / 2 - (y / most) * size * 0.42];
  c.strokeStyle = colours.rule;
  c.beginPath();
  c.arc(size / 2, size / 2, size * 0.42, 0, 7);
  c.stroke();
  c.strokeStyle = colour;
  c.lineWidth = 1.3;
  polyline(c, points.map(at));
  c.stroke();
  const [x, y] = at(flat(now));
  c.fillStyle = colour;
  c.beginPath();
  c.arc(x, y, 4, 0, 7);
  c.fill();
}

// --- the player ------------------------------------------------------------------------------------------------------

const FINER = 20; // steps of the comparison in one of the run, where there is no exact motion
const SEEN = 0.5; // radians between two pictures; a step that turns farther is filled with the motion from its node
const MOST_STATES = 5000; // of a run, filled: what can be drawn 60 times a second

/// thrown: {body, h, n, every, methods: [{id, label, style, states}]}. h is the time between two nodes, n their number,
/// and a method takes `every` steps between two; states that are given are not computed. Between nodes the picture is
/// interpolated.
class Player {
  constructor(thrown, { autoplay = false } = {}) {
    // as many side by side as there is room for
    const room = document.getElementById('main').clientWidth - 50,
      size = Math.min(Math.max(Math.floor(room / thrown.methods.length) - 20, 150), 260);
    Object.assign(this, {
      size,
      at: 0,
      playing: false,
      speed: 1,
      plane: false,
      view: { azimuth: 0.6, elevation: 0.35 },
    });
    const button = (text, title, click) => el('button', { type: 'button', title, click }, text);
    this.playButton = button('▶ Play', 'play or pause (Space)', () => this.play(!this.playing));
    this.scrub = el('input', {
      type: 'range',
      min: 0,
      step: 1,
      'aria-label': 'step shown',
      input: e => (this.play(false), this.show(Number(e.target.value))),
    });
    this.clock = el('output', { class: 'clock' });
    this.stages = el('div', { class: 'stages' });
    this.planeButton = el(
      'button',
      {
        type: 'button',
        'aria-pressed': 'false',
        click: () => (
          (this.plane = !this.plane),
          this.planeButton.setAttribute('aria-pressed', String(this.plane)),
          this.draw()
        ),
      },
      'Herpolhode',
    );
    this.curves = el('canvas', { class: 'curves', role: 'img', 'aria-label': 'energy and attitude errors over the steps' });
    this.note = el('p', { class: 'note' });
    this.node = el(
      'section',
      {
        class: 'player',
        tabindex: 0,
        'aria-label': 'Player. Space plays, arrows step, Home is the start, drag turns the view.',
      },
      this.stages,
      el(
        'div',
        { class: 'player-tools' },
        this.playButton,
        button('‹', 'one step back (left arrow)', () => this.step(-1)),
        button('›', 'one step on (right arrow)', () => this.step(1)),
        this.scrub,
        this.clock,
        el(
          'label',
          {},
          'speed ',
          el(
            'select',
            { change: e => (this.speed = Number(e.target.value)) },
            [0.25, 1, 4].map(s => el('option', { value: s, selected: s === 1 }, `${s} ×`)),
          ),
        ),
        this.planeButton,
      ),
      this.curves,
      this.note,
    );
    this.node.redraw = () => this.draw(); // in the colours of another theme
    this.node.addEventListener('keydown', e => {
      if (e.target !== this.node) return;
      if (e.key === ' ') this.play(!this.playing);
      else if (e.key === 'ArrowRight') this.step(1);
      else if (e.key === 'ArrowLeft') this.step(-1);
      else if (e.key === 'Home') this.show(0);
      else return;
      e.preventDefault();
      e.stopPropagation();
    });
    this.throw(thrown);
    if (autoplay && !matchMedia('(prefers-reduced-motion: reduce)').matches) this.play(true);
  }

  throw({ body, h, n, every = 1, methods }) {
    const turned = size3(velocity(body, body.Pi)) * Math.abs(h),
      sub = Math.min(Math.max(Math.ceil(turned / SEEN), 1), Math.max(Math.floor(MOST_STATES / n), 1));
    Object.assign(this, { body, h: h / sub, n: n * sub, sub, methods });
    /// States at every node; each of `steps` steps of a method.
    const at = (from, method, h, n, steps) =>
        motion(from, method, h / steps, n * steps).filter((_, i) => i % steps === 0),
      truth = (from, h, n, steps) => (isFree(body) ? at(from, 'exact', h, n, 1) : at(from, 'rk4', h, n, FINER * steps));
    const filled = nodes =>
      sub === 1
        ? nodes
        : nodes.flatMap((s, i) => (i === n ? [s] : truth({ ...body, ...s }, h / sub, sub, 1).slice(0, sub)));
    this.exact = truth(body, h / sub, n * sub, every);
    this.runs = methods.map(m => ({
      ...m,
      states: m.id === 'exact' ? this.exact : filled(m.states || at(body, m.id, h, n, every)),
    }));
    const E0 = energy(body, { Pi: body.Pi, q: body.q }),
      stride = Math.max(Math.ceil((n * sub) / 800), 1); // what a curve can show
    for (const run of this.runs)
      run.errors = run.states
        .filter((_, i) => i % stride === 0 || i === n * sub)
        .map((s, i) => [
          (energy(body, s) - E0) / (Math.abs(E0) || 1),
          angleBetween(unit4(s.q), unit4(this.exact[Math.min(i * stride, n * sub)].q)),
        ]);
    this.scrub.max = n * sub;
    this.note.textContent =
      `${n * every} steps of h = ${show(h / every)}${methods.some(m => m.states) ? '' : ', computed here'}; between steps the picture is ${sub > 1 ? 'the motion from the last node' : 'interpolated'}. ` +
      (isFree(body)
        ? 'Dashed: the exact body. Grey: the exact polhode. Errors are measured against the exact motion.'
        : `Dashed: the body by RK4 with a ${FINER * sub}th of the step, the reference for errors. The square is the pivot.`);
    this.stages.replaceChildren(
      ...this.runs.map(run => {
        const side = `${this.size}px`,
          canvas = what =>
            el('canvas', {
              role: 'img',
              'aria-label': `${what} by ${run.label}`,
              style: `width: ${side}; height: ${side}`,
            });
        run.body = canvas('the body');
        run.sphere = canvas('sphere of angular momentum, energy ellipsoid and polhode');
        run.said = el('dl', { class: 'said' });
        for (const c of [run.body, run.sphere]) this.turnable(c);
        return el(
          'figure',
          { class: 'stage', 'data-method': run.id, style: `width: ${this.size}px` },
          el('figcaption', {}, swatch(run.style), ' ', run.label),
          run.body,
          run.sphere,
          run.said,
        );
      }),
    );
    this.show(Math.min(this.at, n * sub));
  }

  turnable(canvas) {
    let from = null;
    canvas.addEventListener('pointerdown', e => {
      from = [e.clientX, e.clientY];
      canvas.setPointerCapture(e.pointerId);
    });
    canvas.addEventListener('pointermove', e => {
      if (!from) return;
      this.view.azimuth -= (e.clientX - from[0]) * 0.01;
      this.view.elevation = Math.min(Math.max(this.view.elevation + (e.clientY - from[1]) * 0.01, -1.5), 1.5);
      from = [e.clientX, e.clientY];
      this.draw();
    });
    for (const end of ['pointerup', 'pointercancel']) canvas.addEventListener(end, () => (from = null));
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
      const rate = this.speed / Math.max(size3(velocity(this.body, this.body.Pi)) * this.h, 1e-9);
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
    this.at = Math.min(Math.max(at, 0), this.n);
    this.scrub.value = Math.floor(this.at);
    this.clock.textContent = `step ${Math.floor(this.at / this.sub)}, t = ${show(this.at * this.h)}`;
    this.draw();
  }

  draw() {
    const n = Math.floor(this.at),
      share = this.at - n,
      style = getComputedStyle(document.documentElement),
      colours = Object.fromEntries(
        ['ink', 'back', 'soft', 'rule', 'quiet', 'blue', 'orange', 'green'].map(k => [
          k,
          style.getPropertyValue('--' + k).trim(),
        ]),
      );
    const E0 = energy(this.body, { Pi: this.body.Pi, q: this.body.q }),
      scaleE = Math.abs(E0) || 1,
      pixels = Math.round(this.size * (devicePixelRatio || 1)); // a ratio may be 2.625
    for (const run of this.runs) {
      const node = run.states[n],
        next = run.states[Math.min(n + 1, this.n)],
        now = {
          q: between4(unit4(node.q), unit4(next.q), share),
          Pi: node.Pi.map((x, k) => x * (1 - share) + next.Pi[k] * share),
        };
      const colour = style.getPropertyValue(run.style.color.slice(4, -1)).trim(),
        trail = run.states.slice(0, n + 1),
        truth = between4(unit4(this.exact[n].q), unit4(this.exact[Math.min(n + 1, this.n)].q), share),
        ghost = angleBetween(now.q, truth) > 0.02 ? truth : null;
      for (const [canvas, draw] of [
        [run.body, c => drawBody(c, this.size, this.view, this.body, now, ghost, colours)],
        [
          run.sphere,
          c =>
            this.plane
              ? drawHerpolhode(c, this.size, this.body, trail, now, colour, colours)
              : drawSphere(
                  c,
                  this.size,
                  this.view,
                  this.body,
                  trail,
                  now,
                  isFree(this.body) ? this.exact : null,
                  colour,
                  colours,
                ),
        ],
      ]) {
        // both sides: a canvas is made 300 wide and 150 high, so its width may be right already
        if (canvas.width !== pixels || canvas.height !== pixels) canvas.width = canvas.height = pixels;
        const c = canvas.getContext('2d');
        c.setTransform(pixels / this.size, 0, 0, pixels / this.size, 0, 0);
        draw(c);
      }
      const failed = !node.Pi.every(Number.isFinite),
        rows = failed
          ? [['diverged', '']]
          : [
              ['energy error', show((energy(this.body, node) - E0) / scaleE, 2)],
              ['attitude error', show(angleBetween(unit4(node.q), unit4(this.exact[n].q)), 2) + ' rad'],
            ];
      run.said.replaceChildren(...rows.map(([k, v]) => el('div', {}, el('dt', {}, k), el('dd', {}, v))));
    }
    const [wide, high] = [this.curves.clientWidth || Math.min(document.getElementById('main').clientWidth - 48, 720), 150],
      ratio = devicePixelRatio || 1;
    Object.assign(this.curves, { width: Math.round(wide * ratio), height: Math.round(high * ratio) });
    const c = this.curves.getContext('2d');
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawErrors(c, wide, high, this.runs, this.n, this.at, r => style.getPropertyValue(r.style.color.slice(4, -1)).trim(), colours);
  }
}
