/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.console;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.event.ITmfEventType;
import org.eclipse.tracecompass.tmf.core.event.TmfEventType;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTraceWithPreDefinedEvents;
import org.hypertrace.core.trace.text.Clock;
import org.hypertrace.core.trace.text.Head;
import org.hypertrace.core.trace.text.LineTrace;
import org.hypertrace.core.trace.text.TextEvent;

/**
 * What a kernel printed on its console, with times. Booted with {@code initcall_debug ignore_loglevel}, it reports about every
 * initcall.
 * <p>
 * A log may have several boots, and each begins at 0 again. So that time never goes back, a boot's times are added to the
 * last time of the boot before it. What passed between two boots is not recorded and counts as nothing. A boot begins with the
 * kernel's version, or where a time falls back to the first millisecond.
 */
public final class ConsoleLogTrace extends LineTrace implements ITmfTraceWithPreDefinedEvents {

    /** The id of the trace type. */
    public static final String TYPE = "org.hypertrace.core.tracetype.console";

    private static final Set<ITmfEventType> EVENTS = ConsoleMessage.EVENTS.stream()
            .map(name -> new TmfEventType(name, null)).collect(Collectors.toUnmodifiableSet());
    private static final long FIRST = 1_000_000;
    /** What a log that has passed more than this falls back from is no jitter of its times, ns. */
    private static final long JITTER = 100_000_000;

    @Override
    protected String whyNot(Head head) {
        long timed = head.lines().stream().filter(line -> ConsoleLine.of(line) != null).count();
        boolean isKernel = head.lines().stream().anyMatch(line -> line.contains("Linux version ")
                || line.contains("initcall ") || line.contains("calling  "));
        if (!head.isText() || timed == 0 && !isKernel) {
            return "It is not a kernel's log";
        }
        return 2 * timed >= head.lines().size() ? null
                : "Its lines have no times in seconds, [    0.123456]: boot with printk.time=1, and save it with dmesg or "
                        + "from the serial console, not with dmesg -T";
    }

    @Override
    public Set<ITmfEventType> getContainedEventTypes() {
        return EVENTS;
    }

    @Override
    protected boolean isExpected(String line) {
        return line.isBlank();
    }

    @Override
    protected ITmfEvent event(String line, Clock clock) {
        ConsoleLine reported = ConsoleLine.of(line);
        if (reported == null) {
            return null;
        }
        ConsoleMessage message = ConsoleMessage.of(reported.message());
        boolean isVersion = message.event().equals(ConsoleMessage.BOOT);
        if (isVersion && clock.hasRestarted() && clock.passed() < FIRST) {
            // of the boot that has just begun
            message = new ConsoleMessage(ConsoleMessage.PRINTK, message.fields());
        } else if (reported.time() < clock.passed() && (isVersion || reported.time() < FIRST && clock.passed() > JITTER)) {
            clock.restart();
            message = new ConsoleMessage(ConsoleMessage.BOOT, message.fields());
        }
        int tid = message.fields().get(ConsoleMessage.TID) instanceof Long known ? known.intValue() : reported.tid();
        Map<String, Object> fields = message.fields();
        return new TextEvent(this, clock.time(reported.time()), type(message.event()), reported.cpu(), tid, () -> fields);
    }
}
