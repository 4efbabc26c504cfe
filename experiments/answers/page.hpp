// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace polhode::answers {

/// What every page has: its schema, this build, the methods with their types, headers and boxes, and their styles.
nlohmann::ordered_json page_document(const std::string& results);

/// Every number of it to so many digits: seven are more than a picture or a table shows.
void shorten(nlohmann::ordered_json& document, int digits = 7);

/// A page of one thing: the report's shell around page_document with this member.
std::string page_of(const char* member, nlohmann::ordered_json value);

/// The report's shell, from the templates in results/report, around a document: one HTML file that needs nothing else.
std::string page(const std::string& results, const nlohmann::ordered_json& document);

}  // namespace polhode::answers
