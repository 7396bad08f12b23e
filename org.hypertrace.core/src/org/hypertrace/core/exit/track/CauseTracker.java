/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.track;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.NameType;
import org.hypertrace.core.machine.ThreadName;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.symbol.Symbols;
import org.hypertrace.core.task.GuestMode;
import org.hypertrace.core.task.GuestTask;
import org.hypertrace.core.task.TaskSink;
import org.hypertrace.core.task.TaskTracker;
import org.hypertrace.core.timeline.Guest;

/**
 * What every vCPU does in the eyes of its guest, as the {@link Cause} of an exit that comes now. Who runs is what
 * {@link TaskTracker} finds; what a thread is in is kept by thread, since threads move between vCPUs. Nested guests cause
 * nothing here.
 */
public final class CauseTracker implements TaskSink {

    /** Threads of a guest whose calls are followed. */
    private static final int MAX = 1 << 15;

    /** A vCPU now. */
    private static final class On {
        private int fGuest = -1;
        /** Of that guest; null if it reports nothing. */
        private Known fKnown;
        private GuestTask fTask;
        private GuestMode fMode = GuestMode.UNKNOWN;
        private Cause fCause = Cause.NONE;
    }

    /** What is known of a guest. */
    private static final class Known {
        private final Guest fGuest;
        private final Map<Integer, GuestCalls> fCalls = new HashMap<>();
        private final List<ThreadName> fTasks = new ArrayList<>();
        private final FunctionNameTable fFunctions;
        private int fNumber;
        private GuestCode.Boot fBoot;

        Known(Guest guest, Symbols symbols) {
            fGuest = guest;
            fFunctions = new FunctionNameTable(symbols);
        }
    }

    private final TaskTracker fTasks = new TaskTracker(this);
    private final List<On> fVcpus = new ArrayList<>();
    private final Map<Integer, Known> fGuests = new HashMap<>();
    private final Function<Guest, Symbols> fSymbols;
    private final GuestCode fCode = new GuestCode();
    /** Of the next thread that is in something: most events begin nothing. */
    private GuestCalls fUnused = new GuestCalls();

    /** @param symbols of the kernels of guests, null for none */
    public CauseTracker(Function<Guest, Symbols> symbols) {
        fSymbols = symbols;
    }

    /**
     * @param guest
     *            a guest
     * @param vcpu
     *            the vCPU by which it shows it, null if that is not known
     * @param event
     *            the next event in time order
     */
    public void handle(Guest guest, VirtualCpu vcpu, GuestEvent event) {
        if (vcpu == null || event.from().level() > 0) {
            return;
        }
        Known known = of(guest);
        known.fBoot = known.fBoot == null ? fCode.boots(guest) : known.fBoot;
        On on = on(vcpu);
        on.fGuest = guest.number();
        on.fKnown = known;
        on.fCause = null;
        boots(known);
        fTasks.handle(guest, vcpu, event);
        if (event instanceof GuestEvent.Name name && name.type() == NameType.FUNCTION) {
            known.fFunctions.named(name.id(), name.name());
        } else if (event instanceof GuestEvent.Base base) {
            known.fFunctions.loadedAt(base.text());
            known.fBoot.loadedAt(base.text());
        } else if (event instanceof GuestEvent.Fork fork) {
            known.fCalls.remove(fork.childTid());
        } else if (event instanceof GuestEvent.TaskFree free) {
            known.fCalls.remove(free.tid());
        } else {
            int tid = event.tid() >= 0 ? event.tid() : on.fTask == null ? GuestEvent.UNKNOWN_ID : on.fTask.tid();
            called(known, key(tid, vcpu), event);
        }
    }

    /** Of the boot before nothing goes on, also while the new one has not reported anything: its firmware runs. */
    private void boots(Known known) {
        int number = known.fGuest.boot();
        if (known.fNumber != 0 && known.fNumber != number) {
            known.fCalls.clear();
            known.fFunctions.loadedAt(0);
            known.fBoot = fCode.boots(known.fGuest);
            for (On on : fVcpus) {
                if (on.fKnown == known) {
                    on.fTask = null;
                    on.fMode = GuestMode.UNKNOWN;
                }
            }
            forget();
        }
        known.fNumber = number;
    }

    private void called(Known known, int key, GuestEvent event) {
        GuestCalls calls = known.fCalls.get(key);
        if (calls != null) {
            calls.handle(event);
        } else if (known.fCalls.size() < MAX && fUnused.handle(event)) {
            known.fCalls.put(key, fUnused);
            fUnused = new GuestCalls();
        }
    }

