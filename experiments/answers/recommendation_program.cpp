// SPDX-License-Identifier: MIT
#include "experiments/answers/recommend.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "core/system/user.hpp"
#include "methods/runners.hpp"

namespace polhode::answers {

namespace {

/// What has no text: a function of the user's.
struct NotData {};

/// The name of a type, as the compiler writes it, without our namespace.
template <class X>
std::string type_name() {
  const std::string_view here = __PRETTY_FUNCTION__, before = "X = ";
  const auto from = here.find(before) + before.size();
  std::string name(here.substr(from, here.find_first_of(";]", from) - from));
  const std::string ours = "polhode::";
  for (std::size_t at; (at = name.find(ours)) != name.npos;) name.erase(at, ours.size());
  return name;
}

/// A value as C++ writes its initialiser, from what a struct says of its members.
std::string initialiser(const auto& x);

std::string listed(const auto&... members) {
  std::string text;
  ((text += (text.empty() ? "" : ", ") + initialiser(members)), ...);
  return "{" + text + "}";
}
std::string elements(const auto& list) {
  std::string text;
  for (const auto& x : list) text += (text.empty() ? "" : ", ") + initialiser(x);
  return "{" + text + "}";
}
std::string members(const auto& x) {
  std::string text;
  std::remove_cvref_t<decltype(x)>::fields(
      [&](const Field&, const auto& m) { text += (text.empty() ? "" : ", ") + initialiser(m); }, x);
  return "{" + text + "}";
}
std::string typed(const auto& x) {
  return type_name<std::remove_cvref_t<decltype(x)>>() + members(x);
}

std::string initialiser(const auto& x) {
  using X = std::remove_cvref_t<decltype(x)>;
  if constexpr (std::is_pointer_v<X>)
    throw NotData{};
  else if constexpr (std::is_same_v<X, bool>)
    return x ? "true" : "false";
  else if constexpr (std::is_arithmetic_v<X>)
    return fmt::format("{}", x);
  else if constexpr (requires { x.rows; })
    return "{" + elements(x.rows) + "}";
  else if constexpr (requires { x.w; })
    return listed(x.w, x.x, x.y, x.z);
  else if constexpr (is_signal<X>) {
    std::string text;
    X::Shape::fields([&](const Field&, const auto& k) { text = fmt::format("{}({})", type_name<X>(), typed(k)); }, *x);
    return text;
  } else if constexpr (requires { x.operator->(); })
    return fmt::format("Shared({})", typed(*x));
  else if constexpr (HasFields<X>)
    return members(x);
  else if constexpr (requires { x.begin(); })
    return elements(x);
  else
    return listed(x[0], x[1], x[2]);
}

std::string torque_list(const auto& torques) {
  std::string text;
  torques.each([&](const auto& k) { text += (text.empty() ? "" : ",\n                               ") + typed(k); });
  return "{" + text + "}";
}

// The problem, as a variable `body`.
std::string body_text(const FreeBody<double>&) {
  return "FreeBody<double> body{{I, start}}";
}
std::string body_text(const TorquedBody<double>& body) {
  const std::string next = ",\n                               ";
  return "TorquedBody<double> body{{I, start}" + next + torque_list(body.torques) +
         (body.momentum_torques.size > 0 ? next + torque_list(body.momentum_torques) : "") + "}";
}

/// What prints a rigid body in the axes of the spec.
std::string main_text(const RigidBody<double>& body, const std::string& text, const Spec<double>& spec) {
  const bool principal = spec.axes.w == 1 && spec.momentum == 1;
  const auto unit = spec.momentum == 1 ? std::string() : fmt::format(" / {}", spec.momentum);
  const auto axes =
      fmt::format("  const Rotation<Body, Body, double> axes{};  // from principal axes to the axes of the spec\n",
                  initialiser(spec.axes));
  return fmt::format(
      "  const Inertia<double> I{};\n"
      "  // momentum in principal axes; attitude, body to space (w, x, y, z)\n"
      "  const RigidState<double> start{{{}, {}}};\n{}"
      "  const {};\n"
      "  const auto run = @run@;\n{}"
      "  std::printf(\"momentum %.17g %.17g %.17g\\nattitude %.17g %.17g %.17g %.17g\\n\", Pi[0], Pi[1], Pi[2], R.w, "
      "R.x,\n"
      "              R.y, R.z);\n",
      initialiser(body.I), initialiser(body.initial.Pi), initialiser(body.initial.R), principal ? "" : axes, text,
      principal
          ? "  const auto& [Pi, R] = run.state;\n"
          : fmt::format("  const auto Pi = axes * run.state.Pi{};\n  const auto R = run.state.R * inverse(axes);\n",
                        unit));
}
std::string main_text(const Director<double>& p, const Spec<double>& spec) {
  return fmt::format(
      "  // moment of inertia; director and angular velocity in space, radians; field: constant part, amplitude, "
      "frequency{}\n"
      "  const Director<double> body{};\n"
      "  const auto run = @run@;\n"
      "  const auto& d = run.state.d;\n"
      "  const auto w = run.state.omega{};\n"
      "  std::printf(\"director %.17g %.17g %.17g\\nangular_velocity_space %.17g %.17g %.17g\\n\", d[0], d[1], d[2], "
      "w[0],\n"
      "              w[1], w[2]);\n",
      p.formula.empty() ? "" : "; potential by formula",
      p.formula.empty() ? listed(p.I, p.initial, p.g, p.amplitude, p.frequency)
                        : listed(p.I, p.initial, p.g, p.amplitude, p.frequency, p.formula),
      spec.rate == 1 ? "" : fmt::format(" / {}", spec.rate));
}
std::string main_text(const Spec<double>& spec) {
  return spec.problem.as([&]<class P>(const P& p) -> std::string {
    if constexpr (std::is_base_of_v<RigidBody<double>, P>)
      return main_text(p, body_text(p), spec);
    else if constexpr (std::is_same_v<P, Director<double>>)
      return main_text(p, spec);
    else
      throw NotData{};
  });
}

/// The run: where a torque jumps, one segment after another, as the program's own runs are.
std::string run_text(const Problem<double>& problem, const MethodSource& method, const Recommendation& r) {
  const auto steps = r.choice().rating().steps;
  const bool aligned = r.aligns(steps);
  const auto grid = fmt::format("Grid<double>::of_duration({}, {}, {}){}", r.t0, r.duration, steps,
                                aligned ? fmt::format(".aligned(body.breaks({}))", r.choice().ends_at) : "");
  if (!problem.breaks(0).empty())
    return fmt::format("make_runner<{}, {}>().run(body, {}, nullptr)", method.type,
                       problem.as([]<class P>(const P&) { return type_name<P>(); }), grid);
  return fmt::format("integrate<{}>(body, {})", method.type, grid);
}

/// Whether the single header, polhode.hpp, leaves the method out.
bool needs_boost(const MethodSource& method) {
  constexpr std::string_view pages[] = {"methods/adaptive.hpp", "methods/odeint.hpp", "methods/radau5.hpp"};
  return std::ranges::find(pages, method.header) != std::end(pages);
}

constexpr const char* project = R"(# cmake -B build -DCMAKE_PREFIX_PATH=PREFIX && cmake --build build && build/body
# PREFIX is where Polhode is installed. If the method needs no Boost, its single header, polhode.hpp, may be here instead.
cmake_minimum_required(VERSION 3.16)
project(body LANGUAGES CXX)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
add_executable(body main.cpp)
target_compile_features(body PRIVATE cxx_std_20)
if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/polhode.hpp)
  find_package(polhode REQUIRED)
  target_link_libraries(body PRIVATE polhode::polhode)
endif()
)";

}  // namespace

