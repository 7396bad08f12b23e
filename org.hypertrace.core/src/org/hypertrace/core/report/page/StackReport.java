/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.machine.ThreadName;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.stack.flame.ExitCauses;
import org.hypertrace.core.stack.flame.FlameFunction;
import org.hypertrace.core.stack.flame.FlameLabels;
import org.hypertrace.core.stack.flame.FlameMode;
import org.hypertrace.core.stack.flame.FlameTimes;
import org.hypertrace.core.stack.flame.FlameTree;
import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.track.Frames;
import org.hypertrace.core.stack.track.Repair;
import org.hypertrace.core.stack.track.StackThread;

/**
 * What the stacks of guests' threads report of a stretch of a trace: the one result that is written in all forms.
 *
 * @param trace
 *            what the user named
 * @param begin
 *            of the stretch, ns since the epoch
 * @param mode
 *            which time of threads is in their trees
 * @param withTracing
 *            whether what tracing costs is in it
 * @param labels
 *            of the frames of the guests' trees
 * @param problems
 *            a sentence each
 */
public record StackReport(String trace, long begin, long end, FlameMode mode, boolean withTracing, FlameLabels labels, List<Guest> guests,
        List<RecordedEvents.Missing> missing, List<String> problems) {

    /**
     * A guest.
     *
     * @param who
     *            the guest
     * @param hasHost
     *            whether it runs on that host; else it is that machine
     * @param tree
     *            of all threads: those of the same name together, below the root; with {@link StackReport#labels}
     * @param times
     *            of all its threads together
     * @param unnamed
     *            how many functions are called by their addresses
     * @param repairs
     *            by the place of the {@link Repair}
     */
    public record Guest(String host, VmName who, boolean hasHost, List<Thread> threads, FlameTree tree, FlameTimes times,
            List<Cause> causes, long unnamed, long[] repairs) {

        /** @return the name for people */
        public String label() {
            return who.label();
        }

        /** @return how many frames are not as reported */
        public long repaired() {
            return LongStream.of(repairs).sum();
        }
    }

    /**
     * A thread of a guest in one of its boots.
     *
     * @param tree
     *            with the thread's own frames
     * @param times
     *            also those that are not in the tree
     */
    public record Thread(StackThread thread, String label, FlameTree tree, FlameTimes times, List<Function> functions) {

        /** @return how many of its frames are not as reported */
        public long repaired() {
            long repaired = 0;
            for (int node = 0; node < tree.size(); node++) {
                repaired += tree.repaired(node);
            }
            return repaired;
        }

        /** @return its id and name for people */
        public static String label(StackThread thread) {
            return ThreadName.of(thread.tid(), thread.name(), thread.vcpu());
        }

        /** @return what it is called together with others of its kind */
        public static String name(StackThread thread) {
            return thread.tid() == 0 ? "swapper" : thread.tid() < 0 ? "(unknown thread)"
                    : Objects.requireNonNullElse(thread.name(), "(threads without a name)");
        }
    }

    /** A frame of one thread, or of a guest's named tree. */
    public record Function(FlameFunction figures, String name) { }

    /** Exits of one reason in one frame of a guest, in its boot with this number. */
    public record Cause(ExitCauses.Row figures, int boot, String name, String reason) {

        /** @return what caused them */
        public FrameKind kind() {
            return Frames.kind(figures.frame());
        }

        /** @return whether a frame of the guest caused them, for another reason than to report something */
        public boolean isOfFrame() {
            return kind() != FrameKind.THREAD && !isTracer();
        }

        /** @return whether the guest left to report something */
        public boolean isTracer() {
            return Frames.kind(figures.exit()) == FrameKind.TRACER;
        }
    }

    /**
     * @param others
     *            what is missing of other recordings, a sentence each
     * @return the same with these sentences
     */
    public StackReport with(List<String> others) {
        return new StackReport(trace, begin, end, mode, withTracing, labels, guests, missing, Stream.concat(problems.stream(), others.stream()).toList());
    }

    /** @return whether there is no guest */
    public boolean isEmpty() {
        return guests.isEmpty();
    }

    /** @return the stretch, for people */
    String range() {
        return Amount.time(begin) + " - " + Amount.time(end);
    }

    /** What a share of the time of a guest's threads is of: of theirs on vCPUs, or where they wait of that. */
    long whole(Guest guest) {
        return guest.tree.wall(FlameTree.ROOT) - (mode == FlameMode.WALL ? guest.times.waiting() : 0);
    }

    /** @return the frames of all threads of a guest, what took most time itself first */
    public List<Function> functions(Guest guest) {
        return FlameFunction.of(guest.tree).stream().map(one -> new Function(one, labels.label(one.frame()))).toList();
    }

    /** @return all guests in one tree, each a frame of its own if there are several */
    public FlameTree whole() {
        return guests.size() == 1 ? guests.get(0).tree : FlameTree.merged(guests.stream()
                .map(guest -> guest.tree.under(labels.of(FrameKind.THREAD, guest.label()))).toList());
    }

    /** All guests in one tree, their threads by their names: guests of two traces may be called differently. */
    FlameTree together() {
        return FlameTree.merged(guests.stream().map(Guest::tree).toList());
    }

    /** @return what guests do not report, so that their stacks show less than they could, and what to do about it: a sentence each */
    public List<String> gaps() {
        List<String> gaps = new ArrayList<>();
        for (Guest guest : guests) {
            String who = guest.label();
            if (!has(guest, FrameKind.FUNCTION)) {
                gaps.add(who + " reports no functions: only system calls, interrupts and initcalls are frames. Let its tracer report "
                        + "entries and exits of functions.");
            }
            if (guest.threads().stream().allMatch(thread -> thread.thread().tid() < 0)) {
                gaps.add(who + " does not report which thread runs: a vCPU's stack is that of whoever it runs. Let its tracer report "
                        + "sched_switch.");
            }
            if (guest.unnamed() > 0) {
                gaps.add(guest.unnamed() + " functions of " + who + " have no name: give the symbols of its kernel (--symbols).");
            }
            if (guest.times().exits() + guest.times().tracing() == 0) {
                gaps.add("No exit of " + who + " is known: its host was not recorded, or not its kvm_exit and kvm_entry.");
            }
        }
        return gaps;
    }

    private static boolean has(Guest guest, FrameKind kind) {
        return guest.threads().stream().flatMap(thread -> thread.functions().stream())
                .anyMatch(function -> function.figures().kind() == kind);
    }
}