    /** Every vCPU has an idle thread of its own, all with id 0, and at the most one thread without a known id. */
    private static int key(int tid, VirtualCpu vcpu) {
        return tid > 0 ? tid : -1 - 2 * vcpu.index() - (tid == 0 ? 1 : 0);
    }

    /** @param event the host's tracer lost events: what threads are in now is not known */
    public void lost(HostEvent.LostEvents event) {
        fTasks.lost(event);
        for (Known known : fGuests.values()) {
            if (known.fGuest.host() == event.host()) {
                known.fCalls.clear();
            }
        }
        forget();
    }

    private void forget() {
        fVcpus.forEach(on -> on.fCause = on.fGuest < 0 ? Cause.NONE : null);
    }

    /**
     * @param vcpu
     *            a vCPU that is left now
     * @return what its guest does
     */
    public Cause of(VirtualCpu vcpu) {
        On on = on(vcpu);
        if (on.fKnown != null) {
            boots(on.fKnown);
        }
        if (on.fCause == null) {
            int tid = on.fTask == null ? GuestEvent.UNKNOWN_ID : on.fTask.tid();
            Cause cause = new Cause(on.fGuest, on.fTask == null ? -1 : on.fTask.number(), on.fMode, 0, -1, false, 0, null);
            GuestCalls calls = on.fKnown.fCalls.get(key(tid, vcpu));
            on.fCause = calls == null ? cause : calls.cause(cause);
            on.fKnown.fFunctions.seen(on.fCause.function());
            on.fKnown.fFunctions.seen(on.fCause.initcall());
        }
        return on.fCause;
    }

    /**
     * @param guest
     *            the running number of a guest
     * @param task
     *            the number of one of its threads
     * @return its id and name
     */
    public ThreadName task(int guest, int task) {
        return fGuests.get(guest).fTasks.get(task);
    }

    /**
     * @param guest
     *            the running number of a guest
     * @param address
     *            in its kernel
     * @return its name, null if there is none
     */
    public String function(int guest, long address) {
        return fGuests.get(guest).fFunctions.of(address);
    }

    /**
     * @param vcpu
     *            a vCPU that is left now
     * @param address
     *            where in the guest's code
     * @return the number of the address among those of kernels, from 1; 0 if it has none
     */
    public int code(VirtualCpu vcpu, long address) {
        On on = on(vcpu);
        return fCode.number(on.fKnown == null ? fCode.silent(vcpu) : on.fKnown.fBoot, address);
    }

    /**
     * @param vmOf
     *            the VM of a vCPU whose guest reports nothing, as a guest
     * @return by the numbers of addresses the nearest symbol below each, null where there is none
     */
    public List<String> codeNames(Function<VirtualCpu, Guest> vmOf) {
        return fCode.names(guest -> guest.number() < 0 || fGuests.get(guest.number()).fFunctions.isTrusted()
                ? fSymbols.apply(guest) : null, vmOf);
    }

    private On on(VirtualCpu vcpu) {
        while (fVcpus.size() <= vcpu.index()) {
            fVcpus.add(new On());
        }
        return fVcpus.get(vcpu.index());
    }

    private Known of(Guest guest) {
        Known known = fGuests.get(guest.number());
        if (known == null) {
            known = new Known(guest, fSymbols.apply(guest));
            fGuests.put(guest.number(), known);
        }
        return known;
    }

    @Override
    public void begins(long time, GuestTask task) {
        of(task.guest()).fTasks.add(new ThreadName(task.tid(), null));
    }

    @Override
    public void named(long time, GuestTask task, String name) {
        of(task.guest()).fTasks.set(task.number(), new ThreadName(task.tid(), name));
    }

    @Override
    public void current(long time, VirtualCpu vcpu, GuestTask task) {
        on(vcpu).fTask = task;
        changed(vcpu);
    }

    @Override
    public void mode(long time, VirtualCpu vcpu, GuestMode mode) {
        on(vcpu).fMode = mode;
        changed(vcpu);
    }

    private void changed(VirtualCpu vcpu) {
        On on = on(vcpu);
        on.fCause = on.fGuest < 0 ? Cause.NONE : null;
    }

    @Override
    public void state(long time, GuestTask task, Integer code) {
        // only who runs is asked
    }

    @Override
    public void runsOn(long time, GuestTask task, VirtualCpu vcpu) {
        // the vCPU's view of it is enough
    }

    @Override
    public void ends(long time, GuestTask task) {
        // its name stays
    }

    @Override
    public void others(long time, Guest guest) {
        // such a thread has the number -1
    }
}
