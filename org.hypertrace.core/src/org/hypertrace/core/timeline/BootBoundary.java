/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestEvent;

/**
 * Where a guest's boots begin: the one rule for all that counts boots.
 * <p>
 * The first boot begins when the host launches the VM. Without a launch, it begins with the first event by which the guest's kernel shows
 * that it runs. Neither a tracer's report about itself before its kernel boots nor reports of firmware or processes count. The next one
 * begins
 * <ul>
 * <li>when the host resets the VM;
 * <li>with a {@linkplain BootMark mark}, unless the kernel still boots and the mark comes later in the order of marks than the one
 * before. A kernel boots until the guest reports that user space begins, or anything else of which a boot consists no more. One of
 * which no mark was seen boots no more;
 * <li>when the guest reports where its kernel is after the last action or the panic of another one. A kernel that was started by that one
 * shows it before it reports that it begins.
 * </ul>
 * A boot that began with a launch or a reset goes on with its kernel's marks.
 */
public final class BootBoundary {

    private enum Phase {
        /** Nothing is known of the boot but its begin. */
        BEFORE,
        KERNEL,
        LEVELS,
        RUNS,
        STOPPED,
        PANICKED
    }

    private int fNumber;
    private int fMark;
    private Phase fPhase = Phase.BEFORE;

    BootBoundary() {
    }

    /** @return the number of the boot that runs, from 1; 0 before the first */
    int number() {
        return fNumber;
    }

    /** The host's events report what becomes of the VM. */
    void handle(VmLifecycleEvent sign) {
        switch (sign) {
        case LAUNCHED -> require();
        case RESET -> begin();
        case TRIPLE_FAULT -> {
            require();
            if (fPhase != Phase.PANICKED) {
                fPhase = Phase.STOPPED;
            }
        }
        case GONE -> {
            // a boot ends, none begins
        }
        }
    }

    /** The guest reports something, in time order. */
    void handle(GuestEvent event) {
        int mark = BootMark.of(event);
        EventKind kind = event.kind();
        if (mark != BootMark.NONE) {
            marked(mark);
        } else if (event instanceof GuestEvent.Base base && base.text() != 0) {
            if (fPhase == Phase.STOPPED || fPhase == Phase.PANICKED) {
                begin();
            }
            require();
        } else if (fNumber == 0 && showsThatItRuns(kind)) {
            require();
        }
        fPhase = after(event, kind, mark);
    }

    private void marked(int mark) {
        boolean boots = fPhase == Phase.BEFORE || fPhase == Phase.KERNEL || fPhase == Phase.LEVELS;
        if (fNumber == 0 || !boots || mark <= fMark) {
            begin();
        }
        fMark = mark;
    }

    private Phase after(GuestEvent event, EventKind kind, int mark) {
        if (kind == EventKind.BOOT_LEVEL_BEGIN) {
            return Phase.LEVELS;
        } else if (mark != BootMark.NONE) {
            return fPhase == Phase.LEVELS ? Phase.LEVELS : Phase.KERNEL;
        } else if (event instanceof GuestEvent.Stage stage) {
            return stage.stage() == 6 ? Phase.STOPPED : Phase.RUNS;
        } else if (kind == EventKind.PANIC) {
            return Phase.PANICKED;
        }
        boolean executes = event instanceof GuestEvent.Exec exec && exec.tid() == 1 && fPhase == Phase.LEVELS;
        return executes || fPhase == Phase.BEFORE && showsThatItRuns(kind) ? Phase.RUNS : fPhase;
    }

    private void require() {
        if (fNumber == 0) {
            begin();
        }
    }

    private void begin() {
        fNumber++;
        fMark = BootMark.NONE;
        fPhase = Phase.BEFORE;
    }

    /**
     * @param kind
     *            what a guest reports
     * @return whether it shows that its kernel runs: not what a tracer reports about itself before, or firmware or a process can report
     */
    public static boolean showsThatItRuns(EventKind kind) {
        return switch (kind) {
        case HELLO, BASE, NAME, GROUPS_OFF, TEXT, CONFIG, TRACING_START, TRACING_STOP, KVM_HYPERCALL, UNKNOWN, LOST, MARK -> false;
        default -> true;
        };
    }

    /** Whether the VM's next words may be those of a kernel's first code, at low addresses: the machine begins anew. */
    static boolean mayFollow(VmLifecycleEvent sign) {
        return sign == VmLifecycleEvent.LAUNCHED || sign == VmLifecycleEvent.RESET;
    }

    /** The same after what a kernel reports: it did its last, or panicked, and may have started another one. */
    static boolean mayFollow(GuestEvent event) {
        return (event instanceof GuestEvent.Panic || event instanceof GuestEvent.Stage stage && stage.stage() == 6)
                && event.from().level() == 0;
    }
}
