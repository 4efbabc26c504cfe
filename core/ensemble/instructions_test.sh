#!/bin/sh
# SPDX-License-Identifier: MIT
# Objects for wider registers must not define a function that others define, too: the linker keeps one of them, and
# processors without such registers would be given it. Packs, slices and kernels have a width of their own, and the library's
# functions are named by the set of instructions.
for object; do
  functions=$(nm -C --defined-only "$object" | grep -E ' [WVu] ' | grep -vE 'Pack<|Slice<|move_in_lanes<|FlowsInLanes<|_MachineFlags|DW\.ref\.')
  [ -z "$functions" ] || { echo "$object: $functions"; exit 1; }
done
