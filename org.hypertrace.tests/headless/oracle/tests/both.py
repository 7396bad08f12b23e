# SPDX-License-Identifier: EPL-2.0
"""The two oracles of vCPU states side by side."""
import vcpu_intervals
import vcpu_states
from host_events import Event, attribute


def first(events):
    """What vcpu_states.py answers about events (ns, CPU, name, fields)."""
    texts = [Event(t, cpu, name, {k: str(v) for k, v in (f or {}).items()}) for t, cpu, name, f in events]
    attribute(texts)
    return of(texts)


def of(texts):
    """What vcpu_states.py answers about its own events."""
    host = vcpu_states.Host("host", texts)
    host.run()
    return host.result(True, lambda state: state)


def second(events):
    return vcpu_intervals.answer(events, "host")


def story(events):
    """A story's events, as vcpu_intervals.py wants them."""
    return [(e.t, e.cpu, e.name, {k: int(v, 0) if v.lstrip("-").removeprefix("0x").isalnum() and v.lstrip("-")[0].isdigit() else v
                                  for k, v in e.f.items()}) for e in events]


def lines(answer):
    """Every interval, and every sum and preemptor, of every vCPU, sorted."""
    found = []
    for v in answer["vcpus"]:
        who = f"{v['tid']} {v['begin']} to {v['end']}:"
        found += [f"{who} {i['begin']} to {i['end']} {i['state']}" for i in v["intervals"]]
        found += [f"{who} {state} {ns}" for state, ns in v["ns"].items()]
        # without names: after lost events one oracle does not know them before they are recorded again
        found += [f"{who} preempted by {tid} {sum(p['ns'] for p in v['preemptors'] if p['tid'] == tid)}"
                  for tid in {p["tid"] for p in v["preemptors"]}]
    return sorted(found)
