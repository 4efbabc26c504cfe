// SPDX-License-Identifier: MIT
// Claims: what the papers say, how it is decided, what was measured, and for which bodies it holds.
'use strict';

/// Sign and word of a verdict, and the word for findings of ours and our answers to open questions, which nobody claims.
const VERDICTS = {
  reproduced: ['✓', 'reproduced', 'holds'],
  'not-reproduced': ['✗', 'not reproduced', 'does not hold'],
  undecidable: ['?', 'undecidable', 'undecidable'],
};
function badge(verdict, ours) {
  const [sign, word, ofOurs] = VERDICTS[verdict];
  return html`<span class="verdict ${verdict}"><i aria-hidden="true">${sign}</i> ${ours ? ofOurs : word}</span>`;
}

const claimOf = v => claims.get(v.id) || {};
/// The papers in the order of the figures, named as the figures name their source.
const papers = new Map();
for (const f of data.figures)
  for (const { paper } of f.verdicts.map(claimOf).filter(c => c.paper)) {
    if (!papers.has(paper)) papers.set(paper, paper);
    if (/, Fig/.test(f.source) && papers.get(paper) === paper) papers.set(paper, f.source.replace(/, Fig.*/, ''));
  }

const judged = new Map(); // claim -> its verdict and where it was decided
for (const f of data.figures) for (const v of f.verdicts) judged.set(v.id, { ...v, figure: f.id });

/// The sentences of the papers, and the claims that are read from each. What a sentence says has one part or several,
/// and a part one reading or several.
const partOf = c => c.reading_of || c.id,
  sentenceOf = c => c.sentence || partOf(c),
  sentences = Map.groupBy(data.claims.filter(c => !c.ours), sentenceOf);

/// A part holds if one of its readings does, a sentence if all its parts do; `unjudged` is what times decide.
function sentenceVerdict(claimed) {
  const verdictOf = c => judged.get(c.id)?.verdict || 'unjudged',
    first = (order, found) => order.find(v => found.includes(v)),
    readingsOf = part => claimed.filter(c => partOf(c) === part).map(verdictOf);
  return first(
    ['not-reproduced', 'unjudged', 'undecidable', 'reproduced'],
    claimed.map(c => first(['reproduced', 'unjudged', 'undecidable', 'not-reproduced'], readingsOf(partOf(c)))),
  );
}
const verdictText = v => VERDICTS[v]?.[1] || 'not judged, since times were not measured';

/// "12 sentences: 10 reproduced, 2 not reproduced. 20 readings, 1 open question, 3 findings of ours."
function countedSentences(paper) {
  const ofPaper = c => !paper || c.paper === paper,
    said = [...sentences.values()].filter(claimed => ofPaper(claimed[0])).map(sentenceVerdict),
    own = kind => data.claims.filter(c => c.ours === kind && ofPaper(c)).length,
    read = data.claims.filter(c => !c.ours && ofPaper(c)).length,
    of = [...Object.keys(VERDICTS), 'unjudged'].map(v => [said.filter(s => s === v).length, verdictText(v)]),
    counted = of.filter(([n]) => n).map(row => row.join(' '));
  return `${said.length} sentences: ${counted.join(', ')}. ${read} readings, ${own('open question')} open questions,
    ${own('finding')} findings of ours.`;
}

/// What a claim is: one of the readings of a sentence, or ours.
function whatIs(c) {
  if (c.ours) return c.ours === 'finding' ? 'a finding of ours' : 'an open question of the paper; the answer is ours';
  const claimed = sentences.get(sentenceOf(c)) || [c],
    what = c.reading_of ? `another reading of ${c.reading_of},` : 'a part';
  return claimed.length > 1 && `${what} of a sentence that is ${verdictText(sentenceVerdict(claimed))}`;
}

/// A sentence of results/findings.json with its numbers: {claim:number|form}. Nothing if one of them was not measured.
function filled(text) {
  let known = true;
  const said = text.replace(/\{([^}:]+):([^}|]+)(?:\|([^}]+))?\}/g, (_, id, name, form = '2') => {
    const x = judged.get(id)?.numbers?.[name];
    if (typeof x !== 'number') return void (known = false);
    if (form === '1/') return show(1 / x, 2);
    return form.endsWith('%') ? `${show(100 * (x - (form === '-1%')), 2)} %` : show(x, Number(form));
  });
  return known ? said : '';
}
for (const said of Object.values(data.findings.figures)) said.found = filled(said.found);
for (const [id, text] of Object.entries(data.findings.claims)) data.findings.claims[id] = filled(text);

