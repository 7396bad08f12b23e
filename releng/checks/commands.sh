# Sourced by releng/check-commands: options and words that are wrong.

check "usage" 0 'report TRACE' "$root/releng/hypertrace" --help
check "no command" 1 'report TRACE' "$root/releng/hypertrace"
check "an unknown option" 1 "unknown option '--fast'" "$root/releng/hypertrace" --fast
check "usage names every command" 0 'boot TRACE.*compare' "$root/releng/hypertrace" --help
check "critical paths, too" 0 'path TRACE.*waited for.*--budget' "$root/releng/hypertrace" --help
check "open without a display" 1 'DISPLAY is not set' env -u DISPLAY "$root/releng/hypertrace" open
in_use=$work/in-use
mkdir -p "$in_use/.hypertrace/requests"
in_use() { (flock 8; "$@" 8>&-) 8>>"$in_use/.hypertrace/lock"; }
check "open of a workspace whose window does not answer" 1 'does not answer; close it, or give another workspace with --data' \
  in_use env DISPLAY=:none "$root/releng/hypertrace" open --data "$in_use"
# shellcheck disable=SC2016
check "open of a workspace whose window answers" 0 'the window that has the workspace opens it' in_use env DISPLAY=:none bash -c '
  (for i in $(seq 100); do rm "$2"/.hypertrace/requests/*.request 2>/dev/null && exit; sleep 0.1; done) &
  "$1" open --data "$2"; status=$?; wait; exit $status' - "$root/releng/hypertrace" "$in_use"
check "open without the trace" 1 "there is no '/nowhere'" "$root/releng/hypertrace" open /nowhere

check "fast tests take nothing else" 1 'test: --fast takes no other argument' "$root/releng/test" -o --fast --all
check "an unknown option of check-commands" 1 "unknown option '--fast'; there are --product" "$root/releng/check-commands" --fast
check "an unknown option of versions" 1 "versions: --all is no argument" "$root/releng/versions" --all
check "versions of a tracker that is not there" 1 "attic is no tracker. These are: boot.track.BootTracker" "$root/releng/versions" --same attic
check "mutation prints how it is used" 0 'releng/mutation .-o. .--threads N. .PACKAGE' "$root/releng/mutation" --help
check "mutation of a package that is not there" 1 "no package 'attic'; .* stream machine vcpu" "$root/releng/mutation" attic
check "mutation with a wrong number of threads" 1 "a number from 1 to 99, not 'many'" "$root/releng/mutation" --threads many
check "an unknown option of mutation" 1 "unknown option '--fast'" "$root/releng/mutation" --fast
check "fuzz prints how it is used" 0 'releng/fuzz whole' "$root/releng/fuzz" --help
check "a kind of fuzzing that is not there" 1 "no kind 'half'; there are: whole, readers, java, python, c" "$root/releng/fuzz" half
check "an unknown option of fuzz" 1 "unknown option '--fast'" "$root/releng/fuzz" whole --fast
check "an unknown target of fuzz" 1 "no target 'Attic'; there are: Console " "$root/releng/fuzz" java Attic
check "no time for the plug-in's fuzz" 1 'seconds needs a whole number' "$root/releng/fuzz" babeltrace --seconds soon
plugin_fuzz() {
  check "the plug-in of Babeltrace under sanitizers" 0 'dialect: [0-9]* inputs' "$root/releng/fuzz" babeltrace --seconds 30 --seed 1
  check "the same without clang" 0 'words: 30 inputs, drawn without coverage, nothing found' \
    env "PATH=$(stub clang 'exit 1'):$PATH" "$root/releng/fuzz" babeltrace --inputs 30 --seed 1 words
}
once plugin_fuzz "$root"/releng/{fuzz,babeltrace2} "$root"/org.hypertrace.core/src/org/hypertrace/core/{stream/dialect/dialects,describe/syscalls}
check "a time and a number of inputs" 1 'there is a time and a number of inputs' "$root/releng/fuzz" babeltrace --seconds 3 --inputs 30
check "a manifest that is no manifest" 1 'The manifest /dev/null cannot be read' \
  "$root/releng/hypertrace" babeltrace "$root/releng/babeltrace2/fuzz/corpus/ring/two" --component sink.hypertrace.summary --params 'manifest="/dev/null"'
check "no ring" 1 'has no ring of version 1 at byte 0' \
  "$root/releng/hypertrace" babeltrace --component source.hypertrace.ring --params "inputs=[\"$root/README.md\"]"
check "no dictionary" 1 'The dictionary p9 cannot be read' \
  "$root/releng/hypertrace" babeltrace --component source.hypertrace.ring --params "inputs=[\"$root/releng/babeltrace2/fuzz/corpus/ring/two\"], dialect=p9"
check "no time for fuzz" 1 'seconds needs a whole number' "$root/releng/fuzz" java --seconds soon

# The repository: where packages come from is the machine's business; the one address is that of Trace Compass' own site.
tracked() { (cd "$root" && git ls-files -z -- . ':!releng/target-current' | xargs -0 grep -lIE "$1" -- || true); }
if git -C "$root" rev-parse --git-dir >/dev/null 2>&1; then
  check "no address of a registry" 0 '^$' \
    tracked '(deb|security|snapshot|archive)[.]debian[.]org|repo[0-9]?[.](maven[.])?(apache|maven)[.]org|registry[.]npmjs|pypi[.]org|download[.]eclipse[.]org'
  check "nothing fetched is tracked" 0 '^$' git -C "$root" ls-files -- '*.jar' '*.deb' '*.class'
  # Since they have a limit. A shallow clone has not all of them.
  long_subjects() { git -C "$root" log --no-merges --format=%s 3ebf92fa.. | awk 'length > 72'; }
  ! git -C "$root" rev-parse -q --verify '3ebf92fa^{commit}' >/dev/null 2>&1 || check "no subject of a commit is longer than 72 columns" 0 '^$' long_subjects
fi

