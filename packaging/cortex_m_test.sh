#!/bin/sh
# SPDX-License-Identifier: MIT
# cortex_m_test.sh COMPILER FOLDER: the programs of controllers beside this file, by polhode.hpp, which is in the folder. Of a
# Cortex-M4 with a unit for floats they are linked, and their size is printed; a body's is at most what docs/how_to.md says. In
# none does anything allocate or throw.
here=$(cd "$(dirname "$0")" && pwd)
cd "$2" || exit 2
flags="-std=c++20 -O2 -fno-exceptions -fno-rtti -fno-threadsafe-statics -ffunction-sections -Wall -Wextra -Werror -I."
tools=
case $1 in *arm-none-eabi-g++)
  tools=${1%g++}
  core="-mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard" ;;
esac
for name in cortex_m gyro_loop; do
  program=$name-$(basename "$1").o
  "$1" $flags $core -c "$here/$name.cpp" -o "$program" || exit 1
  if [ "$tools" ]; then
    "$1" $core --specs=nano.specs --specs=nosys.specs -Wl,--gc-sections,--no-warnings "$program" -o $name.elf || exit 1
    "${tools}size" $name.elf || exit 1
    code=$("${tools}size" $name.elf | awk 'NR == 2 { print $1 }')
    if [ $name = cortex_m ] && [ "$code" -gt 10000 ]; then
      echo "$name has $code bytes of code; accepted: 10000"
      exit 1
    fi
    program=$name.elf
  fi
  if "${tools}nm" "$program" | grep -E ' (_?malloc|_sbrk|free|_Zn[wa][jm]|_Zd[la]Pv.*|__cxa_throw)$'; then
    echo "these are in $name; accepted: no heap and no exceptions"
    exit 1
  fi
done
