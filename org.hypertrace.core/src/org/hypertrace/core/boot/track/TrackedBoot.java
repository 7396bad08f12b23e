/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.track;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.TextType;
import org.hypertrace.core.run.Ending;
import org.hypertrace.core.symbol.Symbols;
import org.hypertrace.core.timeline.BootBoundary;
import org.hypertrace.core.timeline.BootMark;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.VmLifecycleEvent;

/** A guest's boots up to this moment of the trace. */
final class TrackedBoot {

    /** More boots, levels and crashes than any guest has; a hostile one could begin them without end. */
    private static final int MAX_BOOTS = 1 << 10;
    private static final int MAX_LEVELS = 1 << 8;
    private static final int MAX_CRASHES = 1 << 4;

    /** Events that are reported with a crash. */
    static final int BEFORE_CRASH = 50;

    private final Guest fGuest;
    private final String fNested;
    private final BootSink fSink;
    private final BooleanSupplier fKeeps;
    private final RunningInitcalls fInitcalls;
    private final BootFunctions fFunctions;
    private final GuestEvent[] fLast = new GuestEvent[BEFORE_CRASH];
    private int fNext;
    private Boot fBoot;
    private int fNumber;
    private Lifecycle fPart;
    private int fLevels;
    private String fLevel;
    private boolean fLevelsEnded;
    private Crash fPanic;
    private Crash fOops;
    private int fCrashes;

    /**
     * @param symbols
     *            those of a guest's kernel, null if they are not known
     * @param keeps
     *            asked before a level, an initcall, a function or a crash is kept
     */
    TrackedBoot(Guest guest, String nested, BootSink sink, Function<Guest, Symbols> symbols, BooleanSupplier keeps) {
        fGuest = guest;
        fNested = nested;
        fSink = sink;
        fKeeps = keeps;
        fInitcalls = new RunningInitcalls(sink, keeps);
        fFunctions = new BootFunctions(() -> nested == null ? symbols.apply(guest) : null, fInitcalls, keeps);
    }

    void sign(long time, VmLifecycleEvent sign) {
        boolean begins = boots(time, fGuest.boot(), Ending.RESET);
        switch (sign) {
        case LAUNCHED, RESET -> {
            if (begins) {
                enter(time, Lifecycle.LAUNCHED);
            }
        }
        case TRIPLE_FAULT -> {
            fSink.tripleFault(time, fBoot);
            if (fPart != Lifecycle.PANICKED) {
                enter(time, Lifecycle.STOPPED);
            }
        }
        case GONE -> {
            if (fBoot != null) {
                fSink.ends(time, fBoot, Ending.GONE);
            }
        }
        }
    }

    Guest guest() {
        return fGuest;
    }

    /** Events of that time were lost. */
    void lost(long since, long until) {
        fInitcalls.lost(since, until);
    }

    void handle(GuestEvent event, int vcpu) {
        long time = event.time();
        EventKind kind = event.kind();
        boots(time, fNested == null ? fGuest.boot() : fGuest.boot(event.from()), Ending.BOOTED_AGAIN);
        switch (kind) {
        case STAGE -> stage((GuestEvent.Stage) event);
        case BOOT_LEVEL_BEGIN, BOOT_LEVEL_END -> level((GuestEvent.BootLevel) event, vcpu);
        case INITCALL_START -> {
            fFunctions.initcallsAreReported();
            fInitcalls.begins((GuestEvent.InitcallStart) event, fBoot, levelNow(), vcpu);
        }
        case INITCALL_FINISH -> fInitcalls.ends((GuestEvent.InitcallFinish) event, fBoot);
        case SCHED_PROCESS_EXEC -> executes((GuestEvent.Exec) event);
        case PANIC -> {
            GuestEvent.Panic e = (GuestEvent.Panic) event;
            crashes(e.time(), false, e.tid(), vcpu, 0, 0, e.text());
        }
        case DIE -> {
            GuestEvent.Die e = (GuestEvent.Die) event;
            crashes(e.time(), true, e.tid(), vcpu, e.address(), e.faultAddress(), null);
        }
        case TEXT -> text((GuestEvent.Text) event);
        case BASE -> based((GuestEvent.Base) event);
        case LOST -> lost(((GuestEvent.Lost) event).since(), ((GuestEvent.Lost) event).until());
        case FUNC_ENTRY -> fFunctions.enters((GuestEvent.FunctionEntry) event, fBoot, levelNow(), vcpu);
        case FUNC_EXIT -> fFunctions.leaves((GuestEvent.FunctionExit) event, fBoot, vcpu);
        default -> {
            // shows nothing of the boot but that the kernel runs
        }
        }
        if ((fPart == null || fPart == Lifecycle.LAUNCHED) && BootBoundary.showsThatItRuns(kind)) {
            enter(time, Lifecycle.RUNNING);
        }
        if (kind != EventKind.TEXT) {
            fLast[fNext] = event;
            fNext = fNext + 1 < BEFORE_CRASH ? fNext + 1 : 0;
        }
    }

