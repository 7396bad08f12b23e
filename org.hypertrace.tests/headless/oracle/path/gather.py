# SPDX-License-Identifier: EPL-2.0
"""From a trace to what paths are made of: host, VMs, guests, the names of their functions."""
import os
import re
import subprocess

from host_events import attribute, read
from path.guest import Guest
from path.host import Host
from path.machines import machines, manifest
from shutdowns import symbols


def declared(folder):
    """The names of the events that the trace's metadata declare: what the trace has, whether or not it occurred."""
    text = subprocess.run(["babeltrace2", "--output-format=ctf-metadata", folder], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r'^\s*name = "([^"]+)";', text, re.M))


def gather(events, name=None, known=None, reported=None, folder="", home="", without=()):
    """One host: its threads and vCPUs, its VMs and what their guests report. Events and words `without` never happened."""
    kept = [e for e in events if e.name not in without]
    host = Host(kept, name, home)
    known = (host.named if known is None else known) - set(without)
    host.vms = machines(host, reported)
    for vm in host.vms:
        vm.words = [w for w in vm.words if hex(w.number) not in without]
        Guest(vm, host, known)
        name_functions(vm, reported or {}, folder)
    return host


def load(folder, several=False, without=()):
    """The trace in a folder; with several hosts, keys begin with their names."""
    name, events = read(folder)
    attribute(events)
    reported, beside = manifest(folder)
    return gather(events, name, declared(folder), reported, beside, f"{name}/" if several else "", without)


def name_functions(vm, reported, folder):
    """Names of functions by address, where the guest's kernel reports that it lies."""
    for row in reported.get("vms", ()):
        if row.get("pid") != vm.pid:
            continue
        if "symbols" in row:
            found = symbols(os.path.join(folder, row["symbols"]))
            lies = next((w.f["text_start"] for w in vm.words if w.number == 0x82 and w.f["text_start"]), None)
            linked = text_of(os.path.join(folder, row["symbols"]))
            shift = lies - linked if lies and linked else 0
            vm.symbols = {address + shift: name for address, name in found.items()}
        for nested in row.get("nested", ()):
            if "symbols" in nested:
                vm.nested_symbols |= symbols(os.path.join(folder, nested["symbols"]))


def text_of(path):
    """Where the kernel was linked to lie: its symbol _text."""
    with open(path, encoding="ascii", errors="replace") as lines:
        return next((int(line.split()[0], 16) for line in lines if line.rstrip().endswith(" _text")), None)
