// SPDX-License-Identifier: MIT
// What physics engines do with a body: the rows and the picture of results/engines.json. docs/engines.md has the
// engines that were recorded and the questions, too.
'use strict';

const rough = x => (x < 1e3 ? show(x, 1) : x.toExponential(0).replace('+', ''));
const fateText = fate =>
  !fate ? '–' : (fate.status || `${rough(fate.largest)}, ${fate.growth}`).replace('not converged', 'stops');
const energyText = ({ energy, axis }) => fateText(energy) + (axis ? `, about the ${axis} axis` : '');
const ordersText = ({ orders }) =>
  orders === null ? 'none: another equation' : orders.map(x => x.toFixed(2)).join(', ') || '–';

const unitsText = ({ units }) => (units === null ? '?' : show(units, 1));
const neededText = ({ orders, steps_per_turn }, most) =>
  orders === null ? 'none' : steps_per_turn === null ? `>\u00a0${most}` : show(steps_per_turn, 2);
/// Errors of the same throw, along the way and by cost.
function throwSpecs({ shown }, found) {
  const plotOf = (what, draw, title, x) => {
    const series = found.map(([id, { label, throw: drawn }]) => {
      const [across, errors] = drawn[what];
      return { ...headOf(id, label), draw, rows: across.map((a, i) => [a, errors[i]]).filter(([, e]) => e > 0) };
    });
    return described({
      key: `engines-${what}`,
      command: 'make engines-page',
      title,
      x: { label: x, log: what === 'cost' },
      y: logAxis('error of the attitude, radians'),
      named: new Set(),
      columns: [x, 'error of the attitude'],
      series: series.filter(s => s.rows.length),
    });
  };
  return [
    plotOf('time', 'line', `During the motion, ${shown.per_turn} steps per turn`, 'turns'),
    plotOf('cost', 'points', `After ${shown.turns} turns`, 'cost of a turn, in steps of mr'),
  ];
}

function enginesPage() {
  const { methods: facts, turns, target, most } = data.engines,
    engines = Object.entries(facts).filter(([, f]) => f.adapter),
    named = new Map([...engines].reverse().map(([, f]) => [f.adapter, `${beforeComma(f.label)} (${f.adapter})`])),
    adapters = [...named].reverse(),
    [only, box] = choiceOf('of', 'Engine', [['', 'all'], ...adapters]),
    drawn = Object.entries(facts).filter(([, f]) => f.throw && (!only || !f.adapter || f.adapter === only));
  const row = ([id, f]) => [
    html`<div style="min-width: 12em"><code>${id}</code><p class="where">${f.label}</p></div>`,
    f.same_map ? methodLink(f.same_map) : 'none',
    ordersText(f),
    `${f.symmetric}, ${f.symplectic}`,
    fateText(f.momentum),
    energyText(f),
    fateText(f.energy_with_torque),
    unitsText(f),
    show(f.cost, 2),
    neededText(f, most),
  ];
  return [
    html`<h1>Physics engines</h1>`,
    lead(html`A physics engine rotates its bodies by one of a few formulas. Here each engine in Debian moves one free
      body or one top without contacts, and the motion identifies its formula. This is not a ranking of
      projects.`),
    table(
      [
        ...['engine', 'same map as', 'order', 'symmetric, sympl.', 'momentum', 'energy', 'energy with torque'],
        ...['units', 'cost', 'steps per turn'],
      ],
      engines.map(row),
      { label: 'engines', class: 'engines' },
    ),
    reading(html`orders are for angular momentum and attitude. Rows “as it comes” use the default settings; in all
      others everything except the integrator is switched off. Same map: the method that agrees with the engine after
      20 steps of a top. Symmetric, symplectic: a number is a defect too large for yes and too small for no.
      Momentum and energy: largest relative error of a free body over a long run, and its growth; lost: it does not
      return; stops: the engine makes no further steps; about an axis: where the body ends. Units: change of the answer
      in units of mass 2^40 times as large. Cost: processor time of a step, relative to mr. Steps per turn: for an
      attitude error within ${show(target)} radians after ${turns} turns. docs/engines.md has recorded engines, and
      questions about engines.`),
    html`<h2>The same throw in every engine</h2>`,
    choices(box),
    legend(drawn.map(([id]) => [id, id])),
    plotsOf(throwSpecs(data.engines, drawn)),
  ];
}
