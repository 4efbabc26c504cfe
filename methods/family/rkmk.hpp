// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "core/stepping/stages.hpp"

// Munthe-Kaas Runge-Kutta method of any tableau (A, b, c)
// [Munthe-Kaas 1998; Krysl 2006, section 3.7]
//
//   R_k   = R0 exp(psi_k),   tau_k = exp(psi_k) T(t0 + c_k h, R_k)                 (a) torque in the frame of the start
//   Pi_k  = exp(-psi_k) (Pi0 + h sum_j a_kj tau_j)                                 (b)
//   g_k   = dexp_{-psi_k}^-1 I^-1 Pi_k                                             (c)
//   psi_k = h sum_j a_kj g_j                                                       (d) solved, if implicit
//   psi   = h sum_j b_j g_j,   R1 = R0 exp(psi)                                    (e)
//   Pi1   = exp(-psi) (Pi0 + h sum_j b_j tau_j)                                    (f)
//
// Departures: the paper prints T_k for T_j in the sum of the stage momentum. Explicit tableaux are evaluated stage by
// stage; the others are solved for all psi_k together, guess psi_k = c_k h w0.
namespace polhode {

/// Coefficients of a Runge-Kutta method of S stages.
template <int S, class T>
struct Tableau {
  T a[extent(S)][extent(S)];
  T b[extent(S)];
  T c[extent(S)];
};

/// The declaration of a law.
template <int S, int p, bool is_explicit_>
struct TableauLaw {
  static constexpr int stages = S, order = p;
  static constexpr bool is_explicit = is_explicit_;
  static constexpr Answer symmetric = Answer::no;
};

/// The step of the box. Law: `stages`, `is_explicit` and `tableau<T>()`; an explicit one that is known when it runs
/// says by `size()` how many of the stages it has. All psi are rotation vectors in the body frame at the start.
template <class Law>
struct Rkmk : SelfStarting {
  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters& counters) {
    constexpr int S = Law::stages;
    using Psi = Stages<S, Body, T>;
    const Vec<Body, T>& Pi0 = s0.Pi;
    const Attitude<T>& R0 = s0.R;
    const decltype(Law::template tableau<T>()) A = Law::template tableau<T>();  // or a reference, if it is kept

    // E is exp(psi).
    const auto torque = [&](int k, const auto& E, [[maybe_unused]] const auto& start, const T& g) {  // (a)
      if constexpr (MomentumDriven<P>)
        return turned(E, body.torque(t0 + A.c[k] * g, R0 * E, rotate_back(E, start)));  // at Pi_k, by (b)
      else
        return E * body.torque(t0 + A.c[k] * g, R0 * E);
    };
    const auto rate = [&](const auto& psi, const auto& E, const auto& start) {  // (b), (c), start = Pi0 + its impulse
      return dexp_inv(-psi, body.Omega(rotate_back(E, start)));
    };
    using Turn = decltype(exp(Pi0));
    using Impulse = decltype(torque(0, Turn{}, Pi0, h));
    struct Slopes {
      Psi g;
      Array<Impulse, S> tau;
      Array<Turn, S> E;
    };
    const auto sum = [](const auto& weights, const auto& x) {
      auto r = weights[0] * x[0];
      for (int j = 1; j < size(); ++j) r = r + weights[j] * x[j];
      return r;
    };

    Slopes slopes{};
    if constexpr (Law::is_explicit) {
      for (int k = 0; k < size(); ++k) {
        const auto psi = h * sum(A.a[k], slopes.g);  // (d)
        const auto start = Pi0 + h * sum(A.a[k], slopes.tau);
        const auto E = exp(psi);
        slopes.tau[k] = torque(k, E, start, h);
        slopes.g[k] = rate(psi, E, start);
      }
    } else if constexpr (MomentumDriven<P>) {
      slopes = solved_together(body, s0, t0, h, A, torque, rate, sum, counters, slopes);
    } else {
      const auto w0 = body.Omega(Pi0);
      const auto guess = [&](const T& g) {
        Psi psi;
        for (int k = 0; k < S; ++k) psi[k] = (A.c[k] * g) * w0;
        return psi;
      };
      const auto slopes_of = [&](const Psi& psi, const T& g) {
        Slopes s;
        for (int k = 0; k < S; ++k) s.E[k] = exp(psi[k]), s.tau[k] = torque(k, s.E[k], Pi0, g);
        for (int k = 0; k < S; ++k) s.g[k] = rate(psi[k], s.E[k], Pi0 + g * sum(A.a[k], s.tau));
        return s;
      };
      // d g_i / d psi_j: through psi_i itself, and through the torque of stage j in the momentum of stage i.
      const auto residual = [&](const Psi& psi, const T& g) {
        const auto s = slopes_of(psi, g);
        Array<decltype(exp(seed(psi[0]))), S> turning;
        for (int k = 0; k < S; ++k) turning[k] = exp(seed(psi[k]));
        StagesTangent<S, Body, T> F{psi, {}};
        auto& J = F.derivative.b;
        for (int k = 0; k < S; ++k) F.value[k] -= g * sum(A.a[k], s.g), J[k][k] = identity_matrix<T>();  // (d)
        for (int i = 0; i < S; ++i) {
          const auto start = Pi0 + g * sum(A.a[i], s.tau);
          const auto by_psi = rate(seed(psi[i]), turning[i], start).derivative;
          for (int k = 0; k < S; ++k) J[k][i] = J[k][i] - (g * A.a[k][i]) * by_psi;
          if constexpr (!std::is_same_v<Impulse, Zero>) {
            const auto by_start = rate(psi[i], s.E[i], seed(start)).derivative;
            for (int j = 0; j < S; ++j) {
              const auto through_torque = (g * A.a[i][j]) * (by_start * torque(j, turning[j], Pi0, g).derivative);
              for (int k = 0; k < S; ++k) J[k][j] = J[k][j] - (g * A.a[k][i]) * through_torque;
            }
          }
        }
        return F;
      };
      slopes = slopes_of(solve(h, guess, residual, counters), h);
    }
    const auto E = exp(h * sum(A.b, slopes.g));                       // (e)
    return {rotate_back(E, Pi0 + h * sum(A.b, slopes.tau)), R0 * E};  // (f), (e)
  }

