// SPDX-License-Identifier: MIT
// Pictures of what "polhode sweep" found of a population of bodies: distribution functions of errors, performance
// profiles (Dolan & Moré 2002), shares of bodies, maps over the triangle of inertia and over the sphere of the momentum.
'use strict';

// --- what a result holds -----------------------------------------------------------------------------------------------

/// The lower edge of bin i: powers of two, each cut into 2^bits equal parts.
const binEdge = ({ bits, from }, i) => 2 ** (from + (i >> bits)) * (1 + (i & ((1 << bits) - 1)) / (1 << bits));
const RATIO_BINS = { bits: 3, from: -40, to: 40 },
  mapBins = sweep => ({ ...sweep.spec.bins, bits: 1 });

/// A number of a spec: as it stands, or by its bits.
const numberOf = x => (typeof x === 'string' && x[0] === 'x' ? doubleOf(x.slice(1)) : Number(x));

/// A double by the 16 hexadecimal digits of its bits.
function doubleOf(hex) {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt('0x' + hex));
  return view.getFloat64(0);
}

/// The distribution function of a histogram as [value, how many are below], at the edges where it rises.
function cumulative(d, bins) {
  let n = Number(d.zero || 0) + Number(d.under || 0);
  const rows = n ? [[binEdge(bins, 0), n]] : [];
  for (const [i, count] of d.bins) rows.push([binEdge(bins, i + 1), (n += Number(count))]);
  return rows;
}

/// A share of n with its 95 % interval (Wilson).
function wilson(holds, n) {
  const z = 1.959963984540054,
    p = holds / n,
    scale = 1 / (1 + (z * z) / n),
    centre = (p + (z * z) / (2 * n)) * scale,
    half = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n)) * scale;
  return [p, holds > 0 ? centre - half : 0, holds < n ? centre + half : 1];
}

const intervalOf = (holds, n) =>
  wilson(holds, n)
    .slice(1)
    .map(percent)
    .join(' to ');
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
  iterations: 'solver iterations per step',
  torques: 'torque evaluations per step',
};
const SWEEP = 'polhode sweep SPEC.json -o DIR';
const METRIC_NAMES = { Pi: 'angular momentum', R: 'attitude', H: 'energy', pi: 'spatial angular momentum' };
/// The numbers of steps of a sweep; a spec may give them per radian.
const ladderOf = ({ spec, result }) => result.cells.filter(c => c.method === spec.methods[0]).map(c => c.steps);
const bodiesOf = sweep => Number(sweep.result.cells[0].count);

/// The population in words: what the bodies are, how long they turn.
function populationText(sweep) {
  const { population, duration } = sweep.spec,
    inertia = Object.keys(population.inertia)[0],
    SHAPES = {
      triangle: 'moments uniform on the triangle of inertia',
      triangle_grid: 'moments on a grid over the triangle of inertia',
      fixed: 'one inertia',
      list: 'listed inertias',
      symmetric: 'symmetric bodies',
      around: 'moments around given ones',
    },
    direction = population.momentum.direction,
    WAYS = { sphere: 'angular momenta uniform on the sphere', octant: 'angular momenta uniform on an octant' };
  const way =
    typeof direction === 'string'
      ? WAYS[direction]
      : direction && direction.separatrix
        ? 'angular momenta by their distance from the separatrix'
        : 'angular momenta around a given one';
  const torque =
    population.torque && population.torque.length
      ? `torque: ${population.torque.map(t => t.kind).join(', ')}`
      : 'no torque';
  return `${bodiesOf(sweep).toLocaleString('en')} bodies; ${SHAPES[inertia] || inertia}; ${way || 'angular momenta as given'}; ${torque}; ${'radians' in duration ? `over ${show(numberOf(duration.radians))} radians` : `over a time of ${show(numberOf(duration.time))}`}; seed ${sweep.spec.seed}`;
}

// --- plots --------------------------------------------------------------------------------------------------------------

/// Steps of a distribution function: level until the next edge.
function stairs(rows, total) {
  const x = [],
    y = [];
  rows.forEach(([value, n], i) => {
    x.push(value, ...(i + 1 < rows.length ? [rows[i + 1][0]] : []));
    y.push(n / total, ...(i + 1 < rows.length ? [n / total] : []));
  });
  return { x, y };
}

