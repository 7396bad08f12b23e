# SPDX-License-Identifier: EPL-2.0
# lesson: none, this is a test: without LTTng the recorder takes trace-cmd
profile=none host_cpus=2 host_memory=3G sample=no
scenario() {
  mv /usr/bin/lttng /usr/bin/lttng-hidden
  mount -t tracefs tracefs /sys/kernel/tracing 2>/dev/null || true
  python3 /share/host/hypertrace-record start --profile boot --watch 0.5 -o /tmp/recording
  guest plain "quiet hypertrace.groups=levels,initcalls run=quiet"
  wait_guests 400
  python3 /share/host/hypertrace-record stop --symbols "plain=/share/guest/System.map-plain"
  ls -l /tmp/recording
  cat /tmp/recording/hypertrace.json
  grep -q '"name": "plain"' /tmp/recording/hypertrace.json
  grep -q System.map-plain /tmp/recording/hypertrace.json
  trace-cmd report /tmp/recording/trace.dat 2>/dev/null | grep kvm_hypercall >/tmp/hypercalls
  head -n 3 /tmp/hypercalls
  echo "hypercalls: $(wc -l </tmp/hypercalls)"
  [ "$(wc -l </tmp/hypercalls)" -gt 600 ]
}