std::string program_text(const Recommendation& r, const Spec<double>& spec) {
  if (!r.best) return {};
  const auto& method = *r.choice().method;
  const auto* source = source_of(method);
  if (!source) return {};
  try {
    auto body = main_text(spec);
    const std::string mark = "@run@";
    body.replace(body.find(mark), mark.size(), run_text(spec.problem, *source, r));
    const auto headers = "#include \"core/stepping/body.hpp\"\n#include \"core/stepping/integrate.hpp\"\n#include \"" +
                         source->header + "\"\n";
    return "// c++ -std=c++20 -O2 -I PREFIX/include/polhode main.cpp\n#include <cstdio>\n\n" +
           (needs_boost(*source)
                ? headers
                : "#if __has_include(\"polhode.hpp\")  // the single header\n#include \"polhode.hpp\"\n"
                  "#else\n" +
                      headers + "#endif\n") +
           "\nusing namespace polhode;\n\nint main() {\n" + body + "}\n";
  } catch (const NotData&) {
    return {};
  }
}

void check_emitted(const std::string& folder, const Spec<double>& spec) {
  check_path(folder);
  for (const auto* name : {"/main.cpp", "/CMakeLists.txt"})
    if (std::filesystem::exists(folder + name))
      throw UserError("--emit: {}{} already exists; accepted: a folder without it", folder, name);
  try {
    main_text(spec);
  } catch (const NotData&) {
    throw UserError(
        "--emit: a torque of the spec is a function of yours, or the spec has particles; accepted: torques that are "
        "data, of bodies and directors");
  }
}

void emit_project(const std::string& folder, const Recommendation& r, const Spec<double>& spec) {
  const auto text = program_text(r, spec);
  if (text.empty())
    throw UserError("--emit: the recommended method {} is not in the tree; accepted: without plug-ins and engines",
                    r.choice().method->id);
  write_file(folder + "/main.cpp", text);
  write_file(folder + "/CMakeLists.txt", project);
}

}  // namespace polhode::answers
