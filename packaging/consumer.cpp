// SPDX-License-Identifier: MIT
// What a user of the headers gets who compiles with flags of their own: `integrate` must not cost more than a loop over
// the step that is written by hand. Times in turn, of the processor; lower quartiles are compared. For more than MOST
// it ends with 1. A loop over a Stepper has one call more a step than `integrate`, and its state passes through memory:
// up to 17 ns by g++ -O3, 5 ns of them in steps of 30 to 50 ns. For more than 25 ns beside MOST it ends with 1, too.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "core/stepping/stepper.hpp"
#include "methods/steppers.hpp"

using namespace polhode;

namespace {

constexpr double h = 0.1;
constexpr int steps = 400, rounds = 60;
volatile double sink;
const UniformField<double> field{{0.0, 0.0, 0.3}, {0.0, 0.0, -1.0}};

/// All of the state, or the compiler leaves out what nobody asks for.
void consume(const RigidState<double>& s) {
  sink = s.Pi[0] + s.Pi[1] + s.Pi[2] + s.R.w + s.R.x + s.R.y + s.R.z;
}

double now() {
  std::timespec t;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) != 0) std::perror("clock_gettime"), std::exit(2);
  return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}

template <class M, class P>
[[gnu::noinline]] void by_hand(const P& problem) {
  NoCounters counters;
  const auto& body = prepared<M>(problem);
  auto memory = M::start(body, problem.initial, 0.0, h);
  for (int n = 0; n < steps; ++n) memory = M::step(body, memory, n * h, h, counters);
  consume(M::read(body, memory));
}
template <class M, class P>
[[gnu::noinline]] void by_integrate(const P& problem) {
  consume(integrate<M, P>(problem, Grid<double>::of_step(0, h, steps)).state);
}

template <class M, class P>
[[gnu::noinline]] void by_stepper(const P& problem) {
  Stepper<M> body(problem.I, problem.initial);
  for (int n = 0; n < steps; ++n) {
    if constexpr (requires { problem.torques; })
      body.step(h, field);
    else
      body.step(h);
  }
  consume(body.state());
}

double quartile(std::vector<double>& times) {
  std::nth_element(times.begin(), times.begin() + rounds / 4, times.end());
  return times[rounds / 4];
}

template <class M, class P>
bool holds(const P& problem, const char* what) {
  std::vector<double> hand, loop, own;
  for (int i = 0; i < rounds; ++i) {
    const double a = now();
    by_hand<M>(problem);
    const double b = now();
    by_integrate<M>(problem);
    const double c = now();
    by_stepper<M>(problem);
    hand.push_back(b - a), loop.push_back(c - b), own.push_back(now() - c);
  }
  const double ratio = quartile(loop) / quartile(hand);
  const auto id = M::info.id;
  std::printf("%-10s %-6.*s %6.1f ns by hand, integrate %.3f, Stepper %.3f\n", what, static_cast<int>(id.size()),
              id.data(), quartile(hand) / steps, ratio, quartile(own) / quartile(loop));
  return ratio <= MOST && quartile(own) <= MOST * quartile(loop) + 25 * steps;
}

template <class P, class... M>
bool all(const P& problem, const char* what) {
  return (int(holds<M>(problem, what)) & ...);
}

}  // namespace

int main() {
  const RigidBody<double> body{{1.0, 1.7, 2.2}, {{0.6, -0.5, 0.9}, Attitude<double>::identity()}};
  const TorquedBody<double> top{body, {field}};
  const bool free =
      all<FreeBody<double>, Mr, Rk4, Dmv<6>, Dmv<10>, Akw, Exact, Trap, Vi>(FreeBody<double>{body}, "free body");
  const bool torqued = all<TorquedBody<double>, Mr, Rk4, Akw, Trap, Vi>(top, "top");
  return free && torqued ? 0 : 1;
}
