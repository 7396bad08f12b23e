/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guesttrace;

import java.io.IOException;
import java.util.ArrayDeque;

/**
 * The events of one vCPU on their way into its stream. That events were lost is known only when their sender has used 64
 * times more; so the last events wait here, to be written behind the loss. Where they report more than fits here, the loss comes
 * later in the stream than it was.
 */
final class GuestStream {

    /** What 64 hypercalls can report: three events each, and some from the sender's processes. */
    static final int WAITING = 256;
    /** A text of this many characters counts as one more event. */
    private static final int CHARACTERS = 64;

    private record Waiting(long time, KernelEvent event, int weight) { }

    private final CtfStream stream;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private int weight;
    private long last;
    private boolean written;
    private long unknown;

    /** @param begin the first moment at which something may be written, in ns of the trace's clock */
    GuestStream(CtfStream stream, long begin) {
        this.stream = stream;
        last = begin;
    }

    /**
     * @param time in ns of the trace's clock
     * @return false if it comes too late to be written
     */
    boolean event(long time, KernelEvent event) throws IOException {
        if (time < last) {
            return false;
        }
        last = time;
        int more = 1;
        for (Object value : event.values()) {
            more += value instanceof String text ? text.length() / CHARACTERS : 0;
        }
        waiting.add(new Waiting(time, event, more));
        weight += more;
        while (weight > WAITING) {
            write(waiting.remove());
        }
        return true;
    }

    /**
     * Events were lost. Readers learn the number from two packets: so the last event before the loss begins a packet, which
     * ends with the loss. What was lost before the first event counts with the next loss.
     *
     * @param until when the loss was over, in ns of the trace's clock
     */
    void lost(long count, long until) throws IOException {
        unknown += count;
        while (!waiting.isEmpty() && waiting.element().time() < until) {
            Waiting next = waiting.remove();
            boolean isLast = waiting.isEmpty() || waiting.element().time() >= until;
            if (isLast) {
                stream.cut(Math.max(next.time(), stream.now()));
            }
            write(next);
        }
        if (written) {
            // behind what is written already
            stream.discard(unknown, Math.max(until, stream.now()));
            unknown = 0;
        }
    }

    void flush() throws IOException {
        while (!waiting.isEmpty()) {
            write(waiting.remove());
        }
    }

    private void write(Waiting next) throws IOException {
        weight -= next.weight();
        written = true;
        stream.event(Math.max(next.time(), stream.now()), next.event().type().name(), next.event().values());
    }
}
