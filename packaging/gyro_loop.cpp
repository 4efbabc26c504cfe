// SPDX-License-Identifier: MIT
// A gyro's loop without an operating system: increments in, the attitude out, by polhode.hpp alone, in floats.
#include "polhode.hpp"

using namespace polhode;
using attitude::Rate;

/// The angles that a user's gyro has turned by since it was read last, and the attitude that follows.
extern "C" volatile float angles_now[3], attitude_now[4];
volatile float angles_now[3], attitude_now[4];

namespace {

/// Any update compiles for this processor: all that take samples, once.
template <class... M>
void each_update(Attitude<float>& q, const Rate<float>* samples, const float* tau, std::tuple<M...>*) {
  const auto update = [&]<class Update>(Update one) {
    if constexpr (Update::info.takes == attitude::Takes::function)
      return;
    else if constexpr (Update::info.invariant)
      q = q * one(samples, tau, 4);
    else
      q = one(q, samples, tau, 4);
  };
  (update(M{}), ...);
}

}  // namespace

int main() {
  Attitude<float> q = wxyz(1.0F, 0, 0, 0);
  Rate<float> angles[7];
  float tau[7] = {0.001F, 0.001F, 0.001F, 0.001F, 0.001F, 0.001F, 0.001F};
  for (auto& a : angles) a = {angles_now[0], angles_now[1], angles_now[2]};
  each_update(q, angles, tau, static_cast<attitude::Roster<float>*>(nullptr));

  attitude::ConingRecursive<float> coning;  // remembers the last increment
  while (norm2(q) > 0) {
    for (int k = 0; k < 4; ++k) angles[k] = {angles_now[0], angles_now[1], angles_now[2]};
    q = normalised(q * coning(angles, tau, 4));
    const float to_tell[] = {q.w, q.x, q.y, q.z};
    for (int i = 0; i < 4; ++i) attitude_now[i] = to_tell[i];
  }
}
