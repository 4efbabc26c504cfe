# SPDX-License-Identifier: MIT
# Doxygen's filter: awk -f docs/box.awk HEADER. The box on top of a method or a problem, and the paragraph that opens a header,
# describe the file; title and source of a box describe the types of the header that have no docstring. Lines keep their numbers.
{ text[FNR] = $0 }
END {
  base = FILENAME
  sub(/.*\//, "", base)
  boxed = FILENAME ~ /(methods|problems)\/[^:]*$/
  for (i = 2; boxed && i <= FNR && (inside || text[i] !~ /^namespace/); ++i)
    if (text[i] ~ /^\/\/ /) {
      if (!headed) title = title (title ? " " : "") substr(text[i], 4)
      if (!inside) text[i - 1] = "/** \\file"
      text[i] = (inside ? "" : "\\verbatim ") substr(text[i], 4)
      inside = 1
    } else if (inside && text[i] == "//") {
      headed = 1
      text[i] = ""
    } else if (inside) {
      text[i] = "\\endverbatim */ " text[i]
      break
    }
  sub(/\.$/, "", title)
  if (match(title, / \[.*\]$/)) title = substr(title, 1, RSTART - 1) ". Source: " substr(title, RSTART + 2, RLENGTH - 3)
  for (; title && i <= FNR; ++i)
    if (text[i] ~ /^(struct|class|using) [A-Za-z0-9_]+ .*[{=]/) {
      at = i
      while (text[at - 1] ~ /^ *(template|requires)/ && text[at - 1] !~ /({}|;)$/) --at
      if (text[at - 1] !~ /^ *\/\/\//) text[at] = "/** " title ". The box on top of " base " has its equations. */ " text[at]
    }
  for (i = 1; i <= FNR; ++i) print text[i]
}
