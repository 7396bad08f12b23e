# SPDX-License-Identifier: EPL-2.0
"""Which processes of the host are VMs. A VM is a process that holds a VM's descriptor of /dev/kvm, of a user who may be
recorded, with threads of the name that QEMU gives vCPUs. Every file of /proc may vanish while it is read, and command
lines, names of threads and of programs are what their user has chosen."""
import contextlib
import itertools
import os
import pwd
import re

from .words import clean, note

PROC = "/proc"
DESCRIPTOR = b"anon_inode:kvm-vm"
MOST_DESCRIPTORS = 4096  # QEMU opens the VM early; a user may open millions to keep us busy
LONGEST_NAME = 100
SERVICES = ("libvirt-qemu", "qemu")  # who runs VMs on Debian and on Fedora


def users(named=()):
    """The ids of the users whose VMs are recorded: services, who called sudo, and those named."""
    found = {0, *caller(), *named}
    for name in SERVICES:
        with contextlib.suppress(KeyError):
            found.add(pwd.getpwnam(name).pw_uid)
    return sorted(found)


def caller():
    """The id of the user who called sudo, if one did."""
    uid = os.environ.get("SUDO_UID", "")
    return {int(uid)} if uid.isdecimal() else set()


def read(pid, file):
    with open("%s/%d/%s" % (PROC, pid, file), "rb") as opened:
        return opened.read()


def started(pid):
    """When the process has started, in ticks: with its number it is this process and no later one. None if it has ended."""
    try:
        fields = read(pid, "stat").rpartition(b")")[2].split()
        return int(fields[19]) if fields[0] != b"Z" else None
    except (OSError, ValueError, IndexError):
        return None


def runs(process):
    """@param process one that was noted: its pid, and when it has started; None if none was"""
    return process is not None and started(process["pid"]) == process["started"] is not None


def users_of(pid):
    """The ids of the user it runs as: real, effective, saved, for files; they differ where it was given another's rights."""
    line = next(line for line in read(pid, "status").splitlines() if line.startswith(b"Uid:"))
    return [int(uid) for uid in line.split()[1:5]]


def vcpus(pid):
    """The threads of its vCPUs in the order of their numbers."""
    found = {}
    for tid in os.listdir("%s/%d/task" % (PROC, pid)):
        try:
            number = re.match(rb"CPU (\d+)/KVM", read(pid, "task/%s/comm" % tid))
        except OSError:
            continue  # the thread has ended
        if number:
            found[int(number.group(1))] = int(tid)
    return [found[number] for number in sorted(found)]


def holds_vm(pid):
    with os.scandir("%s/%d/fd" % (PROC, pid)) as entries:
        for entry in itertools.islice(entries, MOST_DESCRIPTORS):
            try:
                if os.fsencode(os.readlink(entry.path)) == DESCRIPTOR:
                    return True
            except OSError:
                continue  # closed meanwhile
    return False


def command_line(pid):
    return read(pid, "cmdline").rstrip(b"\0").split(b"\0")


def name_of(words):
    """The VM's name on QEMU's command line as QEMU reads it: the last one counts, and ',,' is a comma."""
    name = b""
    for option, value in zip(words, words[1:]):
        if option not in (b"-name", b"--name"):
            continue
        for number, part in enumerate(value.replace(b",,", b"\0").split(b",")):
            key, is_pair, of_key = part.replace(b"\0", b",").partition(b"=")
            if is_pair and key == b"guest":
                name = of_key
            elif not is_pair and number == 0:
                name = key
    return name


def vm_of(pid):
    """@return the VM that this process is, None if it is none"""
    begin = started(pid)
    threads = vcpus(pid)
    if not threads or not holds_vm(pid):
        return None
    uids = users_of(pid)
    name = clean(name_of(command_line(pid)), LONGEST_NAME).strip()
    vm = {"name": name or "VM %d" % pid, "pid": pid, "vcpus": threads, "uid": uids[1],
          "executable": clean(os.fsencode(os.readlink("%s/%d/exe" % (PROC, pid)))), "started": begin, "uids": uids}
    return vm if begin is not None and started(pid) == begin else None


def all_now():
    """The processes that are VMs now, whoever runs them."""
    for pid in sorted(int(pid) for pid in os.listdir(PROC) if pid.isdecimal()):
        try:
            vm = vm_of(pid)
        except (OSError, ValueError, StopIteration):
            continue  # it has ended meanwhile
        if vm:
            yield vm


def note_all(state):
    """A VM is kept also when it has ended. Of two with the same name the later one gets another; both are distinguished by
    their process. VMs of other users are named once for each user."""
    for vm in all_now():
        known = next((old for old in state["vms"] if (old["pid"], old["started"]) == (vm["pid"], vm["started"])), None)
        if known:
            # one that ends has fewer threads from step to step
            known["vcpus"] = max(vm["vcpus"], known["vcpus"], key=len)
        elif set(vm.pop("uids")) <= set(state["users"]):
            vm["name"] = free_name(vm, [old["name"] for old in state["vms"]])
            state["vms"].append(vm)
        elif vm["uid"] not in state["others"]:
            state["others"].append(vm["uid"])
            note("process %d of user %d is a VM that gets no name in the recording; next: start --user %d, if its user may"
                 % (vm["pid"], vm["uid"], vm["uid"]))


def free_name(vm, taken):
    name, number = vm["name"], 2
    while name in taken:
        name, number = "%s#%d" % (vm["name"], number), number + 1
    if name != vm["name"]:
        note("another VM was '%s' before: process %d of user %d is called '%s'" % (vm["name"], vm["pid"], vm["uid"], name))
    return name
