# SPDX-License-Identifier: EPL-2.0
# lesson: the same spin in each of 4, 6 and 8 vCPUs on four CPUs of the host: enough for all, and two that are not
profile=scheduler host_cpus=4 host_memory=4G limit=1200
scenario() {
  local vcpus
  programs=yes
  for vcpus in 4 6 8; do
    guests=
    guest "spin-$vcpus" "quiet hypertrace.groups=levels,crash,shutdown run=spins" -smp "$vcpus"
    wait_guests 240
  done
}
