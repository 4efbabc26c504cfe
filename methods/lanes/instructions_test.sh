#!/bin/sh
# SPDX-License-Identifier: MIT
# Objects for wider registers must not define a function that others define, too: the linker keeps one of them, and
# processors without such registers would be given it. What is theirs is named by the set of instructions. Variables have
# no instructions: the flag that ends runs is one for all (u, unique objects).
for object; do
  functions=$(nm -C --defined-only "$object" | grep -E ' [WV] ' | grep -vE 'avx(2|512)::|\(polhode::Instructions\)|_MachineFlags|DW\.ref\.')
  [ -z "$functions" ] || { echo "$object: $functions"; exit 1; }
done
