/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.columns;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import org.hypertrace.core.exit.track.ExitTracker;
import org.hypertrace.core.exit.track.NestedExits;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.ThreadName;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.machine.VmNames;
import org.hypertrace.core.nested.NestedCpu;
import org.hypertrace.core.nested.NestedVm;

/** Who the vCPUs are in the end, by the same rules as {@code Machines} reads it from the model. */
final class ExitVcpus {

    private final VmNames fNames;

    /** @param names of the VMs of the trace */
    ExitVcpus(VmNames names) {
        fNames = names;
    }

    private static String unique(int host, String vm) {
        return host + " " + vm;
    }

    /** All of them, by their running numbers. */
    List<ExitVcpu> list(List<String> hostIds, ExitTracker exits) {
        Map<String, List<VirtualCpu>> vms = new LinkedHashMap<>();
        fNames.vcpus().stream().filter(VirtualCpu::isConfirmed).forEach(vcpu -> vms.computeIfAbsent(unique(vcpu.thread().host(),
                VmNames.key(vcpu)), vm -> new ArrayList<>()).add(vcpu));
        Map<VirtualCpu, Integer> numbers = new HashMap<>();
        vms.values().forEach(vcpus -> number(vcpus, numbers));
        List<ExitVcpu> list = new ArrayList<>();
        for (VirtualCpu vcpu : fNames.vcpus()) {
            HostThread thread = vcpu.thread();
            VmName vm = fNames.of(vcpu);
            list.add(new ExitVcpu(thread.host(), hostIds.get(thread.host()), thread.key(), vcpu.isConfirmed(),
                    numbers.getOrDefault(vcpu, vcpu.number()), vm.key(), vm, vcpu.begin(), exits.end(vcpu),
                    exits.times(vcpu), exits.unknown(vcpu), preemptors(exits.preemptors(vcpu), numbers), null));
        }
        addNested(exits.nested(), list);
        return list;
    }

    /** What is nested in a VM is listed behind all vCPUs, as others of a VM below that one. */
    private static void addNested(NestedExits exits, List<ExitVcpu> list) {
        Map<String, Integer> numbers = new HashMap<>();
        for (NestedCpu cpu : exits.cpus()) {
            ExitVcpu of = list.get(cpu.carrier().index());
            String vm = ExitVcpu.nestedIn(of.vm());
            long[] counts = Arrays.stream(NestedVm.Count.values()).mapToLong(cpu.vm()::count).toArray();
            list.add(new ExitVcpu(of.host(), of.hostId(), of.key(), true, numbers.merge(unique(of.host(), vm), 1, Integer::sum) - 1,
                    vm, of.of(), cpu.begin(), exits.end(cpu), exits.times(cpu), exits.unknown(cpu), List.of(),
                    new ExitVcpu.Nested(cpu.block(), counts)));
        }
    }

    private List<ExitVcpu.Preemptor> preemptors(Map<HostThread, long[]> preemptors, Map<VirtualCpu, Integer> numbers) {
        List<ExitVcpu.Preemptor> all = new ArrayList<>();
        preemptors.forEach((thread, ns) -> all.add(new ExitVcpu.Preemptor(thread == null ? "further threads"
                : name(thread, numbers), ns[0])));
        all.sort(Comparator.comparingLong(ExitVcpu.Preemptor::ns).reversed().thenComparing(ExitVcpu.Preemptor::name));
        List<ExitVcpu.Preemptor> rest = all.subList(Math.min(ExitVcpu.MAX_PREEMPTORS, all.size()), all.size());
        long left = rest.stream().mapToLong(ExitVcpu.Preemptor::ns).sum();
        rest.clear();
        if (left > 0) {
            all.add(new ExitVcpu.Preemptor("others", left));
        }
        return all;
    }

    /** A vCPU by its VM and number, another thread by its name and id. */
    private String name(HostThread thread, Map<VirtualCpu, Integer> numbers) {
        VirtualCpu vcpu = thread.vcpu();
        if (vcpu == null || !vcpu.isConfirmed()) {
            return new ThreadName(thread.tid(), thread.comm().isEmpty() ? null : thread.comm()).label();
        }
        return fNames.of(vcpu).vcpu(numbers.getOrDefault(vcpu, vcpu.number()));
    }

    /** A vCPU without a reported number gets the next one in the order of appearance. */
    private static void number(List<VirtualCpu> ofVm, Map<VirtualCpu, Integer> numbers) {
        List<VirtualCpu> vcpus = new ArrayList<>(ofVm);
        vcpus.sort(Comparator.comparingInt(VirtualCpu::index));
        TreeSet<Integer> taken = new TreeSet<>();
        vcpus.forEach(vcpu -> taken.add(vcpu.number()));
        for (VirtualCpu vcpu : vcpus) {
            int number = Math.max(0, vcpu.number());
            while (vcpu.number() < 0 && !taken.add(number)) {
                number++;
            }
            numbers.put(vcpu, number);
        }
    }
}
