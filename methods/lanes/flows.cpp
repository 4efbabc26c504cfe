// SPDX-License-Identifier: MIT
#include "methods/lanes/flows.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include "methods/lanes/library.hpp"

namespace polhode {

namespace {

constexpr std::size_t block = 64;

FreeFlow flow_of(const FreeBody<double>& body) {
  return {body.I, body.initial};
}

}  // namespace

FreeFlows::FreeFlows(const Ensemble& starts, Instructions set) : starts_(starts), set_(set) {
  if (!available(set_)) return;
  const auto& lanes = lane_library()->flows[static_cast<int>(set_)];
  lanes_.resize((lanes.bytes(size()) + sizeof(Line) - 1) / sizeof(Line));
  lanes.make(starts_, lanes_.data());
  for (std::size_t i = 0; i < size(); ++i)
    if (starts_.ending(i).status == Status::skipped) others_.emplace(i, flow_of(starts_.body(i)));
}

void FreeFlows::states(std::span<const double> times, Ensemble& out) const {
  const oneapi::tbb::blocked_range<std::size_t> all(0, (size() + block - 1) / block);
  oneapi::tbb::parallel_for(
      all, [&](const auto& part) { states(times, out, part.begin() * block, std::min(part.end() * block, size())); });
}

void FreeFlows::states(std::span<const double> times, Ensemble& out, std::size_t first, std::size_t end) const {
  const bool in_lanes = !lanes_.empty();
  if (in_lanes && lane_library()->flows[static_cast<int>(set_)].states(lanes_.data(), times, out, first, end)) return;
  for (auto i = first; i < end; ++i) {
    auto& ending = out.endings()[i];
    if (in_lanes && ending.status != Status::skipped) continue;
    const auto other = others_.find(i);
    out.move(i, other != others_.end() ? other->second.state(times[i]) : flow_of(starts_.body(i)).state(times[i]), 0);
    ending = {};
  }
}

}  // namespace polhode
