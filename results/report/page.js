// SPDX-License-Identifier: MIT
// What pages are made of: the data, what stands in the URL's fragment (so that a view can be sent:
// #/figure/figure1?hide=mr,rk4), legends, tables and other parts.
'use strict';

const data = JSON.parse(document.getElementById('data').textContent);
const main = document.getElementById('main'),
  nav = document.getElementById('nav'),
  statusLine = document.getElementById('status');

data.look = document.getElementById('look').textContent;
// Of a registered property a script is told which colour of light-dark() holds.
for (const name of [...COLOURS, ...'back soft ink quiet rule link good bad open grid floor'.split(' ')])
  CSS.registerProperty({ name: '--' + name, syntax: '<color>', inherits: true, initialValue: 'black' });
/// The words of the documents of the site, where they are loaded.
globalThis.texts ||= {};
const byId = list => new Map(list.map(x => [x.id, x]));
data.findings ||= { figures: {}, claims: {}, quotations: {} };
for (const key of ['boxes', 'carries', 'headers']) data[key] ||= {};
for (const key of ['sweeps', 'atlases', 'documents']) data[key] ||= [];
const figures = byId(data.figures),
  claims = byId(data.claims),
  methods = byId(data.methods),
  problems = byId(data.problems);
const passportOf = id => (data.passports || []).find(p => p.method === id);
/// Every panel of every figure: [figure, place, panel].
const panelsOf = (list = data.figures) => list.flatMap(f => f.panels.map((p, i) => [f, i, p]));

/// The papers that CITATION.cff lists, by the name that sources have for them: "Krysl 2006".
const references = (data.citation || '')
  .split(/^ {2}- type: /m)
  .slice(1)
  .map(text => {
    const of = key => (text.match(new RegExp(`^ {4}${key}: "?([^"\\n]*)"?$`, 'm')) || [])[1] || '',
      [title, year, journal, doi, url] = ['title', 'year', 'journal', 'doi', 'url'].map(of),
      authors = [...text.matchAll(/family-names: "?([^",}]*)"?/g)].map(m => m[1]);
    return { name: `${authors.join(' & ')} ${year}`, authors, title, year, journal, doi, url };
  });

for (const m of data.methods) style(m.id);
/// On the site, what only some pages show is in files of its own, by the names of `parts`, which these pages load.
const drawn = new Set();
function setApart(object, key, name, found) {
  Object.defineProperty(object, key, { get: () => (drawn.add(name), found(parts[name] || {})) });
}
for (const key of Object.keys(data)) if (data[key] === true) setApart(data, key, key, all => all);
for (const [k, m] of data.methods.entries())
  for (const key of data.declared || []) setApart(m, key, 'methods', all => all[k][key]);
for (const s of data.sweeps) if (s.document === true) setApart(s, 'document', s.name, all => all);
for (const f of window.parts ? data.figures : [])
  for (const [k, s] of f.panels.flatMap(p => p.series).entries())
    for (const key of ['curve', 'points', 'fits']) if (s[key]) setApart(s, key, f.id, all => all[k][key]);
for (const f of data.figures) asInPaper(f);

/// Every method of a figure once, with its label.
function methodsOf(f) {
  const all = f.panels.flatMap(p => p.series);
  return new Map(all.map(s => [s.method, all.find(t => t.method === s.method).label]));
}

const many = (n, what) => `${n} ${what}${n === 1 ? '' : 's'}`;
const capital = text => text.charAt(0).toUpperCase() + text.slice(1);
const sentence = text => capital(text) + (/[.!?]$/.test(text) ? '' : '.');

// --- state in the fragment -------------------------------------------------------------------------------------------

const state = { path: [], hidden: new Set(), rest: new URLSearchParams() };
let plots = [], hovered = '';

/// Where a page of the site is (site.mjs); undefined in the single file, whose pages are in its fragment.
const { root, place: ownPlace } = document.documentElement.dataset;
/// The address of a place: figure/figure1, claims?verdict=reproduced.
function address(place) {
  if (root === undefined) return '#/' + place;
  if (place.startsWith('api/')) return root + place;
  const [path, query] = place.split('?');
  return `${root}${path ? path.replace(/:/g, '~') + '/' : ''}index.html${query ? `#/${path}?${query}` : ''}`;
}

