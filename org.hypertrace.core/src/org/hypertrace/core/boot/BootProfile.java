/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.boot.track.Lifecycle;
import org.hypertrace.core.run.Budget;
import org.hypertrace.core.run.GuestRun;
import org.hypertrace.core.run.Run;
import org.hypertrace.core.run.TimeSplit;
import org.hypertrace.core.settings.GuestSymbols;

/**
 * A boot with names and with where its time went: what tables, reports and comparisons are made of. It needs the state system
 * no more.
 *
 * @param trace
 *            the name of the trace it is of, for people
 * @param boot
 *            the boot
 * @param symbols
 *            the names of its functions
 * @param parts
 *            what it took time for, see {@link BootPart}; they follow each other without a gap
 * @param initcalls
 *            in the order of their begins
 */
public record BootProfile(String trace, GuestBoot boot, BootSymbols symbols, List<Part> parts, List<Call> initcalls)
        implements Run {

    /** What there are budgets for. */
    public static final Budget.Kinds BUDGETS = new Budget.Kinds("boot", "level", List.of("initcall"),
            List.of("early", "core", "postcore", "arch", "subsys", "fs", "rootfs", "device", "late"));

    /** A part, and where its time went; null if nobody knows on which vCPU it ran. */
    public record Part(BootPart part, TimeSplit spent) { }

    /**
     * An initcall.
     *
     * @param run
     *            the initcall
     * @param label
     *            its function's name, else the address
     * @param isNamed
     *            whether it is a name
     * @param level
     *            the name of the level in which it began, null if in none
     * @param spent
     *            where its time went, null if nobody knows on which vCPU it ran
     */
    public record Call(InitcallRun run, String label, boolean isNamed, String level, TimeSplit spent) {

        /** @return whether it returned that it failed */
        public boolean failed() {
            return run.result() != null && run.result() < 0;
        }

        /** @return how it ended for people: {@code never returned}, {@code returned -ENODEV}; empty if it returned 0, or not recorded */
        public String outcome() {
            if (run.open()) {
                return run.lost() ? "its return was lost" : "never returned";
            }
            String error = run.result() == null ? null : Errno.name(run.result());
            return run.result() == null || run.result() == 0 ? "" : "returned " + (error == null ? run.result() : "-" + error);
        }
    }

    /**
     * @param trace
     *            the name of the trace, for people
     * @param states
     *            the model, complete
     * @param boot
     *            a boot of it
     * @param symbols
     *            those of the trace's VMs
     * @return the boot, its figures and names
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static BootProfile of(String trace, ITmfStateSystem states, GuestBoot boot, GuestSymbols symbols)
            throws StateSystemDisposedException {
        BootTimes times = BootTimes.of(states, boot);
        BootSymbols names = BootSymbols.of(boot, symbols);
        List<BootPart> all = BootPart.of(boot);
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            parts.add(new Part(all.get(i), times.part(i)));
        }
        List<Call> initcalls = new ArrayList<>();
        for (InitcallRun run : boot.initcalls()) {
            initcalls.add(new Call(run, names.label(run), run.name() != null || names.name(run.address()) != null,
                    run.level() < 0 || run.level() >= boot.levels().size() ? null : boot.levels().get(run.level()).name(),
                    times.initcall(run.number())));
        }
        return new BootProfile(trace, boot, names, parts, initcalls);
    }

    @Override
    public GuestRun what() {
        return boot;
    }

    /** @return whether it ran levels, or its end was seen */
    @Override
    public boolean isReported() {
        return !levels().isEmpty() || isComplete();
    }

    /** @return whether it was seen to boot, so that there is a duration */
    @Override
    public boolean isMeasured() {
        return !parts.isEmpty();
    }

    /** @return whether its end was seen: user space, or the end of its levels */
    @Override
    public boolean isComplete() {
        return BootPart.isComplete(parts.stream().map(Part::part).toList());
    }

    /**
     * @return whether it ended before it was done: a trace that ends meanwhile does not report that the guest would not have made
     *         it
     */
    @Override
    public boolean hasFailed() {
        return isMeasured() && !isComplete() && !boot.host().losses().any() && (boot.ending() != null || boot.begin(Lifecycle.PANICKED) >= 0
                || boot.tripleFault() >= 0);
    }

    /** @return the whole, ns: the sum of its parts */
    @Override
    public long duration() {
        return parts.stream().mapToLong(part -> part.part().duration()).sum();
    }

    /** @return whether its begin is the VM's launch; else it is the first thing that the guest reported */
    public boolean fromLaunch() {
        return boot.begin(Lifecycle.LAUNCHED) >= 0 || boot.begin(Lifecycle.FIRMWARE) >= 0;
    }

    @Override
    public List<Timed> timed() {
        List<Timed> timed = new ArrayList<>();
        // a machine that only came to its firmware is no boot to be held against anything
        if (isMeasured() && (isComplete() || !boot.host().losses().any()) && (isReported() || !boot.crashes().isEmpty())) {
            timed.add(new Timed("boot", null, duration(), !isComplete(), null));
        }
        levels().forEach(level -> timed.add(new Timed("level", level.part().name(), level.part().duration(), level.part().open(),
                level.spent())));
        initcalls.forEach(call -> timed.add(new Timed("initcall", call.label(), call.run().duration(), call.run().open(),
                call.spent())));
        return timed;
    }

    /** @return the parts that are levels */
    public List<Part> levels() {
        return parts.stream().filter(part -> part.part().level() >= 0).toList();
    }

    /** @return where its time went altogether, of what is known */
    public TimeSplit spent() {
        return TimeSplit.sum(parts.stream().map(Part::spent).filter(Objects::nonNull).toList());
    }
}
