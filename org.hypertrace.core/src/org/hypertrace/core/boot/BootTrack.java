/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

import org.hypertrace.core.guest.Guest;
import org.hypertrace.core.stream.EventKind;
import org.hypertrace.core.stream.GuestEvent;
import org.hypertrace.core.stream.TextType;

/** A guest's boots up to this moment of the trace. */
final class BootTrack {

    /** More boots, levels and initcalls than any guest has; a hostile one could begin them without end. */
    private static final int MAX_BOOTS = 1 << 10;
    private static final int MAX_LEVELS = 1 << 8;
    private static final int MAX_INITCALLS = 1 << 14;
    private static final int MAX_THREADS = 1 << 10;
    private static final int MAX_DEPTH = 64;

    private static final int FIRST_CODE = 1;
    private static final int START_KERNEL = 2;
    private static final int LEVEL_START_KERNEL = 3;

    private final Guest fGuest;
    private final String fNested;
    private final BootSink fSink;
    private final Map<Integer, Deque<Initcall>> fRunning = new HashMap<>();
    private Boot fBoot;
    private Lifecycle fPart;
    private int fMarker;
    private int fLevels;
    private int fInitcalls;
    private String fLevel;
    private boolean fLevelsEnded;

    BootTrack(Guest guest, String nested, BootSink sink) {
        fGuest = guest;
        fNested = nested;
        fSink = sink;
    }

    void launched(long time) {
        if (fBoot == null) {
            begin(time);
            enter(time, Lifecycle.FIRMWARE);
        }
    }

    void stage(GuestEvent.Stage e) {
        switch (e.stage()) {
        case FIRST_CODE, START_KERNEL -> marker(e.time(), e.stage());
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

    void level(GuestEvent.BootLevel e, int vcpu) {
        String name = e.name() == null ? "level " + e.number() : e.name();
        if (e.kind() == EventKind.BOOT_LEVEL_END) {
            if (name.equals(fLevel)) {
                endLevels(e.time());
                fLevelsEnded = false;
            }
            return;
        }
        if (name.equals("start_kernel")) {
            marker(e.time(), LEVEL_START_KERNEL);
        }
        require(e.time());
        if (fLevels++ < MAX_LEVELS) {
            fLevel = name;
            fLevelsEnded = false;
            enter(e.time(), Lifecycle.LEVELS);
            fSink.level(e.time(), fBoot, name, vcpu, e.tid());
        }
    }

    void initcallBegins(GuestEvent.InitcallStart e, int vcpu) {
        require(e.time());
        Deque<Initcall> running = fRunning.size() < MAX_THREADS ? fRunning.computeIfAbsent(e.tid(), tid -> new ArrayDeque<>())
                : fRunning.get(e.tid());
        if (running == null || running.size() >= MAX_DEPTH || fInitcalls >= MAX_INITCALLS) {
            fSink.unmatched(e.time(), fBoot);
            return;
        }
        Initcall initcall = new Initcall(fInitcalls++, running.size(), fLevelsEnded ? null : fLevel, e.address(), e.name(),
                e.tid(), vcpu, e.time());
        running.push(initcall);
        fSink.initcallBegins(e.time(), fBoot, initcall);
    }

    void initcallEnds(GuestEvent.InitcallFinish e) {
        require(e.time());
        Deque<Initcall> running = fRunning.getOrDefault(e.tid(), new ArrayDeque<>());
        boolean known = running.stream().anyMatch(initcall -> same(initcall, e));
        if (!known) {
            fSink.unmatched(e.time(), fBoot);
            return;
        }
        // those begun later on this thread never returned: they are left without an end
        for (Iterator<Initcall> i = running.iterator(); i.hasNext();) {
            Initcall initcall = i.next();
            i.remove();
            if (same(initcall, e)) {
                fSink.initcallEnds(e.time(), fBoot, initcall, e.ret(), e.duration());
                return;
            }
        }
    }

    private static boolean same(Initcall initcall, GuestEvent.InitcallFinish e) {
        return e.address() != 0 ? initcall.address() == e.address() : e.name() != null && e.name().equals(initcall.name());
    }

    void executes(GuestEvent.Exec e) {
        if (e.tid() == 1 && fPart == Lifecycle.LEVELS) {
            endLevels(e.time());
            enter(e.time(), Lifecycle.USERSPACE);
        }
    }

    void panics(long time, boolean oops, int tid, long address, String text) {
        require(time);
        Deque<Initcall> running = fRunning.get(tid);
        fSink.panics(time, fBoot, oops, tid, running == null ? null : running.peek(), address, text);
        if (!oops) {
            enter(time, Lifecycle.PANICKED);
        }
    }

    void reason(GuestEvent.Text e) {
        require(e.time());
        fSink.reason(e.time(), fBoot, e.type() == TextType.DIE, e.text());
    }

    private void marker(long time, int marker) {
        boolean later = marker > fMarker && fPart != Lifecycle.STOPPED && fPart != Lifecycle.PANICKED;
        if (fBoot == null || !later && fMarker > 0) {
            begin(time);
        }
        fMarker = marker;
        enter(time, Lifecycle.KERNEL);
    }

    private void begin(long time) {
        if (fBoot != null && fBoot.number() >= MAX_BOOTS) {
            return;
        }
        fBoot = new Boot(fGuest, fNested, fBoot == null ? 1 : fBoot.number() + 1);
        fPart = null;
        fMarker = 0;
        fLevels = 0;
        fInitcalls = 0;
        fLevel = null;
        fLevelsEnded = false;
        fRunning.clear();
        fSink.begins(time, fBoot);
    }

    private void require(long time) {
        if (fBoot == null) {
            begin(time);
        }
    }

    private void enter(long time, Lifecycle part) {
        require(time);
        // a marker of the kernel comes again with the level start_kernel; nothing of a boot comes after its end
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
