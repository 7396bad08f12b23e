# Sourced by releng/check-commands: what the product does with budgets, failures and signals.

is_built "$(source_hash)" || die "the product is not built from these sources; next: releng/hypertrace site"
# Not what users have: the optimizing compiler takes more of the processor than it saves in so short a run.
[ "$every" ] || export HYPERTRACE_JAVA_OPTS=-XX:TieredStopAtLevel=1
# One is read as an archive, the others unpacked: that takes Java longer than what is looked at.
archive=$root/traces-samples/quiet-boot/quiet-boot.tar.xz
packed=("$root/releng/hypertrace" -o boot --quiet "$archive")
check "boot over its budget" 1 'level device took [0-9.]+ m?s, more than its budget of 300 ms' "${packed[@]}" --budget device=300
for sample in quiet-boot six-vm-boot ${every:+reboot-with-slow-notifier}; do tar -C "$work" -xJf "$root/traces-samples/$sample/$sample.tar.xz"; done
boot=("$root/releng/hypertrace" -o boot --quiet "$work/quiet-boot")
check "a report does not wait for a build" 0 'on host lab-host' \
  bash -c 'exec 7>>"$1"; flock -n 7 || true; shift; timeout 300 "$@"' - "$cache/build.lock" "${boot[@]}"
path=("$root/releng/hypertrace" -o path --quiet "$work/quiet-boot")
check "a path of nobody" 1 'hypertrace: Choose whose path is asked for: VM .* has 1 vCPU .--vcpu.' "${path[@]}"
check "a path over its budget" 1 'boot 1, .*: work took 12601446463 ns, more than its budget of 12601000000 ns' "${path[@]}" --boot 1 --budget work=12601
check "a collector that the user chose" 0 'on host lab-host' env HYPERTRACE_JAVA_OPTS=-XX:+UseParallelGC "${boot[@]}"
# A failure of whatever kind: one sentence, a status of its own, nothing left behind.
mkdir "$work/temporary" "$work/tiny"
alone=(env "TMPDIR=$work/temporary")
sentence() { "$@" >"$work/out" 2>"$work/err" || echo "status $?, $(wc -c <"$work/out") bytes: $(cat "$work/err")"; }
for command in report path ${every:+exits stacks}; do
  check "$command without enough memory" 0 '^status 1, 0 bytes: hypertrace: there is not enough memory; give the Java machine more [(][^)]*[)]$' \
    sentence "${alone[@]}" HYPERTRACE_JAVA_OPTS=-Xmx16m "$root/releng/hypertrace" -o "$command" --quiet "$archive"
done
check "a budget without enough memory" 0 '^status 1, 0 bytes: hypertrace: there is not enough memory' \
  sentence "${alone[@]}" HYPERTRACE_JAVA_OPTS=-Xmx16m "${packed[@]}" --budget device=3000
check "standard output on a full disk" 1 '^hypertrace: Standard output cannot be written: No space left on device; make room' \
  bash -c '"$@" >/dev/full' - "${alone[@]}" "${boot[@]}"
# As soon as Java has begun: neither before there is anything to end, nor after all is done. A Java that only interprets is slow enough
# that whoever watches it is in time on a busy machine, too.
cat >"$work/interrupt.py" <<'PY'
import glob, os, signal, subprocess, sys, time
signal.signal(signal.SIGINT, signal.SIG_DFL) # who begins the tests in the background has it ignored
run = subprocess.Popen(sys.argv[1:])
while run.poll() is None and not glob.glob(os.environ["TMPDIR"] + "/hypertrace.*/.metadata"):
  time.sleep(0.001)
run.send_signal(signal.SIGINT)
sys.exit(run.wait())
PY
check "interrupted" 0 '^status 130, 0 bytes: hypertrace: interrupted; nothing was written$' \
  sentence "${alone[@]}" HYPERTRACE_JAVA_OPTS=-Xint python3 "$work/interrupt.py" "${boot[@]}"
check "nothing of that is left" 0 '^$' ls -A "$work/temporary"
# By whoever kills processes when there is not enough memory.
cat >"$work/kill.py" <<'PY'
import glob, os, signal, subprocess, sys, time
run = subprocess.Popen(sys.argv[1:])
while run.poll() is None and not glob.glob(os.environ["TMPDIR"] + "/hypertrace.*/.metadata"):
  time.sleep(0.001)
