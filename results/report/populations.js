// SPDX-License-Identifier: MIT
// Pictures of what "polhode sweep" found of a population of bodies: distribution functions of errors, performance
// profiles (Dolan & Moré 2002), shares of bodies, maps over the triangle of inertia and the sphere of the momentum.
'use strict';

// --- what a result holds ---------------------------------------------------------------------------------------------

/// The lower edge of bin i: powers of two, each cut into 2^bits equal parts.
const binEdge = ({ bits, from }, i) => 2 ** (from + (i >> bits)) * (1 + (i & ((1 << bits) - 1)) / (1 << bits));
const RATIO_BINS = { bits: 3, from: -40, to: 40 };

/// A double by the 16 hexadecimal digits of its bits.
const doubleOf = hex => new Float64Array(BigUint64Array.of(BigInt('0x' + hex)).buffer)[0];

/// The distribution function of a histogram as [value, how many are below], at the edges where it rises.
function cumulative(d, bins) {
  let n = Number(d.zero || 0) + Number(d.under || 0);
  const rows = n ? [[binEdge(bins, 0), n]] : [];
  for (const [i, count] of d.bins) rows.push([binEdge(bins, i + 1), (n += Number(count))]);
  return rows;
}

/// The 95 % interval of a share of n (Wilson).
function wilson(holds, n) {
  const z = 1.959963984540054,
    p = holds / n,
    scale = 1 / (1 + (z * z) / n),
    centre = (p + (z * z) / (2 * n)) * scale,
    half = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n)) * scale;
  return [holds > 0 ? centre - half : 0, holds < n ? centre + half : 1];
}

const intervalOf = (holds, n) => wilson(holds, n).map(percent).join(' to ');
/// A share near all of them is not rounded to 100 %.
function percent(p) {
  const off = 100 * (1 - p);
  return `${off > 0 && off < 0.05 ? (100 - off).toFixed(Math.ceil(-Math.log10(off))) : show(100 * p)} %`;
}

const METRICS = {
  Pi: 'error of the angular momentum, relative',
  R: 'error of the attitude, 2 |sin of half the angle|',
  H: 'energy error, relative to the kinetic energy',
  pi: 'error of the spatial angular momentum, relative',
  drift: 'share of drift in the energy error',
  growth: 'growth of the energy error',
};
const SWEEP = 'polhode sweep SPEC.json -o DIR';
const METRIC_NAMES = { Pi: 'angular momentum', R: 'attitude', H: 'energy', pi: 'spatial angular momentum' };
/// The numbers of steps of a sweep; a spec may give them per radian.
const ladderOf = ({ spec, result }) => result.cells.filter(c => c.method === spec.methods[0]).map(c => c.steps);

// --- plots -----------------------------------------------------------------------------------------------------------

/// Steps of a distribution function, as rows: level until the next edge.
const stairs = (rows, total) =>
  rows.flatMap(([value, n], i) => [value, ...(i + 1 < rows.length ? [rows[i + 1][0]] : [])].map(x => [x, n / total]));

/// A plot of shares of bodies over errors or costs: rows are [x, share].
const sharesSpec = (key, title, x, series) =>
  described({
    key,
    command: SWEEP,
    title,
    x: { log: true, ...x },
    y: { label: 'share of bodies', range: [-0.02, 1.02] },
    columns: [x.of, 'share of bodies'],
    series,
  });
const curveOf = (method, rows, also) => ({ ...headOf(method), draw: 'line', marks: 6, rows, also });

/// Share of all bodies whose error is below a value, for every method at one number of steps; of failures it never is.
function distributionSpec(sweep, metric, steps) {
  const cells = sweep.result.cells.filter(c => c.steps === steps && c.metrics[metric]);
  const series = cells.map(c => {
    const n = Number(c.count),
      rows = stairs(cumulative(c.metrics[metric], sweep.spec.bins), n),
      failed = n - (c.status.ok ? Number(c.status.ok[0]) : 0),
      interval = i => ['95 % interval', intervalOf(rows[i][1] * n, n)];
    return curveOf(c.method, rows, i => [interval(i), ...(failed ? [['did not finish', percent(failed / n)]] : [])]);
  });
  const title = capital(`${METRIC_NAMES[metric] || metric}, ${steps} steps: share of bodies below an error`),
    x = { label: METRICS[metric] || metric, of: 'below' };
  return sharesSpec(`distribution-${metric}-${steps}`, title, x, series);
}

/// Questions that compare one method with all others at one number of steps, by their metrics: [metric, rows].
function contests(sweep, steps) {
  const others = sweep.spec.methods.length - 1,
    asked = (sweep.spec.questions || [])
      .map((q, k) => ({ ...q, method: q.of?.[0], answer: sweep.result.questions[k] }))
      .filter(q => q.steps === steps && q.of?.length === 1 && q.against?.length === others);
  return [...Map.groupBy(asked, q => q.metric)].filter(([, rows]) => rows.length > 1);
}