const sharesOf = (series, what) => ({
  columns: ['method', what, 'share'],
  rows: () => series.flatMap(s => s.x.map((v, i) => [s.method, v, s.y[i]])),
});

/// Share of all bodies whose error is below a value, for every method at one number of steps. What failed is never below.
function distributionSpec(sweep, metric, steps) {
  const cells = sweep.result.cells.filter(c => c.steps === steps && c.metrics[metric]);
  const series = cells.map(c => {
    const { x, y } = stairs(cumulative(c.metrics[metric], sweep.spec.bins), Number(c.count)),
      ok = c.status.ok ? Number(c.status.ok[0]) : 0;
    return {
      ...headOf(c.method),
      draw: 'line',
      marks: 6,
      x,
      y,
      tip: i => [
        ['below', show(x[i])],
        ['share of bodies', `${show(100 * y[i])} %`],
        ['95 % interval', intervalOf(y[i] * Number(c.count), Number(c.count))],
        ...(ok < Number(c.count) ? [['did not finish', `${show(100 * (1 - ok / Number(c.count)))} %`]] : []),
      ],
    };
  });
  return {
    key: `distribution-${metric}-${steps}`,
    command: SWEEP,
    name: `distribution-${metric}-${steps}`,
    title: `${METRIC_NAMES[metric] || metric}, ${steps} steps: share of bodies below an error`,
    x: { label: METRICS[metric] || metric, log: true, canLog: true },
    y: { label: 'share of bodies', range: [0, 1] },
    series,
    table: sharesOf(series, 'below'),
  };
}

/// Questions that compare one method with all others, in one metric at one number of steps: {metric, steps, rows}.
function contests(sweep) {
  const groups = new Map();
  (sweep.spec.questions || []).forEach((q, k) => {
    const others = sweep.spec.methods.length - 1;
    if (q.all || !q.metric || (q.of || []).length !== 1 || (q.against || []).length !== others) return;
    const key = `${q.metric}, ${q.steps}`;
    if (!groups.has(key)) groups.set(key, { metric: q.metric, steps: q.steps, rows: [] });
    groups.get(key).rows.push({ method: q.of[0], answer: sweep.result.questions[k] });
  });
  return [...groups.values()].filter(g => g.rows.length > 1);
}

/// The performance profile of a contest: share of bodies on which a method's error is at most r times the best of all.
function profileSpec(sweep, { metric, steps, rows }) {
  const total = bodiesOf(sweep);
  const series = rows.map(({ method, answer }) => {
    // the ratio is to the best of the others; below 1 the method itself is the best
    const all = cumulative(answer.ratio, RATIO_BINS),
      below = all.filter(([r]) => r <= 1),
      first = below.length ? below.at(-1)[1] : 0,
      { x, y } = stairs([[1, first], ...all.filter(([r]) => r > 1)], total);
    return {
      ...headOf(method),
      draw: 'line',
      marks: 6,
      x,
      y,
      tip: i => [
        ['within a factor of', show(x[i])],
        ['share of bodies', `${show(100 * y[i])} %`],
      ],
    };
  });
  return {
    key: `profile-${metric}-${steps}`,
    command: SWEEP,
    name: `profile-${metric}-${steps}`,
    title: `Performance profile: ${METRIC_NAMES[metric] || metric}, ${steps} steps`,
    x: {
      label: 'error, relative to the best method on the same body',
      log: true,
      canLog: true,
      range: [1, Math.min(1e4, Math.max(2, ...series.flatMap(s => s.x)))],
    },
    y: { label: 'share of bodies', range: [0, 1] },
    series,
    table: sharesOf(series, 'factor'),
  };
}

/// Who is the best on how many bodies.
function sharesTable(sweep, { metric, steps, rows }) {
  const total = bodiesOf(sweep);
  const sorted = [...rows].sort((a, b) => Number(b.answer.holds) - Number(a.answer.holds));
  return [
    el('h3', {}, `Most accurate in ${METRIC_NAMES[metric] || metric} at ${steps} steps`),
    table(
      ['method', 'share of bodies, %', 'interval of 95 %', 'an exception'],
      sorted.map(({ method, answer }) => {
        const holds = Number(answer.holds);
        return [
          el('span', { class: 'nowrap' }, swatch(style(method)), ' ', methodLink(method)),
          (100 * holds) / total,
          intervalOf(holds, total),
          answer.failing.length ? `body ${answer.failing[0]}` : '–',
        ];
      }),
      { label: `shares in ${metric}` },
    ),
  ];
}

