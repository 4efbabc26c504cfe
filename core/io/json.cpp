// SPDX-License-Identifier: MIT
#include "core/io/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <set>
#include <utility>
#include <vector>

#include "core/system/user.hpp"
#include "schemas.hpp"

namespace polhode {

namespace {

using json = nlohmann::ordered_json;

/// What a key given twice and too deep a nesting make of a parse. A pass of its own: a callback of the parser, which
/// may leave values out, takes a time that grows with the square of a list's length.
class Strict : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit Strict(const std::string& file) : file_(file) {}

  bool null() override { return passed(); }
  bool boolean(bool) override { return passed(); }
  bool number_integer(number_integer_t) override { return passed(); }
  bool number_unsigned(number_unsigned_t) override { return passed(); }
  bool number_float(number_float_t, const string_t&) override { return passed(); }
  bool string(string_t&) override { return passed(); }
  bool binary(binary_t&) override { return passed(); }
  bool start_object(std::size_t) override { return begin(false); }
  bool start_array(std::size_t) override { return begin(true); }
  bool end_object() override { return end(); }
  bool end_array() override { return end(); }
  bool key(string_t& key) override {
    auto& object = open_.back();
    object.key = shortened(key);
    if (!object.keys.insert(key).second) throw UserError("{}: the key is given twice; accepted: once", path());
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override { return false; }

 private:
  static constexpr std::size_t deepest = 64;  // result files have 9

  /// An object or a list that is open.
  struct Open {
    bool is_list;
    std::set<std::string> keys{};
    std::string key{};      ///< the last one
    std::size_t index = 0;  ///< in a list, of the value that is read
  };

  bool begin(bool is_list) {
    if (open_.size() == deepest) throw UserError("{}: nested deeper than {}, which is refused", file_, deepest);
    open_.push_back({is_list});
    return true;
  }
  bool end() {
    open_.pop_back();
    return passed();
  }
  /// A value has ended.
  bool passed() {
    if (!open_.empty()) ++open_.back().index;
    return true;
  }
  std::string path() const {
    std::string all;
    for (const auto& o : open_) all += o.is_list ? fmt::format("[{}]", o.index) : (all.empty() ? "" : ".") + o.key;
    return all;
  }

  const std::string& file_;
  std::vector<Open> open_;
};

/// What a parser expected, as the slip that people make there.
std::string slip_of(std::string_view expected) {
  for (const auto& [words, slip] : {std::pair("unexpected end of input", "a bracket or a quote is not closed"),
                                    {"object key - unexpected '}'", "a comma before }"},
                                    {"value - unexpected ']'", "a comma before ]"},
                                    {"object key - invalid", "a name stands between quotes \""},
                                    {"object separator", "a colon is missing"},
                                    {"array - unexpected '}'", "] is missing"},
                                    {"object - unexpected ']'", "} is missing"},
                                    {"object - unexpected", "a comma is missing"},
                                    {"array - unexpected", "a comma is missing"}})
    if (expected.find(words) != expected.npos) return slip;
  return {};
}

template <class Json>
Json strictly_parsed(const std::string& text, const std::string& file) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    throw UserError(file + ": byte 0: the file is empty; accepted: a JSON object");
  if (const auto at = text.find('\0'); at != std::string::npos)
    throw UserError("{}: byte {}: not JSON: a byte 0", file, at + 1);
  constexpr bool may_have_comments = std::is_same_v<Json, nlohmann::json>;  // what people write, not what we wrote
  Strict strict(file);
  nlohmann::json::sax_parse(text, &strict, nlohmann::json::input_format_t::json, true, may_have_comments);
  try {
    return Json::parse(text, nullptr, true, may_have_comments);
  } catch (const nlohmann::json::parse_error& e) {
    const std::string what = e.what(), word = "parse error";
    const auto line =
        1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min(e.byte, text.size())), '\n');
    if (const auto slip = slip_of(what); !slip.empty())
      throw UserError("{}: byte {}: not JSON, line {}: {}", file, e.byte, line, slip);
    throw UserError("{}: byte {}: not JSON{}", file, e.byte,
                    shortened(what.substr(std::min(what.size(), what.rfind(word) + word.size()))));
  } catch (const nlohmann::json::out_of_range&) {
    throw UserError("{}: a number is too large for a double; accepted: finite numbers", file);
  }
}

