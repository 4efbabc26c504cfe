// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

/// Reads JSON, and result files that have the form of their schema.
namespace polhode {

/// The JSON document in `text`. Throws UserError with the byte where it ends to be JSON, with a key given twice, a
/// byte 0, or brackets deeper than any file of ours.
nlohmann::json parse_json(const std::string& text, const std::string& file);
/// The same, members in the order of the file.
nlohmann::ordered_json parse_ordered_json(const std::string& text, const std::string& file);

/// Throws UserError, with `file`, the field, what it is and what is accepted, if a document has not the form of
/// results/schemas/SCHEMA.json, or if its curves are of unequal columns.
void check_form(const nlohmann::ordered_json& document, std::string_view schema, const std::string& file);

/// A result file of a schema ("experiment-1") and, if one is given, of an id: the one reader of all commands. Throws
/// UserError.
nlohmann::ordered_json read_result(const std::string& path, std::string_view schema, std::string_view id = {});

/// unknown_name of a key, which may be what textbooks, engines and other programs call it.
std::string unknown_key(const std::string& given, const std::vector<std::string>& keys);

/// A value as messages repeat it.
std::string shortened_json(const nlohmann::json& value);
std::string shortened_json(const nlohmann::ordered_json& value);

}  // namespace polhode
