// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/papers/index.hpp"
#include "experiments/program/verbs.hpp"
#include "methods/runners.hpp"

namespace polhode::verbs {

Exit completion(const std::string& shell, const std::vector<std::pair<std::string, std::string>>& verbs) {
  if (shell != "bash") throw UserError("SHELL: \"{}\" is given; accepted: bash", shell);
  std::vector<std::string> figures{"all"}, names;
  for (const auto& e : experiment_index()) figures.push_back(e.id);
  for (const auto& [verb, options] : verbs) names.push_back(verb);
  std::string cases;
  for (const auto& [verb, options] : verbs) cases += fmt::format("    {}) options=\"{}\" ;;\n", verb, options);
  print(fmt::format(R"(# polhode completion bash > FILE; source FILE
_polhode_files() {{
  local IFS=$'\n'
  COMPREPLY=($(compgen -f -- "$1"))
  compopt -o filenames 2>/dev/null
}}
_polhode() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}" verb="${{COMP_WORDS[1]}}" options="" words=""
  local methods="{}"
  COMPREPLY=()
  if [ "$COMP_CWORD" = 1 ]; then COMPREPLY=($(compgen -W "{} --help --version" -- "$word")); return; fi
  case "$verb" in
{}  esac
  case "$before" in
    --method) words="$methods" ;;
    --tag) words="explicit implicit exact symmetric symplectic momentum energy engine variant" ;;
    -o|--output|--html|--out|--results|--plugin|--passports|--tree|--tableau|--on)
      _polhode_files "$word"; return ;;
    *) case "$verb" in
      figure|show|golden) words="{}" ;;
      check) words="all $methods" ;;
      list) words="methods problems figures" ;;
      completion) words="bash" ;;
    esac ;;
  esac
  case "$word" in -*) words="$options" ;; esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  case "$verb" in run|reference|recommend) [ "${{#COMPREPLY[@]}}" = 0 ] && _polhode_files "$word" ;; esac
  type __ltrim_colon_completions >/dev/null 2>&1 && __ltrim_colon_completions "$word"
  return 0
}}
complete -F _polhode polhode
)",
                    fmt::join(method_names(), " "), fmt::join(names, " "), cases, fmt::join(figures, " ")));
  return Exit::ok;
}

}  // namespace polhode::verbs
