/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.testing.scenario.PlannedEvent.Origin;
import org.hypertrace.testing.story.GuestEncoder;

/** A VM: a process of the host, its vCPUs, and the tracer in its guest. */
public final class Vm {

    private static final long KERNEL_CODE = 0xffffffff81000100L;
    private static final long USER_CODE = 0x401000;

    private final Host fHost;
    private final String fName;
    private final int fPid;
    private final HostTask fQemu;
    private final Map<Integer, Vcpu> fVcpus = new TreeMap<>();
    private final Map<Vcpu, Numbering> fNumberings = new TreeMap<>(Comparator.comparingInt(Vcpu::number));
    private final GuestBook fBook = new GuestBook(this);
    private final NestedBook fNested = new NestedBook(this);
    private List<PlannedEvent> fMessages = new ArrayList<>();
    private Batching fBatching = new Batching(0);
    private long fSpan;
    private boolean fInManifest;
    private boolean fLaunchedLater;
    private boolean fNumbered;
    private int fWithin = 1;
    private long fBefore = 1;
    private long fAfter = 1;
    private long fHypercalls;

    Vm(Host host, String name, int pid) {
        fHost = host;
        fName = name;
        fPid = pid;
        fQemu = host.add(new HostTask(host, "qemu-system-x86", pid, pid));
    }

    /** The recording's manifest reports its name. */
    public Vm inManifest() {
        fInManifest = true;
        return this;
    }

    /** It is no part of the state dump: QEMU's thread is forked at that time, its others when they first run. */
    public Vm launches(long time) {
        fQemu.at(time, () -> fHost.fork(time, fHost.cpu(0), fQemu));
        fLaunchedLater = true;
        return this;
    }

    /**
     * Each exit for a hypercall of the tracer lasts so long, ns before and after the hypercall: 1 and 1 if not reported. It must
     * be reported before the guest does anything.
     */
    public Vm tracerCost(long before, long after) {
        fBefore = before;
        fAfter = after;
        return this;
    }

    /** The tracer reports switches, system calls and functions in batches that reach at the most so many ns back. */
    public Vm batches(long span) {
        fSpan = Math.min(span, Batching.MAX_SPAN);
        fBatching = new Batching(fSpan);
        return this;
    }

    /** The tracer numbers its hypercalls. */
    public Vm numbers() {
        fNumbered = true;
        return this;
    }

    /** The tracer numbers its hypercalls, but so many that follow each other come in any order. */
    public Vm numbersOutOfOrder(int within) {
        fWithin = within;
        return numbers();
    }

    /** One of its vCPUs; its thread's id is the process's plus two plus its number. */
    public Vcpu vcpu(int number) {
        return fVcpus.containsKey(number) ? fVcpus.get(number) : vcpu(number, fPid + 2 + number);
    }

    /** A new vCPU as the thread {@code tid}. */
    public Vcpu vcpu(int number, int tid) {
        Vcpu vcpu = fHost.add(new Vcpu(this, number, tid));
        fVcpus.put(number, vcpu);
        return vcpu;
    }

    /** The thread of QEMU that is no vCPU. */
    public HostTask qemu() {
        return fQemu;
    }

    /** A task of the guest, a process of its own. */
    public GuestTask task(int tid, String comm) {
        return new GuestTask(tid, tid, comm);
    }

    /** A thread of a guest's process. */
    public GuestTask thread(int tid, GuestTask of, String comm) {
        return new GuestTask(tid, of.tgid(), comm);
    }

    void add(PlannedEvent message) {
        fMessages.add(message);
    }

    /** Decides how all that is reported before a time is reported, and lets it happen. */
    void plan(long until) {
        List<PlannedEvent> now = new ArrayList<>();
        List<PlannedEvent> later = new ArrayList<>();
        fMessages.forEach(message -> (message.time() < until ? now : later).add(message));
        fMessages = later;
        now.sort(Comparator.comparingLong(PlannedEvent::time).thenComparingLong(PlannedEvent::order));
        fBatching.plan(now);
        if (fNumbered) {
            for (Vcpu vcpu : fVcpus.values()) {
                fNumberings.computeIfAbsent(vcpu, key -> new Numbering(fWithin, vcpu.tid()))
                        .number(now.stream().filter(message -> message.vcpu() == vcpu).toList());
            }
        }
        now.stream().filter(message -> !message.isUnreported()).forEach(this::schedule);
    }

