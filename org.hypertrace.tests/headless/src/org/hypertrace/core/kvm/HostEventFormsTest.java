/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.kvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import org.eclipse.tracecompass.analysis.os.linux.core.trace.DefaultEventLayout;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.HostEventReader.Detail;
import org.hypertrace.core.kvm.HostLayout.Kind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The table of the kinds of host events. */
@Tag("plain")
class HostEventFormsTest {

    /**
     * Fields of which none was recorded; keeps which were asked for. (A variable of its own type, and Java would load the class when
     * Equinox looks for tests here, and could not: the base class is in a package that Equinox keeps from tests.)
     */
    private static EventFields absent(List<Integer> asked) {
        Object fields = new EventFields() {
            @Override
            public long number(int field, long absent) {
                asked.add(field);
                return absent;
            }

            @Override
            public String text(int field) {
                asked.add(field);
                return "";
            }
        };
        return (EventFields) fields;
    }

    private static HostEventForms forms(Detail detail) {
        return new HostEventForms(7, DefaultEventLayout.getInstance(), detail);
    }

    /** A row asks for its own fields only, and what was not recorded stops nothing. */
    @ParameterizedTest
    @EnumSource(names = "CLOCKS", mode = EnumSource.Mode.EXCLUDE)
    void eachKindHasARow(Detail detail) {
        for (Kind kind : Kind.values()) {
            HostEventForms.Form form = forms(detail).of(kind);
            assertNotNull(form, kind.name());
            List<Integer> asked = new ArrayList<>();
            HostEvent event = form.maker().of(form.fields().length == 0 ? null : absent(asked), 100, 3);
            assertEquals("100 7 3", event.time() + " " + event.host() + ' ' + event.cpu());
            assertTrue(asked.stream().allMatch(field -> field < form.fields().length), kind.name());
        }
    }

    /** Of clocks only what decides who is in the guest, and what guests report. */
    @Test
    void forClocksNothingIsMadeOfOtherEvents() {
        Set<Kind> made = EnumSet.noneOf(Kind.class);
        for (Kind kind : Kind.values()) {
            if (forms(Detail.CLOCKS).of(kind).maker() != null) {
                made.add(kind);
            }
        }
        assertEquals(EnumSet.of(Kind.KVM_ENTRY, Kind.KVM_EXIT, Kind.KVM_HYPERCALL, Kind.KVM_TSC_OFFSET, Kind.SCHED_SWITCH, Kind.PROCESS_FORK,
                Kind.PROCESS_EXIT, Kind.STATE_DUMP), made);
    }

    /** Services are what exits were for: who asks for states only gets them as any other event of the hypervisor. */
    @ParameterizedTest
    @EnumSource(names = "CLOCKS", mode = EnumSource.Mode.EXCLUDE)
    void servicesAreReadForExits(Detail detail) {
        Set<Kind> plain = EnumSet.noneOf(Kind.class);
        for (Kind kind : Kind.values()) {
            HostEventForms.Form form = forms(detail).of(kind);
            if (form.fields().length == 0 && kind.name().startsWith("KVM_")) {
                plain.add(kind);
            }
        }
        Set<Kind> expected = EnumSet.of(Kind.KVM_ENTRY, Kind.KVM_USERSPACE_EXIT, Kind.KVM_ARM_TIMER, Kind.KVM_OTHER);
        if (detail == Detail.STATES) {
            expected.addAll(Set.of(Kind.KVM_PIO, Kind.KVM_MSR, Kind.KVM_CR, Kind.KVM_CPUID, Kind.KVM_PAGE_FAULT, Kind.KVM_MMIO,
                    Kind.KVM_FAST_MMIO, Kind.KVM_APIC, Kind.KVM_INJECTION, Kind.KVM_APIC_ACCEPTS, Kind.KVM_WAKEUP));
        }
        assertEquals(expected, plain);
    }
}
