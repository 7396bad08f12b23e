/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * A host of a scenario: its processors, threads and VMs, and its tracer, which records what a real one would. The threads
 * that are known when the recording begins are in its state dump; others are forked when they first run.
 */
public final class Host {

    private final Scenario fScenario;
    private final int fIndex;
    private final String fName;
    private final List<Cpu> fCpus = new ArrayList<>();
    private final List<HostThread<?>> fThreads = new ArrayList<>();
    private final List<Vm> fVms = new ArrayList<>();
    private UUID fClock;
    private long fClockOffset;
    private boolean fIntel;
    private Recorder fRecorder;
    private boolean fRecording;
    private long fNow = Long.MIN_VALUE;
    private long fEnd;
    private long fEvents;

    Host(Scenario scenario, int index, String name) {
        fScenario = scenario;
        fIndex = index;
        fName = name;
        fClock = UUID.nameUUIDFromBytes(("clock of " + name).getBytes(StandardCharsets.UTF_8));
        cpus(2);
    }

    /** How many processors it has; two if not reported. */
    public Host cpus(int count) {
        while (fCpus.size() < count) {
            fCpus.add(new Cpu(this, fCpus.size()));
        }
        fCpus.subList(count, fCpus.size()).clear();
        return this;
    }

    /**
     * Its clock, by which Trace Compass distinguishes machines, and the ns from the epoch to the clock's 0 (0 if not reported).
     */
    public Host clock(UUID clock, long offset) {
        fClock = clock;
        fClockOffset = offset;
        return this;
    }

    /** Its processors are Intel's, not AMD's: exit reasons have other codes. */
    public Host intel() {
        fIntel = true;
        return this;
    }

    /** One of its processors. */
    public Cpu cpu(int number) {
        if (number < 0 || number >= fCpus.size()) {
            throw new IllegalStateException(fName + " has no cpu" + number);
        }
        return fCpus.get(number);
    }

    /** A new thread that is no VM's: a process of its own. */
    public HostTask task(String name, int tid) {
        return add(new HostTask(this, name, tid, tid));
    }

    /** The VM of that name; a new one gets a process id of its own. */
    public Vm vm(String name) {
        for (Vm vm : fVms) {
            if (vm.name().equals(name)) {
                return vm;
            }
        }
        return vm(name, 1000 + 100 * fVms.size());
    }

    /** A new VM, as the process {@code pid}. */
    public Vm vm(String name, int pid) {
        fVms.add(new Vm(this, name, pid));
        return fVms.get(fVms.size() - 1);
    }

    <T extends HostThread<T>> T add(T thread) {
        fThreads.add(thread);
        return thread;
    }

    void recordWith(Recorder recorder) {
        fRecorder = recorder;
    }

    /**
     * An event is recorded: time passes for all, and if it is not the hypervisor's, no guest has that processor any more.
     */
    void record(Cpu cpu, long time, String name, Object... values) {
        begin(time);
        pass(time);
        if (!name.startsWith("kvm_") && cpu.occupant() instanceof Vcpu vcpu) {
            vcpu.life().hostHasProcessor();
        }
        write(cpu, time, name, values);
    }

    private void write(Cpu cpu, long time, String name, Object... values) {
        fRecorder.event(cpu.number(), time, name, values);
        fEnd = time;
        fEvents++;
    }

    /** With the first event, the tracer reports all threads that are there. */
    private void begin(long time) {
        if (fRecording) {
            return;
        }
        fRecording = true;
        Set<HostThread<?>> later = new HashSet<>();
        fVms.stream().filter(Vm::isLaunchedLater).forEach(vm -> {
            later.add(vm.qemu());
            later.addAll(vm.vcpus());
        });
        write(cpu(0), time, "lttng_statedump_start");
        for (HostThread<?> thread : fThreads) {
            if (!later.contains(thread) && !thread.known()) {
                write(cpu(0), time, "lttng_statedump_process_state", thread.tid(), thread.pid(), 1, thread.name(), 0, 0, 0,
                        0, 0, 0);
            }
        }
        write(cpu(0), time, "lttng_statedump_end");
    }

    /** Unless the trace has reported it already, a thread begins. */
    void fork(long time, Cpu cpu, HostThread<?> child) {
        begin(time);
        if (!child.known()) {
            record(cpu, time, "sched_process_fork", "systemd", 1, 1, 0, child.name(), child.tid(), new int[] { child.tid() },
                    child.pid(), 0);
        }
    }

    /** Time passes for every vCPU of the host. */
    void pass(long time) {
        if (time > fNow) {
            fVms.forEach(vm -> vm.pass(time));
            fNow = time;
        }
    }

    Scenario scenario() {
        return fScenario;
    }

    Schedule schedule() {
        return fScenario.schedule();
    }

    List<Vm> vms() {
        return fVms;
    }

    List<Cpu> cpus() {
        return fCpus;
    }

    int index() {
        return fIndex;
    }

    UUID clock() {
        return fClock;
    }

    long clockOffset() {
        return fClockOffset;
    }

    boolean isIntel() {
        return fIntel;
    }

    /** @return the time of the last recorded event */
    long end() {
        return fEnd;
    }

    /** @return how many events were recorded */
    long events() {
        return fEvents;
    }

    String name() {
        return fName;
    }
}
