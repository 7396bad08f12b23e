/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Which processor of a guest is which vCPU, if the numbers differ: its busiest processor is compared with each vCPU; at the offset found, each other
 * one is the vCPU in whose stays its events lie.
 */
record CpuOrder(Map<Integer, Integer> numbers, OffsetSearch.Found search) {

    private static final int MOST_CPUS = 64;
    private static final long PROBES = 200_000_000L;

    /** @return null if no order is accepted */
    static CpuOrder find(Map<Integer, GuestTimes> guest, Map<Integer, VcpuTimes> vcpus,
            Function<List<OffsetSearch.Cpu>, OffsetSearch.Found> search) {
        int busiest = guest.keySet().stream().max((a, b) -> Long.compare(guest.get(a).size(), guest.get(b).size())).orElseThrow();
        if (guest.size() > MOST_CPUS || vcpus.size() > MOST_CPUS) {
            return null;
        }
        for (Map.Entry<Integer, VcpuTimes> vcpu : vcpus.entrySet()) {
            List<OffsetSearch.Cpu> one = List.of(new OffsetSearch.Cpu(guest.get(busiest), vcpu.getValue()));
            OffsetSearch.Found found = search.apply(one);
            Map<Integer, Integer> numbers = found.accepted() ? others(guest, vcpus, found.offset()) : null;
            if (numbers != null) {
                List<OffsetSearch.Cpu> all = new ArrayList<>();
                numbers.forEach((cpu, number) -> all.add(new OffsetSearch.Cpu(guest.get(cpu), vcpus.get(number))));
                OffsetSearch.Found exact = new OffsetSearch(all, PROBES).near(found.offset(), 5_000_000L);
                if (exact.accepted()) {
                    return new CpuOrder(numbers, exact);
                }
            }
        }
        return null;
    }

    /** At this offset: null if a processor has no vCPU of its own. */
    private static Map<Integer, Integer> others(Map<Integer, GuestTimes> guest, Map<Integer, VcpuTimes> vcpus, long offset) {
        Map<Integer, Integer> numbers = new HashMap<>();
        Set<Integer> taken = new HashSet<>();
        for (Map.Entry<Integer, GuestTimes> cpu : guest.entrySet()) {
            int best = -1;
            long least = Long.MAX_VALUE;
            for (Map.Entry<Integer, VcpuTimes> vcpu : vcpus.entrySet()) {
                Violations outside = new Violations();
                Containment.count(cpu.getValue(), vcpu.getValue(), reading -> reading + offset, 0, outside);
                long wrong = outside.count() + outside.beyond();
                if (wrong < least && !taken.contains(vcpu.getKey())) {
                    least = wrong;
                    best = vcpu.getKey();
                }
            }
            if (best < 0) {
                return null;
            }
            taken.add(best);
            numbers.put(cpu.getKey(), best);
        }
        return numbers;
    }
}
