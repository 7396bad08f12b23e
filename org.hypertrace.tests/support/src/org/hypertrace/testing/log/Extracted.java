/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.guesttrace.GuestTraceWriter;
import org.hypertrace.core.guesttrace.GuestTraceWriter.Written;
import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.core.stream.Hypercall.Origin;
import org.hypertrace.core.timeline.LookAhead;
import org.hypertrace.core.timeline.Timeline;

/**
 * What a guest's hypercalls become as a trace. The guest is process 10 of the host; its vCPU n is thread 11 + n, on the
 * host's processor n from the beginning at 100 ns on. The host's clock began at 40 ns.
 */
public final class Extracted {

    /** The id of the host's clock. */
    public static final String HOST = "8ca912e7-ef2e-4fdd-95d0-6d35a410450d";
    private static final long OFFSET = 40;
    private static final long BEGIN = 100;

    private Extracted() {
    }

    /**
     * @param hypercalls
     *            in time order, after 100 ns
     * @param folder
     *            gets the traces
     * @param from
     *            the first moment that is wanted
     * @param to
     *            the end of it
     * @return the traces
     * @throws IOException
     *             if they cannot be written
     */
    public static List<Written> of(List<Hypercall> hypercalls, Path folder, long from, long to) throws IOException {
        return write(hostEvents(hypercalls), folder, from, to);
    }

    /**
     * @param events
     *            of the host, after 100 ns
     * @param folder
     *            gets the traces
     * @param from
     *            the first moment that is wanted
     * @param to
     *            the end of it
     * @return the traces
     * @throws IOException
     *             if they cannot be written
     */
    public static List<Written> write(List<HostEvent> events, Path folder, long from, long to) throws IOException {
        GuestTraceWriter writer = new GuestTraceWriter(folder, List.of(new GuestTraceWriter.Host(HOST, OFFSET, BEGIN)), from, to);
        try (Timeline timeline = new Timeline(writer, host -> null, List.of(), LookAhead.DEFAULT_LIMIT, writer)) {
            events.forEach(timeline::accept);
            timeline.finish();
        }
        return writer.finish();
    }

    private static List<HostEvent> hostEvents(List<Hypercall> hypercalls) {
        List<HostEvent> events = new ArrayList<>();
        int vcpus = hypercalls.stream().mapToInt(Hypercall::vcpu).max().orElse(0) + 1;
        for (int vcpu = 0; vcpu < vcpus; vcpu++) {
            events.add(new HostEvent.ThreadBegins(BEGIN, 0, vcpu, 11 + vcpu, 10, "CPU " + vcpu + "/KVM"));
        }
        for (int vcpu = 0; vcpu < vcpus; vcpu++) {
            events.add(new HostEvent.SchedSwitch(BEGIN, 0, vcpu, 0, "swapper", 0, 11 + vcpu, "CPU " + vcpu + "/KVM"));
        }
        for (Hypercall h : hypercalls) {
            events.add(new HostEvent.KvmExit(h.time(), 0, h.vcpu(), 2, 129, h.vcpu(),
                    h.origin() == Origin.USER ? 0x401000 : 0xffffffff81000000L));
            events.add(new HostEvent.KvmHypercall(h.time(), 0, h.vcpu(), h.nr(), h.a0(), h.a1(), h.a2(), h.a3()));
            events.add(new HostEvent.KvmEntry(h.time(), 0, h.vcpu()));
        }
        return events;
    }
}
