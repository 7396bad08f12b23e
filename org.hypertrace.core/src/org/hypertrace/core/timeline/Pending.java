/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.Timed;
import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.core.stream.Hypercall.Origin;
import org.hypertrace.core.stream.Losses;
import org.hypertrace.core.stream.ring.RingFile;

/** What is on its way through a {@link Timeline} besides the events of hosts; some of it waits in files. */
sealed interface Pending extends Timed {

    /** The number of the guest that it is about. */
    int guest();

    /** Words of a guest that are still to be decoded. */
    sealed interface Undecoded extends Pending {
        /** The index of the vCPU that sent them. */
        int vcpu();

        Hypercall hypercall();
    }

    /** What comes out. */
    sealed interface Outgoing extends Pending {
        void to(TimelineOutlet outlet);
    }

    /** A hypercall, and who reported it. */
    record Call(HostEvent.KvmHypercall event, int guest, int vcpu, int number, Origin origin) implements Undecoded {
        @Override
        public long time() {
            return event.time();
        }

        @Override
        public Hypercall hypercall() {
            return new Hypercall(event.time(), number, origin, event.nr(), event.a0(), event.a1(), event.a2(), event.a3());
        }
    }

    /** A record of a guest's ring, decoded like what it reports by hypercalls. */
    record RingRecord(long time, int guest, int vcpu, RingFile.Entry entry) implements Undecoded {
        @Override
        public Hypercall hypercall() {
            return entry.at(time);
        }
    }

    /** A guest event on its way. */
    record Decoded(int guest, int vcpu, GuestEvent event) implements Outgoing {
        @Override
        public long time() {
            return event.time();
        }

        @Override
        public void to(TimelineOutlet outlet) {
            outlet.decoded(this);
        }
    }

    /** What a guest reports that has a trace of its own. */
    record OwnTrace(int guest, GuestEvent event) implements Outgoing {
        @Override
        public long time() {
            return event.time();
        }

        @Override
        public void to(TimelineOutlet outlet) {
            outlet.ownTrace(this);
        }
    }

    /** Reports that the vCPU's last exit was for a hypercall of the tracer. */
    record TracerExit(long time, int guest, int vcpu) implements Outgoing {
        @Override
        public void to(TimelineOutlet outlet) {
            outlet.tracerExit(this);
        }
    }

    /** What is missing or contradictory by now in what a guest reports. */
    record Lost(long time, int guest, Losses losses) implements Outgoing {
        @Override
        public void to(TimelineOutlet outlet) {
            outlet.lost(this);
        }
    }

    /** A sign of a VM's life. */
    record Life(long time, int guest, VmLifecycleEvent sign) implements Outgoing {
        @Override
        public void to(TimelineOutlet outlet) {
            outlet.life(this);
        }
    }

    /** A guest is known better. */
    record Identified(long time, int guest) implements Outgoing {
        @Override
        public void to(TimelineOutlet outlet) {
            outlet.identified(this);
        }
    }

    /** What became of the records of a guest's rings. */
    record Rings(long time, int guest, RingFigures figures) implements Outgoing {
        @Override
        public void to(TimelineOutlet outlet) {
            outlet.rings(this);
        }
    }
}