/// The performance profile of a contest: share of bodies on which a method's error is at most r times the best of all.
function profileSpec(sweep, steps, [metric, rows]) {
  const total = Number(sweep.result.cells[0].count);
  const series = rows.map(({ method, answer }) => {
    // the ratio is to the best of the others; below 1 the method itself is the best
    const all = cumulative(answer.ratio, RATIO_BINS),
      first = all.findLast(([r]) => r <= 1) || [1, 0];
    return curveOf(method, stairs([[1, first[1]], ...all.filter(([r]) => r > 1)], total), i =>
      i ? [] : [['95 % interval', intervalOf(first[1], total)]],
    );
  });
  const range = [1, clamped(Math.max(...series.flatMap(s => s.rows.map(r => r[0]))), 2, 1e4)],
    label = 'error, relative to the best method on the same body',
    title = `Performance profile: ${METRIC_NAMES[metric] || metric}, ${steps} steps`;
  return sharesSpec(`profile-${metric}-${steps}`, title, { label, range, of: 'within a factor of' }, series);
}

const SHOWN = {
  median: 'median, log₁₀',
  worst: 'worst, log₁₀',
  iterations: 'solver iterations of a run, mean',
  failed: 'did not finish, %',
};

/// What a place of a map says.
function placeValue(sweep, [, , statuses, iterations, metrics], metric, what) {
  const total = statuses.reduce((a, b) => a + Number(b), 0),
    ok = Number(statuses[0]);
  if (what === 'failed') return (100 * (total - ok)) / total;
  if (what === 'iterations') return ok ? Number(iterations) / ok : NaN;
  const values = metrics[metric];
  if (!ok || !values) return NaN;
  if (Array.isArray(values)) return values[what === 'worst' ? 1 : 0]; // as the report keeps them
  if (what === 'worst') return values.worst ? Math.log10(Math.max(doubleOf(values.worst[0]), 1e-17)) : NaN;
  const bins = { ...sweep.spec.bins, bits: 1 };
  let left = ok / 2;
  for (const [i, n] of values.bins)
    if ((left -= Number(n)) <= 0)
      return i < 0 ? Math.log10(binEdge(bins, 0)) : Math.log10(binEdge(bins, i) * binEdge(bins, i + 1)) / 2;
  return NaN;
}

/// Where a place is, as the middle of its cell.
function placeAt({ over, n }, place) {
  if (over === 'momentum') {
    const row = Math.floor(place / (2 * n));
    return [((place % (2 * n)) + 0.5) * (180 / n), 1 - (2 * row + 1) / n];
  }
  const j = Math.floor(Math.sqrt(place)),
    i = n - 1 - j + (place - j * j);
  return [(2 * i + 1) / (4 * n), (2 * n + 2 * j + 1) / (4 * n)];
}

/// The axes of a map over the triangle of inertia, n cells a side.
const TRIANGLE = n => ({
  x: { label: 'least moment / largest', range: [0, 1] },
  y: { label: 'middle moment / largest', range: [0.5, 1] },
  cell: [1 / (2 * n), 1 / (2 * n)],
});
const SPHERE = n => ({
  x: { label: 'longitude about the axis of the largest moment, degrees', range: [0, 360] },
  y: { label: 'share of the angular momentum along that axis', range: [-1, 1] },
  cell: [180 / n, 2 / n],
});

/// A map of every method at one number of steps, with one range of colours.
function mapsOf(sweep, index, metric, what, steps) {
  const map = sweep.result.maps[index],
    { methods, maps } = sweep.spec,
    ladder = ladderOf(sweep),
    wanted = ladder.indexOf(steps),
    isKept = map.places.some(p => p[1] % ladder.length === wanted),
    at = isKept ? wanted : ladder.length - 1; // the report keeps the last
  const found = methods
    .map((method, m) => ({
      method,
      places: map.places
        .filter(p => p[1] === m * ladder.length + at)
        .map(p => [...placeAt(map, p[0]), placeValue(sweep, p, metric, what)])
        .filter(p => Number.isFinite(p[2])),
    }))
    .filter(f => f.places.length);
  const range = halves(found.flatMap(f => f.places.map(p => p[2]))),
    triangle = map.over === 'triangle',
    isError = what === 'median' || what === 'worst',
    label = (isError ? (METRIC_NAMES[maps[index].metrics[metric]] || '') + ' error: ' : '') + SHOWN[what];
  return found.map(({ method, places }) =>
    described({
      key: `map-${index}-${method}`,
      command: SWEEP,
      name: `map-${map.over}-${method}`,
      title: `${known(method).label}, ${ladder[at]} steps`,
      bar: { range, label },
      aspect: triangle ? 0.72 : 0.62,
      ...(triangle ? TRIANGLE : SPHERE)(map.n),
      columns: [...(triangle ? ['least moment', 'middle moment'] : ['longitude', 'height']), SHOWN[what]],
      series: [{ ...headOf(method), draw: 'cells', rows: places }],
    }),
  );
}

