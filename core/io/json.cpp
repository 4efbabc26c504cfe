// SPDX-License-Identifier: MIT
#include "core/io/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <set>
#include <unordered_map>
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
                                    {"array - unexpected", "a comma is missing"},
                                    {"value - invalid literal", "a value is a number like 0.5, a text, true or false"},
                                    {"value - invalid number", "a number is written like 0.5 or 1e-3"}})
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

// --- forms -----------------------------------------------------------------------------------------------------------

/// Why a value has not the form asked for: where, and what is wrong there.
struct Fault {
  std::string field, what;
  std::size_t known;  ///< how many members of the value are known; each that is comes nearer to what is meant
  int depth;          ///< of the field
};
using Found = std::optional<Fault>;

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
  Fault fault(const std::string& what) const { return {text(), what, 0, depth()}; }
};

/// 1.0 is 1, up to where doubles tell integers apart.
bool is_whole(double x) {
  return std::abs(x) <= 0x1p53 && x == std::floor(x);
}

bool is_a(const json& x, std::string_view type) {
  return type == "object"    ? x.is_object()
         : type == "array"   ? x.is_array()
         : type == "string"  ? x.is_string()
         : type == "boolean" ? x.is_boolean()
         : type == "integer" ? x.is_number_integer() || (x.is_number_float() && is_whole(x.get<double>()))
         : type == "number"  ? x.is_number() && std::isfinite(x.get<double>())
         : type == "null"    ? x.is_null()
                             : throw std::logic_error(fmt::format("a schema has the type {}", type));
}

bool is_of_types(const json& types, const json& x) {
  if (types.is_string()) return is_a(x, types.get<std::string>());
  return std::ranges::any_of(types, [&](const json& t) { return is_a(x, t.get<std::string>()); });
}

/// The schemas by their names, what each of their references refers to, and their patterns.
struct Schemas {
  std::map<std::string, json, std::less<>> all;
  std::unordered_map<const json*, const json*> targets;
  std::unordered_map<const json*, std::regex> patterns;

  Schemas() {
    for (const auto& [name, text] : schemas::all) all.emplace(name, json::parse(text));
    for (const auto& [name, schema] : all) refer(name, schema);
  }
  void refer(const std::string& file, const json& part) {
    if (part.is_object() && part.contains("$ref") && part["$ref"].is_string()) {
      const std::string to = part["$ref"], end = ".json";
      const auto hash = to.find('#'), dot = to.find(end);
      targets[&part] = &all.at(dot < hash ? to.substr(0, dot) : file).at(json::json_pointer(to.substr(hash + 1)));
    }
    if (part.is_object() && part.contains("pattern") && part["pattern"].is_string())
      patterns.emplace(&part, std::regex(part["pattern"].get<std::string>()));
    if (part.is_structured())
      for (const auto& each : part) refer(file, each);
  }
  static const Schemas& known() {
    static const Schemas schemas;
    return schemas;
  }
};
/// What a schema refers to, or itself.
const json& target(const json& schema) {
  const auto& targets = Schemas::known().targets;
  const auto found = targets.find(&schema);
  return found == targets.end() ? schema : target(*found->second);
}

/// Words in a row: a, b or c.
std::string listed(const std::vector<std::string>& words, const char* last = " or ") {
  std::string all;
  for (std::size_t i = 0; i < words.size(); ++i) all += (i == 0 ? "" : i + 1 < words.size() ? ", " : last) + words[i];
  return all;
}
std::string word(const json& x) {
  return x.is_string() ? x.get<std::string>() : x.dump();
}

/// What a schema accepts, in words: those of what it refers to or of its alternatives, or those of its type.
std::string accepted_by(const json& schema) {
  const auto& s = target(schema);
  const auto has = [&](const char* key) { return s.contains(key); };
  if (has("const")) return word(s["const"]);
  constexpr std::size_t most = 16;  // words that are listed
  if (has("description") && (has("enum") ? s["enum"].size() > most : &s != &schema || has("oneOf")))
    return s["description"];
  if (has("enum")) {
    std::vector<std::string> words;
    for (const auto& v : s["enum"]) words.push_back(word(v));
    return listed(words);
  }
  if (has("oneOf") || s.value("type", json()).is_array()) {
    static const json::json_pointer kind("/properties/kind/const");
    const auto& all = has("oneOf") ? s["oneOf"] : s["type"];
    const auto of_kind = [](const json& one) { return target(one).contains(kind); };
    const bool of_kinds = std::ranges::all_of(all, of_kind);
    std::vector<std::string> words;
    for (const auto& one : all)  // itself, by whose place it is found
      words.push_back(of_kinds          ? word(target(one)[kind])
                      : one.is_string() ? accepted_by(json::object({{"type", one}}))
                                        : accepted_by(one));
    return (of_kinds ? "an object of kind " : "") + listed(words);
  }
  const auto type = s.value("type", has("properties") || has("required") ? "object" : "");
  const auto bound = [&](const char* key, const char* before) {
    return has(key) ? fmt::format(" {} {}", before, s[key].dump()) : "";
  };
  if (type == "array") {
    const auto least = bound("minItems", "of at least");
    return has("items") ? fmt::format("a list{}, each {}", least, accepted_by(s["items"])) : "a list";
  }
  if (type == "object") {
    std::vector<std::string> keys;
    if (has("properties"))
      for (const auto& [key, value] : s["properties"].items()) keys.push_back(key);
    return keys.empty() ? "an object" : "an object with " + listed(keys);
  }
  if (type == "boolean") return "true or false";
  return fmt::format("{} {}{}{}{}", type == "integer" ? "an" : "a", type, bound("minimum", "from"),
                     bound("exclusiveMinimum", "above"), bound("maximum", "to"));
}

