# Sourced by the commands in this folder: what they all need to know, and how they talk.
# Every message goes to standard error: standard output belongs to reports.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
cache=$root/releng/target-6.2/.cache
offline=() # becomes (-o) when the user wants no network

say() { printf 'hypertrace: %s\n' "$*" >&2; }

die() {
  say "$*"
  exit 1
}

# The usual causes why apt or Maven fails, and what helps, from the log $1; fails when it is none of them.
cause_of() {
  if grep -q 'No space left' "$1"; then
    echo "the disk is full; make room (about 1 GB) and start again"
  elif grep -q 'in offline mode and the artifact' "$1"; then
    echo "an earlier run did not fetch all that this needs, and -o forbids fetching it; start once without -o"
  elif grep -qE 'failure resolving|name resolution|nknown ?[Hh]ost|[Cc]ould not (resolve host|connect)|[Uu]nable to connect|[Uu]nreachable|[Cc]onnect(ion)? timed out|Could not transfer artifact|Failed to read artifact descriptor' "$1"; then
    echo "no network, or a proxy that is not configured; connect and start again"
  elif grep -q 'Could not get lock' "$1"; then
    echo "another apt is running; wait for it and start again"
  else
    return 1
  fi
}

# Maven's complaints in the log $1, without its advice to itself.
maven_errors() { grep '^\[ERROR\]' "$1" | grep -vE '^\[ERROR\] *(To see the full|Re-run|For more info|After correct|\[Help|  mvn <args>|-> \[Help|$)' || true; }

# Java 17 also where it is not the machine's default.
use_java_17() {
  local home
  for home in /usr/lib/jvm/java-17-openjdk-*; do
    [ -x "$home/bin/java" ] && export JAVA_HOME=$home PATH=$home/bin:$PATH && return
  done
}

# Maven 3.9 on the whole tree, whatever the current folder. (.mvn/jvm.config: the optimizing compiler would take more time than it saves.)
# What it leaves is no longer what releng/test left, see there.
compiled=$root/target/compiled.sha256
maven() { (rm -f "$compiled" && cd "$root" && "$cache/maven/bin/mvn" "${offline[@]}" "$@"); }

# Two builds in one tree would delete each other's results. (A test run that just ended may hold the lock for a moment.)
lock_build() {
  exec 8>"$cache/build.lock"
  flock -w 3 8 || { say "another build runs in this folder; waiting for it"; flock 8; }
}

