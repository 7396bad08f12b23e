/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.stream.Dialect;
import org.hypertrace.core.stream.GuestEvent;
import org.hypertrace.core.stream.GuestEventDecoder;
import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.core.stream.Hypercall.Origin;
import org.hypertrace.core.stream.NameType;

/**
 * What the guests of a host call themselves: the name definitions among their hypercalls (number 0x88 of ABI version 1, which
 * no older dialect uses). Processes of the guest and nested guests cannot name the VM.
 */
final class GuestNames {

    private static final long NAME = 0x88;
    private static final long EVENT_AND_NESTING = 0xfffff;
    /** More VMs than a host has; what further ones say of themselves is not heard. */
    private static final int MAX_VMS = 1 << 12;

    private final Map<String, GuestEventDecoder> fDecoders = new HashMap<>();
    private final Set<String> fIgnored = new HashSet<>();
    private Consumer<String> fTo;

    /** Whether it may be a piece of the name of the VM itself: number 0x88, said by no nested guest. */
    static boolean isName(HostEvent.KvmHypercall e) {
        return (e.nr() & EVENT_AND_NESTING) == NAME;
    }

    /** The VM has a name that counts more. */
    void ignore(HostProcess vm) {
        fIgnored.add(vm.key());
    }

    void accept(HostProcess vm, VirtualCpu vcpu, HostEvent.KvmHypercall e, Consumer<String> to) {
        Origin origin = vcpu.guestRip() == HostEvent.NO_RIP ? Origin.UNKNOWN : Origin.of(vcpu.guestRip());
        if (origin == Origin.USER || fIgnored.contains(vm.key())
                || (fDecoders.size() >= MAX_VMS && !fDecoders.containsKey(vm.key()))) {
            return;
        }
        fTo = to;
        fDecoders.computeIfAbsent(vm.key(), key -> new GuestEventDecoder(Dialect.builtIn("hypertrace-1"), this::tell))
                .accept(new Hypercall(e.time(), Math.max(0, vcpu.number()), origin, e.nr(), e.a0(), e.a1(), e.a2(), e.a3()));
    }

    private void tell(GuestEvent event) {
        if (event instanceof GuestEvent.Name name && name.type() == NameType.VM && !name.name().isBlank()) {
            // a name is a word or some in one line, whatever the guest says
            fTo.accept(name.name().strip().replaceAll("\\s+", " "));
        }
    }
}
