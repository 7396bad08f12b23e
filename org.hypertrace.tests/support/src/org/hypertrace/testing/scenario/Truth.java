/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario;

import java.util.List;
import java.util.Map;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * What is true of a recorded scenario, by its own books: what an analysis of the trace must find. Times are ns since the
 * epoch, durations ns, all exact.
 *
 * @param hosts
 *            in the order in which they were reported
 * @param vcpus
 *            those that ran a guest
 * @param guests
 *            one per VM whose guest reported something
 * @param nested
 *            those of guests' guests that were entered again, VM by VM in the order of their ends
 */
public record Truth(List<Host> hosts, List<Vcpu> vcpus, List<Guest> guests, List<NestedExit> nested) {

    /**
     * An exit of a guest's guest until that is entered again.
     *
     * @param pid
     *            the process of the VM that it is in
     * @param forwarded
     *            whether the VM's hypervisor handled it
     * @param hostExits
     *            how often the host was needed for it, the exit itself included
     */
    public record NestedExit(int pid, int code, boolean forwarded, long begin, long end, int hostExits) { }

    /** A host's trace: when it ends, and how many events it has. */
    public record Host(String name, long end, long events) { }

    /**
     * The life of a vCPU, from its first event of the hypervisor to its thread's or the trace's end.
     *
     * @param ns
     *            per state; they sum to {@code end - begin}
     * @param isa
     *            1 Intel, 2 AMD: whose codes the exits have
     * @param exits
     *            how many per code
     * @param preemptors
     *            how long {@code "tid name"} had the processor that it waited for
     * @param intervals
     *            its states one after another; empty if the scenario does not keep them
     */
    public record Vcpu(String host, int pid, int tid, int number, long begin, long end, Map<VcpuState, Long> ns, int entries,
            int isa, Map<Integer, Integer> exits, int migrations, Map<String, Long> preemptors, List<Interval> intervals) { }

    /** A stretch of time in one state. */
    public record Interval(long begin, long end, VcpuState state) { }

    /**
     * What the guest of a VM did and reported.
     *
     * @param hypercalls
     *            all of them, the forged and KVM's own too
     * @param counts
     *            believed events of the VM itself per kind; a text or name counts as one
     * @param nested
     *            the same for the guests in the VM
     * @param events
     *            all of them in the order of time; empty if the scenario does not keep them
     */
    public record Guest(String host, String vm, int pid, long hypercalls, Map<EventKind, Integer> counts,
            Map<EventKind, Integer> nested, List<Event> events, List<Thread> threads, List<Boot> boots, List<Text> texts,
            Losses losses) { }

    /** An event and the number of the vCPU on which it happened; {@code batched}: reported later, with others. */
    public record Event(int vcpu, boolean batched, GuestEvent event) {

        /** When it happened, wherever it was reported. */
        public long time() {
            return event.time();
        }
    }

    /**
     * A thread of a guest, from the first to the last event that names it. The parts sum to {@code last - first}.
     *
     * @param nth
     *            the how-manieth thread with this id in the trace it is, from 1
     * @param cpu
     *            of the idle thread (tid 0), else -1
     * @param comm
     *            its last name
     * @param running
     *            from switch to switch
     * @param open
     *            running at the end of what is known of it
     * @param waiting
     *            for a vCPU
     * @param unknown
     *            before the first event that reports more
     * @param byState
     *            the time running, by its vCPU's state, without the tracer's exits
     * @param tracerByState
     *            the time running within the tracer's own exits
     */
    public record Thread(int tid, int nth, int cpu, String comm, long first, long last, long running, long open,
            long waiting, long sleeping, long unknown, int switchIns, Map<VcpuState, Long> byState,
            Map<VcpuState, Long> tracerByState) {

        /** How long it existed for the tracer. */
        public long wall() {
            return last - first;
        }

        /** How much of its running was spent in the tracer's own exits. */
        public long tracer() {
            return tracerByState.values().stream().mapToLong(Long::longValue).sum();
        }

        /** How long the host took the vCPU from it while it ran. */
        public long stolen() {
            return running - tracer() - byState.get(VcpuState.GUEST);
        }
    }

    /** From the marker with which a boot begins; -1 for the time of an end that never came. */
    public record Boot(int number, long begin, List<Stage> stages, List<Level> levels, List<Initcall> initcalls,
            List<Step> shutdown) { }

    /** The guest's own milestone, 1 (first kernel code) to 6 (last action). */
    public record Stage(int stage, long time) { }

    /** An initcall level; it ends where the next begins, or the first process. */
    public record Level(long number, String name, long begin, long end) { }

    /** A function of the boot and what it returned. */
    public record Initcall(long address, int tid, long begin, long end, long ret) { }

    /** A step of the shutdown. */
    public record Step(long number, String name, long begin, long end) { }

    /** A text or a name reported in pieces; {@code kind} is the ABI's number. */
    public record Text(EventKind event, long time, int vcpu, int kind, String text) { }

    /** What must be found missing or contradictory. {@code unknown}: numbers that the ABI does not have; {@code kvm}: KVM's own. */
    public record Losses(long lost, long repeated, long forged, long unknown, long kvm) { }

    /** The guest of a VM. */
    public Guest guest(String vm) {
        return guests.stream().filter(guest -> guest.vm.equals(vm)).findFirst().orElseThrow();
    }

    /** A vCPU by its VM's process and its number. */
    public Vcpu vcpu(int pid, int number) {
        return vcpus.stream().filter(vcpu -> vcpu.pid == pid && vcpu.number == number).findFirst().orElseThrow();
    }
}
