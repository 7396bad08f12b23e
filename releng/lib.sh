# Sourced by the commands in this folder: what they all need to know, and how they talk.
# Everything said goes to standard error: standard output belongs to reports.

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

# Maven 3.9 on the whole tree, whatever the current folder.
maven() { (cd "$root" && "$cache/maven/bin/mvn" "${offline[@]}" "$@"); }

# Two builds in one tree would delete each other's results. (A test run that just ended may hold the lock for a moment.)
lock_build() {
  exec 8>"$cache/build.lock"
  flock -w 3 8 || { say "another build runs in this folder; waiting for it"; flock 8; }
}

# The sources of the product, as one hash: the same hash means the same product. Not by git: archives have none.
source_hash() {
  (cd "$root" && find pom.xml org.hypertrace.core org.hypertrace.ui releng/benchmark releng/feature releng/update-site releng/product releng/target-* \
    \( -name target -o -name bin -o -name .cache \) -prune -o -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum)
}

product=$root/releng/product/target/products/org.hypertrace.product/linux/gtk/x86_64
product_stamp=$root/releng/product/target/sources.sha256

# Becomes the product; the current folder stays the user's. More options of Java: in java_options.
java_options=()
exec_product() {
  local jars=("$product"/plugins/org.eclipse.equinox.launcher_*.jar)
  # shellcheck disable=SC2086
  exec java --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.util=ALL-UNNAMED -Xmx1g \
    "-Dhypertrace.traces-samples=$root/traces-samples" "${java_options[@]}" ${HYPERTRACE_JAVA_OPTS-} -jar "${jars[0]}" -nosplash "$@"
}

# To be called when the product was built from the sources with this hash.
product_is_built() { # $1: hash
  # Lets Equinox write its caches now: two first runs at a time must not both do it.
  (exec_product -initialize -data "$root/target/warm-up" >/dev/null 2>&1) || true
  rm -rf "$root/target/warm-up"
  printf '%s\n' "$1" >"$product_stamp"
}
