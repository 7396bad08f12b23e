/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.log;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import org.hypertrace.core.stack.track.FrameNames;
import org.hypertrace.core.stack.track.Repair;
import org.hypertrace.core.stack.track.StackPass;
import org.hypertrace.core.stack.track.StackSink;
import org.hypertrace.core.stack.track.StackThread;

/**
 * The stacks of {@link HostileGuests}. A program of its own, so that it can be run with little memory: prints what came out.
 */
public final class HostileStacks implements StackSink {

    private long fThreads;
    private long fNamed;
    private FrameNames fNames;

    private HostileStacks() {
    }

    /** @param arguments how many hypercalls */
    public static void main(String[] arguments) {
        HostileStacks sink = new HostileStacks();
        CheckedStacks checked = new CheckedStacks(sink);
        try (StackPass pass = new StackPass(host -> null, List.of(), (guest, nested) -> null, checked)) {
            sink.fNames = pass.names();
            HostileGuests.report(Integer.parseInt(arguments[0]), pass::accept);
            pass.finish();
            System.out.println(checked.changes() + " changes, " + sink.fThreads + " threads, " + sink.fNamed + " named, "
                    + pass.tracker().unfollowed() + " not followed, " + Arrays.stream(Repair.values())
                            .map(repair -> pass.tracker().repairs(repair) + " " + repair).collect(Collectors.joining(", ")));
        }
    }

    @Override
    public void begins(long time, StackThread thread) {
        fThreads++;
    }

    @Override
    public void enters(long time, StackThread thread, long frame) {
        fNamed += fNames.of(thread, frame).isEmpty() || fNames.isInterrupt(thread, frame) ? 0 : 1;
    }

    @Override
    public void leaves(long time, StackThread thread, long guestDuration) {
        // checked
    }

    @Override
    public void repaired(long time, StackThread thread, Repair repair) {
        // counted by the tracker
    }

    @Override
    public void ends(long time, StackThread thread) {
        // checked
    }
}
