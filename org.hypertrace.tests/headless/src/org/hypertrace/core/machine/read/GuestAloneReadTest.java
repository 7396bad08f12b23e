/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.HostEventReader.Detail;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where there is no host, a guest's own kernel trace reports its threads and interrupts, as the same guest would by hypercall. */
@Tag("plain")
class GuestAloneReadTest {

    private static final int UNKNOWN = GuestEvent.UNKNOWN_ID;

    @TempDir
    private Path fFolder;

    private List<HostEvent> read(Detail detail, String story) throws Exception {
        Path trace = new RecordedStory(story).without(name -> name.startsWith("kvm")).in(fFolder);
        try (BothReaders both = BothReaders.of(detail, trace)) {
            List<HostEvent> events = both.byTraceCompass().events();
            assertEquals(events, both.directly().events());
            return events;
        }
    }

    private List<GuestEvent> guest(String story) throws Exception {
        List<GuestEvent> reported = new ArrayList<>();
        for (HostEvent event : read(Detail.CAUSES, story)) {
            HostEvent.GuestTraceEvent guest = (HostEvent.GuestTraceEvent) event;
            assertEquals(guest.event().time(), guest.time());
            assertEquals(0, guest.host());
            assertEquals(guest.event().from().cpu(), guest.cpu());
            reported.add(guest.event());
        }
        return reported;
    }

    private static GuestCpu cpu(int number) {
        return new GuestCpu(number, number, 0, 0);
    }

    @Test
    void threads() throws Exception {
        assertEquals(List.of(
                new GuestEvent.Fork(100, cpu(0), UNKNOWN, 20, UNKNOWN, 20, "app"),
                new GuestEvent.Task(110, cpu(0), 21, 20, UNKNOWN, UNKNOWN, UNKNOWN, "app helper"),
                new GuestEvent.Wakeup(120, cpu(1), EventKind.SCHED_WAKING, 20, 1, UNKNOWN, 0, "app"),
                new GuestEvent.Wakeup(130, cpu(1), EventKind.SCHED_WAKEUP, 20, 1, UNKNOWN, 0, "app"),
                new GuestEvent.SchedSwitch(140, cpu(1), 0, 20, 0, 0, 0, "app", 0, 0),
                new GuestEvent.SchedSwitch(150, cpu(1), 20, 0, 0, 0, 1, "swapper/1", 0, 0)),
                guest("""
                        100 alpha cpu0 fork app:20 20
                        110 alpha cpu0 statedump app_helper:21 20
                        120 alpha cpu1 sched_waking app:20 1
                        130 alpha cpu1 sched_wakeup app:20 1
                        140 alpha cpu1 sched_switch swapper/1:0 R app:20
                        150 alpha cpu1 sched_switch app:20 S swapper/1:0
                        """));
    }

    @Test
    void interruptsAndLosses() throws Exception {
        assertEquals(List.of(
                new GuestEvent.IrqEntry(100, cpu(0), 4, "device"),
                new GuestEvent.Softirq(110, cpu(0), EventKind.IRQ_SOFTIRQ_RAISE, 1),
                new GuestEvent.IrqExit(120, cpu(0), UNKNOWN, 1),
                new GuestEvent.Softirq(130, cpu(0), EventKind.IRQ_SOFTIRQ_ENTRY, 1),
                new GuestEvent.Softirq(140, cpu(0), EventKind.IRQ_SOFTIRQ_EXIT, UNKNOWN),
                new GuestEvent.ApicVector(150, cpu(0), EventKind.APIC_VECTOR_ENTRY, 236, 0),
                new GuestEvent.ApicVector(180, cpu(0), EventKind.APIC_VECTOR_EXIT, UNKNOWN, 0),
                new GuestEvent.Lost(180, cpu(0), 180, 300, 7)),
                guest("""
                        100 alpha cpu0 irq_entry 4
                        110 alpha cpu0 other
                        120 alpha cpu0 irq_exit 4
                        130 alpha cpu0 softirq_entry 1
                        140 alpha cpu0 softirq_exit 1
                        150 alpha cpu0 apic_entry 236
                        160 alpha cpu0 hrtimer_entry
                        170 alpha cpu0 hrtimer_exit
                        180 alpha cpu0 apic_exit 236
                        180 alpha cpu0 lost 300 7
                        """));
    }

    /** Who does not ask for causes gets nothing of it. */
    @Test
    void statesHaveNone() throws Exception {
        assertTrue(read(Detail.STATES, "100 alpha cpu0 irq_entry 4\n").isEmpty());
    }
}
