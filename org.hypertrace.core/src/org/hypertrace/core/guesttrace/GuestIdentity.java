/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guesttrace;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

import org.hypertrace.core.machine.Nesting;
import org.hypertrace.core.machine.read.TraceEnvironment;

/**
 * Whose trace an extracted one is.
 *
 * @param host the uuid of the host's clock, by which Trace Compass knows the host
 * @param vm the VM's key, unique within the host
 * @param level how many hypervisors are between the guest and the VM: 0 for the VM's own
 * @param nested the number by which the hypervisor next to it knows a nested guest
 * @param boot how many times the guest had begun, the one in the trace included: from 1
 */
record GuestIdentity(String host, String vm, int level, int nested, int boot) {

    /** The VM's key, of a nested guest also its level and number: {@code 260#1/1.3}. */
    String key() {
        return level == 0 ? vm : new Nesting(level, nested).in(vm);
    }

    /**
     * The guest's clock: it ticks with the host's, but it is another machine's, and Trace Compass distinguishes machines by
     * their clocks. The same for every boot of a guest and every trace of its host.
     */
    CtfClock clock(long offset) {
        return new CtfClock("monotonic", uuid("clock"), "Monotonic Clock of the host", offset);
    }

    /** What the trace reports about its origin. */
    Map<String, Object> environment(String hostname) {
        Map<String, Object> environment = new LinkedHashMap<>(KernelEvents.environment(hostname));
        environment.put(TraceEnvironment.GUEST_VM, key());
        environment.put(TraceEnvironment.GUEST_HOST, host);
        environment.put(TraceEnvironment.GUEST_BOOT, boot);
        return environment;
    }

    private UUID uuid(String of) {
        return UUID.nameUUIDFromBytes((of + " of " + key() + " on " + host).getBytes(StandardCharsets.UTF_8));
    }
}
