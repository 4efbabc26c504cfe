// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "core/geometry/decimal.hpp"
#include "core/geometry/scalar.hpp"
#include "experiments/judging/attitude/pages.hpp"
#include "methods/attitude/roster.hpp"

/// Runs of pages.
namespace polhode::attitude {

/// What a page runs on: samples, or a rate at any time between the times of samples.
template <class T>
struct PageInput {
  Fed<T> fed;
  int every = 4;  ///< samples an update, for pages that take any number
  Iterations iterations;
  std::function<Rate<T>(const T&)> rate;  ///< for pages that ask at their own times
  const T* times = nullptr;
  std::function<void(std::int64_t, const Attitude<T>&)> see;  ///< after each update; may be empty
};
template <class T>
struct PageOutcome {
  Attitude<T> q;
  double scaled = 0;  ///< logarithm of what lengths were divided by
  std::int64_t updates = 0;
};

/// The product of all updates from q.
template <class T>
PageOutcome<T> run_page(const PageInfo& page, const Attitude<T>& q, const PageInput<T>& input);

}  // namespace polhode::attitude
