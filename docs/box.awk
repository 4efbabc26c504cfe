# SPDX-License-Identifier: MIT
# Doxygen's filter: the box on top of a method or a problem, and the paragraph that opens a header, describe the file.
NR > 1 && !done && /^\/\/ / {
  if (!inside) printf "/** \\file\n\\verbatim "
  inside = 1
  print substr($0, 4)
  next
}
inside && /^\/\/$/ { print ""; next }
inside && !done { print "\\endverbatim */"; done = 1 }
/^namespace/ { done = 1 }
{ print }
