/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.stack.track.FrameKind;

/** What guests do not report, so that their stacks show less than they could; and what to do about it. */
public final class StackGaps {

    private StackGaps() {
    }

    /**
     * @param report
     *            of stacks
     * @return a sentence each
     */
    public static List<String> of(StackReport report) {
        List<String> gaps = new ArrayList<>();
        for (StackReport.Guest guest : report.guests()) {
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

    private static boolean has(StackReport.Guest guest, FrameKind kind) {
        return guest.threads().stream().flatMap(thread -> thread.functions().stream())
                .anyMatch(function -> function.figures().kind() == kind);
    }
}