/// The only member that a schema asks for, nothing if it asks for more.
std::optional<std::string> only_required(const json& schema) {
  if (schema.size() != 1 || !schema.contains("required") || schema["required"].size() != 1) return {};
  return schema["required"][0].get<std::string>();
}

/// Are these alternatives a member each?
bool are_members(const json& schemas) {
  return std::ranges::all_of(schemas, [](const json& s) { return only_required(s).has_value(); });
}

Found fault(const json& schema, const json& x, const Place& at);

/// What the alternatives of a schema have against a value: nothing, if one accepts it; else that of the one that comes
/// furthest, or all that would have been accepted.
Found of_alternatives(const json& schema, const json& x, const Place& at) {
  const std::function<bool(const json&)> has_its_type = [&](const json& s) {
    const auto& one = target(s);
    if (one.contains("type")) return is_of_types(one["type"], x);
    return !one.contains("oneOf") || std::ranges::any_of(one["oneOf"], has_its_type);
  };
  const auto is_of_other_kind = [&](const json& s) {
    static const json::json_pointer kind("/properties/kind/const");
    return x.is_object() && x.contains("kind") && target(s).contains(kind) && target(s)[kind] != x["kind"];
  };
  std::vector<const json*> likely;
  for (const auto& s : schema["oneOf"])
    if (has_its_type(s) && !is_of_other_kind(s)) likely.push_back(&s);
  Found best;
  for (const auto* s : likely) {
    auto f = fault(*s, x, at);
    if (!f) return f;
    const auto rank = [](const Fault& f) { return std::pair(f.known, f.depth); };
    if (!best || rank(*f) > rank(*best)) best = std::move(f);
  }
  const bool is_none = x.is_object() && x.empty();
  const bool is_within = best && (best->depth > at.depth() || (likely.size() == 1 && best->field != at.text()));
  if (is_within && !is_none) return best;
  return at.fault(fmt::format("{} is given; accepted: {}", shortened_json(x), accepted_by(schema)));
}

