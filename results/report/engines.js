// SPDX-License-Identifier: MIT
// What physics engines do with a body: the rows, the picture and the questions of results/engines.json.
'use strict';

const rough = x => (x < 1e3 ? show(x, 1) : x.toExponential(0).replace('+', ''));
const fateText = fate => (!fate ? '–' : fate.status || `${rough(fate.largest)}, ${fate.growth}`);
const ordersText = ({ orders }) =>
  orders === null ? 'none: another equation' : orders.map(x => x.toFixed(2)).join(', ') || '–';

/// What a method of the page is called: an engine by its own name, others by their pages.
const engineName = (id, facts) => (facts.adapter ? el('code', {}, id) : methodLink(id));

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
  const { methods: facts, threads, shown, turns, target, most } = data.engines,
    engines = Object.entries(facts).filter(([, f]) => f.adapter),
    adapters = [...new Set(engines.map(([, f]) => f.adapter))],
    only = adapters.find(a => a === state.rest.get('of')),
    drawn = Object.entries(facts).filter(([, f]) => f.throw && (!only || !f.adapter || f.adapter === only)),
    nameOf = adapter => beforeComma(engines.find(([, f]) => f.adapter === adapter)[1].label);
  return [
    el('h1', {}, 'What your engine does'),
    el(
      'p',
      { class: 'lead' },
      'Physics engines turn bodies by one of a few updates. Here those of Debian are asked what theirs is, on one body without contact, from outside. Nothing here ranks projects.',
    ),
    table(
      [
        'engine',
        'same map as',
        'order of momentum, attitude',
        'symmetric, symplectic',
        'momentum',
        'energy',
        'with torque: energy',
        'units',
        'cost',
        'steps per turn',
      ],
      engines.map(([id, f]) => [
        el('div', {}, engineName(id, f), el('p', { class: 'where' }, f.label)),
        f.same_map ? methodLink(f.same_map) : 'none',
        ordersText(f),
        `${f.symmetric}, ${f.symplectic}`,
        fateText(f.momentum),
        fateText(f.energy),
        fateText(f.energy_with_torque),
        f.units === null ? '–' : show(f.units, 1),
        f.cost,
        f.orders === null ? 'none' : f.steps_per_turn === null ? `more than ${most}` : show(f.steps_per_turn, 2),
      ]),
      { label: 'engines', class: 'engines' },
    ),
    el(
      'p',
      { class: 'note read' },
      `How to read: “as it comes” sets nothing; in other rows what is not the integrator is off. Same map: where the engine is after 20 steps of a top. Momentum and energy: largest relative error of a free body over a long run, and what becomes of it; what is lost does not come back. Units: change of the answer in units of mass 2^40 times as large. Cost: of a step, beside one of mr. Steps per turn: for an attitude within ${show(target)} radians after ${turns} turns.`,
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
      threads.map(thread => {
        const first = facts[thread.methods[0]];
        return [
          el('div', {}, el('p', {}, thread.question), el('p', { class: 'where' }, thread.where)),
          el(
            'div',
            {},
            thread.methods.map(id =>
              el(
                'p',
                {},
                engineName(id, facts[id]),
                `: order ${ordersText(facts[id])}; free body: momentum ${fateText(facts[id].momentum)}, energy ${fateText(facts[id].energy)}; with torque: energy ${fateText(facts[id].energy_with_torque)}`,
              ),
            ),
          ),
          el(
            'code',
            {},
            `polhode check ${thread.methods[0]}${first.adapter ? ` --engine build/engines/${first.adapter}` : ''}`,
          ),
        ];
      }),
      { fixed: true, label: 'questions', class: 'asked' },
    ),
  ];
}
