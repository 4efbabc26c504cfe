// SPDX-License-Identifier: MIT
#include "core/io/spec/mass.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <numbers>
#include <numeric>
#include <set>
#include <sstream>
#include <unordered_map>

namespace polhode::reading {

namespace {

using Place = Vec<Body, float100>;
using Near = Vec<Body, double>;
using Face = std::array<std::size_t, 3>;

[[noreturn]] void refuse(const std::string& field, const std::string& path, const std::string& what,
                         const std::string& accepted) {
  throw UserError("{}: {}{}; accepted: {}", field, path, what, accepted);
}

/// The words of a file, line by line; lines end in LF, CR or both. In some formats # begins a comment, and a line that
/// ends in a backslash goes on in the next.
class Lines {
 public:
  Lines(const std::string& text, std::string path, std::string field, bool has_comments = false, bool go_on = false)
      : text_(text), path_(std::move(path)), field_(std::move(field)), has_comments_(has_comments), go_on_(go_on) {}

  /// The words of the next line that has some; false at the end.
  bool next(std::vector<std::string>& words) {
    words.clear();
    while (at_ < text_.size()) {
      const auto end = std::min(text_.find_first_of("\r\n", at_), text_.size());
      std::string line = text_.substr(at_, end - at_);
      at_ = std::min(end + (text_.compare(end, 2, "\r\n") == 0 ? 2 : 1), text_.size());
      ++number_;
      if (has_comments_) line.resize(std::min(line.find('#'), line.size()));
      const bool goes_on = go_on_ && !line.empty() && line.back() == '\\';
      if (goes_on) line.pop_back();
      std::istringstream rest(line);
      for (std::string word; rest >> word;) words.push_back(word);
      if (!words.empty() && !goes_on) return true;
    }
    return !words.empty();
  }
  /// How many bytes of the text its lines have been.
  std::size_t read() const { return at_; }
  [[noreturn]] void refuse_line(const std::string& given, const std::string& accepted) const {
    refuse(field_, path_, fmt::format(", line {}: \"{}\" is given", number_, shortened(given)), accepted);
  }
  float100 number(const std::string& word) const {
    if (!is_decimal(word) || !in_range(float100(word))) refuse_line(word, "a number up to 1e100");
    return float100(word);
  }
  std::int64_t integer(const std::string& word) const {
    std::int64_t n = 0;
    const auto r = std::from_chars(word.data(), word.data() + word.size(), n);
    if (r.ec != std::errc() || r.ptr != word.data() + word.size()) refuse_line(word, "an integer");
    return n;
  }

 private:
  const std::string& text_;
  std::size_t at_ = 0;
  std::string path_, field_;
  bool has_comments_, go_on_;
  int number_ = 0;
};

/// A surface of triangles.
struct Mesh {
  std::vector<Place> vertices;
  std::vector<Face> faces;

