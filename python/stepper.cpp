// SPDX-License-Identifier: MIT
#include "python/stepper.hpp"

#include "core/stepping/stepper.hpp"
#include "core/system/user.hpp"
#include "methods/runners.hpp"
#include "methods/steppers.hpp"

namespace polhode {

namespace {

/// The body's torques of time and attitude, and what is added to them, as one kind.
struct Sum {
  const TorquedBody<double>& own;
  const std::optional<Vec<Body, double>>& held;
  const SteppersTorque& f;

  Vec<Body, double> torque(const double& t, const Attitude<double>& R) const {
    auto sum = Vec<Body, double>{} + own.torque(t, R);
    if (held) sum += *held;
    if (f) sum += f(t, R, {});
    return sum;
  }
  Tangent<Body, double> torque(const double& t, const RotationTangent<Body, Space, double>& R) const {
    Tangent<Body, double> sum = Tangent<Body, double>{} + own.torque(t, R);
    if (held) sum.value += *held;
    const auto called = [&](double t, const Attitude<double>& R) { return f(t, R, {}); };
    if (f) sum = sum + user_torque<double>(called).torque(t, R);
    return sum;
  }
};

template <class M>
class MovingBy final : public Moving {
 public:
  MovingBy(const TorquedBody<double>& body, double t)
      : stepper_(body.I, body.initial, t), before_(stepper_), own_(body) {}

  std::string_view step(double h, const std::optional<Vec<Body, double>>& held, const SteppersTorque& f,
                        bool sees_rates) override {
    using V = Vec<Body, double>;
    before_ = stepper_, held_before_ = held_;
    const bool jumps = held.has_value() != held_.has_value() || (held && !std::equal(held->c, held->c + 3, held_->c));
    if (jumps) stepper_.set(stepper_.state());
    held_ = held;
    const bool driven = own_.momentum_torques.size > 0, free = own_.torques.size == 0 && !driven;
    if (free && !held && !f) {
      stepper_.step(h);
    } else if constexpr (Method<M, TorquedBody<double>>) {
      if (free && !f) {
        stepper_.step(h, *held);
      } else if (!driven && !sees_rates) {
        stepper_.step(h, Sum{own_, held, f});
      } else if constexpr (M::info.supports == Dependence::any) {
        const auto all = [&](double t, const Attitude<double>& R, const V& Omega) {
          V sum = own_.total(t, R, own_.momentum(Omega));
          if (held) sum += *held;
          if (f) sum += f(t, R, Omega);
          return sum;
        };
        stepper_.step(h, all);
      } else {
        refuse("sees the angular velocity", "rk4, imidm, mkrk-gauss4");
      }
    } else {
      refuse("turns the body", "mr, rk4, imidm");
    }
    return stepper_.reason();
  }
  void back() override { stepper_ = before_, held_ = held_before_; }
  RigidState<double> state() const override { return stepper_.state(); }
  void set(const RigidState<double>& state) override { stepper_.set(state); }
  double t() const override { return stepper_.t(); }

 private:
  [[noreturn]] static void refuse(const std::string& torque, const std::string& others) {
    throw UserError("torque: it " + torque + ", which " + std::string(M::info.id) + " does not step under; try " +
                    others);
  }

  Stepper<M> stepper_, before_;  ///< now, and before the last step
  TorquedBody<double> own_;
  std::optional<Vec<Body, double>> held_, held_before_;  ///< of the last step, and of the one before
};

}  // namespace

std::unique_ptr<Moving> moving(const std::string& method, const Problem<double>& problem, double t) {
  const auto* found = find_method(method);
  const std::string id(found ? found->id : method);
  const auto* body = problem.body();
  if (!body) throw UserError("body: a stepper moves rigid bodies; for others see run");
  const auto own = problem.torqued() ? *problem.torqued() : TorquedBody<double>{*body};
  std::unique_ptr<Moving> made;
  std::vector<std::string> known;
  const auto look = [&]<class M>(M) {
    known.emplace_back(M::info.id);
    if (M::info.id == id) made = std::make_unique<MovingBy<M>>(own, t);
  };
  std::apply([&](auto... methods) { (look(methods), ...); }, Steppers{});
  if (!made) throw UserError("method: " + unknown_name("method of steppers", method, known));
  return made;
}

}  // namespace polhode
