# Sourced by releng/hypertrace: the command samples, on the recorded traces of the checkout. Shell tools only: it needs no build.

samples_usage() {
  cat <<'TXT'
releng/hypertrace samples [NAME…] [--unpack DIR | --open [--data DIR]]

  samples                            list the recorded samples: name, size, lesson
  samples NAME…                      describe these: what happened and what to look at
  samples NAME… --unpack DIR         unpack them: trace, manifest and symbols as DIR/NAME
  samples NAME… --open [--data DIR]  open them in Trace Compass, as the command open does
TXT
}

# The rows of the tables in the Markdown file $1 that begin with a link to a folder or with an archive: name, tab, second column.
table_rows() {
  local name='([A-Za-z0-9][A-Za-z0-9._-]*)'
  sed -nE "s/^\| *(\[$name\]\([^)]*\)|$name\.tar\.xz) *\| *([^|]*[^| ]) *\|.*/\2\3\t\4/p" "$1"
}

# The first sentence below the title of the Markdown file $1.
first_sentence() { sed -n '/^[#|]/d; /./{s/\. .*/./; p; q}' "$1"; }

sample_names=()
declare -A sample_folder=() sample_lesson=()

add_sample() { # $1: name, $2: folder, $3: lesson
  [ -z "${sample_folder[$1]-}" ] && [ -f "$2/$1.tar.xz" ] || return 0
  sample_names+=("$1") sample_folder[$1]=$2 sample_lesson[$1]=$3
}

# What there is, in the order of the table of lessons. A folder without an archive of its name may have a table of several.
find_samples() {
  local all=$root/traces-samples name lesson inner what folder
  [ -f "$all/README.md" ] || die "there is no $all/README.md, so no sample is known; get the whole repository (git clone)."
  while IFS=$'\t' read -r name lesson; do
    folder=$all/$name
    add_sample "$name" "$folder" "$lesson"
    if [ ! -f "$folder/$name.tar.xz" ] && [ -f "$folder/README.md" ]; then
      while IFS=$'\t' read -r inner what; do add_sample "$inner" "$folder" "$what"; done < <(table_rows "$folder/README.md")
    fi
  done < <(table_rows "$all/README.md")
  for what in "$all"/*/*.tar.xz; do # what no table has
    [ -f "$what" ] || continue
    name=${what##*/} folder=${what%/*}
    name=${name%.tar.xz}
    [ -n "${sample_folder[$name]-}" ] || add_sample "$name" "$folder" "$([ ! -f "$folder/README.md" ] || first_sentence "$folder/README.md")"
  done
}

list_samples() {
  local name tenths
  for name in "${sample_names[@]}"; do
    tenths=$((($(stat -Lc %s "${sample_folder[$name]}/$name.tar.xz") + 50000) / 100000))
    printf '%-26s %3d.%d MB  %s\n' "$name" $((tenths / 10)) $((tenths % 10)) "${sample_lesson[$name]}"
  done
  say "samples NAME describes one; --unpack DIR unpacks it, --open opens it in Trace Compass"
}

tell_samples() {
  local name readme reported=
  for name; do
    readme=${sample_folder[$name]}/README.md
    [ -f "$readme" ] || die "samples: nothing is written about $name; next: samples $name --open."
    [ "$readme" = "$reported" ] || cat "$readme"
    reported=$readme
  done
}

unpack_samples() { # $1: into which folder, the others: names
  local into=$1 name archive map
  shift
  command -v xz >/dev/null || die "samples: xz is missing; next: apt-get install xz-utils."
  for name; do
    [ ! -e "$into/$name" ] || die "samples: $into/$name is there already and is left as it is; remove it or choose another folder."
  done
  mkdir -p "$into" 2>/dev/null || die "samples: cannot make the folder $into; choose another one."
  unpacking=$(mktemp -d "$into/.unpacking.XXXXXX" 2>/dev/null) || die "samples: cannot write into $into; choose another folder."
  trap 'rm -rf "$unpacking"' EXIT # also when it is interrupted: a sample is there as a whole, or not at all
  for name; do
    archive=${sample_folder[$name]}/$name.tar.xz
    tar --no-same-owner -C "$unpacking" -xJf "$archive" 2>/dev/null && mv -T "$unpacking/$name" "$into/$name" ||
      die "samples: $archive cannot be unpacked; it may be damaged (test it with xz -t) or the disk may be full."
    printf '%s\n' "$into/$name"
    for map in "${sample_folder[$name]}"/System.map*; do
      [ ! -f "$map" ] || say "symbols for --symbols: $map (of which kernel: README.md beside it)"
    done
  done
}

samples_command() {
  local names=() unpack='' open='' data=() name
  while [ $# -gt 0 ]; do
    case $1 in
      --help | -h) samples_usage; exit 0 ;;
      --open) open=1 ;;
      --unpack | --data) [ -n "${2-}" ] || die "samples: $1 needs a folder."
        if [ "$1" = --data ]; then data=(--data "$2"); else unpack=$2; fi
        shift ;;
      --unpack=?*) unpack=${1#*=} ;;
      --data=?*) data=("$1") ;;
      -*) die "samples: unknown option '$1'; next: samples --help." ;;
      *) names+=("${1%/}") ;;
    esac
    shift
  done
  [ -z "$unpack" ] || [ -z "$open" ] || die "samples: either --unpack or --open; open takes what was unpacked, too."
  [ ${#data[@]} = 0 ] || [ -n "$open" ] || die "samples: --data is the workspace of --open; next: samples --help."
  find_samples
  for name in "${names[@]}"; do
    [ -n "$name" ] && [ -n "${sample_folder[$name]-}" ] || die "samples: there is no sample '$name'; there are ${sample_names[*]}."
  done
  if [ ${#names[@]} = 0 ]; then
    [ -z "$unpack$open" ] || die "samples: which ones? There are ${sample_names[*]}."
    list_samples
  elif [ -n "$unpack" ]; then
    unpack_samples "$unpack" "${names[@]}"
  elif [ -n "$open" ]; then
    local archives=()
    for name in "${names[@]}"; do archives+=("${sample_folder[$name]}/$name.tar.xz"); done
    open_traces "${archives[@]}" "${data[@]}"
  else
    tell_samples "${names[@]}"
  fi
}
