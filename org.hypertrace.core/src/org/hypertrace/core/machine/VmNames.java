/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;

import org.hypertrace.core.event.HostEvent;

/** The names of the VMs during a pass, as known by now. They are those that {@link Machines} reads from the model. */
public final class VmNames implements MachineSink {

    private record Id(int host, String key) { }

    /**
     * A VM or nested guest.
     *
     * @param host
     *            the running number of its host
     * @param name
     *            its name there
     */
    public record OnHost(int host, VmName name) { }

    /**
     * What of a vCPU names are made of, as it is at some moment: it can go to another thread.
     *
     * @param index
     *            its running number, from 0
     * @param host
     *            the running number of its host, from 0
     * @param key
     *            of its VM
     * @param isProcess
     *            whether the process of its VM is known
     * @param isConfirmed
     *            whether it entered or left a guest
     * @param begin
     *            when its life begins, ns since the epoch
     */
    public record Vcpu(int index, int host, String key, boolean isProcess, boolean isConfirmed, long begin) {

        /**
         * @param vcpu
         *            a vCPU
         * @return it as it is now
         */
        public static Vcpu of(VirtualCpu vcpu) {
            return new Vcpu(vcpu.index(), vcpu.thread().host(), VmNames.key(vcpu), vcpu.thread().process() != null, vcpu.isConfirmed(), vcpu.begin());
        }
    }

    private final List<VirtualCpu> fVcpus = new ArrayList<>();
    /** Those that were reported as they were at some moment. */
    private final List<Vcpu> fReported = new ArrayList<>();
    private final Map<Id, String> fGiven = new HashMap<>();
    private final Map<Id, String> fInner = new HashMap<>();
    /** Null: something changed. At the end several may ask. */
    private volatile Map<Id, VmName> fAll;

    @Override
    public void vcpuBegins(long time, VirtualCpu vcpu) {
        fVcpus.add(vcpu);
        fAll = null;
    }

    @Override
    public void identified(long time, VirtualCpu vcpu) {
        fAll = null;
    }

    @Override
    public void named(long time, HostProcess vm, String name) {
        fGiven.put(new Id(vm.host(), vm.key()), name);
        fAll = null;
    }

    @Override
    public void innerNamed(long time, HostProcess vm, String name) {
        fInner.put(new Id(vm.host(), vm.key()), name);
        fAll = null;
    }

    /**
     * A vCPU appeared, or something of it changed. Names are made of what is reported so, or of what the events report, not of both.
     *
     * @param vcpu
     *            as it is now; it appears behind those with lower running numbers
     */
    public void report(Vcpu vcpu) {
        if (vcpu.index() == fReported.size()) {
            fReported.add(vcpu);
        } else {
            fReported.set(vcpu.index(), vcpu);
        }
        fAll = null;
    }

    /** @return the vCPUs by their running numbers, also threads that only look like one */
    public List<VirtualCpu> vcpus() {
        return fVcpus;
    }

    /**
     * @param vcpu
     *            a vCPU
     * @return the key of its VM
     */
    public static String key(VirtualCpu vcpu) {
        HostThread thread = vcpu.thread();
        return thread.process() == null ? thread.key() : thread.process().key();
    }

    /**
     * @param vcpu
     *            a vCPU
     * @return the name of its VM
     */
    public VmName of(VirtualCpu vcpu) {
        Id id = new Id(vcpu.thread().host(), key(vcpu));
        VmName name = known().get(id);
        return name != null ? name : next(id, name(id, vcpu.thread().process() != null));
    }

    /**
     * @param host
     *            the running number of a host
     * @param key
     *            of a VM
     * @return its name
     */
    public VmName of(int host, String key) {
        Id id = new Id(host, key);
        VmName name = known().get(id);
        // without a vCPU it is known by its rings, and so by its process
        return name != null ? name : next(id, name(id, vcpusNow().noneMatch(vcpu -> vcpu.host() == host && !vcpu.isProcess() && vcpu.key().equals(key))));
    }

    /** The name that a VM has when it runs its guest now, for the first time: it is the next one with its given name. */
    private VmName next(Id id, VmName name) {
        return name.given() == null ? name : name.again((int) known().entrySet().stream().filter(other -> other.getKey().host == id.host
                && name.given().equals(other.getValue().given())).count() + 1);
    }

    /**
     * @param host
     *            the name of a host, by its running number
     * @param others
     *            further names on hosts, as of what is nested in these VMs
     * @return those that ran a guest, then the others; where several hosts have VMs of one name, each has the name of its host
     */
    public List<VmName> all(IntFunction<String> host, List<OnHost> others) {
        List<OnHost> all = new ArrayList<>();
        known().forEach((id, name) -> all.add(new OnHost(id.host, name)));
        all.addAll(others);
        return VmName.onHosts(all.stream().map(one -> host.apply(one.host)).toList(), all.stream().map(OnHost::name).toList());
    }

    private Stream<Vcpu> vcpusNow() {
        return Stream.concat(fReported.stream(), fVcpus.stream().map(Vcpu::of));
    }

    private Map<Id, VmName> known() {
        Map<Id, VmName> known = fAll;
        if (known != null) {
            return known;
        }
        Map<Integer, Map<String, VmName>> hosts = new HashMap<>();
        vcpusNow().filter(Vcpu::isConfirmed).sorted(Comparator.comparingLong(Vcpu::begin)).forEach(vcpu -> {
            Id id = new Id(vcpu.host(), vcpu.key());
            hosts.computeIfAbsent(id.host, host -> new LinkedHashMap<>()).putIfAbsent(id.key, name(id, vcpu.isProcess()));
        });
        Map<Id, VmName> all = new LinkedHashMap<>();
        hosts.forEach((host, names) -> VmName.runs(names.values()).forEach(name -> all.put(new Id(host, name.key()), name)));
        fAll = all;
        return all;
    }

    private VmName name(Id id, boolean isProcess) {
        Incarnation process = isProcess ? Incarnation.of(id.key()) : null;
        return VmName.of(id.key(), process == null || process.id() >= HostThread.STAND_IN ? HostEvent.UNKNOWN_ID : process.id(), fGiven.get(id), 1).withInner(fInner.get(id));
    }
}
