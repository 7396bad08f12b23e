/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu.view;

import java.util.Comparator;
import java.util.List;
import java.util.Set;

import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.cpu.TimeBuckets;
import org.hypertrace.core.machine.HostLosses;
import org.hypertrace.core.machine.Machines;

/**
 * How much of the time packets of a host's trace are missing, of whatever processor: there the other lines lie too low.
 *
 * @param name
 *            unique among the lines
 * @param missing
 *            the stretches of which they are missing, by their begins
 * @param begin
 *            of the host's trace, ns since the epoch
 * @param end
 *            of it
 */
public record LossLine(String name, List<HostLosses.Stretch> missing, long begin, long end) implements PercentLine {

    static LossLine of(String name, Machines.Host host) {
        return new LossLine(name, host.losses().missing().stream().sorted(Comparator.comparingLong(HostLosses.Stretch::begin)).toList(),
                host.begin(), host.end());
    }

    @Override
    public Set<Integer> attributes() {
        return Set.of();
    }

    @Override
    public void count(ITmfStateInterval interval, TimeBuckets sum) {
        throw new IllegalArgumentException("no interval counts");
    }

    @Override
    public void count(TimeBuckets sum, TimeBuckets whole) {
        whole.add(begin, end, 1);
        long counted = begin;
        for (HostLosses.Stretch stretch : missing) {
            long until = Math.min(end, stretch.end());
            sum.add(Math.max(counted, stretch.begin()), until, 1);
            counted = Math.max(counted, until);
        }
    }
}
