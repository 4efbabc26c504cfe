#!/bin/sh
# SPDX-License-Identifier: MIT
# Users compile the headers with flags of their own: with none of these may `integrate` cost much more than a loop over the
# step that is written by hand. Times are taken in turn, and the test tolerates a busy machine. Every header stands alone.
cd "$(dirname "$0")/.." || exit 2
folder=$(mktemp -d) && trap 'rm -r "$folder"' EXIT
failed=0
for flags in "g++ -O2" "g++ -O3" "g++ -O3 -march=native" "clang++ -O2" "clang++ -O3 -march=native"; do
  echo "$flags"
  command -v ${flags%% *} >/dev/null || { echo "  there is none"; continue; }
  $flags -std=c++20 -I. -DMOST=1.1 packaging/consumer.cpp -o "$folder/consumer" && "$folder/consumer" || failed=1
done
for header in $(find core/geometry core/spaces core/torques core/stepping methods problems -name '*.hpp'); do
  echo "#include \"$header\"" | g++ -std=c++20 -fsyntax-only -I. -x c++ - 2>/dev/null || { echo "$header does not stand alone"; failed=1; }
done
exit $failed