/// What is ours is counted apart.
const countedAs = v => (claimOf(v).ours ? 'ours' : v.verdict);
const count = rows =>
  Object.fromEntries(Object.keys(VERDICTS).map(v => [v, rows.filter(r => countedAs(r) === v).length]));

/// The paper's own words for a figure or a claim, with their place.
function quoted(id, of = 'The paper') {
  const [where, words] = data.findings.quotations[id] || [];
  return words && html`<p><b>${of}: </b><q data-quoted=${id}>${words}</q> (${where})</p>`;
}
function finding(f) {
  const { claim, found } = saidOf(f),
    isOfMany = new Set(f.verdicts.map(v => claimOf(v).paper)).size > 1;
  return html`<div class="finding">
    ${quoted(f.id)}
    ${claim && html`<p><b>${isOfMany ? 'The papers claim: ' : 'We read this as: '}</b>${sentence(claim)}</p>`}
    ${found && html`<p><b>We find: </b>${found}</p>`}
    ${!claim && html`<p>${count(f.verdicts).reproduced} of ${f.verdicts.length} claims are reproduced.</p>`}
  </div>`;
}

function tally(n) {
  const all = Object.entries(n),
    said = all.map(([v, k]) => `${k} ${VERDICTS[v][1]}`).join(', ');
  return html`<span class="bar" role="img" aria-label=${said}>
    ${all.filter(([, k]) => k).map(([v, k]) => html`<i class=${v} style="flex: ${k}"></i>`)}</span>`;
}

const bound = b => (Array.isArray(b) ? `[${b.map(x => show(x, 4)).join(', ')}]` : show(b, 4));
const asked = claim => claim.tests.map(([name, op, b]) => `${name} ${op} ${bound(b)}`).join(', ');
/// Whether the tests of a claim say all that its rule does.
const isInTests = claim => asked(claim).includes(claim.rule || '');
const paperName = id => papers.get(id) || id || '';
const surpriseOf = id => data.findings.claims[id] || '';

/// The numbers of a verdict, those that its tests name first.
function numbersOf(v) {
  const used = new Set((claimOf(v).tests || []).flatMap(t => [t[0], typeof t[2] === 'string' ? t[2] : '']));
  return Object.entries(v.numbers || {})
    .sort((a, b) => used.has(b[0]) - used.has(a[0]))
    .map(([k, x]) => html`<div class=${used.has(k) ? 'number' : 'number aside'}><span>${k}</span> ${show(x, 4)}</div>`);
}

/// On what share of a population's bodies a claim holds, with its 95 % interval in parentheses; bodies where it is not
/// defined, as at the floor of rounding, are not counted.
const carriedOf = id => data.carries[id]?.asked || [];
function shareOf({ holds, fails }) {
  const n = holds + fails;
  return n ? `${show((100 * holds) / n)} % (${intervalOf(holds, n)})` : 'defined on none';
}

function claimTable(rows, withFigure) {
  const standing = v => carriedOf(v.id).filter(q => q.stands),
    carried = rows.some(v => standing(v).length),
    where = text => text && html`<p class="where">${text}</p>`;
  const columns = ['claim', 'verdict', 'criterion', 'measured'],
    more = [carried && 'share of bodies', withFigure && 'figure'].filter(Boolean);
  const cells = v => {
    const claim = { claim: '', where: '', tests: [], ...claimOf(v) },
      shares = standing(v).map(q => html`<p class="carried"><b>${q.where}: </b>${shareOf(q)}</p>`);
    return [
      html`<div class="claim" data-claim=${v.id}>
        ${link('claim/' + v.id, v.id)}<p>${claim.claim}</p>${where(`${paperName(claim.paper)}, ${claim.where}`)}
        ${whatIs(claim) && html`<p class="where kind">${whatIs(claim)}</p>`}
      </div>`,
      badge(v.verdict, claim.ours),
      html`<div>
        ${!isInTests(claim) && html`<p>${claim.rule}</p>`}
        ${claim.tests.length > 0 && code(asked(claim))}${where(claim.quantity)}
      </div>`,
      html`<div>${surpriseOf(v.id) && html`<p>${surpriseOf(v.id)}</p>`}${numbersOf(v)}${where(v.why)}</div>`,
      ...(carried ? [html`<div>${shares}</div>`] : []),
      ...(withFigure ? [figureLink(v.figure)] : []),
    ];
  };
  return table([...columns, ...more], rows.map(cells), { class: 'claims', label: 'claims', keepSort: withFigure });
}

