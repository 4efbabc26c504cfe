// SPDX-License-Identifier: MIT
#include "core/io/spec/units.hpp"

#include <map>
#include <sstream>

namespace polhode::reading {

namespace {

namespace si {

using Powers = std::array<int, 4>;
constexpr Powers none{}, length{1, 0, 0, 0}, mass{0, 1, 0, 0}, time{0, 0, 1, 0}, force{1, 1, -2, 0},
    energy{2, 1, -2, 0}, charge{0, 0, 0, 1}, current{0, 0, -1, 1}, field{0, 1, -1, -1};

/// Units of a quantity with their sizes: those that take prefixes, and others.
struct Known {
  Powers powers;
  const char *with_prefix, *alone;
};
const Known known[] = {
    {current, "A 1", ""},
    {length, "m 1", "au 149597870700 AU 149597870700 A 1e-10 Å 1e-10 Angstrom 1e-10 in 0.0254 ft 0.3048"},
    {mass, "g 1e-3",
     "lb 0.45359237 slug 14.59390293720636482939632545931758530184 u 1.66053906892e-27 amu 1.66053906892e-27 t 1000"},
    {time, "s 1", "min 60 h 3600 d 86400 day 86400 yr 31557600 a 31557600"},
    {force, "N 1", "lbf 4.4482216152605 dyn 1e-5"},
    {energy, "J 1 eV 1.602176634e-19 cal 4.184", "erg 1e-7"},
    {field, "T 1", "G 1e-4 Gauss 1e-4"},
    {charge, "C 1", "e 1.602176634e-19"},
    {none, "rad 1", "mol 6.02214076e23"},
    {{2, 1, -2, -1}, "V 1", ""},
    {{1, 0, 0, 1}, "", "D 3.335640951981520495755767144749e-30"},
    {{0, 0, -1, 0}, "Hz 1", ""},
};
const std::map<std::string, const char*> prefixes{{"f", "1e-15"}, {"p", "1e-12"}, {"n", "1e-9"}, {"u", "1e-6"},
                                                  {"µ", "1e-6"},  {"m", "1e-3"},  {"c", "1e-2"}, {"d", "1e-1"},
                                                  {"h", "1e2"},   {"k", "1e3"},   {"M", "1e6"},  {"G", "1e9"}};

}  // namespace si

std::optional<float100> size_in(const char* units, const std::string& name) {
  std::istringstream words(units);
  for (std::string unit, size; words >> unit >> size;)
    if (unit == name) return float100(size);
  return {};
}

std::optional<Quantity> one_unit(const std::string& name, bool of_dipole) {
  if (name == "1") return Quantity{};
  if (name == "deg") return Quantity{pi_of<float100>() / 180, si::none};
  if (name == "rpm") return Quantity{pi_of<float100>() / 30, {0, 0, -1, 0}};
  if (name == "rev") return Quantity{2 * pi_of<float100>(), si::none};
  if (name == "arcsec") return Quantity{pi_of<float100>() / 648000, si::none};
  for (const auto& [powers, with_prefix, alone] : si::known)
    for (const auto* units : {with_prefix, alone})
      if (const auto size = size_in(units, name); size && (of_dipole || powers != si::current))
        return Quantity{*size, powers};
  for (const auto& [powers, with_prefix, alone] : si::known)
    for (const auto& [prefix, factor] : si::prefixes)
      if (name.starts_with(prefix) && (of_dipole || powers != si::current))
        if (const auto size = size_in(with_prefix, name.substr(prefix.size())))
          return Quantity{float100(factor) * *size, powers};
  return {};
}

const std::map<std::string, const char*> gravities{
    {"sun", "1.3271244004127942e20"},    {"mercury", "2.2031868551400003e13"}, {"venus", "3.24858592e14"},
    {"earth", "3.986004418e14"},         {"moon", "4.902800118457549e12"},     {"mars", "4.282837362069909e13"},
    {"jupiter", "1.266865319003704e17"}, {"saturn", "3.793120623436167e16"},   {"uranus", "5.793951256527211e15"},
    {"neptune", "6.835103145462294e15"}, {"pluto", "8.696138177608748e11"}};

}  // namespace

std::optional<Quantity> quantity(const std::string& name, bool of_dipole) {
  Quantity all;
  bool below = false, any = false;
  std::string word;
  const auto take = [&]() -> bool {
    if (word.empty()) return true;
    int power = 1;
    const auto digit = word.find_last_not_of("0123456789-^*");
    if (digit + 1 < word.size() && word != "1") {
      const auto sign = word.find_first_of("0123456789-", digit + 1);
      if (sign == word.npos || word.size() - sign > 2) return false;
      power = std::atoi(word.c_str() + sign);
      word.resize(digit + 1);
    }
    const auto unit = one_unit(word, of_dipole);
    if (!unit || power == 0) return false;
    for (int i = 0; i < (power < 0 ? -power : power); ++i) {
      const bool down = below != (power < 0);
      all.size = down ? float100(all.size / unit->size) : float100(all.size * unit->size);
      for (std::size_t k = 0; k < all.powers.size(); ++k) all.powers[k] += down ? -unit->powers[k] : unit->powers[k];
    }
    any = true;
    word.clear();
    return true;
  };
  for (const char c : name) {
    if (c == ' ' || c == '.' || c == '*' || c == '/') {
      if (!take()) return {};
      if (c == '/') below = true;
    } else {
      word += c;
    }
  }
  if (!take() || !any) return {};
  return all;
}

std::optional<float100> gravity_of(const std::string& name) {
  const auto found = gravities.find(name);
  return found == gravities.end() ? std::nullopt : std::optional(float100(found->second));
}

}  // namespace polhode::reading
