// SPDX-License-Identifier: MIT
#include "experiments/answers/run_page.hpp"

#include "experiments/answers/page.hpp"

namespace polhode::answers {

using json = nlohmann::ordered_json;

void ShownRows::add(const json& row) {
  constexpr std::size_t most = 2000;
  last_ = nullptr;
  if (seen_++ % every_ != 0) {
    last_ = row;
    return;
  }
  rows_.push_back(row);
  if (rows_.size() < most) return;
  json half = json::array();
  for (std::size_t i = 0; i < rows_.size(); i += 2) half.push_back(std::move(rows_[i]));
  if (rows_.size() % 2 == 0) last_ = std::move(rows_.back());
  rows_ = std::move(half), every_ *= 2;
}

json ShownRows::all() const {
  json rows = rows_;
  if (!last_.is_null()) rows.push_back(last_);
  return rows;
}

std::string run_page(json run, const std::string& name) {
  shorten(run);
  return page_of("runs", {{{"name", name}, {"json", std::move(run)}}});
}

}  // namespace polhode::answers
