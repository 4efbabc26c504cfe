// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/system/user.hpp"

namespace polhode {

/// The message to the user from a call; empty if nothing is refused.
std::string refusal_of(const auto& call) {
  try {
    call();
  } catch (const UserError& e) {
    return e.what();
  }
  return "";
}

/// Expects a refusal in one line that contains this.
void expect_refused(const auto& call, const std::string& with, const std::string& given = "") {
  const auto said = refusal_of(call);
  EXPECT_NE(said, "") << given << " is accepted";
  EXPECT_NE(said.find(with), std::string::npos) << given << ": " << said;
  EXPECT_EQ(said.find('\n'), std::string::npos) << said;
}

/// Whether one of the warnings contains this; all are shown if what is expected is not so.
inline ::testing::AssertionResult warns(const std::vector<std::string>& warnings, const std::string& with) {
  for (const auto& warning : warnings)
    if (warning.find(with) != warning.npos) return ::testing::AssertionSuccess() << warning;
  return ::testing::AssertionFailure() << "\"" << with << "\" is none of " << ::testing::PrintToString(warnings);
}

}  // namespace polhode