template <class Json>
std::string text_of(const Json& value) {
  if (value.is_structured() && value.size() > 1000)
    return fmt::format("{} of {}", value.is_array() ? "a list" : "an object", value.size());
  return shortened(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

// --- forms -----------------------------------------------------------------------------------------------------------

/// Where in a document.
struct Place {
  const Place* in = nullptr;
  std::string_view key = {};
  std::size_t index = 0;

  int depth() const { return in ? in->depth() + 1 : 0; }
  std::string text() const {
    if (!in) return "";
    const auto before = in->text();
    if (key.data() == nullptr) return fmt::format("{}[{}]", before, index);
    return before + (before.empty() ? "" : ".") + shortened(key);
  }
};

/// Why a value has not the form asked for.
struct Fault {
  std::string field, given, accepted;
  int depth;      ///< of the field
  bool is_value;  ///< the value itself is another, not its form
};
using Found = std::optional<Fault>;

bool is_a(const json& x, std::string_view type) {
  return type == "object"    ? x.is_object()
         : type == "array"   ? x.is_array()
         : type == "string"  ? x.is_string()
         : type == "boolean" ? x.is_boolean()
         : type == "integer" ? x.is_number_integer()
         : type == "number"  ? x.is_number() && std::isfinite(x.get<double>())
         : type == "null"    ? x.is_null()
                             : throw std::logic_error(fmt::format("a schema has the type {}", type));
}

Found fault(const json& schema, const json& x, const Place& at);

/// What the alternatives of a schema have against a value: nothing, if one accepts it; else that of the one that comes
/// furthest, or all that would have been accepted.
Found of_alternatives(const json& schemas, const json& x, const Place& at) {
  Found best;
  for (const auto& s : schemas) {
    auto f = fault(s, x, at);
    if (!f) return f;
    const auto rank = [](const Fault& f) { return 2 * f.depth - f.is_value; };
    if (!best || rank(*f) > rank(*best))
      best = std::move(f);
    else if (f->field == best->field && best->accepted.find(f->accepted) == std::string::npos)
      best->accepted += " or " + f->accepted;
  }
  return best;
}

/// The part of JSON Schema (draft 7) that results/schemas uses.
Found fault(const json& schema, const json& x, const Place& at) {
  const auto wrong = [&](const std::string& accepted, bool is_value = false) {
    return Fault{at.text(), text_of(x), accepted, at.depth(), is_value};
  };
  const auto has = [&](const char* key) { return schema.contains(key); };
  if (has("const") && x != schema["const"]) return wrong(schema["const"].dump(), true);
  if (has("enum") && std::find(schema["enum"].begin(), schema["enum"].end(), x) == schema["enum"].end()) {
    std::string all;
    for (const auto& v : schema["enum"]) all += (all.empty() ? "" : " or ") + v.dump();
    return wrong(all, true);
  }
  if (has("type")) {
    const auto& types = schema["type"];
    bool any = false;
    for (const auto& t : types.is_array() ? types : json::array({types})) any = any || is_a(x, t.get<std::string>());
    if (!any) return wrong(types.is_array() ? types.dump() : "a value of type " + types.get<std::string>());
  }
  if (x.is_number()) {
    const double v = x.get<double>();
    if (has("minimum") && v < schema["minimum"].get<double>()) return wrong("at least " + schema["minimum"].dump());
    if (has("maximum") && v > schema["maximum"].get<double>()) return wrong("at most " + schema["maximum"].dump());
    if (has("exclusiveMinimum") && !(v > schema["exclusiveMinimum"].get<double>()))
      return wrong("more than " + schema["exclusiveMinimum"].dump());
  }
  if (x.is_string() && has("pattern")) {
    const auto& text = x.get_ref<const std::string&>();
    const auto& pattern = schema["pattern"].get_ref<const std::string&>();
    if (text.size() > 1000 || !std::regex_search(text, std::regex(pattern))) return wrong("text like " + pattern);
  }
  if (x.is_array()) {
    if (has("minItems") && x.size() < schema["minItems"].get<std::size_t>())
      return wrong(fmt::format("at least {} of them", schema["minItems"].get<std::size_t>()));
    if (has("maxItems") && x.size() > schema["maxItems"].get<std::size_t>())
      return wrong(fmt::format("at most {} of them", schema["maxItems"].get<std::size_t>()));
    if (has("items")) {
      const auto& items = schema["items"];
      for (std::size_t i = 0; i < x.size(); ++i)
        if (items.is_object() || i < items.size())
          if (auto f = fault(items.is_object() ? items : items[i], x[i], {&at, {}, i})) return f;
    }
  }
  if (x.is_object()) {
    for (const auto& [key, value] : x.items()) {
      const Place there{&at, key};
      if (has("properties") && schema["properties"].contains(key)) {
        if (auto f = fault(schema["properties"][key], value, there)) return f;
      } else if (has("additionalProperties")) {
        const auto& others = schema["additionalProperties"];
        if (others == false) return Fault{there.text(), text_of(value), "no such member", there.depth(), false};
        if (others.is_object())
          if (auto f = fault(others, value, there)) return f;
      }
    }
    if (has("required"))
      for (const auto& key : schema["required"])
        if (!x.contains(key.get_ref<const std::string&>())) {
          const Place there{&at, key.get_ref<const std::string&>()};
          return Fault{there.text(), "nothing", "what the schema asks for", there.depth(), false};
        }
    if (has("minProperties") && x.size() < schema["minProperties"].get<std::size_t>())
      return wrong(fmt::format("at least {} members", schema["minProperties"].get<std::size_t>()));
  }
  if (has("allOf"))
    for (const auto& s : schema["allOf"])
      if (auto f = fault(s, x, at)) return f;
  if (has("if"))
    if (const char* branch = fault(schema["if"], x, at) ? "else" : "then"; has(branch))
      if (auto f = fault(schema[branch], x, at)) return f;
  if (has("not") && !fault(schema["not"], x, at)) return wrong("something else");
  if (has("oneOf")) return of_alternatives(schema["oneOf"], x, at);
  return {};
}

const json& schema_of(std::string_view name) {
  static const auto all = [] {
    std::vector<std::pair<std::string_view, json>> list;
    for (const auto& [its_name, text] : schemas::all) list.emplace_back(its_name, json::parse(text));
    return list;
  }();
  for (const auto& [its_name, schema] : all)
    if (its_name == name) return schema;
  throw std::logic_error(fmt::format("there is no schema {}", name));
}

/// A curve's columns belong to one abscissa.
void check_columns(const json& experiment, const std::string& file) {
  for (std::size_t i = 0; i < experiment["panels"].size(); ++i) {
    const auto& all = experiment["panels"][i]["series"];
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (!all[k].contains("curve")) continue;
      const auto& curve = all[k]["curve"];
      for (const auto& [name, column] : curve.items())
        if (column.size() != curve.front().size())
          throw UserError("{}: panels[{}].series[{}].curve.{}: {} values are given; accepted: {}, as of {}", file, i, k,
                          shortened(name), column.size(), curve.front().size(), shortened(curve.begin().key()));
    }
  }
}

}  // namespace