/// What is wrong with the members of an object.
Found of_members(const json& schema, const json& x, const Place& at) {
  static const json none = json::object(), any = true;
  const auto& properties = schema.contains("properties") ? schema["properties"] : none;
  const auto wrong = [&](const std::string& key, const std::string& what) { return Place{&at, key}.fault(what); };
  const auto& others = schema.contains("additionalProperties") ? schema["additionalProperties"] : any;
  for (const auto& [key, value] : x.items())
    if (others == false && !properties.contains(key)) {
      std::vector<std::string> keys;
      for (const auto& [name, _] : properties.items())
        if (name[0] != '$') keys.push_back(name);
      return wrong(key, unknown_key(key, keys));
    }
  for (const auto& [key, value] : x.items())
    if (const auto& its = properties.contains(key) ? properties[key] : others; its.is_object() || its == false)
      if (auto f = fault(its, value, {&at, key})) return f;
  if (schema.contains("propertyNames"))
    for (const auto& [key, _] : x.items())
      if (auto f = fault(schema["propertyNames"], key, {&at, key})) return f;
  if (schema.contains("required"))
    for (const std::string key : schema["required"])
      if (!x.contains(key))
        return wrong(key, properties.contains(key) ? "missing; accepted: " + accepted_by(properties[key]) : "missing");
  if (schema.contains("minProperties") && x.size() < schema["minProperties"].get<std::size_t>())
    return wrong("",
                 fmt::format("{} members are given; accepted: at least {}", x.size(), word(schema["minProperties"])));

  // Members of which one, one at least, or one at most is there, and those that go together.
  for (const char* how : {"oneOf", "anyOf"}) {
    if (!schema.contains(how) || !are_members(schema[how])) continue;
    std::vector<std::string> all, given;
    for (const auto& s : schema[how]) {
      all.push_back(*only_required(s));
      if (x.contains(all.back())) given.push_back(all.back());
    }
    const bool one = how[0] == 'o';
    if (given.size() == 1 || (!one && !given.empty())) continue;
    const auto what = given.empty() ? "missing" : listed(given, " and ") + " are given";
    return wrong(given.empty() ? all[0] : given[0],
                 fmt::format("{}; accepted: {} one of {}", what, one ? "exactly" : "at least", listed(all, " and ")));
  }
  if (schema.contains("dependentRequired"))
    for (const auto& [key, needed] : schema["dependentRequired"].items())
      for (const std::string other : needed)
        if (x.contains(key) && !x.contains(other))
          return wrong(key, fmt::format("given without {}; accepted: together with it", other));
  if (schema.contains("dependentSchemas"))
    for (const auto& [key, needed] : schema["dependentSchemas"].items())
      if (x.contains(key) && fault(needed, x, at)) {
        std::vector<std::string> any;
        for (const auto& s : needed["anyOf"]) any.push_back(*only_required(s));
        return wrong(key, fmt::format("given without {}; accepted: with one of them", listed(any)));
      }
  if (schema.contains("not") && schema["not"].contains("required")) {
    std::vector<std::string> keys;
    for (const std::string key : schema["not"]["required"])
      if (x.contains(key)) keys.push_back(key);
    if (keys.size() == schema["not"]["required"].size())
      return wrong(keys.back(), keys.size() == 1
                                    ? "given; accepted: without it"
                                    : fmt::format("given together with {}; accepted: one of them", keys[0]));
  }
  return {};
}

/// How many members of an object a schema knows; its kind counts for more than all others.
std::size_t known_members(const json& schema, const json& x) {
  std::size_t known = 0;
  if (x.is_object() && schema.contains("properties"))
    for (const auto& [key, its] : schema["properties"].items())
      if (x.contains(key)) known += its.contains("const") && its["const"] == x[key] ? 100 : 1;
  return known;
}

/// a < b, of integers to the last digit.
bool less(const json& a, const json& b) {
  if (!a.is_number_integer() || !b.is_number_integer()) return a.get<double>() < b.get<double>();
  const auto than = [&](auto x) {
    return b.is_number_unsigned() ? std::cmp_less(x, b.get<std::uint64_t>()) : std::cmp_less(x, b.get<std::int64_t>());
  };
  return a.is_number_unsigned() ? than(a.get<std::uint64_t>()) : than(a.get<std::int64_t>());
}

