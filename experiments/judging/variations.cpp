// SPDX-License-Identifier: MIT
#include "experiments/judging/variations.hpp"

#include <fmt/format.h>

#include "core/geometry/scalar.hpp"
#include "core/io/json.hpp"
#include "core/system/progress.hpp"
#include "core/system/user.hpp"
#include "experiments/judging/populations/spec/parts.hpp"

namespace polhode {

namespace {

using draws::draw_words;
using nlohmann::json;
using populations::Scalar;

const json::json_pointer attitude("/body/attitude");

}  // namespace

std::vector<json*> noises_of(json& document) {
  std::vector<json*> all;
  if (!document.contains("torque")) return all;
  auto& torque = document["torque"];
  const auto see = [&](json& j) {
    if (j.is_object() && j.value("kind", json()) == "noise") all.push_back(&j);
  };
  if (torque.is_array())
    for (auto& j : torque) see(j);
  else
    see(torque);
  return all;
}

Variations::Variations(json document, std::string folder)
    : document_(std::move(document)), folder_(std::move(folder)), noisy_(!noises_of(document_).empty()) {
  if (!document_.is_object() || !document_.contains("vary")) return;
  check_form(document_, "spec-1", "");
  const json vary = document_["vary"];
  document_.erase("vary");
  const reading::Given field{vary, "vary"};
  samples_ = vary.value("samples", samples_), seed_ = vary.value("seed", seed_);
  for (const auto* key : {"body", "torque"})
    if (field.has(key)) read(field[key], Pointer("/" + std::string(key)));
  if (drawn_.empty()) field.reject("at least one interval [a, b], or body.attitude \"any\"");
}

/// By the name of the place.
void Variations::draw(const Pointer& place, std::optional<Scalar> value) {
  drawn_.push_back({place, std::move(value), content_hash(place.to_string())});
}

void Variations::read(const reading::Given& vary, const Pointer& place) {
  if (vary->is_null()) return;
  if (place == attitude && (vary.value == "any" || vary.value == "uniform")) return draw(place, {});
  if (!document_.contains(place)) vary.reject("what varies is a number in the spec, which has none there");
  const json& given = document_[place];
  const bool number = given.is_number() || given.is_string();
  if (number && (vary.has("uniform") || vary.has("log10"))) {
    json canonical = vary.value;
    draw(place, populations::read_drawn({vary.value, vary.field, canonical}));
  } else if (given.is_object() && vary->is_object()) {
    for (const auto& [key, _] : vary->items()) read(vary[key], place / key);
  } else if (given.is_array() && vary->is_array() && vary->size() == given.size()) {
    for (std::size_t i = 0; i < given.size(); ++i) read(vary[i], place / i);
  } else if (number) {
    const bool numbers = vary->is_array() && vary->size() == 2 && vary[0]->is_number() && vary[1]->is_number();
    const double from = numbers ? vary[0]->get<double>() : 0, to = numbers ? vary[1]->get<double>() : 0;
    if (!(from < to)) vary.reject("an interval [a, b] with a < b, {\"uniform\" or \"log10\": [a, b]}, or null");
    draw(place, Scalar{Scalar::Kind::uniform, from, to, 1, {}});
  } else {
    vary.reject(given.is_array() ? fmt::format("a list of {}, each an interval, a list or null", given.size())
                                 : "what has the form of the spec, with intervals [a, b] for numbers");
  }
}

json Variations::body(std::size_t i) const {
  return i == 0 ? document_ : drawn(i, seed_, i % 2 == 0);
}

template <class T>
Spec<T> Variations::spec(std::size_t i) const {
  try {
    return read_spec<T>(body(i), folder_);
  } catch (const UserError& e) {
    if (i == 0) throw;
    throw UserError("vary: of body {}, {}", i, e.what());
  }
}
template Spec<double> Variations::spec(std::size_t) const;
template Spec<float128> Variations::spec(std::size_t) const;

json Variations::drawn(std::uint64_t i, std::uint64_t seed, bool at_ends) const {
  json varied = document_;
  for (const auto& number : drawn_) number.draw(varied, seed, i, at_ends);
  return varied;
}

std::optional<Spec<double>> Variations::member(std::uint64_t i, std::uint64_t seed) const {
  if (i == 0 ? size() == 1 : !differ()) return {};
  auto own = drawn(i, seed);
  for (auto* noise : noises_of(own))
    if (const auto given = noise->value("seed", std::uint64_t(1)); i > 0)
      (*noise)["seed"] = draw_words(seed, i, content_hash(fmt::format("noise {}", given)))[0];
  try {
    return read_spec<double>(own, folder_, true);
  } catch (const UserError& e) {
    throw UserError("vary: of member {}, {}", i, e.what());
  }
}

}  // namespace polhode
