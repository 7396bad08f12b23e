# SPDX-License-Identifier: EPL-2.0
"""The manifest of a recording, hypertrace.json: which process is which VM."""
import json
import os
import socket

from . import files
from .words import clean

FILE = "hypertrace.json"
INTERNAL = {"started"}


def write(state):
    vms = [{key: value for key, value in vm.items() if key not in INTERNAL} for vm in state["vms"]]
    manifest = {"version": 1, "host": clean(socket.gethostname()).strip() or "host", "vms": vms,
                "channel": "both" if any("rings" in vm for vm in vms) else "hypercall",
                "recordedWith": "hypertrace-record, profile %s, %s" % (state["profile"], state["tracer"])}
    if "stopped" in state:
        ended = state["stopped"]
        manifest.update({} if ended["lost"] is None else {"lost": ended["lost"]})
        manifest.update({"stopped": "%s, at %s" % (ended["why"], ended["at"])} if ended["why"] else {})
    files.replace(os.path.join(state["output"], FILE), json.dumps(manifest, indent=2) + "\n")
