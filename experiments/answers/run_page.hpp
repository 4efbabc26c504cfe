// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace polhode::answers {

/// Rows of a trajectory that a picture needs: all of a short one, else every 2nd, 4th, ..., and the last.
class ShownRows {
 public:
  void add(const nlohmann::ordered_json& row);
  nlohmann::ordered_json all() const;

 private:
  nlohmann::ordered_json rows_ = nlohmann::ordered_json::array(), last_;
  std::size_t every_ = 1, seen_ = 0;
};

/// A page that draws a run, with its trajectory, schema polhode/run/1.
std::string run_page(nlohmann::ordered_json run, const std::string& name);

}  // namespace polhode::answers