    private void schedule(PlannedEvent message) {
        Schedule schedule = fHost.schedule();
        Vcpu vcpu = message.vcpu();
        if (message.calls() == 0) {
            schedule.at(message.time(), message.order(), 0, () -> {
                vcpu.requireGuest(message.time(), message.kind().label());
                happens(message);
            });
        }
        List<Hypercall> words = new ArrayList<>();
        boolean isKernel = message.origin() == Origin.KERNEL || message.origin() == Origin.FOREIGN;
        boolean isTracer = message.origin() == Origin.KERNEL || message.origin() == Origin.USER;
        for (int i = 0; i < message.calls(); i++) {
            int call = i;
            long time = message.time() + call * period();
            schedule.at(time - fBefore, message.order(), 3 * call, () -> {
                vcpu.requireGuest(time - fBefore, message.kind().label());
                vcpu.exit(time - fBefore, Exit.HYPERCALL, isKernel ? KERNEL_CODE : USER_CODE, isTracer);
            });
            schedule.at(time, message.order(), 3 * call + 1, () -> {
                vcpu.requireHypervisor(time, message.kind().label());
                if (call == 0) {
                    fHost.pass(time);
                    happens(message);
                    words.addAll(encode(message));
                }
                Hypercall h = words.get(call);
                Hypercall numbered = message.number(call) == 0 ? h : GuestEncoder.numbered(h, message.number(call));
                vcpu.hypercall(time, numbered.nr(), h.a0(), h.a1(), h.a2(), h.a3());
                fHypercalls++;
            });
            schedule.at(time + fAfter, message.order(), 3 * call + 2, () -> vcpu.enter(time + fAfter));
        }
    }

    private void happens(PlannedEvent message) {
        fHost.pass(message.time());
        fBook.accept(message, message.happens());
    }

    private static List<Hypercall> encode(PlannedEvent message) {
        GuestEvent event = message.event();
        if (!message.with().isEmpty()) {
            List<GuestEvent> all = message.with().stream().map(PlannedEvent::event).toList();
            return List.of(switch (message.kind()) {
            case SCHED_SWITCH -> GuestEncoder.switchBatch(all.stream().map(GuestEvent.SchedSwitch.class::cast).toList());
            case FUNC_EXIT -> GuestEncoder.functionBatch(all.stream().map(GuestEvent.FunctionExit.class::cast).toList());
            default -> GuestEncoder.syscallPair((GuestEvent.SyscallEntry) all.get(0), (GuestEvent.SyscallExit) event);
            });
        }
        return event instanceof GuestEvent.Text text ? GuestEncoder.text(text)
                : event instanceof GuestEvent.Name name ? GuestEncoder.name(name) : List.of(GuestEncoder.encode(event));
    }

    void boots() {
        fVcpus.values().forEach(vcpu -> vcpu.guest().boots());
    }

    void pass(long time) {
        fVcpus.values().forEach(vcpu -> vcpu.life().pass(time));
    }

    /** From one hypercall to the next if there are several in a row, ns. */
    public long period() {
        return fBefore + fAfter + 1;
    }

    int spanInMs() {
        return (int) ((fSpan + 999_999) / 1_000_000);
    }

    Host host() {
        return fHost;
    }

    String name() {
        return fName;
    }

    int pid() {
        return fPid;
    }

    boolean isInManifest() {
        return fInManifest;
    }

    boolean isLaunchedLater() {
        return fLaunchedLater;
    }

    List<Vcpu> vcpus() {
        return List.copyOf(fVcpus.values());
    }

    NestedBook nested() {
        return fNested;
    }

    Truth.Guest truth() {
        return fHypercalls == 0 ? null : fBook.truth(fHypercalls, fNumberings.values());
    }
}