// --- costs: what results/cheapest.py found ---------------------------------------------------------------------------------

/// The share of bodies on which a method is the cheapest, for every tolerance.
function cheapestSpec({ bodies, costs, cost, tolerances, metric }) {
  const series = Object.keys(costs).map(method => ({
    ...headOf(method),
    draw: 'points',
    x: tolerances.map(t => t.tolerance),
    y: tolerances.map(t => t.methods[method].cheapest / bodies),
    tip: i => [
      ['tolerance', show(tolerances[i].tolerance)],
      ['cheapest on', `${show((100 * tolerances[i].methods[method].cheapest) / bodies)} % of the bodies`],
      ['95 % interval', intervalOf(tolerances[i].methods[method].cheapest, bodies)],
      ['does not reach it on', `${show((100 * tolerances[i].methods[method].unsolved) / bodies)} %`],
    ],
  }));
  return {
    key: 'cheapest',
    command: SWEEP,
    name: 'cheapest',
    title: 'Share of bodies on which a method is the cheapest',
    x: { label: `tolerance: ${METRICS[metric] || metric}`, log: true, canLog: true },
    y: { label: 'share of bodies', range: [-0.02, 1.02] },
    series,
    more: `Cost: ${cost}.`,
    table: {
      columns: ['method', 'tolerance', 'cheapest', 'unsolved', 'bodies'],
      rows: () =>
        Object.keys(costs).flatMap(m =>
          tolerances.map(t => [m, t.tolerance, t.methods[m].cheapest, t.methods[m].unsolved, bodies]),
        ),
    },
  };
}

/// The performance profile of the costs at a tolerance.
function costProfileSpec({ bodies, costs, factors, metric }, row) {
  const series = Object.keys(costs).map(method => {
    const within = row.methods[method].within;
    return {
      ...headOf(method),
      draw: 'line',
      marks: 6,
      x: factors,
      y: within.map(n => n / bodies),
      tip: i => [
        ['within a factor of', show(factors[i])],
        ['share of bodies', `${show((100 * within[i]) / bodies)} %`],
      ],
    };
  });
  return {
    key: 'cost-profile',
    command: SWEEP,
    name: 'cost-profile',
    title: `Performance profile: ${METRIC_NAMES[metric] || metric} to ${show(row.tolerance)}`,
    x: { label: 'cost, relative to the cheapest method on the same body', log: true, canLog: true },
    y: { label: 'share of bodies', range: [-0.02, 1.02] },
    series,
    table: sharesOf(series, 'factor'),
  };
}

