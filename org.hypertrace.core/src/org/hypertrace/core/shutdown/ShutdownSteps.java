/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.shutdown.ShutdownLines.Found;
import org.hypertrace.core.shutdown.ShutdownProfile.Kind;
import org.hypertrace.core.shutdown.ShutdownProfile.Section;
import org.hypertrace.core.shutdown.track.ShutdownKind;

/**
 * The steps of a shutdown with all that is before, between and after them: they follow each other without a gap from the
 * shutdown's begin to its end. So they sum to the whole exactly.
 */
final class ShutdownSteps {

    static final String RESTART = "machine restart";
    static final String POWER_OFF = "machine power off";
    static final String HALT = "machine halt";
    static final String KEXEC = "jump to the new kernel";

    private final GuestShutdown fShutdown;
    private final List<Found> fSteps = new ArrayList<>();
    private long fAt;
    private int fVcpu;
    /** When the thread was there. Until what is added begins it may have moved. */
    private long fSince;

    ShutdownSteps(GuestShutdown shutdown) {
        fShutdown = shutdown;
        fAt = shutdown.begin();
        fSince = fAt;
        List<Integer> vcpus = shutdown.vm() == null || shutdown.isNested() ? List.of()
                : shutdown.vm().vcpus().stream().map(vcpu -> vcpu.quark()).toList();
        // processes run anywhere: with one vCPU, there
        fVcpu = vcpus.size() == 1 ? vcpus.get(0) : -1;
    }

    /** With those that the guest reports, in the order of their begins. */
    List<Found> with(List<Found> reported) {
        if (fShutdown.requested() >= 0) {
            add(Kind.USER_SPACE, ShutdownProfile.USER_SPACE, fShutdown.userSpaceEnd(), fShutdown.called() < 0 && fShutdown.kernel() < 0, -1);
        }
        fVcpu = fShutdown.vcpu() >= 0 ? fShutdown.vcpu() : fVcpu;
        fSince = fAt;
        for (Found step : reported) {
            boolean isFirst = step == reported.get(0);
            boolean panics = isFirst && fShutdown.kind() == ShutdownKind.PANIC;
            add(panics ? Kind.PANIC : Kind.REST, panics ? ShutdownProfile.PANIC : isFirst ? "before the first step" : ShutdownProfile.BETWEEN,
                    step.begin(), false, fShutdown.tid());
            // one thread does one thing at a time, whatever the guest reports
            long end = Math.max(fAt, Math.min(step.end(), fShutdown.end()));
            fSteps.add(step.during(Math.max(fAt, Math.min(step.begin(), end)), end));
            fAt = end;
            fVcpu = step.vcpu() >= 0 ? step.vcpu() : fVcpu;
            fSince = step.vcpu() >= 0 ? step.since() : fSince;
        }
        boolean panicked = fShutdown.kind() == ShutdownKind.PANIC && reported.isEmpty();
        if (fShutdown.last() >= 0) {
            add(panicked ? Kind.PANIC : Kind.REST, panicked ? ShutdownProfile.PANIC : reported.isEmpty() ? "kernel" : ShutdownProfile.BETWEEN,
                    fShutdown.last(), false, fShutdown.tid());
        }
        if (fShutdown.tripleFault() >= 0) {
            add(panicked ? Kind.PANIC : Kind.REST, panicked ? ShutdownProfile.PANIC : machine(), fShutdown.tripleFault(), false, fShutdown.tid());
        }
        boolean hostOnly = fShutdown.last() >= 0 || fShutdown.tripleFault() >= 0;
        boolean over = fShutdown.ending() != null;
        add(over && hostOnly ? Kind.HOST : Kind.REST, !over ? "until the trace ends" : (hostOnly ? "host, until " : "until ")
                + fShutdown.ending().label(), fShutdown.end(), !over, -1);
        return fSteps;
    }

    private String machine() {
        return fShutdown.kind() == null ? RESTART : switch (fShutdown.kind()) {
        case POWEROFF -> POWER_OFF;
        case HALT -> HALT;
        case KEXEC -> KEXEC;
        default -> RESTART;
        };
    }

    private void add(Kind kind, String name, long until, boolean open, int tid) {
        long end = Math.min(until, fShutdown.end());
        if (end > fAt) {
            fSteps.add(new Found(Section.STEP, kind, name, null, null, fAt, end, open, false, tid, fVcpu, fSince));
            fAt = end;
        }
    }
}
