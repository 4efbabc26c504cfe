// SPDX-License-Identifier: MIT
// What physics engines do with a body: the rows, the picture and the questions of results/engines.json.
'use strict';

const rough = x => (x < 1e3 ? show(x, 1) : x.toExponential(0).replace('+', ''));
const fateText = fate =>
  !fate ? '–' : (fate.status || `${rough(fate.largest)}, ${fate.growth}`).replace('not converged', 'stops');
const energyText = ({ energy, axis }) => fateText(energy) + (axis ? `, about the ${axis} axis` : '');
/// Of a recorded run: the error of its first tenth, and of all of it.
const driftText = (drift, what) =>
  !drift ? 'diverged' : drift[what][1] < 1e-9 ? 'kept' : drift[what].map(rough).join(', then ');
const ordersText = ({ orders }) =>
  orders === null ? 'none: another equation' : orders.map(x => x.toFixed(2)).join(', ') || '–';

/// What a method of the page is called: an engine by its own name, others by their pages.
const engineName = (id, facts) => (facts.adapter || facts.command ? el('code', {}, id) : methodLink(id));
const engineCell = (id, facts) =>
  el('div', { style: 'min-width: 12em' }, engineName(id, facts), el('p', { class: 'where' }, facts.label));
/// The questions that name a method, by their numbers.
const askedIn = (id, threads) => threads.flatMap(({ methods }, i) => (methods.includes(id) ? [i + 1] : [])).join(', ');
const unitsText = ({ units }) => (units === null ? '?' : show(units, 1));
const neededText = ({ orders, steps_per_turn }, most) =>
  orders === null ? 'none' : steps_per_turn === null ? `> ${most}` : show(steps_per_turn, 2);
function answerText(facts) {
  const units = facts.adapter ? `; units ${unitsText(facts)}` : '',
    [momentum, energy, withTorque] = facts.command
      ? [driftText(facts.free, 'momentum'), driftText(facts.free, 'energy'), driftText(facts.with_torque, 'energy')]
      : [fateText(facts.momentum), energyText(facts), fateText(facts.energy_with_torque)];
  return `: order ${ordersText(facts)}; free body: momentum ${momentum}, energy ${energy}; with torque: energy ${withTorque}${units}`;
}

/// Errors of the same throw, along the way or by cost.
function throwSpec(found, what, title, x) {
  const series = found.map(([id, { label, throw: drawn }]) => {
    const [across, errors] = drawn[what],
      kept = across.map((a, i) => [a, errors[i]]).filter(([, e]) => e > 0);
    return {
      ...headOf(id, label),
      draw: what === 'time' ? 'line' : 'points',
      x: kept.map(p => p[0]),
      y: kept.map(p => p[1]),
      tip: i => [
        [x, show(kept[i][0])],
        ['error of the attitude', show(kept[i][1])],
      ],
    };
  });
  return {
    key: `engines-${what}`,
    name: `engines-${what}`,
    command: 'make engines-page',
    title,
    x: { label: x, log: what === 'cost', canLog: true },
    y: { label: 'error of the attitude, radians', log: true, canLog: true },
    named: new Set(),
    series: series.filter(s => s.x.length),
    table: {
      columns: ['method', x, 'error'],
      rows: () => series.flatMap(s => s.x.map((a, i) => [s.method, a, s.y[i]])),
    },
  };
}

