// SPDX-License-Identifier: MIT
// What is drawn of a figure: its panels as specs of plots (plot.js), for pages and for files (draw.mjs).
'use strict';

/// A method that styles.json does not name takes the first look that no other has, in the order of the list.
const COLOURS = ['blue', 'vermilion', 'green', 'purple', 'orange', 'sky', 'black'];
function style(method) {
  if (!data.styles[method]) {
    const taken = Object.values(data.styles),
      has = (...look) => taken.some(t => look.every((x, k) => t[k] === x)),
      looks = ['-', '--', ':', '-.'].flatMap(l => Object.keys(MARKERS).flatMap(m => COLOURS.map(c => [c, m, l])));
    data.styles[method] =
      looks.find(([c, m]) => !has(c, m)) || looks.find(look => !has(...look)) || looks[taken.length % looks.length];
  }
  const [color, marker, line] = data.styles[method];
  return { color: `var(--${color})`, marker, line };
}

const words = key => key.replace(/_/g, ' ');
const ok = s => s.points.filter(p => p.status === 'ok');

/// What the paper claims of a figure and what is found, in words; numbers in them are read from the verdicts.
const saidOf = f => data.findings.figures[f.id] || { claim: '', found: '' };
/// What a paper calls a method, an axis or a column of a figure.
const called = (f, word, otherwise = word) => (saidOf(f).names || {})[word] || otherwise;

/// A figure as its paper has it: the paper's names, a star at methods that we add, none that only claims compare.
function asInPaper(f) {
  const { added = [], compared = [] } = saidOf(f);
  for (const panel of f.panels) {
    panel.series = panel.series.filter(s => !compared.includes(s.method));
    for (const s of panel.series) s.label = called(f, s.method, s.label) + (added.includes(s.method) ? '*' : '');
    for (const key of Object.keys(panel.axes)) panel.axes[key] = called(f, panel.axes[key]);
    // The page keeps the columns of all curves once, by number.
    for (const { curve = {} } of data.columns ? panel.series : [])
      for (const [name, at] of Object.entries(curve)) if (!Array.isArray(at)) curve[name] = data.columns[at];
  }
}
const known = id => ({ id, label: (methods.get(id) || { label: id }).label, style: style(id) });
/// How every series of a plot begins.
const headOf = (method, label = known(method).label) => ({ method, label, style: style(method) });
const logAxis = label => ({ label, log: true });

/// A plot that is described by rows: of each series across, up (and the value of a cell), and what else `columns` name.
/// Tips say them, the table has all; `also` is what only tips say.
function described({ columns, digits = 4, ...spec }) {
  const series = spec.series.map(s => ({
    ...s,
    x: s.rows.map(r => r[0]),
    y: s.rows.map(r => r[1]),
    z: s.draw === 'cells' ? s.rows.map(r => r[2]) : undefined,
    tip: i => [...columns.map((name, k) => [name, show(s.rows[i][k], digits)]), ...(s.also ? s.also(i) : [])],
  }));
  const rows = () => series.flatMap(s => s.rows.map(r => [s.method, ...r]));
  return { name: spec.key, table: { columns: ['method', ...columns], rows }, ...spec, series };
}

// --- plots of the panels ---------------------------------------------------------------------------------------------

/// What a series has to draw: points of a ladder, or rows of a curve.
const rowsOf = s => (s.points ? ok(s) : Object.values(s.curve)[0].map((_, i) => i));

const COUNTED = ['operations', 'torque_evaluations', 'solver_iterations'];
/// What can be asked of a row: key, label, value(row, series). Of curves, the columns go across, up, and further.
function metricsOf(panel, times) {
  if (!panel.norms)
    return ['across', 'up', 'value']
      .slice(0, Object.keys(panel.series[0].curve).length)
      .map((key, k) => ({ key, label: panel.axes[key], value: (i, s) => Object.values(s.curve)[k][i] }));
  const list = [
    { key: 'h', label: panel.axes.h, value: p => Math.abs(p.h) },
    { key: 'steps', label: panel.axes.steps, value: p => p.steps },
  ];
  for (const n of panel.norms) list.push({ key: n.key, label: n.label, value: p => p.errors[n.key], error: n.key });
  for (const key of COUNTED)
    if (panel.series.some(s => ok(s).some(p => p.tally[key] > 0)))
      list.push({ key, label: panel.axes[key], value: p => p.tally[key] });
  if (times && Object.keys(times).length) {
    const row = (p, method) => (times[method] || []).find(t => t[0] === p.steps),
      timed = (k, share) => (p, s) => row(p, s.method) && row(p, s.method)[k] * share(p);
    const time = (key, share) =>
      list.push({ key, label: panel.axes[key], value: timed(1, share), median: timed(2, share) });
    time('time', () => 1e6);
    time('time_of_step', p => 1e6 / p.steps);
    const cheapest = p => Math.min(...panel.baselines.map(m => (row(p, m) || [0, Infinity])[1]));
    if (panel.baselines) time('relative_time', p => 1 / cheapest(p));
  }
  return list;
}

