// SPDX-License-Identifier: MIT
#include "core/io/spec/xml.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/system/user.hpp"

namespace polhode::reading {

namespace {

class Reader {
 public:
  Reader(const std::string& text, std::string path, std::string field)
      : text_(text), path_(std::move(path)), field_(std::move(field)) {}

  Element root() {
    skip();
    if (!is("<")) refuse("no element");
    return element(0);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    const auto line =
        1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(std::min(at_, text_.size())), '\n');
    throw UserError("{}: {}, line {}: {}; accepted: an XML file", field_, path_, line, what);
  }
  bool is(std::string_view begin) const { return text_.compare(at_, begin.size(), begin) == 0; }
  void after(std::string_view end) {
    const auto found = text_.find(end, at_);
    if (found == text_.npos) refuse(fmt::format("\"{}\" is missing", end));
    at_ = found + end.size();
  }
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
  void blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }
  /// What stands before the root, and comments.
  void skip() {
    for (bool more = true; more;) {
      blanks();
      more = true;
      if (is("\xEF\xBB\xBF"))
        at_ += 3;
      else if (is("<?"))
        after("?>");
      else if (is("<!--"))
        after("-->");
      else if (is("<!"))  // entities may be declared in it
        after(text_.find('[', at_) < text_.find('>', at_) ? "]>" : ">");
      else
        more = false;
    }
  }
  std::string name() {
    const auto from = at_;
    while (at_ < text_.size() && !is_blank(text_[at_]) && std::string("=/>\"'<").find(text_[at_]) == std::string::npos)
      ++at_;
    if (at_ == from) refuse("a name is missing");
    return text_.substr(from, at_ - from);
  }
  static std::string plain(std::string s) {
    for (const auto& [entity, is] :
         {std::pair("&lt;", "<"), {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}, {"&amp;", "&"}})
      for (std::size_t i = 0; (i = s.find(entity, i)) != s.npos; ++i) s.replace(i, std::string(entity).size(), is);
    return s;
  }
  Element element(int depth) {
    constexpr int deepest = 500;
    if (depth > deepest) refuse("elements too deep");
    Element e;
    ++at_;
    e.name = name();
    for (blanks(); !is(">") && !is("/>"); blanks()) {
      if (at_ >= text_.size()) refuse(fmt::format("<{}> does not end", e.name));
      const auto key = name();
      blanks();
      if (!is("=")) refuse(fmt::format("attribute {} has no value", key));
      ++at_, blanks();
      const char quote = at_ < text_.size() ? text_[at_] : ' ';
      if (quote != '"' && quote != '\'') refuse(fmt::format("the value of {} is not in quotes", key));
      const auto from = ++at_;
      after(std::string(1, quote));
      e.attributes[key] = plain(text_.substr(from, at_ - 1 - from));
    }
    if (is("/>")) return at_ += 2, e;
    ++at_;
    while (true) {
      const auto from = at_;
      at_ = std::min(text_.find('<', at_), text_.size());
      e.text += plain(text_.substr(from, at_ - from));
      if (at_ >= text_.size()) refuse(fmt::format("<{}> is not closed", e.name));
      if (is("<!--")) {
        after("-->");
      } else if (is("<![CDATA[")) {
        const auto begin = at_ + 9;
        after("]]>");
        e.text += text_.substr(begin, at_ - 3 - begin);
      } else if (is("<?")) {
        after("?>");
      } else if (is("</")) {
        at_ += 2;
        if (const auto closed = name(); closed != e.name) refuse(fmt::format("</{}> closes <{}>", closed, e.name));
        blanks();
        if (!is(">")) refuse(fmt::format("</{} does not end", e.name));
        return ++at_, e;
      } else {
        e.children.push_back(element(depth + 1));
      }
    }
  }

  const std::string& text_;
  std::string path_, field_;
  std::size_t at_ = 0;
};

}  // namespace

const Element* Element::child(const std::string& wanted) const {
  for (const auto& c : children)
    if (c.name == wanted) return &c;
  return nullptr;
}
std::string Element::attribute(const std::string& wanted) const {
  const auto found = attributes.find(wanted);
  return found == attributes.end() ? "" : found->second;
}

Element read_xml(const std::string& text, const std::string& path, const std::string& field) {
  return Reader(text, path, field).root();
}

}  // namespace polhode::reading
