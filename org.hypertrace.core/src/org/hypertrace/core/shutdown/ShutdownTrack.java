/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

import org.hypertrace.core.guest.BootMark;
import org.hypertrace.core.guest.Guest;
import org.hypertrace.core.guest.LifeSign;
import org.hypertrace.core.stream.EventKind;
import org.hypertrace.core.stream.GuestEvent;
import org.hypertrace.core.symbol.Symbols;

/** A guest's shutdowns up to this moment of the trace. */
final class ShutdownTrack {

    private static final int MAX_SHUTDOWNS = 1 << 10;
    private static final int MAX_STEPS = 1 << 13;

    /** The kernel's functions for a shutdown, below them: step, chain of notifiers, notifier. */
    private static final int MAX_DEPTH = 3;

    private final Guest fGuest;
    private final String fNested;
    private final ShutdownSink fSink;
    private final Function<Guest, Symbols> fSymbols;
    private final BooleanSupplier fKeeps;
    /** The parts that are not over; a function's with its depth. */
    private final List<Open> fOpen = new ArrayList<>();
    private Symbols fPlain;
    private boolean fAsked;
    private ShutdownRoots fRoots;
    private Shutdown fShutdown;
    private boolean fRuns;
    private boolean fKernel;
    private int fSteps;
    private int fRootTid;
    private int fRootDepth;

    private record Open(Step step, int depth) { }

    /** @param keeps asked before a part is kept */
    ShutdownTrack(Guest guest, String nested, ShutdownSink sink, Function<Guest, Symbols> symbols, BooleanSupplier keeps) {
        fGuest = guest;
        fNested = nested;
        fSink = sink;
        fSymbols = symbols;
        fKeeps = keeps;
    }

    void sign(long time, LifeSign sign) {
        if (fRuns) {
            switch (sign) {
            case TRIPLE_FAULT -> fSink.last(time, fShutdown);
            case RESET -> end(time, ShutdownEnd.RESET);
            case GONE -> end(time, ShutdownEnd.GONE);
            case LAUNCHED -> {
                // it runs already
            }
            }
        }
    }

    void handle(GuestEvent event, int vcpu) {
        if (event instanceof GuestEvent.FunctionEntry entry) {
            enters(entry, vcpu);
        } else if (event instanceof GuestEvent.FunctionExit exit) {
            leaves(exit);
        } else if (event instanceof GuestEvent.ShutdownStep step) {
            step(step, vcpu);
        } else if (event instanceof GuestEvent.Base base) {
            fRoots = base.text() == 0 ? fRoots : new ShutdownRoots(symbols(), base.text());
        } else if (BootMark.of(event) != BootMark.NONE && fRuns) {
            end(event.time(), ShutdownEnd.BOOTED_AGAIN);
        } else if (event instanceof GuestEvent.Stage stage && stage.stage() == 5) {
            begin(stage.time());
            fSink.requested(stage.time(), fShutdown);
        } else if (event instanceof GuestEvent.Stage stage && stage.stage() == 6) {
            begin(stage.time());
            fSink.last(stage.time(), fShutdown);
        }
    }

    private Symbols symbols() {
        if (!fAsked) {
            fAsked = true;
            fPlain = fSymbols.apply(fGuest);
        }
        return fPlain;
    }

    private void enters(GuestEvent.FunctionEntry e, int vcpu) {
        if (e.userSpace()) {
            return;
        }
        if (fRoots == null) {
            fRoots = new ShutdownRoots(symbols(), 0);
        }
        ShutdownKind kind = fRoots.kind(e.address());
        if (kind != null && !fKernel) {
            begin(e.time());
            fKernel = true;
            fRootTid = e.tid();
            fRootDepth = e.depth();
            fSink.kernel(e.time(), fShutdown, kind, e.tid(), vcpu);
        } else if (fKernel && e.tid() == fRootTid && e.depth() > fRootDepth && e.depth() <= fRootDepth + MAX_DEPTH) {
            // an interrupt may begin at the depth of a function that is just being left: that one is still open
            fOpen.removeIf(open -> open.depth > e.depth());
            open(e.time(), new Step(fSteps, e.depth() - fRootDepth - 1, StepKind.FUNCTION, -1, e.address(), null, e.tid(), vcpu),
                    e.depth());
        }
    }

