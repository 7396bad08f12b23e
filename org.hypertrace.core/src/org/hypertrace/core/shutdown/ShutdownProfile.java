/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.boot.BootSymbols;
import org.hypertrace.core.boot.SpanTimes;
import org.hypertrace.core.boot.Spent;
import org.hypertrace.core.guest.GuestSymbols;

/**
 * A shutdown, what it took time for, and where that time went.
 *
 * @param shutdown
 *            the shutdown
 * @param symbols
 *            the names of its functions
 * @param lines
 *            its steps, devices and notifiers, in the order of their begins
 */
public record ShutdownProfile(GuestShutdown shutdown, BootSymbols symbols, List<Line> lines) {

    /** What a line is. */
    public enum Section {
        /** A step of the whole. */
        STEP,
        /** A device's shutdown, in the step for devices. */
        DEVICE,
        /** A function that wanted to know, in a step of notifiers. */
        NOTIFIER
    }

    /**
     * A step, a device or a notifier.
     *
     * @param name
     *            for people
     * @param driver
     *            of a device: who shuts it down, null if not told
     * @param function
     *            the kernel's function that it is, null if not told
     * @param begin
     *            ns since the epoch
     * @param end
     *            ns since the epoch; of what never returned: when the kernel did its last, or the machine was gone
     * @param open
     *            whether it never returned
     * @param spent
     *            where its time went, null if nobody knows on which vCPU it ran
     */
    public record Line(Section section, String name, String driver, String function, long begin, long end, boolean open, Spent spent) {

        /** @return ns by the host's clock */
        public long duration() {
            return end - begin;
        }
    }

    /**
     * @param states
     *            the model, complete
     * @param shutdown
     *            a shutdown of it
     * @param symbols
     *            those of the trace's VMs
     * @return the shutdown, its figures and names
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static ShutdownProfile of(ITmfStateSystem states, GuestShutdown shutdown, GuestSymbols symbols)
            throws StateSystemDisposedException {
        long[] addresses = shutdown.parts().stream().mapToLong(GuestShutdown.Part::address).filter(address -> address != 0)
                .distinct().toArray();
        BootSymbols names = BootSymbols.of(shutdown.host(), shutdown.vm(), shutdown.text(), addresses, symbols);
        List<ShutdownLines.Found> found = new ShutdownLines(shutdown, names).lines();
        List<Spent> spent = SpanTimes.of(states, shutdown.host(), shutdown.threads(), found.stream().map(line -> new SpanTimes.Span(
                line.tid(), line.vcpu(), line.begin(), Math.max(line.begin(), line.end()))).toList());
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            ShutdownLines.Found line = found.get(i);
            lines.add(new Line(line.section(), line.name(), line.driver(), line.function(), line.begin(), Math.max(line.begin(), line.end()),
                    line.open(), spent.get(i)));
        }
        return new ShutdownProfile(shutdown, names, List.copyOf(lines));
    }

    /**
     * @param section
     *            a section
     * @return its lines, in the order of their begins
     */
    public List<Line> lines(Section section) {
        return lines.stream().filter(line -> line.section() == section).toList();
    }

    /** @return the step that took longest, or the notifier or device that took at least half of it; null if there is none */
    public Line longest() {
        Line step = lines(Section.STEP).stream().max(Comparator.comparingLong(Line::duration)).orElse(null);
        return step == null ? null : lines.stream().filter(line -> line.section() != Section.STEP && line.begin() >= step.begin()
                && line.end() <= step.end() && 2 * line.duration() >= step.duration()).max(Comparator.comparingLong(Line::duration))
                .orElse(step);
    }
}
