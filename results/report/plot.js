// SPDX-License-Identifier: MIT
// Plots as SVG, without a library: log-log ladders, lines, bands between least and largest values, pictures over two
// parameters, curves in space. A plot is described by a value (its spec) and drawn again whenever something changes.
'use strict';

const NAMESPACE = 'http://www.w3.org/2000/svg';

/// An HTML element; attributes that are functions are listeners, children are nodes or text.
/// Text in which numbers like 1e-6 are not broken at their sign.
const unbroken = text => {
  const parts = text.split(/([\d.]+e-\d+)/);
  return parts.map((part, k) => (k % 2 ? el('span', { class: 'nowrap' }, document.createTextNode(part)) : part));
};

function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes))
    if (typeof value === 'function') node.addEventListener(key, value);
    else if (value !== undefined && value !== null && value !== false)
      node.setAttribute(key, value === true ? '' : value);
  const shown = children.flat(9).filter(c => c !== null && c !== undefined && c !== false);
  node.append(...shown.flatMap(c => (typeof c === 'string' && tag !== 'option' ? unbroken(c) : [c])));
  return node;
}

function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(NAMESPACE, tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

// --- numbers ---------------------------------------------------------------------------------------------------------

const superscript = n => String(n).replace(/./g, c => '⁰¹²³⁴⁵⁶⁷⁸⁹'['0123456789'.indexOf(c)] || '⁻');

/// "error of (Omega, u), u = R^T e3" without its explanation.
const beforeComma = label => label.split(/,(?![^(]*\))/)[0];

/// A number for people: 3 digits unless asked otherwise.
function show(x, digits = 3) {
  if (typeof x === 'string') return x === 'nan' ? '–' : x;
  if (typeof x !== 'number' || !Number.isFinite(x)) return '–';
  if (x === 0 || (Number.isInteger(x) && Math.abs(x) < 1e7)) return String(x);
  const size = Math.abs(x);
  if (size >= 1e-3 && size < 1e5) return String(Number(x.toPrecision(digits)));
  return x
    .toExponential(digits - 1)
    .replace(/\.?0*e/, 'e')
    .replace('e+', 'e');
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
  const major = values.map(v => ({
    value: v,
    text: (v / 10 ** exponent)
      .toFixed(decimals)
      .replace(/^-(0(\.0*)?)$/, '$1')
      .replace('-', '−'),
  }));
  return { major, minor: [], factor: exponent ? '× 10' + superscript(exponent) : '' };
}

function logTicks(lo, hi, count) {
  const a = Math.log10(lo),
    b = Math.log10(hi);
  if (b - a < 0.7) return linearTicks(lo, hi, count);
  const step = Math.max(1, Math.ceil((b - a) / Math.max(count, 2))),
    major = [],
    minor = [];
  for (let n = Math.floor(a); n <= Math.ceil(b); ++n) {
    const value = 10 ** n;
    if (n >= a - 1e-9 && n <= b + 1e-9)
      (n % step === 0 ? major : minor).push(
        n % step === 0 ? { value, text: n >= 0 && n <= 3 ? String(value) : '10' + superscript(n) } : value,
      );
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
  };
}

/// Least and largest of what may be drawn, with room around it.
function extent(values, log, margin = 0.04) {
  let lo = Infinity,
    hi = -Infinity;
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
function swatch(style, marked = true) {
  return svg(
    'svg',
    { class: 'swatch', viewBox: '-14 -7 28 14', width: 28, height: 14, 'aria-hidden': 'true' },
    svg('path', { d: 'M-13 0H13', stroke: style.color, 'stroke-dasharray': DASHES[style.line], class: 'line' }),
    ...(marked ? [svg('path', { d: MARKERS[style.marker], stroke: style.color, class: 'mark' })] : []),
  );
}

/// Viridis by seven of its colours: light is large, and grey printers agree.
const VIRIDIS = [
  [68, 1, 84],
  [68, 57, 131],
  [49, 104, 142],
  [33, 145, 140],
  [53, 183, 121],
  [144, 215, 67],
  [253, 231, 37],
];
function viridis(s) {
  const p = Math.min(Math.max(s, 0), 1) * (VIRIDIS.length - 1),
    i = Math.min(Math.floor(p), VIRIDIS.length - 2);
  return VIRIDIS[i].map((c, k) => Math.round(c + (VIRIDIS[i + 1][k] - c) * (p - i)));
}

// --- what all plots share --------------------------------------------------------------------------------------------

function download(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = el('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

const csvCell = x =>
  typeof x === 'string' && /[",\n]/.test(x)
    ? '"' + x.replace(/"/g, '""') + '"'
    : x === undefined || x === null
      ? ''
      : String(x);
const csv = table => [table.columns, ...table.rows()].map(row => row.map(csvCell).join(',')).join('\n') + '\n';

/// The rules of plots, in the page and in files.
const LOOK = [
  '.chart { display: block; max-width: 100%; font-size: 11.5px; fill: var(--ink); overflow: visible; }',
  '.chart.space { cursor: grab; overflow: hidden; }',
  '.chart text { stroke: none; fill: var(--ink); }',
  '.chart .title { font-size: 13px; font-weight: 600; }',
  '.ticks text { fill: var(--quiet); font-variant-numeric: tabular-nums; }',
  '.chart .ticks .name { fill: var(--ink); }',
  '.chart.space text { paint-order: stroke; stroke: var(--back); stroke-width: 3px; }',
  '.chart text.small { font-size: 11px; fill: var(--quiet); }',
  '.grid path { stroke: var(--grid); stroke-width: 1; }',
  '.frame { stroke: var(--quiet); fill: none; }',
  '.target { stroke: var(--ink); stroke-dasharray: 7 4; fill: none; }',
  '.whisker { stroke-width: 1; fill: none; }',
  '.faint { opacity: .22; }',
  '.front { stroke: var(--quiet); stroke-width: 5; stroke-opacity: .35; stroke-dasharray: 1 7; stroke-linecap: round; fill: none; }',
  '.floor { fill: var(--floor); stroke: none; }',
  '.series .line { stroke-width: 1.6; }',
  '.series .mark { stroke-width: 1.4; fill: var(--back); }',
  '.series .band { stroke-width: 1; fill-opacity: .3; }',
  '.series .band.pale { stroke: none; fill-opacity: .16; }',
  '.series .near { stroke-width: .8; }',
  '.series .far { stroke-width: .6; stroke-opacity: .35; }',
  '.series .dots { stroke-width: 1.8; stroke-linecap: round; stroke-opacity: .75; }',
  '.series rect { stroke: none; shape-rendering: crispEdges; }',
  '.leader { fill: none; stroke-width: .8; stroke-opacity: .7; }',
  '.dim { opacity: .16; }',
  '.direct.dim { opacity: .4; }',
  '.guide { fill: none; stroke: var(--quiet); stroke-width: .8; }',
  '.ball { fill: var(--soft); stroke: var(--rule); }',
  '.ring { fill: none; stroke: var(--ink); stroke-width: 1.6; pointer-events: none; }',
  '.selection { fill: var(--link); fill-opacity: .12; stroke: var(--link); pointer-events: none; }',
  '.swatch { vertical-align: middle; overflow: visible; }',
  '.swatch path { stroke-width: 1.6; fill: none; }',
  '.swatch .mark { fill: var(--back); }',
].join('\n');

/// Words as lines of at most so many characters.
const folded = (text, most) =>
  text.split(' ').reduce((lines, word) => {
    const longer = lines.length ? lines.at(-1) + ' ' + word : word;
    return longer.length > most || !lines.length ? [...lines, word] : [...lines.slice(0, -1), longer];
  }, []);

/// A plot with its title over it, the names of its curves and what is said of it below, and the height of all.
function framed({ picture, spec, visible, width, height }) {
  const called = visible.filter(s => s.draw !== 'cells').map(s => [s, [s.label, s.note].filter(Boolean).join(' ')]),
    wide = 48 + 7.2 * Math.max(...called.map(([, name]) => name.length), 0),
    columns = Math.max(Math.floor((width - 8) / wide), 1),
    title = folded(spec.title, width / 8),
    notes = spec.more ? folded(spec.more, width / 6.6) : [],
    top = 6 + 17 * title.length,
    below = top + height + 14,
    bottom = below + 18 * Math.ceil(called.length / columns),
    copy = picture.cloneNode(true);
  copy.setAttribute('y', top);
  const names = called.flatMap(([s, name], k) => {
    const [x, y] = [8 + wide * (k % columns), below + 18 * Math.floor(k / columns)],
      look = swatch(s.dash ? { ...s.style, line: s.dash } : s.style, s.draw === 'points');
    look.setAttribute('x', x);
    look.setAttribute('y', y - 7);
    return [look, svg('text', { x: x + 34, y: y + 4 }, name)];
  });
  const node = svg(
    'g',
    { class: 'chart', 'data-key': spec.key },
    ...title.map((line, k) => svg('text', { class: 'title', x: 8, y: 15 + 17 * k }, line)),
    copy,
    ...names,
    ...notes.map((line, k) => svg('text', { class: 'small', x: 8, y: bottom + 2 + 15 * k }, line)),
  );
  return { node, height: bottom + 15 * notes.length };
}

/// A picture as a file of its own; `colour` knows the page's.
function asFile(width, height, parts, colour, write) {
  const picture = svg(
    'svg',
    {
      xmlns: NAMESPACE,
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      'font-family': 'DejaVu Sans, Verdana, Arial, sans-serif',
    },
    svg('style', {}, LOOK),
    svg('rect', { width, height, fill: 'var(--back)' }),
    ...parts,
  );
  return write(picture).replace(/var\((--\w+)\)/g, (_, name) => colour(name).trim());
}
function exported(panel) {
  const { node, height } = framed(panel),
    colours = getComputedStyle(document.documentElement);
  return asFile(
    panel.width,
    height,
    [node],
    name => colours.getPropertyValue(name),
    picture => new XMLSerializer().serializeToString(picture),
  );
}

/// A picture at twice its size.
function savePng(name, text) {
  const image = new Image();
  image.onload = () => {
    const [width, height] = [2 * image.width, 2 * image.height],
      canvas = el('canvas', { width, height });
    canvas.getContext('2d').drawImage(image, 0, 0, width, height);
    canvas.toBlob(blob => download(name, 'image/png', blob));
  };
  image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(text);
}

/// To the clipboard, also where a page from a file has none; the button says that it did.
function copyText(text, button) {
  const area = el('textarea', {}, text);
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
  const before = button.textContent;
  button.textContent = 'copied';
  setTimeout(() => (button.textContent = before), 1200);
}

const tooltip = el('div', { id: 'tip', role: 'status', 'aria-live': 'polite', hidden: true });

function showTip(rows, x, y) {
  tooltip.replaceChildren(
    el('b', {}, rows[0]),
    ...rows.slice(1).map(([k, v]) => el('div', {}, el('span', {}, k), ' ', v)),
  );
  tooltip.hidden = false;
  const box = tooltip.getBoundingClientRect(),
    gap = 14;
  tooltip.style.left = Math.max(4, x + gap + box.width > innerWidth ? x - gap - box.width : x + gap) + 'px';
  tooltip.style.top = Math.max(4, Math.min(y + gap, innerHeight - box.height - 4)) + 'px';
}
const hideTip = () => {
  tooltip.hidden = true;
};

const TABLE_ROWS = 300;

/// A figure element with its tools, table and downloads. `spec` has name, title, table, series; subclasses draw.
class Panel {
  /// `shared` tells what is hidden and highlighted, and keeps the view of each plot.
  constructor(spec, shared) {
    ((this.spec = spec), (this.shared = shared));
    this.fingers = new Map(); // of touches: where each is
    this.view = Object.assign(
      { logX: spec.x && spec.x.log, logY: spec.y && spec.y.log, zoom: null },
      shared.view(spec.key),
    );
    this.host = el('div', {
      class: 'plot',
      tabindex: 0,
      role: 'group',
      'aria-roledescription': 'plot',
      'aria-label': `${spec.title}. ${this.keys}`,
    });
    this.node = el(
      'figure',
      { class: 'panel' + (spec.wide ? ' wide' : ''), 'data-key': spec.key },
      el('figcaption', {}, el('span', { class: 'title' }, spec.title), this.tools()),
      this.host,
      this.tableBehind(),
    );
    this.listen();
    new ResizeObserver(() => this.draw()).observe(this.host);
  }
  get visible() {
    return this.spec.series.filter(s => !this.shared.hidden.has(s.method));
  }

  button(text, title, act, pressed) {
    return el(
      'button',
      { type: 'button', title, click: act, 'aria-pressed': pressed === undefined ? undefined : String(!!pressed) },
      text,
    );
  }
  tools() {
    const { spec } = this;
    const axis = (name, on) =>
      this.button(
        `log ${name.slice(-1).toLowerCase()}`,
        `logarithmic ${name.slice(-1).toLowerCase()} axis`,
        event => {
          ((this.view[name] = !this.view[name]), (this.view.zoom = null));
          event.currentTarget.setAttribute('aria-pressed', String(!!this.view[name]));
          this.changed();
        },
        on,
      );
    return el(
      'span',
      { class: 'tools' },
      spec.x && spec.x.canLog && axis('logX', this.view.logX),
      spec.y && spec.y.canLog && axis('logY', this.view.logY),
      this.button('+', 'zoom in (+)', () => this.zoom(0.6)),
      this.button('−', 'zoom out (-)', () => this.zoom(1 / 0.6)),
      this.button('reset', 'show all (0 or a double click)', () => this.reset()),
      this.button('SVG', 'save this plot', () =>
        download(spec.name + '.svg', 'image/svg+xml', exported(this)),
      ),
      this.button('PNG', 'save this plot as pixels', () => savePng(spec.name + '.png', exported(this))),
      this.button('CSV', 'save its data', () => download(spec.name + '.csv', 'text/csv', csv(spec.table))),
      spec.command &&
        this.button('copy', `copy the command that makes it: ${spec.command}`, e =>
          copyText(spec.command, e.currentTarget),
        ),
    );
  }
  tableBehind() {
    const details = el('details', { class: 'behind' }, el('summary', {}, 'Table'));
    details.addEventListener('toggle', () => {
      if (!details.open || details.children.length > 1) return;
      const rows = this.spec.table.rows();
      details.append(
        el(
          'div',
          { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'table of ' + this.spec.title },
          el(
            'table',
            {},
            el(
              'thead',
              {},
              el(
                'tr',
                {},
                this.spec.table.columns.map(c => el('th', { scope: 'col' }, c)),
              ),
            ),
            el(
              'tbody',
              {},
              rows.slice(0, TABLE_ROWS).map(r =>
                el(
                  'tr',
                  {},
                  r.map(x => el('td', { class: typeof x === 'number' ? 'n' : '' }, show(x ?? '', 6))),
                ),
              ),
            ),
          ),
        ),
      );
      if (rows.length > TABLE_ROWS)
        details.append(el('p', { class: 'note' }, `The first ${TABLE_ROWS} of ${rows.length} rows; the CSV has all.`));
    });
    return details;
  }
  changed() {
    this.shared.keep(this.spec.key, this.view);
    this.draw();
    this.shared.follow(this);
  }
  reset() {
    this.view.zoom = null;
    this.changed();
  }
  listen() {
    const h = this.host;
    h.addEventListener('pointerdown', e => this.pinch(e, true) || this.down(e));
    h.addEventListener('pointermove', e => this.pinch(e, this.fingers.has(e.pointerId)) || this.move(e));
    for (const end of ['pointerup', 'pointercancel'])
      h.addEventListener(end, e => {
        const pinched = this.fingers.size > 1;
        this.fingers.delete(e.pointerId);
        if (!pinched) this.up(e);
      });
    h.addEventListener('pointerleave', e => {
      // a finger that is lifted leaves its value
      if (!this.drag && e.pointerType !== 'touch') (hideTip(), (this.cursor = null), this.mark());
    });
    h.addEventListener('blur', () => {
      (hideTip(), (this.cursor = null), this.mark());
    });
    h.addEventListener('dblclick', () => this.reset());
    h.addEventListener(
      'wheel',
      e => {
        if (!e.ctrlKey && !e.metaKey) return; // the page must scroll
        e.preventDefault();
        this.zoom(e.deltaY > 0 ? 1.2 : 1 / 1.2, this.point(e));
      },
      { passive: false },
    );
    h.addEventListener('keydown', e => {
      if (e.ctrlKey || e.metaKey || e.altKey || !this.key(e)) return;
      e.preventDefault();
      e.stopPropagation();
    });
  }
  /// Two fingers zoom about what is between them; whether they are doing so.
  pinch(e, touches) {
    if (e.pointerType !== 'touch' || !touches) return false;
    const apart = () => {
      const [a, b] = [...this.fingers.values()];
      return Math.hypot(a[0] - b[0], a[1] - b[1]);
    };
    const before = this.fingers.size > 1 ? apart() : 0;
    this.fingers.set(e.pointerId, this.point(e));
    if (this.fingers.size < 2) return false;
    this.drag = null;
    hideTip();
    const [a, b] = [...this.fingers.values()];
    if (before > 0 && apart() > 0) this.zoom(before / apart(), [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
    return true;
  }
  point(e) {
    const box = this.picture.getBoundingClientRect();
    return [e.clientX - box.left, e.clientY - box.top];
  }
  mark() {}
  /// Opacity by what is highlighted.
  emphasise() {
    const one = this.shared.focus() || this.spec.only;
    for (const g of this.picture.querySelectorAll('[data-method]'))
      g.classList.toggle('dim', !!one && g.dataset.method !== one && this.visible.some(s => s.method === one));
  }
}

// --- plots over two axes ---------------------------------------------------------------------------------------------

/// Distance between neighbouring labels, pushed apart downwards and then upwards.
function spread(labels, gap, top, bottom) {
  labels.sort((a, b) => a.y - b.y);
  for (let i = 0, least = top; i < labels.length; ++i)
    ((labels[i].y = Math.max(labels[i].y, least)), (least = labels[i].y + gap));
  for (let i = labels.length - 1, most = bottom; i >= 0; --i)
    ((labels[i].y = Math.min(labels[i].y, most)), (most = labels[i].y - gap));
}

/// series: {method, label, style, x: [], y: [] | lo: [], hi: [], draw: 'points' | 'line' | 'band' | 'cells', tip(i)}
class Plot extends Panel {
  get keys() {
    return 'Arrows walk along the points, Shift with arrows moves, plus and minus zoom, zero shows all.';
  }

  /// The values of a series as they are drawn: on a logarithmic axis a band of signed values is that of their sizes.
  drawn(s) {
    if (!s.lo || !this.view.logY) return s;
    const hi = s.lo.map((lo, i) => Math.max(Math.abs(lo), Math.abs(s.hi[i])));
    const lo = s.lo.map((a, i) => (a <= 0 && s.hi[i] >= 0 ? 0 : Math.min(Math.abs(a), Math.abs(s.hi[i]))));
    return Object.assign({}, s, { lo, hi });
  }

  domain(list) {
    const { view, spec } = this;
    if (view.zoom) return view.zoom;
    const steps = list.some(s => s.draw === 'points');
    const xs = extent(
      list.flatMap(s => s.x),
      view.logX,
      steps ? 0.04 : 0,
    );
    let ys = list.flatMap(s => (s.lo ? (view.logY ? s.hi : [...s.lo, ...s.hi]) : s.y));
    if (spec.include && !view.logY) ys = ys.concat(spec.include);
    if (spec.target) ys = ys.concat(spec.target);
    if (spec.strip) ys = ys.concat(spec.strip.low, spec.strip.high);
    return [...(spec.x.range || xs), ...(spec.y.range || extent(ys, view.logY))];
  }

  draw() {
    const { spec, view, host } = this,
      width = Math.max(host.clientWidth, 200);
    const list = this.visible.map(s => this.drawn(s));
    const named = spec.named ? list.filter(s => spec.named.has(s.method)) : list; // only these have their names beside them
    const labelled = named.length > 0 && list.length > 1 && width >= 430 && list[0].draw !== 'cells';
    const height = Math.round(spec.aspect ? width * spec.aspect : Math.min(Math.max(width * 0.62, 230), 400));
    const [x0, x1, y0, y1] = this.domain(list);
    // Room for the labels of the ticks: "−1.551" takes more than "10⁻³".
    const upTicks = (view.logY ? logTicks : linearTicks)(y0, y1, (height - 54) / 42).major;
    const area = {
      left: Math.max(58, 28 + 7.2 * Math.max(...upTicks.map(t => t.text.length), 0)),
      right:
        width -
        (labelled ? 30 + 6.3 * Math.min(Math.max(...named.map(s => s.label.length), 8), 20) : spec.bar ? 86 : 14),
      top: 14,
      bottom: height - 40,
    };
    const X = (this.X = scale(x0, x1, view.logX, area.left, area.right)),
      Y = (this.Y = scale(y0, y1, view.logY, area.bottom, area.top));
    Object.assign(this, { area, width, height, points: [] });
    const picture = (this.picture = svg('svg', {
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      class: 'chart',
      'data-x': [x0, x1, !!view.logX, area.left, area.right], // by which values can be read back
      'data-y': [y0, y1, !!view.logY, area.bottom, area.top],
    }));
    const id = 'clip-' + spec.key.replace(/\W/g, '-');
    picture.append(
      svg(
        'defs',
        {},
        svg(
          'clipPath',
          { id },
          svg('rect', { x: area.left, y: area.top, width: area.right - area.left, height: area.bottom - area.top }),
        ),
      ),
    );
    this.axes(picture, X, Y, area, width, height);
    const inside = svg('g', { 'clip-path': `url(#${id})` });
    picture.append(inside);
    this.background(inside, X, Y, area);
    this.count = list.length;
    list.forEach((s, k) => inside.append(this.series(s, X, Y, k)));
    if (spec.order && view.logX && view.logY && width >= 430) this.slope(picture, X, Y, area);
    if (labelled) this.directLabels(picture, named, X, Y, area);
    if (spec.bar) this.colourBar(picture, area);
    if (!list.length)
      picture.append(
        svg(
          'text',
          { x: (area.left + area.right) / 2, y: (area.top + area.bottom) / 2, 'text-anchor': 'middle' },
          'All methods of this plot are hidden.',
        ),
      );
    if (spec.star) picture.append(svg('circle', { class: 'ring', r: 8, cx: X.at(spec.star.x), cy: Y.at(spec.star.y) }));
    this.ring = svg('circle', { r: 6, class: 'ring', visibility: 'hidden' });
    this.box = svg('rect', { class: 'selection', visibility: 'hidden' });
    picture.append(this.ring, this.box);
    host.replaceChildren(picture);
    this.emphasise();
  }

  axes(picture, X, Y, area, width, height) {
    const grid = svg('g', { class: 'grid' }),
      text = svg('g', { class: 'ticks' });
    const ticks = (s, count) => (s.log ? logTicks : linearTicks)(s.lo, s.hi, count);
    const tx = ticks(X, (area.right - area.left) / 75),
      ty = ticks(Y, (area.bottom - area.top) / 42);
    for (const t of tx.major) {
      const x = X.at(t.value).toFixed(1);
      grid.append(svg('path', { d: `M${x} ${area.top}V${area.bottom}` }));
      text.append(svg('text', { x, y: area.bottom + 15, 'text-anchor': 'middle', 'data-value': t.value }, t.text));
    }
    for (const t of ty.major) {
      const y = Y.at(t.value).toFixed(1);
      grid.append(svg('path', { d: `M${area.left} ${y}H${area.right}` }));
      text.append(
        svg('text', { x: area.left - 6, y: Number(y) + 3.5, 'text-anchor': 'end', 'data-value': t.value }, t.text),
      );
    }
    const small = tx.minor
      .map(v => `M${X.at(v).toFixed(1)} ${area.bottom}v-4`)
      .concat(ty.minor.map(v => `M${area.left} ${Y.at(v).toFixed(1)}h4`));
    const frame = svg('path', {
      class: 'frame',
      d: `M${area.left} ${area.top}V${area.bottom}H${area.right}` + small.join(''),
    });
    const sized = this.view.logY && this.spec.series.some(s => s.lo);
    const full = sized ? `|${this.spec.y.label}|` : this.spec.y.label,
      short = full.length * 6.2 > area.bottom - area.top ? beforeComma(full) : full;
    const yLabel = short + (ty.factor ? `  (${ty.factor})` : '');
    text.append(
      svg(
        'text',
        { class: 'name', x: (area.left + area.right) / 2, y: height - 6, 'text-anchor': 'middle' },
        this.spec.x.label + (tx.factor ? `  (${tx.factor})` : ''),
      ),
      svg(
        'text',
        {
          class: 'name',
          transform: `translate(12 ${(area.top + area.bottom) / 2}) rotate(-90)`,
          'text-anchor': 'middle',
        },
        yLabel,
      ),
    );
    picture.append(grid, text, frame);
  }

  background(inside, X, Y, area) {
    const { floor, strip, front, target } = this.spec;
    if (target > 0) inside.append(svg('path', { class: 'target', d: `M${area.left} ${Y.at(target)}H${area.right}` }));
    if (front) {
      // the points that no other is better than in both; errors that are the same to 2 % are equal
      const points = this.visible
        .flatMap(s => s.x.map((x, k) => [x, s.y[k]]))
        .filter(([x, y]) => x > 0 && y > 0)
        .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      const best = points.filter(([, y], k) => points.slice(0, k).every(q => q[1] > 1.02 * y));
      if (best.length > 1)
        inside.append(
          svg('path', {
            class: 'front',
            d: 'M' + best.map(([x, y]) => `${X.at(x).toFixed(1)} ${Y.at(y).toFixed(1)}`).join('L'),
          }),
        );
    }
    if (floor && floor.value > 0 && Y.log && Y.hi > floor.value && Y.at(floor.value) < area.bottom) {
      const y = Y.at(floor.value);
      inside.append(
        svg('rect', { class: 'floor', x: area.left, y, width: area.right - area.left, height: area.bottom - y }),
        svg('text', { class: 'small', x: area.left + 6, y: y + 12 }, floor.label),
      );
    }
    if (strip) {
      const y = Y.at(strip.high);
      inside.append(
        svg('rect', { class: 'floor', x: area.left, y, width: area.right - area.left, height: Y.at(strip.low) - y }),
        svg('text', { class: 'small', ...this.freeSpot(strip, X, Y, area) }, strip.label),
      );
    }
  }

  /// Where the name of a strip stands: where no curve runs, if there is such a place.
  freeSpot({ low, high, label }, X, Y, area) {
    const wide = 6 * label.length,
      last = area.right - area.left - wide - 12,
      rows = [Y.at(low) - 5, Y.at(high) + 12],
      spots = [0, 0.25, 0.5, 0.75, 1].flatMap(f => rows.map(y => ({ x: area.left + 6 + f * last, y }))),
      crossed = ({ x, y }) => (px, py) => px > x - 8 && px < x + wide + 8 && py > y - 14 && py < y + 6,
      curves = this.visible.map(s => s.x.map((v, i) => [X.at(v), Y.at(s.y[i])]));
    const isFree = inside =>
      curves.every(points =>
        points.every(([px, py], i) => {
          const [qx, qy] = points[Math.max(i - 1, 0)];
          const on = f => inside(px + f * (qx - px), py + f * (qy - py));
          return !Array.from({ length: 11 }, (_, k) => k / 10).some(on);
        }),
      );
    return spots.find(spot => isFree(crossed(spot))) || spots[0];
  }

  series(s, X, Y, k) {
    const g = svg('g', {
      'data-method': s.method,
      class: s.faint ? 'series faint' : 'series',
      stroke: s.style.color,
      fill: s.style.color,
    });
    if (s.draw === 'cells') return this.cells(g, s, X, Y, k);
    const bottom = this.area.bottom + 5,
      pixel = v => (Y.log && !(v > 0) ? bottom : Math.min(Math.max(Y.at(v), -1e4), 1e4));
    let d = '';
    if (s.lo) {
      const upper = s.x.map((x, i) => `${X.at(x).toFixed(1)} ${pixel(s.hi[i]).toFixed(1)}`);
      const lower = s.x.map((x, i) => `${X.at(x).toFixed(1)} ${pixel(s.lo[i]).toFixed(1)}`).reverse();
      g.append(svg('path', { class: Y.log ? 'band pale' : 'band', d: 'M' + upper.concat(lower).join('L') + 'Z' }));
      d = 'M' + upper.join('L');
      s.x.forEach((x, i) => this.points.push({ s, k, i, x: X.at(x), y: pixel(s.hi[i]), y2: pixel(s.lo[i]) }));
      if (Y.log) g.append(svg('path', { class: 'line', d, fill: 'none', 'stroke-dasharray': DASHES[s.style.line] }));
      return g;
    }
    s.x.forEach((x, i) => {
      if ((X.log && !(x > 0)) || (Y.log && !(s.y[i] > 0))) return;
      const p = { s, k, i, x: X.at(x), y: Math.min(Math.max(Y.at(s.y[i]), -1e4), 1e4) };
      d += (d ? 'L' : 'M') + p.x.toFixed(1) + ' ' + p.y.toFixed(1);
      this.points.push(p);
    });
    g.append(svg('path', { class: 'line', d, fill: 'none', 'stroke-dasharray': DASHES[s.dash || s.style.line] }));
    // from the point to where the median is
    const whiskers = s.to ? this.points.filter(p => p.s === s && s.to[p.i] > 0) : [];
    if (whiskers.length)
      g.append(
        svg('path', {
          class: 'whisker',
          d: whiskers.map(p => `M${p.x.toFixed(1)} ${p.y.toFixed(1)}H${X.at(s.to[p.i]).toFixed(1)}v-3v6`).join(''),
        }),
      );
    const own = this.points.filter(p => p.s === s),
      stride = s.draw === 'points' ? 1 : s.marks && Math.ceil(own.length / s.marks);
    if (stride)
      for (const p of own.filter((_, i) => (i + (stride >> 1)) % stride === 0))
        g.append(
          svg('path', {
            class: 'mark',
            d: MARKERS[s.style.marker],
            transform: `translate(${p.x.toFixed(1)} ${p.y.toFixed(1)})`,
          }),
        );
    return g;
  }

  /// A picture of one number over two: cells on a grid.
  cells(g, s, X, Y, k) {
    const apart = v => [...new Set(v)].sort((a, b) => a - b),
      [lo, hi] = this.spec.bar.range,
      [dx, dy] = this.spec.cell || [s.x, s.y].map(v => apart(v)[1] - apart(v)[0]);
    s.x.forEach((x, i) => {
      const [left, top] = [X.at(x - dx / 2), Y.at(s.y[i] + dy / 2)];
      g.append(
        svg('rect', {
          x: left,
          y: top,
          width: X.at(x + dx / 2) - left,
          height: Y.at(s.y[i] - dy / 2) - top,
          fill: `rgb(${viridis((s.z[i] - lo) / (hi - lo))})`,
        }),
      );
    });
    s.x.forEach((x, i) => this.points.push({ s, k, i, x: X.at(x), y: Y.at(s.y[i]) }));
    return g;
  }

  colourBar(picture, area) {
    const { range, label } = this.spec.bar,
      S = scale(range[0], range[1], false, area.bottom, area.top),
      x = area.right + 12,
      n = 24;
    for (let i = 0; i < n; ++i)
      picture.append(
        svg('rect', {
          x,
          width: 11,
          y: area.top + (area.bottom - area.top) * (1 - (i + 1) / n),
          height: (area.bottom - area.top) / n + 0.5,
          fill: `rgb(${viridis((i + 0.5) / n)})`,
          stroke: 'none',
        }),
      );
    const text = svg('g', { class: 'ticks' });
    for (const t of linearTicks(range[0], range[1], 5).major)
      text.append(svg('text', { x: x + 15, y: S.at(t.value) + 3.5 }, t.text));
    text.append(
      svg(
        'text',
        {
          class: 'name',
          transform: `translate(${x + 66} ${(area.top + area.bottom) / 2}) rotate(-90)`,
          'text-anchor': 'middle',
        },
        label,
      ),
    );
    picture.append(text);
  }

  /// The slope of an order, in the upper corner that lines of that slope do not reach, or below if another line does.
  slope(picture, X, Y, area) {
    const { order, falling } = this.spec,
      perX = (area.right - area.left) / Math.log10(X.hi / X.lo),
      perY = (area.bottom - area.top) / Math.log10(Y.hi / Y.lo);
    const decades = Math.min(0.16 * Math.log10(X.hi / X.lo), (0.22 * Math.log10(Y.hi / Y.lo)) / order);
    const w = decades * perX,
      h = order * decades * perY;
    const corner = upper => {
      const inwards = upper === falling ? -1 : 1,
        near = inwards < 0 ? area.right - 14 : area.left + 14,
        far = near + inwards * w,
        top = upper ? area.top + 12 : area.bottom - 14 - h;
      return { upper, inwards, near, far, top, words: far + inwards * 50 };
    };
    const inside = ({ near, words, top }, x, y) => (x - near) * (x - words) <= 0 && y > top - 8 && y < top + h + 6,
      crossed = at =>
        this.points.some((p, i) => {
          const before = i > 0 && this.points[i - 1].s === p.s ? this.points[i - 1] : p;
          return Array.from({ length: 21 }, (_, k) => k / 20).some(t =>
            inside(at, p.x + t * (before.x - p.x), p.y + t * (before.y - p.y)),
          );
        });
    const at = [true, false].map(corner).find((c, k) => k || !crossed(c)),
      [steep, flat] = at.upper ? [at.far, at.near] : [at.near, at.far],
      y = at.top;
    picture.append(
      svg('path', { class: 'guide', d: `M${steep} ${y}V${y + h}H${flat}Z` }),
      svg(
        'text',
        { class: 'small', x: at.far + 5 * at.inwards, y: y + h, 'text-anchor': at.inwards < 0 ? 'end' : 'start' },
        `order ${order}`,
      ),
    );
  }

  directLabels(picture, list, X, Y, area) {
    const labels = [];
    for (const s of list) {
      const shown = this.points.filter(
        p =>
          p.s === s && p.x >= area.left - 1 && p.x <= area.right + 1 && p.y >= area.top - 1 && p.y <= area.bottom + 1,
      );
      if (!shown.length) continue;
      const last = shown.reduce((a, b) => (b.x > a.x ? b : a));
      labels.push({ s, x: last.x, from: last.y, y: last.y });
    }
    spread(labels, 13, area.top + 4, area.bottom - 2);
    for (const l of labels) {
      const x = area.right + 12;
      picture.append(
        svg(
          'g',
          { 'data-method': l.s.method, class: 'direct' },
          svg('path', { class: 'leader', stroke: l.s.style.color, d: `M${l.x + 5} ${l.from}L${x - 4} ${l.y}H${x}` }),
          svg('text', { x: x + 3, y: l.y + 3.5 }, l.s.label.length > 20 ? l.s.label.slice(0, 19) + '…' : l.s.label),
        ),
      );
    }
  }

  // --- hands

  nearest([x, y], reach = 40) {
    let best = null,
      least = reach * reach;
    for (const p of this.points) {
      const inside = p.y2 !== undefined && y >= p.y - 3 && y <= p.y2 + 3;
      const dy = inside ? 0 : p.y - y,
        dx = p.x - x,
        d = dx * dx * (p.s.draw === 'points' ? 1 : 4) + dy * dy;
      if (
        d < least &&
        p.x >= this.area.left - 1 &&
        p.x <= this.area.right + 1 &&
        p.y >= this.area.top - 6 &&
        p.y <= this.area.bottom + 6
      )
        ((least = d), (best = p));
    }
    return best;
  }
  mark() {
    const p = this.cursor;
    this.ring.setAttribute('visibility', p ? 'visible' : 'hidden');
    if (p) (this.ring.setAttribute('cx', p.x), this.ring.setAttribute('cy', p.y));
    this.shared.echo(this, p);
  }
  /// The same point as one that another plot points at: of the same method, at the same steps or the same place across.
  echo(p) {
    const same = (q, of) => q.s[of] && p.s[of] && q.s[of][q.i] === p.s[of][p.i],
      q = p && this.points.find(q => q.s.method === p.s.method && same(q, p.s.steps && q.s.steps ? 'steps' : 'x'));
    this.ring.setAttribute('visibility', q ? 'visible' : 'hidden');
    if (q) (this.ring.setAttribute('cx', q.x), this.ring.setAttribute('cy', q.y));
  }
  /// Shows across what another plot of the same axis shows.
  followed(leader) {
    this.view.zoom = leader.view.zoom && [...leader.view.zoom.slice(0, 2), this.Y.lo, this.Y.hi];
    this.shared.keep(this.spec.key, this.view);
    this.draw();
  }
  tell(p, x, y) {
    this.cursor = p;
    this.mark();
    if (p) showTip([p.s.label, ...p.s.tip(p.i)], x, y);
    else hideTip();
  }
  down(e) {
    if (e.pointerType === 'touch') return this.tell(this.nearest(this.point(e)), e.clientX, e.clientY); // a tap is a value
    if (e.button !== 0) return;
    this.drag = { from: this.point(e), pan: e.shiftKey, view: [this.X.lo, this.X.hi, this.Y.lo, this.Y.hi] };
    this.host.setPointerCapture(e.pointerId);
  }
  move(e) {
    const at = this.point(e);
    if (!this.drag) return this.tell(this.nearest(at), e.clientX, e.clientY);
    const [a, b] = this.drag.from;
    if (this.drag.pan) {
      this.view.zoom = this.shifted(a - at[0], b - at[1], this.drag.view);
      this.draw();
      ((this.drag.from = at), (this.drag.view = this.view.zoom));
      return;
    }
    for (const [k, v] of Object.entries({
      x: Math.min(a, at[0]),
      y: Math.min(b, at[1]),
      width: Math.abs(at[0] - a),
      height: Math.abs(at[1] - b),
      visibility: 'visible',
    }))
      this.box.setAttribute(k, v);
    hideTip();
  }
  up(e) {
    const drag = this.drag;
    this.drag = null;
    if (!drag) return;
    const at = this.point(e),
      [a, b] = drag.from;
    if (drag.pan) return this.changed();
    this.box.setAttribute('visibility', 'hidden');
    if (Math.abs(at[0] - a) < 6 || Math.abs(at[1] - b) < 6) return;
    const xs = [a, at[0]].map(p => this.X.value(p)).sort((p, q) => p - q),
      ys = [b, at[1]].map(p => this.Y.value(p)).sort((p, q) => p - q);
    this.view.zoom = [...xs, ...ys];
    this.changed();
  }
  /// The view moved by pixels.
  shifted(dx, dy) {
    const { X, Y, area } = this;
    return [X.value(area.left + dx), X.value(area.right + dx), Y.value(area.bottom + dy), Y.value(area.top + dy)];
  }
  zoom(factor, about) {
    const { X, Y, area } = this,
      [cx, cy] = about || [(area.left + area.right) / 2, (area.top + area.bottom) / 2];
    const x = p => X.value(cx + (p - cx) * factor),
      y = p => Y.value(cy + (p - cy) * factor);
    this.view.zoom = [x(area.left), x(area.right), y(area.bottom), y(area.top)];
    this.changed();
  }
  key(e) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    if (step && e.shiftKey) ((this.view.zoom = this.shifted(40 * step[0], 40 * step[1])), this.changed());
    else if (step) this.walk(...step);
    else if (e.key === '+' || e.key === '=') this.zoom(0.6);
    else if (e.key === '-') this.zoom(1 / 0.6);
    else if (e.key === '0') this.reset();
    else if (e.key === 'Escape') this.tell(null);
    else return false;
    return true;
  }
  /// To the neighbouring point of the series, or to the next series.
  walk(along, across) {
    const series = this.count,
      p = this.cursor;
    if (!this.points.length) return;
    const of = k => this.points.filter(q => q.k === k).sort((a, b) => a.x - b.x);
    let next = this.points[0];
    if (p && along) {
      const own = of(p.k),
        stride = Math.max(1, Math.round(own.length / 100)),
        at = own.findIndex(q => q.i === p.i);
      next = own[Math.min(Math.max(at + along * stride, 0), own.length - 1)];
    } else if (p) {
      const other = of((p.k + across + series) % series);
      next = other.length ? other.reduce((a, b) => (Math.abs(b.x - p.x) < Math.abs(a.x - p.x) ? b : a)) : p;
    }
    const box = this.picture.getBoundingClientRect();
    this.tell(next, box.left + next.x, box.top + next.y);
  }
}

// --- curves in space -------------------------------------------------------------------------------------------------

/// series: {method, label, style, points: [[x, y, z], ...], dots, tip(i)}; spec.sphere draws the unit sphere.
const FROM = [-1.05, 0.32, 1];

class Space extends Panel {
  get keys() {
    return 'Arrows turn it, plus and minus zoom, zero resets.';
  }

  constructor(spec, shared) {
    super(spec, shared);
    this.view.zoom = this.view.zoom || [...this.from]; // azimuth, elevation, size
  }
  get from() {
    return this.spec.from || FROM;
  }
  reset() {
    this.view.zoom = [...this.from];
    this.changed();
  }
  zoom(factor) {
    this.view.zoom = [this.view.zoom[0], this.view.zoom[1], Math.min(Math.max(this.view.zoom[2] / factor, 0.3), 30)];
    this.changed();
  }
  draw() {
    const { spec, host } = this,
      width = Math.max(host.clientWidth, 200),
      height = Math.round(Math.min(width * 0.8, 380));
    const all = this.visible,
      [azimuth, elevation, size] = this.view.zoom || this.from;
    const range = k =>
      spec.sphere
        ? [-1, 1]
        : extent(
            all.flatMap(s => s.points.map(p => p[k])),
            false,
            0,
          );
    const ranges = [0, 1, 2].map(range),
      unit = ranges.map(([a, b]) => [(a + b) / 2, (b - a) / 2 || 1]);
    const r = Math.min(width, height) * (spec.sphere ? 0.43 : 0.3) * size,
      ca = Math.cos(azimuth),
      sa = Math.sin(azimuth),
      ce = Math.cos(elevation),
      se = Math.sin(elevation);
    const raw = ([x, y, z]) => [
      width / 2 + r * (-sa * x + ca * y),
      height / 2 - r * (-se * (ca * x + sa * y) + ce * z),
      ce * (ca * x + sa * y) + se * z,
    ];
    const project = p => raw(p.map((v, k) => (v - unit[k][0]) / unit[k][1]));
    const picture = (this.picture = svg('svg', {
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      class: 'chart space',
    }));
    this.frame(picture, raw, r, spec.names, width);
    Object.assign(this, { width, height, points: [] });
    for (const s of all) {
      const g = svg('g', { 'data-method': s.method, class: 'series', stroke: s.style.color, fill: 'none' }),
        d = ['', ''];
      let before = null,
        side = 0;
      s.points.forEach((p, i) => {
        const [x, y, depth] = project(p),
          here = s.dots || depth >= 0 ? 1 : 0,
          at = x.toFixed(1) + ' ' + y.toFixed(1);
        if (s.dots) d[1] += `M${at}h0`;
        else d[here] += before && here === side ? 'L' + at : (before ? 'M' + before + 'L' : 'M') + at;
        ((before = at), (side = here));
        this.points.push({ s, i, x, y, depth });
      });
      g.append(
        svg('path', { class: s.dots ? 'dots' : 'far', d: d[0] }),
        svg('path', { class: s.dots ? 'dots' : 'near', d: d[1] }),
      );
      picture.append(g);
    }
    this.ring = svg('circle', { r: 6, class: 'ring', visibility: 'hidden' });
    picture.append(this.ring);
    host.replaceChildren(picture);
    this.emphasise();
  }
  /// The sphere with its equator, or the edges of a box; and where the axes point.
  frame(picture, raw, r, names, width) {
    const path = (points, close) =>
      'M' +
      points
        .map(p =>
          raw(p)
            .slice(0, 2)
            .map(v => v.toFixed(1))
            .join(' '),
        )
        .join('L') +
      (close ? 'Z' : '');
    if (this.spec.sphere) {
      const [x, y] = raw([0, 0, 0]);
      const circle = Array.from({ length: 72 }, (_, k) => [
        Math.cos((k * Math.PI) / 36),
        Math.sin((k * Math.PI) / 36),
        0,
      ]);
      picture.append(
        svg('circle', { class: 'ball', cx: x, cy: y, r }),
        svg('path', { class: 'guide', d: path(circle, true) }),
      );
    } else {
      const corner = [0, 1, 2, 3, 4, 5, 6, 7].map(k => [k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1]);
      for (let a = 0; a < 8; ++a)
        for (const bit of [1, 2, 4])
          if (!(a & bit)) picture.append(svg('path', { class: 'guide', d: path([corner[a], corner[a | bit]]) }));
    }
    names.forEach((name, k) => {
      const tip = [0, 0, 0].map((_, i) => (this.spec.sphere ? (i === k ? 1.1 : 0) : i === k ? 1.15 : -1)),
        [x, y] = raw(tip);
      if (this.spec.sphere)
        picture.append(svg('path', { class: 'guide', d: path([[0, 0, 0], tip.map(v => v / 1.1)]) }));
      picture.append(
        svg(
          'text',
          {
            class: 'small',
            x,
            y: y + 4,
            'text-anchor':
              x > width * 0.6 ? 'end' : x < width * 0.4 ? 'start' : 'middle',
          },
          name,
        ),
      );
    });
  }
  mark() {
    Plot.prototype.mark.call(this);
  }
  down(e) {
    if (e.button !== 0) return;
    this.drag = { from: this.point(e) };
    this.host.setPointerCapture(e.pointerId);
    hideTip();
  }
  move(e) {
    const at = this.point(e);
    if (this.drag) {
      this.turn((at[0] - this.drag.from[0]) * -0.01, (at[1] - this.drag.from[1]) * 0.01);
      this.drag.from = at;
      return this.draw();
    }
    let best = null,
      least = 225;
    for (const p of this.points) {
      const d = (p.x - at[0]) ** 2 + (p.y - at[1]) ** 2 - (p.depth > 0 ? 4 : 0);
      if (d < least) ((least = d), (best = p));
    }
    Plot.prototype.tell.call(this, best, e.clientX, e.clientY);
  }
  up() {
    if (this.drag) ((this.drag = null), this.changed());
  }
  turn(a, b) {
    this.view.zoom = [this.view.zoom[0] + a, Math.min(Math.max(this.view.zoom[1] + b, -1.5), 1.5), this.view.zoom[2]];
  }
  key(e) {
    const step = { ArrowLeft: [0.15, 0], ArrowRight: [-0.15, 0], ArrowUp: [0, -0.12], ArrowDown: [0, 0.12] }[e.key];
    if (step) (this.turn(...step), this.changed());
    else if (e.key === '+' || e.key === '=') this.zoom(0.7);
    else if (e.key === '-') this.zoom(1 / 0.7);
    else if (e.key === '0') this.reset();
    else return false;
    return true;
  }
}