const SHORT = {
  ...Object.fromEntries(COUNTED.map(key => [key, words(key)])),
  time: 'time, µs',
  time_of_step: 'time of a step, µs',
  relative_time: 'relative time of a step',
};

/// Methods are compared by these at equal errors, not at equal steps.
const WORK = new Set([...COUNTED, 'time']);

const commandOf = figure => `polhode figure ${figure.id}`;

/// One measure against another, a line with marks a series.
function marksSpec(figure, index, x, y, extra = {}) {
  const panel = figure.panels[index],
    all = metricsOf(panel, figure.times && figure.times[index]),
    [X, Y] = [x, y].map(key => all.find(m => m.key === key)),
    { log = true } = extra;
  if (!X || !Y) return null; // as times, where none are measured
  const fitOf = s => Y.error && (s.fits || {})[Y.error],
    isDrawn = v => (log ? v > 0 : Number.isFinite(v));
  const series = panel.series.map(s => {
    const points = rowsOf(s)
        .filter(p => isDrawn(X.value(p, s)) && isDrawn(Y.value(p, s)))
        .sort((a, b) => X.value(a, s) - X.value(b, s)),
      fit = isAsymptotic(fitOf(s)) && fitOf(s);
    const tip = p => [
      ...all.map(m => [SHORT[m.key] || beforeComma(m.label), show(m.value(p, s), 4)]).filter(r => r[1] !== '–'),
      ...(fit ? [['fitted order', `${fit.order.toFixed(3)} ± ${show(fit.half_width, 2)}`]] : []),
      ...(p.chaotic ? [['chaotic', `median of ${panel.starts} starts`]] : []),
    ];
    return {
      ...headOf(s.method, s.label),
      note: fit ? `(order ${fit.order.toFixed(2)})` : '',
      draw: 'points',
      x: points.map(p => X.value(p, s)),
      y: points.map(p => Y.value(p, s)),
      to: X.median && points.map(p => X.median(p, s)),
      tip: i => tip(points[i]),
    };
  });
  const orders = panel.series.filter(s => isAsymptotic(fitOf(s)) && s.order).map(s => s.order),
    common = WORK.has(x) && panel.common && panel.common[y],
    same = Y.error && ['h', 'steps'].includes(x) ? coincident(panel, Y.error) : [],
    floor = Y.error && panel.reference.error_estimate,
    notes = [
      common && 'Grey: the errors that all its methods reach, out to powers of ten.',
      same.length && `Curves that coincide: ${same.join('; ')}.`,
      addedNote(panel),
    ];
  const value = (m, s, p) => (p.status === 'ok' || !m.error ? m.value(p, s) : ''),
    row = (s, p) => [s.method, p.status, ...all.map(m => value(m, s, p)), p.reason || ''],
    ladder = {
      columns: ['method', 'status', ...all.map(m => (m.error ? 'error.' : '') + m.key), 'reason'],
      rows: () => panel.series.flatMap(s => s.points.map(p => row(s, p))),
    };
  const strip = common && { low: common[0], high: common[1] }, // a note below names it
    ownStrip = panel.strip && panel.strip.of === y ? panel.strip : null;
  return {
    key: `${index}-${x}-${y}`,
    name: `${figure.id}-${index + 1}-${x}-${y}`,
    title: panelTitle(panel),
    series,
    table: panel.norms ? ladder : curveTable(panel),
    x: { label: X.label, log },
    y: { label: Y.label, log },
    strip: strip || ownStrip,
    floor: floor > 0 ? { value: floor, label: 'error of the reference' } : null,
    order: X.error || ['time_of_step', 'relative_time'].includes(x) ? 0 : Math.max(...orders, 0),
    falling: x !== 'h',
    more: notes.filter(Boolean).join(' '),
    command: commandOf(figure),
    ...extra,
  };
}

/// An order known to a tenth; others are not printed.
const isAsymptotic = fit => fit && fit.order !== undefined && fit.half_width <= 0.1;

