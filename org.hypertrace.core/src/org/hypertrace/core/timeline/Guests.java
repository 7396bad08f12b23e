/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.hypertrace.core.machine.HostProcess;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.machine.VmNames;
import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.core.stream.dialect.Dialect;

/**
 * Which vCPU reports for which guest. A guest is a VM, that is a process of the host; where the trace reports the process of a
 * vCPU only after its first words, these go with the process as soon as it is known.
 */
final class Guests {

    /** More VMs than hosts have: what further ones report is not seen. */
    private static final int MAX = 1 << 12;

    private static final class Known {
        private VirtualCpu fVcpu;
        private HostProcess fProcess;
        private Guest fGuest;
    }

    private final Dialects fDialects;
    private final VmNames fNames;
    private final Consumer<Guest> fChanged;
    private final List<Guest> fAll = new ArrayList<>();
    private final Map<String, Guest> fByVm = new HashMap<>();
    private final List<Known> fOfVcpu = new ArrayList<>();
    private int fUndecided;

    /** {@code changed}: gets a guest at once when it is new, or when its VM or what is known of its dialect is another. */
    Guests(Dialects dialects, VmNames names, Consumer<Guest> changed) {
        fDialects = dialects;
        fNames = names;
        fChanged = changed;
    }

    List<Guest> all() {
        return fAll;
    }

    /** @return null if there are too many */
    Guest of(VirtualCpu vcpu) {
        while (fOfVcpu.size() <= vcpu.index()) {
            fOfVcpu.add(new Known());
        }
        Known known = fOfVcpu.get(vcpu.index());
        HostThread thread = vcpu.thread();
        if (known.fGuest == null || known.fProcess != thread.process()) {
            known.fGuest = find(known.fGuest, thread);
            known.fProcess = thread.process();
            known.fVcpu = vcpu;
        }
        return known.fGuest;
    }

    /** The guest that has a trace of its own, null if there are too many. */
    Guest own(int host) {
        return fByVm.computeIfAbsent("own " + host, key -> {
            if (fAll.size() >= MAX) {
                return null;
            }
            Guest guest = new Guest(host, fAll.size(), Guest.OWN, fNames);
            guest.markChanged();
            fAll.add(guest);
            fChanged.accept(guest);
            return guest;
        });
    }

    private Guest find(Guest before, HostThread thread) {
        String key = thread.process() == null ? thread.key() : thread.process().key();
        String unique = thread.host() + (thread.process() == null ? " thread " : " process ") + key;
        Guest guest = fByVm.get(unique);
        if (guest == null && before != null) {
            guest = before;
            guest.setVm(key);
            choose(guest, thread);
        } else if (guest == null && fAll.size() < MAX) {
            guest = new Guest(thread.host(), fAll.size(), key, fNames);
            fAll.add(guest);
            choose(guest, thread);
        }
        if (guest != null) {
            fByVm.put(unique, guest);
            guest.markChanged();
            if (before != null && before != guest) {
                join(before, guest);
            }
            fChanged.accept(guest);
        }
        return guest;
    }

    /** What was reported under the thread's own name was the VM's. No more will come to report what it means. */
    private void join(Guest before, Guest guest) {
        before.setVm(guest.vm());
        before.markChanged();
        if (before.isUndecided()) {
            fUndecided--;
            if (guest.dialect() == null) {
                before.decide();
            } else {
                before.setDialect(guest.dialect(), guest.reason());
            }
        }
        fChanged.accept(before);
    }

    /** Somebody may know the dialect, now that it is known who the guest is. */
    private void choose(Guest guest, HostThread thread) {
        Dialects.Choice choice = fDialects.of(thread, fNames.of(thread.vcpu()));
        if (choice != null) {
            fUndecided -= guest.isUndecided() ? 1 : 0;
            guest.setDialect(choice.dialect(), choice.reason());
        }
    }

    /** Somebody knows its dialect, if nobody has reported another. */
    void setDialect(Guest guest, Dialect dialect, String reason) {
        if (guest.dialect() == null) {
            fUndecided -= guest.isUndecided() ? 1 : 0;
            guest.setDialect(dialect, reason);
            guest.markChanged();
            fChanged.accept(guest);
        }
    }

    /** Lets a guest whose dialect is not known yet find it out. */
    void detect(Guest guest, Supplier<Hypercall> reported) {
        if (guest.detecting()) {
            boolean before = guest.isUndecided();
            Dialect dialect = guest.dialect();
            String reason = guest.reason();
            guest.detect(reported.get());
            fUndecided += (guest.isUndecided() ? 1 : 0) - (before ? 1 : 0);
            if (guest.dialect() != dialect || !Objects.equals(guest.reason(), reason)) {
                fChanged.accept(guest);
            }
        }
    }

    /** Whether a guest reported words whose meaning is not known yet. */
    boolean areUndecided() {
        return fUndecided > 0;
    }

    /** Takes for every guest the dialect which is the likeliest by now. */
    void decideAll() {
        fUndecided = 0;
        for (Guest guest : fAll) {
            if (guest.isUndecided()) {
                guest.decide();
                fChanged.accept(guest);
            }
        }
    }

    /** The running number of the vCPU that has this number (or stand-in) in the guest, -1 if there is none. */
    int vcpuOf(Guest guest, int number) {
        for (int i = fOfVcpu.size() - 1; i >= 0; i--) {
            Known known = fOfVcpu.get(i);
            if (known.fGuest == guest && (known.fVcpu.number() == number || number == -2 - i)) {
                return i;
            }
        }
        return -1;
    }
}
