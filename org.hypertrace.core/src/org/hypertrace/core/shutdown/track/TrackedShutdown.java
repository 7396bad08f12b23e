/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown.track;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.NameType;
import org.hypertrace.core.run.Ending;
import org.hypertrace.core.symbol.Symbols;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.VmLifecycleEvent;

/** A guest's shutdowns up to this moment of the trace. */
final class TrackedShutdown {

    private static final int MAX_SHUTDOWNS = 1 << 10;
    private static final int MAX_STEPS = 1 << 13;

    /** The kernel's functions for a shutdown, below them: step, chain of notifiers, notifier. */
    private static final int MAX_DEPTH = 3;
    /** Longer names of steps are cut. */
    private static final int NAME_LENGTH = 16;
    private static final int REQUESTED = 5;
    private static final int LAST = 6;
    /** How a notifier in the kernel calls the request: then the kernel has it already, and its first step is to ask notifiers. */
    private static final Set<String> BY_NOTIFIER = Set.of("restart", "halt", "power off");

    private final Guest fGuest;
    private final String fNested;
    private final ShutdownSink fSink;
    private final Function<Guest, Symbols> fSymbols;
    private final BooleanSupplier fKeeps;
    private final UserProcesses fProcesses = new UserProcesses();
    /** The parts that are not over; a function's with its depth. */
    private final List<Open> fOpen = new ArrayList<>();
    private Symbols fPlain;
    private boolean fAsked;
    private long fText;
    private ShutdownRoots fRoots;
    private int fBoot;
    private Shutdown fShutdown;
    private UserSpaceEnd fUserSpace;
    private String fDevice;
    private boolean fRuns;
    private boolean fKernel;
    private boolean fReportsSteps;
    private ShutdownKind fKind;
    private int fSteps;
    private int fRootTid;
    private int fRootDepth;

    private record Open(Step step, int depth) { }

    /** @param keeps asked before a part or a process is kept */
    TrackedShutdown(Guest guest, String nested, ShutdownSink sink, Function<Guest, Symbols> symbols, BooleanSupplier keeps) {
        fGuest = guest;
        fNested = nested;
        fSink = sink;
        fSymbols = symbols;
        fKeeps = keeps;
    }

    void sign(long time, VmLifecycleEvent sign) {
        boots(time, fGuest.boot(), Ending.RESET);
        if (sign == VmLifecycleEvent.TRIPLE_FAULT && fRuns) {
            fSink.gaveUp(time, fShutdown);
        } else if (sign == VmLifecycleEvent.GONE) {
            over(time, Ending.GONE);
        }
    }

    /** With another boot than before the shutdown is over. */
    private void boots(long time, int number, Ending how) {
        if (fBoot != 0 && fBoot != number) {
            over(time, how);
        }
        fBoot = number;
    }

    private void over(long time, Ending how) {
        fProcesses.clear();
        if (fRuns) {
            end(time, how);
        }
    }

    void handle(GuestEvent event, int vcpu) {
        boots(event.time(), fGuest.boot(event.from()), Ending.BOOTED_AGAIN);
        if (fUserSpace != null) {
            fUserSpace.handle(event);
        }
        if (event instanceof GuestEvent.FunctionEntry entry) {
            enters(entry, vcpu);
        } else if (event instanceof GuestEvent.FunctionExit exit) {
            leaves(exit);
        } else if (event instanceof GuestEvent.ShutdownStep step) {
            step(step, vcpu);
        } else if (event instanceof GuestEvent.Base base) {
            fText = base.text() == 0 ? fText : base.text();
            fRoots = null;
        } else if (event instanceof GuestEvent.Name name) {
            fDevice = name.type() == NameType.DEVICE ? name.name() : fDevice;
        } else if (event instanceof GuestEvent.Panic panic) {
            kernel(panic.time(), panic.tid(), vcpu);
            kind(panic.time(), ShutdownKind.PANIC);
        } else if (event instanceof GuestEvent.Stage stage) {
            stage(stage, vcpu);
        } else {
            fProcesses.handle(event);
        }
    }

