/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.boot.BootPart;
import org.hypertrace.core.boot.BootSymbols;
import org.hypertrace.core.machine.HostLosses;
import org.hypertrace.core.run.Budget;
import org.hypertrace.core.run.Run;
import org.hypertrace.core.run.SpanTimes;
import org.hypertrace.core.run.TimeSplit;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.shutdown.track.ShutdownKind;

/**
 * A shutdown, what it took time for, and where that time went. It needs the state system no more.
 *
 * @param trace
 *            the name of the trace it is of, for people
 * @param shutdown
 *            the shutdown
 * @param symbols
 *            the names of its functions
 * @param lines
 *            its steps, which follow each other without a gap from its begin to its end, then devices, notifiers and other parts
 *            of steps; each in the order of their begins
 */
public record ShutdownProfile(String trace, GuestShutdown shutdown, BootSymbols symbols, List<Line> lines) implements Run {

    /** The step from the request to the kernel. */
    public static final String USER_SPACE = "user space";
    /** The step in which the kernel panics. */
    public static final String PANIC = "panic";
    /** The rest of a step in which packets of the host's trace are missing. */
    public static final String MISSING = BootPart.MISSING;
    /** Time between two steps that the guest reports. */
    public static final String BETWEEN = "between steps";

    /** What there are budgets for. */
    public static final Budget.Kinds BUDGETS = new Budget.Kinds("shutdown", Section.STEP.key(), List.of(Section.DEVICE.key(),
            Section.NOTIFIER.key()), List.of());

    /** What a line is. */
    public enum Section {
        /** A step of the whole. */
        STEP("step"),
        /** A device's shutdown, in the step for devices. */
        DEVICE("device"),
        /** A function that wanted to know, in a step of notifiers. */
        NOTIFIER("notifier"),
        /** Of another step. */
        PART("part");

        private final String fKey;

        Section(String key) {
            fKey = key;
        }

        /** @return its stable name in CSV, and for people */
        public String key() {
            return fKey;
        }
    }

    /** What happens in a line, whatever its name is: that may be a guest's. */
    public enum Kind {
        /** What the guest reports. */
        REPORTED,
        /** User space ends: the first step. */
        USER_SPACE,
        /** The kernel panics. */
        PANIC,
        /** Only the host works, the guest did its last. */
        HOST,
        /** Packets of the host's trace are missing. */
        MISSING,
        /** Between steps, or after the last one. */
        REST
    }

    /**
     * A step, a device or a notifier.
     *
     * @param kind
     *            what happens in it
     * @param name
     *            for people
     * @param driver
     *            of a device: the driver or bus that shuts it down, null if not recorded
     * @param function
     *            the kernel's function that it is, null if not recorded
     * @param begin
     *            ns since the epoch
     * @param end
     *            ns since the epoch; of what never returned: when the kernel did its last, or the machine was gone; of what may have
     *            ended while packets are missing: when these begin
     * @param open
     *            whether it never returned, as far as recorded
     * @param lost
     *            whether packets of the host's trace are missing in it: what is known of it ends with them, so it is open
     * @param spent
     *            where its time went, null if nobody knows on which vCPU it ran
     */
    public record Line(Section section, Kind kind, String name, String driver, String function, long begin, long end, boolean open,
            boolean lost, TimeSplit spent) {

        /** @return ns by the host's clock */
        public long duration() {
            return end - begin;
        }

        /** @return whether only the host works, the guest did its last */
        public boolean isHosts() {
            return kind == Kind.HOST;
        }

        /** @return why its end is unknown, for people; empty if it is known */
        public String remark() {
            return lost ? "unknown from here on: packets are missing" : open ? "never returned" : "";
        }

        /** @return its name, of a device with its driver as the kernel's log has it: {@code sd 0:0:1:0} */
        public String label() {
            return driver == null || section != Section.DEVICE || name.equals(function) ? name : driver + ' ' + name;
        }
    }

    /**
     * A process that was there at the request, and for how long user space waited for it.
     *
     * @param held
     *            ns from the end of the process that ended before it, or the request, to its own end; 0 if it did not end: then
     *            nobody waited for it
     */
    public record Delay(GuestShutdown.Process process, long held) { }

