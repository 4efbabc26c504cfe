#!/bin/sh
# SPDX-License-Identifier: MIT
# The integrators of the report's player as WebAssembly: player.b64, which stands in the page, and in the tree, so that
# few need the compiler: clang-14, lld-14, libclang-rt-14-dev-wasm32, libc++-14-dev-wasm32 and libc++abi-14-dev-wasm32 of
# Debian. No multiply-add is one operation: the bits are those of the program.
#
# usage: build.sh [check]     check: the same comes out; it ends with 77 without the compiler
set -e
cd "$(dirname "$0")"
made=$(mktemp -d)
trap 'rm -r "$made"' EXIT
probe='#include <optional>'
echo "$probe" | clang++-14 --target=wasm32-wasi -x c++ -c -o "$made/probe" - 2>/dev/null || {
  echo "build.sh: no clang-14 with the C++ library for wasm32-wasi"
  exit 77
}
clang++-14 --target=wasm32-wasi -std=c++20 -Os -DNDEBUG -ffp-contract=off -fno-exceptions -fno-rtti -I../../.. \
  -nostartfiles -Wl,--no-entry,--strip-all player.cpp -o "$made/player.wasm"
if [ "$1" = check ]; then
  base64 -d player.b64 | gunzip | cmp - "$made/player.wasm"
else
  gzip -9n < "$made/player.wasm" | base64 -w 120 > player.b64
fi
