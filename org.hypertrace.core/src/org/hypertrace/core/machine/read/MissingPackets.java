/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestampFormat;
import org.eclipse.tracecompass.tmf.ctf.core.trace.CtfTmfTrace;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.trace.ctf.Gap;
import org.hypertrace.core.trace.ctf.LeftOut;
import org.hypertrace.core.trace.ctf.MendedKernelTrace;
import org.hypertrace.core.trace.ctf.TracePackets;
import org.hypertrace.core.untrusted.PlainText;

/**
 * A stretch of time of which packets of a host's trace, or of a guest's own, are missing.
 *
 * @param trace
 *            the folder of the trace
 * @param gap
 *            what is missing
 * @param loss
 *            the same as an event
 */
public record MissingPackets(Path trace, Gap gap, HostEvent.LostEvents loss) {

    private static final String WRITTEN = "; if it is still being recorded, stop it first (lttng stop; lttng destroy)";

    /** Stands for the host of a guest's own trace. */
    static final int OF_GUEST = -1;

    /**
     * @param trace
     *            a trace
     * @param folder
     *            where it is
     * @param host
     *            the running number of its host; {@link #OF_GUEST}
     * @param packets
     *            what its packets report
     * @return what is missing in it
     */
    static List<MissingPackets> of(CtfTmfTrace trace, Path folder, int host, TracePackets packets) {
        List<MissingPackets> missing = new ArrayList<>();
        for (Gap gap : packets.gaps()) {
            int cpu = gap.cpu() >= 0 && gap.cpu() < HostEventReader.MAX_CPUS ? gap.cpu() : 0;
            missing.add(new MissingPackets(folder, gap, new HostEvent.LostEvents(time(trace, gap.from()), host, cpu,
                    time(trace, gap.until()), gap.packets() == Gap.UNKNOWN ? HostEvent.UNCOUNTED : gap.packets(),
                    HostEvent.Loss.PACKETS)));
        }
        return missing;
    }

    /**
     * @param trace
     *            a trace
     * @param folder
     *            where it is
     * @return what its packets report; null if the trace is closed, and was removed
     * @throws IOException
     *             if it is damaged, or cannot be read as it is open; the message is one sentence for the user
     */
    static TracePackets packets(CtfTmfTrace trace, Path folder) throws IOException {
        try {
            TracePackets packets = TracePackets.of(folder);
            String damage = packets.damage();
            if (damage == null && !packets.leftOut().equals(MendedKernelTrace.leftOutOf(trace))) {
                damage = packets.leftOut().isEmpty() ? "its files changed since it was opened" : packets.leftOut().get(0).damage();
            }
            if (damage != null) {
                throw new IOException(folder + " is damaged: " + damage + WRITTEN + '.');
            }
            return packets;
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** What is left out of the trace in a folder since it is damaged, a sentence for each file. */
    static List<String> damaged(Path folder, TracePackets packets) {
        Map<String, List<LeftOut>> damaged = packets.leftOut().stream().filter(LeftOut::isDamage)
                .collect(Collectors.groupingBy(LeftOut::stream, TreeMap::new, Collectors.toList()));
        return damaged.entrySet().stream().map(stream -> {
            int count = stream.getValue().size();
            LeftOut first = stream.getValue().get(0);
            String what = first.isOfMetadata() ? "part" : "packet";
            return PlainText.line(folder + ": in " + stream.getKey() + ' ' + (count == 1 ? "a damaged " + what + " is left out, at byte "
                    : count + " damaged " + what + "s are left out, the first at byte ") + first.from() + ": " + first.why()
                    + (first.isIncomplete() ? WRITTEN : "") + '.');
        }).toList();
    }

    private static long time(CtfTmfTrace trace, long cycles) {
        return trace.createTimestamp(trace.timestampCyclesToNanos(cycles)).toNanos();
    }

    /** @return what is missing, one sentence */
    public String sentence() {
        String from = time(loss.time());
        String until = time(loss.end());
        String what = switch (gap.why()) {
        case MISSING -> gap.packets() == Gap.UNKNOWN ? "packets are missing"
                : gap.packets() == 1 ? "one packet is missing" : gap.packets() + " packets are missing";
        case OUT_OF_ORDER -> "packets are out of order, so that " + (gap.packets() == 1 ? "one is" : gap.packets() + " are") + " not read";
        case OVERLAP -> "packets overlap, as if the clock went back";
        case ENDS_EARLY -> "nothing is recorded, though other streams go on";
        case NO_STREAM -> "there is no such file, though another channel has one";
        };
        return PlainText.line(trace + ": in " + gap.stream() + " " + what + ", from " + from + " to " + until
                + "; what processor " + loss.cpu() + (loss.host() == OF_GUEST ? " of the guest" : "") + " did then is unknown.");
    }

    private static String time(long ns) {
        return TmfTimestampFormat.getDefaulTimeFormat().format(ns);
    }
}
