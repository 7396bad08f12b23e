/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ftrace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.eclipse.tracecompass.analysis.os.linux.core.trace.IKernelAnalysisEventLayout;
import org.eclipse.tracecompass.analysis.os.linux.core.trace.IKernelTrace;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.event.ITmfEventType;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTraceWithPreDefinedEvents;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.trace.text.Clock;
import org.hypertrace.core.trace.text.Head;
import org.hypertrace.core.trace.text.LineTrace;
import org.hypertrace.core.trace.text.LostLines;
import org.hypertrace.core.trace.text.TextEvent;

/**
 * A kernel trace as text: what ftrace shows in {@code /sys/kernel/tracing/trace}, and what {@code trace-cmd report} and
 * {@code perf script} print. Every line shows the thread that runs, as a context of its event; times are ns since the
 * tracer's clock began, mostly the boot.
 */
public final class FtraceTextTrace extends LineTrace implements IKernelTrace, ITmfTraceWithPreDefinedEvents {

    /** Raised by {@code releng/versions}. */
    public static final int VERSION = 6;

    /** The id of the trace type. */
    public static final String TYPE = "org.hypertrace.core.tracetype.ftrace";

    /** How trace-cmd's files begin, as a line of text. */
    private static final String BINARY = "\ufffd\ufffdDtracing";
    private static final String BINARY_OF_PERF = "PERFILE2";
    private static final Pattern LOST = Pattern
            .compile("\\s*CPU:(\\d{1,5}) \\[(?:LOST )?(\\d{0,9}) ?EVENTS(?: DROPPED)?\\]\\s*");
    private static final String GRAPH = "# tracer: function_graph";
    private static final Pattern HEADER = Pattern.compile("# tracer: .*|cpus=\\d+");
    /** What perf prints of a call chain, {@code trace-cmd report} of its file, and ftrace of its buffers. */
    private static final Pattern OTHER = Pattern
            .compile("\\s*|#.*|cpus=\\d+|version = \\d+|\\s+[0-9a-f]+ .*\\(.*\\)|##### .*");

    private Set<ITmfEventType> fContained;

    @Override
    protected String whyNot(Head head) {
        if (!head.lines().isEmpty() && head.lines().get(0).startsWith(BINARY)) {
            return "It is a trace.dat, trace-cmd's own format: print it with trace-cmd report, or import it as Hypertrace recording";
        }
        if (!head.lines().isEmpty() && head.lines().get(0).startsWith(BINARY_OF_PERF)) {
            return "It is a perf.data, perf's own format: print it with perf script, or import it as Hypertrace recording";
        }
        long events = head.lines().stream().filter(line -> FtraceLine.of(line) != null).count();
        long others = head.lines().stream().filter(line -> FtraceLine.of(line) == null && !isExpected(line)).count();
        if (events <= others && head.lines().stream().anyMatch(line -> line.startsWith(GRAPH))) {
            return "It is of the tracer function_graph, whose lines show neither a thread nor the time of day. Record the same with trace-cmd record "
                    + "-p function_graph, and print it with trace-cmd report; or choose the tracer nop for events alone";
        }
        if (!head.isText() || events <= others) {
            return head.isText() && head.lines().stream().anyMatch(line -> HEADER.matcher(line).matches())
                    ? "There is no event whose line has a thread, a processor in brackets and a time in seconds. Print it with "
                            + "trace-cmd report, or copy /sys/kernel/tracing/trace with trace_clock local and latency-format off"
                    : "It is not a kernel trace as text, of ftrace, trace-cmd report or perf script";
        }
        return null;
    }

    @Override
    protected boolean isExpected(String line) {
        return OTHER.matcher(line).matches() || LOST.matcher(line).matches();
    }

    @Override
    protected ITmfEvent event(String line, Clock clock) {
        FtraceLine reported = FtraceLine.of(line);
        if (reported != null) {
            return new TextEvent(this, clock.time(reported.time()), type(reported.event()), reported.cpu(), reported.tid(),
                    () -> fields(reported));
        }
        // what was lost before the first event is not missed
        if (clock.now() > 0 && line.contains("EVENTS")) {
            Matcher lost = LOST.matcher(line);
            int cpu = lost.matches() ? Integer.parseInt(lost.group(1)) : HostEventReader.MAX_CPUS;
            if (cpu < HostEventReader.MAX_CPUS) {
                return new LostLines(this, clock.now(), cpu, lost.group(2).isEmpty() ? HostEvent.UNCOUNTED : Long.parseLong(lost.group(2)));
            }
        }
        return null;
    }

    /** The fields, and the thread as LTTng reports it. */
    static Map<String, Object> fields(FtraceLine reported) {
        Map<String, Object> fields = new LinkedHashMap<>(FtraceFields.of(reported.event(), reported.text()));
        fields.put(HostEventReader.CONTEXT_TID, (long) reported.tid());
        if (reported.tgid() >= 0) {
            fields.put(HostEventReader.CONTEXT_PID, (long) reported.tgid());
        }
        return fields;
    }

    @Override
    public IKernelAnalysisEventLayout getKernelEventLayout() {
        return FtraceLayout.INSTANCE;
    }

    /** The kinds of events that are found in the beginning and in samples of the file: a text declares none. */
    @Override
    public synchronized Set<ITmfEventType> getContainedEventTypes() {
        if (fContained == null) {
            try {
                fContained = FtraceKinds.of(Path.of(getPath()));
            } catch (IOException e) {
                fContained = Set.of();
            }
        }
        return fContained;
    }
}
