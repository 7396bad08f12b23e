/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.machine.MachineAttributes;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.ThreadName;

/** Names of who can have a processor of a host: a thread, a vCPU, an interrupt. */
public final class VcpuNames {

    /** A vCPU in its VM. */
    public record Member(Machines.Vm vm, Machines.Vcpu vcpu) {
        /** @return its name for people, {@code web-1 vCPU 0} */
        public String label() {
            return vm.who().vcpu(vcpu.number());
        }
    }

    private final ITmfStateSystem fStates;
    private final Machines.Host fHost;
    private final Map<Integer, List<Member>> fMembers = new HashMap<>();
    /** The last name that was asked for, by thread: names seldom change, and a screen asks for thousands. */
    private final Map<Integer, Name> fThreads = new ConcurrentHashMap<>();

    /**
     * @param states
     *            the model
     * @param host
     *            the host whose threads and vCPUs are asked for
     */
    public VcpuNames(ITmfStateSystem states, Machines.Host host) {
        fStates = states;
        fHost = host;
        host.vms().forEach(vm -> vm.vcpus().forEach(vcpu -> fMembers.computeIfAbsent(vcpu.tid(), tid -> new ArrayList<>())
                .add(new Member(vm, vcpu))));
    }

    public int quark(Machines.Vcpu vcpu, String attribute) {
        return fStates.optQuarkRelative(vcpu.quark(), attribute);
    }

    /**
     * @param tid
     *            a thread id
     * @param time
     *            ns since the epoch
     * @return the vCPU that the thread is then, null if it is none
     */
    public Member vcpu(int tid, long time) {
        for (Member member : fMembers.getOrDefault(tid, List.of())) {
            if (time >= member.vcpu().begin() && time <= member.vcpu().end()) {
                return member;
            }
        }
        return null;
    }

    /**
     * @param preemptor
     *            who has a processor
     * @param time
     *            when, ns since the epoch
     * @return {@code irq 4}, {@code web-1 vCPU 0} or {@code make (4711)}
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public String of(Preemptor preemptor, long time) throws StateSystemDisposedException {
        if (preemptor.interrupt() != null) {
            return preemptor.interruptLabel();
        }
        Member vcpu = vcpu(preemptor.number(), time);
        return vcpu != null ? vcpu.label() : task(preemptor.number(), time);
    }

    /**
     * @param tid
     *            a thread id
     * @param time
     *            when, ns since the epoch
     * @return its name and id then, {@code make (4711)}
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public String task(int tid, long time) throws StateSystemDisposedException {
        return new ThreadName(tid, name(tid, time)).label();
    }

    /**
     * @param tid
     *            a thread id
     * @param time
     *            when, ns since the epoch
     * @return the name the thread has then, {@code thread 4711} if it was not recorded
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public String thread(int tid, long time) throws StateSystemDisposedException {
        String name = name(tid, time);
        return name == null ? new ThreadName(tid, null).label() : name;
    }

    /** Null if no name was ever reported. What a thread is called before that is reported is what it is called first. */
    private String name(int tid, long time) throws StateSystemDisposedException {
        Name name = fThreads.get(tid);
        if (name == null || !name.interval().intersects(time)) {
            int quark = fStates.optQuarkRelative(fHost.quark(), MachineAttributes.THREADS, Integer.toString(tid));
            if (quark < 0) {
                return null;
            }
            ITmfStateInterval interval = fStates.querySingleState(time, quark);
            Object text = interval.getValue();
            if (text == null && interval.getEndTime() < fStates.getCurrentEndTime()) {
                text = fStates.querySingleState(interval.getEndTime() + 1, quark).getValue();
            }
            name = new Name(interval, text == null ? null : text.toString());
            fThreads.put(tid, name);
        }
        return name.text();
    }

    private record Name(ITmfStateInterval interval, String text) { }
}
