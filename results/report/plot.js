// SPDX-License-Identifier: MIT
// Plots as SVG, without a library: log-log ladders, lines, bands between least and largest values, pictures over two
// parameters, curves in space. A plot is described by a value (its spec) and drawn again whenever something changes.
'use strict';

// --- markup ----------------------------------------------------------------------------------------------------------

/// What may stand among nodes: text in which numbers like 1e-6 are not broken at their sign, nodes, lists of both,
/// nothing.
const inOne = number => html`<span class="nowrap">${document.createTextNode(number)}</span>`;
const unbroken = text => text.split(/([\d.]+e-\d+)/).map((part, k) => (k % 2 ? inOne(part) : part));
const shown = (content, whole) =>
  [content]
    .flat(9)
    .filter(c => c !== null && c !== undefined && c !== false && c !== '')
    .flatMap(c => (typeof c === 'string' && !whole ? unbroken(c) : [c]));

const templateOf = markup => Object.assign(document.createElement('template'), { innerHTML: markup });
const templates = new WeakMap(); // each is parsed once
/// Nodes from markup, one or a list. What stands in it as ${} is text or nodes, never markup; a whole attribute may be
/// a listener of its name, and is left out if it is false or undefined. A line ends as a space between words, else as
/// nothing.
function html(strings, ...values) {
  if (!templates.has(strings)) {
    const markup = strings.reduce((text, next, k) => {
      const words = next
        .replace(/^\s*\n\s*$/, '')
        .replace(/>\s*\n\s*/g, '>')
        .replace(/\s*\n\s*</g, '<')
        .replace(/\s*\n\s*/g, ' ');
      if (k === 0) return words.trimStart();
      const isInTag = text.lastIndexOf('<') > text.lastIndexOf('>');
      return text + (isInTag ? `\u0001${k - 1}\u0001` : `<!--${k - 1}-->`) + words;
    }, '');
    templates.set(strings, templateOf(markup));
  }
  const made = document.importNode(templates.get(strings).content, true), // canvases of no page have no fonts
    places = document.createTreeWalker(made, NodeFilter.SHOW_COMMENT),
    comments = [];
  for (const node of made.querySelectorAll('*'))
    for (const { name, value } of [...node.attributes].filter(a => a.value.includes('\u0001'))) {
      const [, whole] = value.match(/^\u0001(\d+)\u0001$/) || [],
        given = values[whole];
      if (typeof given === 'function') node.addEventListener(name, given);
      if (whole && (typeof given === 'function' || (given ?? false) === false)) node.removeAttribute(name);
      else node.setAttribute(name, given === true ? '' : value.replace(/\u0001(\d+)\u0001/g, (_, k) => values[k]));
    }
  while (places.nextNode()) comments.push(places.currentNode);
  for (const c of comments) c.replaceWith(...shown(values[c.data], c.parentNode.tagName === 'OPTION'));
  const nodes = [...made.childNodes];
  return nodes.length === 1 ? nodes[0] : nodes;
}