function cheapestView(found) {
  const tolerances = found.tolerances.map(t => t.tolerance),
    at = Number(state.rest.get('tolerance')),
    row = found.tolerances.find(t => t.tolerance === at) || found.tolerances[5];
  return [
    el('h2', {}, 'Which is the cheapest'),
    el(
      'div',
      { class: 'choices' },
      chooser(
        'Tolerance of the profile',
        tolerances.map(t => [String(t), show(t)]),
        String(row.tolerance),
        v => set('tolerance', v),
      ),
    ),
    plotsOf([cheapestSpec(found), costProfileSpec(found, row)]),
    el(
      'p',
      { class: 'note read' },
      'How to read: left, the share of bodies for which a method is the cheapest, for every tolerance; right, the share for which its cost is within a factor of the least cost. A method that meets the tolerance at no step count is left out for that body.',
    ),
  ];
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
  const bins = mapBins(sweep);
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

/// A map of every method at one number of steps, with one range of colours.
function mapsOf(sweep, index, metric, what, steps) {
  const map = sweep.result.maps[index],
    { methods } = sweep.spec,
    ladder = ladderOf(sweep),
    wanted = ladder.indexOf(steps),
    at = map.places.some(p => p[1] % ladder.length === wanted) ? wanted : ladder.length - 1; // the report keeps the last
  const found = methods.map((method, m) => ({
    method,
    places: map.places
      .filter(p => p[1] === m * ladder.length + at)
      .map(p => [...placeAt(map, p[0]), placeValue(sweep, p, metric, what)])
      .filter(p => Number.isFinite(p[2])),
  }));
  const values = found.flatMap(f => f.places.map(p => p[2]));
  if (!values.length) return [];
  const [least, most] = [Math.min(...values), Math.max(...values)],
    range = most > least ? [Math.floor(least * 2) / 2, Math.ceil(most * 2) / 2] : [least - 0.5, most + 0.5],
    triangle = map.over === 'triangle';
  return found
    .filter(f => f.places.length)
    .map(({ method, places }) => ({
      key: `map-${index}-${method}`,
      command: SWEEP,
      name: `map-${map.over}-${method}`,
      title: `${known(method).label}, ${ladder[at]} steps`,
      bar: {
        range,
        label: `${what === 'median' || what === 'worst' ? (METRIC_NAMES[sweep.spec.maps[index].metrics[metric]] || '') + ' error: ' : ''}${SHOWN[what]}`,
      },
      aspect: triangle ? 0.72 : 0.62,
      x: triangle
        ? { label: 'least moment / largest', range: [0, 1] }
        : { label: 'longitude about the axis of the largest moment, degrees', range: [0, 360] },
      y: triangle
        ? { label: 'middle moment / largest', range: [0.5, 1] }
        : { label: 'share of the angular momentum along that axis', range: [-1, 1] },
      cell: triangle ? [1 / (2 * map.n), 1 / (2 * map.n)] : [180 / map.n, 2 / map.n],
      series: [
        {
          ...headOf(method),
          draw: 'cells',
          x: places.map(p => p[0]),
          y: places.map(p => p[1]),
          z: places.map(p => p[2]),
          tip: i => [
            [
              triangle ? 'moments' : 'longitude, height',
              triangle
                ? `(${show(places[i][0])}, ${show(places[i][1])}, 1)`
                : `${show(places[i][0])}, ${show(places[i][1])}`,
            ],
            [SHOWN[what], show(places[i][2], 4)],
          ],
        },
      ],
      table: { columns: ['method', 'x', 'y', SHOWN[what]], rows: () => places.map(p => [method, ...p]) },
    }));
}

// --- the atlas (results/atlas): per shape and band, which method is near the cheapest for most bodies -------------------------

const ATLASES = { 'free-body': 'Free bodies', 'heavy-top': 'Heavy tops' };
/// A band in words.
function bandName(edges, band) {
  const [lo, hi] = [edges[band - 1], edges[band]];
  return lo === undefined
    ? `below ${show(hi, 2)}`
    : hi === undefined
      ? `above ${show(lo, 2)}`
      : `${show(lo, 2)} to ${show(hi, 2)}`;
}
function shapeName(shape) {
  const [x, y] = placeAt({ over: 'triangle', n: 3 }, shape);
  return `(${show(x, 2)}, ${show(y, 2)}, 1)`;
}

/// The method that an atlas finds the cheapest on most bodies, in words.
function cheapestSaid({ name, document: { horizons, tolerances } }, tolerance, horizon = horizons[0]) {
  const row = Object.entries(horizon.cheapest[tolerances.indexOf(tolerance)] || {}),
    [id, n] = row.reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0]);
  return id
    ? `${known(id).label} on ${show((100 * n) / horizon.bodies, 2)} % of ${horizon.bodies} ${(ATLASES[name] || name).toLowerCase()} over ${horizon.radians} radians`
    : '';
}

