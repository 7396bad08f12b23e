/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.fuzz;

import static org.hypertrace.testing.fuzz.InputFolder.check;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.eclipse.core.runtime.IStatus;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.exceptions.TmfTraceException;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.core.trace.location.ITmfLocation;
import org.hypertrace.core.trace.text.LineTrace;

/**
 * Traces that are texts. Time does not go back; a line is an event, expected or counted as not understood; and from each place
 * the same event follows however one came there.
 */
final class LinesFuzz {

    private LinesFuzz() {
    }

    /** Reads a text by two traces; {@code to} gets the events. */
    static void read(byte[] data, LineTrace first, LineTrace second, Consumer<ITmfEvent> to) {
        try (InputFolder folder = new InputFolder()) {
            Path file = folder.write("trace.txt", data);
            IStatus status = first.validate(null, file.toString());
            check(status.isOK() || !status.getMessage().isBlank(), "a text is refused without a reason");
            // a user may choose the type of a trace: what is not of it must not harm either
            first.initTrace(null, file.toString(), ITmfEvent.class);
            second.initTrace(null, file.toString(), ITmfEvent.class);
            List<ITmfLocation> places = new ArrayList<>();
            List<String> events = events(first, places, to);
            check(events.size() + first.notParsed() <= lines(data), events.size() + " events, " + first.notParsed() + " others");
            for (int at = 0; at < events.size(); at += 1 + events.size() / 4) {
                check(events.get(at).equals(text(second.getNext(second.seekEvent(places.get(at))))), "another event at " + places.get(at));
            }
        } catch (TmfTraceException e) {
            InputFolder.checkRefusal(e);
        } finally {
            first.dispose();
            second.dispose();
        }
    }

    private static List<String> events(LineTrace trace, List<ITmfLocation> places, Consumer<ITmfEvent> to) {
        List<String> events = new ArrayList<>();
        long last = 0;
        ITmfContext context = trace.seekEvent(0L);
        ITmfLocation place = context.getLocation();
        for (ITmfEvent event = trace.getNext(context); event != null; event = trace.getNext(context)) {
            check(event.getTimestamp().toNanos() >= last, "time goes back: " + text(event));
            last = event.getTimestamp().toNanos();
            places.add(place);
            place = context.getLocation();
            events.add(text(event));
            to.accept(event);
        }
        return events;
    }

    private static int lines(byte[] data) {
        int lines = data.length > 0 && data[data.length - 1] != '\n' ? 1 : 0;
        for (byte one : data) {
            lines += one == '\n' ? 1 : 0;
        }
        return lines;
    }

    private static String text(ITmfEvent event) {
        return event == null ? "none" : event.getTimestamp().toNanos() + " " + event.getName() + ' ' + event.getContent();
    }
}
