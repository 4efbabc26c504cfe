// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

/// Claims of the papers as data (results/claims.json), and the judge that turns numbers into verdicts.
namespace polhode {

/// Numbers an experiment has computed for one claim, by name, in the order they were computed.
using Numbers = std::vector<std::pair<std::string, double>>;

/// [name, relation, bound]: the bound is a number, a closed interval, or the name of another number.
struct Test {
  std::string name;
  std::string relation;  ///< < <= > >= to a number, in of an interval
  std::variant<double, std::pair<double, double>, std::string> bound;
};

struct Claim {
  std::string id, paper, where, figure, claim, quantity, rule, why;
  std::vector<Test> tests;  ///< all must hold; with a `why`, they need what is unavailable here, which it names
  bool deterministic = true;
  bool chaotic = false;
};

enum class Verdict { reproduced, not_reproduced, undecidable };

std::string_view name(Verdict verdict);

struct Judged {
  const Claim* claim;
  Verdict verdict;
  Numbers numbers;
};

/// Applies the claim's tests to the numbers: all must hold. A claim with a `why` is undecidable. A test that names a
/// number nobody computed is our error (std::logic_error); a number that is not finite fails its test.
Judged judge(const Claim& claim, Numbers numbers);

/// A test as text: "max_error <= 1e-13".
std::string text(const Test& test);

/// All claims of a results folder, in the file's order.
std::vector<Claim> read_claims(const std::string& results_folder);

}  // namespace polhode
