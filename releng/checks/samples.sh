# Sourced by releng/check-commands: the command samples.

# Of this checkout, and of one that has a damaged archive which no table has.
names() { "$root/releng/hypertrace" samples 2>/dev/null | cut -d' ' -f1 | LC_ALL=C sort; }
archives() { for archive in "$root"/traces-samples/*/*.tar.xz; do basename "$archive" .tar.xz; done | LC_ALL=C sort; }
samples=("$root/releng/hypertrace" samples)
check "every archive is a sample, once" 0 '^$' diff <(names) <(archives)
check "a sample's lesson is that of the table" 0 '^lossy +[0-9]+[.][0-9] MB  the recorder.s buffers are far too small' "${samples[@]}"
check "an older one's that of its folder's table" 0 '^boot-graph +[0-9]+[.][0-9] MB  function graph of every initcall' "${samples[@]}"
check "a sample is described by its page" 0 'What to look at' "${samples[@]}" quiet-boot
check "samples say how they are used" 0 '--unpack DIR' "${samples[@]}" --help
check "a sample that is not there" 1 "no sample 'x y'; there are quiet-boot .*two-diff-cpu[.]$" "${samples[@]}" quiet-boot 'x y' --unpack "$work/none"
check "no sample" 1 "no sample ''; there are quiet-boot" "${samples[@]}" ''
check "an unknown option of samples" 1 "unknown option '--fast'; next: samples --help" "${samples[@]}" --fast
check "samples to unpack, but which" 1 'which ones. There are quiet-boot' "${samples[@]}" --unpack "$work/none"
check "samples to unpack, but where" 1 '--unpack needs a folder' "${samples[@]}" quiet-boot --unpack
check "samples opened without a display" 1 'DISPLAY is not set' env -u DISPLAY "${samples[@]}" quiet-boot --open --data "$work/none"
check "nothing of that has made a folder" 1 'No such file' ls "$work/none"
check "samples are unpacked" 0 "^$work/un packed/boot-graph$" "${samples[@]}" quiet-boot boot-graph --unpack "$work/un packed"
mkdir "$work/by tar"
for archive in quiet-boot/quiet-boot first/boot-graph; do tar -C "$work/by tar" -xJf "$root/traces-samples/$archive.tar.xz"; done
check "and are what is in the archives" 0 '^$' diff -r "$work/by tar" "$work/un packed"
echo mine >"$work/un packed/quiet-boot/mine"
check "a sample does not replace what is there" 1 "un packed/quiet-boot is there already and is left as it is" \
  "${samples[@]}" lossy quiet-boot --unpack "$work/un packed"
check "nor is anything unpacked beside it" 0 '^[.] [.][.] boot-graph quiet-boot$' bash -c 'cd "$1" && echo $(ls -a)' - "$work/un packed"
check "a folder that cannot be made" 1 'cannot make the folder .*mine/x; choose another' "${samples[@]}" lossy --unpack "$work/un packed/quiet-boot/mine/x"
mkdir -p "$copy/traces-samples/extra" "$copy/traces-samples/gone"
printf '| [gone](gone/README.md) | was here |\n' >"$copy/traces-samples/README.md"
printf '# extra\n\nWhat nobody listed. And more.\n' >"$copy/traces-samples/extra/README.md"
head -c 1000 "$root/traces-samples/lossy/lossy.tar.xz" >"$copy/traces-samples/extra/extra.tar.xz"
check "a sample that no table has" 0 '^extra +0[.]0 MB  What nobody listed[.]$' "$copy/releng/hypertrace" samples
check "a row without its archive" 1 "no sample 'gone'; there are extra[.]" "$copy/releng/hypertrace" samples gone
check "a damaged sample" 1 'extra.tar.xz cannot be unpacked; it may be damaged' "$copy/releng/hypertrace" samples extra --unpack "$work/damaged"
check "leaves nothing" 0 '^$' ls -A "$work/damaged"
rm -r "$copy/traces-samples"
check "no samples at all" 1 'README.md, so no sample is known; get the whole repository' "$copy/releng/hypertrace" samples
check "Trace Compass knows where the samples are" 0 "-Dhypertrace.traces-samples=$root/traces-samples -jar" \
  env "PATH=$(stub java 'echo "$@"'):$PATH" bash -c '. "$1/releng/lib.sh"; product=$1; exec_product' - "$root"

