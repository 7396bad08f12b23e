/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestampFormat;
import org.eclipse.tracecompass.tmf.ctf.core.trace.CtfTmfTrace;
import org.hypertrace.core.ctf.Gap;
import org.hypertrace.core.ctf.TracePackets;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.untrusted.PlainText;

/**
 * A stretch of time of which packets of a host's trace are missing.
 *
 * @param trace
 *            the folder of the trace
 * @param gap
 *            what is missing
 * @param loss
 *            the same as an event
 */
public record MissingPackets(Path trace, Gap gap, HostEvent.LostEvents loss) {

    /**
     * @param trace
     *            a trace
     * @param folder
     *            where it is
     * @param host
     *            the running number of its host
     * @param repeated
     *            gets the names of the files of streams that hold packets twice, with their numbers
     * @return what is missing in it
     * @throws IOException
     *             if it is damaged or cannot be read; the message is one sentence for the user
     */
    static List<MissingPackets> of(CtfTmfTrace trace, Path folder, int host, Map<String, Integer> repeated) throws IOException {
        List<MissingPackets> missing = new ArrayList<>();
        TracePackets packets;
        try {
            packets = TracePackets.of(folder);
        } catch (NoSuchFileException e) {
            // the trace is closed, and was removed
            return missing;
        }
        if (packets.damage() != null) {
            throw new IOException(folder + " is damaged: " + packets.damage()
                    + "; if it is still being recorded, stop it first (lttng stop; lttng destroy).");
        }
        repeated.putAll(packets.repeated());
        for (Gap gap : packets.gaps()) {
            int cpu = gap.cpu() >= 0 && gap.cpu() < HostEventReader.MAX_CPUS ? gap.cpu() : 0;
            missing.add(new MissingPackets(folder, gap, new HostEvent.LostEvents(time(trace, gap.from()), host, cpu,
                    time(trace, gap.until()), gap.packets() == Gap.UNKNOWN ? HostEvent.UNCOUNTED : gap.packets(),
                    HostEvent.Loss.PACKETS)));
        }
        return missing;
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
                + "; what processor " + loss.cpu() + " did then is unknown.");
    }

    private static String time(long ns) {
        return TmfTimestampFormat.getDefaulTimeFormat().format(ns);
    }
}
