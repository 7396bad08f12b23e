# SPDX-License-Identifier: EPL-2.0
"""What marks mean in a rolling upgrade: plans, standard texts, signals. For upgrades.py, from the definition alone."""
import json
import os
import re

WORD = r"([A-Za-z0-9._-]+)"
# Texts that need no plan: they must match as a whole.
STANDARD = [("begin", f"upgrade begin(?: {WORD})?", None), ("end", "upgrade end", None), ("restart", f"upgrade restart {WORD}", "node"),
            ("back", f"upgrade back {WORD}", "node"), ("switch", "upgrade switch", None), ("switched", f"upgrade switched {WORD}", "node"),
            ("serves", f"serves(?: as {WORD})?(?: version {WORD})?", "role version"), ("stops", "stops", None),
            ("prepares", "prepares", None), ("commit", "commits", None)]
CONTROLLERS = {"begin", "end", "restart", "back", "switch", "switched"}
LONGEST = 1024


def names_of(folder, reported):
    """Names of VMs by process: the manifest's, else the guest's own."""
    path = os.path.join(folder, "..", "hypertrace.json")
    path = path if os.path.exists(path) else os.path.join(folder, "hypertrace.json")
    given = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            given = {vm["pid"]: vm["name"] for vm in json.load(file).get("vms", ()) if "pid" in vm and "name" in vm}
    return {**{key: name for key, name in reported.items() if name}, **given}


class Signal:
    def __init__(self, t, vm, what, node=None, role=None, version=None):
        self.t, self.vm, self.what, self.node, self.role, self.version = t, vm, what, node, role, version

    def row(self):
        row = {"time": self.t, "vm": self.vm, "is": self.what, "node": self.node, "role": self.role, "version": self.version}
        return {k: v for k, v in row.items() if v is not None}


class Plan:
    def __init__(self, path, vms):
        self.data = {}
        if path:
            with open(path, encoding="utf-8") as file:
                self.data = json.load(file)
        self.vms, self.signals, self.inconsistent = vms, [], 0
        self.nodes, self.controller, self.active = self.data.get("nodes"), self.data.get("controller"), self.data.get("active", [])

    def meaning(self, vm, value, text):
        """The signal of a mark as (what, node, role, version), None if it is none."""
        for rule in self.data.get("signals", ()):
            found = re.search(rule["text"], text) if "text" in rule and text is not None else None
            if ("vm" in rule and not re.fullmatch(re.escape(rule["vm"]).replace(r"\*", ".*"), vm)
                    or "value" in rule and value not in rule["value"] or "text" in rule and not found):
                continue
            return (rule["is"], *(self.filled(rule.get(key), found) for key in ("node", "role", "version")))
        for what, pattern, groups in STANDARD:
            found = re.fullmatch(pattern, text) if text is not None else None
            if found:
                named = dict(zip((groups or "").split(), found.groups()))
                return what, named.get("node"), named.get("role"), named.get("version")
        return None

    @staticmethod
    def filled(word, found):
        if word is None:
            return None
        return re.sub(r"\$(\d)", lambda m: found.group(int(m[1])) or "", word)

    def find(self, marks):
        all_signals = []
        for vm, (t, value, pieces, boot, _) in sorted(marks, key=lambda m: m[1][0]):
            text = pieces.text()[:LONGEST] if pieces else None
            meaning = self.meaning(vm.name, value, text)
            if meaning:
                signal = Signal(t, vm.name, *meaning)
                all_signals.append(signal)
                if boot >= 0:
                    vm.boots[boot].signals.append(signal)
        if self.controller is None:
            self.controller = next((s.vm for s in all_signals if s.what in ("restart", "begin")), None)
        if self.nodes is None:
            names = list(dict.fromkeys(vm.name for vm in self.vms))
            serving = {s.vm for s in all_signals if s.what == "serves"}
            boots = {n: sum(len(vm.boots) for vm in self.vms if vm.name == n) for n in names}
            self.nodes = sorted(n for n in names if n != self.controller and (n in serving if serving else boots[n] > 1))
        self.redundant, self.needed = self.data.get("redundant", len(self.nodes)), self.data.get("needed", 1)
        begun, reported = False, set()
        for s in all_signals:
            wrong = s.vm != self.controller if s.what in CONTROLLERS else s.vm not in self.nodes
            wrong |= s.what in ("restart", "back", "switched") and s.node not in self.nodes
            wrong |= s.what == "back" and s.node not in reported or s.what == "begin" and begun
            if wrong:
                self.inconsistent += 1
                continue
            begun |= s.what == "begin"
            reported |= {s.node} if s.what == "restart" else set()
            self.signals.append(s)

    def of(self, what):
        return [s for s in self.signals if s.what == what]
