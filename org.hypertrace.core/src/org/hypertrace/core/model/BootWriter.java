/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import java.util.HashMap;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.hypertrace.core.boot.BootAttributes;
import org.hypertrace.core.boot.track.Boot;
import org.hypertrace.core.boot.track.BootSink;
import org.hypertrace.core.boot.track.Crash;
import org.hypertrace.core.boot.track.FunctionCounts;
import org.hypertrace.core.boot.track.Initcall;
import org.hypertrace.core.boot.track.Lifecycle;
import org.hypertrace.core.describe.EventDescriber;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.guest.GuestAttributes;
import org.hypertrace.core.run.Ending;

/**
 * Writes how guests boot into the state system. Times are values, not only begins of values: what takes no time by the
 * guest's clock is there all the same.
 */
final class BootWriter implements BootSink {

    /** Where the values of a boot are kept. */
    private static final class Quarks {
        private final int fQuark;
        private final int fLifecycle;
        private int fLevels;
        private int fUnmatched;
        private int fOthers;

        Quarks(int quark, int lifecycle) {
            fQuark = quark;
            fLifecycle = lifecycle;
        }
    }

    private final ITmfStateSystemBuilder fStates;
    private final ModelWriter fModel;
    private final GuestWriter fGuests;
    private final Map<Boot, Quarks> fBoots = new HashMap<>();
    private final EventDescriber fWords = new EventDescriber(tid -> null, address -> null);
    private Boot fLast;
    private Quarks fLastKept;

    BootWriter(ITmfStateSystemBuilder states, ModelWriter model, GuestWriter guests) {
        fStates = states;
        fModel = model;
        fGuests = guests;
    }

    private Quarks of(Boot boot) {
        if (boot != fLast) {
            fLast = boot;
            fLastKept = fBoots.computeIfAbsent(boot, this::make);
        }
        return fLastKept;
    }

    private Quarks make(Boot boot) {
        int parent = fGuests.quark(boot.guest());
        if (boot.nested() != null) {
            parent = fStates.getQuarkRelativeAndAdd(parent, GuestAttributes.NESTED, boot.nested());
        }
        int quark = fStates.getQuarkRelativeAndAdd(parent, BootAttributes.BOOTS, Integer.toString(boot.number()));
        return new Quarks(quark, fStates.getQuarkRelativeAndAdd(quark, BootAttributes.LIFECYCLE));
    }

    private int level(Boot boot, int number) {
        return fStates.getQuarkRelativeAndAdd(of(boot).fQuark, BootAttributes.LEVELS, Integer.toString(number));
    }

    private int initcall(Boot boot, Initcall initcall) {
        return fStates.getQuarkRelativeAndAdd(of(boot).fQuark, BootAttributes.INITCALLS, Integer.toString(initcall.number()));
    }

    private int crash(Boot boot, Crash crash) {
        return fStates.getQuarkRelativeAndAdd(of(boot).fQuark, BootAttributes.CRASHES, Integer.toString(crash.number()));
    }

    private void vcpu(long time, int vcpu, int quark) {
        if (vcpu >= 0) {
            fModel.set(time, fModel.quark(vcpu), quark, BootAttributes.VCPU);
        }
    }

    @Override
    public void begins(long time, Boot boot) {
        fModel.set(time, time, of(boot).fQuark, BootAttributes.BEGIN);
    }

    @Override
    public void enters(long time, Boot boot, Lifecycle part) {
        fStates.modifyAttribute(time, part.ordinal(), of(boot).fLifecycle);
    }

    @Override
    public void ends(long time, Boot boot, Ending how) {
        fStates.modifyAttribute(time, null, of(boot).fLifecycle);
        fModel.set(time, time, of(boot).fQuark, BootAttributes.END);
        fModel.set(time, how.ordinal(), of(boot).fQuark, BootAttributes.ENDING);
    }

    @Override
    public void tripleFault(long time, Boot boot) {
        fModel.set(time, time, of(boot).fQuark, BootAttributes.TRIPLE_FAULT);
    }

    @Override
    public void based(long time, Boot boot, long text) {
        fModel.set(time, text, of(boot).fQuark, BootAttributes.TEXT);
    }

    @Override
    public void level(long time, Boot boot, String name, int vcpu) {
        int quark = level(boot, of(boot).fLevels++);
        fModel.set(time, name, quark, BootAttributes.NAME);
        fModel.set(time, time, quark, BootAttributes.BEGIN);
        vcpu(time, vcpu, quark);
    }

