// SPDX-License-Identifier: MIT
#include "experiments/running/guests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/system/user.hpp"
#include "experiments/running/arena.hpp"
#include "methods/runners.hpp"

namespace polhode {

namespace {

using Guests = std::vector<const MethodInfo*>;

/// Does it have the quantity of a panel? Those of the middle of a step are of staggered methods only.
bool shows(const MethodInfo& method, const auto& panel) {
  if constexpr (requires { panel.quantity; })
    return !arena().history(panel.comparison, method, 2, panel.quantity, 0).curve.columns.front().empty();
  else
    return true;
}

bool contains(const Guests& methods, const MethodInfo& method) {
  return std::any_of(methods.begin(), methods.end(), [&](const MethodInfo* m) { return m->id == method.id; });
}

/// A panel's contestants with guests, and how many methods it had before.
struct Invitation {
  std::size_t hosts;
  Guests contestants;
};

Invitation invite(auto& panel, const Guests& guests) {
  const auto hosts = panel.methods().size();
  panel.change([guests, panel](Comparison& comparison) {
    for (const auto* guest : guests)
      if (supports(*guest, comparison.problem) && shows(*guest, panel) && !contains(comparison.methods, *guest))
        comparison.methods.push_back(guest);
  });
  return {hosts, panel.methods()};
}

}  // namespace

Experiment with_guests(Experiment experiment, const Guests& guests) {
  if (guests.empty()) return experiment;
  std::vector<Invitation> invitations;  // one per panel
  for (auto& panel : experiment.panels) invitations.push_back(panel.as([&](auto& p) { return invite(p, guests); }));
  for (const auto* guest : guests)
    if (std::none_of(invitations.begin(), invitations.end(),
                     [&](const Invitation& i) { return contains(i.contestants, *guest); }))
      throw UserError(
          fmt::format("--with: {} supports no problem of {}, or has nothing to show there", guest->id, experiment.id));

  for (auto& claim : experiment.claims)
    claim.compute = [compute = claim.compute, invitations](const Data& data) {
      Data without = data;
      for (std::size_t i = 0; i < invitations.size(); ++i) without[i].series.resize(invitations[i].hosts);
      return compute(without);
    };
  return experiment;
}

}  // namespace polhode
