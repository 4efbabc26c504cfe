// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "core/spaces/space.hpp"

namespace polhode {

/// Data that copies share, so that a torque with a table is copied as cheaply as one without. A change copies them
/// first. `prepare` derives further data from them.
template <class X>
class Shared {
 public:
  Shared() : held_(std::make_shared<X>()) {}
  Shared(X x) {
    if constexpr (requires { x.prepare(); }) x.prepare();
    held_ = std::make_shared<X>(std::move(x));
  }

  const X& operator*() const { return *held_; }
  const X* operator->() const { return held_.get(); }

  static constexpr std::string_view kind = X::kind;
  template <class F, class S>
  static void fields(const F& f, S& s) {
    if constexpr (std::is_const_v<S>) {
      X::fields(f, *s);
    } else {
      X copy = *s;
      X::fields(f, copy);
      static_cast<Shared&>(s) = Shared(std::move(copy));
    }
  }

  /// The data, to be changed in place, if no copy shares them; else null.
  X* unshared() { return held_.use_count() == 1 ? held_.get() : nullptr; }

 private:
  std::shared_ptr<X> held_;
};
template <class U, class X>
auto cast(const Shared<X>& from) {
  return Shared(cast<U>(*from));
}

}  // namespace polhode
