# SPDX-License-Identifier: EPL-2.0
"""What 'stop' adds to a recording: symbols, traces of guests, memory of rings. Each gets a file of its own in the recording."""
import filecmp
import os
import re
import shutil
import tempfile

from . import agent, files
from .words import Failure, clean

KALLSYMS = "/proc/kallsyms"
LONGEST_WORD = 64
WORD = re.compile(r"[A-Za-z0-9._-]{1,%d}" % LONGEST_WORD)
FUNCTION_OR_INITCALL = re.compile(rb"[0-9a-fA-F]+ [tTwW] |.* __initcall__")


def vm_of(word, vms):
    """@return the VM that 'VM', 'VM=…' or 'VM/…' means, and what follows its name; a name may itself hold = and /"""
    for vm in sorted(vms, key=lambda vm: -len(vm["name"])):
        rest = word[len(vm["name"]):]
        if word.startswith(vm["name"]) and rest[:1] in ("", "=", "/"):
            return vm, rest
    raise Failure("no VM '%s' was seen; there are: %s"
                  % (re.split("[=/]", word)[0], ", ".join(vm["name"] for vm in vms) or "none"))


def file_of(word, rest):
    if len(rest) < 2 or rest[0] != "=":
        raise Failure("'%s' names no file; next: give it as VM=FILE" % word)
    return rest[1:]


def new_file(state, folder, name, fill):
    """Makes a file in a folder of the recording; fill(file) writes it. @return its path within the recording"""
    with files.of_its_own(os.path.join(state["output"], folder), name, files.create) as (path, file), file:
        fill(file)
    return os.path.relpath(path, state["output"])


def kept_once(state, path):
    """Many VMs run the same kernel. @return the file with these contents that a VM has already; then this one is removed"""
    own = os.path.join(state["output"], path)
    for vm in state["vms"]:
        other = vm.get("symbols")
        if other and other != path and filecmp.cmp(os.path.join(state["output"], other), own, shallow=False):
            os.remove(own)
            return other
    return path


def keep_symbols(source, target):
    """Functions, and the linker's names of initcalls, which have their levels: the names of data are half of it and of no use."""
    kept = 0
    for line in source:
        if FUNCTION_OR_INITCALL.match(line):
            kept += target.write(line)
    if not kept:  # packed, or of another form
        source.seek(0)
        shutil.copyfileobj(source, target, 1 << 20)


def symbols_of_file(path, target):
    with files.open_regular(path) as source:
        if os.fstat(source.fileno()).st_size > agent.MOST:
            raise Failure("'%s' is longer than %d MB: these are no symbols of a kernel" % (path, agent.MOST >> 20))
        keep_symbols(source, target)


def symbols_of_agent(vm, target):
    with tempfile.TemporaryFile() as file:  # without a name
        try:
            asked = agent.of(vm)
        except OSError:
            raise Failure("it has ended; next: ask before it does")
        try:
            agent.fetch(asked, KALLSYMS, file)
        finally:
            asked.close()
        file.seek(0)
        if not any(re.match(rb"0*[1-9a-f]", line) for line in file):
            raise Failure("its kernel gives no addresses; next: sysctl kernel.kptr_restrict=1 in it")
        file.seek(0)
        keep_symbols(file, target)


def add_symbols(state, word):
    """VM=FILE, VM/NESTED=FILE, or only VM: its agent is asked."""
    vm, rest = vm_of(word, state["vms"])
    if rest[:1] == "/":
        nested, _, file = rest[1:].partition("=")
        nested = clean(nested, 100).strip()
        if not file or not nested:
            raise Failure("only a VM of this host can be asked for its symbols; next: --symbols %s/NESTED=FILE" % vm["name"])
        path = new_file(state, "symbols", file, lambda target: symbols_of_file(file, target))
        others = [one for one in vm.get("nested", []) if one["name"] != nested]
        vm["nested"] = others + [{"name": nested, "symbols": path}]
    elif rest:
        file = file_of(word, rest)
        vm["symbols"] = kept_once(state, new_file(state, "symbols", file, lambda target: symbols_of_file(file, target)))
    else:
        try:
            vm["symbols"] = new_file(state, "symbols", vm["name"] + ".kallsyms", lambda target: symbols_of_agent(vm, target))
        except Failure as failure:
            raise Failure("%s; else give its file with --symbols %s=FILE" % (failure, vm["name"]))


def add_guest_trace(state, word):
    """VM=FOLDER"""
    vm, rest = vm_of(word, state["vms"])
    folder = file_of(word, rest)
    if not os.path.isfile(os.path.join(folder, "kernel", "metadata")):
        raise Failure("there is no '%s'" % os.path.join(folder, "kernel", "metadata"))
    with files.of_its_own(os.path.join(state["output"], "guests"), vm["name"], lambda path: os.mkdir(path, 0o700)) as (path, _):
        files.copy_into(folder, path)
    vm["guestTrace"] = os.path.join(os.path.relpath(path, state["output"]), "kernel")


def add_ring(state, word):
    """VM=FILE"""
    vm, rest = vm_of(word, state["vms"])
    file = file_of(word, rest)
    vm.setdefault("rings", []).append(new_file(state, "rings", file, lambda target: files.copy(file, target)))


def add_role(state, word):
    add_word(state, word, "role")


def add_group(state, word):
    add_word(state, word, "group")


def add_word(state, word, key):
    """What the user calls a VM's place: its role, as 'secondary', or the group of VMs that it belongs to."""
    vm, rest = vm_of(word, state["vms"])
    if rest[:1] != "=" or not WORD.fullmatch(rest[1:]):
        raise Failure("'%s' names no %s; next: give it as VM=%s, of at most %d letters, digits and . _ -"
                      % (clean(word), key, key.upper(), LONGEST_WORD))
    vm[key] = rest[1:]
