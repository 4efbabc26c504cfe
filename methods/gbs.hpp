// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/beside.hpp"
#include "methods/family/extrapolation.hpp"
#include "methods/family/name.hpp"
#include "methods/mr.hpp"
#include "methods/sej.hpp"

// GBS6, 8, 12: extrapolation of a symmetric step of order two on the group, of order 2K
// [Gragg 1965; Deuflhard; the chart (spatial momentum, quaternion) is this project's]
//
//   for k = 1..K:  (Pi_k, q_k) = S(h/k)^k from (Pi0, q0);  q_k <- q_k / |q_k|;   l_k = R(q_k) Pi_k
//   l = sum_k w_k l_k,   q = sum_k w_k q_k / |.|,   Pi = R(q)^T l,    w_k = product over j != k of k^2 / (k^2 - j^2)
//
// The q_k have the sign that is nearer to q_K: a free flow may give an increment either sign. Without torque all l_k
// are equal, and the spatial momentum stays. Sums are of increments over (l0, q0), which lose less to rounding. In
// floats l is seen from the body at the start: short turns keep its length where those of q0 would let it drift. The
// torque at the start is shared by all k. S is Base, whose failures these are.
namespace polhode {

/// The steps, for all orders.
template <class Base>
struct GroupExtrapolationSteps {
  template <class P, class T>
  static auto start(const P& body, const RigidState<T>& s, const T& t, const T& h) {
    return Base::start(body, s, t, h);
  }
  template <class P, class Memory, class T, class Counters>
  static Memory step(const P& body, const Memory& m, const T& t, const T& h, Counters& counters) {
    const auto& [K, w] = body.prepared.numbers;
    const auto s0 = Base::read(body, m);
    const auto& q0 = s0.R;
    const auto seen = [&](const auto& q) {
      if constexpr (std::is_same_v<T, float>)
        return inverse(q0) * q;
      else
        return q;
    };
    const auto l0 = seen(q0) * s0.Pi;
    auto l = l0;
    auto q = q0;
    auto last = q0;
    for (int k = K; k >= 1; --k) {
      auto mk = m;
      for (int i = 0; i < k; ++i) mk = Base::step(body, mk, t + T(i) * h / T(k), h / T(k), counters);
      auto [Pik, qk] = Base::read(body, mk);
      if (k == K) last = qk;
      if (qk.w * last.w + qk.x * last.x + qk.y * last.y + qk.z * last.z < T(0)) qk = {-qk.w, -qk.x, -qk.y, -qk.z};
      l += w[k - 1] * (seen(qk) * Pik - l0);
      q.w += w[k - 1] * (qk.w - q0.w), q.x += w[k - 1] * (qk.x - q0.x);
      q.y += w[k - 1] * (qk.y - q0.y), q.z += w[k - 1] * (qk.z - q0.z);
    }
    q = normalised(q);
    return Base::start(body, RigidState<T>{inverse(seen(q)) * l, q}, t + h, h);
  }
  static auto read(const auto& body, const auto& m) { return Base::read(body, m); }
};

template <int order, class Base>
struct GroupExtrapolation : GroupExtrapolationSteps<Base> {
  static_assert(order % 2 == 0 && order <= 16);
  using Loop = GroupExtrapolationSteps<Base>;
  static constexpr int K = order / 2;
  static constexpr std::string_view prefix = "gbs", Prefix = "GBS", number = digits<order>, colon = ":";
  static constexpr MethodInfo info{
      .id = Joined<prefix, number, colon, id_of<Base>>::value,
      .label = Joined<Prefix, number, colon, label_of<Base>>::value,
      .source = "Gragg 1965; Deuflhard; on the group",
      .order = order,
      .torque_evaluations = {K * (K + 1) / 2 + 1},
      .spatial_momentum = {Answer::yes, "without torque"},
      .energy = Base::info.energy.answer == Answer::yes ? Base::info.energy : broken(order),
      .order_of_axes_matters = Base::info.order_of_axes_matters,
      .order_without_torque = Base::info.order_without_torque,
      .supports = Dependence::linear};

  template <class P>
  static auto prepare(const P& body) {
    return beside<Base>(body, Extrapolation<typename P::Scalar>(K));
  }
};

template <class Base>
using Gbs6 = GroupExtrapolation<6, Base>;
template <class Base>
using Gbs8 = GroupExtrapolation<8, Base>;
template <class Base>
using Gbs12 = GroupExtrapolation<12, Base>;

}  // namespace polhode
