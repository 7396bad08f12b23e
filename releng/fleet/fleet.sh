# Sourced by releng/hypertrace and releng/fleet/check: Apache Spark, and the command fleet on it.

fleet=$root/releng/fleet
fleet_cache=$fleet/.cache
spark_home=$fleet_cache/spark

# Of all that the check of the fleet is about: releng/fleet/checked has the one with which it passed last.
fleet_hash() {
  (cd "$root" && find releng/fleet -name .cache -prune -o -type f ! -name checked -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum)
}

# Exactly the jars of the list, in the folder $1?
spark_is() {
  [ -d "$1" ] && (cd "$1" && sha256sum -c --quiet "$fleet/spark.sha256" >/dev/null 2>&1 && diff -q <(LC_ALL=C ls) <(awk '{ print $2 }' "$fleet/spark.sha256" | LC_ALL=C sort) >/dev/null)
}

# Maven's jars are no distribution of Spark: a small SPARK_HOME is made of them. Checked in full when it is made, later by its mark.
fetch_spark() {
  local log=$fleet_cache/fetch.log part=$fleet_cache/part cause mark
  mark=$(sha256sum <"$fleet/spark.sha256")
  [ "$(cat "$spark_home/mark" 2>/dev/null)" != "$mark" ] || return 0
  [ -z "${offline[*]}" ] || die "Apache Spark is still to be fetched, and -o forbids it; start once without -o."
  say "fetching Apache Spark 4.1.1 ($(wc -l <"$fleet/spark.sha256") files, 201 MB)"
  SECONDS=0
  rm -rf "$spark_home" "$part"
  mkdir -p "$part/jars"
  mvn -B -ntp -f "$fleet/pom.xml" dependency:copy-dependencies -DincludeScope=runtime "-DoutputDirectory=$part/jars" >"$log" 2>&1 || {
    cause=$(cause_of "$log") || cause="$(grep -m 1 '^\[ERROR\]' "$log"); mend that and start again"
    die "cannot fetch Apache Spark: $cause (log: $log)."
  }
  spark_is "$part/jars" || die "checksum mismatch: what releng/fleet/pom.xml fetched into $part/jars is not what spark.sha256 lists; suspect the network or the mirror."
  printf '%s\n' "$mark" >"$part/mark"
  mv "$part" "$spark_home"
  say "Apache Spark was fetched in $SECONDS s"
}

