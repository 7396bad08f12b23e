# Sourced by releng/check-commands: the recorder and the oracles, which are scripts, and what was recorded with them.

recorder=$root/traces-samples/recorder
oracles=$root/org.hypertrace.tests/headless/oracle

scripts_can_be_run() {
  local script
  for script in "$recorder"/lab{,-guests,-tests} "$recorder"/scenarios/*.sh "$recorder"/scenarios/{host,guest}-init \
    "$recorder"/scenarios/{host-job,cluster} "$recorder"/scenarios/runs/*; do
    check "$(basename "$script") is a script" 0 '^$' bash -n "$script"
  done
  for script in "$recorder"/{truth,crosscheck,recorded.py,consoles.py,probes.py,scenarios/{sanitizer-reports,pause.py}} \
    "$recorder"/host/{hypertrace-record,hypertrace_record/*.py}; do
    check "$(basename "$script") is Python" 0 '^$' python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' "$script"
  done
}
once scripts_can_be_run "$recorder"

check "the lab prints how it is used" 0 'lab --list' "$recorder/lab" --help
check "the lab lists its scenarios" 0 '^panic-in-initcall +.*initcall' "$recorder/lab" --list
check "the lab and a scenario that is not there" 1 "no scenario 'x'; next: lab --list" "$recorder/lab" x
check "the lab and a scenario that has no sanitizers" 1 "unknown option '--kasan'" "$recorder/lab" --kasan
printf '00 t kept_tsc\n' >"$work/symbols"
reports() { "$recorder/scenarios/sanitizer-reports" "a run" "$work/symbols" <(printf '%s\n' "$@"); }
one_line() { local status=0; reports "$@" >"$work/reports" || status=$?; tr '\n' ' ' <"$work/reports"; return $status; }
others='BUG: KCSAN: data-race in tick_do_timer / tick_sched_timer'
end='guest: end after 5 s'
check "a report of our own code" 1 'use-after-free in kept_tsc.*a run: 1 reports of our code, 0 of other code, 1 data races of other code, 0 FAILED, ended' \
  one_line '[ 1.0] BUG: KASAN: use-after-free in kept_tsc+0x1d/0x40 [x]' ======================== "$others" ======================== "$end"
check "a report that our code has called for" 1 'a run: 1 reports of our code, 0 of other code' \
  one_line 'WARNING: possible recursive locking detected' ' kept_tsc+0x1d/0x40' '---[ end trace' "$end"
check "a report of the kernel's bounds" 1 'a run: 0 reports of our code, 1 of other code' one_line 'UBSAN: array-index-out-of-bounds in a.c:3:4' "$end"
check "data races of others' code only" 0 'not ours, 1 times: BUG: KCSAN: .*a run: 20 cycles, 0 reports of our code' \
  one_line 'guest: 10 times' 'guest: 20 times' "$others" ======================== "$end"
check "a run that does not end" 1 'DID NOT END' reports 'guest: ready'
check "the recorder prints how it is used" 0 'usage: hypertrace-record' "$recorder/host/hypertrace-record" --help
check "the recorder and a profile that is not there" 1 "invalid choice: 'x'" "$recorder/host/hypertrace-record" start --profile x
check "the recorder, stopped when it does not run" 1 'no recording runs; next: hypertrace-record start' "$recorder/host/hypertrace-record" stop
recording=(env "HYPERTRACE_RECORD_STATE=$work/recording.json" "PATH=$(stub lttng 'echo "Discarded events: 7"'):$PATH"
  "$recorder/host/hypertrace-record")
check "the recorder reports nothing of no recording" 1 'no recording runs' "${recording[@]}" status
echo '{"output": "/there", "profile": "boot", "tracer": "lttng", "vms": [{"name": "web-1", "pid": 1, "vcpus": [2]}]}' >"$work/recording.json"
check "the recorder reports what is discarded meanwhile" 0 '^7 events were discarded; next: record again with a larger --buffer' \
  "${recording[@]}" status
check "and which VMs it has seen" 0 '^VMs: web-1$' "${recording[@]}" status
unit_tests() { # $1: folder
  env PYTHONDONTWRITEBYTECODE=1 python3 -W error::ResourceWarning -m unittest discover -s "$1"
}
recorder_works() { check "the recorder's parts do what they say" 0 '^OK$' unit_tests "$recorder/tests"; }
once recorder_works "$recorder"
oracles_agree() { check "the oracle finds the critical paths of stories" 0 '^OK$' unit_tests "$oracles/tests"; }
once oracles_agree "$oracles" "$root"/traces-samples/{syscall-load,lossy,ring-alone}

sample_is_true() { # $1: its name
  local folder=$root/traces-samples/$1
  mkdir -p "$work/samples"
  if [ ! -f "$folder/$1.tar.xz" ]; then # a ring, without a trace of its host
    check "the truth of $1 can be made again" 0 '^$' diff <("$recorder/truth" "$1" "$folder") "$folder/truth.json"
    return
  fi
  tar -C "$work/samples" -xJf "$folder/$1.tar.xz"
  # where losing is the lesson, they cannot be
  grep -q '"lost": [1-9]' "$work/samples/$1/hypertrace.json" || check "the hypercalls of $1 are those in the guests' own logs" 0 'hypercalls' \
    "$recorder/crosscheck" "$folder" "$work/samples/$1"
  check "the truth of $1 can be made again" 0 '^$' diff <("$recorder/truth" "$1" "$folder" "$work/samples/$1") "$folder/truth.json"
  rm -r "$work/samples/$1"
}
if command -v babeltrace2 >/dev/null; then
  for truth in "$root"/traces-samples/*/truth.json; do
    once "sample_is_true $(basename "$(dirname "$truth")")" "$recorder"/{*.py,truth,crosscheck} "$(dirname "$truth")"
  done
  mkdir -p "$work/no logs" "$work/samples"
  tar -C "$work/samples" -xJf "$root/traces-samples/quiet-boot/quiet-boot.tar.xz"
  check "a guest that died before it sent its log is seen" 1 '^crosscheck: quiet: no log of its own$' \
    "$recorder/crosscheck" "$work/no logs" "$work/samples/quiet-boot"
else
  echo "skipped: the samples are not compared with their guests' logs, babeltrace2 is not installed"
fi
headers=$(ls -d /lib/modules/*/build/include 2>/dev/null | tail -n 1 || true)
if [ -n "$headers" ] && command -v gcc >/dev/null; then
  mkdir -p "$work/module"
  cp "$recorder"/guest/*.[ch] "$recorder"/guest/{Kbuild,Makefile} "$work/module/"
  mv "$work/module" "${short=$(mktemp -d)}/" # a kernel's make does not take a path with blanks
  cp -r "$recorder/host/ring" "$short/"
  output=$(make -C "$short/module" BUILD="${headers%/include}" 2>&1) && [ -f "$short/module/hypertrace.ko" ] || output="failed: $output"
  check "the guest tracer compiles without warnings" 1 '^$' grep -E '^failed|warning:|error:' <<<"$output"
  output=$(make -C "$short/ring" BUILD="${headers%/include}" GUEST="$short/module" 2>&1) && [ -f "$short/ring/hypertrace-ring.ko" ] ||
    output="failed: $output"
  rm -rf "$short"
  check "the host's writer of rings compiles without warnings" 1 '^$' grep -E '^failed|warning:|error:' <<<"$output"
else
  echo "skipped: the guest tracer is not compiled, no kernel headers are installed (apt-get install linux-headers-amd64)"
fi