/// "SWC1 = BBTRAP" for curves that are the same to 2 %, one under the other.
function coincident(panel, key) {
  const errors = s => new Map(ok(s).map(p => [p.steps, p.errors[key]]));
  const same = (a, b) =>
    a.size > 0 && a.size === b.size && [...a].every(([n, e]) => b.has(n) && Math.abs(e - b.get(n)) <= 0.02 * b.get(n));
  const groups = [];
  for (const s of panel.series) {
    const group = groups.find(g => same(errors(s), errors(g[0])));
    group ? group.push(s) : groups.push([s]);
  }
  return groups.filter(g => g.length > 1).map(g => g.map(s => s.label).join(' = '));
}

const addedNote = panel => (panel.series.some(s => s.label.endsWith('*')) ? '*: not in the paper.' : '');
const panelTitle = panel => panel.title + panel.series.map(failedNote).join('');
const failedNote = s => (s.status && s.status !== 'ok' ? ` (${s.status}: ${s.reason})` : '');

/// The largest size that the drawn band of a series reaches.
const drawnSize = ({ curve }) => Math.max(...[...curve.min, ...curve.max].map(Math.abs));

/// Whether a panel says that relative errors are drawn as the papers do, as H/H0 against the step.
const isRatio = p => 'base' in p;

/// A history as a band between its least and its largest values, bin by bin, in the units of its panel.
function band(s, { per_time, t0, base = 0, axes, starts }) {
  const t = s.curve.t.map(x => (per_time ? (x - t0) * per_time : x)),
    lo = s.curve.min.map(x => x + base),
    hi = s.curve.max.map(x => x + base);
  return {
    ...headOf(s.method, s.label),
    draw: 'band',
    x: t,
    lo,
    hi,
    tip: i => [
      [axes.across + ' from', show(t[i], 5)],
      ['least', show(lo[i], 5)],
      ['largest', show(hi[i], 5)],
      ...('max_abs' in s.numbers ? [['largest error of this run', show(drawnSize(s), 4)]] : []),
      ...Object.entries(s.numbers)
        .filter(([k]) => k !== 'max_abs' || s.chaotic)
        .map(([k, v]) => [(s.chaotic ? `median of ${starts} starts: ` : '') + words(k), show(v, 4)]),
    ],
  };
}
function bandSpec(figure, index) {
  const panel = figure.panels[index],
    { base, axes } = panel,
    series = panel.series.map(s => band(s, panel)),
    sizes = panel.series.filter(s => 'max_abs' in s.numbers),
    drawn = sizes.map(drawnSize).filter(x => x > 0),
    wide = drawn.length > 1 && Math.max(...drawn) / Math.min(...drawn) > 30,
    quantity = axes.up + (isRatio(panel) ? ` − ${base}` : ''),
    median = s => (s.chaotic ? ` (median of ${panel.starts} starts ${show(s.numbers.max_abs)})` : ''),
    sized = s => `${s.label} ${show(drawnSize(s))}${median(s)}`;
  // Ratios of one figure, a method a plot, are compared by eye: one range for all.
  const alike = figure.panels.filter(p => isRatio(p) && (p.series.length === 1) === (panel.series.length === 1)),
    all = alike.flatMap(p => p.series.flatMap(s => [...s.curve.min, ...s.curve.max].map(x => x + p.base)));
  return {
    ...ofPanel(figure, index),
    series,
    x: { label: axes.across },
    y: isRatio(panel) ? { label: axes.up, range: extent(all, false) } : { label: axes.up, log: wide },
    more: sizes.length ? `Largest |${quantity}| of the run drawn: ${sizes.map(sized).join('; ')}.` : '',
    table: {
      columns: ['method', 'series', axes.across, 'min', 'max'],
      rows: () => series.flatMap(s => s.x.map((t, i) => [s.method, s.label, t, s.lo[i], s.hi[i]])),
    },
  };
}

const curveTable = ({ series }) => ({
  columns: ['method', ...Object.keys(series[0].curve)],
  rows: () => series.flatMap(s => rowsOf(s).map(i => [s.method, ...Object.values(s.curve).map(column => column[i])])),
});

/// What the one plot of a panel of curves is called, and its data.
const ofPanel = ({ id, panels }, index) => ({
  key: `${index}`,
  name: `${id}-${index + 1}`,
  title: panelTitle(panels[index]),
  table: curveTable(panels[index]),
});

