/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.event;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.core.stream.Losses;
import org.hypertrace.core.stream.decode.GuestEventDecoder;
import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.testing.story.GuestEncoder;
import org.hypertrace.testing.story.RandomGuestEvents;
import org.junit.jupiter.api.Test;

/** What a tracer of ABI version 1 reports is what is decoded, whatever the values: decode(encode(x)) = x. */
class Abi1RoundTripTest {

    private static final int ROUNDS = 300;
    private static final GuestCpu VCPU_3 = new GuestCpu(3, 3, 0, 0);

    private final RandomGuestEvents fRandom = new RandomGuestEvents(1);
    private final List<GuestEvent> fDecoded = new ArrayList<>();
    private final GuestEventDecoder fDecoder = new GuestEventDecoder(Dialect.builtIn(Dialect.HYPERTRACE_1), fDecoded::add);

    private void reports(List<? extends GuestEvent> events, Hypercall... hypercalls) {
        fDecoded.clear();
        for (Hypercall h : hypercalls) {
            fDecoder.accept(h);
        }
        assertEquals(events, fDecoded);
    }

    @Test
    void everyEvent() {
        for (int i = 0; i < ROUNDS; i++) {
            for (EventKind kind : RandomGuestEvents.KINDS) {
                GuestEvent event = fRandom.event(kind, 1000 + i, VCPU_3);
                reports(List.of(event), GuestEncoder.encode(event));
            }
        }
        assertEquals(Losses.NONE, fDecoder.losses());
    }

    @Test
    void everyEventOfANestedGuest() {
        GuestCpu nested = new GuestCpu(3, 77, 2, 4095);
        for (EventKind kind : RandomGuestEvents.KINDS) {
            // the task that relays names its processor once; before that, events without one come from nowhere
            GuestEvent known = fRandom.event(EventKind.SCHED_SWITCH, 1, VCPU_3);
            reports(List.of(known), GuestEncoder.encode(known));
            GuestEvent first = fRandom.event(EventKind.FUNC_ENTRY, 2, nested);
            reports(List.of(first), GuestEncoder.encode(first));
            GuestEvent event = fRandom.event(kind, 3, nested);
            reports(List.of(event), GuestEncoder.encode(event));
        }
        assertEquals(Losses.NONE, fDecoder.losses());
    }

    @Test
    void textsAndNames() {
        for (int i = 0; i < ROUNDS; i++) {
            for (TextType type : TextType.values()) {
                GuestEvent.Text text = fRandom.textOf(type, 1000 + i, VCPU_3);
                reports(List.of(text), GuestEncoder.text(text).toArray(Hypercall[]::new));
            }
            for (NameType type : NameType.values()) {
                GuestEvent.Name name = fRandom.nameOf(type, 1000 + i, VCPU_3);
                reports(List.of(name), GuestEncoder.name(name).toArray(Hypercall[]::new));
            }
        }
        assertEquals(Losses.NONE, fDecoder.losses());
    }

    @Test
    void batchesOfOneToThree() {
        long time = 1L << 60;
        int task = GuestEvent.UNKNOWN_ID;
        for (int i = 0; i < 10 * ROUNDS; i++) {
            int size = 1 + fRandom.upTo(2);
            // together less than 2^32 ns
            int step = i % 2 == 0 ? 0x7ffffffe : 1000;
            List<GuestEvent.SchedSwitch> switches = new ArrayList<>();
            List<GuestEvent.FunctionExit> exits = new ArrayList<>();
            for (int k = 0; k < size; k++) {
                time += fRandom.upTo(step);
                GuestEvent.SchedSwitch to = fRandom.batchedSwitch(time, VCPU_3, task);
                task = to.nextTid();
                switches.add(to);
            }
            reports(switches, GuestEncoder.switchBatch(switches));
            for (int k = 0; k < size; k++) {
                time += fRandom.upTo(step);
                exits.add(fRandom.batchedExit(time, VCPU_3, task));
            }
            reports(exits, GuestEncoder.functionBatch(exits));
            time += fRandom.upTo(step);
            GuestEvent.SyscallEntry entry = new GuestEvent.SyscallEntry(time, VCPU_3, task, fRandom.upTo(500), i % 3 == 0,
                    fRandom.upTo(99), 0);
            time += fRandom.upTo(Integer.MAX_VALUE - 1);
            GuestEvent.SyscallExit exit = new GuestEvent.SyscallExit(time, VCPU_3, task, entry.number(), entry.compat(),
                    -fRandom.upTo(99));
            reports(List.of(entry, exit), GuestEncoder.syscallPair(entry, exit));
        }
        assertEquals(Losses.NONE, fDecoder.losses());
    }

    @Test
    void numbersInOrderLoseNothing() {
        long number = 0xffffffffL - 200;
        for (int i = 0; i < 500; i++) {
            // stages 1 and 2 and hello restart the count; anything else does not
            GuestEvent event = fRandom.event(RandomGuestEvents.KINDS.get(i % 20), i, VCPU_3);
            reports(List.of(event), GuestEncoder.numbered(GuestEncoder.encode(event), number));
            number = number == 0xffffffffL ? 1 : number + 1;
        }
        fDecoder.finish();
        assertEquals(Losses.NONE, fDecoder.losses());
    }
}
