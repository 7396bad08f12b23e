# SPDX-License-Identifier: EPL-2.0
"""Records the host's kernel and its VMs for Hypertrace: an LTTng kernel session with the events that the analyses need.
Writes a manifest that names the VM of each process. Takes trace-cmd where LTTng is missing."""
import argparse
import json
import os
import pwd
import sys

from . import limits, recording
from .check import check
from .profiles import PROFILES
from .words import Failure, note, say


def user(text):
    """@return the id of a user by name or number"""
    try:
        return int(text) if text.isdecimal() else pwd.getpwnam(text).pw_uid
    except KeyError:
        raise argparse.ArgumentTypeError("there is no user '%s'" % text)


def seconds(text):
    value = float(text)
    if not 0 <= value < 1e6:
        raise argparse.ArgumentTypeError("'%s' is no time" % text)
    return value


def arguments():
    parser = argparse.ArgumentParser(prog="hypertrace-record", description=__doc__)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, text in (("check", "check whether this host can record, and what is missing"), ("start", "start recording")):
        command = commands.add_parser(name, help=text)
        command.add_argument("--profile", choices=sorted(PROFILES), default="scheduler", help="which events (scheduler)")
        if name == "start":
            add_start(command)
    commands.add_parser("status", help="what is recorded, and how many events were discarded so far")
    commands.add_parser("vms", help="note the VMs that run now; prints them")
    add_stop(commands.add_parser("stop", help="stop, write the trace and its manifest hypertrace.json; may be repeated"))
    commands.add_parser("watch", help=argparse.SUPPRESS).add_argument("seconds", type=float)
    return parser


def add_start(command):
    command.add_argument("-o", "--output", help="folder of the recording; it must not exist yet")
    command.add_argument("--buffer", default="1M", help="size of each of the 16 buffers of a CPU (1M)")
    command.add_argument("--max-size", dest="maxSize", type=limits.size, metavar="SIZE",
                         help="stop when the recording has this size, for instance 500M or 2G; it is stopped anyway when less than "
                              "%d %%%% of its disk is free" % limits.LEAST_FREE)
    command.add_argument("--user", action="append", default=[], type=user,
                         help="give also this user's VMs their names, besides root's, libvirt's and your own; may be repeated")
    command.add_argument("--without", default="", metavar="EVENT,...", help="leave these events of the profile out")
    command.add_argument("--with", dest="also", default="", metavar="EVENT,...", help="record these events of LTTng, too")
    command.add_argument("--syscalls", action="store_true", help="also all system calls of the host: many")
    command.add_argument("--watch", type=seconds, default=1, metavar="SECONDS",
                         help="look for VMs that often, 0: only when asked by 'vms', and nothing stops a recording that grows (1)")


def add_stop(command):
    command.add_argument("--symbols", action="append", default=[], metavar="VM[=FILE]",
                         help="kallsyms or System.map of that VM's kernel, VM/NESTED=FILE of a guest of it; without FILE the "
                              "VM's guest agent sends them, if it still runs; may be repeated")
    command.add_argument("--guest-trace", action="append", default=[], metavar="VM=FOLDER",
                         help="a trace that LTTng in that VM has recorded: the folder in which 'kernel' is; may be repeated")
    command.add_argument("--ring", action="append", default=[], metavar="VM=FILE",
                         help="the file behind that VM's ivshmem-plain device; may be repeated")
    command.add_argument("--role", action="append", default=[], metavar="VM=ROLE",
                         help="that VM's role in its group, for instance secondary; may be repeated")
    command.add_argument("--group", action="append", default=[], metavar="VM=GROUP",
                         help="the group of VMs that it belongs to, for instance those that a rolling upgrade restarts; may be repeated")


def perform(options, program):
    if options.command == "check":
        if check(options.profile) is not None:
            say("LTTng can record this host")
    elif options.command == "start":
        recording.start(options, program)
    elif options.command == "status":
        recording.status()
    elif options.command == "vms":
        for vm in recording.seen():
            print(json.dumps(vm))
    elif options.command == "watch":
        recording.watch(options.seconds)
    else:
        recording.stop(options)


def main(program):
    """@return the status of the command"""
    sys.stdout.reconfigure(errors="replace")  # whatever the terminal can show
    os.umask(0o077)
    options = arguments().parse_args()
    try:
        perform(options, program)
        return 0
    except Failure as failure:
        note(str(failure))
    except OSError as error:
        note("%s%s" % (error.strerror or error, ": '%s'" % error.filename if error.filename else ""))
    except KeyboardInterrupt:
        note("interrupted; next: hypertrace-record stop" if options.command == "stop" else "interrupted")
    return 1
