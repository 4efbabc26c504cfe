// SPDX-License-Identifier: MIT
// Draws docs/picture.svg, the throw of the README, by the code of the report's player: node docs/picture.mjs
import fs from 'node:fs';
import { light as colours, text } from '../results/report/draw.mjs';

const names = 'integrators, motion, drawBody, drawSphere, angleBetween',
  scripts = new Function('INTEGRATORS', 'data', `${text('plot.js')}${text('player.js')}; return { ${names} };`),
  { integrators, motion, drawBody, drawSphere, angleBetween } = scripts(text('player/player.b64'));

await integrators;

/// A canvas that keeps what is drawn as SVG.
class Pen {
  parts = [];
  lineWidth = 1;
  globalAlpha = 1;
  beginPath() {
    this.d = '';
  }
  moveTo(x, y, letter = 'M') {
    this.d += `${letter}${x.toFixed(1)} ${y.toFixed(1)}`;
  }
  lineTo(x, y) {
    this.moveTo(x, y, 'L');
  }
  closePath() {
    this.d += 'Z';
  }
  arc(x, y, r) {
    this.d += `M${(x - r).toFixed(1)} ${y.toFixed(1)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
  }
  setLineDash(lengths) {
    this.dash = lengths.length ? ` stroke-dasharray="${lengths.join(' ')}"` : '';
  }
  put(look) {
    const faint = this.globalAlpha < 1 ? ` opacity="${this.globalAlpha.toFixed(2)}"` : '';
    const last = this.parts.at(-1);
    if (last?.look === look + faint && /none/.test(look)) last.d += this.d;
    else this.parts.push({ look: look + faint, d: this.d });
  }
  stroke() {
    this.put(`fill="none" stroke="${this.strokeStyle}" stroke-width="${this.lineWidth}"${this.dash || ''}`);
  }
  fill() {
    this.put(`fill="${this.fillStyle}"`);
  }
  fillText() {} // the axes have no names here
}
const drawn = draw => {
  const pen = new Pen();
  draw(pen);
  return pen.parts.map(({ look, d }) => `<path d="${d}" ${look}/>`).join('');
};

// The throw of the report's overview, at its nodes; on the sphere they are joined by the motion from each to the next.
const body = { I: [1, 2, 3], Pi: [0.02, 2, 0.02], q: [1, 0, 0, 0] },
  [n, size, seconds] = [60, 200, 15],
  view = [0.6, 0.35],
  exact = motion(body, 'exact', 1.2, n),
  polhode = motion(body, 'exact', 0.15, 360),
  shown = [
    ['exact', 'exact motion', 'turns over, stays on its polhode'],
    ['mr', 'MR, splitting', 'leaves the polhode'],
    ['rk4', 'RK4', 'loses energy'],
  ];
const panels = shown.map(([id, name, said], column) => {
  const states = motion(body, id, 1.2, n),
    ghost = k => (angleBetween(states[k].q, exact[k].q) > 0.02 ? exact[k].q : null),
    visible = k => `<animate attributeName="visibility" values="hidden;visible;hidden" keyTimes="0;${k / (n + 1)};${(k + 1) / (n + 1)}" calcMode="discrete" dur="${seconds}s" repeatCount="indefinite"/>`,
    frame = (s, k) => `<g visibility="${k === n ? 'visible' : 'hidden'}">${visible(k)}${drawn(c => drawBody(c, size, view, body, s, ghost(k), colours))}</g>`,
    trail = states.flatMap(s => motion({ ...body, ...s }, 'exact', 0.15, 7)),
    sphere = drawn(c => drawSphere(c, size, view, body, trail, states[n], polhode, colours.vermilion, colours));
  return `<g transform="translate(${20 + 235 * column} 26)"><text class="t" x="100" y="-8">${name}</text>
${states.map(frame).join('\n')}
<g transform="translate(0 190)">${sphere}</g><text class="s" x="100" y="398">${said}</text></g>`;
});
fs.writeFileSync(
  new URL('picture.svg', import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 730 440" role="img" aria-label="A body thrown about its middle axis turns over; exact motion, MR, splitting, RK4 at the same step">
<style>text { font-family: system-ui, sans-serif; text-anchor: middle; fill: ${colours.quiet}; } .t { font-size: 15px; font-weight: 600; } .s { font-size: 12px; }</style>
<rect width="730" height="440" rx="8" fill="${colours.back}"/>
${panels.join('\n')}
</svg>
`,
);
