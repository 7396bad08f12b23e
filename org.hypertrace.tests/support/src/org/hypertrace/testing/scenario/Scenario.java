/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

import org.hypertrace.core.event.HostEvent;

/**
 * What hosts, VMs and their guests do, reported in verbs that carry their time, and recorded as real traces together with what
 * is true of them:
 *
 * <pre>
 * Scenario scenario = new Scenario();
 * Vcpu vcpu = scenario.vm("web").vcpu(0);
 * vcpu.startsOn(100, 0).enters(110).exits(150, HLT).halts(160).wakes(200).resumes(220).enters(230);
 * vcpu.preemptedBy(300, scenario.host("host").task("backup", 50)).resumes(400).enters(410);
 * vcpu.boot().hello(115);
 * vcpu.guest().switchTo(240, scenario.vm("web").task(17, "sh"));
 * Recorded recorded = scenario.until(500).in(folder);
 * </pre>
 *
 * Verbs may be reported in any order; what they report is put in order of time, at equal times in that of reporting. Then it is
 * checked: what cannot be is an {@link IllegalStateException} that reports who, what and when. A scenario is recorded once.
 */
public final class Scenario {

    private final List<Host> fHosts = new ArrayList<>();
    private final Schedule fSchedule = new Schedule();
    private boolean fKeeps = true;
    private boolean fRecorded;

    /** The host of that name; a new one has two processors. */
    public Host host(String name) {
        for (Host host : fHosts) {
            if (host.name().equals(name)) {
                return host;
            }
        }
        fHosts.add(new Host(this, fHosts.size(), name));
        return fHosts.get(fHosts.size() - 1);
    }

    /** The VM of that name, wherever it is; a new one is on the first host, or on one named {@code host}. */
    public Vm vm(String name) {
        for (Host host : fHosts) {
            for (Vm vm : host.vms()) {
                if (vm.name().equals(name)) {
                    return vm;
                }
            }
        }
        return host(fHosts.isEmpty() ? "host" : fHosts.get(0).name()).vm(name);
    }

    /** The recording of all hosts lasts at least until then. */
    public Scenario until(long time) {
        fHosts.forEach(host -> host.cpu(host.cpus().size() - 1).event(time));
        return this;
    }

    /**
     * Records it.
     *
     * @param folder
     *            gets the traces
     * @return where they are, and the truth
     * @throws IOException
     *             if it cannot be written
     */
    public Recorded in(Path folder) throws IOException {
        return load(folder, 0, 0, begin -> {
            // all is reported
        });
    }

    /**
     * Records what is reported bit by bit, in memory that does not grow with it. The truth has no lists of events and intervals
     * then.
     *
     * @param folder
     *            gets the traces
     * @param rounds
     *            how often {@code round} reports more
     * @param length
     *            ns of a round; the first begins at that time
     * @param round
     *            gets the begin of a round, and reports nothing that would be recorded before
     * @return where they are, and the truth
     * @throws IOException
     *             if it cannot be written
     */
    public Recorded load(Path folder, long rounds, long length, LongConsumer round) throws IOException {
        fKeeps = rounds == 0;
        List<CtfRecorder> recorders = new ArrayList<>();
        List<Path> traces = new ArrayList<>();
        try {
            begin();
            for (Host host : fHosts) {
                traces.add(folder.resolve(host.name()).resolve("kernel"));
                Path trace = traces.get(traces.size() - 1);
                CtfRecorder recorder = new CtfRecorder(trace, host.name(), host.clock(), host.clockOffset());
                recorders.add(recorder);
                host.recordWith(recorder);
                manifest(host, folder.resolve(host.name()));
            }
            for (long i = 1; i <= rounds; i++) {
                round.accept(i * length);
                play(i * length);
            }
            play(Long.MAX_VALUE);
        } finally {
            for (CtfRecorder recorder : recorders) {
                recorder.close();
            }
        }
        return new Recorded(folder, traces, truth());
    }

    /**
     * Reports it to an engine, without a trace.
     *
     * @param engine
     *            gets the events of all hosts in the order of time; a host's number is its place in the order of reporting
     * @return the truth
     */
    public Truth report(Consumer<HostEvent> engine) {
        begin();
        fHosts.forEach(host -> host.recordWith(new HostEventRecorder(host.index(), engine)));
        play(Long.MAX_VALUE);
        return truth();
    }

    private void begin() {
        if (fRecorded) {
            throw new IllegalStateException("a scenario is recorded once");
        }
        fRecorded = true;
    }

    private void play(long until) {
        fHosts.forEach(host -> host.vms().forEach(vm -> vm.plan(until)));
        fSchedule.play(until);
    }

    private static void manifest(Host host, Path folder) throws IOException {
        String vms = host.vms().stream().filter(Vm::isInManifest)
                .map(vm -> "{ \"name\": \"%s\", \"pid\": %d }".formatted(vm.name(), vm.pid()))
                .collect(Collectors.joining(", "));
        if (!vms.isEmpty()) {
            Files.writeString(folder.resolve("hypertrace.json"),
                    "{ \"version\": 1, \"host\": \"" + host.name() + "\", \"vms\": [ " + vms + " ] }\n");
        }
    }

    private Truth truth() {
        List<Truth.Vcpu> vcpus = new ArrayList<>();
        List<Truth.Guest> guests = new ArrayList<>();
        List<Truth.NestedExit> nested = new ArrayList<>();
        for (Host host : fHosts) {
            for (Vm vm : host.vms()) {
                vm.vcpus().stream().filter(vcpu -> vcpu.life().ranGuest()).forEach(vcpu -> vcpus.add(vcpu.life().truth()));
                guests.add(vm.truth());
                nested.addAll(vm.nested().truth());
            }
        }
        guests.removeIf(Objects::isNull);
        List<Truth.Host> hosts = fHosts.stream().map(host -> new Truth.Host(host.name(), host.end(), host.events()))
                .toList();
        return new Truth(hosts, vcpus, guests, nested);
    }

    Schedule schedule() {
        return fSchedule;
    }

    /** Whether the books keep every event and interval. */
    boolean keeps() {
        return fKeeps;
    }
}
