# SPDX-License-Identifier: EPL-2.0
"""Whether this host can record, and what is missing."""
import os
import re
import shutil

from . import lttng
from .commands import run
from .profiles import NEEDED, PROFILES, STATE_DUMP
from .words import Failure, note


def crashes_on_mmio(events):
    """Before July 2024 LTTng's kvm_mmio read through a null pointer when a VM reads what the VMM answers: an oops of the
    host. The repaired modules of the lab are known by an event that the old ones call otherwise."""
    version = re.match(r"(\d+)\.(\d+)\.(\d+)", run("modinfo", "-F", "version", "lttng-tracer").stdout)
    return "kvm_x86_nested_vmenter" not in events and (not version or tuple(map(int, version.groups())) < (2, 13, 15))


def check(profile, without=(), also=()):
    """Names what is missing and how to get it. @return LTTng's events that the profile wants and these, None for trace-cmd"""
    if os.geteuid():
        raise Failure("only root can trace the kernel; next: sudo hypertrace-record ...")
    if not os.path.exists("/dev/kvm"):
        raise Failure("there is no /dev/kvm: no VM can run here; next: modprobe kvm_intel or kvm_amd")
    events = lttng.known_events()
    if events is None:
        if not shutil.which("trace-cmd"):
            raise Failure("neither LTTng nor trace-cmd is there; next: apt-get install lttng-tools lttng-modules-dkms")
        note("LTTng cannot trace this kernel (lttng-tools and lttng-modules-dkms are needed): trace-cmd is taken")
        return None
    if not any(event.startswith("kvm_x86_") for event in events):
        raise Failure("LTTng's modules were built without the kvm_x86_ events: the kernel's headers lack arch/x86/kvm and "
                      "virt/kvm; next: copy both from linux-source into the headers and build lttng-modules again, see the "
                      "recorder's README")
    if "kvm_mmio" in events and crashes_on_mmio(events):
        note("kvm_mmio is left out: with these LTTng modules it would crash the host; 2.13.15 or newer is safe")
        events.discard("kvm_mmio")
    wanted = [event for event in dict.fromkeys([*PROFILES[profile], *STATE_DUMP, *also]) if event not in without]
    if "kvm_x86_nested_vmrun" in events:
        note("these LTTng modules are older than this kernel: vcpu_id of kvm_x86_entry and the fields of nested exits are "
             "garbage; the recorder's README has the repair")
    missing = [event for event in wanted if event not in events]
    if NEEDED & set(missing):
        raise Failure("LTTng does not know %s; next: modprobe lttng-probe-sched lttng-probe-kvm lttng-probe-kvm-x86"
                      % ", ".join(sorted(NEEDED & set(missing))))
    if missing:
        note("left out, not known here: " + ", ".join(missing))
    return [event for event in wanted if event in events]