# The sources of the product, as one hash: the same hash means the same product. Not by git: archives have none. Without what Tycho
# writes beside them while it builds. $@: more sources.
source_hash() {
  (cd "$root" && find "$@" pom.xml releng/lib.sh org.hypertrace.core org.hypertrace.ui org.hypertrace.help releng/benchmark releng/fuzzing releng/help releng/feature releng/update-site releng/product releng/target-* SECURITY.md traces-samples/*.md traces-samples/recorder/*.md \
    \( -name target -o -name bin -o -name .cache -o -name .tycho-consumer-pom.xml \) -prune -o -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum)
}

# The core and its tests as plain Java: compiled with javac into $plain/core and $plain/tests, unless that is of these sources
# already. The class path to run them on is then in $plain_path. What needs Eclipse's platform is tagged and cannot run there.
plain=$root/target/plain
compile_plain() {
  local sources=(org.hypertrace.core/src releng/benchmark/src releng/fuzzing/src org.hypertrace.tests/{support,headless}/src releng/fleet/{src,test}) bundles hash
  bundles=$(printf ':%s' "$cache"/bundles/*.jar)
  plain_path=$plain/core:$plain/tests$bundles
  hash=$(cd "$root" && find "${sources[@]}" releng/plain releng/lib.sh releng/target-6.2/packages.sha256 -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum)
  [ "$(cat "$plain.sha256" 2>/dev/null)" != "$hash" ] || return 0
  rm -rf "$plain" "$plain.sha256"
  mkdir -p "$plain"/{core,tests}
  compile_into core org.hypertrace.core/src
  compile_into tests "${sources[@]:1}" releng/plain
  (cd "$root" && for folder in "${sources[@]}"; do (cd "$folder" && find . -type f ! -name '*.java' -exec cp --parents {} "$plain/tests" \;); done)
  printf '%s\n' "$hash" >"$plain.sha256"
}

# Not by xargs: it would call javac twice when there are very many. Without the optimizing compiler javac takes half the time.
compile_into() { # $1: folder in $plain, $2…: sources
  (cd "$root" && find "${@:2}" -name '*.java' >"$plain.files" &&
    javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -nowarn -g --release 17 -proc:none -encoding UTF-8 -d "$plain/$1" -cp "$plain_path" "@$plain.files" >"$plain.log" 2>&1) ||
    { grep -v '^Note:' "$plain.log" >&2 || die "the compiler was killed; start again."; die "the sources do not compile; correct what is reported above."; }
}

# The jars that releng/tools/$1.xml names, in $tools: fetched once with the machine's own Maven, and what $1.sha256 lists.
fetch_tools() {
  local log cause
  tools=$cache/tools/$1
  tools_are "$1" "$tools" && return
  [ -z "${offline[*]}" ] || die "the jars of releng/tools/$1.xml are still to be fetched, and -o forbids it; start once without -o."
  say "fetching what releng/tools/$1.xml names"
  rm -rf "$tools" "$tools.part"
  mkdir -p "$tools.part"
  log=$tools.log
  mvn -B -ntp -f "$root/releng/tools/$1.xml" dependency:copy "-DoutputDirectory=$tools.part" >"$log" 2>&1 || {
    cause=$(cause_of "$log") || cause="$(grep -m 1 '^\[ERROR\]' "$log"); mend that and start again"
    die "cannot fetch the jars of releng/tools/$1.xml: $cause (log: $log)."
  }
  tools_are "$1" "$tools.part" ||
    die "checksum mismatch: what releng/tools/$1.xml fetched into $tools.part is not what $1.sha256 lists; suspect the network or the mirror."
  mv "$tools.part" "$tools"
}

# Exactly the files of the list, as the list has them?
tools_are() { # $1: name, $2: folder
  local list=$root/releng/tools/$1.sha256
  [ -d "$2" ] && (cd "$2" && sha256sum -c --quiet "$list" >/dev/null 2>&1 && diff -q <(LC_ALL=C ls) <(awk '{ print $2 }' "$list" | LC_ALL=C sort) >/dev/null)
}

# The product of the sources with hash $1, in $product. It is kept where no build cleans: a report and a build do not disturb each other.
products=$root/releng/product/.cache
product_of() { product=$products/${1:0:16}; }

# Whether it is there.
is_built() {
  product_of "$1"
  [ -d "$product" ]
}

# Becomes the product; the current folder stays the user's. More options of Java: in java_options.
java_options=()
# For what runs long: the optimizing compiler pays, for what is hot. The first numbers are four times the usual ones. The same code in many
# callers is compiled many times, which takes longer than it saves: by the others less is put into callers.
hot_only=(-XX:Tier4InvocationThreshold=20000 -XX:Tier4MinInvocationThreshold=2400 -XX:Tier4CompileThreshold=60000 -XX:Tier4BackEdgeThreshold=160000
  -XX:FreqInlineSize=50 -XX:InlineSmallCode=500 -XX:MaxInlineLevel=6)
exec_product() {
  local jars=("$product"/plugins/org.eclipse.equinox.launcher_*.jar)
  # Nobody removes it as long as this runs.
  exec 9<"$product"
  flock -s 9
  # Java ends without a word if two collectors are asked for.
  [[ ${HYPERTRACE_JAVA_OPTS-} != *-XX:+Use*GC* ]] || java_options+=(-XX:-UseSerialGC)
  # shellcheck disable=SC2086
  exec java --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.util=ALL-UNNAMED -Xmx1g \
    "-Dhypertrace.traces-samples=$root/traces-samples" "${java_options[@]}" ${HYPERTRACE_JAVA_OPTS-} -jar "${jars[0]}" -nosplash "$@"
}

# How commands without a display start Java, in java_options. All temporary files are in the workspace $1 and go away with it.
# A Java machine without memory is in no state to say so: it ends at once.
headless_options() {
  java_options=("-Djava.io.tmpdir=$1/tmp" "-XX:OnOutOfMemoryError=mkdir '$1/no-memory'; kill -9 %p"
    -XX:+UnlockDiagnosticVMOptions -XX:-DisplayVMOutput -Dhypertrace.temporary=true)
  [ ! -f "$product/reports/classes.jsa" ] || java_options+=("-XX:SharedArchiveFile=$product/reports/classes.jsa" -Xlog:disable)
  java_options+=(-XX:+UseSerialGC)
}

# The classes of a report as Java has them in memory, so that it need not parse and check them again. Java uses the archive only if it is
# of the same Java and in the same place; without it all is as before.
archive_classes() {
  local sample=$root/traces-samples/exit-storm/exit-storm.tar.xz classes=$product/reports/classes
  [ -f "$sample" ] || return 0
  java_options=("-XX:ArchiveClassesAtExit=$classes.part" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC)
  (exec_product -configuration "$product/reports" -data "$root/target/warm-up" -application org.hypertrace.core.report \
    report --quiet "$sample" >/dev/null 2>&1) && mv "$classes.part" "$classes.jsa" || rm -f "$classes.part"
  java_options=()
  rm -rf "$root/target/warm-up"
}

# To be called when the product was built from the sources with hash $1.
product_is_built() {
  local built=$root/releng/product/target/products/org.hypertrace.product/linux/gtk/x86_64 part=$products/part old
  mkdir -p "$products"
  rm -rf "$part"
  cp -r "$built" "$part"
  # Lets Equinox write its caches now: two first runs at a time must not both do it.
  product=$part
  (exec_product -initialize -data "$root/target/warm-up" >/dev/null 2>&1) || true
  # Reports need nothing that draws, and no data providers: without these they start in a fraction of the time.
  python3 -B "$root/releng/product/report-bundles" "$part"
  (exec_product -configuration "$part/reports" -initialize -data "$root/target/warm-up" >/dev/null 2>&1) || true
  rm -rf "$root/target/warm-up"
  product_of "$1"
  rm -rf "$product"
  mv "$part" "$product"
  archive_classes
  # Those that somebody still runs stay.
  for old in "$products"/*/; do
    [ "$old" = "$product/" ] || flock -n -x "$old" rm -rf "$old" || true
  done
}

# The plug-in of Babeltrace 2, built if its sources changed; its folder is then in $babeltrace_plugin.
babeltrace_plugin=$root/releng/babeltrace2/.cache
build_babeltrace_plugin() {
  local log=$babeltrace_plugin/build.log
  "$root/releng/bootstrap" "${offline[@]}" babeltrace
  mkdir -p "$babeltrace_plugin"
  (flock 9 && make -s -C "$root/releng/babeltrace2" BUILD=.cache) 9>"$babeltrace_plugin/lock" >"$log" 2>&1 ||
    die "the plug-in of Babeltrace does not compile: $(grep -m 1 -E 'error|Error' "$log" || tail -n 1 "$log") (log: $log)."
}