# The fleet's classes, and those of the core that they use, in $fleet_jar. Some of these name classes of Trace Compass, which the fleet never loads.
compile_fleet() {
  local hash classes=$fleet_cache/classes log=$fleet_cache/compile.log core=$root/org.hypertrace.core/src
  hash=$(cd "$root" && find releng/fleet/{src,spark,fleet.sh,spark.sha256} org.hypertrace.core/src/org/hypertrace/core/{compare,quantity,report/doc,report/render,untrusted} -type f -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum)
  fleet_jar=$fleet_cache/fleet-${hash:0:16}.jar
  [ ! -f "$fleet_jar" ] || return 0
  rm -rf "$classes" "$fleet_cache"/fleet-*.jar
  mkdir -p "$classes"
  find "$fleet"/{src,spark} -name '*.java' >"$fleet_cache/sources"
  javac -J-XX:TieredStopAtLevel=1 -nowarn -g --release 17 -proc:none -encoding UTF-8 -d "$classes" -cp "$spark_home/jars/*$(printf ':%s' "$cache"/bundles/*.jar)" -sourcepath "$core" "@$fleet_cache/sources" >"$log" 2>&1 || {
    grep -v '^Note:' "$log" >&2
    die "the sources of releng/fleet do not compile; correct what is reported above."
  }
  (cd "$core" && cp --parents org/hypertrace/core/report/render/*.{css,js} "$classes")
  jar --create --file "$fleet_jar.part" -C "$classes" .
  mv "$fleet_jar.part" "$fleet_jar"
}

# Spark's classes as Java has them in memory, of the driver and of executors: it need not parse and check them again. Made once, by a run that analyses
# nothing. Java uses them only if it is the same Java, and if the jars are the same in the same place; without them all is as before.
archive_spark() {
  local mark
  mark=$({ java -version 2>&1 | grep -v 'Picked up'; realpath "$spark_home"; } | cat - "$fleet/spark.sha256" | sha256sum)
  [ "$(cat "$spark_home/archived" 2>/dev/null)" != "$mark" ] || return 0
  (
    flock 7
    [ "$(cat "$spark_home/archived" 2>/dev/null)" != "$mark" ] || exit 0 # by whom we waited for
    say "preparing Spark's start (once)"
    make_archives "$fleet_cache/archived"
    printf '%s\n' "$mark" >"$spark_home/archived"
  ) 7>"$fleet_cache/archive.lock"
}
make_archives() { # $1: a folder for it
  local options jars=$spark_home/jars slf4j common=(-XX:+UseSerialGC -XX:TieredStopAtLevel=1)
  rm -rf "$1"
  mkdir "$1"
  echo "$1/none.tar.xz" >"$1/list"
  mapfile -t options < <(fleet_java_options)
  # Lists of classes are written while these run: it does not matter how they end.
  SPARK_HOME=$spark_home SPARK_SCALA_VERSION=2.13 SPARK_LOCAL_DIRS=$1 java "${options[@]}" -Xmx1g "${common[@]}" "-XX:DumpLoadedClassList=$1/driver" \
    "-Djava.io.tmpdir=$1" -Dhypertrace.product=/ -Dhypertrace.versions= "-Dlog4j2.configurationFile=$fleet/log4j2.properties" -cp "$jars/*" \
    org.apache.spark.deploy.SparkSubmit --master 'local-cluster[1,1,1024]' --conf spark.driver.host=localhost --conf spark.driver.bindAddress=127.0.0.1 \
    --conf "spark.executor.extraJavaOptions=${common[*]} '-XX:DumpLoadedClassList=$1/executor'" --class org.hypertrace.fleet.Fleet "$fleet_jar" "$1/list" \
    --out "$1/out" >"$fleet_cache/archived.log" 2>&1 || true
  slf4j=("$jars"/slf4j-api-*.jar)
  archive_list "$1/driver" "$jars/*"
  archive_list "$1/executor" "$spark_home/conf:${slf4j[0]}:$jars/*" # as Spark has it
  rm -rf "$1" "$spark_home/work"
}
archive_list() { # $1: list of classes, $2: class path
  java "${options[@]}" -Xshare:dump "-XX:SharedClassListFile=$1" "-XX:SharedArchiveFile=$1.jsa" -cp "$2" >>"$fleet_cache/archived.log" 2>&1 && mv "$1.jsa" "$spark_home" || true
}

# For checks: a product in $work/made that answers for recordings that are only described.
made_product() {
  mkdir -p "$work/classes" "$work/made/plugins" "$work/made/reports"
  javac -nowarn --release 17 -proc:none -encoding UTF-8 -d "$work/classes" -cp "$fleet_jar:$spark_home/jars/*" "$fleet/test/org/hypertrace/fleet/MadeRecording.java"
  (cd "$work/classes" && unzip -qo "$fleet_jar")
  printf 'Main-Class: org.hypertrace.fleet.MadeRecording\nClass-Path: gson.jar\n' >"$work/manifest"
  jar --create --file "$work/made/plugins/org.eclipse.equinox.launcher_0.jar" --manifest "$work/manifest" -C "$work/classes" .
  cp "$spark_home"/jars/gson-*.jar "$work/made/plugins/gson.jar"
  product=$work/made
}

# For checks: recordings made of a sample, as stretched.py describes it.
stretch_recordings() { # $1…: its arguments
  mkdir -p "$work/stretch"
  javac -nowarn --release 17 -proc:none -d "$work/stretch" "$root"/releng/benchmark/src/org/hypertrace/benchmark/{EventLayouts,EventPayload,StretchedTrace}.java
  python3 "$fleet/stretched.py" make "$@" | java -cp "$work/stretch" org.hypertrace.benchmark.StretchedTrace "$1/kernel"
  python3 "$fleet/stretched.py" pack "$@"
}

# The classes of analyses as Java has them in memory. The jar is named from the product's folder, in which analyses are started (see Analysis).
archive_served() {
  local sample=$root/traces-samples/quiet-boot/quiet-boot.tar.xz served=$product/reports/served.jsa part=$fleet_cache/served.$$ jars
  [ ! -f "$served" ] && [ -f "$product/reports/config.ini" ] && [ -f "$sample" ] || return 0
  say "preparing the start of analyses (once)"
  jars=("$product"/plugins/org.eclipse.equinox.launcher_*.jar)
  printf '{"recording": "%s", "reports": [["boot"], ["shutdown"], ["exits"], ["report"], ["upgrade"], ["path", "--boots"], ["syscalls"]]}\n' "$sample" |
    (cd "$product" && java --add-opens=java.base/java.{lang,util}=ALL-UNNAMED -Xmx1g -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "-XX:ArchiveClassesAtExit=$part" \
      -jar "plugins/${jars[0]##*/}" -nosplash -configuration "$product/reports" -data "$part.data" -application org.hypertrace.core.report serve) \
      >"$fleet_cache/served.log" 2>&1 && mv "$part" "$served" || rm -f "$part"
  rm -rf "$part.data"
}

