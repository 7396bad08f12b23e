/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario;

/**
 * A thread of a host: on a processor, waiting for one, or asleep. Every verb carries its time (ns since the epoch) and reports
 * what happens then; verbs may be reported in any order. What cannot be - a thread without a processor goes to sleep - is
 * refused by an {@link IllegalStateException} that reports who, what and when, as soon as the scenario is recorded.
 *
 * @param <T>
 *            the kind of thread, so that verbs can follow one another
 */
public abstract class HostThread<T extends HostThread<T>> {

    private static final long INTERRUPTIBLE = 1;
    private static final long UNINTERRUPTIBLE = 2;
    private static final long DEAD = 16;
    /** What LTTng reports of a thread that did not want to leave. */
    private static final long PREEMPTED = 0x100;

    private final Host fHost;
    private final String fName;
    private final int fTid;
    private final int fPid;
    private boolean fKnown;
    private boolean fEnded;
    private Cpu fCpu;
    private Cpu fLastCpu;
    private Cpu fWaitsFor;
    private long fOff = INTERRUPTIBLE;
    private boolean fWoken;
    private long fNamedAt = Long.MIN_VALUE;
    private Cpu fNamedOn;

    HostThread(Host host, String name, int tid, int pid) {
        fHost = host;
        fName = name;
        fTid = tid;
        fPid = pid;
    }

    abstract T self();

    /** It runs for the first time, on an idle processor. */
    public T startsOn(long time, int cpu) {
        return at(time, () -> {
            require(time, fLastCpu == null, "start: it has run before; it is woken and resumes");
            Cpu on = fHost.cpu(cpu);
            require(time, on.isIdle(), "start on " + on + ": " + on.occupant() + " has it");
            on.switches(time, 0, this);
        });
    }

    /** It gets the processor it waits for. A vCPU that has it is preempted, another thread goes to sleep. */
    public T resumes(long time) {
        return at(time, () -> {
            require(time, runnable(), "resume: it is not waiting for a processor");
            HostThread<?> other = fWaitsFor.occupant();
            other.gives(time);
            fWaitsFor.switches(time, fWaitsFor.isIdle() ? 0 : other instanceof Vcpu ? PREEMPTED : INTERRUPTIBLE, this);
        });
    }

    /**
     * Another thread takes its processor, and it waits for it. If it runs a guest, the guest is left at the same time for an
     * interrupt. A task that sleeps is woken for that.
     */
    public T preemptedBy(long time, HostThread<?> other) {
        return leaves(time, "be preempted", PREEMPTED, other);
    }

    /** It gives its processor to another thread, and waits for it: by its own will. */
    public T yieldsTo(long time, HostThread<?> other) {
        return leaves(time, "yield", 0, other);
    }

    /** It goes to sleep until it is woken; the processor idles. */
    public T sleeps(long time) {
        return leaves(time, "sleep", INTERRUPTIBLE, null);
    }

    /** It goes to sleep until it is woken, and another thread gets the processor. */
    public T sleepsFor(long time, HostThread<?> other) {
        return leaves(time, "sleep", INTERRUPTIBLE, other);
    }

    /** It goes to sleep until what it waits for is there, mostly a disk; the processor idles. */
    public T blocks(long time) {
        return leaves(time, "block", UNINTERRUPTIBLE, null);
    }

    /** It ends; the processor idles. */
    public T ends(long time) {
        return at(time, () -> {
            Cpu cpu = requireCpu(time, "end");
            fHost.record(cpu, time, "sched_process_exit", fName, fTid, 20);
            dies(time);
            cpu.switches(time, DEAD, cpu.idle());
            fEnded = true;
        });
    }

    /** It is woken by its last processor, where it will run. */
    public T wakes(long time) {
        return at(time, () -> wake(time, fLastCpu, fLastCpu));
    }

    /** It is woken to run on another processor, which records that. */
    public T wakesOn(long time, int cpu) {
        return at(time, () -> wake(time, fHost.cpu(cpu), fHost.cpu(cpu)));
    }

    /** It is woken by one processor to run on another. */
    public T wakesOn(long time, int cpu, int by) {
        return at(time, () -> wake(time, fHost.cpu(cpu), fHost.cpu(by)));
    }

    /** While it waits, it is moved to the queue of another processor, which records that. */
    public T migratesTo(long time, int cpu) {
        return at(time, () -> {
            require(time, runnable(), "migrate: it is not waiting for a processor");
            migrate(time, fHost.cpu(cpu), fHost.cpu(cpu));
        });
    }

