// SPDX-License-Identifier: MIT
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <tuple>

#include "core/problem/problem.hpp"
#include "core/system/progress.hpp"

/// What the parts of polhode._core share: arrays and callables of Python.
namespace polhode {

namespace py = pybind11;
using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// The spec of a body, the folder of its files, its callable torque if it has one, and whether that sees the rates.
using GivenBody = std::tuple<std::string, std::string, std::optional<py::object>, bool>;

/// Works without the interpreter's lock; Ctrl-C becomes an exception.
auto without_lock(const auto& work) {
  const NotedInterrupts noted;
  auto result = [&] {
    const py::gil_scoped_release unlocked;
    return work();
  }();
  stop_if_interrupted();
  return result;
}

Doubles array(const auto& x) {
  return Doubles(x.size(), x.data());
}

[[noreturn]] void refuse(const std::string& field, const py::handle& given, const std::string& accepted);

/// As doubles, of any shape. NumPy would also take None, texts, dates and the real parts of complex numbers: TypeError.
Doubles numbers(const py::handle& given, const std::string& field, const std::string& accepted = "numbers");

/// So many, in whatever shape.
template <std::size_t N>
std::array<double, N> numbers(const py::handle& given, const std::string& field) {
  const auto accepted = std::to_string(N) + " numbers";
  const auto x = numbers(given, field, accepted);
  if (x.size() != N) refuse(field, given, accepted);
  std::array<double, N> y;
  std::copy_n(x.data(), N, y.begin());
  return y;
}

/// A torque that is a Python callable: f(t, attitude) -> torque, or f(t, attitude, angular_velocity) where it sees the
/// rates; in the user's axes.
struct __attribute__((visibility("hidden"))) CallableTorque {  // as all of pybind11
  py::object f;
  bool sees_rates;
  Rotation<Body, Body, double> axes = Rotation<Body, Body, double>::identity();  ///< principal to user components

  std::array<double, 3> asked(double t, const std::array<double, 4>& q, const std::array<double, 3>& Omega) const;
  /// In principal axes.
  Vec<Body, double> at(double t, const Attitude<double>& R, const Vec<Body, double>& Omega) const;
};

/// Adds to the module what works on arrays: the exact flow, many bodies at once, steppers, attitudes of samples.
void add_arrays(py::module_& m);

}  // namespace polhode
