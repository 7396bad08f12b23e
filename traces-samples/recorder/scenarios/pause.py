# SPDX-License-Identifier: EPL-2.0
"""pause.py SOCKET SECONDS: pauses the VM of that QMP socket for so long. Prints when QEMU reports both: ns since the epoch, of the host."""
import json
import socket
import sys
import time


def main():
    path, seconds = sys.argv[1:]
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(path)
        lines = connection.makefile("rw")
        lines.readline()  # its greeting
        for command, event, wait in (("qmp_capabilities", None, 0), ("stop", "STOP", float(seconds)), ("cont", "RESUME", 0)):
            lines.write(json.dumps({"execute": command}) + "\n")
            lines.flush()
            answered, reported = False, event is None
            while not (answered and reported):
                answer = json.loads(lines.readline())
                answered |= "return" in answer
                if "error" in answer:
                    sys.exit(answer["error"]["desc"])
                if event and answer.get("event") == event:
                    at = answer["timestamp"]
                    print(event, at["seconds"] * 10**9 + at["microseconds"] * 1000)
                    reported = True
            time.sleep(wait)


main()