 private:
  static constexpr int size() {
    if constexpr (requires { Law::size(); })
      return Law::size();
    else
      return Law::stages;
  }

  /// E v, also if v has a derivative and E has none.
  static auto turned(const auto& turn, const auto& v) {
    if constexpr (requires { turn* v; })
      return turn * v;
    else
      return rotate_back(inverse(turn), v);
  }

  /// If the torque depends on the momentum, (a) is an equation too: psi_k and tau_k are found together, tau_k as the
  /// angle by which it turns the body, since all unknowns share one tolerance.
  template <class P, class T, int S, class Torque, class Rate, class Sum, class Counters, class Slopes>
  static Slopes solved_together(const P& body, const RigidState<T>& s0, const T& t0, const T& h, const Tableau<S, T>& A,
                                const Torque& torque, const Rate& rate, const Sum& sum, Counters& counters,
                                Slopes slopes) {
    using Both = Stages<2 * S, Body, T>;  // all psi, and all tau
    const auto& Pi0 = s0.Pi;
    const auto w0 = body.Omega(Pi0), T0 = body.torque(t0, s0.R, Pi0);
    const T unit = h == T(0) ? T(1) : 1 / (h * h * norm(body.Omega(Vec<Body, T>{T(1), T(1), T(1)})));  // of torque
    const auto guess = [&](const T& g) {
      Both z;
      for (int k = 0; k < S; ++k) z[k] = (A.c[k] * g) * w0, z[S + k] = (1 / unit) * T0;
      return z;
    };
    const auto taken_apart = [&](const Both& z) {
      for (int k = 0; k < S; ++k) slopes.tau[k] = unit * z[S + k];
      return [&](int k, const T& g) { return Pi0 + g * sum(A.a[k], slopes.tau); };  // Pi_k before it is turned
    };
    const auto residual = [&](const Both& z, const T& g) {
      const auto start = taken_apart(z);
      StagesTangent<2 * S, Body, T> F{z, {}};
      auto& J = F.derivative.b;
      for (int k = 0; k < 2 * S; ++k) J[k][k] = identity_matrix<T>();
      for (int j = 0; j < S; ++j) {
        const auto p = start(j, g);
        const auto E = exp(z[j]);
        const auto E_turning = exp(seed(z[j]));
        const auto by_psi = rate(seed(z[j]), E_turning, p), by_start = rate(z[j], E, seed(p));
        const auto turning = torque(j, E_turning, p, g), pushed = torque(j, E, seed(p), g);
        F.value[S + j] -= (1 / unit) * turning.value;
        J[S + j][j] = J[S + j][j] - (1 / unit) * turning.derivative;
        for (int i = 0; i < S; ++i) J[S + j][S + i] = J[S + j][S + i] - (g * A.a[j][i]) * pushed.derivative;
        for (int k = 0; k < S; ++k) {
          F.value[k] -= (g * A.a[k][j]) * by_psi.value;
          J[k][j] = J[k][j] - (g * A.a[k][j]) * by_psi.derivative;
          for (int i = 0; i < S; ++i)
            J[k][S + i] = J[k][S + i] - (unit * g * A.a[k][j] * g * A.a[j][i]) * by_start.derivative;
        }
      }
      return F;
    };
    const Both z = solve(h, guess, residual, counters);
    const auto start = taken_apart(z);
    for (int k = 0; k < S; ++k) slopes.g[k] = rate(z[k], exp(z[k]), start(k, h));
    return slopes;
  }
};

namespace detail {

/// Declaration of the members; Law is the tableau.
template <class Law>
struct Mkrk : Rkmk<Law> {
  static constexpr MethodInfo info{
      .id = Law::id,
      .label = Law::label,
      .source = "Munthe-Kaas 1998; Krysl 2006, sec. 3.7",
      .order = Law::order,
      .kind = Law::is_explicit ? Kind::explicit_method : Kind::implicit_method,
      .torque_evaluations = {Law::stages, Law::is_explicit ? 0 : Law::stages*(Law::stages + 1)},
      .symmetric = {Law::symmetric},
      .spatial_momentum = {Answer::yes, "without torque"},
      .energy = broken(Law::order),
      .supports = Dependence::any};
};

}  // namespace detail

}  // namespace polhode
