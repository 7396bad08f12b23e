/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestEvent;

/** The book about a VM's guest: all that happened in it, whenever it was told. */
final class GuestBook {

    private final Vm fVm;
    private final GuestThreadBook fThreads = new GuestThreadBook();
    private final BootBook fBoots = new BootBook();
    private final Map<EventKind, Integer> fCounts = new EnumMap<>(EventKind.class);
    private final Map<EventKind, Integer> fNested = new EnumMap<>(EventKind.class);
    private final List<Truth.Event> fEvents = new ArrayList<>();
    private final List<Truth.Text> fTexts = new ArrayList<>();
    private int fMarker;
    private boolean fKernelSpoke;
    private long fForged;
    private long fUnknown;
    private long fKvm;

    GuestBook(Vm vm) {
        fVm = vm;
    }

    void accept(PlannedEvent said, GuestEvent event) {
        switch (said.origin()) {
        case FORGED -> {
            if (!fKernelSpoke) {
                throw new IllegalStateException(said.time() + ": " + said.vcpu()
                        + " cannot forge before its kernel spoke: boot code at low addresses is believed");
            }
            fForged++;
        }
        case FOREIGN -> {
            fKernelSpoke = true;
            fKvm += event.kind() == EventKind.KVM_HYPERCALL ? 1 : 0;
            fUnknown += event.kind() == EventKind.UNKNOWN ? 1 : 0;
        }
        default -> {
            fKernelSpoke |= said.origin() == PlannedEvent.Origin.KERNEL;
            believed(said, event);
        }
        }
    }

    private void believed(PlannedEvent said, GuestEvent event) {
        boolean isNested = event.from().level() > 0;
        (isNested ? fNested : fCounts).merge(event.kind(), 1, Integer::sum);
        if (fVm.host().scenario().keeps()) {
            fEvents.add(new Truth.Event(said.vcpu().number(), said.isInBatch(), event));
        }
        if (isNested) {
            return;
        }
        if (event instanceof GuestEvent.Text text) {
            tells(said, 1 + text.type().ordinal(), text.text());
        } else if (event instanceof GuestEvent.Name name) {
            tells(said, 1 + name.type().ordinal(), name.name());
        }
        if (said.marker() > 0) {
            if (fMarker == 0 || said.marker() <= fMarker) {
                fVm.boots();
                fThreads.boots();
                fBoots.begins(said.time());
            }
            fMarker = said.marker();
        }
        fThreads.accept(said.vcpu(), event);
        fBoots.accept(event);
    }

    private void tells(PlannedEvent said, int kind, String text) {
        fTexts.add(new Truth.Text(said.kind(), said.time(), said.vcpu().number(), kind, text));
    }

    Truth.Guest truth(long hypercalls, Collection<Numbering> numberings) {
        List<Truth.Event> events = new ArrayList<>(fEvents);
        events.sort(Comparator.comparingLong(Truth.Event::time));
        Truth.Losses losses = new Truth.Losses(numberings.stream().mapToLong(Numbering::lost).sum(),
                numberings.stream().mapToLong(Numbering::repeated).sum(), fForged, fUnknown, fKvm);
        return new Truth.Guest(fVm.host().name(), fVm.name(), fVm.pid(), hypercalls, fCounts, fNested, events,
                fThreads.truth(), fBoots.truth(), fTexts, losses);
    }
}