    private void stage(GuestEvent.Stage e) {
        switch (e.stage()) {
        case BootMark.FIRST_CODE, BootMark.START_KERNEL -> enter(e.time(), Lifecycle.KERNEL);
        case 3 -> {
            endLevels(e.time());
            enter(e.time(), Lifecycle.USERSPACE);
        }
        case 4 -> enter(e.time(), Lifecycle.READY);
        case 5 -> enter(e.time(), Lifecycle.SHUTTING_DOWN);
        case 6 -> enter(e.time(), Lifecycle.STOPPED);
        default -> {
            // the decoder lets no other pass
        }
        }
    }

    private void level(GuestEvent.BootLevel e, int vcpu) {
        String name = e.name() == null ? "level " + e.number() : e.name();
        if (e.kind() == EventKind.BOOT_LEVEL_END) {
            if (name.equals(fLevel)) {
                endLevels(e.time());
                fLevelsEnded = false;
            }
            return;
        }
        if (BootMark.of(e) != BootMark.NONE) {
            enter(e.time(), Lifecycle.KERNEL);
        }
        if (fLevels < MAX_LEVELS && fKeeps.getAsBoolean()) {
            fLevels++;
            fLevel = name;
            fLevelsEnded = false;
            enter(e.time(), Lifecycle.LEVELS);
            fSink.level(e.time(), fBoot, name, vcpu);
        } else {
            fSink.others(e.time(), fBoot);
        }
    }

    /** The level in which an initcall is that begins now. */
    private int levelNow() {
        return fLevelsEnded ? -1 : fLevels - 1;
    }

    private void executes(GuestEvent.Exec e) {
        if (e.tid() == 1 && fPart == Lifecycle.LEVELS) {
            endLevels(e.time());
            enter(e.time(), Lifecycle.USERSPACE);
        }
    }

    private void crashes(long time, boolean oops, int tid, int vcpu, long address, long fault, String text) {
        if (fCrashes < MAX_CRASHES && fKeeps.getAsBoolean()) {
            Crash crash = new Crash(fCrashes++, oops, tid, vcpu, fInitcalls.of(tid), address, fault, text, fFunctions.stack(tid), last());
            fSink.crashes(time, fBoot, crash);
            fPanic = oops ? fPanic : crash;
            fOops = oops ? crash : fOops;
        } else {
            fSink.others(time, fBoot);
        }
        if (!oops) {
            enter(time, Lifecycle.PANICKED);
        }
    }

    private List<GuestEvent> last() {
        List<GuestEvent> last = new ArrayList<>();
        for (int i = 0; i < fLast.length; i++) {
            GuestEvent event = fLast[(fNext + i) % fLast.length];
            if (event != null) {
                last.add(event);
            }
        }
        return last;
    }

    private void text(GuestEvent.Text e) {
        Crash crash = e.type() == TextType.DIE ? fOops : e.type() == TextType.PANIC ? fPanic : null;
        if (crash != null) {
            fSink.reason(e.time(), fBoot, crash, e.text());
        }
    }

    private void based(GuestEvent.Base e) {
        if (e.text() != 0) {
            fFunctions.based(e.text());
            fSink.based(e.time(), fBoot, e.text());
        }
    }

    /** A boot is there, of this number: @return whether it begins now, and the one before ends so. */
    private boolean boots(long time, int number, Ending how) {
        if (number == fNumber) {
            return false;
        }
        fNumber = number;
        if (fBoot != null) {
            fSink.ends(time, fBoot, how);
        }
        begin(time, number);
        return true;
    }

    private void begin(long time, int number) {
        if (fBoot != null && fBoot.number() >= MAX_BOOTS) {
            fSink.others(time, fBoot);
            return;
        }
        finish(time);
        fBoot = new Boot(fGuest, fNested, number);
        fPart = null;
        fLevels = 0;
        fLevel = null;
        fLevelsEnded = false;
        fPanic = null;
        fOops = null;
        fCrashes = 0;
        fInitcalls.clear();
        fFunctions.clear();
        fSink.begins(time, fBoot);
    }

    /** Reports what is counted over the whole of a boot. */
    void finish(long time) {
        if (fBoot != null && !fFunctions.counts().functions().isEmpty()) {
            fSink.functions(time, fBoot, fFunctions.counts());
        }
    }

    private void enter(long time, Lifecycle part) {
        // a marker of the kernel comes again with the level start_kernel
        if (part != fPart && !(part == Lifecycle.KERNEL && fPart == Lifecycle.LEVELS)) {
            fPart = part;
            fSink.enters(time, fBoot, part);
        }
    }

    private void endLevels(long time) {
        if (fLevel != null && !fLevelsEnded) {
            fLevelsEnded = true;
            fSink.levelsEnd(time, fBoot);
        }
    }
}
