# SPDX-License-Identifier: MIT
# The boxes on top of the headers of methods, each as a row of a table in C++: {"methods/imidm.hpp", R"box(...)box"},
function close_box() { if (inside) print ")box\"},"; inside = 0 }
FNR == 1 { close_box(); done = 0; next }
!done && /^\/\/( |$)/ {
  if (!inside) printf "{\"%s\", R\"box(", FILENAME
  inside = 1
  print substr($0, 4)
  next
}
inside { close_box(); done = 1 }
/^namespace/ { done = 1 }
END { close_box() }
