# Sourced by releng/fleet/check --hadoop: the same recordings in folders, in HDFS, and behind the protocol of S3 have the same results.

fetch_tools hdfs
hdfs_jars=$tools
mkdir -p "$work/in/folders/host-a" "$work/in/folders/host-b"
samples=$root/traces-samples
cp "$samples/quiet-boot/quiet-boot.tar.xz" "$samples/batched/batched.tar.xz" "$work/in/folders/host-a"
tar -C "$work/in/folders/host-b" -xJf "$samples/late-timer/late-timer.tar.xz"
mkdir "$work/in/folders/host-b/a name"
tar -C "$work/in/folders/host-b/a name" -xJf "$samples/preempted-guest/preempted-guest.tar.xz"
head -c 10000 "$samples/quiet-boot/quiet-boot.tar.xz" >"$work/in/folders/host-b/broken.tar.xz"
# labels in an archive and in a folder
python3 - "$work/in/folders" <<'PY'
import json, os, subprocess, sys
folder = os.path.join(sys.argv[1], "host-b/late-timer")
archive = os.path.join(sys.argv[1], "host-a/quiet-boot.tar.xz")
subprocess.run(["tar", "-C", sys.argv[1], "-xJf", archive], check=True)
for one, build in (folder, "folder"), (os.path.join(sys.argv[1], "quiet-boot"), "archive"):
    file = os.path.join(one, "hypertrace.json")
    manifest = json.load(open(file))
    manifest["labels"] = {"build": build, "host": "manifest"}
    json.dump(manifest, open(file, "w"))
subprocess.run(["tar", "-C", sys.argv[1], "-cJf", archive, "--remove-files", "quiet-boot"], check=True, env={**os.environ, "XZ_OPT": "-0"})
PY
printf 'folders/host-a/quiet-boot.tar.xz\nfolders/nothing.tar.xz\n' >"$work/in/list.txt"
printf 'recording,rack\nhost-a/quiet-boot.tar.xz,r1\n' >"$work/racks.csv"
# Of this check alone: other processes have folders of such names, too.
mkdir "$work/tmp"
export TMPDIR=$work/tmp
run() { # $1: folder of results, $2…: what is analysed, and options
  (fleet_command "${@:2}" --out "$1" --master "$master" --pattern '/folders/host-(?<host>[ab])/' --labels "$work/racks.csv")
}
# The results in $2 are those in $1, but that the recordings in $3 are those at the address $4; each has its labels.
same_results() {
  python3 - "$@" <<'PY'
import csv, glob, json, os, sys
ours, theirs, at, address = sys.argv[1:]
def results(out):
    return {name: open(os.path.join(out, "results", name)).read() for name in os.listdir(os.path.join(out, "results")) if name.endswith(".json")}
a, b = results(ours), results(theirs)
assert a.keys() == b.keys() and len(a) == 5, (a.keys(), b.keys())
for name in a:
    one, other = json.loads(a[name]), json.loads(b[name].replace(address, at))
    assert one == other, name
def rows(out):
    return sorted(tuple(row[name] or "" for name in ("recording", "label_build", "label_host", "label_rack", "problem"))
                  for part in glob.glob(out + "/csv/recordings/*.csv") for row in csv.DictReader(open(part)))
mine, others = rows(ours), rows(theirs)
assert mine == sorted(tuple(cell.replace(address, at) for cell in row) for row in others), (mine, others)
labels = {os.path.basename(row[0]): row[1:4] for row in mine}
assert labels["quiet-boot.tar.xz"] == ("archive", "a", "r1") and labels["late-timer"] == ("folder", "b", "") and labels["broken.tar.xz"] == ("", "b", ""), labels
assert len(mine) == 6 and sum("There is no" in row[4] for row in mine) == 1, mine
PY
}

run "$work/ours" "$work/in/folders" "$work/in/list.txt" && same=0 || same=1
result "recordings in folders are analysed" "$same"

# A server that ends with this script: its input is a pipe of it.
serve() { # $1: where its output goes, $2…: the command
  mkfifo "$1.in"
  "${@:2}" <"$1.in" >"$1" 2>"$1.log" &
  exec {server}>"$1.in"
  for _ in $(seq 600); do [ ! -s "$1" ] || return 0; sleep 0.1; done
  die "fleet/check: ${*:2:1} did not start: $(tail -n 1 "$1.log")"
}
mapfile -t options < <(fleet_java_options)
serve "$work/hdfs" java "${options[@]}" -Xmx512m "-Dlog4j2.configurationFile=$fleet/log4j2.properties" -cp "$hdfs_jars/*:$spark_home/jars/*" "$fleet/hadoop/Hdfs.java" "$work/dfs" "$work/in"
hdfs=$(head -n 1 "$work/hdfs")
run "$work/theirs" "$hdfs/fleet/folders" "$hdfs/fleet/list.txt" && same=0 || same=1
result "recordings in HDFS are analysed" "$same"
same_results "$work/ours" "$work/theirs" "$work/in" "$hdfs/fleet" && same=0 || same=1
result "HDFS changes nothing but the address" "$same"
exec {server}>&-

fetch_tools s3a
export AWS_ACCESS_KEY_ID=tester AWS_SECRET_ACCESS_KEY=secret
serve "$work/s3" java -Xmx256m "$fleet/hadoop/S3.java" "$work/in" "$work/s3.requests" tester
s3=(--hadoop "fs.s3a.endpoint=$(head -n 1 "$work/s3")" --hadoop fs.s3a.path.style.access=true --hadoop fs.s3a.endpoint.region=us-east-1)
run "$work/objects" s3a://fleet/folders s3a://fleet/list.txt "${s3[@]}" && same=0 || same=1
result "recordings in S3 are analysed" "$same"
same_results "$work/ours" "$work/objects" "$work/in" s3a://fleet && same=0 || same=1
result "S3 changes nothing but the address" "$same"
# All of broken.tar.xz is asked again: no report could be made of it.
fetched() { grep '^GET .*folders/[^?]*$' "$work/s3.requests" | grep -c "$@" broken || true; }
before=$(fetched -v) broken=$(fetched)
run "$work/objects" s3a://fleet/folders s3a://fleet/list.txt "${s3[@]}" && same=0 || same=1
result "what is kept is not fetched again ($before objects were)" "$((same || before == 0 || $(fetched -v) != before))"
result "what has no report is fetched again" "$((broken == 0 || $(fetched) <= broken))"
result "no copy of a recording is left" "$(find "$TMPDIR" -name 'hypertrace-fleet-[0-9]*' | wc -l)"
AWS_ACCESS_KEY_ID=stranger run "$work/stranger" s3a://fleet/folders "${s3[@]}" 2>"$work/stranger.log" && same=0 || same=$?
grep -q '^hypertrace: s3a://fleet/folders cannot be read: ' "$work/stranger.log" && [ "$same" = 1 ] && same=0 || { same=1; cat "$work/stranger.log"; }
result "who is not let in gets a sentence" "$same"
exec {server}>&-