    private T leaves(long time, String what, long state, HostThread<?> other) {
        return at(time, () -> {
            Cpu cpu = requireCpu(time, what);
            if ((state & 0xff) == 0) {
                gives(time);
            } else {
                requireKernel(time, what);
            }
            if (other instanceof HostTask && !other.runnable() && !other.fEnded && other.fCpu == null) {
                other.wake(time, cpu, cpu);
            }
            cpu.switches(time, state, other == null ? cpu.idle() : other);
        });
    }

    private void wake(long time, Cpu target, Cpu by) {
        require(time, fCpu == null && !fEnded && !runnable() && target != null, "be woken: it does not sleep");
        named(time, by);
        Cpu from = fLastCpu == null ? target : fLastCpu;
        fHost.record(by, time, "sched_waking", fName, fTid, 20, from.number());
        fWoken = true;
        if (from != target) {
            migrate(time, target, by);
        }
        fHost.record(by, time, "sched_wakeup", fName, fTid, 20, target.number());
        fWaitsFor = target;
    }

    private void migrate(long time, Cpu to, Cpu by) {
        named(time, by);
        Cpu from = fWaitsFor == null ? fLastCpu : fWaitsFor;
        fHost.record(by, time, "sched_migrate_task", fName, fTid, 20, from.number(), to.number());
        fWaitsFor = to;
    }

    /** Its processor is about to go to another thread. */
    void gives(long time) {
        // only a vCPU has something to leave first
    }

    /** For a sleep or its end it must be in the kernel's hands. */
    void requireKernel(long time, String what) {
        // only a vCPU can be elsewhere
    }

    void dies(long time) {
        requireKernel(time, "end");
    }

    /** It is about to get the processor: can it? */
    void arrives(long time, Cpu cpu) {
        if (fTid == 0) {
            return;
        }
        require(time, !fEnded, "run: it has ended");
        require(time, fCpu == null, "run on " + cpu + ": it runs on " + fCpu);
        require(time, fLastCpu == null || runnable(), "run: it sleeps; it must be woken");
        require(time, fWaitsFor == null || fWaitsFor == cpu, "run on " + cpu + ": it waits for " + fWaitsFor
                + "; it must migrate");
        fHost.fork(time, cpu, this);
    }

    void gets(Cpu cpu) {
        fCpu = cpu;
        fLastCpu = cpu;
        fWaitsFor = null;
        fWoken = false;
    }

    void leaves(Cpu cpu, long state) {
        fCpu = null;
        fOff = state;
        fWoken = false;
        fWaitsFor = cpu;
    }

    /** Two processors that report something of one thread at the same time: the order in the trace would be anyone's guess. */
    void named(long time, Cpu on) {
        if (fTid != 0 && time == fNamedAt && on != fNamedOn) {
            throw new IllegalStateException(time + ": " + this + " is named on " + fNamedOn + " and " + on
                    + " at the same time");
        }
        fNamedAt = time;
        fNamedOn = on;
    }

    boolean runnable() {
        return fCpu == null && !fEnded && ((fOff & 0xff) == 0 || fWoken);
    }

    boolean woken() {
        return fWoken;
    }

    /** The raw state in which it left its processor. */
    long off() {
        return fOff;
    }

    boolean ended() {
        return fEnded;
    }

    /** The processor it has, null if none. */
    Cpu cpu() {
        return fCpu;
    }

    Cpu lastCpu() {
        return fLastCpu;
    }

    Cpu waitsFor() {
        return fWaitsFor;
    }

    Host host() {
        return fHost;
    }

    String name() {
        return fName;
    }

    int tid() {
        return fTid;
    }

    int pid() {
        return fPid;
    }

    /** @return whether the trace has reported it before */
    boolean known() {
        boolean known = fKnown;
        fKnown = true;
        return known;
    }

    T at(long time, Runnable what) {
        fHost.schedule().at(time, what);
        return self();
    }

    Cpu requireCpu(long time, String what) {
        require(time, fCpu != null, what + ": it is on no processor");
        return fCpu;
    }

    void require(long time, boolean can, String what) {
        if (!can) {
            throw new IllegalStateException(time + ": " + this + " cannot " + what);
        }
    }

    @Override
    public String toString() {
        return fName + '(' + fTid + ')';
    }
}