/// The claims that a choice leaves. Typing the name of a verdict asks for it, not for rows that hold its words.
function chosenClaims({ verdict, paper, figure, q = '' }) {
  const wanted = plainText(q),
    named = Object.keys(VERDICTS).find(v => VERDICTS[v][1] === wanted || v === wanted);
  const words = c => [c.id, c.claim, c.where, c.rule, c.quantity, paperName(c.paper), surpriseOf(c.id)].join(' '),
    isOne = (asked, has) => !asked || asked === has;
  return data.claims
    .filter(c => isOne(paper, c.paper) && (named || plainText(words(c)).includes(wanted)))
    .map(c => judged.get(c.id))
    .filter(v => v && isOne(verdict, countedAs(v)) && isOne(figure, v.figure) && isOne(named, countedAs(v)));
}

function claimsPage(inPath) {
  const oneOf = (list, asked) => (list.includes(asked) ? asked : '');
  const choice = {
    verdict: oneOf([...Object.keys(VERDICTS), 'ours'], state.rest.get('verdict')),
    paper: oneOf([...papers.keys()], state.rest.get('paper') || inPath),
    figure: oneOf(data.figures.map(f => f.id), state.rest.get('figure')),
    q: state.rest.get('q') || '',
  };
  const counted = change => chosenClaims({ ...choice, ...change }).length;
  const choose = change => {
    if (inPath) state.path = ['claims'];
    for (const [k, v] of Object.entries({ ...choice, ...change })) keepInAddress(k, v);
    render();
  };
  const button = (key, value, text) =>
    html`<button type="button" data-choice="${key}:${value}" aria-pressed=${String(choice[key] === value)}
      click=${() => choose({ [key]: value })}>${text} <b>${counted({ [key]: value })}</b></button>`;
  const buttons = (key, label, options) =>
    html`<div class="buttons" role="group" aria-label=${label}>
      ${[['', 'all'], ...options].map(([value, text]) => button(key, value, text))}</div>`;
  const unjudged = data.claims.filter(c => (!choice.paper || c.paper === choice.paper) && !judged.has(c.id)),
    found = chosenClaims(choice);
  const ofFigures = data.figures
    .map(f => [f.id, f.title, counted({ figure: f.id })])
    .filter(f => f[2]).map(([id, title, n]) => [id, `${title} (${n})`]);
  return html`
    <h1>${choice.paper ? `Claims of ${paperName(choice.paper)}` : 'All claims'}</h1>
    ${choices(
      buttons('verdict', 'Verdict', [
        ...Object.entries(VERDICTS).map(([v, [sign, word]]) => [v, `${sign} ${word}`]),
        ['ours', 'ours'],
      ]),
      buttons('paper', 'Paper', [...papers]),
      chooser('Figure', [['', 'all'], ...ofFigures], choice.figure, v => choose({ figure: v })),
      html`<label class="filter">Search
        <input type="search" value=${choice.q} change=${e => choose({ q: e.target.value })}></label>`,
    )}
    <p class="where" role="status">${found.length} of ${judged.size} claims. ${countedSentences(choice.paper)}</p>
    ${claimTable(found, true)}
    ${
      unjudged.length > 0 &&
      note(`Not judged, because their figures or times were not measured: ${unjudged.map(c => c.id).join(', ')}.`)
    }`;
}

/// For which shapes a claim holds: a map over the triangle of inertia; of tops, whose shape is one number, a curve.
function shapesSpec(id, { where, holds, answers, n, from }, k) {
  const kept = holds.map((_, i) => i).filter(i => answers[i]),
    place = i => (n ? placeAt({ over: 'triangle', n }, i) : [from[i] + 0.05]),
    interval = i => ['95 % interval', intervalOf(holds[kept[i]], answers[kept[i]])],
    y = { label: '% of bodies' },
    curve = { include: [0, 100], x: { label: 'moment about the axis of symmetry / the other two' }, y },
    map = n && { ...TRIANGLE(n), bar: { range: [0, 100], label: '% of bodies' }, aspect: 0.6 };
  return described({
    key: `shapes-${k}`,
    command: SWEEP,
    name: `shapes-${id}-${k}`,
    title: `Share of ${where} for which the claim holds`,
    ...(map || curve),
    columns: [...(n ? ['least moment', 'middle moment'] : ['I3/I1']), 'share, %', 'holds', 'bodies with an answer'],
    series: [
      {
        ...headOf('share', 'share of bodies'),
        style: { ...style('share'), line: '-' },
        draw: n ? 'cells' : 'points',
        rows: kept.map(i => [...place(i), (100 * holds[i]) / answers[i], holds[i], answers[i]]),
        also: i => [interval(i)],
      },
    ],
  });
}