function atlasView({ name, document: atlas }) {
  const radians = Number(state.rest.get('radians')),
    horizon = atlas.horizons.find(h => h.radians === radians) || atlas.horizons[0],
    wanted = atlas.tolerances.indexOf(Number(state.rest.get('tolerance'))),
    t = wanted >= 0 ? wanted : Math.min(4, atlas.tolerances.length - 1),
    unique = key => [...new Set(horizon.places.map(p => p[key]))].sort((a, b) => a - b),
    used = [...new Set(horizon.cheapest.flatMap(row => Object.keys(row)))];
  const cell = place => {
    const a = place && place.answers[t];
    if (!a) return '–';
    const [p] = wilson(a.near, a.bodies);
    return el(
      'div',
      { class: 'atlas-cell', 'data-sort': a.method },
      el('span', { class: 'nowrap' }, swatch(style(a.method)), ' ', methodLink(a.method)),
      el('div', { class: 'where' }, `${show(a.steps_per_radian)} a radian`),
      el('div', { class: 'where' }, `${show(100 * p, 2)} % of ${a.bodies}`),
    );
  };
  const shares = used.map(method => ({
    ...headOf(method),
    draw: 'points',
    x: atlas.tolerances,
    y: atlas.tolerances.map((_, k) => (horizon.cheapest[k][method] || 0) / horizon.bodies),
    tip: i => [
      ['tolerance', show(atlas.tolerances[i])],
      ['cheapest on', `${show((100 * (horizon.cheapest[i][method] || 0)) / horizon.bodies)} % of ${horizon.bodies}`],
    ],
  }));
  return [
    el('h2', {}, ATLASES[name] || name),
    el(
      'p',
      { class: 'lead' },
      `The cheapest to an error of ${show(atlas.tolerances[t])} is ${cheapestSaid({ name, document: atlas }, atlas.tolerances[t], horizon)}.`,
    ),
    el(
      'div',
      { class: 'choices' },
      chooser(
        'Over',
        atlas.horizons.map(h => [String(h.radians), `${h.radians} radians`]),
        String(horizon.radians),
        v => set('radians', v),
      ),
      chooser(
        'Tolerance',
        atlas.tolerances.map(x => [String(x), show(x)]),
        String(atlas.tolerances[t]),
        v => set('tolerance', v),
      ),
    ),
    table(
      [atlas.bands.of, ...unique('shape').map(shapeName)],
      unique('band').map(band => [
        bandName(atlas.bands.edges, band),
        ...unique('shape').map(shape => cell(horizon.places.find(p => p.band === band && p.shape === shape))),
      ]),
      { fixed: true, label: `atlas of ${name}`, class: 'atlas' },
    ),
    plotsOf([
      {
        key: `atlas-${name}`,
        command: 'make atlas',
        name: `atlas-${name}`,
        title: 'Share of bodies on which a method is the cheapest',
        x: { label: 'accuracy', log: true, canLog: true },
        y: { label: 'share of bodies', range: [-0.02, 1.02] },
        series: shares,
        table: sharesOf(shares, 'accuracy'),
      },
    ]),
    el(
      'p',
      { class: 'note read' },
      `How to read: columns are shapes, by their moments; a cell names the method whose cost is within ${atlas.near} times the cheapest for most of its bodies, the steps per radian that suffice for ${100 * atlas.enough} % of the bodies that the method supports, and the share of bodies for which it is that near. ${horizon.bodies} bodies in all.`,
    ),
  ];
}

const atlasPage = () => [
  el('h1', {}, 'Atlas: which method and which step, by shape and motion'),
  data.atlases.length
    ? data.atlases.map(atlasView)
    : el('p', {}, 'No atlas is here; ', el('code', {}, 'make atlas'), ' measures it.'),
];

// --- the page -----------------------------------------------------------------------------------------------------------

