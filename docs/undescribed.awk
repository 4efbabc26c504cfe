# SPDX-License-Identifier: MIT
# awk -f docs/undescribed.awk polhode.tag WARNINGS: what Doxygen says, less the names without a docstring that need none. Those
# are friends; fields and aliases in a type, which the docstring of the type describes; a function on one line, which says what it
# does; and a name that is described elsewhere in the reference, because a name has one meaning.
FNR == NR {
  if (/<name>/) {
    gsub(/.*<name>(.*::)?|<\/name>.*/, "")
    described[$0] = 1
  }
  next
}
/ \(friend\) of .* is not documented| \((variable|typedef)\) of (class|struct) .* is not documented/ { next }
/ is not documented/ {
  split($0, place, ":")
  for (line = 0; line < place[2] && (getline source < place[1]) > 0; ++line) continue
  close(place[1])
  name = $0
  sub(/.*: warning: (Member|Compound) /, "", name)
  sub(/( \([a-z]+\) of | is not documented).*/, "", name)
  sub(/[<([].*/, "", name)
  sub(/.*::/, "", name)
  if (name in described || (/ Member / && source ~ /\{.*\}$/)) next
}
{ print }