    /**
     * @param trace
     *            the name of the trace, for people
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
    public static ShutdownProfile of(String trace, ITmfStateSystem states, GuestShutdown shutdown, GuestSymbols symbols)
            throws StateSystemDisposedException {
        BootSymbols names = names(shutdown, symbols);
        List<ShutdownLines.Found> found = new ShutdownLines(shutdown, names).lines().stream().flatMap(line -> asSeen(line,
                shutdown.host().losses())).toList();
        List<TimeSplit> spent = SpanTimes.of(states, shutdown.host(), shutdown.threads(),
                found.stream().map(line -> new SpanTimes.Span(
                line.tid(), line.vcpu(), Math.min(line.since(), line.begin()), line.begin(), line.end())).toList());
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            ShutdownLines.Found line = found.get(i);
            lines.add(new Line(line.section(), line.kind(), line.name(), line.driver(), line.function(), line.begin(), line.end(), line.open(),
                    line.lost(), spent.get(i)));
        }
        return new ShutdownProfile(trace, shutdown, names, List.copyOf(lines));
    }

    /** What packets are missing in may have ended there, and begun again: the rest of a step is unknown. */
    private static Stream<ShutdownLines.Found> asSeen(ShutdownLines.Found line, HostLosses losses) {
        long until = losses.seenUntil(line.begin(), line.end());
        if (until == line.end()) {
            return Stream.of(line);
        }
        return line.section() == Section.STEP ? Stream.of(line.seenUntil(until), line.unknownFrom(until)) : Stream.of(line.seenUntil(until));
    }

    private static BootSymbols names(GuestShutdown shutdown, GuestSymbols symbols) {
        long[] addresses = shutdown.parts().stream().mapToLong(GuestShutdown.Part::address).filter(address -> address != 0)
                .distinct().toArray();
        return BootSymbols.of(shutdown.host(), shutdown.vm() == null ? null : shutdown.who(), shutdown.text(), addresses, symbols);
    }

    /**
     * @param section
     *            a section
     * @return its lines, in the order of their begins
     */
    public List<Line> lines(Section section) {
        return lines.stream().filter(line -> line.section() == section).toList();
    }

    @Override
    public GuestShutdown what() {
        return shutdown;
    }

    @Override
    public boolean isMeasured() {
        return duration() > 0;
    }

    /** @return whether the guest reports any of its steps */
    @Override
    public boolean isReported() {
        return !shutdown.parts().isEmpty();
    }

    @Override
    public List<Timed> timed() {
        List<Timed> timed = new ArrayList<>();
        if (isMeasured()) {
            timed.add(new Timed(BUDGETS.whole(), null, duration(), !isComplete(), null));
        }
        // what never returns is over when the machine is
        lines.forEach(line -> timed.add(new Timed(line.section().key(), line.label(), line.duration(), line.open() && (!isComplete() || line.lost()),
                line.spent())));
        return timed;
    }

    /** @return ns from its begin to its end, of one that is not over to the trace's end: the sum of its steps */
    @Override
    public long duration() {
        return shutdown.end() - shutdown.begin();
    }

    /** @return whether its end was seen */
    @Override
    public boolean isComplete() {
        return shutdown.ending() != null;
    }

    /** @return whether the kernel panicked in it, or instead of it */
    @Override
    public boolean hasFailed() {
        return shutdown.kind() == ShutdownKind.PANIC;
    }

    /** @return where its time went altogether, of what is known */
    public TimeSplit spent() {
        return TimeSplit.sum(lines(Section.STEP).stream().map(Line::spent).filter(Objects::nonNull).toList());
    }

    /**
     * @return the processes that user space waited for, in the order in which they ended; then those that were still there. Those
     *         that began after the request are none of them, nor are children: they are their parent's. None where packets of that
     *         time are missing: somebody's end may be among them
     */
    public List<Delay> delays() {
        if (!isWhole(shutdown.requested(), shutdown.userSpaceEnd())) {
            return List.of();
        }
        Set<Integer> there = shutdown.processes().stream().map(GuestShutdown.Process::tid).collect(Collectors.toSet());
        List<GuestShutdown.Process> meant = shutdown.processes().stream().filter(one -> !one.late() && !there.contains(one.parent()))
                .toList();
        List<Delay> delays = new ArrayList<>();
        long at = shutdown.requested();
        for (GuestShutdown.Process process : meant.stream().filter(one -> one.end() >= 0)
                .sorted(Comparator.comparingLong(GuestShutdown.Process::end)).toList()) {
            delays.add(new Delay(process, process.end() - at));
            at = process.end();
        }
        meant.stream().filter(one -> one.end() < 0).forEach(one -> delays.add(new Delay(one, 0)));
        return delays;
    }

    private boolean isWhole(long from, long until) {
        return shutdown.host().losses().seenUntil(from, until) == until;
    }

    /** @return whether no packets of the host's trace are missing from its begin to its end */
    public boolean isWhole() {
        return isWhole(shutdown.begin(), shutdown.end());
    }

    /**
     * @return the step that took longest, or the notifier or device that took at least half of it; null if there is none, or packets
     *         are missing
     */
    public Line longest() {
        if (!isWhole()) {
            return null;
        }
        Line step = lines(Section.STEP).stream().max(Comparator.comparingLong(Line::duration)).orElse(null);
        return step == null ? null : lines.stream().filter(line -> line.section() != Section.STEP && line.begin() >= step.begin()
                && line.end() <= step.end() && 2 * line.duration() >= step.duration()).max(Comparator.comparingLong(Line::duration))
                .orElse(step);
    }
}
