// SPDX-License-Identifier: MIT
#include "core/eigen.hpp"
#include "core/geometry/scalar.hpp"

/// Boost 1.74's own traits lack what Eigen 3.4 asks for; Eigen's generic ones have it.
template <>
struct Eigen::NumTraits<polhode::float128> : Eigen::GenericNumTraits<polhode::float128> {};
template <>
struct Eigen::NumTraits<polhode::float100> : Eigen::GenericNumTraits<polhode::float100> {};

namespace polhode {

/// Once for each scalar of specs.
template PrincipalAxes<double> principal_axes(const Mat3<double>&);
template PrincipalAxes<float128> principal_axes(const Mat3<float128>&);
template PrincipalAxes<float100> principal_axes(const Mat3<float100>&);

}  // namespace polhode
