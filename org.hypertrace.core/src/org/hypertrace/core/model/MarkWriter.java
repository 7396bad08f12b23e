/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import java.util.HashMap;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.hypertrace.core.boot.BootAttributes;
import org.hypertrace.core.guest.GuestAttributes;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.upgrade.track.MarkAttributes;
import org.hypertrace.core.upgrade.track.MarkSink;

/** Writes the marks of guests, and where their code shows that they came to, into the state system. */
final class MarkWriter implements MarkSink {

    private final ITmfStateSystemBuilder fStates;
    private final ModelWriter fModel;
    private final GuestWriter fGuests;
    private final Map<String, Integer> fMarks = new HashMap<>();

    MarkWriter(ITmfStateSystemBuilder states, ModelWriter model, GuestWriter guests) {
        fStates = states;
        fModel = model;
        fGuests = guests;
    }

    private int guest(Guest guest, String nested) {
        int quark = fGuests.quark(guest);
        return nested == null ? quark : fStates.getQuarkRelativeAndAdd(quark, GuestAttributes.NESTED, nested);
    }

    private int mark(Guest guest, String nested, int number) {
        int marks = fMarks.computeIfAbsent(guest.number() + " " + nested,
                key -> fStates.getQuarkRelativeAndAdd(guest(guest, nested), MarkAttributes.MARKS));
        return fStates.getQuarkRelativeAndAdd(marks, Integer.toString(number));
    }

    @Override
    public void mark(long time, Guest guest, String nested, int number, long value) {
        fModel.set(time, value, mark(guest, nested, number), MarkAttributes.VALUE);
    }

    @Override
    public void text(long time, Guest guest, String nested, int number, String text) {
        fModel.set(time, text, mark(guest, nested, number), MarkAttributes.TEXT);
    }

    @Override
    public void others(long time, Guest guest, String nested, int count) {
        fModel.set(time, count, guest(guest, nested), MarkAttributes.OTHER_MARKS);
    }

    @Override
    public void kernelCode(long time, Guest guest) {
        boot(time, time, guest, MarkAttributes.KERNEL_CODE);
    }

    @Override
    public void userCode(long time, Guest guest, boolean known) {
        boot(time, known ? (Long) time : null, guest, MarkAttributes.USER_CODE);
    }

    private void boot(long time, Object value, Guest guest, String name) {
        fModel.set(time, value, fGuests.quark(guest), BootAttributes.BOOTS, Integer.toString(guest.boot()), name);
    }
}