/// The plots on which a claim about an order or a slope can be read: of its figure, with the methods that it names.
function slopesOf(c) {
  const f = figures.get(c.figure),
    wanted = /\bslope\b/.test(c.quantity) ? 'band' : /\borders?\b/.test(c.quantity) ? 'points' : '',
    named = new Set((c.quantity || '').match(/[\w:-]+/g)),
    isWanted = spec => !spec.space && spec.x.label !== 'steps' && spec.series.every(s => s.draw === wanted),
    all = f && wanted ? specsOfFigure(f).filter(isWanted) : [],
    only = all.map(spec => ({ ...spec, series: spec.series.filter(s => named.has(s.method)) }));
  return only.some(spec => spec.series.length) ? only.filter(spec => spec.series.length) : all;
}

function claimPage(c) {
  const { id } = c,
    v = judged.get(id),
    f = figures.get(c.figure),
    carries = { short: '', maps: data.maps?.[id] || [], ...data.carries[id] },
    populations = carriedOf(id),
    slopes = slopesOf(c),
    numbers = v?.numbers || {},
    readings = c.ours ? [] : sentences.get(sentenceOf(c));
  const read = readings.map(r => [
    link('claim/' + r.id, r.id),
    r.claim + (r.reading_of ? ` (another reading of ${r.reading_of})` : ''),
    verdictText(judged.get(r.id)?.verdict),
  ]);
  const measured = name => (name in numbers ? show(numbers[name], 5) : '–'),
    tests = c.tests.map(([name, op, b]) => [code(name), `${op} ${bound(b)}`, measured(name)]);
  const answered = ['question', 'bodies', 'over', 'share of bodies', 'bodies with an answer'];
  const carried = populations.map(q => [
    q.id,
    q.where,
    'radians' in q.duration ? `${q.duration.radians} radians` : `t = ${q.duration.time}`,
    shareOf(q),
    q.holds + q.fails + q.undefined,
    q.undefined,
    q.failing.slice(0, 3).join(', '),
    code(q.sweep),
  ]);
  return [
    steps(
      link(`claims?paper=${c.paper}`, '← claims of ', paperName(c.paper)),
      f && link('figure/' + f.id, f.title, ' →'),
    ),
    html`<h1>${c.claim}</h1>`,
    quoted(id) || [quoted(c.figure, 'The paper, of this figure'), note('No sentence of the paper says this.')],
    html`<p class="where">
      ${c.ours ? 'Beside' : 'Our reading of'} ${paperName(c.paper)}, ${c.where} · <code>${id}</code></p>`,
    whatIs(c) && html`<p class="where">This is ${whatIs(c)}.</p>`,
    lead(
      v ? badge(v.verdict, c.ours) : f?.busy || 'not judged: its figure or times were not measured',
      ' ',
      surpriseOf(id),
    ),
    read.length > 1 &&
      part(
        'The sentence',
        table(['reading', 'what it says', 'verdict'], read, { fixed: true, label: 'readings of the sentence' }),
      ),
    html`<h2>How it is decided</h2>
      ${!isInTests(c) && html`<p>${c.rule}</p>`}
      ${c.quantity && html`<p class="where">${c.quantity}</p>`}
      ${table(['number', 'criterion', 'measured'], tests, { fixed: true, label: 'tests' })}
      ${c.why && html`<p>${c.why}</p>`}`,
    part('The slope', plotsOf(slopes), howToRead(slopes.map(spec => f.panels[Number(spec.key.split('-')[0])]))),
    v && part('Other numbers', numbersOf(v).filter(n => n.matches('.aside'))),
    populations.length > 0 &&
      html`<h2>How far it carries</h2>
        ${carries.short && lead(carries.short)}
        ${plotsOf(carries.maps.map((map, k) => shapesSpec(id, map, k)))}
        ${
          carries.maps.some(map => map.n) &&
          reading(html`each cell stands for bodies of one shape, with all directions of the angular momentum;
            its colour is the share for which the claim holds. Right corner: a sphere; left corner: a needle; lower
            corner: a disc; the edge between the last two: plates.`)
        }
        ${table([...answered, 'no answer', 'first that fail', 'sweep'], carried, { label: 'how far it carries' })}
        <p class="note">The claim is tested on other bodies; “at” gives the number of steps. Shares are of the bodies
          with an answer, with a 95 % confidence interval (Wilson); errors at the level of rounding give no answer. To
          see a body:
          ${code(`polhode sweep problems/sweeps/robustness/${populations[0].sweep}.json --body ID`)}. docs/robustness.md
          describes the populations.</p>`,
    html`<h2>Run it again</h2><pre>polhode figure ${c.figure}</pre>`,
  ];
}
