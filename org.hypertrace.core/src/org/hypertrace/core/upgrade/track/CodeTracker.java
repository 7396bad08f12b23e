/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.track;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.HostProcess;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.timeline.BootMark;
import org.hypertrace.core.timeline.Guest;

/**
 * When guests that report nothing come to their kernel and to their user space: by the addresses at which their vCPUs exit. Kernel code
 * is in the upper half of the addresses, that of processes in the lower one, above 1 MiB. In a boot the first exit in kernel code counts, and
 * after it - or after the kernel's own word - the first one of a process.
 * <p>
 * Part of the state tree that is fed from here, see {@link MarkAttributes}:
 *
 * <pre>
 * Hosts/&lt;host id&gt;/Guests/&lt;n&gt;/Boots/&lt;k&gt;/      Kernel code · User code
 * </pre>
 */
public final class CodeTracker {

    /** Of later boots nothing is kept, as of their other parts. */
    private static final int MAX_BOOTS = 1 << 10;
    /** Below is what firmware and boot loaders use. */
    private static final long LOWEST_USER = 1L << 20;
    private static final long END_OF_USER = 1L << 47;

    private static final class Vm {
        private final Guest fGuest;
        private int fBoot = -1;
        private int fMark;
        private boolean fShowed;
        private boolean fInKernel;
        private boolean fInUser;
        private boolean fHasNested;
        private String fKey;

        Vm(Guest guest) {
            fGuest = guest;
        }

        void come() {
            if (fBoot != fGuest.boot()) {
                fBoot = fGuest.boot();
                fMark = 0;
                fShowed = false;
                fInKernel = false;
                fInUser = false;
            }
        }
    }

    private final MarkSink fSink;
    private final List<Vm> fVms = new ArrayList<>();
    private final Map<String, Vm> fByKey = new HashMap<>();
    private final List<Place> fOfVcpu = new ArrayList<>();
    /** Counts what is put into {@link #fByKey}. */
    private int fPut;

    /** The VM of a vCPU, null if it reported nothing, as known when so many were put and its process was that. */
    private record Place(Vm vm, int put, HostProcess process) { }

    /** @param sink gets what is found */
    public CodeTracker(MarkSink sink) {
        fSink = sink;
    }

    /** @param guest a guest of which something else was reported */
    public void seen(Guest guest) {
        of(guest).come();
    }

    private Vm of(Guest guest) {
        while (fVms.size() <= guest.number()) {
            fVms.add(null);
        }
        Vm vm = fVms.get(guest.number());
        if (vm == null) {
            vm = new Vm(guest);
            fVms.set(guest.number(), vm);
        }
        if (!guest.vm().equals(vm.fKey)) {
            vm.fKey = guest.vm();
            fByKey.put(guest.host() + " " + guest.vm(), vm);
            fPut++;
        }
        return vm;
    }

    private Vm of(VirtualCpu vcpu) {
        while (fOfVcpu.size() <= vcpu.index()) {
            fOfVcpu.add(new Place(null, -1, null));
        }
        Place place = fOfVcpu.get(vcpu.index());
        HostThread thread = vcpu.thread();
        if (place.vm == null && place.put != fPut || place.process != thread.process()) {
            place = new Place(fByKey.get(thread.host() + " " + (thread.process() == null ? thread.key() : thread.process().key())), fPut,
                    thread.process());
            fOfVcpu.set(vcpu.index(), place);
        }
        return place.vm;
    }

    /**
     * @param exit
     *            a vCPU left the guest
     * @param vcpu
     *            which one
     */
    public void handle(HostEvent.KvmExit exit, VirtualCpu vcpu) {
        if (exit.guestRip() == HostEvent.NO_RIP) {
            return;
        }
        Vm vm = of(vcpu);
        if (vm == null) {
            return;
        }
        vm.come();
        if (vm.fBoot == 0 || vm.fBoot > MAX_BOOTS || vm.fInUser || vm.fHasNested) {
            return;
        }
        if (exit.guestRip() < 0) {
            vm.fInKernel = true;
            if (!vm.fShowed) {
                vm.fShowed = true;
                fSink.kernelCode(exit.time(), vm.fGuest);
            }
        } else if (vm.fInKernel && exit.guestRip() >= LOWEST_USER && exit.guestRip() < END_OF_USER) {
            vm.fInUser = true;
            fSink.userCode(exit.time(), vm.fGuest, true);
        }
    }

    /** @param vcpu runs a guest of its guest: its addresses are not those of its kernel */
    public void nested(VirtualCpu vcpu) {
        Vm vm = of(vcpu);
        if (vm != null) {
            vm.fHasNested = true;
        }
    }

    /**
     * @param guest
     *            who reports it
     * @param event
     *            the next event in time order
     */
    public void handle(Guest guest, GuestEvent event) {
        if (event.from().level() > 0) {
            return;
        }
        Vm vm = of(guest);
        vm.come();
        int mark = BootMark.of(event);
        // the earlier mark in the order of a boot is the better one
        if (mark != BootMark.NONE && (vm.fMark == 0 || mark < vm.fMark)) {
            vm.fMark = mark;
            vm.fInKernel = true;
            if (vm.fInUser) {
                vm.fInUser = false;
                fSink.userCode(event.time(), guest, false);
            }
        }
    }
}