  /// Cuts a polygon into triangles from its first corner.
  void add(const std::vector<std::size_t>& corners) {
    for (std::size_t i = 2; i < corners.size(); ++i) faces.push_back({corners[0], corners[i - 1], corners[i]});
  }
};

/// A number of a binary file, least byte first or last.
template <class U>
U binary(const std::string& text, std::size_t at, bool least_last = false) {
  std::array<char, sizeof(U)> bytes;
  std::copy_n(text.begin() + static_cast<std::ptrdiff_t>(at), bytes.size(), bytes.begin());
  if (least_last != (std::endian::native == std::endian::big)) std::reverse(bytes.begin(), bytes.end());
  return std::bit_cast<U>(bytes);
}

Mesh read_stl(const std::string& text, const std::string& path, const std::string& field) {
  Mesh mesh;
  constexpr std::size_t head = 84, face = 50, begin = 1000;
  const std::size_t n = text.size() >= head ? binary<std::uint32_t>(text, head - 4) : 0;
  auto start = text.substr(0, begin);
  for (auto& c : start) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const bool is_text = std::none_of(start.begin(), start.end(), [](unsigned char c) { return c < '\t'; }),
             is_ascii = is_text && (start.find_first_not_of(" \t\r\n") == start.find("solid") ||
                                    start.find("facet") != start.npos);
  const bool is_whole = text.size() >= head && text.size() == head + face * n;
  if (is_text && !is_ascii && !is_whole)
    refuse(field, path, " is text, and no STL", "STL; or OBJ, PLY, OFF by their names");
  if (is_whole || (text.size() >= head && !is_ascii)) {
    if (text.size() < head + face * n)
      refuse(field, path, fmt::format(" ends after {} bytes, before the last of its {} faces", text.size(), n),
             "a whole STL file");
    for (std::size_t f = 0; f < n; ++f) {
      const auto corner = mesh.vertices.size();
      for (std::size_t k = 0; k < 3; ++k) {
        Place x;
        for (int i = 0; i < 3; ++i)
          x[i] = static_cast<double>(
              binary<float>(text, head + face * f + 12 * (k + 1) + 4 * static_cast<std::size_t>(i)));
        mesh.vertices.push_back(x);
      }
      mesh.faces.push_back({corner, corner + 1, corner + 2});
    }
    return mesh;
  }
  Lines lines(text, path, field);
  std::vector<std::size_t> corners;
  bool within = false;  // a face
  for (std::vector<std::string> words; lines.next(words);)
    for (std::size_t i = 0; i < words.size(); ++i) {
      for (auto& c : words[i]) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      if (words[i] == "loop" && i > 0 && words[i - 1] == "outer") {  // before it, any word may be a solid's name
        within = true;
      } else if (within && words[i] == "vertex") {
        if (words.size() < i + 4) lines.refuse_line(words.back(), "vertex with three numbers");
        corners.push_back(mesh.vertices.size());
        mesh.vertices.push_back({lines.number(words[i + 1]), lines.number(words[i + 2]), lines.number(words[i + 3])});
      } else if (within && words[i] == "endloop") {
        if (corners.size() < 3) lines.refuse_line(words[i], "a face of at least three vertices before it");
        mesh.add(corners), corners.clear(), within = false;
      }
    }
  if (within) refuse(field, path, " ends within a face", "a whole STL file, binary or ASCII");
  return mesh;
}

Mesh read_obj(const std::string& text, const std::string& path, const std::string& field) {
  Mesh mesh;
  Lines lines(text, path, field, true, true);
  for (std::vector<std::string> words; lines.next(words);) {
    if (words[0] == "v") {
      if (words.size() < 4) lines.refuse_line(words.back(), "v with three numbers");
      mesh.vertices.push_back({lines.number(words[1]), lines.number(words[2]), lines.number(words[3])});
    } else if (words[0] == "f") {
      std::vector<std::size_t> corners;
      for (std::size_t i = 1; i < words.size(); ++i) {
        const auto k = lines.integer(words[i].substr(0, words[i].find('/')));
        const auto size = static_cast<std::int64_t>(mesh.vertices.size());
        const auto at = k < 0 ? size + k : k - 1;
        if (k == 0 || at < 0 || at >= size)
          lines.refuse_line(words[i], fmt::format("the number of a vertex before it, 1 to {}", size));
        corners.push_back(static_cast<std::size_t>(at));
      }
      if (corners.size() < 3) lines.refuse_line(words[0], "a face of at least three vertices");
      mesh.add(corners);
    }
  }
  return mesh;
}

/// Of Geomview: counts of vertices and faces, then a line each. Normals, colours and texture coordinates follow those
/// of the place and are not read. The counts may stand directly behind the word, as in ModelNet.
Mesh read_off(const std::string& text, const std::string& path, const std::string& field) {
  Mesh mesh;
  Lines lines(text, path, field, true);
  std::vector<std::string> words;
  const auto next = [&] {
    if (!lines.next(words)) refuse(field, path, " ends before the last of its faces", "a whole OFF file");
  };
  next();
  const auto word = words[0].find("OFF");
  if (word == std::string::npos || words[0].find_first_not_of("CNST") < word || words.back() == "BINARY")
    lines.refuse_line(words[0] + (words.size() > 1 ? " " + words.back() : ""), "OFF, COFF or NOFF, as text");
  words[0].erase(0, word + 3);
  if (words[0].empty()) words.erase(words.begin());
  if (words.empty()) next();
  if (words.size() < 2) lines.refuse_line(words[0], "the numbers of vertices and of faces");
  const auto vertices = lines.integer(words[0]), faces = lines.integer(words[1]);
  for (std::int64_t i = 0; i < vertices; ++i) {
    next();
    if (words.size() < 3) lines.refuse_line(words[0], "a vertex of three numbers");
    mesh.vertices.push_back({lines.number(words[0]), lines.number(words[1]), lines.number(words[2])});
  }
  for (std::int64_t i = 0; i < faces; ++i) {
    next();
    const auto count = lines.integer(words[0]);
    if (count < 0 || count >= static_cast<std::int64_t>(words.size()))
      lines.refuse_line(words[0], "how many vertices the face has, and these");
    std::vector<std::size_t> corners;
    for (std::int64_t k = 1; k <= count; ++k) {
      const auto& given = words[static_cast<std::size_t>(k)];
      const auto at = lines.integer(given);
      if (at < 0 || at >= vertices) lines.refuse_line(given, fmt::format("the number of a vertex below {}", vertices));
      corners.push_back(static_cast<std::size_t>(at));
    }
    mesh.add(corners);
  }
  return mesh;
}

struct PlyType {
  const char *name, *alias;
  std::size_t bytes;
  double (*value)(const std::string& text, std::size_t at, bool least_last);
};
template <class U>
constexpr PlyType ply_type(const char* name, const char* alias) {
  return {name, alias, sizeof(U), [](const std::string& text, std::size_t at, bool least_last) {
            return static_cast<double>(binary<U>(text, at, least_last));
          }};
}
constexpr PlyType ply_types[] = {ply_type<std::int8_t>("char", "int8"),    ply_type<std::uint8_t>("uchar", "uint8"),
                                 ply_type<std::int16_t>("short", "int16"), ply_type<std::uint16_t>("ushort", "uint16"),
                                 ply_type<std::int32_t>("int", "int32"),   ply_type<std::uint32_t>("uint", "uint32"),
                                 ply_type<float>("float", "float32"),      ply_type<double>("double", "float64")};

Mesh read_ply(const std::string& text, const std::string& path, const std::string& field) {
  struct Property {
    std::string name;
    const PlyType *type, *count = nullptr;  ///< of a list's numbers, and of their count
  };
  struct Element {
    std::string name;
    std::int64_t count = 0;
    std::vector<Property> properties;
  };
  Lines lines(text, path, field);
  std::vector<Element> elements;
  std::vector<std::string> words;
  std::string format;
  const auto type = [&](const std::string& name) {
    for (const auto& t : ply_types)
      if (name == t.name || name == t.alias) return &t;
    lines.refuse_line(name, "a type of PLY, like float, uchar, int");
  };
  if (!lines.next(words) || words[0] != "ply") refuse(field, path, " does not begin with \"ply\"", "a PLY file");
  while (lines.next(words) && words[0] != "end_header") {
    if (words[0] == "format" && words.size() > 1) format = words[1];
    if (words[0] == "element" && words.size() == 3) {
      elements.push_back({words[1], lines.integer(words[2]), {}});
      if (elements.back().count < 0 || elements.back().count > static_cast<std::int64_t>(text.size()))
        lines.refuse_line(words[2], "as many as the file has room for");
    }
    if (words[0] == "property" && words.size() > 2 && !elements.empty()) {
      const bool is_list = words[1] == "list" && words.size() == 5;
      elements.back().properties.push_back(
          {words.back(), type(words[is_list ? 3 : 1]), is_list ? type(words[2]) : nullptr});
    }
  }
  const bool ascii = format == "ascii", least_last = format == "binary_big_endian";
  if (!ascii && !least_last && format != "binary_little_endian")
    refuse(field, path, fmt::format(" is of format \"{}\"", shortened(format)),
           "ascii, binary_little_endian or binary_big_endian");

  Mesh mesh;
  std::size_t at = lines.read(), word = 0;
  const auto number = [&](const Element& element, const PlyType* t) {
    if (ascii) {
      if (word == words.size()) lines.refuse_line(words.back(), "all properties of a " + shortened(element.name));
      return lines.number(words[word++]);
    }
    if (at + t->bytes > text.size())
      refuse(field, path, fmt::format(" ends before all of its {}", shortened(element.name)), "a whole PLY file");
    at += t->bytes;
    return float100(t->value(text, at - t->bytes, least_last));
  };
  const auto index = [&](const float100& x, std::size_t below, const char* what) {
    if (!(x >= 0 && x < below && x == floor(x)))
      refuse(field, path, fmt::format(" has {:.6g} as {}", scalar_cast<double>(x), what),
             fmt::format("an integer below {}", below));
    return static_cast<std::size_t>(x);
  };
  std::size_t vertices = 0;
  for (const auto& element : elements) vertices += element.name == "vertex" ? element.count : 0;
  for (const auto& element : elements) {
    const bool is_vertex = element.name == "vertex", is_face = element.name == "face";
    for (const char* name : {"x", "y", "z"})
      if (is_vertex && std::none_of(element.properties.begin(), element.properties.end(),
                                    [&](const Property& p) { return p.name == name && !p.count; }))
        refuse(field, path, fmt::format(" has vertices without {}", name), "with x, y, z");
    for (std::int64_t i = 0; !element.properties.empty() && i < element.count; ++i) {
      if (ascii && !lines.next(words))
        refuse(field, path, fmt::format(" ends before all of its {}", shortened(element.name)), "a whole PLY file");
      word = 0;
      Place x;
      std::vector<std::size_t> corners;
      for (const auto& p : element.properties) {
        const auto count = p.count ? index(number(element, p.count), text.size(), "the length of a list") : 1;
        const bool is_corners = is_face && p.count && (p.name == "vertex_indices" || p.name == "vertex_index");
        for (std::size_t k = 0; k < count; ++k) {
          const auto value = number(element, p.type);
          if (is_vertex && p.name.size() == 1 && p.name[0] >= 'x' && p.name[0] <= 'z') x[p.name[0] - 'x'] = value;
          if (is_corners) corners.push_back(index(value, vertices, "the number of a vertex"));
        }
      }
      if (is_vertex) mesh.vertices.push_back(x);
      if (is_face) mesh.add(corners);
    }
  }
  return mesh;
}

/// Sets that are joined: each by one of its own.
class Sets {
 public:
  explicit Sets(std::size_t n) : of_(n) { std::iota(of_.begin(), of_.end(), std::size_t(0)); }
  std::size_t of(std::size_t i) {
    while (of_[i] != i) i = of_[i] = of_[of_[i]];
    return i;
  }
  /// Goes by the smaller one.
  void join(std::size_t a, std::size_t b) {
    a = of(a), b = of(b);
    of_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::size_t> of_;
};

constexpr double one_vertex = 1e-7;  // of the size of the mesh

/// The least and the greatest coordinates.
struct Box {
  Near least{INFINITY, INFINITY, INFINITY}, most{-INFINITY, -INFINITY, -INFINITY};
  void add(const Near& x) {
    for (int k = 0; k < 3; ++k) least[k] = std::min(least[k], x[k]), most[k] = std::max(most[k], x[k]);
  }
  bool holds(const Near& x) const {
    bool in = true;
    for (int k = 0; k < 3; ++k) in = in && least[k] <= x[k] && x[k] <= most[k];
    return in;
  }
  bool meets(const Box& other) const {
    bool in = true;
    for (int k = 0; k < 3; ++k) in = in && least[k] <= other.most[k] && other.least[k] <= most[k];
    return in;
  }
  double size() const { return norm(most - least); }
};

/// The first of the vertices within `reach` of each, whatever they are joined by.
std::vector<std::size_t> representatives(const std::vector<Near>& x, double reach) {
  Sets sets(x.size());
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> cells;
  const double width = 2 * reach;
  const auto cell = [&](std::int64_t i, std::int64_t j, std::int64_t k) {  // those that share a number are looked at
    return (static_cast<std::uint64_t>(i) * 73856093u) ^ (static_cast<std::uint64_t>(j) * 19349663u) ^
           (static_cast<std::uint64_t>(k) * 83492791u);
  };
  const auto index = [&](double c) { return static_cast<std::int64_t>(std::floor(c / width)); };
  for (std::size_t n = 0; n < x.size(); ++n) {
    std::int64_t from[3], to[3];
    for (int k = 0; k < 3; ++k) from[k] = index(x[n][k] - reach), to[k] = index(x[n][k] + reach);
    for (auto i = from[0]; i <= to[0]; ++i)
      for (auto j = from[1]; j <= to[1]; ++j)
        for (auto k = from[2]; k <= to[2]; ++k)
          if (const auto there = cells.find(cell(i, j, k)); there != cells.end())
            for (const auto m : there->second)
              if (norm(x[m] - x[n]) <= reach) sets.join(m, n);
    if (sets.of(n) == n) cells[cell(index(x[n][0]), index(x[n][1]), index(x[n][2]))].push_back(n);
  }
  std::vector<std::size_t> first(x.size());
  for (std::size_t n = 0; n < x.size(); ++n) first[n] = sets.of(n);
  return first;
}

/// The faces that have an area, after near vertices have been merged; those that were not equal are news.
Mesh welded(const Mesh& given, const std::string& field, std::vector<std::string>& warnings) {
  std::map<std::array<float100, 3>, std::size_t> names;
  std::vector<std::size_t> name;
  Mesh mesh;
  for (const auto& x : given.vertices) {
    const auto [at, is_new] = names.emplace(x.as_array(), mesh.vertices.size());
    if (is_new) mesh.vertices.push_back(x);
    name.push_back(at->second);
  }
  std::vector<Near> near;
  Box box;
  for (const auto& x : mesh.vertices) near.push_back(cast<double>(x)), box.add(near.back());
  const double reach = one_vertex * box.size();
  const auto first = reach > 0 ? representatives(near, reach) : std::vector<std::size_t>();
  std::size_t merged = 0;
  for (std::size_t i = 0; i < first.size(); ++i) merged += first[i] != i;
  if (merged > 0)
    warnings.push_back(fmt::format("{}: {} vertices closer than {:g} of its size to another were merged with it", field,
                                   merged, one_vertex));
  for (const auto& f : given.faces) {
    Face face{name[f[0]], name[f[1]], name[f[2]]};
    if (!first.empty())
      for (auto& i : face) i = first[i];
    if (face[0] != face[1] && face[1] != face[2] && face[2] != face[0]) mesh.faces.push_back(face);
  }
  return mesh;
}

/// How often a surface goes around a point, in turns: the solid angles of its faces (van Oosterom & Strackee 1983).
double turns_around(const std::vector<Near>& x, const std::vector<Face>& faces, const Near& point) {
  double sum = 0;
  for (const auto& f : faces) {
    const auto a = x[f[0]] - point, b = x[f[1]] - point, c = x[f[2]] - point;
    const double A = norm(a), B = norm(b), C = norm(c);
    sum += 2 * std::atan2(dot(a, cross(b, c)), A * B * C + dot(a, b) * C + dot(b, c) * A + dot(c, a) * B);
  }
  return sum / (4 * std::numbers::pi);
}

struct Part {
  std::vector<Face> faces;
  float100 volume{0}, size{0};  ///< size: of its tetrahedra, whichever way they turn
  Box box;
};

/// Does a piece of the one lie within the other, where it `counts`? Some hundred of its vertices, and middles of its
/// faces, are asked.
bool lies_within(const std::vector<Near>& x, const Part& one, const Part& other, const auto& counts) {
  constexpr std::size_t asked = 200;
  const auto stride = one.faces.size() / asked + 1;
  for (std::size_t i = 0; i < one.faces.size(); i += stride) {
    const auto& f = one.faces[i];
    const auto middle = (x[f[0]] + x[f[1]] + x[f[2]]) / 3.0;
    for (const auto& point : {middle, 0.98 * x[f[0]] + 0.02 * middle})
      if (other.box.holds(point) && turns_around(x, other.faces, point) > 0.75 && counts(point)) return true;
  }
  return false;
}

/// Does an edge of the one go through a face of the other, where their boxes meet?
bool cuts(const std::vector<Near>& x, const Part& one, const Part& other) {
  std::vector<const Face*> there;
  for (const auto& f : other.faces) {
    Box box;
    for (const auto i : f) box.add(x[i]);
    if (one.box.meets(box)) there.push_back(&f);
  }
  constexpr double most = 2e7;
  if (static_cast<double>(there.size()) * static_cast<double>(one.faces.size()) > most) return false;
  constexpr double inside = 1e-9;
  for (const auto& f : one.faces)
    for (int k = 0; k < 3; ++k) {
      const auto &p = x[f[static_cast<std::size_t>(k)]], &q = x[f[static_cast<std::size_t>((k + 1) % 3)]];
      for (const auto* face : there) {
        const auto &a = x[(*face)[0]], u = x[(*face)[1]] - a, v = x[(*face)[2]] - a, d = q - p;
        const double D = -dot(d, cross(u, v));
        if (std::abs(D) <= inside * norm(d) * norm(u) * norm(v)) continue;
        const auto w = p - a;
        const double s = dot(w, cross(u, v)) / D, b = -dot(d, cross(w, v)) / D, c = -dot(d, cross(u, w)) / D;
        if (s > inside && s < 1 - inside && b > inside && c > inside && b + c < 1 - inside) return true;
      }
    }
  return false;
}

Mesh read(const std::string& text, const std::string& path, const std::string& field) {
  std::string end = path.substr(path.size() - std::min<std::size_t>(4, path.size()));
  for (auto& c : end) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const auto plain = text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text;
  const auto given = end == ".obj"                               ? read_obj(plain, path, field)
                     : end == ".ply"                             ? read_ply(plain, path, field)
                     : end == ".off" || plain.starts_with("OFF") ? read_off(plain, path, field)
                                                                 : read_stl(plain, path, field);
  for (const auto& v : given.vertices)
    if (!in_range(v[0]) || !in_range(v[1]) || !in_range(v[2]))
      refuse(field, path, fmt::format(" has a vertex at ({})", six_digits(v)), "numbers up to 1e100");
  if (given.faces.empty()) refuse(field, path, " has no faces", "a closed surface");
  return given;
}

}  // namespace

Mass of_mesh(const std::string& text, const std::string& path, const float100& density, const std::string& field,
             std::vector<std::string>& warnings) {
  auto mesh = welded(read(text, path, field), field, warnings);
  auto& v = mesh.vertices;
  std::vector<Near> near;
  for (const auto& x : v) near.push_back(cast<double>(x));

  // A closed surface: every edge as often in one direction as in the other.
  struct Side {
    std::size_t face;
    int sense;
  };
  std::map<std::pair<std::size_t, std::size_t>, std::vector<Side>> edges;
  for (std::size_t f = 0; f < mesh.faces.size(); ++f)
    for (std::size_t k = 0; k < 3; ++k) {
      const auto a = mesh.faces[f][k], b = mesh.faces[f][(k + 1) % 3];
      edges[std::minmax(a, b)].push_back({f, a < b ? 1 : -1});
    }
  int open = 0, twisted = 0;
  std::string where;
  for (const auto& [edge, sides] : edges)
    if (const int off = std::abs(
            std::accumulate(sides.begin(), sides.end(), 0, [](int sum, const Side& s) { return sum + s.sense; }));
        off > 0) {
      (sides.size() % 2 == 1 ? open : twisted) += 1;
      if (where.empty() || (open == 1 && off == 1))
        where = fmt::format("one from ({}) to ({})", six_digits(near[edge.first]), six_digits(near[edge.second]));
    }
  if (open > 0)
    refuse(field, path, fmt::format(": not closed: {} edges without partner, {}", open, where), "a closed surface");
  if (twisted > 0)
    refuse(field, path, fmt::format(": the orientation of faces differs at {} edges, {}", twisted, where),
           "a closed surface");
  Place middle{};
  for (const auto& f : mesh.faces)
    for (const auto i : f) middle += v[i];
  middle = middle / float100(3 * mesh.faces.size());
  for (auto& x : v) x = x - middle;
  const auto six_volumes = [&](const Face& f) { return dot(v[f[0]], cross(v[f[1]], v[f[2]])); };

  // Its parts, which edges of two faces join; those of more do where a part would be open without them.
  Sets sets(mesh.faces.size());
  std::vector<const std::vector<Side>*> shared;
  for (const auto& [_, sides] : edges)
    if (sides.size() == 2)
      sets.join(sides[0].face, sides[1].face);
    else
      shared.push_back(&sides);
  const auto opens_a_part = [&](const std::vector<Side>* sides) {
    std::map<std::size_t, int> sums;
    for (const auto& s : *sides) sums[sets.of(s.face)] += s.sense;
    return std::ranges::any_of(sums, [](const auto& sum) { return sum.second != 0; });
  };
  if (std::ranges::any_of(shared, opens_a_part))
    for (const auto* sides : shared)
      for (const auto& s : *sides) sets.join(s.face, sides->front().face);
  std::set<Face> same;
  for (auto f : mesh.faces) std::rotate(f.begin(), std::ranges::min_element(f), f.end()), same.insert(f);
  if (const auto again = mesh.faces.size() - same.size(); again > 0)
    warnings.push_back(
        fmt::format("{}: {} faces are there more than once; what they bound counts as often", field, again));
  std::map<std::size_t, Part> by_face;
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    auto& part = by_face[sets.of(f)];
    const float100 six = six_volumes(mesh.faces[f]);
    part.faces.push_back(mesh.faces[f]), part.volume += six / 6, part.size += abs(six) / 6;
    for (const auto i : mesh.faces[f]) part.box.add(near[i]);
  }
  std::vector<Part> parts;
  constexpr double rounding = 1e-12;  // of a file's decimals
  float100 all(0), filled(0);
  int flat = 0;
  for (auto& [first, part] : by_face) {
    if (!(abs(part.volume) > float100(rounding) * part.size)) {  // drawn from both sides
      ++flat;
      continue;
    }
    all += part.volume, filled += abs(part.volume);
    parts.push_back(std::move(part));
  }
  if (parts.empty())
    refuse(field, path, ": its volume is 0: its faces lie in a plane, or are drawn from both sides",
           "a surface that bounds a volume");
  if (flat > 0)
    warnings.push_back(
        fmt::format("{}: {} of {} parts have no volume (flat, or drawn from both sides), and are left out", field, flat,
                    by_face.size()));
  const auto turn = [&](Part& part) {
    for (auto& f : part.faces) std::swap(f[1], f[2]);
    part.volume = -part.volume;
  };
  if (all < -float100(rounding) * filled) {
    for (auto& part : parts) turn(part);
    warnings.push_back(fmt::format("{}: its faces were oriented inwards, and have been reversed", field));
  }
  const auto is_within = [&](const Part& part, const Part& other) {
    return &other != &part && other.volume > 0 && other.box.holds(part.box.least) && other.box.holds(part.box.most) &&
           lies_within(near, part, other, [](const Near&) { return true; });
  };
  std::vector<std::size_t> turned;  // the largest first, as what lies within it is a hole once it has been reversed
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i].volume < 0) turned.push_back(i);
  std::ranges::stable_sort(turned, {}, [&](std::size_t i) { return parts[i].volume; });
  double holes = 0;
  for (const auto i : turned) {
    auto& part = parts[i];
    if (std::any_of(parts.begin(), parts.end(), [&](const Part& other) { return is_within(part, other); })) {
      holes -= scalar_cast<double>(part.volume);
    } else {
      turn(part);
      warnings.push_back(fmt::format("{}: the faces of part {} of {} were oriented inwards, and have been reversed",
                                     field, i + 1, parts.size()));
    }
  }
  all = std::accumulate(parts.begin(), parts.end(), float100(0),
                        [](const float100& sum, const Part& part) { return float100(sum + part.volume); });
  if (!(all > float100(rounding) * filled))
    refuse(field, path, fmt::format(": its volume is {:.3g}", scalar_cast<double>(all)),
           "a body with a volume, whose faces are oriented outwards");
  constexpr std::size_t compared = 300;  // parts, each with each
  for (std::size_t i = 0; i < std::min(parts.size(), compared); ++i)
    for (std::size_t j = i + 1; j < std::min(parts.size(), compared); ++j) {
      const auto &a = parts[i], &b = parts[j];
      bool apart = !(a.volume > 0 && b.volume > 0);
      for (int k = 0; k < 3; ++k) apart = apart || a.box.most[k] <= b.box.least[k] || b.box.most[k] <= a.box.least[k];
      const auto counts_twice = [&](const Part& own) {  // on its faces, within others by more than the holes in them
        return [&](const Near& point) {
          double turns = 0;
          for (const auto& part : parts)
            if (&part != &own && part.box.holds(point)) turns += turns_around(near, part.faces, point);
          return turns > 0.75;
        };
      };
      if (apart || !(lies_within(near, a, b, counts_twice(a)) || lies_within(near, b, a, counts_twice(b)) ||
                     cuts(near, a, b) || cuts(near, b, a)))
        continue;
      Near shared;
      for (int k = 0; k < 3; ++k)
        shared[k] = (std::max(a.box.least[k], b.box.least[k]) + std::min(a.box.most[k], b.box.most[k])) / 2;
      warnings.push_back(fmt::format("{}: parts {} and {} of {} overlap near ({}); their common volume counts twice",
                                     field, i + 1, j + 1, parts.size(), six_digits(shared)));
    }
  if (holes > 0)
    warnings.push_back(
        fmt::format("{}: parts whose faces are oriented inwards count as holes, of volume {:.6g}", field, holes));

  float100 volume(0);
  Place first{};
  Mat3<float100> second{};
  for (const auto& part : parts)
    for (const auto& f : part.faces) {
      const auto &a = v[f[0]], &b = v[f[1]], &c = v[f[2]];
      const auto s = a + b + c;
      const float100 d = six_volumes(f);
      volume += d / 6, first += float100(d / 24) * s;
      second = second + float100(d / 120) * (outer(a) + outer(b) + outer(c) + outer(s));
    }
  const auto centroid = first / volume;
  return {density * volume, centroid + middle, density * inertia_of(second - volume * outer(centroid)), volume};
}

}  // namespace polhode::reading
