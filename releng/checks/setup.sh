# Sourced by releng/check-commands: the set-up of a machine, and the tools that are fetched on demand.

copy=$(clone tree)
downloads=$copy/releng/target-6.2/.cache/downloads

start=$(date +%s%N)
check "set-up does nothing when all is there" 0 '^$' "$root/releng/bootstrap"
echo "set-up with nothing to do took $((($(date +%s%N) - start) / 1000000)) ms"
check "set-up needs no network for that" 0 '^$' "$root/releng/bootstrap" -o
target_platform() {
  local copy
  copy=$(clone platform)
  check "the target platform is made from the downloads, offline" 0 'set-up is complete' "$copy/releng/bootstrap" -o
  check "and is then complete" 0 '^$' "$copy/releng/bootstrap" -o
  rm -rf "$copy/releng/target-6.2/.cache/bundles"
  check "a lost target platform is made again" 0 'set-up is complete' "$copy/releng/bootstrap" -o
  rm -rf "$copy"
}
once target_platform "$root"/releng/{bootstrap,lib.sh} "$root/releng/target-6.2"

# Downloads. Here the target platform is not really made: it takes seconds and is the same each time.
fast=$(stub python3 'mkdir -p "$3"')
env "PATH=$fast:$PATH" "$copy/releng/bootstrap" -o >/dev/null 2>&1
victim=$(basename "$downloads"/picocli-*.jar)
rm "$downloads/$victim" "$copy/releng/target-6.2/.cache/stamp"
check "offline and something is missing" 1 '^hypertrace: 1 files are still to be fetched.*without -o' "$copy/releng/bootstrap" -o
rm "$downloads"/*.deb
mkdir "$work/debs"
check "HYPERTRACE_DEBS without the packages" 1 'HYPERTRACE_DEBS .* lacks [0-9]+ packages, the first is eclipse-tracecompass_' \
  env "HYPERTRACE_DEBS=$work/debs" "$copy/releng/bootstrap" -o
echo broken >"$work/debs/sat4j_2.3.5-0.3_all.deb"
check "a wrong checksum names the file" 1 'checksum mismatch: sat4j_2.3.5-0.3_all.deb' env "HYPERTRACE_DEBS=$work/debs" "$copy/releng/bootstrap" -o
check "HYPERTRACE_DEBS with all of them is enough" 0 'set-up is complete' env "PATH=$fast:$PATH" "HYPERTRACE_DEBS=$cache/downloads" "$copy/releng/bootstrap" -o
rm "$copy/releng/target-6.2/.cache/stamp" "$downloads/$victim"
echo broken >"$downloads/$victim"
check "a damaged download is not used" 1 'files are still to be fetched' "$copy/releng/bootstrap" -o
check "a full disk" 1 'only 5 MB free' env "PATH=$(stub df 'echo; echo x 0 0 6000 0 x'):$PATH" "$copy/releng/bootstrap" -o
check "no network for Maven" 1 'no network.*start again' \
  env "PATH=$(stub mvn 'echo "[ERROR] x: Temporary failure in name resolution"; exit 1'):$PATH" "$copy/releng/bootstrap"

# The machine. No package is removed for the test: dpkg-query reports that it is not there.
no_gtk=$(stub dpkg-query 'exec /usr/bin/dpkg-query "$@" | grep -v libgtk-3-0')
check "not root: the missing package and how to get it" 1 'missing: libgtk-3-0; next: sudo apt-get install .* libgtk-3-0$' \
  env "PATH=$no_gtk:$(stub id 'echo 1000'):$PATH" "$root/releng/bootstrap"
check "offline with a missing package" 1 'libgtk-3-0, and -o forbids' env "PATH=$no_gtk:$(stub id 'echo 0'):$PATH" "$root/releng/bootstrap" -o
rm "$downloads"/sat4j*
mirror='case "$*" in *print-uris*) echo "'"'http://example.invalid/debian/dists/bookworm/InRelease' x 0"'"; exit;; esac; '
check "Debian 11 gone from the mirror" 1 'bullseye\) has vanished .*HYPERTRACE_DEBS' \
  env "PATH=$(stub apt-get "$mirror echo 'E: The repository does not have a Release file.'; exit 100"):$PATH" "$copy/releng/bootstrap"
check "no network for Debian" 1 'no network.*start again' \
  env "PATH=$(stub apt-get "$mirror echo 'E: Temporary failure resolving x'; exit 100"):$PATH" "$copy/releng/bootstrap"
check "another architecture" 1 'machine is arm64' env "PATH=$(stub dpkg 'echo arm64'):$PATH" "$copy/releng/bootstrap"
check "an unknown argument" 1 "unknown argument '--fast'" "$root/releng/bootstrap" --fast

# Tools that are fetched on demand
fetch=(bash -c '. "$1/releng/lib.sh"; [ -z "${2-}" ] || offline=(-o); fetch_tools mutation; ls "$tools" | wc -l' - "$copy")
fetches() { stub mvn "for a; do case \$a in -DoutputDirectory=*) echo jar >\"\${a#*=}/$1\"; esac; done"; }
check "tools that are not there, offline" 1 'jars of releng/tools/mutation.xml are still to be fetched.*without -o' "${fetch[@]}" -o
check "no network for tools" 1 'cannot fetch the jars .*no network' \
  env "PATH=$(stub mvn 'echo "[ERROR] x: Temporary failure in name resolution"; exit 1'):$PATH" "${fetch[@]}"
check "tools with a wrong checksum" 1 'checksum mismatch: what releng/tools/mutation.xml' env "PATH=$(fetches asm-9.9.jar):$PATH" "${fetch[@]}"
(cd "$work" && echo jar >one.jar && sha256sum one.jar) >"$copy/releng/tools/mutation.sha256"
check "tools as in the list" 0 '^1$' env "PATH=$(fetches one.jar):$PATH" "${fetch[@]}"
check "need no network any more" 0 '^1$' "${fetch[@]}" -o