nlohmann::json parse_json(const std::string& text, const std::string& file) {
  return strictly_parsed<nlohmann::json>(text, file);
}
json parse_ordered_json(const std::string& text, const std::string& file) {
  return strictly_parsed<json>(text, file);
}

std::string shortened_json(const nlohmann::json& value) {
  return text_of(value);
}
std::string shortened_json(const json& value) {
  return text_of(value);
}

void check_form(const json& document, std::string_view schema, const std::string& file) {
  if (const auto f = fault(schema_of(schema), document, {}))
    throw UserError("{}: {}{}{} is given; accepted: {}", file, f->field, f->field.empty() ? "" : ": ", f->given,
                    f->accepted);
  if (schema == "experiment-1") check_columns(document, file);
  if (schema == "passports-1")
    for (std::size_t i = 0; i < document["passports"].size(); ++i)
      check_form(document["passports"][i], "passport-1", fmt::format("{}: passports[{}]", file, i));
}

json read_result(const std::string& path, std::string_view schema, std::string_view id) {
  auto document = parse_ordered_json(read_file(path), path);
  check_form(document, schema, path);
  if (!id.empty() && document["id"] != id)
    throw UserError("{}: id: {} is given; accepted: \"{}\"", path, text_of(document["id"]), id);
  return document;
}

}  // namespace polhode
