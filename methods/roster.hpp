// SPDX-License-Identifier: MIT
#pragma once

#include <tuple>

#include "methods/aba1064.hpp"
#include "methods/aba864.hpp"
#include "methods/adaptive.hpp"
#include "methods/akw.hpp"
#include "methods/backward_euler.hpp"
#include "methods/backward_euler_m.hpp"
#include "methods/bbtrap.hpp"
#include "methods/bbtrapwd.hpp"
#include "methods/bs.hpp"
#include "methods/bullet.hpp"
#include "methods/buss.hpp"
#include "methods/catto.hpp"
#include "methods/dmv.hpp"
#include "methods/dmv_fp.hpp"
#include "methods/dop853.hpp"
#include "methods/dopri5.hpp"
#include "methods/dumbbell_conserving.hpp"
#include "methods/dumbbell_midpoint.hpp"
#include "methods/dumbbell_vi.hpp"
#include "methods/espresso.hpp"
#include "methods/exact.hpp"
#include "methods/exact_kosenko.hpp"
#include "methods/exact_matrix.hpp"
#include "methods/exact_vzs.hpp"
#include "methods/fincham.hpp"
#include "methods/forward_euler.hpp"
#include "methods/forward_euler_m.hpp"
#include "methods/gauss.hpp"
#include "methods/gbs.hpp"
#include "methods/imid.hpp"
#include "methods/imidm.hpp"
#include "methods/jsbsim.hpp"
#include "methods/kl6.hpp"
#include "methods/kl8.hpp"
#include "methods/lacoursiere.hpp"
#include "methods/liemid_e1.hpp"
#include "methods/liemid_e2.hpp"
#include "methods/liemid_ea.hpp"
#include "methods/liemid_ea_dkkd.hpp"
#include "methods/midpoint_exp.hpp"
#include "methods/mkrk.hpp"
#include "methods/mkrk_dop853.hpp"
#include "methods/mkrk_gauss.hpp"
#include "methods/momentum_rescaled.hpp"
#include "methods/mr.hpp"
#include "methods/mujoco_implicit.hpp"
#include "methods/mujoco_midpoint.hpp"
#include "methods/mujoco_rk4.hpp"
#include "methods/nmb.hpp"
#include "methods/no_squish.hpp"
#include "methods/omelyan_leapfrog.hpp"
#include "methods/pcdm.hpp"
#include "methods/pmlf6.hpp"
#include "methods/radau5.hpp"
#include "methods/richardson.hpp"
#include "methods/rk4.hpp"
#include "methods/rk4_held.hpp"
#include "methods/rkf78.hpp"
#include "methods/rkn6a14.hpp"
#include "methods/rkn8b17.hpp"
#include "methods/rvv.hpp"
#include "methods/sej.hpp"
#include "methods/sej_magnus4.hpp"
#include "methods/semi_exact.hpp"
#include "methods/semi_implicit_euler.hpp"
#include "methods/semi_implicit_euler_no_gyro.hpp"
#include "methods/spiral.hpp"
#include "methods/ss10.hpp"
#include "methods/suzuki4.hpp"
#include "methods/swc1.hpp"
#include "methods/taylor.hpp"
#include "methods/trap.hpp"
#include "methods/trapm.hpp"
#include "methods/vi.hpp"
#include "methods/vs_backward_euler.hpp"
#include "methods/vs_forward_euler.hpp"
#include "methods/vs_midpoint.hpp"
#include "methods/vs_symplectic_euler.hpp"
#include "methods/vs_symplectic_euler_adjoint.hpp"
#include "methods/vs_trapezoidal.hpp"
#include "methods/vs_verlet.hpp"

namespace polhode {

/// Every method, in the order in which they are listed. A test fails if a header of this folder is not here.
using MethodRoster = std::tuple<
    Exact, ExactMatrix, ExactKosenko, ExactVzs, SemiExact<1>, SemiExact<2>, SemiExact<3>, SemiExact<4>, SemiExact<5>,
    SemiExact<6>, SemiExact<7>, SemiExact<8>, SemiExact<9>, SemiExact<10>, SemiExactKosenko<5>, Dmv<2>, Dmv<4>, Dmv<6>,
    Dmv<8>, Dmv<10>, DmvFp<2>, DmvFp<4>, DmvFp<6>, DmvFp<8>, DmvFp<10>, Mr, Sej, SejMagnus4, SejWith<MrFlow>,
    SejWith<DmvFlow<6>>, SejWith<SemiExactFlow<3>>, Rkn6a14, Rkn6a14With<MrFlow>, Rkn6a14With<DmvFlow<10>>,
    Rkn6a14With<SemiExactFlow<3>>, Rkn8b17, Aba864, Aba1064, Pmlf6, Suzuki4<Mr>, Suzuki4<Sej>, Kl6<Mr>, Kl6<Sej>,
    Kl8<Mr>, Kl8<Sej>, Ss10<Mr>, Ss10<Sej>, Gbs6<Sej>, Gbs8<Mr>, Gbs8<Sej>, Gbs12<Mr>, Gbs12<Sej>, Taylor<8>,
    Taylor<12>, Taylor<16>, Taylor<20>, Taylor<24>, Bs<8>, Bs<12>, Bs<16>, Gauss<4>, Gauss<6>, Gauss<8>, Dopri5, Rkf78,
    Dop853, Dopri5Adaptive<6>, Dopri5Adaptive<9>, Dopri5Adaptive<12>, Rkf78Adaptive<6>, Rkf78Adaptive<9>,
    Rkf78Adaptive<12>, BulirschStoer<6>, BulirschStoer<9>, BulirschStoer<12>, Radau5<6>, Radau5<9>, Radau5<12>, Rk4,
    ForwardEuler, BackwardEuler, ForwardEulerM, BackwardEulerM, Trap, Imid, Trapm, Imidm, Swc1, Akw, MidpointExp,
    Bbtrap, Bbtrapwd, MkrkMidpoint, MkrkTrapezoid, MkrkHeun2, MkrkRk4, MkrkGauss4, MkrkGauss6, MkrkGauss8, MkrkDop853,
    Nmb, LiemidE1, LiemidE2, LiemidEa, LiemidEaDkkd, Vi, ViForward, ViLegendre, ViNaive, ViNaiveForward,
    SemiImplicitEuler, SemiImplicitEulerNoGyro, MomentumRescaled, Catto, Bullet, Lacoursiere, MujocoImplicit,
    MujocoMidpoint, MujocoRk4, Rk4Held, JsbsimEuler, JsbsimTrapezoidal, JsbsimAb2, JsbsimAb3, JsbsimAb4,
    JsbsimAb2Trapezoidal, JsbsimBuss2, Buss1, Buss2, Buss2Augmented, Richardson, NoSquish, Fincham, FinchamYade, Rvv,
    OmelyanLeapfrog, Spiral, Espresso, Pcdm, DumbbellVi, DumbbellMidpoint, DumbbellConserving,
    DumbbellConservingSpatial, Suzuki4<DumbbellVi>, Kl6<DumbbellVi>, Kl8<DumbbellVi>, Ss10<DumbbellVi>,
    Kl8<DumbbellConserving>, VsForwardEuler, VsBackwardEuler, VsTrapezoidal, VsMidpoint, VsSymplecticEuler,
    VsSymplecticEulerAdjoint, VsVerlet, Suzuki4<VsVerlet>, Kl6<VsVerlet>, Kl8<VsVerlet>, Ss10<VsVerlet>>;

}  // namespace polhode
