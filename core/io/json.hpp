// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

/// Reads JSON, and result files that have the form of their schema.
namespace polhode {

/// The JSON document in `text`. Throws UserError with the byte at which the text ceases to be JSON, and for a key given
/// twice, a byte 0, or brackets deeper than in any file of ours.
nlohmann::json parse_json(const std::string& text, const std::string& file);
/// Like parse_json, with members in the order of the file.
nlohmann::ordered_json parse_ordered_json(const std::string& text, const std::string& file);

/// Throws UserError, with `file`, the field, what is given and what is accepted, if a document does not have the form
/// of results/schemas/SCHEMA.json, or if its curves have columns of unequal lengths.
void check_form(const nlohmann::ordered_json& document, std::string_view schema, const std::string& file);

/// Reads a result file of a schema ("experiment-1") and, if given, of an id. All commands use this reader. Throws
/// UserError.
nlohmann::ordered_json read_result(const std::string& path, std::string_view schema, std::string_view id = {});

/// unknown_name for a key, which may be its name in textbooks, engines and other programs.
std::string unknown_key(const std::string& given, const std::vector<std::string>& keys);

/// A value as messages repeat it.
std::string shortened_json(const nlohmann::ordered_json& value);

}  // namespace polhode
