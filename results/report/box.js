// SPDX-License-Identifier: MIT
// The box on top of a method's header as a page shows it: equations as MathML, the rest as text. The notation is the
// headers': Pi is Π, R1 and T_m have subscripts, " x " between two vectors is a cross product.
'use strict';

const GREEK = Object.fromEntries(
  `Pi Π, psi ψ, Psi Ψ, theta θ, th θ, lambda λ, omega ω, Omega Ω, mu μ, eps ε, alpha α, phi φ, chi χ, nu ν, xi ξ, pi π,
    sigma σ, tau τ, Gamma Γ`
    .split(/,\s+/)
    .map(pair => pair.split(' ')),
);
const FUNCTIONS = new Set('exp cay log dexp sin cos tan atan atan2 sinh hat am min max sn cn dn inv'.split(' '));
const SIGNS = { '<-': '←', '<=': '≤', '>=': '≥', '-': '−', '*': '∗', '.': '·' };

const math = (tag, ...children) => {
  const node = document.createElementNS('http://www.w3.org/1998/Math/MathML', tag);
  node.append(...children);
  return node;
};

/// Words and signs of a formula: {kind: 'number' | 'name' | 'word' | 'sign', text, sub, sup, gap}.
function tokens(text) {
  const script = String.raw`(?:\{[^}]*\}|\([^()]*\)|[-+]?[A-Za-z0-9*]+)`,
    name = String.raw`([A-Za-zΑ-Ωα-ω]+)(\d*)('*)(?:_(${script}))?`,
    word = String.raw`(?:(\d+(?:\.\d+)?(?:e-?\d+)?)|${name}|(<-|<=|>=|\S))`,
    token = new RegExp(String.raw`(\s*)${word}(?:\^(${script}))?`, 'gy');
  const bare = s => s && s.replace(/^[{(](.*)[})]$/, '$1');
  return [...text.matchAll(token)].map(([, gap, number, name, digits, primes, below, sign, above]) => {
    if (!name) return { kind: number ? 'number' : 'sign', text: number || sign, sup: bare(above), gap };
    const plain = !below && !digits && !primes && name.length > 2 && !GREEK[name] && !FUNCTIONS.has(name),
      sub = [digits, bare(below)].filter(Boolean).join(','),
      sup = [primes.replace(/'/g, '′'), bare(above)].filter(Boolean).join('');
    return { kind: plain ? 'word' : 'name', text: name, sub, sup, gap };
  });
}

const isSign = (t, ...signs) => t?.kind === 'sign' && signs.includes(t.text);
/// What stands above and below a base.
function scripts(base, { sub, sup }) {
  const inside = s =>
    s.length > 2 || /[^\w*′−-]/.test(s)
      ? formula(s.replace(/^-/, '−'))
      : /^\d+$/.test(s)
        ? math('mn', s)
        : math('mi', GREEK[s] || s.replace('-', '−').replace('*', '∗'));
  if (sub && sup) return math('msubsup', base, inside(sub), inside(sup));
  return sub ? math('msub', base, inside(sub)) : sup ? math('msup', base, inside(sup)) : base;
}
/// A formula as MathML.
function formula(text) {
  const list = tokens(text),
    row = math('mrow');
  const begins = t => t && (t.kind === 'name' || isSign(t, '(', '[', '|')),
    ends = t => t && (t.kind === 'name' || isSign(t, ')', ']', '|'));
  list.forEach((t, i) => {
    const before = list[i - 1],
      after = list[i + 1],
      isCross = t.text === 'x' && !t.sub && !t.sup && t.gap && after?.gap && ends(before) && begins(after);
    if (t.kind === 'number') row.append(scripts(math('mn', t.text), t));
    else if (t.kind === 'word') row.append(math('mtext', '\u00a0' + t.text + '\u00a0'));
    else if (t.kind === 'name' && isCross) row.append(math('mo', '×'));
    else if (t.kind === 'name') {
      const name = math('mi', GREEK[t.text] || t.text),
        space = math('mspace');
      if (FUNCTIONS.has(t.text) || t.text.length > 1) name.setAttribute('mathvariant', 'normal');
      space.setAttribute('width', '0.2em');
      // names side by side multiply; a little room keeps them apart
      if (before && t.gap && (/name|number/.test(before.kind) || isSign(before, ')', ']'))) row.append(space);
      row.append(scripts(name, t));
    } else {
      const sign = math('mo', SIGNS[t.text] || t.text);
      if ('()[]|{}'.includes(t.text)) sign.setAttribute('stretchy', 'false');
      if (',;:'.includes(t.text)) sign.setAttribute('separator', 'true');
      if (t.text === '*' && !t.gap) sign.setAttribute('form', 'postfix');
      if (t.text === '-' && (!before || (before.kind === 'sign' && !ends(before)))) sign.setAttribute('form', 'prefix');
      row.append(scripts(sign, t));
    }
  });
  return row;
}

/// A line of equations: what is separated by two spaces stands apart, a tag like (a) or (19b) to the right.
function equationLine(line) {
  const indent = (line.match(/^ */)[0].length - 2) / 2,
    parts = line.trim().replace(/ {2,}(=|<-)/g, ' $1').split(/ {2,}/);
  const shownPart = part => {
    const tag = part.match(/^(\((?:\d*[a-z]?|\d+[a-z]?), ?(?:[a-z]|\d+[a-z]?)\)|\(\d*[a-z]?\))(?:\s+(.*))?$/);
    if (tag && tag[1] !== '()') return html`<span class="tag">${tag[2] && tag[2] + ' '}${tag[1]}</span>`;
    const isFormula = /=|<-|<=|->|\^|_/.test(part) && !/\.hpp\)$/.test(part);
    return isFormula ? math('math', formula(part)) : html`<span>${part}</span>`;
  };
  const style = indent > 0 && `padding-left: ${Math.min(indent, 12) * 0.6}em`;
  return html`<div class="equations" style=${style}>${parts.map(shownPart)}</div>`;
}

/// The whole box: paragraphs, and among them lines that begin with spaces, which are equations.
function methodBox(text) {
  const nodes = [],
    isEquation = line => /^ {2}/.test(line);
  for (const block of text.trim().split(/\n\s*\n/)) {
    const runs = []; // of lines of one kind
    for (const line of block.split('\n'))
      if (runs.length && isEquation(runs.at(-1)[0]) === isEquation(line)) runs.at(-1).push(line);
      else runs.push([line]);
    for (const run of runs)
      nodes.push(
        isEquation(run[0])
          ? html`<div class="formulas" tabindex="0" role="region" aria-label="equations, part ${nodes.length}">
              ${run.map(equationLine)}</div>`
          : html`<p class=${nodes.length === 0 && 'box-head'}>${run.join(' ')}</p>`,
      );
  }
  return html`<div class="box">${nodes}</div>`;
}
