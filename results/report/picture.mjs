// SPDX-License-Identifier: MIT
// The README's picture: a body thrown about its middle axis, by the exact motion and by two methods at the same step.
// It plays by itself and is good on dark and on light.
//
// usage: node picture.mjs > docs/picture.svg
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = path.dirname(fileURLToPath(import.meta.url)),
  code = fs.readFileSync(path.join(folder, 'player.js'), 'utf8'),
  { motion, boxOf, camera, rotated, energy, unit4, size3, between4, angleBetween } = new Function(
    code + '; return { motion, boxOf, camera, rotated, energy, unit4, size3, between4, angleBetween };',
  )();

const body = { I: [1, 2, 3], Pi: [0.02, 2, 0.02], q: [1, 0, 0, 0] },
  h = 1.2, // at which the methods part
  steps = 100,
  between = 3, // pictures a step, interpolated
  frames = 24, // a second
  runs = [
    ['exact', 'exact motion'],
    ['mr', 'MR, splitting'],
    ['rk4', 'RK4'],
  ];
const wide = 240,
  size = 190,
  view = { azimuth: 0.6, elevation: 0.35 },
  box = boxOf(body.I),
  exact = motion(body, 'exact', h, steps),
  polhode = motion(body, 'exact', h / 8, 200);

const round = x => String(Math.round(x * 10) / 10),
  points = list => list.map(([x, y]) => round(x) + ',' + round(y)).join(' ');
const animate = (attribute, values) =>
  `<animate attributeName="${attribute}" calcMode="discrete" dur="${(steps * between) / frames}s" repeatCount="indefinite" values="${values.join(';')}"/>`;

/// The visible one of the two faces across an axis, at an attitude.
function face(k, q, at) {
  const [i, j] = [(k + 1) % 3, (k + 2) % 3],
    normal = [0, 0, 0];
  normal[k] = 1;
  const side = at(rotated(q, normal))[2] > 0 ? 1 : -1;
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([a, b]) => {
    const v = [0, 0, 0];
    ((v[k] = side * box[k]), (v[i] = a * box[i]), (v[j] = b * box[j]));
    return at(rotated(q, v));
  });
}

function column([method, label], n) {
  const states = motion(body, method, h, steps),
    shown = Array.from({ length: steps * between }, (_, i) => {
      const [a, b] = [states[Math.floor(i / between)], states[Math.floor(i / between) + 1]],
        share = (i % between) / between;
      return { q: between4(unit4(a.q), unit4(b.q), share), Pi: a.Pi.map((x, k) => x * (1 - share) + b.Pi[k] * share) };
    }),
    at = camera(size, view, size * 0.34),
    E0 = energy(body, states[0]),
    last = states[steps];
  const faces = [0, 1, 2].map(k => {
    const values = shown.map(s => points(face(k, unit4(s.q), at)));
    return `<polygon class="f${k}" points="${values[0]}">${animate('points', values)}</polygon>`;
  });
  const trace = list => points(list.map(s => at(s.Pi.map(x => x / size3(body.Pi)))));
  const dots = shown.map(s => at(s.Pi.map(x => x / size3(body.Pi))));
  const error = x => (Math.abs(x) < 1e-12 ? '0' : Number(x.toPrecision(1)).toString());
  return `<g transform="translate(${n * wide + (wide - size) / 2} 26)">
<text class="t" x="${size / 2}" y="-8">${label}</text>
${faces.join('\n')}
<g transform="translate(0 ${size - 10})"><circle class="ball" cx="${size / 2}" cy="${size / 2}" r="${round(size * 0.34)}"/>
<polyline class="polhode" points="${trace(polhode)}"/><polyline class="trace" points="${trace(states)}"/>
<circle class="dot" r="4" cx="${round(dots[0][0])}" cy="${round(dots[0][1])}">${animate(
    'cx',
    dots.map(d => round(d[0])),
  )}${animate(
    'cy',
    dots.map(d => round(d[1])),
  )}</circle>
<text class="s" x="${size / 2}" y="${size - 6}">energy error ${error((energy(body, last) - E0) / E0)}</text>
<text class="s" x="${size / 2}" y="${size + 10}">attitude off by ${error(angleBetween(unit4(last.q), unit4(exact[steps].q)))} rad</text></g></g>`;
}

const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${runs.length * wide} ${2 * size + 40}" role="img" aria-label="A body thrown about its middle axis turns over; ${runs.map(r => r[1]).join(', ')} at the same step">
<style>
text { font-family: system-ui, sans-serif; text-anchor: middle; fill: #57606a; }
.t { font-size: 15px; font-weight: 600; } .s { font-size: 12px; }
polygon { stroke: #1c1c1a; stroke-width: 1; stroke-linejoin: round; }
.f0 { fill: #4d94d0; } .f1 { fill: #e0a030; } .f2 { fill: #2aa37e; }
.ball { fill: #8883; stroke: #888; } .polhode { fill: none; stroke: #888; stroke-width: 4; opacity: .55; }
.trace { fill: none; stroke: #d55e00; stroke-width: 1; opacity: .8; } .dot { fill: #d55e00; }
@media (prefers-color-scheme: dark) { text { fill: #c9d1d9; } polygon { stroke: #0d1117; } }
</style>
${runs.map(column).join('\n')}
</svg>
`;
process.stdout.write(text);
