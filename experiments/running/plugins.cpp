// SPDX-License-Identifier: MIT
#include "experiments/running/plugins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <filesystem>
#include <mutex>
#include <set>
#include <type_traits>
#include <vector>

#include "core/system/child.hpp"
#include "core/system/foreign_code.hpp"
#include "core/system/progress.hpp"
#include "core/system/user.hpp"
#include "experiments/running/comparison_runner.hpp"
#include "experiments/running/engines.hpp"
#include "experiments/running/paths.hpp"
#include "methods/plugin.hpp"
#include "methods/runners.hpp"

namespace polhode {

namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw UserError("--plugin: {}: {}", path, why);
}

/// What a plug-in says of itself. The library stays loaded: its methods are pointed to.
const polhode_plugin& described(const std::string& path) {
  const auto* plugin =
      reinterpret_cast<const polhode_plugin* (*)()>(exported("--plugin", path, "polhode_plugin_v1", "a plug-in"))();
  if (!plugin || std::memcmp(plugin->magic, "polhode", sizeof plugin->magic) != 0)
    refuse(path, "not a plug-in of this program: its polhode_plugin_v1 returns something else");
  if (plugin->abi != plugin::abi)
    refuse(path, fmt::format("built for plug-in interface {}, this program has {}; build it against this version",
                             plugin->abi, plugin::abi));
  if (!plugin->build || plugin->build != plugin::build())
    refuse(path, fmt::format("built with {}; this program with {}", plugin->build ? plugin->build : "nothing said",
                             plugin::build()));
  constexpr std::uint32_t most = 1000;
  if (plugin->size < 1 || plugin->size > most)
    refuse(path, fmt::format("it has {} methods; accepted: 1 to {}", plugin->size, most));
  if (!plugin->wide.operations || !plugin->wide.bits) refuse(path, "a function of its Wide is null");
  if (!plugin->methods) refuse(path, "its list of methods is null");
  return *plugin;
}

// --- runs that may fail ----------------------------------------------------------------------------------------------

/// Values of numbers cross between two processes of one program as their bytes.
std::string_view bytes_of(const auto& value) {
  static_assert(std::is_trivially_destructible_v<std::remove_cvref_t<decltype(value)>>);
  return {reinterpret_cast<const char*>(&value), sizeof value};
}
void take_bytes(std::string_view bytes, auto& value) {
  if (bytes.size() != sizeof value) throw ChildFailed("it wrote into memory of the program");
  std::memcpy(static_cast<void*>(&value), bytes.data(), sizeof value);
}

/// Whether a run that nobody observes has come back from a process of its own, so that it needs none; it has `now`.
bool came_back(const std::string& run, bool now) {
  static std::mutex mutex;
  static std::set<std::string> all;
  const std::lock_guard lock(mutex);
  return now ? all.insert(run).second : all.contains(run);
}

/// The runner of an extra method. What a run throws is told of the extra method, unless an observer threw it, or
/// Ctrl-C.
template <class P>
struct Guarded {
  using Grid = polhode::Grid<typename P::Scalar>;

  std::string name;  ///< and of which library
  Isolation isolation;
  Runner<P> runner;

  Run<P> operator()(const P& problem, const Grid& grid, const Sampler<P>* sampler) const {
    std::exception_ptr of_observer;
    const Sampler<P> seeing{sampler ? sampler->every : 0, [&](const Sample<P>& s) {
                              try {
                                sampler->see(s);
                              } catch (...) {
                                of_observer = std::current_exception();
                                throw;
                              }
                            }};
    const auto failed = [&](std::string_view why) {
      return ForeignMethodFailed(fmt::format("{}: {}", name, printable(why)));
    };
    try {
      return alone_or_here(problem, grid, sampler ? &seeing : nullptr);
    } catch (const Interrupted&) {
      throw;
    } catch (const ChildFailed& e) {
      throw failed(e.what());
    } catch (const std::exception& e) {
      if (of_observer) std::rethrow_exception(of_observer);
      throw failed(fmt::format("it threw {}", e.what()));
    } catch (...) {
      if (of_observer) std::rethrow_exception(of_observer);
      throw failed("it threw something that is not a std::exception");
    }
  }

