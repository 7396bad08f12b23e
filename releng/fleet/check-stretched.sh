# Sourced by releng/fleet/check --stretched: real recordings with known differences; an executor is killed, then the driver, which is started again.

sample=$root/traces-samples/quiet-boot/quiet-boot.tar.xz
tar -C "$work" -xJf "$sample"
SECONDS=0
"$root/releng/hypertrace" -o boot --quiet --format json "$sample" >"$work/boot.json"
# As much as the machine has to do besides.
[ "$limit" ] || limit=$((60 + 15 * SECONDS))
made=("$work/quiet-boot" "$work/boot.json" "$work/in")
SECONDS=0
stretch_recordings "${made[@]}" "$count"
say "$((4 * count)) recordings were made in $SECONDS s; each may take $limit s"
run() {
  (fleet_command "$work/in" --out "$work/out" --master "$master" --limit "$limit" --pattern '/host-(?<host>[ab])/' --labels "$work/in.csv" --reference build=base)
}
if [ "$page" ]; then
  rm -r "$work"/in/host-a/broken-* "$work/in/host-b/endless"
  run
  sed "s|$work/in|/recordings|g" "$work/out/page.html" >"$page"
  exit
fi
# Where all processes have their files, so that they are found by it.
mkdir "$work/tmp"
export TMPDIR=$work/tmp
outlived() { pgrep -f "$TMPDIR/.*serve --for" | sort; }
SECONDS=0
run & job=$!
wait_for "$work/out" $((count / 2)) "$job"
kill_executor "$work/out" && killed=0 || killed=1
result "an executor is killed in the middle" "$killed"
wait_for "$work/out" $((2 * count)) "$job"
kill -9 "$(java_of "$work/out")" && killed=0 || killed=1
wait "$job" && status=0 || status=$?
result "the driver is killed in the middle (status $status)" "$((killed || status == 0))"
for wait in $(seq 300); do [ -n "$(outlived)" ] || break; sleep 0.2; done
[ -z "$(outlived)" ] && gone=0 || gone=1
result "no process outlives a killed driver" "$gone"
times "$work/out" >"$work/before"
python3 "$fleet/stretched.py" stop "$work/in" "$TMPDIR/" & stopper=$!
run && status=0 || status=$?
kill "$stopper" 2>/dev/null && stopped=0 || stopped=1 # it ended if it stopped one
result "the process that reads the endless recording is stopped" "$((1 - stopped))"
result "the same command continues (status $status)" "$status"
times "$work/out" >"$work/after"
[ "$(comm -23 "$work/before" "$work/after" | wc -l)" = 0 ] && [ "$(wc -l <"$work/before")" -ge $((2 * count)) ] && [ "$(wc -l <"$work/after")" = $((4 * count + 5)) ] && same=0 || same=1
result "nothing is analysed twice ($(wc -l <"$work/before") of $(wc -l <"$work/after") kept)" "$same"
say "all took $SECONDS s"
python3 "$fleet/stretched.py" check "${made[@]}" "$work/out" "$root/releng/hypertrace" "$count" && same=0 || same=1
result "each made difference is named first, and besides it only what contains it or was hit; figures are exact" "$same"