# Of the product what reports run with, without what draws, and without what Java had in memory of other commands: into the file $1.
pack_product() {
  local bundles=reports/org.eclipse.equinox.simpleconfigurator/bundles.info
  # shellcheck disable=SC2046
  (
    cd "$product" && {
      echo reports
      [ -f "$bundles" ] || echo plugins
      [ ! -f "$bundles" ] || ls -d plugins/org.eclipse.{osgi,osgi.compatibility.state,equinox.launcher,equinox.simpleconfigurator}_* $(cut -d, -f3 "$bundles" | grep '^plugins/')
    } | tar -c --exclude reports/classes.jsa -T - | gzip -1 >"$1"
  )
}

# What Spark names in its JavaModuleOptions; releng/fleet/check compares.
fleet_java_options() {
  local package
  printf '%s\n' -XX:+IgnoreUnrecognizedVMOptions --add-modules=jdk.incubator.vector
  for package in java.base/{java.{lang,lang.invoke,lang.reflect,io,net,nio,util,util.concurrent,util.concurrent.atomic},jdk.internal.ref,sun.{nio.ch,nio.cs,security.action,util.calendar}} java.security.jgss/sun.security.krb5; do
    printf -- '--add-opens=%s=ALL-UNNAMED\n' "$package"
  done
  printf '%s\n' -Djdk.reflect.useDirectMethodHandle=false -Dio.netty.tryReflectionSetAccessible=true -Dio.netty.allocator.type=pooled \
    -Dio.netty.handler.ssl.defaultEndpointVerificationAlgorithm=NONE --enable-native-access=ALL-UNNAMED
}

