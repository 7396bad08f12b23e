/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.core.stream.Hypercall.Origin;
import org.hypertrace.core.stream.Losses;
import org.hypertrace.core.stream.ring.RingFile;

/** What is on its way through a {@link Timeline} besides the events of hosts; some of it waits in files. */
final class Pending {

    /** A hypercall, and who reported it. */
    record Call(HostEvent.KvmHypercall event, int guest, int vcpu, int number, Origin origin) {
        Hypercall hypercall() {
            return new Hypercall(event.time(), number, origin, event.nr(), event.a0(), event.a1(), event.a2(), event.a3());
        }
    }

    /** A record of a guest's ring, decoded like what it reports by hypercalls. */
    record RingRecord(long time, int guest, int vcpu, RingFile.Entry entry) { }

    /** A guest event on its way. */
    record Decoded(int guest, int vcpu, GuestEvent event) { }

    /** What a guest reports that has a trace of its own. */
    record OwnTrace(int guest, GuestEvent event) { }

    /** Reports that the vCPU's last exit was for a hypercall of the tracer. */
    record Traced(long time, int guest, int vcpu) { }

    /** What is missing or contradictory by now in what a guest reports. */
    record Lost(long time, int guest, Losses losses) { }

    /** A sign of a VM's life. */
    record Life(long time, int guest, VmLifecycleEvent sign) { }

    /** A guest is known better. */
    record Identified(long time, int guest) { }

    /** What became of the records of a guest's rings. */
    record Rings(long time, int guest, RingFigures figures) { }

    private Pending() {
    }

    /** When it was, ns since the epoch. */
    static long time(Record record) {
        return record instanceof HostEvent event ? event.time()
                : record instanceof Decoded decoded ? decoded.event.time()
                : record instanceof OwnTrace own ? own.event.time()
                : record instanceof Call call ? call.event.time()
                : record instanceof RingRecord entry ? entry.time
                : record instanceof Rings rings ? rings.time
                : record instanceof Traced traced ? traced.time
                : record instanceof Life life ? life.time
                : record instanceof Lost lost ? lost.time : ((Identified) record).time;
    }
}
