#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""golden_paths.py FOLDER NAME.tar.xz [SUBJECT…]: writes the golden figures of a sample that was recorded anew.

FOLDER has critical-paths.json, wake-latencies.json and lock-holders.json. The figures are those of critical_path.py, wake_latencies.py and
lock_holders.py. Without subjects they are of those that the sample has there; whose segments are there too keeps them. What the product
finds is compared with these files, and never written into them.
"""
import hashlib
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
HASHES = {"wake-latencies.json": "wake_latencies.py", "lock-holders.json": "lock_holders.py"}


def asked(script, *words):
    command = [sys.executable, "-B", os.path.join(HERE, script), *words]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def text(value):
    return json.dumps(value, ensure_ascii=False)


def paths(path, archive, name, subjects):
    with open(path, encoding="utf-8") as file:
        before = file.read()
    known = json.loads(before)["samples"][name]["subjects"]
    subjects = subjects or list(known)
    found = asked("critical_path.py", "--path", archive, *subjects)["hosts"][0]
    lines = []
    for subject, figures in zip(subjects, found["paths"]):
        if "path" not in known.get(subject, {}):
            del figures["path"]
        lines.append(f" {text(subject)}: {text(figures)}")
    with open(archive, "rb") as file:
        checksum = hashlib.sha256(file.read()).hexdigest()
    rows = ",\n".join(lines)
    after = f'"{name}": {{"archive": "{checksum}", "events": {found["events"]}, "subjects": {{\n{rows}\n}}}}'
    begin = before.index(f'"{name}": {{')
    end = before.index("\n}}", begin) + len("\n}}")
    with open(path, "w", encoding="utf-8") as file:
        file.write(before[:begin] + after + before[end:])


def hashes(path, archive, name, script):
    found = asked(script, archive)
    row = {key: found[key] for key in ("lines", "sha256")}
    with open(path, encoding="utf-8") as file:
        lines = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(re.sub(rf'(?m)^"{name}": {{.*?}}', f'"{name}": {text(row)}', lines))


def main():
    folder, archive, *subjects = sys.argv[1:]
    name = os.path.basename(archive).removesuffix(".tar.xz")
    paths(os.path.join(folder, "critical-paths.json"), archive, name, subjects)
    for file, script in HASHES.items():
        hashes(os.path.join(folder, file), archive, name, script)


if __name__ == "__main__":
    main()
