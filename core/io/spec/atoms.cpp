// SPDX-License-Identifier: MIT
#include "core/io/spec/mass.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>

namespace polhode::reading {

namespace {

struct Element {
  const char *symbol, *mass;
};
/// By atomic number, the abridged standard atomic weights of 2021 (Prohaska et al., Pure Appl. Chem. 94, 573); 0 for
/// elements that have none.
constexpr Element elements[] = {
    {"H", "1.008"},   {"He", "4.0026"}, {"Li", "6.94"},   {"Be", "9.0122"}, {"B", "10.81"},   {"C", "12.011"},
    {"N", "14.007"},  {"O", "15.999"},  {"F", "18.998"},  {"Ne", "20.180"}, {"Na", "22.990"}, {"Mg", "24.305"},
    {"Al", "26.982"}, {"Si", "28.085"}, {"P", "30.974"},  {"S", "32.06"},   {"Cl", "35.45"},  {"Ar", "39.95"},
    {"K", "39.098"},  {"Ca", "40.078"}, {"Sc", "44.956"}, {"Ti", "47.867"}, {"V", "50.942"},  {"Cr", "51.996"},
    {"Mn", "54.938"}, {"Fe", "55.845"}, {"Co", "58.933"}, {"Ni", "58.693"}, {"Cu", "63.546"}, {"Zn", "65.38"},
    {"Ga", "69.723"}, {"Ge", "72.630"}, {"As", "74.922"}, {"Se", "78.971"}, {"Br", "79.904"}, {"Kr", "83.798"},
    {"Rb", "85.468"}, {"Sr", "87.62"},  {"Y", "88.906"},  {"Zr", "91.224"}, {"Nb", "92.906"}, {"Mo", "95.95"},
    {"Tc", "0"},      {"Ru", "101.07"}, {"Rh", "102.91"}, {"Pd", "106.42"}, {"Ag", "107.87"}, {"Cd", "112.41"},
    {"In", "114.82"}, {"Sn", "118.71"}, {"Sb", "121.76"}, {"Te", "127.60"}, {"I", "126.90"},  {"Xe", "131.29"},
    {"Cs", "132.91"}, {"Ba", "137.33"}, {"La", "138.91"}, {"Ce", "140.12"}, {"Pr", "140.91"}, {"Nd", "144.24"},
    {"Pm", "0"},      {"Sm", "150.36"}, {"Eu", "151.96"}, {"Gd", "157.25"}, {"Tb", "158.93"}, {"Dy", "162.50"},
    {"Ho", "164.93"}, {"Er", "167.26"}, {"Tm", "168.93"}, {"Yb", "173.05"}, {"Lu", "174.97"}, {"Hf", "178.49"},
    {"Ta", "180.95"}, {"W", "183.84"},  {"Re", "186.21"}, {"Os", "190.23"}, {"Ir", "192.22"}, {"Pt", "195.08"},
    {"Au", "196.97"}, {"Hg", "200.59"}, {"Tl", "204.38"}, {"Pb", "207.2"},  {"Bi", "208.98"}, {"Po", "0"},
    {"At", "0"},      {"Rn", "0"},      {"Fr", "0"},      {"Ra", "0"},      {"Ac", "0"},      {"Th", "232.04"},
    {"Pa", "231.04"}, {"U", "238.03"},
};

}  // namespace

json atoms_of(const std::string& text, const std::string& path, const std::string& field,
              std::vector<std::string>& warnings) {
  std::istringstream in(text);
  std::string line;
  std::size_t number = 0;
  const auto refuse = [&](const std::string& accepted) {
    throw UserError("{}: {}, line {}: \"{}\" is given; accepted: {}", field, path, number, shortened(line), accepted);
  };
  const auto next = [&](const char* accepted) {
    line.clear(), ++number;
    if (!std::getline(in, line)) refuse(accepted);
    if (line.ends_with('\r')) line.pop_back();
  };
  const auto words = [&] {
    std::istringstream rest(line);
    return std::vector<std::string>(std::istream_iterator<std::string>(rest), {});
  };
  const auto integer = [](const std::string& word) {
    std::size_t n = 0;
    const auto r = std::from_chars(word.data(), word.data() + word.size(), n);
    return r.ec == std::errc() && r.ptr == word.data() + word.size() ? n : 0;
  };
  next("the number of atoms");
  const auto count = words().size() == 1 ? integer(words()[0]) : 0;
  if (count == 0) refuse("the number of atoms, in a file of the form XYZ");
  next("a comment");
  auto atoms = json::array();
  const char* form = "a symbol and three coordinates, as many lines as there are atoms";
  while (atoms.size() < count) {
    next(form);
    const auto w = words();
    if (w.size() < 4 || !std::all_of(w.begin() + 1, w.begin() + 4, is_decimal)) refuse(form);
    const auto atomic = integer(w[0]);
    const auto* element = atomic > 0 && atomic <= std::size(elements)
                              ? elements + (atomic - 1)
                              : std::ranges::find_if(elements, [&](const Element& e) { return w[0] == e.symbol; });
    if (element == std::end(elements) || element->mass == std::string_view("0"))
      refuse("a symbol, or an atomic number, of an element that has a standard atomic weight");
    atoms.push_back({element->mass, w[1], w[2], w[3]});
  }
  while (std::getline(in, line))
    if (line.find_first_not_of(" \t\r") != line.npos) {
      warnings.push_back(fmt::format("{}: what follows the {} atoms of the first frame is not read", field, count));
      break;
    }
  return atoms;
}

}  // namespace polhode::reading
