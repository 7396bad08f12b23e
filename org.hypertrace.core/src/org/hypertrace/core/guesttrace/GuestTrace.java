/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guesttrace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.stream.GuestTasks;

/**
 * Writes what one guest reports as a kernel trace of it, one stream per vCPU. A vCPU whose number nothing shows gets the lowest
 * that no other has at its first word; should that number be reported about another later, both share the stream.
 * <p>
 * Memory: the guest's tasks, and for each vCPU a packet and the events that wait for a loss.
 */
final class GuestTrace {

    /** More vCPUs than KVM gives a VM; those of a nested guest are only claimed. */
    private static final int MAX_VCPUS = 1 << 12;
    private static final int MAX_NESTED_VCPUS = 1 << 6;
    private static final int MAX_NESTED_TASKS = 1 << 12;
    private static final int PACKET = 32 * 1024;

    private final CtfWriter writer;
    private final CtfChannel channel;
    private final long offset;
    private final long begin;
    private final int maxVcpus;
    private GuestTasks tasks;
    private GuestKernelEvents events;
    private final Map<Integer, GuestStream> streams = new HashMap<>();
    private final Map<Integer, Integer> numbers = new HashMap<>();
    private long written;
    private long lost;
    private long dropped;

    /**
     * @param offset of the host's clock: ns from the epoch to its 0
     * @param begin of the host's trace, ns since the epoch
     */
    GuestTrace(Path folder, UUID uuid, GuestIdentity identity, long offset, long begin) throws IOException {
        boolean nested = identity.level() > 0;
        this.offset = offset;
        this.begin = begin;
        maxVcpus = nested ? MAX_NESTED_VCPUS : MAX_VCPUS;
        tasks = nested ? new GuestTasks(MAX_NESTED_TASKS) : new GuestTasks();
        events = new GuestKernelEvents(tasks);
        writer = new CtfWriter(folder, uuid, identity.clock(offset), identity.environment("guest"));
        writer.packetSize(PACKET);
        channel = writer.channel("channel0");
    }

    /**
     * @param event the guest's next in time order
     * @param vcpu by which it came, null if unknown
     * @param wanted whether it is to be written, not only to be known by later events
     */
    void accept(GuestEvent event, VirtualCpu vcpu, boolean wanted) throws IOException {
        if (event instanceof GuestEvent.Lost loss) {
            if (wanted) {
                lost += loss.count();
                GuestStream stream = stream(number(loss.from(), vcpu));
                if (stream != null) {
                    stream.lost(loss.count(), Math.max(loss.until(), begin) - offset);
                }
            }
            return;
        }
        int cpu = number(event.from(), vcpu);
        if (wanted) {
            write(event, cpu);
        }
        tasks.accept(event);
    }

    private void write(GuestEvent event, int cpu) throws IOException {
        GuestStream stream = stream(cpu);
        if (stream == null) {
            dropped++;
            return;
        }
        KernelEvent reported = events.of(event, cpu);
        channel.declare(List.of(reported.type()));
        if (stream.event(event.time() - offset, reported)) {
            written++;
        } else {
            dropped++;
        }
    }

    private int number(GuestCpu from, VirtualCpu vcpu) {
        if (from.cpu() >= 0) {
            return from.cpu();
        }
        int who = from.level() > 0 || vcpu == null ? -1 : vcpu.index();
        return numbers.computeIfAbsent(who, key -> {
            int free = 0;
            while (streams.containsKey(free)) {
                free++;
            }
            return free;
        });
    }

    /** @return null if there are too many */
    private GuestStream stream(int cpu) {
        GuestStream stream = streams.get(cpu);
        if (stream == null && streams.size() < maxVcpus) {
            stream = new GuestStream(channel.stream(cpu), begin - offset);
            streams.put(cpu, stream);
        }
        return stream;
    }

    /** @return how many events were written */
    long written() {
        return written;
    }

    /** @return how many hypercalls were lost: each at least one event */
    long lost() {
        return lost;
    }

    /** @return how many events have no place in the trace: too late, or of more vCPUs than there can be */
    long dropped() {
        return dropped;
    }

    /** Nothing more comes. */
    void end() throws IOException {
        for (GuestStream stream : streams.values()) {
            stream.flush();
        }
        streams.clear();
        tasks = null;
        events = null;
    }

    /** Makes it a trace, which reports about its origin what is known now. */
    void close(GuestIdentity identity, String hostname) throws IOException {
        end();
        writer.describe(identity.clock(offset), identity.environment(hostname));
        writer.close();
    }
}
