// SPDX-License-Identifier: MIT
#pragma once

#include "methods/attitude/update.hpp"

// Updates of autopilots, restated: their arithmetic without filters, clipping and resets; L rates an update.
//
//   th = tau (w[l-1] + w[l])/2 for each sample; last, the increment before, goes on over updates
//   px4         A = B = old = 0;  each: B += (old + last/6) x th/2, last = th, old = A, A += th;   u = exp(A + B)
//               [PX4 src/modules/sensors/vehicle_imu/Integrator.hpp, IntegratorConing::put]
//   ardupilot   A = 0;            each: A += th + (A + last/6) x th/2, last = th;                  u = exp(A)
//               [ArduPilot AP_InertialSensor_Backend.cpp, _notify_new_gyro_raw_sample]
//   betaflight  A = sum th;                                                                        u = (1, A/2)
//               [Betaflight sensors/gyro.c, flight/imu.c]
//   mahony-in-place   q0 <- q0 + (-q1 x - q2 y - q3 z), then q1, q2, q3 with the new q0 and the old others,
//               (x, y, z) = tau w1/2; normalised. It is the one that is not left invariant.
//               [kriswiner/MPU9250 quaternionFilters]
//
// As read, px4's sum lags: `old` is the sum before the sample before.
namespace polhode::attitude {

template <class T>
struct Px4 {
  static constexpr UpdateInfo info = restated("px4", "after PX4 vehicle_imu/Integrator.hpp", 0, 2);
  Rate<T> last{T(0), T(0), T(0)};

  Turn<T> operator()(const Rate<T>* w, const T* tau, int count) {
    Rate<T> A{T(0), T(0), T(0)}, B = A, old = A;
    const T sixth = T(1) / T(6);
    for (int k = 0; k < count; ++k) {
      const Rate<T> th = T(tau[k] / T(2)) * (w[k] + w[k + 1]);
      B += T(0.5) * cross(old + sixth * last, th);
      last = th, old = A, A += th;
    }
    return exp(A + B);
  }
};

template <class T>
struct ArduPilot {
  static constexpr UpdateInfo info = restated("ardupilot", "after ArduPilot AP_InertialSensor_Backend.cpp", 0, 2);
  Rate<T> last{T(0), T(0), T(0)};

  Turn<T> operator()(const Rate<T>* w, const T* tau, int count) {
    Rate<T> A{T(0), T(0), T(0)};
    const T sixth = T(1) / T(6);
    for (int k = 0; k < count; ++k) {
      const Rate<T> th = T(tau[k] / T(2)) * (w[k] + w[k + 1]);
      A += th + T(0.5) * cross(A + sixth * last, th);
      last = th;
    }
    return exp(A);
  }
};

template <class T>
struct Betaflight {
  static constexpr UpdateInfo info = restated("betaflight", "after Betaflight flight/imu.c", 0, 2);

  Turn<T> operator()(const Rate<T>* w, const T* tau, int count) const {
    Rate<T> A{T(0), T(0), T(0)};
    for (int k = 0; k < count; ++k) A += T(tau[k] / T(4)) * (w[k] + w[k + 1]);
    return {T(1), A[0], A[1], A[2]};
  }
};

template <class T>
struct MahonyInPlace {
  static constexpr UpdateInfo info =
      restated("mahony-in-place", "after kriswiner/MPU9250 quaternionFilters", 1, 1, false);

  Attitude<T> operator()(const Attitude<T>& q, const Rate<T>* w, const T* tau, int) const {
    const auto g = T(tau[0] / T(2)) * w[1];
    const T q0 = q.w - q.x * g[0] - q.y * g[1] - q.z * g[2];
    return normalised(Attitude<T>{q0, q.x + (q0 * g[0] + q.y * g[2] - q.z * g[1]),
                                  q.y + (q0 * g[1] - q.x * g[2] + q.z * g[0]),
                                  q.z + (q0 * g[2] + q.x * g[1] - q.y * g[0])});
  }
};

}  // namespace polhode::attitude
