# Sourced by releng/pages/check and releng/test: the browser that pages of reports are looked at with.

axe_cache=$root/releng/pages/.cache
axe=$axe_cache/axe.min.js

# Of all that makes a page what it is, and of how it is looked at: releng/pages/checked has the one with which it passed last.
pages_hash() {
  (cd "$root" && find releng/pages org.hypertrace.core/src/org/hypertrace/core/report/{doc,render} org.hypertrace.core/src/org/hypertrace/core/view/{Styles,Shades}.java \
    -name .cache -prune -o -type f ! -name checked -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum)
}

browser_is_there() {
  command -v chromium >/dev/null && command -v chromedriver >/dev/null && [ "$(cat "$axe_cache/mark" 2>/dev/null)" = "$(cat "$root/releng/pages/axe-core.sha256")" ]
}

# Chromium of Debian, which its own updates replace; axe-core of npm, of one version and checksum.
fetch_browser() {
  local sum file
  ! browser_is_there || return 0
  [ -z "${offline[*]}" ] || die "Chromium or axe-core is still to be fetched, and -o forbids it; start once without -o."
  "$root/releng/bootstrap" browser
  command -v npm >/dev/null || die "npm is missing, which fetches axe-core; next: sudo apt-get install -y --no-install-recommends npm"
  read -r sum file <"$root/releng/pages/axe-core.sha256"
  rm -rf "$axe_cache"
  mkdir -p "$axe_cache"
  (cd "$axe_cache" && npm pack --silent "axe-core@$(sed -E 's/^axe-core-(.*)\.tgz$/\1/' <<<"$file")") >"$axe_cache/npm.log" 2>&1 ||
    die "npm cannot fetch $file: $(grep -m 1 'npm ERR!\|npm error' "$axe_cache/npm.log" || tail -n 1 "$axe_cache/npm.log") (log: $axe_cache/npm.log)."
  (cd "$axe_cache" && sha256sum -c --quiet "$root/releng/pages/axe-core.sha256" >/dev/null 2>&1) ||
    die "checksum mismatch: what npm fetched as $file is not what axe-core.sha256 lists; suspect the network or the registry."
  tar -xzf "$axe_cache/$file" -C "$axe_cache" --strip-components=1 package/axe.min.js
  cp "$root/releng/pages/axe-core.sha256" "$axe_cache/mark"
}
