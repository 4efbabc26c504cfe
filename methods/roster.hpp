// SPDX-License-Identifier: MIT
#pragma once

#include <tuple>

#include "methods/akw.hpp"
#include "methods/backward_euler.hpp"
#include "methods/backward_euler_m.hpp"
#include "methods/bbtrap.hpp"
#include "methods/bbtrapwd.hpp"
#include "methods/dmv_fp.hpp"
#include "methods/dumbbell_conserving.hpp"
#include "methods/dumbbell_midpoint.hpp"
#include "methods/dumbbell_vi.hpp"
#include "methods/exact.hpp"
#include "methods/forward_euler.hpp"
#include "methods/forward_euler_m.hpp"
#include "methods/imid.hpp"
#include "methods/imidm.hpp"
#include "methods/liemid_e1.hpp"
#include "methods/liemid_e2.hpp"
#include "methods/liemid_ea.hpp"
#include "methods/liemid_ea_dkkd.hpp"
#include "methods/midpoint_exp.hpp"
#include "methods/mkrk.hpp"
#include "methods/mr.hpp"
#include "methods/nmb.hpp"
#include "methods/rk4.hpp"
#include "methods/sej.hpp"
#include "methods/sej_magnus4.hpp"
#include "methods/swc1.hpp"
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
using MethodRoster =
    std::tuple<Exact, Mr, Sej, SejMagnus4, SejWith<MrFlow>, Rk4, Dmv6Fp, ForwardEuler, BackwardEuler, ForwardEulerM,
               BackwardEulerM, Trap, Imid, Trapm, Imidm, Swc1, Akw, MidpointExp, Bbtrap, Bbtrapwd, MkrkMidpoint,
               MkrkTrapezoid, MkrkHeun2, MkrkRk4, MkrkGauss4, Nmb, LiemidE1, LiemidE2, LiemidEa, LiemidEaDkkd, Vi,
               ViForward, ViLegendre, ViNaive, ViNaiveForward, DumbbellVi, DumbbellMidpoint, DumbbellConserving,
               DumbbellConservingSpatial, VsForwardEuler, VsBackwardEuler, VsTrapezoidal, VsMidpoint, VsSymplecticEuler,
               VsSymplecticEulerAdjoint, VsVerlet>;

}  // namespace polhode