 private:
  /// Only doubles are run so often that it counts whether there is a process.
  Run<P> alone_or_here(const P& problem, const Grid& grid, const Sampler<P>* sampler) const {
    if (!isolation.on) return here(problem, grid, sampler);
    if constexpr (std::is_same_v<typename P::Scalar, double>) {
      if (!sampler) {
        const auto what =
            fmt::format("{} {} {} {} {} {}", name, grid.steps(), exact_text(grid.t0()), exact_text(grid.first_step()),
                        exact_text(grid.time(grid.steps())), identity(problem));
        if (came_back(what, false)) return here(problem, grid, nullptr);
        const auto run = alone(problem, grid, nullptr);
        came_back(what, true);
        return run;
      }
    }
    return alone(problem, grid, sampler);
  }

  /// A run after which numbers are as they were before it.
  Run<P> here(const P& problem, const Grid& grid, const Sampler<P>* sampler) const {
    const auto run = runner.run(problem, grid, sampler);
    if (changed_numbers_are_noted()) throw ChildFailed("it changed the rounding mode or the format of numbers");
    return run;
  }

  Run<P> alone(const P& problem, const Grid& grid, const Sampler<P>* sampler) const {
    struct End {
      Run<P> run;
      std::int64_t operations = 0;
    } end;
    bool ended = false;
    const auto work = [&](const Send& send) {
      const auto before = Wide::operations;
      const Sampler<P> sending{sampler ? sampler->every : 0, [&](const Sample<P>& s) { send(bytes_of(s)); }};
      const Run<P> found = here(problem, grid, sampler ? &sending : nullptr);
      send("end");
      send(bytes_of(End{found, std::int64_t(Wide::operations - before)}));
    };
    in_child(
        work,
        [&](std::string_view bytes) {
          if (ended) return take_bytes(bytes, end);
          ended = bytes == "end";
          if (ended) return;
          Sample<P> sample;
          take_bytes(bytes, sample);
          sampler->see(sample);
        },
        isolation.seconds);
    Wide::operations += end.operations;
    return end.run;
  }
};

/// A run in 113 bits by a plug-in, whose Wide counts and has its bits by itself.
template <class P>
struct InItsWide {
  plugin::WideState wide;
  plugin::Function<P> run;

  Run<P> operator()(const P& problem, const Grid<Wide>& grid, const Sampler<P>* sampler) const {
    auto& operations = *wide.operations();
    if (&operations == &Wide::operations) return run(problem, grid, sampler);
    const auto before = operations;
    *wide.bits() = Wide::bits;
    auto end = run(problem, grid, sampler);
    Wide::operations += operations - before;
    return end;
  }
};

/// Adds a method from outside to the list, and is what adds its runners.
auto enlisted(const std::string& flag, const std::string& path, const MethodInfo& method, const Isolation& isolation) {
  check_names(flag + ": " + path, method);
  add_method(method);
  const auto file = std::filesystem::path(path).filename().string();
  return [name = fmt::format("{} of {}", method.id, shortened(file)), isolation]<class P>(const Runner<P>& runner) {
    if (runner.run) add_runner(Runner<P>{runner.info, Guarded<P>{name, isolation, runner}});
  };
}

/// Adds the methods of a library to the list.
void enlist(const std::string& path, const Isolation& isolation) {
  const auto& plugin = described(path);
  for (std::uint32_t i = 0; i < plugin.size; ++i) {
    const auto& candidate = plugin.methods[i];
    if (!candidate.info) refuse(path, fmt::format("method {} of {} has no info", i + 1, plugin.size));
    const auto add_guarded = enlisted("--plugin", path, *candidate.info, isolation);
    bool supports = false;
    const auto add = [&]<class P>(plugin::Function<P> run) {
      if (!run) return;
      supports = true;
      Runner<P> runner{candidate.info, run};
      if constexpr (std::is_same_v<typename P::Scalar, Wide>) runner.run = InItsWide<P>{plugin.wide, run};
      add_guarded(runner);
    };
    std::apply([&](const auto&... run) { (add(run), ...); }, candidate.functions);
    if (!supports) refuse(path, fmt::format("{}: all its functions are null", candidate.info->id));
  }
}

/// The same for engines.
void enlist_engines(const std::string& path, const Isolation& isolation) {
  for (const auto* m : engines_of(path, isolation.seconds)) {
    const auto add = enlisted("--engine", path, m->info, isolation);
    add(m->free), add(m->torqued);
  }
}