for child in open(f"/proc/{run.pid}/task/{run.pid}/children").read().split():
  if open(f"/proc/{child}/comm").read() == "java\n":
    os.kill(int(child), signal.SIGKILL)
sys.exit(run.wait())
PY
check "killed" 0 '^status 1, 0 bytes: hypertrace: somebody killed it, or the machine has not enough memory; nothing was written$' \
  sentence "${alone[@]}" HYPERTRACE_JAVA_OPTS=-Xint python3 "$work/kill.py" "${boot[@]}"
check "nothing of that is left, either" 0 '^$' ls -A "$work/temporary"
# As soon as the extraction has begun to write.
cat >"$work/interrupt-extract.py" <<'PY'
import os, signal, subprocess, sys, time
signal.signal(signal.SIGINT, signal.SIG_DFL)
run = subprocess.Popen(sys.argv[2:])
while run.poll() is None and not os.path.exists(sys.argv[1] + "/.hypertrace-partial"):
  time.sleep(0.001)
run.send_signal(signal.SIGINT)
sys.exit(run.wait())
PY
check "an extraction interrupted" 0 '^status 130, 0 bytes: hypertrace: interrupted; nothing was written$' \
  sentence "${alone[@]}" HYPERTRACE_JAVA_OPTS=-Xint python3 "$work/interrupt-extract.py" "$work/extracted" "$root/releng/hypertrace" -o extract --quiet \
  "$work/six-vm-boot" -o "$work/extracted"
check "no half extraction is left" 1 'No such file' ls "$work/extracted"
check "nor anything else" 0 '^$' ls -A "$work/temporary"
served() { printf '%s\n' "$@" | "${alone[@]}" "$root/releng/hypertrace" -o serve; }
check "requests of another program" 0 '^[{]"error":"The request is not JSON: .*[}].[{]"recording":"nothing",.*"status":1,"error":"There is no nothing; .*[}]$' \
  bash -c 'tr "\n" " " <<<"$1" | sed "s/ *$//"' - "$(served 'no {' '{"recording": "nothing", "reports": [["boot"]]}')"
# Its input stays open.
mkfifo "$work/requests"
cat >"$work/asker" <<'SH'
sleep 1000 & asker=$!
exec 5<>"$1"
"${@:2}" --for "$asker" <&5 >"$1.answers" & serve=$!
echo no request >&5
until [ -s "$1.answers" ] || ! kill -0 "$serve"; do sleep 0.1; done
kill "$asker"
wait "$serve" || echo ended
SH
check "who serves ends with who asks" 0 'ended$' bash "$work/asker" "$work/requests" "${alone[@]}" "$root/releng/hypertrace" -o serve
check "nothing of a request is left" 0 '^$' ls -A "$work/temporary"
# Nobody reads what they print, as when head has enough: not a word.
unread=$work/quiet-boot
[ -z "$every" ] || unread=$work/reboot-with-slow-notifier # it has a shutdown
unread() { "$@" 2>"$work/err" | true; cat "$work/err"; }
for command in report path extract ${every:+boot shutdown exits stacks}; do
  output=()
  [ "$command" != path ] || output=(--vcpu 0 --full)
  [ "$command" != extract ] || output=(--output "$work/extracted")
  check "$command that nobody reads" 0 '^$' unread "${alone[@]}" timeout 600 "$root/releng/hypertrace" -o "$command" --quiet "$unread" "${output[@]}"
done
check "a report that is appended" 0 '^earlier$' bash -c 'echo earlier >"$1"; "${@:2}" --output /dev/stdout >>"$1"; head -n 1 "$1"' - \
  "$work/appended" "${alone[@]}" "${boot[@]}"
if mount -t tmpfs -o size=4m none "$work/tiny" 2>/dev/null; then
  check "a full temporary folder" 0 '^status 1, 0 bytes: hypertrace: .*(No space left on device|disk may be full|there is no room)' \
    sentence env "TMPDIR=$work/tiny" "${packed[@]}"
  check "nothing of it is left" 0 '^$' ls -A "$work/tiny"
  umount "$work/tiny"
else
  echo "skipped: a full temporary folder, only root can mount one of 4 MiB"
fi
check "boot with a level that is none" 1 "no boot has level attic; there are arch" "${boot[@]}" --budget attic=1
