#!/bin/sh
# SPDX-License-Identifier: MIT
# Engines that misbehave at their 200th step, each in its own way, and a slow one, for engine_interface_test.cpp. A step
# is of 1; the time and the first component of the momentum count them.
IFS=' ,'  # of numbers in lists, too: a process for each answer takes longer than all answers
ways='crashes exits endless closes resets stands garbage short fails asks begs deaf deep long slow'
describe() {
  comma=
  printf '{"engines": ['
  for id in none $ways; do
    printf '%s{"id": "sh-%s", "label": "l", "source": "s", "licence": "MIT", "order_of_momentum": 1,' "$comma" "$id"
    printf ' "order_of_attitude": 1, "precision": "double", "torque": "held"}'
    comma=,
  done
  echo ']}'
}
while read -r line; do
  case $line in
    *describe*) describe ;;
    *create*)
      id=${line#*\"create\":\"sh-} id=${id%%\"*}
      if [ "$id" = none ]; then echo '{"refused": "not today"}'; else echo '{}'; fi ;;
    *set*)
      n=${line#*[} n=${n%%.*}
      echo '{}' ;;
    *steps*)
      list=${line#*[} states='' comma='' rest=''
      for h in ${list%]*}; do
        n=$((n + 1))
        if [ "$id" = slow ]; then sleep 0.01; fi
        if [ $n = 200 ]; then
          case $id in
            crashes) kill -SEGV $$ ;;
            exits) exit 3 ;;
            endless) while :; do sleep 1; done ;;
            closes) exec >/dev/null ;;
            resets) n=0 ;;
            stands) n=199 ;;
            garbage) echo 'Segmentation fault (not really)'; continue 2 ;;
            short) break ;;
            fails) rest=', "failed": "too hot"'; break ;;
            asks) echo '{"torque": [0, 1, 0, 0, 0]}'; read -r line ;;
            begs) while :; do echo '{"torque": [0, 1, 0, 0, 0]}'; read -r line; done ;;
            deaf) while :; do echo '{"torque": [0, 1, 0, 0, 0]}'; done ;;
            deep) printf '{"states": [%s' "$(printf '%0100000d' 0 | tr 0 '[')"; printf '%0100000d]}\n' 0 | tr 0 ']'; continue 2 ;;
            long) printf '{"states": "%02000000d"}\n' 0; continue 2 ;;
          esac
        fi
        states="$states$comma[$n,1,0,0,0,$n,0,1]" comma=,
      done
      echo "{\"states\": [$states]$rest}" ;;
  esac
done