/// Text as it stands in markup that is written by hand, as pictures are.
const safe = text => String(text).replace(/[&<>"]/g, c => `&#${c.charCodeAt()};`);

// --- numbers ---------------------------------------------------------------------------------------------------------

const superscript = n => String(n).replace(/./g, c => '⁰¹²³⁴⁵⁶⁷⁸⁹'['0123456789'.indexOf(c)] || '⁻');

/// "error of (Omega, u), u = R^T e3" without its explanation.
const beforeComma = label => label.split(/,(?![^(]*\))/)[0];

/// A point of a path, to a tenth of a pixel.
const xy = (x, y) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/// A number for people: 3 digits unless asked otherwise.
function show(x, digits = 3) {
  if (typeof x === 'string') return x === 'nan' ? '–' : x;
  if (typeof x !== 'number' || !Number.isFinite(x)) return '–';
  if (x === 0 || (Number.isInteger(x) && Math.abs(x) < 1e7)) return String(x);
  const size = Math.abs(x);
  if (size >= 1e-3 && size < 1e5) return String(Number(x.toPrecision(digits)));
  return x.toExponential(digits - 1).replace(/\.?0*e/, 'e').replace('e+', 'e');
}

function linearTicks(lo, hi, count) {
  const raw = (hi - lo) / Math.max(count, 1),
    power = 10 ** Math.floor(Math.log10(raw));
  const step = power * [1, 2, 5, 10].find(m => m * power >= raw * 0.999);
  const first = Math.ceil(lo / step - 1e-9),
    values = [];
  for (let i = first; i * step <= hi + 1e-9 * step && values.length < 50; ++i) values.push(i * step);
  const largest = Math.max(Math.abs(lo), Math.abs(hi));
  const exponent = largest >= 1e5 || largest < 1e-2 ? Math.floor(Math.log10(largest)) : 0;
  const decimals = Math.min(12, Math.max(0, exponent - Math.floor(Math.log10(step) + 1e-9)));
  const text = v => (v / 10 ** exponent).toFixed(decimals).replace(/^-(0(\.0*)?)$/, '$1').replace('-', '−');
  const major = values.map(value => ({ value, text: text(value) }));
  return { major, minor: [], factor: exponent ? '× 10' + superscript(exponent) : '' };
}

function logTicks(lo, hi, count) {
  const a = Math.log10(lo),
    b = Math.log10(hi);
  if (b - a < 0.7) return linearTicks(lo, hi, count);
  const step = Math.max(1, Math.min(Math.ceil((b - a) / Math.max(count, 2)), Math.floor((b - a) / 2))),
    major = [],
    minor = [];
  for (let n = Math.floor(a); n <= Math.ceil(b); ++n) {
    const value = 10 ** n;
    if (n >= a - 1e-9 && n <= b + 1e-9)
      if (n % step) minor.push(value);
      else major.push({ value, text: n >= 0 && n <= 3 ? String(value) : '10' + superscript(n) });
    if (b - a <= 5) for (let m = 2; m < 10; ++m) if (m * value > lo && m * value < hi) minor.push(m * value);
  }
  if (major.length < 2)
    for (const n of [Math.floor(a), Math.ceil(b)])
      for (const m of [2, 5])
        if (m * 10 ** n > lo && m * 10 ** n < hi) major.push({ value: m * 10 ** n, text: show(m * 10 ** n) });
  return { major, minor, factor: '' };
}

/// A map from values to pixels.
function scale(lo, hi, log, from, to) {
  const f = log ? Math.log10 : x => x,
    a = f(lo),
    k = (to - from) / (f(hi) - a);
  return {
    lo,
    hi,
    log,
    at: x => from + (f(x) - a) * k,
    value: p => (log ? 10 ** (a + (p - from) / k) : a + (p - from) / k),
    ticks: count => (log ? logTicks : linearTicks)(lo, hi, count),
  };
}

/// Least and largest of what may be drawn, with room around it.
function extent(values, log, margin = 0.04) {
  let lo = Infinity, hi = -Infinity;
  for (const v of values) if (Number.isFinite(v) && (!log || v > 0)) ((lo = Math.min(lo, v)), (hi = Math.max(hi, v)));
  if (lo > hi) return log ? [0.1, 1] : [0, 1];
  if (log) {
    const room = Math.max((Math.log10(hi) - Math.log10(lo)) * margin, 0.06);
    return [lo / 10 ** room, hi * 10 ** room];
  }
  const same = hi - lo <= 1e-11 * Math.abs(hi); // ticks would all read the same
  const room = same ? Math.abs(hi) * 1e-3 || 1 : (hi - lo) * margin; // no coarser than what swings beside it
  return [lo - room, hi + room];
}

/// The range of a bar of colours, between whole and half numbers.
function halves(values) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return most > least ? [Math.floor(least * 2) / 2, Math.ceil(most * 2) / 2] : [least - 0.5, most + 0.5];
}

const clamped = (x, lo, hi) => Math.min(Math.max(x, lo), hi);

// --- marks -----------------------------------------------------------------------------------------------------------

const MARKERS = {
  // of about 8 pixels
  o: 'M4 0A4 4 0 1 1-4 0A4 4 0 1 1 4 0Z',
  s: 'M-3.5-3.5H3.5V3.5H-3.5Z',
  D: 'M0-4.8L4.8 0L0 4.8L-4.8 0Z',
  '^': 'M0-4.5L4.3 3.4H-4.3Z',
  v: 'M0 4.5L4.3-3.4H-4.3Z',
  '<': 'M-4.5 0L3.4-4.3V4.3Z',
  '>': 'M4.5 0L-3.4-4.3V4.3Z',
  p: 'M0-4.6L4.4-1.4L2.7 3.7H-2.7L-4.4-1.4Z',
  h: 'M0-4.6L4-2.3V2.3L0 4.6L-4 2.3V-2.3Z',
  P: 'M-1.5-4.4H1.5V-1.5H4.4V1.5H1.5V4.4H-1.5V1.5H-4.4V-1.5H-1.5Z',
  X: 'M0-1.9L2.5-4.4L4.4-2.5L1.9 0L4.4 2.5L2.5 4.4L0 1.9L-2.5 4.4L-4.4 2.5L-1.9 0L-4.4-2.5L-2.5-4.4Z',
  '+': 'M-4.5 0H4.5M0-4.5V4.5',
  x: 'M-3.4-3.4L3.4 3.4M-3.4 3.4L3.4-3.4',
  '*': 'M0-4.8L1.2-1.6L4.6-1.5L1.9.6L2.8 3.9L0 2L-2.8 3.9L-1.9.6L-4.6-1.5L-1.2-1.6Z',
};
const DASHES = { '-': '', '--': '6 3', ':': '1.5 3', '-.': '6 3 1.5 3' };

/// The line and marker of a method, as in every legend.
const swatchText = ({ color, marker, line }, marked = true, at = '') =>
  `<svg class="swatch" viewBox="-14 -7 28 14" width="28" height="14" aria-hidden="true"${at}>
    <path d="M-13 0H13" stroke="${color}" stroke-dasharray="${DASHES[line]}" class="line"/>
    ${marked ? `<path d="${MARKERS[marker]}" stroke="${color}" class="mark"/>` : ''}</svg>`.replace(/\n */g, '');
const swatch = style => templateOf(swatchText(style)).content.firstChild;

/// Viridis by seven of its colours: light is large, and grey printers agree.
const VIRIDIS = ['440154', '443983', '31688e', '21918c', '35b779', '90d743', 'fde725'].map(hex =>
  hex.match(/../g).map(x => parseInt(x, 16)),
);
function viridis(s) {
  const p = clamped(s, 0, 1) * (VIRIDIS.length - 1),
    i = Math.min(Math.floor(p), VIRIDIS.length - 2);
  return VIRIDIS[i].map((c, k) => Math.round(c + (VIRIDIS[i + 1][k] - c) * (p - i)));
}

// --- what all plots share --------------------------------------------------------------------------------------------

function download(name, type, content) {
  const url = URL.createObjectURL(new Blob([content], { type })),
    link = html`<a href=${url} download=${name}></a>`;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

const csvCell = x => (typeof x === 'string' && /[",\n]/.test(x) ? `"${x.replace(/"/g, '""')}"` : String(x ?? ''));
const csv = table => [table.columns, ...table.rows()].map(row => row.map(csvCell).join(',')).join('\n') + '\n';

/// How plots write what results spell: the one table of symbols.
const SYMBOLS = { Pi: 'Π', pi: 'π', Omega: 'Ω', omega: 'ω', alpha: 'α' },
  SPELLED = RegExp(`\\b(${Object.keys(SYMBOLS).join('|')})(?![a-zA-Z])`, 'g');
const typeset = text =>
  safe(String(text).replace(/\|\|(.+?)\|\|2?/g, '‖$1‖').replace(SPELLED, name => SYMBOLS[name]));

/// Words as lines of at most so many characters.
const folded = (text, most) =>
  text.split(' ').reduce((lines, word) => {
    const longer = lines.length ? lines.at(-1) + ' ' + word : word;
    return longer.length > most || !lines.length ? [...lines, word] : [...lines.slice(0, -1), longer];
  }, []);

/// A plot with its title over it, the names of its curves and what is said of it below, at a place; the height of all.
function framed({ markup, spec, visible, width, height }, place = [0, 0], lines = 1) {
  const called = visible.filter(s => s.draw !== 'cells').map(s => [s, [s.label, s.note].filter(Boolean).join(' ')]),
    wide = 48 + 7.2 * Math.max(...called.map(([, name]) => name.length), 0),
    columns = Math.max(Math.floor((width - 8) / wide), 1),
    title = folded(spec.title, width / 8),
    notes = spec.more ? folded(spec.more, width / 6.6) : [],
    top = 6 + 17 * Math.max(title.length, lines), // beside others: their titles'
    below = top + height + 14,
    bottom = below + 18 * Math.ceil(called.length / columns),
    line = (kind, y) => (text, k) => `<text class="${kind}" x="8" y="${y(k)}">${typeset(text)}</text>`;
  const names = called.map(([s, name], k) => {
    const [x, y] = [8 + wide * (k % columns), below + 18 * Math.floor(k / columns)],
      look = swatchText(s.dash ? { ...s.style, line: s.dash } : s.style, s.draw === 'points', ` x="${x}" y="${y - 7}"`);
    return `${look}<text x="${x + 34}" y="${y + 4}">${typeset(name)}</text>`;
  });
  const drawn = `<g class="chart" data-key="${safe(spec.key)}" transform="translate(${place.join(' ')})">
    ${title.map(line('title', k => 15 + 17 * k)).join('')}
    <g transform="translate(0 ${top})">${markup}</g>
    ${names.join('')}
    ${notes.map(line('small', k => bottom + 2 + 15 * k)).join('')}</g>`;
  return { drawn, height: bottom + 15 * notes.length };
}

/// The colours of the page by their names.
function coloursOf() {
  const look = getComputedStyle(document.documentElement);
  return new Proxy({}, { get: (_, name) => look.getPropertyValue('--' + name).trim() });
}
/// A picture as a file of its own, in these colours.
const asFile = (width, height, parts, colours) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"
    font-family="DejaVu Sans, Verdana, Arial, sans-serif"><style>${safe(data.look)}</style>
    <rect width="${width}" height="${height}" fill="var(--back)"/>${parts.join('\n')}</svg>
`.replace(/var\(--(\w+)\)/g, (_, name) => colours[name]);
function exported(panel) {
  const markup = new XMLSerializer().serializeToString(panel.picture),
    { drawn, height } = framed({ ...panel, visible: panel.visible, markup });
  return asFile(panel.width, height, [drawn], coloursOf());
}

/// To the clipboard; the button says that it did.
const copyText = async (text, button) => {
  const before = button.textContent;
  await navigator.clipboard.writeText(text);
  button.textContent = 'copied';
  setTimeout(() => (button.textContent = before), 1200);
};

const tooltip = globalThis.document && html`<div id="tip" role="status" aria-live="polite" hidden></div>`;

function showTip([name, ...rows], x, y) {
  const row = ([k, v]) => html`<div><span>${k}</span> ${v}</div>`;
  tooltip.replaceChildren(...shown(html`<b>${name}</b>${rows.map(row)}`));
  tooltip.hidden = false;
  const box = tooltip.getBoundingClientRect(),
    gap = 14;
  tooltip.style.left = Math.max(4, x + gap + box.width > innerWidth ? x - gap - box.width : x + gap) + 'px';
  tooltip.style.top = Math.max(4, Math.min(y + gap, innerHeight - box.height - 4)) + 'px';
}
const hideTip = () => (tooltip.hidden = true);

const button = (text, title, click) => html`<button type="button" title=${title} click=${click}>${text}</button>`;
const TABLE_ROWS = 300;
const RING = '<circle r="6" class="ring" visibility="hidden"/>';

/// A figure element with its tools, table and downloads. `spec` has name, title, table, series; subclasses draw.
class Panel {
  constructor(spec) {
    this.spec = spec;
    this.view = this.from;
    const released = e => this.drag && this.up(e),
      left = e => this.drag || e.pointerType === 'touch' || this.tell(null); // a finger leaves its value
    const keys = spec.space ? 'Arrows turn it.' : 'Arrows walk along the points.';
    this.host = html`<div class="plot" tabindex="0" role="group" aria-roledescription="plot"
      aria-label="${spec.title}. ${keys}" keydown=${e => this.key(e)} blur=${() => this.tell(null)}
      dblclick=${() => this.look(this.from)} pointerdown=${e => e.button === 0 && this.down(e)}
      pointermove=${e => this.move(e)} pointerup=${released} pointercancel=${released} pointerleave=${left}></div>`;
    this.node = html`<figure class="panel${spec.wide ? ' wide' : ''}" data-key=${spec.key}>
      <figcaption><span class="title">${spec.title}</span>${this.tools()}</figcaption>${this.host}${this.tableBehind()}
    </figure>`;
    new ResizeObserver(() => this.draw()).observe(this.host);
  }
  get visible() {
    return this.spec.series.filter(s => !state.hidden.has(s.method));
  }

  tools() {
    const { spec } = this;
    return html`<span class="tools">
      ${button('+', 'zoom in', () => this.zoom(0.6))}
      ${button('−', 'zoom out', () => this.zoom(1 / 0.6))}
      ${button('reset', 'show all (also by a double click)', () => this.look(this.from))}
      ${button('SVG', 'save this plot', () => download(spec.name + '.svg', 'image/svg+xml', exported(this)))}
      ${button('CSV', 'save its data', () => download(spec.name + '.csv', 'text/csv', csv(spec.table)))}
      ${
        spec.command &&
        button('copy', `copy the command that makes it: ${spec.command}`, e => copyText(spec.command, e.currentTarget))
      }</span>`;
  }
  tableBehind() {
    const { columns, rows } = this.spec.table,
      more = n => n > TABLE_ROWS && note(`The first ${TABLE_ROWS} of ${n} rows; the CSV has all.`);
    const toggle = ({ currentTarget: details }) => {
      if (!details.open || details.children.length > 1) return;
      const all = rows(),
        kept = all.slice(0, TABLE_ROWS).map(r => r.map(x => x ?? '')),
        look = { fixed: true, plain: true, digits: 6, label: 'table of ' + this.spec.title };
      details.append(...shown([table(columns, kept, look), more(all.length)]));
    };
    return html`<details class="behind" toggle=${toggle}><summary>Table</summary></details>`;
  }
  /// Puts a picture on the page.
  put(markup) {
    this.host.innerHTML = markup;
    this.picture = this.host.firstChild;
    this.ring = this.picture.querySelector('.ring:last-of-type');
    this.box = this.picture.querySelector('.selection');
    this.emphasise();
  }
  /// Shows another part.
  look(view) {
    this.view = view;
    this.draw();
  }
  key(e) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    if (e.key === 'Escape') this.tell(null);
    if (!way || e.ctrlKey || e.metaKey || e.altKey) return;
    this.arrow(way);
    e.preventDefault();
  }
  down(e) {
    this.drag = this.point(e);
    this.host.setPointerCapture(e.pointerId);
    hideTip();
  }
  point(e) {
    const box = this.picture.getBoundingClientRect();
    return [e.clientX - box.left, e.clientY - box.top];
  }
  tell(p, x, y) {
    this.cursor = p;
    this.ring.setAttribute('visibility', p ? 'visible' : 'hidden');
    if (!p) return hideTip();
    this.ring.setAttribute('cx', p.x);
    this.ring.setAttribute('cy', p.y);
    showTip([p.s.label, ...p.s.tip(p.i)], x, y);
  }
  /// The point of the least distance from the pointer, squared, if it is less than `reach`.
  closest(points, off, reach) {
    const best = points.reduce((a, b) => (a && off(a) <= off(b) ? a : b), null);
    return best && off(best) < reach ** 2 ? best : null;
  }
  /// Opacity by what is highlighted.
  emphasise() {
    const one = hovered || this.spec.only,
      isHere = one && this.visible.some(s => s.method === one);
    for (const g of this.picture.querySelectorAll('[data-method]'))
      g.classList.toggle('dim', !!isHere && g.dataset.method !== one);
  }
}

// --- plots over two axes ---------------------------------------------------------------------------------------------

/// Distance between neighbouring labels, pushed apart downwards and then upwards.
function spread(labels, gap, top, bottom) {
  labels.sort((a, b) => a.y - b.y);
  for (let i = 0, least = top; i < labels.length; ++i) least = (labels[i].y = Math.max(labels[i].y, least)) + gap;
  for (let i = labels.length - 1, most = bottom; i >= 0; --i) most = (labels[i].y = Math.min(labels[i].y, most)) - gap;
}

/// A text about its middle; turned upright beside an axis.
const middled = (place, text) => `<text class="name" ${place} text-anchor="middle">${typeset(text)}</text>`;
const upright = (x, { top, bottom }, text) => {
  const most = bottom - top + 24,
    fits = 6.4 * text.length > most ? ` textLength="${most}" lengthAdjust="spacingAndGlyphs"` : '';
  return middled(`transform="translate(${x} ${(top + bottom) / 2}) rotate(-90)"${fits}`, text);
};
/// A smooth curve through points, whose slope at each is that between its neighbours.
const smooth = points => {
  const at = i => points[clamped(i, 0, points.length - 1)],
    control = (i, side) => xy(...['x', 'y'].map(k => at(i)[k] + (side * (at(i + 1)[k] - at(i - 1)[k])) / 6)),
    to = (p, i) => `${i ? `C${control(i - 1, 1)} ${control(i, -1)} ` : 'M'}${xy(p.x, p.y)}`;
  return points.map(to).join('');
};

/// series: {method, label, style, x: [], y: [] | lo: [], hi: [], draw: 'points' | 'line' | 'band' | 'cells', tip(i)}
class Plot extends Panel {
  /// The values of a series as they are drawn: on a logarithmic axis a band of signed values is that of their sizes.
  drawn(s) {
    if (!s.lo || !this.spec.y.log) return s;
    const hi = s.lo.map((lo, i) => Math.max(Math.abs(lo), Math.abs(s.hi[i])));
    const lo = s.lo.map((a, i) => (a <= 0 && s.hi[i] >= 0 ? 0 : Math.min(Math.abs(a), Math.abs(s.hi[i]))));
    return { ...s, lo, hi };
  }

  domain(list) {
    const { x, y, strip, include = [], target } = this.spec,
      steps = list.some(s => s.draw === 'points'),
      xs = extent(list.flatMap(s => s.x), x.log, steps ? 0.04 : 0),
      ys = list.flatMap(s => (s.lo ? (y.log ? s.hi : [...s.lo, ...s.hi]) : s.y)),
      seen = [...ys, ...include, target || NaN, strip?.low, strip?.high];
    return this.view || [...(x.range || xs), ...(y.range || extent(seen, y.log))];
  }

  draw() {
    const { spec, host } = this,
      [logX, logY] = [!!spec.x.log, !!spec.y.log],
      width = Math.max(host.clientWidth, 200),
      list = this.visible.map(s => this.drawn(s)),
      named = spec.named ? list.filter(s => spec.named.has(s.method)) : list, // only these have their names beside them
      labelled = named.length > 0 && list.length > 1 && width >= 430 && list[0].draw !== 'cells',
      height = Math.round(spec.aspect ? width * spec.aspect : clamped(width * 0.62, 230, 400)),
      [x0, x1, y0, y1] = this.domain(list);
    // Room for the labels of the ticks: "−1.551" takes more than "10⁻³".
    const upTicks = scale(y0, y1, logY, 0, 1).ticks((height - 54) / 42).major,
      names = 30 + 6.3 * Math.min(Math.max(...named.map(s => s.label.length), 8), 20),
      left = Math.max(58, 28 + 7.2 * Math.max(...upTicks.map(t => t.text.length), 0)),
      right = width - (labelled ? names : spec.bar ? 86 : 14),
      [top, bottom] = [14, height - 40];
    Object.assign(this, { area: { left, right, top, bottom }, width, height, points: [], count: list.length });
    this.X = scale(x0, x1, logX, left, right);
    this.Y = scale(y0, y1, logY, bottom, top);
    const id = 'clip-' + spec.key.replace(/\W/g, '-'),
      series = list.map((s, k) => this.series(s, k)).join(''),
      star = spec.star && `<circle class="ring" r="8" cx="${this.X.at(spec.star.x)}" cy="${this.Y.at(spec.star.y)}"/>`,
      none = middled(`x="${(left + right) / 2}" y="${(top + bottom) / 2}"`, 'All methods of this plot are hidden.'),
      box = `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}"/>`;
    // data-x and data-y are those by which values can be read back
    this.put(`<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" class="chart"
      data-x="${[x0, x1, logX, left, right]}" data-y="${[y0, y1, logY, bottom, top]}">
      <defs><clipPath id="${id}">${box}</clipPath></defs>
      ${this.axes()}
      <g clip-path="url(#${id})">${this.background()}${series}${this.over.join('')}</g>
      ${spec.order && logX && logY ? this.slope() : ''}
      ${labelled ? this.directLabels(named) : ''}
      ${spec.bar ? this.colourBar() : ''}
      ${list.length ? '' : none}
      ${star || ''}${RING}<rect class="selection" visibility="hidden"/></svg>`);
  }

  axes() {
    const { X, Y, area, height, spec } = this,
      { left, right, top, bottom } = area,
      [tx, ty] = [X.ticks((right - left) / 75), Y.ticks((bottom - top) / 42)],
      [across, up] = [X, Y].map(S => value => S.at(value).toFixed(1));
    const small = [...tx.minor.map(v => `M${across(v)} ${bottom}v-4`), ...ty.minor.map(v => `M${left} ${up(v)}h4`)],
      acrossAll = tx.major.map(({ value }) => `<path d="M${across(value)} ${top}V${bottom}"/>`),
      upAll = ty.major.map(({ value }) => `<path d="M${left} ${up(value)}H${right}"/>`);
    const tick = (x, y, anchor, { value, text }) =>
      `<text x="${x}" y="${y}" text-anchor="${anchor}" data-value="${value}">${text}</text>`;
    const below = tx.major.map(t => tick(across(t.value), bottom + 15, 'middle', t)),
      beside = ty.major.map(t => tick(left - 6, Number(up(t.value)) + 3.5, 'end', t));
    const named = (label, { factor }) => label + (factor ? `  (${factor})` : ''),
      sized = spec.y.log && spec.series.some(s => s.lo),
      full = sized ? `|${spec.y.label}|` : spec.y.label,
      short = full.length * 6.2 > bottom - top ? beforeComma(full) : full;
    return `<g class="grid">${acrossAll.concat(upAll).join('')}</g><g class="ticks">${below.concat(beside).join('')}
      ${middled(`x="${(left + right) / 2}" y="${height - 6}"`, named(spec.x.label, tx))}
      ${upright(12, area, named(short, ty))}</g>
      <path class="frame" d="M${left} ${top}V${bottom}H${right}${small.join('')}"/>`;
  }

  background() {
    const { X, Y, area } = this,
      { left, right, bottom } = area,
      { floor, strip, front, target } = this.spec,
      parts = [];
    this.over = []; // names of bands, over the curves
    const ground = (y, under, at, label) => {
      parts.push(`<rect class="floor" x="${left}" y="${y}" width="${right - left}" height="${under - y}"/>`);
      if (label) this.over.push(`<text class="small over" x="${left + 6}" y="${at}">${typeset(label)}</text>`);
    };
    if (floor && floor.value > 0 && Y.log && Y.hi > floor.value && Y.at(floor.value) < bottom)
      ground(Y.at(floor.value), bottom, Y.at(floor.value) + 12, floor.label);
    if (strip) ground(Y.at(strip.high), Y.at(strip.low), Y.at(strip.low) - 5, strip.label);
    if (front) {
      // the points that no other is better than in both; errors that are the same to 2 % are equal
      const points = this.visible
        .flatMap(s => s.x.map((x, k) => [x, s.y[k]]))
        .filter(([x, y]) => x > 0 && y > 0).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      const best = points.filter(([, y], k) => points.slice(0, k).every(q => q[1] > 1.02 * y)),
        d = best.map(([x, y]) => xy(X.at(x), Y.at(y)));
      if (best.length > 1) parts.push(`<path class="front" d="M${d.join('L')}"/>`);
    }
    if (target > 0) parts.push(`<path class="target" d="M${left} ${Y.at(target)}H${right}"/>`);
    return parts.join('');
  }

  series(s, k) {
    const { X, Y } = this,
      bottom = this.area.bottom + 5,
      pixel = v => (Y.log && !(v > 0) ? bottom : clamped(Y.at(v), -1e4, 1e4)),
      line = d => `<path class="line" d="${d}" stroke-dasharray="${DASHES[s.dash || s.style.line]}"/>`,
      look = `class="series${s.faint ? ' faint' : ''}" stroke="${s.style.color}" fill="${s.style.color}"`,
      group = (...parts) => `<g data-method="${safe(s.method)}" ${look}>${parts.join('')}</g>`;
    if (s.draw === 'cells') return group(...this.cells(s, k));
    if (s.lo) {
      const edge = v => s.x.map((x, i) => xy(X.at(x), pixel(v[i]))),
        [upper, lower] = [s.hi, s.lo].map(edge);
      s.x.forEach((x, i) => this.points.push({ s, k, i, x: X.at(x), y: pixel(s.hi[i]), y2: pixel(s.lo[i]) }));
      const band = `<path class="band${Y.log ? ' pale' : ''}" d="M${upper.concat(lower.reverse()).join('L')}Z"/>`;
      return group(band, Y.log ? line('M' + upper.join('L')) : '');
    }
    const own = s.x
      .map((x, i) => ({ s, k, i, x: X.at(x), y: clamped(Y.at(s.y[i]), -1e4, 1e4) }))
      .filter(({ i }) => !(X.log && !(s.x[i] > 0)) && !(Y.log && !(s.y[i] > 0)));
    this.points.push(...own);
    const place = p => xy(p.x, p.y);
    const whiskers = own // from the point to where the median is
      .filter(p => s.to && s.to[p.i] > 0)
      .map(p => `M${place(p)}H${X.at(s.to[p.i]).toFixed(1)}v-3v6`);
    const stride = s.draw === 'points' ? 1 : s.marks && Math.ceil(own.length / s.marks),
      marks = own.filter((_, i) => stride && (i + (stride >> 1)) % stride === 0);
    return group(
      line(own.length ? (s.smooth ? smooth(own) : 'M' + own.map(place).join('L')) : ''),
      whiskers.length ? `<path class="whisker" d="${whiskers.join('')}"/>` : '',
      ...marks.map(p => `<path class="mark" d="${MARKERS[s.style.marker]}" transform="translate(${place(p)})"/>`),
    );
  }

  /// A picture of one number over two: cells on a grid.
  cells(s, k) {
    const { X, Y } = this,
      apart = v => [...new Set(v)].sort((a, b) => a - b),
      [lo, hi] = this.spec.bar.range,
      [dx, dy] = this.spec.cell || [s.x, s.y].map(v => apart(v)[1] - apart(v)[0]);
    return s.x.map((x, i) => {
      const [left, top] = [X.at(x - dx / 2), Y.at(s.y[i] + dy / 2)],
        [width, height] = [X.at(x + dx / 2) - left, Y.at(s.y[i] - dy / 2) - top],
        colour = viridis((s.z[i] - lo) / (hi - lo));
      this.points.push({ s, k, i, x: X.at(x), y: Y.at(s.y[i]) });
      return `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="rgb(${colour})"/>`;
    });
  }

  colourBar() {
    const { range, label } = this.spec.bar,
      { right, top, bottom } = this.area,
      S = scale(range[0], range[1], false, bottom, top),
      x = right + 12,
      n = 24,
      tall = (bottom - top) / n;
    const rects = Array.from({ length: n }, (_, i) => {
      const place = `x="${x}" width="11" y="${bottom - tall * (i + 1)}" height="${tall + 0.5}"`;
      return `<rect ${place} fill="rgb(${viridis((i + 0.5) / n)})" stroke="none"/>`;
    });
    const ticks = S.ticks(5).major.map(t => `<text x="${x + 15}" y="${S.at(t.value) + 3.5}">${t.text}</text>`);
    return `${rects.join('')}<g class="ticks">${ticks.join('')}${upright(x + 66, this.area, label)}</g>`;
  }

  /// The slope of an order, in the upper corner that lines of that slope do not reach.
  slope() {
    const { X, Y, area } = this,
      { order, falling } = this.spec,
      [wide, high] = [X, Y].map(S => Math.log10(S.hi / S.lo)),
      decades = Math.min(0.16 * wide, (0.22 * high) / order),
      w = (decades * (area.right - area.left)) / wide,
      h = (order * decades * (area.bottom - area.top)) / high,
      top = area.top + 12,
      [near, inwards, anchor] = falling ? [area.right - 14, -1, 'end'] : [area.left + 14, 1, 'start'],
      far = near + inwards * w;
    return `<path class="guide" d="M${far} ${top}V${top + h}H${near}Z"/>
      <text class="small" x="${far + 5 * inwards}" y="${top + h}" text-anchor="${anchor}">order ${order}</text>`;
  }

  /// Whether a point is on the picture, or so many pixels above or below it.
  sees(p, off = 1) {
    const { left, right, top, bottom } = this.area;
    return p.x >= left - 1 && p.x <= right + 1 && p.y >= top - off && p.y <= bottom + off;
  }
  directLabels(list) {
    const { top, bottom, right } = this.area,
      own = s => this.points.filter(p => p.s === s && this.sees(p)),
      lastOf = s => own(s).reduce((a, b) => (a && a.x >= b.x ? a : b), null),
      labels = list.map(lastOf).filter(Boolean).map(p => ({ ...p, from: p.y })),
      x = right + 12;
    spread(labels, 13, top + 4, bottom - 2);
    return labels
      .map(({ s: { method, label, style }, x: at, from, y }) => {
        const short = label.length > 20 ? label.slice(0, 19) + '…' : label,
          leader = `<path class="leader" stroke="${style.color}" d="M${at + 5} ${from}L${x - 4} ${y}H${x}"/>`;
        return `<g data-method="${safe(method)}" class="direct">${leader}
          <text x="${x + 3}" y="${y + 3.5}">${safe(short)}</text></g>`;
      })
      .join('');
  }

  // --- hands

  nearest([x, y]) {
    const isInside = p => p.y2 !== undefined && y >= p.y - 3 && y <= p.y2 + 3,
      up = p => (isInside(p) ? 0 : p.y - y),
      off = p => (p.x - x) ** 2 * (p.s.draw === 'points' ? 1 : 4) + up(p) ** 2;
    return this.closest(this.points.filter(p => this.sees(p, 6)), off, 40);
  }
  down(e) {
    if (e.pointerType === 'touch') this.tell(this.nearest(this.point(e)), e.clientX, e.clientY); // a tap
    else super.down(e);
  }
  move(e) {
    const at = this.point(e);
    if (!this.drag) return this.tell(this.nearest(at), e.clientX, e.clientY);
    const [[x, width], [y, height]] = [0, 1].map(k => [Math.min(this.drag[k], at[k]), Math.abs(at[k] - this.drag[k])]);
    for (const [k, v] of Object.entries({ x, y, width, height, visibility: 'visible' })) this.box.setAttribute(k, v);
  }
  up(e) {
    const [[a, b], at] = [this.drag, this.point(e)],
      between = (S, p, q) => [S.value(p), S.value(q)].sort((x, y) => x - y);
    this.drag = null;
    this.box.setAttribute('visibility', 'hidden');
    if (Math.abs(at[0] - a) < 6 || Math.abs(at[1] - b) < 6) return;
    this.look([...between(this.X, a, at[0]), ...between(this.Y, b, at[1])]);
  }
  zoom(factor) {
    const about = (S, p, q) => [p, q].map(edge => S.value((p + q) / 2 + (edge - (p + q) / 2) * factor)),
      { left, right, top, bottom } = this.area;
    this.look([...about(this.X, left, right), ...about(this.Y, bottom, top)]);
  }
  /// To the neighbouring point of the series, or to the next series.
  arrow([along, across]) {
    const p = this.cursor,
      of = k => this.points.filter(q => q.k === k).sort((a, b) => a.x - b.x);
    if (!this.points.length) return;
    let next = this.points[0];
    if (p && along) {
      const own = of(p.k),
        stride = Math.max(1, Math.round(own.length / 100));
      next = own[clamped(own.findIndex(q => q.i === p.i) + along * stride, 0, own.length - 1)];
    } else if (p) {
      const off = q => Math.abs(q.x - p.x);
      next = of((p.k + across + this.count) % this.count).sort((a, b) => off(a) - off(b))[0] || p;
    }
    const box = this.picture.getBoundingClientRect();
    this.tell(next, box.left + next.x, box.top + next.y);
  }
}

// --- curves in space -------------------------------------------------------------------------------------------------

/// A pinhole far away, by azimuth and elevation: space to pixels about the middle of a picture, and depth.
function camera(width, height, [azimuth, elevation], scaled) {
  const [ca, sa, ce, se] = [Math.cos(azimuth), Math.sin(azimuth), Math.cos(elevation), Math.sin(elevation)];
  return ([x, y, z]) => [
    width / 2 + scaled * (-sa * x + ca * y),
    height / 2 - scaled * (-se * (ca * x + sa * y) + ce * z),
    ce * (ca * x + sa * y) + se * z,
  ];
}

/// A view that is turned further.
const turned = ([azimuth, elevation, ...size], a, b) => [azimuth + a, clamped(elevation + b, -1.5, 1.5), ...size];

/// series: {method, label, style, points: [[x, y, z], ...], tip(i)}; spec.sphere draws the unit sphere.
class Space extends Panel {
  /// Azimuth, elevation, size.
  get from() {
    return this.spec.from || [-1.05, 0.32, 1];
  }
  zoom(factor) {
    this.look(this.view.with(2, clamped(this.view[2] / factor, 0.3, 30)));
  }
  draw() {
    const { spec, host } = this,
      width = Math.max(host.clientWidth, 200),
      height = Math.round(Math.min(width * 0.8, 380)),
      all = this.visible,
      view = this.view || this.from,
      r = Math.min(width, height) * (spec.sphere ? 0.43 : 0.3) * view[2],
      raw = camera(width, height, view, r);
    const range = k => (spec.sphere ? [-1, 1] : extent(all.flatMap(s => s.points.map(p => p[k])), false, 0)),
      unit = [0, 1, 2].map(range).map(([a, b]) => [(a + b) / 2, (b - a) / 2 || 1]),
      project = p => raw(p.map((v, k) => (v - unit[k][0]) / unit[k][1]));
    Object.assign(this, { width, height, points: [] });
    const curve = s => {
      const d = ['', ''];
      s.points.forEach((p, i) => {
        const [x, y, depth] = project(p);
        d[spec.sphere && depth < 0 ? 0 : 1] += `M${xy(x, y)}h0`;
        this.points.push({ s, i, x, y, depth });
      });
      return `<g data-method="${safe(s.method)}" class="series" stroke="${s.style.color}" fill="none">
        <path class="dots far" d="${d[0]}"/><path class="dots" d="${d[1]}"/></g>`;
    };
    this.put(`<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" class="chart space">
      ${this.frame(raw, r, width)}${all.map(curve).join('')}${RING}</svg>`);
  }
  /// The sphere with its equator, or the edges of a box; and where the axes point.
  frame(raw, r, width) {
    const { sphere, names } = this.spec,
      place = p => xy(...raw(p)),
      guide = (points, close = '') => `<path class="guide" d="M${points.map(place).join('L')}${close}"/>`,
      parts = [];
    if (sphere) {
      const [x, y] = raw([0, 0, 0]),
        turn = Array.from({ length: 72 }, (_, k) => (k * Math.PI) / 36),
        equator = turn.map(a => [Math.cos(a), Math.sin(a), 0]);
      parts.push(`<circle class="ball" cx="${x}" cy="${y}" r="${r}"/>`, guide(equator, 'Z'));
    } else
      for (let a = 0; a < 8; ++a)
        for (const bit of [1, 2, 4].filter(bit => !(a & bit)))
          parts.push(guide([a, a | bit].map(k => [1, 2, 4].map(side => (k & side ? 1 : -1)))));
    names.forEach((name, k) => {
      const tip = [0, 1, 2].map(i => (i === k ? (sphere ? 1.1 : 1.15) : sphere ? 0 : -1)),
        [x, y] = raw(tip),
        anchor = x > width * 0.6 ? 'end' : x < width * 0.4 ? 'start' : 'middle';
      if (sphere) parts.push(guide([[0, 0, 0], tip.map(v => v / 1.1)]));
      parts.push(`<text class="small" x="${x}" y="${y + 4}" text-anchor="${anchor}">${typeset(name)}</text>`);
    });
    return parts.join('');
  }
  move(e) {
    const at = this.point(e);
    if (this.drag) {
      this.look(turned(this.view, (at[0] - this.drag[0]) * -0.01, (at[1] - this.drag[1]) * 0.01));
      return void (this.drag = at);
    }
    const off = p => (p.x - at[0]) ** 2 + (p.y - at[1]) ** 2 - (p.depth > 0 ? 4 : 0);
    this.tell(this.closest(this.points, off, 15), e.clientX, e.clientY);
  }
  up() {
    this.drag = null;
  }
  arrow([along, across]) {
    this.look(turned(this.view, -0.15 * along, 0.12 * across));
  }
}
