/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.export;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.track.FrameNames;
import org.hypertrace.core.stack.track.Frames;
import org.hypertrace.core.stack.track.Repair;
import org.hypertrace.core.stack.track.StackSink;
import org.hypertrace.core.stack.track.StackThread;
import org.hypertrace.core.untrusted.PlainText;

import com.google.gson.stream.JsonWriter;

/**
 * Threads of guests and vCPUs as a trace of Chrome's kind, which Perfetto's and other viewers show. A guest is a process, its vCPUs are
 * another, a thread is a row. Times are microseconds since the begin of the stretch, exact to the
 * nanosecond.
 */
public final class ChromeTrace implements StackSink {

    /** A thread's frames now; the outermost of them are written. */
    private static final class Open {
        private final List<Long> fFrames = new ArrayList<>();
        private final List<Long> fBegins = new ArrayList<>();
        private int fWritten;
        private boolean fIsRepaired;
        private long fMark;
        private long fMarkBegin;
    }

    /**
     * Where a thread is shown.
     *
     * @param process
     *            the number of the process, from 1
     * @param processName
     *            what that is called
     * @param row
     *            the number of the row among those of the process, from 1
     * @param name
     *            what the row is called
     */
    public record Row(int process, String processName, int row, String name) { }

    private final Writer fTo;
    private final JsonWriter fOut;
    private final long fBegin;
    private final long fEnd;
    private final FrameNames fNames;
    private final Map<StackThread, Row> fRows;
    private final Map<StackThread, Open> fThreads = new HashMap<>();

    /**
     * @param to
     *            gets it, as JSON
     * @param begin
     *            of the stretch, ns since the epoch
     * @param end
     *            of the stretch, exclusive
     * @param names
     *            of frames
     * @param rows
     *            the threads that are written
     * @throws IOException
     *             if it cannot be written
     */
    public ChromeTrace(Writer to, long begin, long end, FrameNames names, Map<StackThread, Row> rows) throws IOException {
        fTo = to;
        fOut = new JsonWriter(to);
        fBegin = begin;
        fEnd = end;
        fNames = names;
        fRows = rows;
        fOut.beginObject().name("displayTimeUnit").value("ns").name("otherData").beginObject().name("begin")
                .value(Long.toString(begin)).endObject().name("traceEvents").beginArray();
        describe(rows.values());
    }

    /**
     * Writes the end.
     *
     * @throws IOException
     *             if it cannot be written
     */
    public void end() throws IOException {
        fOut.endArray().endObject().flush();
        fTo.write('\n');
    }

    /** Names processes and their rows. */
    void describe(Collection<Row> rows) throws IOException {
        Set<Integer> processes = new HashSet<>();
        for (Row row : rows) {
            if (processes.add(row.process)) {
                meta("process_name", row.process, 0, row.processName);
            }
            meta("thread_name", row.process, row.row, row.name);
        }
    }

    /** A state in a row of states that do not overlap. */
    void state(Row row, long begin, long end, String state) throws IOException {
        long from = Math.max(begin, fBegin);
        long to = Math.min(end, fEnd);
        if (from < to) {
            event("X", row, from);
            fOut.name("dur").value(micros(to - from)).name("name").value(state).name("cat").value("vcpu").endObject();
            fTo.write('\n');
        }
    }

    private void meta(String what, int process, int row, String name) throws IOException {
        fOut.beginObject().name("ph").value("M").name("name").value(what).name("pid").value(process).name("tid").value(row)
                .name("args").beginObject().name("name").value(PlainText.line(name)).endObject().endObject();
        fTo.write('\n');
    }

    private void event(String phase, Row row, long time) throws IOException {
        fOut.beginObject().name("ph").value(phase).name("pid").value(row.process).name("tid").value(row.row).name("ts")
                .value(micros(time - fBegin));
    }

    private static BigDecimal micros(long ns) {
        return BigDecimal.valueOf(ns, 3);
    }

    private Open of(StackThread thread) {
        return fThreads.computeIfAbsent(thread, key -> new Open());
    }

    @Override
    public void begins(long time, StackThread thread) {
        of(thread);
    }

    @Override
    public void enters(long time, StackThread thread, long frame) {
        Open open = of(thread);
        open.fFrames.add(frame);
        open.fBegins.add(time);
    }

    /** A stretch beside the frames, as viewers show what is asynchronous. */
    @Override
    public void marks(long time, StackThread thread, long frame) {
        Open open = of(thread);
        Row row = fRows.get(thread);
        if (open.fMark != 0 && row != null && open.fMarkBegin < fEnd && time > fBegin) {
            try {
                mark("b", row, Math.max(fBegin, open.fMarkBegin), fNames.of(thread, open.fMark));
                mark("e", row, Math.min(time, fEnd), fNames.of(thread, open.fMark));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        open.fMark = frame;
        open.fMarkBegin = time;
    }

    private void mark(String phase, Row row, long time, String name) throws IOException {
        event(phase, row, time);
        fOut.name("id").value(row.row).name("name").value(name).name("cat").value("mark").endObject();
        fTo.write('\n');
    }

    @Override
    public void repaired(long time, StackThread thread, Repair repair) {
        of(thread).fIsRepaired = true;
    }

    @Override
    public void leaves(long time, StackThread thread, long guestDuration) {
        Open open = of(thread);
        int last = open.fFrames.size() - 1;
        if (last < 0) {
            return;
        }
        try {
            long begin = open.fBegins.get(last);
            Row row = fRows.get(thread);
            if (row != null && begin < fEnd && (time > fBegin || begin >= fBegin)) {
                write(thread, row, open);
                event("E", row, Math.min(time, fEnd));
                if (guestDuration >= 0 || open.fIsRepaired) {
                    fOut.name("args").beginObject();
                    if (guestDuration >= 0) {
                        fOut.name("guest ns").value(guestDuration);
                    }
                    if (open.fIsRepaired) {
                        fOut.name("repaired").value(true);
                    }
                    fOut.endObject();
                }
                fOut.endObject();
                fTo.write('\n');
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        open.fFrames.remove(last);
        open.fBegins.remove(last);
        open.fWritten = Math.min(open.fWritten, last);
        open.fIsRepaired = false;
    }

    /** Those that are open and not yet written. */
    private void write(StackThread thread, Row row, Open open) throws IOException {
        for (; open.fWritten < open.fFrames.size(); open.fWritten++) {
            long frame = open.fFrames.get(open.fWritten);
            event("B", row, Math.max(fBegin, open.fBegins.get(open.fWritten)));
            fOut.name("name").value(PlainText.line(fNames.of(thread, frame))).name("cat").value(category(Frames.kind(frame))).endObject();
            fTo.write('\n');
        }
    }

    private static String category(FrameKind kind) {
        return switch (kind) {
        case EXIT, STATE, PREEMPTED_BY -> "hypervisor";
        case TRACER -> "tracing";
        case OFF_CPU -> "waiting";
        case IRQ, SOFTIRQ, APIC -> "interrupt";
        default -> "guest";
        };
    }

    @Override
    public void ends(long time, StackThread thread) {
        Open open = of(thread);
        open.fFrames.clear();
        open.fBegins.clear();
        open.fWritten = 0;
    }
}
