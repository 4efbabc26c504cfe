// SPDX-License-Identifier: MIT
#include "experiments/running/method_filter.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "core/system/user.hpp"
#include "experiments/running/updates.hpp"
#include "methods/runners.hpp"

namespace polhode {

namespace {

/// * is any text, ? any letter.
bool matches(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return text.empty();
  if (pattern[0] == '*') return matches(pattern.substr(1), text) || (!text.empty() && matches(pattern, text.substr(1)));
  return !text.empty() && (pattern[0] == '?' || pattern[0] == text[0]) && matches(pattern.substr(1), text.substr(1));
}

bool matches(std::string_view pattern, const MethodInfo& method) {
  const auto is_alias = [&](std::string_view alias) { return !alias.empty() && matches(pattern, alias); };
  return matches(pattern, method.id) || std::ranges::any_of(method.aliases, is_alias);
}

struct OrderCondition {
  std::string op;
  int order;

  bool holds(const Order& declared) const {
    const int n = declared.exact() ? std::numeric_limits<int>::max() : declared.least();
    return op == ">="   ? n >= order
           : op == "<=" ? n <= order
           : op == ">"  ? n > order
           : op == "<"  ? n < order
                        : n == order;
  }
};

std::optional<OrderCondition> parse(const std::string& text) {
  if (!text.starts_with("order")) return {};
  const auto digits = std::min(text.find_first_not_of("<>=", 5), text.size());
  const OrderCondition found{text.substr(5, digits - 5), std::atoi(text.c_str() + digits)};
  const bool is_number =
      text.size() > digits && text.size() <= digits + 3 && text.find_first_not_of("0123456789", digits) == text.npos;
  const auto is = [&](const char* op) { return found.op == op; };
  if (!is_number || std::ranges::none_of(std::initializer_list<const char*>{">=", "<=", ">", "<", "="}, is)) return {};
  return found;
}

const std::vector<std::string> all_tags{"explicit", "implicit", "exact",  "symmetric", "symplectic",
                                        "momentum", "energy",   "engine", "variant"};

/// Of an order above 8; with a part, a tableau or a tolerance of its own (kl6:mr, mkrk-gauss4, radau5:1e-9); or another
/// method but for what its name adds (vi-forward, exact-matrix). Who chooses a method for the first time needs none of them.
bool is_variant(const MethodInfo& m) {
  const auto adds_to = [&](const MethodInfo* other) { return m.id.starts_with(std::string(other->id) + "-"); };
  return (!m.order.exact() && m.order.least() > 8) || m.id.find(':') != m.id.npos || m.id.starts_with("semi-exact-") ||
         (m.id.starts_with("mkrk-") && m.id != "mkrk-rk4") || std::ranges::any_of(method_infos(), adds_to);
}

}  // namespace

std::vector<std::string> tags(const MethodInfo& m) {
  std::vector<std::string> list{m.kind == Kind::implicit_method ? "implicit" : "explicit"};
  if (m.order.exact()) list.push_back("exact");
  const auto add = [&](const char* tag, const Property& p) {
    if (p.answer == Answer::yes) list.push_back(tag);
  };
  add("symmetric", m.symmetric), add("symplectic", m.symplectic), add("momentum", m.spatial_momentum);
  add("energy", m.energy);
  if (!m.reimplements.empty()) list.push_back("engine");
  if (is_variant(m)) list.push_back("variant");
  return list;
}

void MethodFilter::check(bool or_update) const {
  for (const auto& t : tags)
    if (std::ranges::find(all_tags, t) == all_tags.end()) throw UserError("--tag: " + unknown_name("tag", t, all_tags));
  for (const auto& c : conditions)
    if (!parse(c))
      throw UserError("order: \"{}\" is given; accepted: order, then one of >= <= > < =, then a whole number", c);
  const auto& all = method_infos();
  const auto& updates = update_infos();
  for (const auto& p : patterns)
    if (std::ranges::none_of(all, [&](const MethodInfo* m) { return matches(p, *m); }) &&
        !(or_update && std::ranges::any_of(updates, [&](const auto& u) { return matches(p, u); })))
      throw UserError("{}: {}", patterns_from, unknown_name("method", p, method_names()));
}

bool MethodFilter::accepts(const MethodInfo& m) const {
  const auto own = polhode::tags(m);
  return (patterns.empty() || std::ranges::any_of(patterns, [&](const auto& p) { return matches(p, m); })) &&
         std::ranges::all_of(tags, [&](const auto& t) { return std::ranges::find(own, t) != own.end(); }) &&
         std::ranges::all_of(conditions, [&](const auto& c) { return parse(c)->holds(m.order); });
}

std::string MethodFilter::text() const {
  std::vector<std::string> words;
  for (const auto& p : patterns) words.push_back(p);
  for (const auto& t : tags) words.push_back("tag " + t);
  for (const auto& c : conditions) words.push_back(c);
  return fmt::format("{}", fmt::join(words, ", "));
}

void MethodFilter::take_conditions(std::vector<std::string>& names) {
  const auto is_condition = [](const std::string& n) { return n.find_first_of("<>=") != n.npos; };
  std::ranges::copy_if(names, std::back_inserter(conditions), is_condition);
  std::erase_if(names, is_condition);
}

void MethodFilter::take_all(std::vector<std::string> words) {
  take_conditions(words);
  if (!words.empty())
    throw UserError(shortened(words.front()) + ": not expected here; accepted: a condition like order>=4");
}

std::vector<const MethodInfo*> chosen_methods(const MethodFilter& filter) {
  filter.check(true);
  std::vector<const MethodInfo*> list;
  std::ranges::copy_if(method_infos(), std::back_inserter(list),
                       [&](const MethodInfo* m) { return filter.accepts(*m); });
  for (const auto& update : update_infos())
    if (filter.accepts(update)) list.push_back(&update);
  return list;
}

}  // namespace polhode