    @Override
    public void levelsEnd(long time, Boot boot) {
        fModel.set(time, time, level(boot, of(boot).fLevels - 1), BootAttributes.END);
    }

    @Override
    public void initcallBegins(long time, Boot boot, Initcall initcall) {
        int quark = initcall(boot, initcall);
        fModel.set(time, initcall.name() != null ? initcall.name() : (Object) initcall.address(), quark, BootAttributes.FUNCTION);
        fModel.set(time, BootAttributes.place(initcall), quark, BootAttributes.PLACE);
        vcpu(time, initcall.vcpu(), quark);
    }

    @Override
    public void initcallEnds(long time, Boot boot, Initcall initcall, Long result, long duration) {
        int quark = initcall(boot, initcall);
        if (result != null) {
            fModel.set(time, result, quark, BootAttributes.RESULT);
        } else {
            fModel.set(time, time, quark, BootAttributes.END);
        }
        if (duration != GuestEvent.UNKNOWN_ID) {
            fModel.set(time, duration, quark, BootAttributes.DURATION);
        }
    }

    @Override
    public void initcallLost(long time, Boot boot, Initcall initcall, long seenUntil) {
        fModel.set(time, seenUntil, initcall(boot, initcall), BootAttributes.LOST);
    }

    @Override
    public void crashes(long time, Boot boot, Crash crash) {
        int quark = crash(boot, crash);
        fModel.set(time, time, quark, BootAttributes.BEGIN);
        if (crash.oops()) {
            fModel.set(time, 1, quark, BootAttributes.OOPS);
        }
        if (crash.address() != 0) {
            fModel.set(time, crash.address(), quark, BootAttributes.FUNCTION);
        }
        if (crash.fault() != 0) {
            fModel.set(time, crash.fault(), quark, BootAttributes.FAULT);
        }
        if (crash.text() != null) {
            fModel.set(time, crash.text(), quark, BootAttributes.TEXT);
        }
        if (crash.tid() >= 0) {
            fModel.set(time, crash.tid(), quark, BootAttributes.TID);
        }
        if (crash.initcall() != null) {
            fModel.set(time, crash.initcall().number(), quark, BootAttributes.INITCALL);
        }
        vcpu(time, crash.vcpu(), quark);
        for (int i = 0; i < crash.stack().size(); i++) {
            fModel.set(time, crash.stack().get(i), quark, BootAttributes.STACK, Integer.toString(i));
        }
        for (int i = 0; i < crash.before().size(); i++) {
            GuestEvent event = crash.before().get(i);
            int before = fStates.getQuarkRelativeAndAdd(quark, BootAttributes.BEFORE, Integer.toString(i));
            fModel.set(time, event.time(), before, BootAttributes.BEGIN);
            fModel.set(time, event.kind().label(), before, BootAttributes.NAME);
            fModel.set(time, fWords.of(event), before, BootAttributes.TEXT);
        }
    }

    @Override
    public void reason(long time, Boot boot, Crash crash, String text) {
        fModel.set(time, text, crash(boot, crash), BootAttributes.TEXT);
    }

    @Override
    public void functions(long time, Boot boot, FunctionCounts functions) {
        int parent = fStates.getQuarkRelativeAndAdd(of(boot).fQuark, BootAttributes.FUNCTIONS);
        functions.functions().forEach((address, count) -> {
            int quark = fStates.getQuarkRelativeAndAdd(parent, Long.toHexString(address));
            fModel.set(time, count.calls(), quark, BootAttributes.CALLS);
            fModel.set(time, count.total(), quark, BootAttributes.TOTAL);
            fModel.set(time, count.self(), quark, BootAttributes.SELF);
        });
        if (functions.others() > 0) {
            fModel.set(time, functions.others(), of(boot).fQuark, BootAttributes.OTHER_FUNCTIONS);
        }
    }

    @Override
    public void unmatched(long time, Boot boot) {
        fModel.set(time, ++of(boot).fUnmatched, of(boot).fQuark, BootAttributes.UNMATCHED);
    }

    @Override
    public void others(long time, Boot boot) {
        fModel.set(time, ++of(boot).fOthers, of(boot).fQuark, BootAttributes.OTHERS);
    }
}
