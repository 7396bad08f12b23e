/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.run.LastValues;
import org.hypertrace.core.run.TimeSplit;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.upgrade.plan.UpgradePlan;

/** A campaign, and where its time went. It needs the state system no more. */
public final class CampaignProfile {

    /**
     * A part of the sum by phase.
     *
     * @param phase
     *            its name
     * @param duration
     *            ns of all segments of that name
     * @param spent
     *            where it went
     */
    public record Sum(String phase, long duration, TimeSplit spent) { }

    /**
     * A process of a host that runs the controller or a node.
     *
     * @param name
     *            of the controller or node
     * @param key
     *            its id with that of its host: that of its signals
     * @param vm
     *            the VM
     */
    public record Process(String name, String key, Machines.Vm vm) { }

    /**
     * What a vCPU did in a phase.
     *
     * @param number
     *            of the vCPU
     * @param spent
     *            where its time went: it sums to the phase's duration; while the vCPU is not there it is unknown
     */
    public record VcpuTime(int number, TimeSplit spent) { }

    private final String fTrace;
    private final Campaign fCampaign;
    private final CampaignTimes.Result fTimes;
    private final List<Process> fProcesses;

    private CampaignProfile(String trace, Campaign campaign, CampaignTimes.Result times, List<Process> processes) {
        fTrace = trace;
        fCampaign = campaign;
        fTimes = times;
        fProcesses = processes;
    }

    /**
     * @param trace
     *            the name of the trace, for people
     * @param states
     *            the model, complete
     * @param plan
     *            what its marks mean
     * @param symbols
     *            those of the trace's VMs
     * @return the campaign of the trace with its figures, null if nothing of one is in it
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static CampaignProfile of(String trace, ITmfStateSystem states, UpgradePlan plan, GuestSymbols symbols)
            throws StateSystemDisposedException {
        List<Machine> machines = CampaignReader.machines(states);
        Campaign campaign = Campaign.of(machines, plan, states.getStartTime(), new LastValues(states).end());
        return campaign == null ? null : new CampaignProfile(trace, campaign, CampaignTimes.of(states, symbols, machines, campaign),
                machines.stream().filter(machine -> machine.vm() != null && (machine.name().equals(campaign.controller())
                        || campaign.nodes().contains(machine.name())))
                        .map(machine -> new Process(machine.name(), machine.key(), machine.vm())).toList());
    }

    /** @return the name of the trace, for people */
    public String trace() {
        return fTrace;
    }

    /**
     * @param name
     *            of the controller or a node
     * @return the processes that run it in the trace, in their order; empty: its host shows none
     */
    public List<Process> processes(String name) {
        return fProcesses.stream().filter(process -> process.name().equals(name)).toList();
    }

    /** @return the campaign */
    public Campaign campaign() {
        return fCampaign;
    }

    /**
     * @param phase
     *            of a restart of the campaign
     * @return where its time went: it sums to the phase's duration
     */
    public TimeSplit spent(Phase phase) {
        return fTimes.whole().get(phase);
    }

    /**
     * @param segment
     *            of the chain of the campaign
     * @return where its time went: it sums to the segment's duration
     */
    public TimeSplit spent(Segment segment) {
        return fTimes.whole().get(segment);
    }

    /**
     * @param phase
     *            of a restart of the campaign
     * @return what each vCPU of its VM did, by number; empty if there is only one, or none
     */
    public List<VcpuTime> vcpus(Phase phase) {
        return fTimes.vcpus().getOrDefault(phase, List.of());
    }

    /** @return whether a VM in it has several vCPUs */
    public boolean hasSeveralVcpus() {
        return !fTimes.vcpus().isEmpty();
    }

    /** @return where the time of the chain went altogether */
    public TimeSplit spent() {
        return TimeSplit.sum(fCampaign.chain().stream().map(this::spent).toList());
    }

    /** @return the chain by phase, the longest first; of equals in the order of their begins */
    public List<Sum> byPhase() {
        Map<String, List<Segment>> groups = fCampaign.chain().stream().collect(Collectors.groupingBy(Segment::group, LinkedHashMap::new,
                Collectors.toList()));
        return groups.entrySet().stream().map(group -> new Sum(group.getKey(), group.getValue().stream().mapToLong(Segment::duration).sum(),
                TimeSplit.sum(group.getValue().stream().map(this::spent).toList())))
                .sorted((one, other) -> Long.compare(other.duration(), one.duration())).toList();
    }
}
