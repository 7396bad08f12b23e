/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.decode;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.core.stream.LossCounters;

/**
 * Finds out which processor of which guest reports. At level 0 the host knows: the vCPU. A nested processor is the one the
 * event names, else the one that the task of level 0 which now runs on the relaying vCPU named earlier, else - until it
 * names one - that task stands for it.
 */
final class GuestCpus {

    /** More than KVM gives a VM; what more senders report is malformed. */
    static final int MAX = 1 << 13;

    private static final long BY_TASK = 1L << 62;

    private final LossCounters fCounters;
    private final List<GuestCpuState> fVcpus = new ArrayList<>();
    private final Map<Long, GuestCpuState> fOthers = new HashMap<>();
    /** Which processor of a nested guest a task of level 0 is. */
    private final Map<Long, Integer> fCpuOfTask = new HashMap<>();
    /** Nested guests of which some events report who sends, and those of which others after them do not. */
    private final Set<Long> fKnown = new HashSet<>();
    private final Set<Long> fMixed = new HashSet<>();

    GuestCpus(LossCounters counters) {
        fCounters = counters;
    }

    /**
     * @param cpu
     *            the processor that the event names, {@link GuestEvent#UNKNOWN_ID} if it does not
     * @param lowBits
     *            whether it names only the lower 8 bits
     * @return null if it cannot be
     */
    GuestCpuState of(Hypercall h, int level, int nested, int cpu, boolean lowBits) {
        if (level == 0) {
            return nested != 0 ? null : vcpu(h.vcpu(), cpu, lowBits);
        }
        GuestCpuState relaying = h.vcpu() == GuestEvent.UNKNOWN_ID ? null : vcpu(h.vcpu(), GuestEvent.UNKNOWN_ID, false);
        int task = relaying == null ? GuestEvent.UNKNOWN_ID : relaying.task();
        long guest = (long) level << 44 | (long) nested << 32;
        long byTask = BY_TASK | guest | task;
        int known = cpu;
        // task 0 is idle: it runs no nested processor
        if (task > 0) {
            Integer learned = fCpuOfTask.get(byTask);
            if (learned != null && (cpu < 0 || lowBits && cpu == (learned & 0xff))) {
                known = learned;
            } else if (cpu >= 0 && (learned == null || learned != cpu)) {
                learn(byTask, guest | cpu, cpu);
            }
        }
        boolean unknown = known < 0 && task <= 0;
        long key = known >= 0 ? guest | known : task > 0 ? byTask : BY_TASK | guest;
        GuestCpuState state = fOthers.get(key);
        if (state == null) {
            state = add(key, new GuestCpu(h.vcpu(), known, level, nested), !unknown && !fMixed.contains(guest));
        }
        if (!unknown && state != null) {
            fKnown.add(guest);
        } else if (unknown && fKnown.contains(guest) && fMixed.add(guest)) {
            forgetNumbers(level, nested);
        }
        if (state != null) {
            state.setCpu(h.vcpu(), known);
        }
        return state;
    }

    /** Whose number an event has is not known if neither it nor the relaying guest reports who sends: then none seems missing. */
    private void forgetNumbers(int level, int nested) {
        for (GuestCpuState state : fOthers.values()) {
            if (state.cpu().level() == level && state.cpu().nested() == nested) {
                state.forgetNumbers();
            }
        }
    }

    /** The guest of this processor begins anew, and with the VM itself everything nested in it. */
    void restart(GuestCpuState by, boolean numbers) {
        GuestCpu of = by.cpu();
        if (of.level() == 0) {
            fCpuOfTask.clear();
        }
        for (GuestCpuState state : all()) {
            if (of.level() == 0 || state.cpu().level() == of.level() && state.cpu().nested() == of.nested()) {
                state.forgetTasks();
                if (numbers && state != by && state.sequence() != null) {
                    state.sequence().restart();
                }
            }
        }
    }

    /** No processor of the guest of this one reports switches any more. */
    void forgetTasks(GuestCpuState by) {
        for (GuestCpuState state : all()) {
            if (state.cpu().level() == by.cpu().level() && state.cpu().nested() == by.cpu().nested()) {
                state.forgetTasks();
            }
        }
    }

    /** @return all that reported */
    Collection<GuestCpuState> all() {
        List<GuestCpuState> all = new ArrayList<>(fOthers.values());
        fVcpus.forEach(state -> {
            if (state != null) {
                all.add(state);
            }
        });
        return all;
    }

    private void learn(long byTask, long byCpu, int cpu) {
        if (fCpuOfTask.size() >= MAX && !fCpuOfTask.containsKey(byTask)) {
            return;
        }
        fCpuOfTask.put(byTask, cpu);
        GuestCpuState standIn = fOthers.get(byTask);
        if (standIn != null && !fOthers.containsKey(byCpu)) {
            fOthers.remove(byTask);
            fOthers.put(byCpu, standIn);
        }
    }

    private GuestCpuState vcpu(int vcpu, int reported, boolean lowBits) {
        int number = vcpu == GuestEvent.UNKNOWN_ID ? reported : vcpu;
        int cpu = vcpu >= 0 ? vcpu : reported;
        if (vcpu >= 0 && reported >= 0 && reported != (lowBits ? vcpu & 0xff : vcpu)) {
            fCounters.fCpuMismatches++;
        }
        GuestCpuState state;
        if (number >= 0 && number < MAX) {
            while (fVcpus.size() <= number) {
                fVcpus.add(null);
            }
            state = fVcpus.get(number);
            if (state == null) {
                state = new GuestCpuState(new GuestCpu(vcpu, cpu, 0, 0), true);
                fVcpus.set(number, state);
            }
        } else {
            long key = number;
            state = fOthers.get(key);
            if (state == null) {
                state = add(key, new GuestCpu(vcpu, cpu, 0, 0), number != GuestEvent.UNKNOWN_ID);
            }
        }
        if (state != null) {
            state.setCpu(vcpu, cpu >= 0 ? cpu : state.cpu().cpu());
        }
        return state;
    }

    private GuestCpuState add(long key, GuestCpu cpu, boolean numbered) {
        if (fOthers.size() >= MAX) {
            return null;
        }
        GuestCpuState state = new GuestCpuState(cpu, numbered);
        fOthers.put(key, state);
        return state;
    }
}