# Is an address of S3 named, or does a list that is named have one?
names_s3() {
  local argument
  for argument; do
    case $argument in s3a:/*) return ;; *.tar.xz) continue ;; esac
    [ ! -f "$argument" ] || ! grep -qm 1 '^ *s3a:/' "$argument" || return 0
  done
  return 1
}

fleet_command() {
  local master='local[*]' argument previous='' status=0 signal='' java work versions where=$product conf=() options=() jars
  for argument; do
    case $previous in --master) master=$argument ;; esac
    case $argument in --master=*) master=${argument#--master=} ;; esac
    previous=$argument
  done
  if names_s3 "$@"; then
    fetch_tools s3a
    jars=$(printf ',%s' "$tools"/*.jar)
    conf+=(--jars "${jars#,}")
  fi
  fetch_spark
  compile_fleet
  # Nobody removes the product as long as this runs.
  exec 9<"$product"
  flock -s 9
  archive_spark
  archive_served
  work=$(mktemp -d "${TMPDIR:-/tmp}/hypertrace-fleet.XXXXXX") || die "cannot make a temporary folder; name another one with TMPDIR."
  # What a driver that was killed leaves ends by itself. Until then nothing is taken away from it: an analysis would answer that its files are gone.
  trap 'for _ in $(seq 60); do pgrep -f "$work/" >/dev/null || break; sleep 0.5; done; for _ in $(seq 20); do rm -rf "$work" 2>/dev/null && break; sleep 0.5; done' EXIT
  [ -t 2 ] && conf+=(--conf spark.ui.showConsoleProgress=true)
  case $master in
    local*) conf+=(--conf spark.driver.host=localhost --conf spark.driver.bindAddress=127.0.0.1) ;;
  esac
  # Spark does little but wait for analyses: compiling it well takes more of the processor than it saves, so forty times the usual thresholds there.
  # What reads each answer is for the optimizing compiler at the usual thresholds.
  local seldom='-XX:Tier4InvocationThreshold=200000 -XX:Tier4MinInvocationThreshold=24000 -XX:Tier4CompileThreshold=600000 -XX:Tier4BackEdgeThreshold=1600000'
  local reading='-XX:CompileCommand=quiet -XX:CompileCommand=CompileThresholdScaling,com.google.gson.stream.JsonReader::*,0.025'
  local compiling=-XX:TieredStopAtLevel=1
  local archived="-XX:SharedArchiveFile=$spark_home"
  # Whatever executors on this machine leave goes away with the folder, also if they are killed.
  mkdir "$work/home"
  ln -s "$spark_home/jars" "$work/home/jars"
  case $master in
    local-cluster*) conf+=(--conf "spark.executor.extraJavaOptions=$seldom $reading '$archived/executor.jsa' -Xlog:disable -XX:+UseSerialGC -Djava.io.tmpdir=$work") ;;
    *) conf+=(--conf "spark.executor.extraJavaOptions=$seldom $reading") ;;
  esac
  case $master in
    local | local\[*) compiling="$seldom $reading" ;;
    *)
      # For executors elsewhere: Spark brings it to them. In the product's folder, which has the name of its sources: once for all runs.
      local packed=$product/packed.tar.gz
      if [ ! -f "$packed" ]; then
        say "packing the product for other machines"
        pack_product "$packed.$$" && mv "$packed.$$" "$packed" || die "cannot pack the product into $product; make room there."
      fi
      conf+=(--conf "spark.archives=$packed#product")
      where=archive:product ;;
  esac
  versions=$(sha256sum <"$root/org.hypertrace.tests/headless/tracker-versions/tracker-versions.txt")
  mapfile -t options < <(fleet_java_options)
  export SPARK_HOME=$work/home SPARK_SCALA_VERSION=2.13 SPARK_LOCAL_DIRS=$work
  # shellcheck disable=SC2086
  java "${options[@]}" -Xmx1g -XX:+UseSerialGC $compiling "$archived/driver.jsa" -Xlog:disable "-Djava.io.tmpdir=$work" "-Dhypertrace.product=$where" "-Dhypertrace.versions=${versions%% *}" \
    "-Dlog4j2.configurationFile=$fleet/log4j2.properties" ${HYPERTRACE_JAVA_OPTS-} -cp "$spark_home/jars/*${HADOOP_CONF_DIR:+:$HADOOP_CONF_DIR}" org.apache.spark.deploy.SparkSubmit \
    --master "$master" --class org.hypertrace.fleet.Fleet "${conf[@]}" "$fleet_jar" "$@" \
    2> >(grep --line-buffered -v '^WARNING: Using incubator modules' >&2) &
  java=$!
  trap 'signal=130; kill "$java" 2>/dev/null' INT
  trap 'signal=143; kill "$java" 2>/dev/null' TERM
  wait "$java" 2>/dev/null || status=$? # bash would report a kill
  wait "$java" 2>/dev/null || true # a signal ends the first wait before Java has ended
  if [ -n "$signal" ]; then
    say "interrupted; what is done is kept, and the same command continues"
    exit "$signal"
  fi
  exit "$status"
}
