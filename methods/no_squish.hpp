// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/axis_turn.hpp"
#include "methods/family/splitting.hpp"

// NO_SQUISH: a symplectic quaternion scheme of rotations about the principal axes
// [Miller et al., J. Chem. Phys. 116 (2002) 8649; Kamberaj et al., J. Chem. Phys. 122 (2005) 224114; reimplements
// LAMMPS, src/RIGID/fix_rigid_nh.cpp; HOOMD-blue, hoomd/md/TwoStepConstantVolume.cc; DL_POLY]
//
//   drift D(h) = R_3(h/2) R_2(h/2) R_1(h) R_2(h/2) R_3(h/2),   R_a as in MR          (family/axis_turn.hpp)
//   step       = K(h/2) D(h) K(h/2),   K(h): Pi <- Pi + h T(t, R)
//
// Departures: published on (q, p), p = 2 q (0, Pi). It is MR with another order of the axes, on which the error
// constants depend.
namespace polhode {

struct NoSquish : Strang<AxisTurns<2, 1, 0>> {
  static constexpr MethodInfo info{.id = "no-squish",
                                   .label = "NO_SQUISH",
                                   .source = "Miller et al. 2002; Kamberaj et al. 2005",
                                   .reimplements = "LAMMPS fix rigid/nve and rigid/nvt; HOOMD-blue; DL_POLY",
                                   .order = 2,
                                   .torque_evaluations = {1},
                                   .symmetric = {Answer::yes},
                                   .symplectic = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .order_of_axes_matters = true,
                                   .supports = Dependence::linear};
};

}  // namespace polhode
