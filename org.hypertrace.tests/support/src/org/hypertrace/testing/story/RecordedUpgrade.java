/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.guesttrace.CtfClock;
import org.hypertrace.core.guesttrace.CtfWriter;
import org.hypertrace.core.guesttrace.KernelEvents;
import org.hypertrace.core.upgrade.plan.UpgradePlan;

/** An {@link UpgradeStory} recorded: an LTTng kernel trace with a plan beside it. */
public final class RecordedUpgrade {

    private RecordedUpgrade() {
    }

    /**
     * @param story
     *            as in {@link UpgradeStory}
     * @param plan
     *            a plan, null: none is written
     * @param folder
     *            gets the trace
     * @return the folder of the trace
     * @throws IOException
     *             if it cannot be written
     */
    public static Path in(String story, String plan, Path folder) throws IOException {
        return in(story, plan, folder, "host");
    }

    /** The same as a recording of this name. */
    public static Path in(String story, String plan, Path folder, String name) throws IOException {
        return of(UpgradeStory.events(story), plan, folder, name);
    }

    /** The same of some events of a story, in their order. */
    public static Path of(List<HostEvent> events, String plan, Path folder, String name) throws IOException {
        Path trace = folder.resolve(name).resolve("kernel");
        try (CtfWriter writer = new CtfWriter(trace, uuid("trace"), CtfClock.monotonic(uuid("clock"), 0), KernelEvents.environment("host"))) {
            writer.declare(KernelEvents.ALL.stream().filter(type -> !KernelEvents.KVM_GENERIC.contains(type)).toList());
            for (HostEvent event : events) {
                write(event, writer);
            }
        }
        if (plan != null) {
            Files.writeString(trace.resolveSibling(UpgradePlan.FILE), plan);
        }
        return trace;
    }

    private static UUID uuid(String of) {
        return UUID.nameUUIDFromBytes(of.getBytes(StandardCharsets.UTF_8));
    }

    private static void write(HostEvent event, CtfWriter writer) throws IOException {
        if (event instanceof HostEvent.ThreadKnown known) {
            put(event, writer, "lttng_statedump_process_state", known.tid(), known.pid(), 1, known.comm(), 0, 0, 0, 0, 0, 0);
        } else if (event instanceof HostEvent.SchedSwitch to) {
            put(event, writer, "sched_switch", to.prevComm(), to.prevTid(), 20, to.prevState(), to.nextComm(), to.nextTid(), 20);
        } else if (event instanceof HostEvent.KvmExit exit) {
            put(event, writer, "kvm_x86_exit", exit.reason(), exit.guestRip(), exit.isa(), 0, 0, 0, 0, 0);
        } else if (event instanceof HostEvent.KvmEntry) {
            put(event, writer, "kvm_x86_entry", 0);
        } else if (event instanceof HostEvent.KvmHypercall call) {
            put(event, writer, "kvm_x86_hypercall", call.nr(), call.a0(), call.a1(), call.a2(), call.a3());
        } else if (event instanceof HostEvent.KvmTscOffset offset) {
            put(event, writer, "kvm_x86_write_tsc_offset", 0, offset.previous(), offset.next());
        } else if (event instanceof HostEvent.ThreadEnds ends) {
            put(event, writer, "sched_process_exit", "CPU 0/KVM", ends.tid(), 20);
        } else {
            put(event, writer, "irq_softirq_raise", 1);
        }
    }

    private static void put(HostEvent event, CtfWriter writer, String name, Object... values) throws IOException {
        writer.event(event.cpu(), event.time(), name, values);
    }
}
