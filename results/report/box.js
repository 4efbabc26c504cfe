// SPDX-License-Identifier: MIT
// The box on top of a method's header as a page shows it: equations as MathML, the rest as text. The notation is that of
// the headers: Pi is Π, R1 and T_m have subscripts, " x " between two vectors is a cross product.
'use strict';

const GREEK = {
  Pi: 'Π',
  psi: 'ψ',
  Psi: 'Ψ',
  theta: 'θ',
  th: 'θ',
  lambda: 'λ',
  omega: 'ω',
  Omega: 'Ω',
  mu: 'μ',
  eps: 'ε',
  alpha: 'α',
  phi: 'φ',
  chi: 'χ',
  nu: 'ν',
  xi: 'ξ',
  pi: 'π',
  sigma: 'σ',
  tau: 'τ',
  Gamma: 'Γ',
};
const FUNCTIONS = new Set([
  'exp',
  'cay',
  'log',
  'dexp',
  'sin',
  'cos',
  'tan',
  'atan',
  'atan2',
  'sinh',
  'hat',
  'am',
  'min',
  'max',
  'sn',
  'cn',
  'dn',
  'inv',
]);
const SIGNS = { '<-': '←', '<=': '≤', '>=': '≥', '-': '−', '*': '∗', '.': '·' };

const math = (tag, ...children) => {
  const node = document.createElementNS('http://www.w3.org/1998/Math/MathML', tag);
  node.append(...children);
  return node;
};

/// Words and signs of a formula: {kind: 'number' | 'name' | 'word' | 'sign', text, sub, sup, gap}.
function tokens(text) {
  const list = [],
    script = String.raw`(?:\{[^}]*\}|\([^()]*\)|[-+]?[A-Za-z0-9*]+)`,
    token = new RegExp(
      String.raw`(\s*)(?:(\d+(?:\.\d+)?(?:e-?\d+)?)|([A-Za-zΑ-Ωα-ω]+)(\d*)('*)(?:_(${script}))?|(<-|<=|>=|\S))(?:\^(${script}))?`,
      'gy',
    );
  const bare = s => s && s.replace(/^[{(](.*)[})]$/, '$1');
  for (let found; (found = token.exec(text));) {
    const [, gap, number, name, digits, primes, below, sign, above] = found;
    if (number) list.push({ kind: 'number', text: number, sup: bare(above), gap });
    else if (name) {
      const plain = !below && !digits && !primes && name.length > 2 && !GREEK[name] && !FUNCTIONS.has(name);
      list.push({
        kind: plain ? 'word' : 'name',
        text: name,
        sub: [digits, bare(below)].filter(Boolean).join(','),
        sup: [primes.replace(/'/g, '′'), bare(above)].filter(Boolean).join(''),
        gap,
      });
    } else list.push({ kind: 'sign', text: sign, sup: bare(above), gap });
  }
  return list;
}

/// A formula as MathML.
function formula(text) {
  const list = tokens(text),
    row = math('mrow');
  const operand = t => t && (t.kind === 'name' || /^[([|]$/.test(t.text)),
    ends = t => t && (t.kind === 'name' || /^[)\]|]$/.test(t.text));
  const scripts = (base, { sub, sup }) => {
    const inside = s =>
      s.length > 2 || /[^\w*′−-]/.test(s)
        ? formulaRow(s)
        : /^\d+$/.test(s)
          ? math('mn', s)
          : math('mi', GREEK[s] || s.replace('-', '−').replace('*', '∗'));
    if (sub && sup) return math('msubsup', base, inside(sub), inside(sup));
    if (sub) return math('msub', base, inside(sub));
    return sup ? math('msup', base, inside(sup)) : base;
  };
  list.forEach((t, i) => {
    if (t.kind === 'number') row.append(scripts(math('mn', t.text), t));
    else if (t.kind === 'word') row.append(math('mtext', '\u00a0' + t.text + '\u00a0'));
    else if (t.kind === 'name') {
      if (
        t.text === 'x' &&
        !t.sub &&
        !t.sup &&
        t.gap &&
        list[i + 1] &&
        list[i + 1].gap &&
        ends(list[i - 1]) &&
        operand(list[i + 1])
      )
        return void row.append(math('mo', '×'));
      const name = math('mi', GREEK[t.text] || t.text);
      if (FUNCTIONS.has(t.text) || t.text.length > 1) name.setAttribute('mathvariant', 'normal');
      // names side by side multiply; a little room keeps them apart
      const before = list[i - 1];
      if (before && t.gap && (before.kind === 'name' || before.kind === 'number' || /^[)\]]$/.test(before.text))) {
        const space = math('mspace');
        space.setAttribute('width', '0.2em');
        row.append(space);
      }
      row.append(scripts(name, t));
    } else {
      const sign = math('mo', SIGNS[t.text] || t.text);
      if (/^[()[\]|{}]$/.test(t.text)) sign.setAttribute('stretchy', 'false');
      if (/^[,;:]$/.test(t.text)) sign.setAttribute('separator', 'true');
      if (t.text === '*' && !t.gap) sign.setAttribute('form', 'postfix');
      if (t.text === '-' && (!list[i - 1] || (list[i - 1].kind === 'sign' && !/^[)\]|]$/.test(list[i - 1].text))))
        sign.setAttribute('form', 'prefix');
      row.append(scripts(sign, t));
    }
  });
  return row;
}
const formulaRow = text => formula(text.replace(/^-/, '−'));

/// A line of equations: what is separated by two spaces stands apart, a tag like (a) or (19b) to the right.
function equationLine(line) {
  const indent = (line.match(/^ */)[0].length - 2) / 2,
    node = el('div', {
      class: 'equations',
      style: indent > 0 ? `padding-left: ${Math.min(indent, 12) * 0.6}em` : undefined,
    });
  for (const part of line
    .trim()
    .replace(/ {2,}(=|<-)/g, ' $1')
    .split(/ {2,}/)) {
    const tag = part.match(/^(\((?:\d*[a-z]?|\d+[a-z]?), ?(?:[a-z]|\d+[a-z]?)\)|\(\d*[a-z]?\))(?:\s+(.*))?$/);
    if (tag && tag[1] !== '()') node.append(el('span', { class: 'tag' }, tag[2] ? tag[2] + ' ' : '', tag[1]));
    else if (/=|<-|<=|->|\^|_/.test(part)) node.append(math('math', formula(part)));
    else node.append(el('span', {}, part));
  }
  return node;
}

/// The whole box: paragraphs, and among them lines that begin with spaces, which are equations.
function methodBox(text) {
  const nodes = [],
    equations = line => /^ {2}/.test(line);
  for (const block of text.trim().split(/\n\s*\n/)) {
    const lines = block.split('\n');
    for (let i = 0; i < lines.length;) {
      let j = i;
      while (j < lines.length && equations(lines[j]) === equations(lines[i])) ++j;
      const run = lines.slice(i, j);
      nodes.push(
        equations(lines[i])
          ? el(
              'div',
              { class: 'formulas', tabindex: 0, role: 'region', 'aria-label': `equations, part ${nodes.length}` },
              run.map(equationLine),
            )
          : el('p', nodes.length ? {} : { class: 'box-head' }, run.join(' ')),
      );
      i = j;
    }
  }
  return el('div', { class: 'box' }, nodes);
}