/// The part of JSON Schema (draft 2020-12) that results/schemas uses.
Found fault_of(const json& given, const json& schema, const json& x, const Place& at) {
  const auto has = [&](const char* key) { return schema.contains(key); };
  const auto wrong = [&](const std::string& accepted) {
    const auto words = &schema != &given && has("description") ? accepted_by(given) : accepted;
    return at.fault(fmt::format("{} is given; accepted: {}", shortened_json(x), words));
  };
  if (has("const") && x != schema["const"]) return wrong(word(schema["const"]));
  if (has("enum") && std::ranges::find(schema["enum"], x) == schema["enum"].end()) {
    if (at.key != "kind" || !x.is_string()) return wrong(accepted_by(schema));
    return at.fault(unknown_name(word(schema.value("description", json("kind"))), word(x), schema["enum"]));
  }
  if (has("type") && !is_of_types(schema["type"], x)) return wrong(accepted_by(schema));
  if (x.is_number()) {
    if (has("minimum") && less(x, schema["minimum"])) return wrong("at least " + schema["minimum"].dump());
    if (has("maximum") && less(schema["maximum"], x)) return wrong("at most " + schema["maximum"].dump());
    if (has("exclusiveMaximum") && !less(x, schema["exclusiveMaximum"]))
      return wrong("less than " + schema["exclusiveMaximum"].dump());
    if (has("exclusiveMinimum") && !less(schema["exclusiveMinimum"], x))
      return wrong("more than " + schema["exclusiveMinimum"].dump());
  }
  if (x.is_string()) {
    const auto& text = x.get_ref<const std::string&>();
    if (has("minLength") && text.empty()) return wrong("a text that is not empty");
    if (has("pattern") && (text.size() > 1000 || !std::regex_search(text, Schemas::known().patterns.at(&schema))))
      return wrong("text like " + word(schema["pattern"]));
  }
  if (x.is_array()) {
    if (has("minItems") && x.size() < schema["minItems"].get<std::size_t>())
      return wrong(fmt::format("at least {} of them", schema["minItems"].get<std::size_t>()));
    if (has("maxItems") && x.size() > schema["maxItems"].get<std::size_t>())
      return wrong(fmt::format("at most {} of them", schema["maxItems"].get<std::size_t>()));
    if (has("uniqueItems") && std::set<json>(x.begin(), x.end()).size() < x.size()) return wrong("each of them once");
    if (has("contains")) {
      const auto found = std::ranges::count_if(x, [&](const json& i) { return !fault(schema["contains"], i, at); });
      if (found < schema.value("minContains", 1) || found > schema.value("maxContains", found)) return wrong("others");
    }
    const std::size_t first = has("prefixItems") ? schema["prefixItems"].size() : 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (i < first || has("items")) {
        const auto& item = i < first ? schema["prefixItems"][i] : schema["items"];
        auto f = fault(item, x[i], {&at, {}, i});
        if (!f) continue;
        const auto& its = target(item);
        if (i == 0 && its.contains("type") && !is_of_types(its["type"], x[i]))
          f->depth = at.depth();  // no list of these
        return f;
      }
  }
  if (x.is_object())
    if (auto f = of_members(schema, x, at)) return f;
  if (has("allOf"))
    for (const auto& s : schema["allOf"])
      if (auto f = fault(s, x, at)) return f;
  if (has("if"))
    if (const char* branch = fault(schema["if"], x, at) ? "else" : "then"; has(branch))
      if (auto f = fault(schema[branch], x, at)) {
        if (schema["if"].contains("description")) f->what += " " + word(schema["if"]["description"]);
        return f;
      }
  if (has("not") && !schema["not"].contains("required") && !fault(schema["not"], x, at)) return wrong("something else");
  if (has("anyOf") && !are_members(schema["anyOf"])) {
    auto first = fault(schema["anyOf"][0], x, at);
    for (std::size_t i = 1; first && i < schema["anyOf"].size(); ++i)
      if (!fault(schema["anyOf"][i], x, at)) first.reset();
    if (first) return first;
  }
  if (has("oneOf") && !are_members(schema["oneOf"])) return of_alternatives(schema, x, at);
  return {};
}

Found fault(const json& given, const json& x, const Place& at) {
  const auto& schema = target(given);
  auto f =
      schema == false ? at.fault(shortened_json(x) + " is given; accepted: nothing") : fault_of(given, schema, x, at);
  if (f) f->known += known_members(schema, x);
  return f;
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

std::string unknown_key(const std::string& given, const std::vector<std::string>& keys) {
  static const std::map<std::string, std::string_view> others{{"angular_velocity", " omega Omega w spin "},
                                                              {"momentum", " L angular_momentum "},
                                                              {"attitude", " orientation rotation quaternion "},
                                                              {"box", " size dimensions "},
                                                              {"ball", " sphere radius "},
                                                              {"inertia", " I moments "},
                                                              {"torque", " torques "},
                                                              {"h", " dt step timestep "},
                                                              {"time", " duration "}};
  for (const auto& key : keys)
    if (const auto theirs = others.find(key);
        theirs != others.end() && theirs->second.find(fmt::format(" {} ", given)) != std::string::npos)
      return fmt::format("\"{}\" is not a key here; did you mean \"{}\"?", given, key);
  return unknown_name("key here", given, keys);
}

std::string shortened_json(const json& value) {
  if (value.is_structured() && value.size() > 1000)
    return fmt::format("{} of {}", value.is_array() ? "a list" : "an object", value.size());
  return shortened(value.dump(-1, ' ', false, json::error_handler_t::replace));
}

void check_form(const json& document, std::string_view schema, const std::string& file) {
  if (const auto f = fault(Schemas::known().all.find(schema)->second, document, {}))
    throw UserError("{}{}{}: {}", file, file.empty() || f->field.empty() ? "" : ": ",
                    file.empty() && f->field.empty() ? "spec" : f->field, f->what);
  if (schema == "experiment-1") check_columns(document, file);
  if (schema == "passports-1")
    for (std::size_t i = 0; i < document["passports"].size(); ++i)
      check_form(document["passports"][i], "passport-1", fmt::format("{}: passports[{}]", file, i));
}

json read_result(const std::string& path, std::string_view schema, std::string_view id) {
  auto document = parse_ordered_json(read_file(path), path);
  check_form(document, schema, path);
  if (!id.empty() && document["id"] != id)
    throw UserError("{}: id: {} is given; accepted: \"{}\"", path, shortened_json(document["id"]), id);
  return document;
}

}  // namespace polhode