const partsOf = (text, separator) => text.split(separator).filter(Boolean);
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
    rest = new URLSearchParams(query),
    hidden = new Set(partsOf(rest.get('hide') || '', ','));
  rest.delete('hide');
  Object.assign(state, { path: partsOf(unescaped(path), '/'), hidden, rest });
}
function fragment(path = state.path, rest = state.rest) {
  const query = new URLSearchParams(rest);
  if (state.hidden.size) query.set('hide', [...state.hidden]);
  return '#/' + path.join('/') + (query.size ? '?' + String(query).replace(/%2C/g, ',') : '');
}
const writeFragment = () => state.path[0] === 'document' || history.replaceState(null, '', fragment());
function go(place) {
  if (root !== undefined) return void (location.href = address(place));
  const [path, query = ''] = place.split('?'),
    target = fragment(partsOf(path, '/'), new URLSearchParams(query));
  if (target === location.hash) render();
  else location.hash = target;
}
/// A choice that stands in the address; an empty one leaves it.
function keepInAddress(key, value) {
  value ? state.rest.set(key, value) : state.rest.delete(key);
  writeFragment();
}
/// The same, and the page drawn by it.
function set(key, value) {
  keepInAddress(key, value);
  render();
}

const emphasise = () => plots.forEach(p => p.picture && p.emphasise());
function selectionChanged() {
  writeFragment();
  for (const p of plots) p.draw();
  for (const chip of document.querySelectorAll('.chip'))
    chip.setAttribute('aria-pressed', String(!state.hidden.has(chip.dataset.method)));
  const all = () => (state.hidden.clear(), selectionChanged());
  statusLine.hidden = !state.hidden.size;
  statusLine.replaceChildren(
    ...html`hidden: ${[...state.hidden].join(', ')} <button type="button" click=${all}>show all</button>`,
  );
}
function toggle(method) {
  state.hidden.has(method) ? state.hidden.delete(method) : state.hidden.add(method);
  selectionChanged();
}

/// The methods of a page: a click hides or shows, Shift with a click leaves one alone.
function legend(found) {
  const list = [...found];
  const alone = id => {
    const is = list.every(([m]) => (m === id) !== state.hidden.has(m));
    for (const [m] of list) is || m === id ? state.hidden.delete(m) : state.hidden.add(m);
    selectionChanged();
  };
  const hover = id => () => ((hovered = id), emphasise());
  const chips = list.map(([id, label]) => {
    const click = e => (e.shiftKey ? alone : toggle)(id);
    return html`<button type="button" class="chip" data-method=${id} click=${click}
      title="${id}: a click hides or shows it, Shift and a click leaves it alone"
      pointerenter=${hover(id)} pointerleave=${hover('')}>${swatch(style(id))}${label}</button>`;
  });
  return html`<div class="legend" role="group" aria-label="Methods">${chips}</div>`;
}

/// How the pictures of panels are read, each kind once.
const readingOf = p =>
  p.plots.every(q => ['sphere', 'space'].includes(q.draw))
    ? 'The path in space; dragging or the arrow keys turn it.'
    : p.how_to_read;
const reading = text => html`<p class="note read">How to read: ${text}</p>`;
const howToRead = (panels, more = '') =>
  [...new Set(panels.map(readingOf))].map(text => reading(text.charAt(0).toLowerCase() + text.slice(1) + more));

function plotsOf(specs) {
  if (!specs.length) return null;
  const made = specs.map(spec => (spec.space ? new Space(spec) : new Plot(spec)));
  plots.push(...made);
  for (const p of made) if (p.spec.more) p.node.append(note(p.spec.more));
  return html`<div class="panels${made.length === 1 ? ' single' : ''}">${made.map(p => p.node)}</div>`;
}

// --- small parts of pages --------------------------------------------------------------------------------------------

