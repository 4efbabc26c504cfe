// SPDX-License-Identifier: MIT
// What lanes there are, compiled for every processor.
#include "core/stepping/interrupt.hpp"
#include "methods/lanes/lane_torque.hpp"
#include "methods/lanes/lanes.hpp"
#include "methods/lanes/library.hpp"
#include "methods/lanes/roster.hpp"

namespace polhode {

const std::atomic<bool>* lanes_interrupted = &runs_interrupted;

int lane_torques(const TorquedBody<double>& body, std::span<LaneTorque> into) {
  if (body.momentum_torques.size > 0) return none_in_lanes;
  int n = 0;
  for (const auto& one : body.torques) {
    auto& lane = into[static_cast<std::size_t>(n++)];
    const auto put = [&](LaneTorque::Kind kind, const Vec<Body, double>& moment, const Vec<Space, double>& vector) {
      lane = {kind, {moment[0], moment[1], moment[2]}, {vector[0], vector[1], vector[2]}};
    };
    const auto follow = [&](const Signal<Space, double>& signal) {
      if (!signal.constant()) lane.moving = &signal;
      return !signal.jumps();
    };
    if (const auto* field = std::get_if<UniformField<double>>(&one)) {
      put(LaneTorque::Kind::field, field->moment, field->field), lane.has_potential = true;
    } else if (const auto* dipole = std::get_if<Dipole<double>>(&one)) {  // m x v = v x -m
      put(LaneTorque::Kind::field, -dipole->moment, dipole->field.at(0));
      if (!follow(dipole->field)) return none_in_lanes;
    } else if (const auto* gradient = std::get_if<GravityGradient<double>>(&one)) {
      put(LaneTorque::Kind::gradient, gradient->inertia, gradient->direction.at(0));
      lane.strength = gradient->strength, lane.has_potential = gradient->autonomous();
      if (!follow(gradient->direction)) return none_in_lanes;
    } else {
      return none_in_lanes;
    }
  }
  return n;
}

void value_at(const Signal<Space, double>& signal, double t, double (&value)[3]) {
  const auto v = signal.at(t);
  for (int k = 0; k < 3; ++k) value[k] = v[k];
}

namespace {

/// LANES_OF lists the sets of instructions that are compiled.
template <class M, Instructions... set>
constexpr LaneLibrary::Steps steps_of() {
  LaneLibrary::Steps steps{M::info.id, {}};
  ((steps.kernels[static_cast<int>(set)] = &move_in_lanes<M, set>), ...);
  return steps;
}
template <class... M>
constexpr auto all_steps(std::type_identity<std::tuple<M...>>) {
  using enum Instructions;
  return std::array{steps_of<M, LANES_OF>()...};
}
constexpr auto steps = all_steps(std::type_identity<EnsembleRoster>());

template <Instructions... set>
LaneLibrary library_of() {
  static const std::string build = build_of_lanes();
  LaneLibrary library{build.c_str(), steps, {}, &lanes_interrupted};
  ((library.flows[static_cast<int>(set)] = lane_flows<set>()), ...);
  return library;
}

}  // namespace

}  // namespace polhode

extern "C" [[gnu::visibility("default")]] const polhode::LaneLibrary* polhode_lanes_v1() {
  using enum polhode::Instructions;
  static const auto library = polhode::library_of<LANES_OF>();
  return &library;
}
