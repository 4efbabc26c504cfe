// SPDX-License-Identifier: MIT
// The free motions of LANES bodies at a time, for one set of instructions.
#include "methods/family/free_flow_lanes.hpp"
#include "methods/lanes/lanes.hpp"
#include "methods/lanes/slice.hpp"

namespace polhode {

namespace {

constexpr int N = LANES;

std::size_t bytes(std::size_t bodies) {
  return (bodies + N - 1) / N * sizeof(LanesFlow<Pack<N>>);
}

POLHODE_FLATTEN void make(Ensemble& starts, void* memory) {
  auto* flow = static_cast<LanesFlow<Pack<N>>*>(memory);
  for (std::size_t first = 0; first < starts.size(); first += N, ++flow) {
    const Slice<N> slice{starts, first, std::min<std::size_t>(N, starts.size() - first)};
    const auto body = slice.problem();
    const LanesConstants<Pack<N>> constants(body.I);
    new (flow) LanesFlow<Pack<N>>(LanesMomentum<Pack<N>>(constants, body.initial.Pi), body.initial.R);
    slice.skip(flow->reach < Pack<N>(0.0));
  }
}

POLHODE_FLATTEN bool states(const void* memory, std::span<const double> times, Ensemble& out, std::size_t first,
                            std::size_t end) {
  const auto* flow = static_cast<const LanesFlow<Pack<N>>*>(memory) + first / N;
  constexpr std::ptrdiff_t line = 64, ahead = 2;  // bytes; packs of bodies
  const bool far = out.size() > 20000;  // flows that caches do not hold: pages end too often for the processor
  bool all = true;
  for (; first < end; first += N, ++flow) {
    if (far)
      for (std::ptrdiff_t at = 0; at < std::ptrdiff_t(sizeof *flow); at += line)
        __builtin_prefetch(reinterpret_cast<const char*>(flow + ahead) + at);
    const Slice<N> slice{out, first, std::min<std::size_t>(N, end - first)};
    const auto t = slice.load(times);
    const auto served = abs(t) <= flow->reach;
    slice.store(served, flow->state(t));
    if (all_of(served)) continue;
    slice.skip(!served);
    all = false;
  }
  return all;
}

}  // namespace

template <Instructions set>
LaneFlows lane_flows() {
  return {&bytes, &make, &states};
}
template LaneFlows lane_flows<Instructions::INSTRUCTIONS>();

}  // namespace polhode