// --- the atlas (results/atlas.json, docs/atlas.md): which method is the cheapest for most bodies ---------------------

const ATLASES = { 'free-body': 'Free bodies', 'heavy-top': 'Heavy tops' };

/// The method that an atlas finds the cheapest on most bodies, in words.
function cheapestSaid({ name, horizons: [{ cheapest, bodies, radians }], tolerances }, tolerance) {
  const row = Object.entries(cheapest[tolerances.indexOf(tolerance)] || {}),
    [id, n] = row.reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0]),
    all = `${bodies} ${(ATLASES[name] || name).toLowerCase()} over ${radians} radians`;
  return id && `${known(id).label} on ${show((100 * n) / bodies, 2)} % of ${all}`;
}

// --- the page --------------------------------------------------------------------------------------------------------

/// A map of a sweep by its name in the address.
const mapOf = (over, name, i, k) => {
  const title = `${METRIC_NAMES[name] || name} over ${over === 'triangle' ? 'the inertia' : 'the angular momentum'}`;
  return [`${over}.${name}`, { over, i, k, title }];
};
/// All pictures of one sweep; choices stand in the address.
function populationView(sweep) {
  const { spec, result } = sweep,
    ladder = ladderOf(sweep).filter(n => result.cells.some(c => c.steps === n && Object.keys(c.metrics).length)),
    [steps, stepsBox] = choiceOf('steps', 'Steps', ladder.map(n => [n, String(n)]), ladder.at(-1)),
    metrics = Object.keys(result.cells.find(c => c.steps === steps).metrics),
    drawn = metrics.filter(m => !['torques', 'iterations'].includes(m)),
    mapped = new Map((spec.maps || []).flatMap((m, i) => m.metrics.map((name, k) => mapOf(m.over, name, i, k)))),
    fights = contests(sweep, steps);
  const failed = result.cells.flatMap(({ method, steps, status, count }) =>
    Object.entries(status)
      .filter(([s]) => s !== 'ok')
      .map(([s, [n, id]]) => [methodLink(method), steps, words(s), (100 * Number(n)) / Number(count), String(id)]),
  );
  const maps = () => {
    const [key, mapBox] = choiceOf('map', 'Map', [...mapped].map(([key, m]) => [key, m.title])),
      [what, whatBox] = choiceOf('what', 'Shown', Object.entries(SHOWN)),
      { over, i, k } = mapped.get(key);
    return part(
      over === 'triangle' ? 'Over the triangle of inertia' : 'Over the sphere of angular momenta',
      choices(mapBox, whatBox),
      plotsOf(mapsOf(sweep, i, k, what, steps)),
      reading(
        over === 'triangle'
          ? 'right corner, a sphere; left corner, a needle; lower corner, a disc. Dark is accurate.'
          : html`an equal-area map of the direction of the angular momentum in the body; top and bottom are spins about
              the axis of the largest moment. Dark is accurate.`,
      ),
    );
  };
  return [
    lead(spec.about),
    html`<details><summary>The population</summary>
      <pre>${['population', 'duration', 'seed'].map(k => `${k}: ${JSON.stringify(spec[k])}\n`)}</pre></details>`,
    choices(stepsBox),
    legend(spec.methods.map(m => [m, known(m).label])),
    part(
      'Distribution of the errors',
      plotsOf(drawn.map(metric => distributionSpec(sweep, metric, steps))),
      reading(html`the median body is at a height of 0.5; the curve furthest to the left has the smallest errors. If a
        curve ends below 1, the method failed on the other bodies.`),
    ),
    fights.length > 0 &&
      part(
        'The best method, and the others relative to it',
        plotsOf(fights.map(f => profileSpec(sweep, steps, f))),
        reading(html`at the left edge, the share of bodies for which a method is the most accurate; further right, the
          share for which its error is within that factor of the best (Dolan & Moré 2002).`),
      ),
    mapped.size > 0 && maps(),
    part(
      'Did not finish',
      table(['method', 'steps', 'how', 'share, %', 'first case'], failed, { label: 'did not finish' }),
    ),
    html`<h2>Run it again</h2><pre>${SWEEP}</pre>`,
  ];
}

const titleOf = s => s.title || s.document.spec.title || s.name.replace(/[_-]/g, ' ');
function populationsPage(name) {
  const sweep = data.sweeps.find(s => s.name === name) || data.sweeps[0],
    options = data.sweeps.map(s => [s.name, titleOf(s)]);
  if (!sweep)
    return html`<h1>Populations</h1><p>There is no sweep. <code>make populations</code> measures some, and
      ${code('polhode sweep')} measures your own; drop its result.json on this page.</p>`;
  return [
    html`<h1>${titleOf(sweep)}</h1>`,
    options.length > 1 && choices(chooser('Population', options, sweep.name, v => go('populations/' + v))),
    populationView(sweep.document),
  ];
}