const link = (path, ...text) => html`<a href=${address(path)}>${text}</a>`;
const figureLink = id => link('figure/' + id, id);
const methodLink = id => (methods.has(id) ? link('method/' + id, id) : id);
const titledFigure = f => link('figure/' + f.id, f.title);
const namedFigures = list => listed(list.map(f => [titledFigure(f), ' ', code(f.id)])) || note('It is in no figure.');
const titledProblem = id => (problems.has(id) ? link('problem/' + id, problems.get(id).title) : id);
const code = text => html`<code>${text}</code>`;
const note = (...text) => html`<p class="note">${text}</p>`;
const lead = (...text) => html`<p class="lead">${text}</p>`;
const swatched = id => html`<span class="nowrap">${swatch(style(id))} ${methodLink(id)}</span>`;
/// What stands under a heading, if there is any.
const part = (title, ...content) => {
  const kept = content.flat(9).filter(Boolean);
  return kept.length ? [html`<h2>${title}</h2>`, kept] : null;
};
const listed = items => items.length > 0 && html`<ul>${items.map(x => html`<li>${x}</li>`)}</ul>`;
/// Items with a comma between them.
const commas = (items, comma = ', ') => items.flatMap((x, i) => [i ? comma : '', x]);
const steps = (...links) => html`<div class="steps">${links}</div>`;
const choices = (...parts) => html`<div class="choices">${parts}</div>`;
function chooser(label, options, value, change) {
  const list = options.map(([v, text]) => html`<option value=${v} selected=${v === value}>${text}</option>`);
  return html`<label class="choose">${label} <select change=${e => change(e.target.value)}>${list}</select></label>`;
}
/// What is chosen of options [value, text], as the address says, and the box in which it is.
function choiceOf(key, label, options, otherwise = options[0][0]) {
  const [value] = options.find(([v]) => String(v) === state.rest.get(key)) || [otherwise];
  return [value, chooser(label, options, value, v => set(key, v))];
}

/// A table whose columns sort on a click of their heads; nothing without rows.
function table(columns, rows, options = {}) {
  if (!rows.length) return null;
  const { fixed, keepSort, plain, label = columns.join(', '), digits = 4 } = options;
  const cell = (c, k) => {
    const isNumber = typeof c === 'number',
      text = isNumber ? show(c, digits) : c;
    return k || plain ? html`<td class=${isNumber ? 'n' : ''}>${text}</td>` : html`<th scope="row">${text}</th>`;
  };
  const body = html`<tbody>${rows.map(cells => html`<tr>${cells.map(cell)}</tr>`)}</tbody>`;
  const value = (tr, k) => tr.children[k].textContent;
  const sort = (k, up) => {
    for (const h of heads) h.removeAttribute('aria-sort');
    heads[k].setAttribute('aria-sort', up ? 'ascending' : 'descending');
    const compared = (p, q) => (p && q && !isNaN(p) && !isNaN(q) ? p - q : p.localeCompare(q));
    body.append(...[...body.children].sort((a, b) => compared(value(a, k), value(b, k)) * (up ? 1 : -1)));
  };
  const clicked = (name, k) => {
    const up = heads[k].getAttribute('aria-sort') !== 'ascending';
    sort(k, up);
    if (keepSort) keepInAddress('sort', (up ? '' : '-') + name);
  };
  const heads = columns.map((name, k) => {
    const head = fixed ? name : html`<button type="button" click=${() => clicked(name, k)}>${name}</button>`;
    return html`<th scope="col">${head}</th>`;
  });
  const kept = (keepSort && state.rest.get('sort')) || '',
    by = columns.indexOf(kept.replace(/^-/, ''));
  if (keepSort && by >= 0) sort(by, kept[0] !== '-');
  const head = columns.some(Boolean) && html`<thead><tr>${heads}</tr></thead>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${label}>
    <table class=${options.class || ''}>${head}${body}</table></div>`;
}

const plainText = text => text.toLowerCase().replace(/\s+/g, ' ').trim();

/// Text to take along.
const copied = text =>
  html`<div class="copied"><pre tabindex="0">${text}</pre>
    <button type="button" click=${e => copyText(text, e.currentTarget)}>copy</button></div>`;
