#!/bin/sh
# SPDX-License-Identifier: MIT
# cortex_m_test.sh COMPILER FOLDER: polhode.hpp, which is in the folder, on a Cortex-M4 with a unit for floats. It prints the
# size of the program, in which nothing allocates or throws.
source=$(cd "$(dirname "$0")" && pwd)/cortex_m.cpp
cd "$2" || exit 2
tools=${1%g++}
core="-mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard"
"$1" -std=c++20 -O2 $core -fno-exceptions -fno-rtti -fno-threadsafe-statics -ffunction-sections -Wall -Wextra -Werror -I. \
  -c "$source" -o cortex_m.o || exit 1
"$1" $core --specs=nano.specs --specs=nosys.specs -Wl,--gc-sections,--no-warnings cortex_m.o -o cortex_m.elf || exit 1
"${tools}size" cortex_m.elf || exit 1
if "${tools}nm" cortex_m.elf | grep -E ' (_?malloc|_sbrk|free|_Zn[wa]j|_Zd[la]Pv|__cxa_throw)'; then
  echo "these are in the program; accepted: no heap and no exceptions"
  exit 1
fi
