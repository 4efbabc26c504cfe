# SPDX-License-Identifier: MIT
# Doxygen's filter of headers in C: a comment describes what it stands before or, behind a field, that field; the first is of
# the file.
/^\/\* [^S-]/ && !headed {
  headed = 1
  file = FILENAME
  sub(/.*\//, "", file)
  sub(/\/\* /, "/** \\file " file "\n")
}
/^ *\/\* [^S-]/ { sub(/\/\* /, "/** ") }
/[;,{] *\/\* / { sub(/\/\* /, "/**< ") }
{ print }
