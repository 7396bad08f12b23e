/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.container.Container;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.HostProcess.Evidence;

/**
 * The read side of what {@link MachineTracker} found: hosts, their VMs and their vCPUs, as known at the end of what was
 * analysed so far. Asking costs one query of the state system's last moment.
 */
public final class Machines {

    /**
     * A traced machine.
     *
     * @param quark
     *            its place in the state system
     * @param id
     *            what Trace Compass distinguishes machines by
     * @param begin
     *            its first event, ns since the epoch
     * @param end
     *            its last event (so far), ns since the epoch
     * @param unattributed
     *            how many of the hypervisor's events belong to no known thread
     * @param losses
     *            what is missing of its events
     * @param vms
     *            its VMs by the beginning of their first vCPU
     */
    public record Host(int quark, String id, String name, long begin, long end, int unattributed, HostLosses losses, List<Vm> vms) {

        /**
         * @param key
         *            of a VM
         * @return its name, null if none of its vCPUs ran a guest
         */
        public VmName who(String key) {
            return vms.stream().filter(vm -> vm.key().equals(key)).map(Vm::who).findFirst().orElse(null);
        }
    }

    /**
     * A VM: a process of the host with vCPU threads.
     *
     * @param who
     *            its name and identity
     * @param evidence
     *            how its vCPUs are known to belong to it
     * @param vcpus
     *            its vCPUs by number
     */
    public record Vm(VmName who, Evidence evidence, long begin, long end, List<Vcpu> vcpus) {

        /** @return unique within the host: process id and incarnation, {@code 384#1}; without a known process, the thread's */
        public String key() {
            return who.key();
        }

        /** @return the process id, {@link HostEvent#UNKNOWN_ID} if it is unknown */
        public int pid() {
            return who.pid();
        }

        /** @return its given name, null if it was given none */
        public String name() {
            return who.given();
        }

        /** @return its name for people */
        public String label() {
            return who.label();
        }
    }

    /**
     * A virtual CPU.
     *
     * @param quark
     *            its place in the state system
     * @param number
     *            its number within the VM
     * @param tid
     *            the host thread that is this vCPU
     * @param begin
     *            of its life, ns since the epoch
     * @param end
     *            of its life (so far), ns since the epoch
     * @param container
     *            that its thread is in; null if it is not known
     */
    public record Vcpu(int quark, int number, int tid, long begin, long end, Container container) {
        /** @return whether its host has no trace: the rings of its VM are all that is known, and its thread's id is not */
        public boolean isAlone() {
            return tid >= HostThread.STAND_IN;
        }
    }

    private final ITmfStateSystem fStates;
    private final StatesAt fNow;
    private final long fEnd;

    private Machines(ITmfStateSystem states) throws StateSystemDisposedException {
        fStates = states;
        fEnd = states.getCurrentEndTime();
        fNow = new StatesAt(states, fEnd);
    }