/// A library is first tried in a process of its own.
void load(const std::string& flag, const std::string& path, const Isolation& isolation,
          void (*enlist)(const std::string&, const Isolation&)) {
  if (!std::filesystem::is_regular_file(path)) throw UserError("{}: {}: no such file", flag, path);
  constexpr double enough = 10;  // seconds
  std::string mistake;
  try {
    in_child(
        [&](const Send& send) {
          try {
            enlist(path, isolation);
          } catch (const UserError& e) {
            send(e.what());
          }
        },
        [&](std::string_view text) { mistake = text; }, enough);
  } catch (const ChildFailed& e) {
    throw UserError("{}: {}: it cannot be loaded: {}", flag, path, e.what());
  }
  if (!mistake.empty()) throw UserError(mistake);
  enlist(path, isolation);
  numbers_were_changed();  // what is compiled by -ffast-math changes them when it is loaded: they are set back
}

std::set<std::filesystem::path> loaded;  ///< plug-ins

const std::vector<std::string> scalars{"float", "extended"};

void load_scalar(const std::string& scalar) {
  const auto file = library_folder() + "/polhode-" + scalar + ".so";
  if (!std::filesystem::exists(file))
    throw UserError(scalar + ": methods in this scalar are not built, there is no " + file +
                    "; accepted: what the target polhode_" + scalar + " builds");
  if (!loaded.contains(std::filesystem::canonical(file))) load_plugin(file, {});
}

}  // namespace

bool is_id(std::string_view text) {
  char before = '-';
  for (const char c : text) {
    const bool is_letter = 'a' <= c && c <= 'z', is_digit = '0' <= c && c <= '9';
    if (c == '-' ? before == '-' : !is_letter && (!is_digit || &c == text.data())) return false;
    before = c;
  }
  return before != '-';
}

void check_names(const std::string& whence, const MethodInfo& method) {
  const auto refuse = [&](const std::string& why) { throw UserError("{}: {}", whence, why); };
  const auto check = [&](std::string_view name) {
    constexpr std::size_t longest = 60;
    const bool ours = whence.find(library_folder()) != whence.npos;
    const bool in_scalar = ours && (name.ends_with(":float") || name.ends_with(":extended"));
    if (name.size() > longest || !(in_scalar || is_id(name)))
      refuse(fmt::format("\"{}\" is not a name of a method; accepted: small letters, digits and single dashes",
                         shortened(name)));
    if (name == "all") refuse("\"all\" is not a name of a method: it means all of them");
    if (find_method(name)) refuse(fmt::format("the method \"{}\" already exists", name));
  };
  check(method.id);
  std::set<std::string_view> own{method.id};
  for (const auto alias : method.aliases) {
    if (alias.empty()) continue;
    check(alias);
    if (!own.insert(alias).second) refuse(fmt::format("\"{}\" is there twice", alias));
  }
  for (const auto text : {method.label, method.source}) {
    constexpr std::size_t longest = 200;
    if (text.size() > longest || printable(text) != text)
      refuse(fmt::format("{}: \"{}\" is not a line of text of at most {} bytes", method.id, shortened(text), longest));
  }
}

void load_plugin(const std::string& path, const Isolation& isolation) {
  load("--plugin", path, isolation, enlist);
  loaded.insert(std::filesystem::canonical(path));
}

void load_engine(const std::string& path, const Isolation& isolation) {
  if (is_command(path))
    return enlist_engines(path, {.seconds = isolation.seconds});  // in a process of its own as it is
  load("--engine", path, isolation, enlist_engines);
}

std::string in_scalar(const std::string& name, const std::string& scalar) {
  if (std::find(scalars.begin(), scalars.end(), scalar) == scalars.end())
    throw UserError("--scalar: " + unknown_name("scalar", scalar, scalars));
  load_scalar(scalar);
  const auto* method = find_method(name);
  return (name == "all" ? "*" : method ? std::string(method->id) : name) + ":" + scalar;
}

const MethodInfo* named_method(const std::string& name) {
  if (const auto* method = find_method(name)) return method;
  for (const auto& scalar : scalars)
    if (name.ends_with(":" + scalar)) load_scalar(scalar);
  return find_method(name);
}

}  // namespace polhode