    private void leaves(GuestEvent.FunctionExit e) {
        for (int i = fKernel && e.tid() == fRootTid && !e.userSpace() ? fOpen.size() - 1 : -1; i >= 0; i--) {
            Open open = fOpen.get(i);
            if (open.step.kind() == StepKind.FUNCTION && open.step.address() == e.address()) {
                // what is deeper never returned; at the same depth is an interrupt that came while this one was being left
                fOpen.subList(i + 1, fOpen.size()).removeIf(above -> above.depth > open.depth);
                fOpen.remove(i);
                fSink.stepEnds(e.time(), fShutdown, open.step);
                return;
            }
        }
    }

    private void step(GuestEvent.ShutdownStep e, int vcpu) {
        StepKind kind = switch (e.kind()) {
        case DEVICE_SHUTDOWN_BEGIN, DEVICE_SHUTDOWN_END -> StepKind.DEVICE;
        case REBOOT_NOTIFIER_BEGIN, REBOOT_NOTIFIER_END -> StepKind.NOTIFIER;
        default -> StepKind.STEP;
        };
        boolean begins = e.kind() == EventKind.SHUTDOWN_STEP_BEGIN || e.kind() == EventKind.DEVICE_SHUTDOWN_BEGIN
                || e.kind() == EventKind.REBOOT_NOTIFIER_BEGIN;
        if (!begins) {
            stepEnds(e, kind);
            return;
        }
        begin(e.time());
        if (!fKernel) {
            fKernel = true;
            // functions are not told beside steps, so no thread's are the parts
            fRootTid = Integer.MIN_VALUE;
            fSink.kernel(e.time(), fShutdown, null, e.tid(), vcpu);
        }
        if (kind == StepKind.STEP && e.address() == 0) {
            // such steps have no end of their own: one after another
            while (!fOpen.isEmpty()) {
                fSink.stepEnds(e.time(), fShutdown, fOpen.remove(fOpen.size() - 1).step);
            }
        }
        open(e.time(), new Step(fSteps, fOpen.size(), kind, e.number(), e.address(), e.name(), e.tid(), vcpu), fOpen.size());
    }

    private void stepEnds(GuestEvent.ShutdownStep e, StepKind kind) {
        for (int i = fRuns ? fOpen.size() - 1 : -1; i >= 0; i--) {
            Step step = fOpen.get(i).step;
            if (step.kind() == kind && step.id() == e.number() && (step.address() == e.address() || e.address() == 0)) {
                fOpen.subList(i, fOpen.size()).clear();
                fSink.stepEnds(e.time(), fShutdown, step);
                return;
            }
        }
    }

    private void open(long time, Step step, int depth) {
        if (fSteps < MAX_STEPS && fKeeps.getAsBoolean()) {
            fSteps++;
            fOpen.add(new Open(step, depth));
            fSink.stepBegins(time, fShutdown, step);
        } else {
            fSink.others(time, fShutdown);
        }
    }

    private void begin(long time) {
        if (fRuns) {
            return;
        }
        fRuns = true;
        if (fShutdown != null && fShutdown.number() >= MAX_SHUTDOWNS) {
            fSink.others(time, fShutdown);
            return;
        }
        fShutdown = new Shutdown(fGuest, fNested, fShutdown == null ? 1 : fShutdown.number() + 1);
        fSteps = 0;
        fSink.begins(time, fShutdown);
    }

    private void end(long time, ShutdownEnd how) {
        fSink.ends(time, fShutdown, how);
        fRuns = false;
        fKernel = false;
        fRoots = null;
        fOpen.clear();
    }
}