    /**
     * @param states
     *            the model
     * @return its hosts, in the order of their first events
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static List<Host> of(ITmfStateSystem states) throws StateSystemDisposedException {
        return new Machines(states).hosts();
    }

    private List<Host> hosts() {
        List<Host> hosts = new ArrayList<>();
        int root = fStates.optQuarkAbsolute(MachineAttributes.HOSTS);
        for (int quark : children(root)) {
            if (value(quark, MachineAttributes.BEGIN) instanceof Long begin) {
                long end = value(quark, MachineAttributes.END) instanceof Long l ? l : fEnd;
                hosts.add(new Host(quark, fStates.getAttributeName(quark),
                        String.valueOf(value(quark, MachineAttributes.NAME)), begin, end,
                        value(quark, MachineAttributes.UNATTRIBUTED) instanceof Integer i ? i : 0,
                        losses(quark), vms(quark, end)));
            }
        }
        return onHosts(hosts);
    }

    private static List<Host> onHosts(List<Host> hosts) {
        List<String> where = hosts.stream().flatMap(host -> host.vms.stream().map(vm -> host.name)).toList();
        Iterator<VmName> names = VmName.onHosts(where, hosts.stream().flatMap(host -> host.vms.stream()).map(Vm::who).toList()).iterator();
        return hosts.stream().map(host -> new Host(host.quark, host.id, host.name, host.begin, host.end, host.unattributed, host.losses,
                host.vms.stream().map(vm -> new Vm(names.next(), vm.evidence, vm.begin, vm.end, vm.vcpus)).toList())).toList();
    }

    private HostLosses losses(int host) {
        List<HostLosses.Stretch> missing = new ArrayList<>();
        for (int stretch : children(fStates.optQuarkRelative(host, MachineAttributes.MISSING))) {
            missing.add(new HostLosses.Stretch(number(stretch, MachineAttributes.BEGIN), number(stretch, MachineAttributes.END),
                    (int) number(stretch, MachineAttributes.CPU), number(stretch, MachineAttributes.PACKETS)));
        }
        return new HostLosses(number(host, MachineAttributes.LOST), (int) number(host, MachineAttributes.UNCOUNTED),
                number(host, MachineAttributes.MISPLACED), missing);
    }

    private long number(int quark, String name) {
        return value(quark, name) instanceof Number number ? number.longValue() : 0;
    }

    private List<Vm> vms(int host, long hostEnd) {
        Map<String, List<Integer>> byVm = new LinkedHashMap<>();
        for (int vcpu : children(fStates.optQuarkRelative(host, MachineAttributes.VCPUS))) {
            if (value(vcpu, MachineAttributes.RUNS_GUEST) != null && value(vcpu, MachineAttributes.VM) instanceof String vm) {
                byVm.computeIfAbsent(vm, key -> new ArrayList<>()).add(vcpu);
            }
        }
        List<Vm> vms = new ArrayList<>();
        byVm.forEach((key, quarks) -> vms.add(vm(host, key, vcpus(quarks, hostEnd), quarks.get(0))));
        vms.sort(Comparator.comparingLong(Vm::begin));
        List<VmName> names = VmName.runs(vms.stream().map(Vm::who).toList());
        for (int i = 0; i < vms.size(); i++) {
            Vm vm = vms.get(i);
            vms.set(i, new Vm(names.get(i), vm.evidence(), vm.begin(), vm.end(), vm.vcpus()));
        }
        return vms;
    }

    private Vm vm(int host, String key, List<Vcpu> vcpus, int firstQuark) {
        Evidence evidence = value(firstQuark, MachineAttributes.EVIDENCE) instanceof Integer code
                ? Evidence.values()[code] : Evidence.NONE;
        int pid = evidence == Evidence.NONE || evidence == Evidence.RING ? HostEvent.UNKNOWN_ID : Incarnation.of(key).id();
        String name = value(host, MachineAttributes.VMS, key, MachineAttributes.NAME) instanceof String s ? s : null;
        long begin = vcpus.stream().mapToLong(Vcpu::begin).min().getAsLong();
        long end = vcpus.stream().mapToLong(Vcpu::end).max().getAsLong();
        String inner = value(host, MachineAttributes.VMS, key, MachineAttributes.INNER) instanceof String s ? s : null;
        return new Vm(VmName.of(key, pid, name, 1).withInner(inner), evidence, begin, end, vcpus);
    }

    private List<Vcpu> vcpus(List<Integer> quarks, long hostEnd) {
        TreeSet<Integer> taken = new TreeSet<>();
        for (int quark : quarks) {
            if (value(quark, MachineAttributes.NUMBER) instanceof Integer number) {
                taken.add(number);
            }
        }
        List<Vcpu> vcpus = new ArrayList<>();
        for (int quark : quarks) {
            // without one only if the trace was closed meanwhile
            long begin = value(quark, MachineAttributes.BEGIN) instanceof Long l ? l : hostEnd;
            long end = value(quark, MachineAttributes.END) instanceof Long l ? l : hostEnd;
            String key = fStates.getAttributeName(quark);
            int number = value(quark, MachineAttributes.NUMBER) instanceof Integer n ? n : lowestFree(taken);
            vcpus.add(new Vcpu(quark, number, Incarnation.of(key).id(), begin, end,
                    Container.of(value(quark, MachineAttributes.CONTAINER), value(quark, MachineAttributes.CONTAINER_NAME))));
        }
        vcpus.sort(Comparator.comparingInt(Vcpu::number).thenComparingLong(Vcpu::begin));
        return vcpus;
    }

    /** A vCPU without a reported number gets the next one in the order of appearance. */
    private static int lowestFree(TreeSet<Integer> taken) {
        int number = 0;
        while (!taken.add(number)) {
            number++;
        }
        return number;
    }

    private List<Integer> children(int quark) {
        return quark < 0 ? List.of() : fStates.getSubAttributes(quark, false);
    }

    private Object value(int parent, String... path) {
        int quark = fStates.optQuarkRelative(parent, path);
        return fNow.value(quark);
    }
}