    private void stage(GuestEvent.Stage stage, int vcpu) {
        if (stage.stage() == REQUESTED) {
            if (BY_NOTIFIER.contains(stage.name())) {
                kernel(stage.time(), stage.tid(), vcpu);
            } else if (!fRuns) {
                begin(stage.time());
                fSink.requested(stage.time(), fShutdown);
                fUserSpace = new UserSpaceEnd(stage.time(), fShutdown, fProcesses, symbolsHere(), fSink, fKeeps);
            }
            guess(stage.time(), stage.name());
        } else if (stage.stage() == LAST) {
            begin(stage.time());
            fSink.last(stage.time(), fShutdown);
        }
    }

    /** Of steps and stages the names show; what the function for it reports, or a panic, counts more. */
    private void guess(long time, String name) {
        ShutdownKind kind = ShutdownKind.requested(name);
        // a kernel that starts another one shows notifiers of a restart, too
        if (kind != null && (fKind == null || kind == ShutdownKind.KEXEC && fKind == ShutdownKind.REBOOT)) {
            kind(time, kind);
        }
    }

    private void kind(long time, ShutdownKind kind) {
        if (kind != fKind && fShutdown != null) {
            fKind = kind;
            fSink.kind(time, fShutdown, kind);
        }
    }

    private Symbols symbolsHere() {
        if (!fAsked) {
            fAsked = true;
            fPlain = fSymbols.apply(fGuest);
        }
        return fPlain == null ? null : fPlain.at(fText);
    }

    private void enters(GuestEvent.FunctionEntry e, int vcpu) {
        if (e.userSpace()) {
            return;
        }
        if (fRoots == null) {
            fRoots = new ShutdownRoots(symbolsHere());
        }
        ShutdownKind kind = fRoots.kind(e.address());
        if (kind != null && !fKernel) {
            kernel(e.time(), e.tid(), vcpu);
            fRootTid = e.tid();
            fRootDepth = e.depth();
            kind(e.time(), kind);
        } else if (fKernel && !fReportsSteps && e.tid() == fRootTid && e.depth() > fRootDepth
                && e.depth() <= fRootDepth + MAX_DEPTH) {
            // an interrupt may begin at the depth of a function that is just being left: that one is still open
            fOpen.removeIf(open -> open.depth > e.depth());
            open(e.time(), new Step(fSteps, e.depth() - fRootDepth - 1, StepKind.FUNCTION, -1, e.address(), null, null, e.tid(),
                    vcpu), e.depth());
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
        kernel(e.time(), e.tid(), vcpu);
        // the guest reports steps as such: its functions are no parts beside them
        fReportsSteps = true;
        if (kind == StepKind.STEP && e.address() == 0) {
            // such steps have no end of their own: one after another
            while (!fOpen.isEmpty()) {
                fSink.stepEnds(e.time(), fShutdown, fOpen.remove(fOpen.size() - 1).step);
            }
        }
        if (kind == StepKind.STEP && fOpen.isEmpty()) {
            // what is below a step is a function's name: perf_reboot is also called when the machine is switched off
            guess(e.time(), e.name());
        }
        String whole = wholeName(e.name());
        open(e.time(), new Step(fSteps, fOpen.size(), kind, e.number(), e.address(), whole == null ? e.name() : whole,
                whole == null ? null : fDevice.substring(0, fDevice.length() - whole.length()).strip(), e.tid(), vcpu), fOpen.size());
        fDevice = null;
    }

    /** A device's driver and whole name are reported before its step, which has only room for the name's begin; null if they are not. */
    private String wholeName(String name) {
        int at = fDevice == null || name == null || name.isEmpty() ? -1 : fDevice.lastIndexOf(' ' + name);
        return at <= 0 || name.length() < NAME_LENGTH && at + 1 + name.length() < fDevice.length() ? null
                : fDevice.substring(at + 1);
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

    private void kernel(long time, int tid, int vcpu) {
        begin(time);
        if (!fKernel) {
            fKernel = true;
            fUserSpace = null;
            fRootTid = Integer.MIN_VALUE;
            fSink.kernel(time, fShutdown, tid, vcpu);
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

    private void end(long time, Ending how) {
        fSink.ends(time, fShutdown, how);
        fRuns = false;
        fKernel = false;
        fReportsSteps = false;
        fKind = null;
        fUserSpace = null;
        fRoots = null;
        fText = 0;
        fOpen.clear();
    }
}