/// All pictures of one sweep; choices stand in the address.
function populationView(sweep) {
  const ladder = ladderOf(sweep).filter(n =>
      sweep.result.cells.some(c => c.steps === n && Object.keys(c.metrics).length),
    ),
    steps = ladder.find(n => String(n) === state.rest.get('steps')) || ladder.at(-1),
    metrics = Object.keys(sweep.result.cells.find(c => c.steps === steps).metrics),
    drawn = metrics.filter(m => !['torques', 'iterations'].includes(m)),
    mapped = (sweep.spec.maps || []).flatMap((m, i) => m.metrics.map((name, k) => ({ i, k, name, over: m.over }))),
    map = mapped.find(m => `${m.over}.${m.name}` === state.rest.get('map')) || mapped[0],
    what = SHOWN[state.rest.get('what')] ? state.rest.get('what') : 'median',
    fights = contests(sweep).filter(c => c.steps === steps);
  const failed = sweep.result.cells.filter(c => Object.keys(c.status).some(s => s !== 'ok'));
  return [
    el('p', { class: 'lead' }, sweep.spec.about || ''),
    el('p', { class: 'where' }, populationText(sweep)),
    el(
      'div',
      { class: 'choices' },
      chooser(
        'Steps',
        ladder.map(n => [String(n), String(n)]),
        String(steps),
        v => set('steps', v),
      ),
    ),
    legend(new Map(sweep.spec.methods.map(m => [m, known(m).label]))),
    sweep.cheapest ? cheapestView(sweep.cheapest) : null,
    el('h2', {}, 'How the errors are distributed'),
    plotsOf(drawn.map(metric => distributionSpec(sweep, metric, steps))),
    el(
      'p',
      { class: 'note read' },
      'How to read: the median body is at a height of 0.5; the curve furthest to the left has the smallest errors. If a curve ends below 1, the method failed on the other bodies.',
    ),
    fights.length
      ? [
          el('h2', {}, 'Which method is the best, and how near are the others'),
          plotsOf(fights.map(f => profileSpec(sweep, f))),
          el(
            'p',
            { class: 'note read' },
            'How to read (Dolan & Moré 2002): at the left edge, the share of bodies for which a method is the most accurate; further right, the share for which its error is within that factor of the best.',
          ),
          fights.map(f => sharesTable(sweep, f)),
        ]
      : null,
    map
      ? [
          el('h2', {}, map.over === 'triangle' ? 'Over the triangle of inertia' : 'Over the sphere of angular momenta'),
          el(
            'div',
            { class: 'choices' },
            chooser(
              'Map',
              mapped.map(m => [
                `${m.over}.${m.name}`,
                `${METRIC_NAMES[m.name] || m.name} over ${m.over === 'triangle' ? 'the inertia' : 'the angular momentum'}`,
              ]),
              `${map.over}.${map.name}`,
              v => set('map', v),
            ),
            chooser('Shown', Object.entries(SHOWN), what, v => set('what', v)),
          ),
          plotsOf(mapsOf(sweep, map.i, map.k, what, steps)),
          el(
            'p',
            { class: 'note read' },
            map.over === 'triangle'
              ? 'How to read: right corner, a sphere; left corner, a needle; lower corner, a disc. Dark is accurate.'
              : 'How to read: an equal-area map of the direction of the angular momentum in the body; top and bottom are spins about the axis of the largest moment. Dark is accurate.',
          ),
        ]
      : null,
    failed.length
      ? [
          el('h2', {}, 'Did not finish'),
          table(
            ['method', 'steps', 'how', 'share, %', 'first case'],
            failed.flatMap(c =>
              Object.entries(c.status)
                .filter(([s]) => s !== 'ok')
                .map(([s, [n, id]]) => [
                  methodLink(c.method),
                  c.steps,
                  s.replace('_', ' '),
                  (100 * Number(n)) / Number(c.count),
                  String(id),
                ]),
            ),
            { label: 'did not finish' },
          ),
        ]
      : null,
    el('h2', {}, 'Run it again'),
    el(
      'pre',
      {},
      'polhode sweep SPEC.json -o DIR      # writes DIR/result.json, the file shown here\npolhode sweep SPEC.json --case ID    # one case, explained',
    ),
  ];
}

const titleOf = ({ name, document }) => document.spec.title || name.replace(/[_-]/g, ' ');
function populationsPage(name) {
  const sweep = data.sweeps.find(s => s.name === name) || data.sweeps[0];
  if (!sweep)
    return [
      el('h1', {}, 'Populations'),
      el(
        'p',
        {},
        'No sweep is here. ',
        el('code', {}, 'make populations'),
        ' measures some, ',
        el('code', {}, 'polhode sweep'),
        ' any of your own; its result.json can be dropped on this page.',
      ),
    ];
  return [
    el('h1', {}, titleOf(sweep)),
    data.sweeps.length > 1
      ? el(
          'div',
          { class: 'choices' },
          chooser(
            'Population',
            data.sweeps.map(s => [s.name, titleOf(s)]),
            sweep.name,
            v => go('populations/' + v),
          ),
        )
      : null,
    populationView(sweep.document),
  ];
}