function enginesPage() {
  const { methods: facts, recorded, threads, shown, turns, target, most } = data.engines,
    all = { ...facts, ...recorded },
    engines = Object.entries(facts).filter(([, f]) => f.adapter),
    adapters = [...new Set(engines.map(([, f]) => f.adapter))],
    only = adapters.find(a => a === state.rest.get('of')),
    drawn = Object.entries(facts).filter(([, f]) => f.throw && (!only || !f.adapter || f.adapter === only)),
    nameOf = adapter => beforeComma(engines.find(([, f]) => f.adapter === adapter)[1].label);
  return [
    el('h1', {}, 'Physics engines'),
    el(
      'p',
      { class: 'lead' },
      'A physics engine rotates its bodies by one of a few formulas. Here each engine of Debian moves one free body or one top without contacts, and the motion shows which formula it uses. This is not a ranking of projects.',
    ),
    table(
      [
        'engine',
        'same map as',
        'order',
        'symmetric, sympl.',
        'momentum',
        'energy',
        'energy with torque',
        'units',
        'cost',
        'steps per turn',
        'asked in',
      ],
      engines.map(([id, f]) => [
        engineCell(id, f),
        f.same_map ? methodLink(f.same_map) : 'none',
        ordersText(f),
        `${f.symmetric}, ${f.symplectic}`,
        fateText(f.momentum),
        energyText(f),
        fateText(f.energy_with_torque),
        unitsText(f),
        show(f.cost, 2),
        neededText(f, most),
        askedIn(id, threads),
      ]),
      { label: 'engines', class: 'engines' },
    ),
    el(
      'p',
      { class: 'note read' },
      `How to read: orders are for angular momentum and attitude. Rows “as it comes” use the default settings; in all others everything except the integrator is switched off. Same map: the method that agrees with the engine after 20 steps of a top. Momentum and energy: largest relative error of a free body over a long run, and its growth; lost: it does not return; stops: the engine makes no further steps; about an axis: where the body ends. Units: change of the answer in units of mass 2^40 times as large. Cost: processor time of a step, relative to mr. Steps per turn: for an attitude within ${show(target)} radians after ${turns} turns. Asked in: numbers of the questions below.`,
    ),
    el('h2', {}, 'Engines that were recorded'),
    table(
      [
        'engine',
        'same map as',
        'order',
        'settings',
        'momentum',
        'energy',
        'energy with torque',
        'steps per turn',
        'recorded',
        'asked in',
      ],
      Object.entries(recorded).map(([id, f]) => [
        engineCell(id, f),
        f.same_map ? methodLink(f.same_map) : 'none',
        ordersText(f),
        f.settings,
        driftText(f.free, 'momentum'),
        driftText(f.free, 'energy'),
        driftText(f.with_torque, 'energy'),
        neededText(f, most),
        `${f.package} ${f.version}, ${f.date}`,
        askedIn(id, threads),
      ]),
      { label: 'recorded engines', class: 'engines' },
    ),
    el(
      'p',
      { class: 'note read' },
      'How to read: these engines are not libraries; scripts in engines/recorded run the same bodies in them. Errors are for the first tenth of the long run, then for all of it.',
    ),
    el('h2', {}, 'The same throw in every engine'),
    el(
      'div',
      { class: 'choices' },
      chooser('Engine', [['', 'all'], ...adapters.map(a => [a, `${nameOf(a)} (${a})`])], only || '', v => set('of', v)),
    ),
    legend(new Map(drawn.map(([id]) => [id, id]))),
    plotsOf([
      throwSpec(drawn, 'time', `Along the way, ${shown.per_turn} steps a turn`, 'turns'),
      throwSpec(drawn, 'cost', `After ${shown.turns} turns`, 'cost of a turn, in steps of mr'),
    ]),
    el('h2', {}, 'Questions that people ask'),
    table(
      ['asked', 'measured', 'again'],
      threads.map((thread, i) => {
        const first = all[thread.methods[0]];
        return [
          el('div', {}, el('p', {}, `${i + 1}. ${thread.question}`), el('p', { class: 'where' }, thread.where)),
          el(
            'div',
            {},
            thread.methods.map(id =>
              el('p', {}, engineName(id, all[id]), answerText(all[id])),
            ),
          ),
          el(
            'code',
            {},
            first.command ||
              `polhode check ${thread.methods[0]}${first.adapter ? ` --engine build/engines/${first.adapter}` : ''}`,
          ),
        ];
      }),
      { fixed: true, label: 'questions', class: 'asked' },
    ),
  ];
}
