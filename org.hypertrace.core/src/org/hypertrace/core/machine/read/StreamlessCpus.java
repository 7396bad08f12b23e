/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.eclipse.tracecompass.tmf.core.timestamp.ITmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ctf.core.trace.CtfTmfTrace;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.HostEventReader;

/**
 * Processors of a host that have no stream though events of others wake threads there or move them there: their streams are
 * missing. LTTng makes a file for each processor, even an empty one; only by events this is noticed where a trace has a single
 * channel and no index. It is a loss from the first such event to the trace's end; what threads did there before, nothing reports.
 */
final class StreamlessCpus {

    private static final Pattern PER_CPU = Pattern.compile(".+?_(\\d{1,5})(?:_\\d+)?");

    private final HostTraces fTraces;
    private final LossQueue fLosses;
    /** By host: processors that have a stream, or whose loss is reported already; null if that is not known. */
    private final List<BitSet> fSeen = new ArrayList<>();

    StreamlessCpus(HostTraces traces, LossQueue losses) {
        fTraces = traces;
        fLosses = losses;
        for (int host = 0; host < traces.hosts().size(); host++) {
            fSeen.add(withStream(traces.tracesOf(host)));
        }
    }

    private static BitSet withStream(List<ITmfTrace> traces) {
        BitSet cpus = new BitSet();
        for (ITmfTrace trace : traces) {
            if (!(trace instanceof CtfTmfTrace)) {
                return null;
            }
            try (Stream<Path> files = Files.list(Path.of(trace.getPath()))) {
                for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                    String name = file.getFileName().toString();
                    Matcher cpu = PER_CPU.matcher(name);
                    if (cpu.matches()) {
                        cpus.set(Integer.parseInt(cpu.group(1)));
                    } else if (!name.startsWith(".") && !name.startsWith("metadata")) {
                        // the stream of nobody knows which processors
                        return null;
                    }
                }
            } catch (IOException | UncheckedIOException e) {
                // the trace is closed, and was removed
                return null;
            }
        }
        return cpus;
    }

    /** What begins to be missing with an event is reported before it. */
    void before(HostEvent event, Consumer<HostEvent> to) {
        int cpu = event instanceof HostEvent.SchedWakeup wakeup ? wakeup.targetCpu()
                : event instanceof HostEvent.SchedMigrate migrate ? migrate.destCpu() : HostEvent.UNKNOWN_ID;
        BitSet seen = cpu < 0 || cpu >= HostEventReader.MAX_CPUS ? null : fSeen.get(event.host());
        if (seen != null && !seen.get(cpu)) {
            seen.set(cpu);
            HostEvent.LostEvents loss = new HostEvent.LostEvents(event.time(), event.host(), cpu, Math.max(event.time(), end(event.host())),
                    HostEvent.UNCOUNTED, HostEvent.Loss.PACKETS);
            to.accept(loss);
            fLosses.ends(loss);
        }
    }

    private long end(int host) {
        long end = Long.MIN_VALUE;
        for (ITmfTrace trace : fTraces.tracesOf(host)) {
            ITmfTimestamp last = trace.readEnd();
            end = last == null ? end : Math.max(end, last.toNanos());
        }
        return end;
    }
}