/// Three columns against each other in space.
function spaceSpec(figure, index, { draw }) {
  const panel = figure.panels[index],
    sphere = draw === 'sphere',
    coordinates = Object.keys(panel.series[0].curve).slice(1),
    values = n => panel.series.flatMap(s => s.curve[n]),
    side = n => `${n} from ${extent(values(n), false, 0).map(v => show(v, 5)).join(' to ')}`;
  return {
    ...ofPanel(figure, index),
    space: true,
    sphere,
    from: sphere ? undefined : [(-3 * Math.PI) / 4, 0.5, 1],
    names: coordinates,
    more: sphere ? addedNote(panel) : `The box: ${coordinates.map(side).join(', ')}.`,
    series: panel.series.map(s => {
      const [t, ...c] = Object.values(s.curve);
      return {
        ...headOf(s.method, s.label),
        points: t.map((_, i) => c.map(v => v[i])),
        tip: i => [['t', show(t[i], 5)], ...coordinates.map((n, k) => [n, show(c[k][i], 5)])],
      };
    }),
  };
}

/// Every column against the first, told apart by dashes.
function linesSpec(figure, index) {
  const panel = figure.panels[index],
    alike = figure.panels.filter(p => p.plots.some(q => q.draw === 'lines') && p.axes.up === panel.axes.up),
    ups = alike.flatMap(p => p.series.flatMap(s => Object.values(s.curve).slice(1).flat())), // one axis a quantity
    several = panel.series.length > 1;
  const linesOf = s => {
    const [first, ...parts] = Object.keys(s.curve),
      x = s.curve[first];
    return parts.map((name, k) => ({
      ...headOf(s.method, (several ? s.label + ' ' : '') + called(figure, words(name))),
      dash: ['-', '--', ':'][k],
      draw: 'line',
      smooth: s.method === 'exact', // between its points, too
      x,
      y: s.curve[name],
      tip: i => [[first, show(x[i], 5)], ...parts.map(n => [words(n), show(s.curve[n][i], 6)])],
    }));
  };
  return {
    ...ofPanel(figure, index),
    x: { label: panel.axes.across, range: panel.shown ? [panel.t0, panel.t0 + panel.shown] : undefined },
    y: { label: panel.axes.up, range: extent(ups, false) },
    more: panel.shown ? `The first ${panel.shown} of ${show(panel.duration)} time units.` : '',
    series: panel.series.flatMap(linesOf),
  };
}

/// A value over two parameters by its colour, a picture a series.
function cellsSpecs(figure, index) {
  const { series, axes, ranges } = figure.panels[index],
    range = halves(series.flatMap(s => Object.values(s.curve)[2]));
  return series.map((s, k) => {
    const [x, y, z] = Object.values(s.curve);
    return described({
      key: `${index}-${k}`,
      name: `${figure.id}-${index + 1}-${s.method}`,
      title: `${s.label}: ${show(z.reduce((sum, v) => sum + v, 0) / z.length)} in the mean`,
      bar: { range, label: axes.value },
      aspect: 0.72,
      x: { label: axes.across, range: ranges.across },
      y: { label: axes.up, range: ranges.up },
      columns: ['across', 'up', 'value'].map(key => axes[key]),
      series: [{ ...headOf(s.method, s.label), draw: 'cells', rows: x.map((v, i) => [v, y[i], z[i]]) }],
    });
  });
}

/// What a panel can say that its pictures are; a drawing knows no kind of panel.
const DRAWINGS = {
  marks: (figure, index, { across = 'across', up = 'up', log = false }) =>
    marksSpec(figure, index, across, up, { log }),
  band: bandSpec,
  lines: linesSpec,
  sphere: spaceSpec,
  space: spaceSpec,
  cells: cellsSpecs,
};

/// All plots of a figure, each with the command that makes it; titles that are the same say what differs.
function specsOfFigure(f) {
  const drawn = f.panels.flatMap(({ plots }, i) => plots.flatMap(plot => DRAWINGS[plot.draw](f, i, plot))),
    specs = drawn.filter(Boolean).map(spec => ({ ...spec, command: commandOf(f) }));
  return specs.map(spec => {
    const same = specs.filter(s => s.title === spec.title),
      up = s => (s.space ? (s.sphere ? 'path on the sphere' : 'path in space') : beforeComma(s.y.label)),
      across = s => 'against ' + s.x.label.replace(/ \(.*/, ''),
      what = same.every(s => up(s) === up(spec)) ? across : up;
    return same.length > 1 ? { ...spec, title: `${spec.title}: ${what(spec)}` } : spec;
  });
}
