# SPDX-License-Identifier: MIT
# Doxygen's filter: awk -f docs/box.awk docs/names.md UNDESCRIBED HEADER. The box on top of a method or a problem, and the
# paragraph that opens a header, describe the file, and so its title and source the types in it. What the first pass of Doxygen
# has found without a docstring (UNDESCRIBED, docs/api) is described by docs/names.md. Lines keep their numbers.
FILENAME == ARGV[1] {
  if (split($0, cell, / *\| */) >= 4 && cell[2] ~ /^`.*`$/) meaning[substr(cell[2], 2, length(cell[2]) - 2)] = cell[3]
  if (/^`/)  # names that say what they are
    for (k = split($0, cell, /[`, ]+/); k > 0; --k) {
      said = cell[k]
      gsub(/_/, " ", said)
      if (said && !(cell[k] in meaning)) meaning[cell[k]] = toupper(substr(said, 1, 1)) substr(said, 2) "."
    }
  next
}
FILENAME == ARGV[2] {
  if (index($0, ARGV[3] ":") && match($0, /:[0-9]+: warning: (Member|Compound) /)) {
    line = substr($0, RSTART + 1) + 0
    name = substr($0, RSTART + RLENGTH)
    scope = $0
    sub(/.*\) of [a-z]+ /, "", scope)
    sub(/ is not documented.*/, "", scope)
    sub(/ is not documented.*/, "", name)
    special = name ~ /^[^(]*</ || scope ~ /</
    sub(/[<([].*/, "", name)
    sub(/ +$/, "", name)
    sub(/^.*::/, "", name)
    if (!index(names[line] " ", " " name " ")) names[line] = names[line] " " name
    if ($0 ~ / Compound | \(typedef\) /) types[line] = 1
    if ($0 ~ / \(variable\) / && !special) scopes[line, name] = scope
  }
  next
}
{ text[FNR] = $0 }
END {
  base = ARGV[3]
  sub(/.*\//, "", base)
  boxed = ARGV[3] ~ /(methods|problems)\/[^:]*$/
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
  for (line in names) {
    count = split(names[line], list, " ")
    for (k = 1; k <= count; ++k) {
      name = list[k]
      said = (base ":" name) in meaning ? meaning[base ":" name] : meaning[name]
      if (!said && types[line] && title) said = title ". The box on top of " base " has its equations."
      if (!said) continue
      if ((line, name) in scopes) {  # several variables of one declaration
        others = others "/** \\var " scopes[line, name] "::" name "\n" said " */\n"
        continue
      }
      at = line
      while (text[at - 1] ~ /^ *(template|requires)/ && text[at - 1] !~ /({}|;)$/) --at
      if (!index(text[at], said)) text[at] = "/** " said " */ " text[at]
    }
  }
  for (i = 1; i <= FNR; ++i) print text[i]
  printf "%s", others
}
