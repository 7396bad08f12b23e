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

/** The book about a VM's guest: all that happened in it, whenever it was reported. */
final class GuestBook {

    private final Vm fVm;
    private final GuestThreadBook fThreads = new GuestThreadBook();
    private final BootBook fBoots = new BootBook();
    private final Map<EventKind, Integer> fCounts = new EnumMap<>(EventKind.class);
    private final Map<EventKind, Integer> fNested = new EnumMap<>(EventKind.class);
    private final List<Truth.Event> fEvents = new ArrayList<>();
    private final List<Truth.Text> fTexts = new ArrayList<>();
    private int fMarker;
    private boolean fKernelReported;
    private long fForged;
    private long fUnknown;
    private long fKvm;

    GuestBook(Vm vm) {
        fVm = vm;
    }

    void accept(PlannedEvent message, GuestEvent event) {
        switch (message.origin()) {
        case FORGED -> {
            if (!fKernelReported) {
                throw new IllegalStateException(message.time() + ": " + message.vcpu()
                        + " cannot forge before its kernel spoke: boot code at low addresses is believed");
            }
            fForged++;
        }
        case FOREIGN -> {
            fKernelReported = true;
            fKvm += event.kind() == EventKind.KVM_HYPERCALL ? 1 : 0;
            fUnknown += event.kind() == EventKind.UNKNOWN ? 1 : 0;
        }
        default -> {
            fKernelReported |= message.origin() == PlannedEvent.Origin.KERNEL;
            believed(message, event);
        }
        }
    }

    private void believed(PlannedEvent message, GuestEvent event) {
        boolean isNested = event.from().level() > 0;
        (isNested ? fNested : fCounts).merge(event.kind(), 1, Integer::sum);
        if (fVm.host().scenario().keeps()) {
            fEvents.add(new Truth.Event(message.vcpu().number(), message.isInBatch(), event));
        }
        if (isNested) {
            return;
        }
        if (event instanceof GuestEvent.Text text) {
            reports(message, 1 + text.type().ordinal(), text.text());
        } else if (event instanceof GuestEvent.Name name) {
            reports(message, 1 + name.type().ordinal(), name.name());
        }
        if (message.marker() > 0) {
            if (fMarker == 0 || message.marker() <= fMarker) {
                fVm.boots();
                fThreads.boots();
                fBoots.begins(message.time());
            }
            fMarker = message.marker();
        }
        fThreads.accept(message.vcpu(), event);
        fBoots.accept(event);
    }

    private void reports(PlannedEvent message, int kind, String text) {
        fTexts.add(new Truth.Text(message.kind(), message.time(), message.vcpu().number(), kind, text));
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
