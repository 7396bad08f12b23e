/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.LoneVcpuSign;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.MachineTracker;

/**
 * A cause for every nanosecond of a virtual CPU: the state it is in, the processor it has, who has it instead.
 * <p>
 * The state at an instant is the first of these that applies. While the vCPU's thread is off its processor:
 * <em>preempted</em> if it was still runnable; <em>waking</em> from the first waking at or after the switch; <em>halted</em>
 * if it sleeps interruptibly after an exit for HLT; else <em>blocked</em>. While it is on it, its state is <em>guest</em> from an entry to
 * the exit. The first event on that processor that is not the hypervisor's ends it, too. (On AMD the exit is recorded only after the host
 * served the interrupt that caused it.) Then there are <em>host interrupt</em>, and <em>VMM</em> from the return to user space to the next
 * system call or entry; else <em>host kernel</em>.
 * <p>
 * What a trace does not report stays unknown. After lost events every vCPU that did not run on another processor is unknown
 * until an event decides its state again. An event decides only what it reports (a switch to the thread does not report
 * whether it was in user space). While packets of a processor are missing, a vCPU that leaves another one is unknown, too.
 * <p>
 * Of a vCPU whose host has no trace only its own records decide: who else has a processor is not known. Who preempts it is who got its
 * processor first.
 * <p>
 * Part of the state tree that is fed from here:
 *
 * <pre>
 * Hosts/&lt;host id&gt;/vCPUs/&lt;tid&gt;#&lt;n&gt;/  State · Physical CPU · Waits for · Preempted by · Migrations
 *    Other entries                  (than those that begin a stretch of the state guest)
 *    Exits/&lt;isa&gt;:&lt;reason&gt;          (number of such exits so far that began no stretch of a state; State has the others)
 * Hosts/&lt;host id&gt;/CPUs/&lt;n&gt;/           Runnable vCPUs
 * </pre>
 */
public final class VcpuTracker {

    /** Raised by {@code releng/versions}. */
    public static final int VERSION = 4;

    private final MachineTracker fMachines;
    private final VcpuSink fSink;
    private final Tracked fTracked = new Tracked();

    /**
     * @param machines
     *            knows who runs; it handles every event before this tracker does
     * @param sink
     *            gets what is found
     */
    public VcpuTracker(MachineTracker machines, VcpuSink sink) {
        fMachines = machines;
        fSink = sink;
    }

    /** @param event the next event in time order, already handled by the machine tracker */
    public void handle(HostEvent event) {
        long time = fMachines.now().time();
        TrackedCpu cpu = fTracked.cpu(fMachines.now().host(), fMachines.now().cpu());
        if (event instanceof HostEvent.KvmEntry) {
            TrackedVcpu track = running(time, cpu);
            if (track != null) {
                track.entry();
                fSink.entered(time, track.vcpu());
                show(time, track);
            }
        } else if (event instanceof HostEvent.KvmExit e) {
            TrackedVcpu track = running(time, cpu);
            if (track != null) {
                track.exit(e.isa(), e.reason());
                fSink.exited(time, track.vcpu(), e.isa(), e.reason());
                show(time, track);
            }
        } else if (event instanceof HostEvent.KvmOther || event instanceof HostEvent.KvmTscOffset
                || event instanceof HostEvent.KvmHypercall) {
            TrackedVcpu track = running(time, cpu);
            if (track != null) {
                track.hypervisor();
                show(time, track);
            }
        } else if (event instanceof HostEvent.KvmUserspaceExit) {
            TrackedVcpu track = running(time, cpu);
            if (track != null) {
                track.userspaceExit();
                show(time, track);
            }
        } else if (event instanceof HostEvent.ThreadOnCpu) {
            TrackedVcpu track = running(time, cpu);
            if (track != null) {
                show(time, track);
            } else {
                // another thread has the processor, and the context alone shows so
                displace(time, cpu);
                cpu.setOccupant(fMachines.now().running());
            }
            cpu.waiting().forEach(waiting -> show(time, waiting));
        } else if (event instanceof HostEvent.LoneVcpu e) {
            alone(cpu, e);
        } else {
            notHypervisor(time, cpu, event);
        }
    }

    private void notHypervisor(long time, TrackedCpu cpu, HostEvent event) {
        TrackedVcpu track = cpu.track();
        if (track != null) {
            track.guestInterrupted();
        }
        if (event instanceof HostEvent.InterruptEntry e) {
            cpu.interrupts().begins(e.kind(), e.number());
        } else if (event instanceof HostEvent.InterruptExit e) {
            cpu.interrupts().ends(e.kind());
        } else if (event instanceof HostEvent.SchedSwitch e) {
            switched(cpu, e);
            return;
        } else if (event instanceof HostEvent.SyscallEntry && track != null) {
            track.syscall(true);
        } else if (event instanceof HostEvent.SyscallExit && track != null) {
            track.syscall(false);
        } else if (event instanceof HostEvent.SchedWakeup e) {
            waked(e);
        } else if (event instanceof HostEvent.SchedMigrate e) {
            TrackedVcpu moved = fTracked.vcpu(fMachines.thread(e.host(), e.tid()));
            if (moved != null && !moved.onCpu() && !moved.ended()) {
                waitFor(moved, fTracked.cpu(e.host(), e.destCpu()));
                show(e.time(), moved);
            }
        } else if (event instanceof HostEvent.ThreadEnds e) {
            ended(e.time(), fTracked.vcpu(fMachines.thread(e.host(), e.tid())));
        } else if (event instanceof HostEvent.ThreadBegins e) {
            reused(e);
        } else if (event instanceof HostEvent.LostEvents e) {
            lost(cpu, e);
        }
        if (track != null) {
            show(time, track);
        }
    }

    /** The vCPU that runs on the processor; that it does may be news, after lost events or at its first event. */
    private TrackedVcpu running(long time, TrackedCpu cpu) {
        TrackedVcpu track = fTracked.vcpu(fMachines.now().running());
        if (track == null || track.ended()) {
            return null;
        }
        if (cpu.track() != track) {
            displace(time, cpu);
            arrive(time, cpu, track);
        }
        return track;
    }

    private void switched(TrackedCpu cpu, HostEvent.SchedSwitch e) {
        long time = e.time();
        TrackedVcpu prev = fTracked.vcpu(fMachines.thread(e.host(), e.prevTid()));
        if (cpu.track() != prev) {
            displace(time, cpu);
        }
        cpu.switched();
        if (prev != null && !prev.ended()) {
            if (prev.vcpu().thread().ended()) {
                ended(time, prev);
            } else {
                prev.switchedOut(cpu, e.prevState(), fMachines.thread(e.host(), e.nextTid()));
                if (time < fTracked.lostUntil(e.host())) {
                    // a processor of which nothing is known may take it at any time
                    forget(time, prev);
                } else {
                    waitFor(prev, cpu);
                    fSink.physicalCpu(time, prev.vcpu(), HostEvent.UNKNOWN_ID);
                }
            }
        }
        HostThread next = fMachines.now().running();
        cpu.setOccupant(next);
        for (TrackedVcpu waiting : cpu.waiting()) {
            show(time, waiting);
        }
        TrackedVcpu track = fTracked.vcpu(next);
        if (track != null && !track.ended()) {
            arrive(time, cpu, track);
            show(time, track);
        }
    }

    private void arrive(long time, TrackedCpu cpu, TrackedVcpu track) {
        if (track.waitsFor() != null) {
            track.waitsFor().waiting().remove(track);
        }
        if (track.cpu() != null) {
            displace(time, track.cpu());
        }
        int from = track.lastCpu();
        track.switchedIn(cpu);
        cpu.setTrack(track);
        cpu.setOccupant(track.vcpu().thread());
        fSink.physicalCpu(time, track.vcpu(), cpu.known());
        if (from >= 0 && from < HostEventReader.MAX_CPUS && from != cpu.number()) {
            fSink.migrated(time, track.vcpu(), from, cpu.number());
        }
    }

    /** The vCPU thought to be on the processor is not: it left unseen. */
    private void displace(long time, TrackedCpu cpu) {
        TrackedVcpu track = cpu.track();
        if (track != null) {
            cpu.setTrack(null);
            if (!track.isAlone()) {
                forget(time, track);
            }
        }
    }

    private void forget(long time, TrackedVcpu track) {
        if (track.waitsFor() != null) {
            track.waitsFor().waiting().remove(track);
        }
        track.forget(time <= fTracked.lostUntil(track.vcpu().thread().host()));
        fSink.physicalCpu(time, track.vcpu(), HostEvent.UNKNOWN_ID);
        show(time, track);
    }

    /** Only the vCPU's own records decide from now on. */
    private void alone(TrackedCpu cpu, HostEvent.LoneVcpu e) {
        TrackedVcpu track = fTracked.vcpu(fMachines.thread(e.host(), e.tid()));
        if (cpu.track() == track) {
            cpu.setTrack(null);
        }
        if (track != null && e.sign() == LoneVcpuSign.LAST) {
            ended(e.time(), track);
        } else if (track != null) {
            forget(e.time(), track);
            track.beginAlone();
        }
    }

    private void waitFor(TrackedVcpu track, TrackedCpu cpu) {
        if (track.waitsFor() != cpu) {
            if (track.waitsFor() != null) {
                track.waitsFor().waiting().remove(track);
            }
            track.waitFor(cpu);
            cpu.waiting().add(track);
        }
    }

    private void waked(HostEvent.SchedWakeup e) {
        TrackedVcpu track = fTracked.vcpu(fMachines.thread(e.host(), e.tid()));
        if (track != null && track.woken()) {
            if (e.targetCpu() >= 0) {
                waitFor(track, fTracked.cpu(e.host(), e.targetCpu()));
            }
            show(e.time(), track);
        }
    }

    private void lost(TrackedCpu cpu, HostEvent.LostEvents e) {
        fTracked.lost(e);
        cpu.switched();
        cpu.setOccupant(null);
        for (TrackedVcpu track : fTracked.vcpus()) {
            if (track != null && track.vcpu().thread().host() == e.host() && !track.ended()
                    && !(track.onCpu() && track.lastCpu() != e.cpu())) {
                forget(e.time(), track);
            }
        }
    }

    private void ended(long time, TrackedVcpu track) {
        if (track == null || track.ended()) {
            return;
        }
        if (track.waitsFor() != null) {
            track.waitsFor().waiting().remove(track);
        }
        if (track.cpu() != null) {
            track.cpu().setTrack(null);
        }
        track.end(time, fSink);
        fSink.state(time, track.vcpu(), VcpuState.UNKNOWN);
        fSink.preemptedBy(time, track.vcpu(), null);
        fSink.physicalCpu(time, track.vcpu(), HostEvent.UNKNOWN_ID);
    }

    /** A new thread with the id of a vCPU's whose end was not recorded. */
    private void reused(HostEvent.ThreadBegins e) {
        for (TrackedVcpu track : fTracked.vcpus()) {
            HostThread thread = track == null ? null : track.vcpu().thread();
            if (thread != null && thread.host() == e.host() && thread.tid() == e.tid() && thread.ended()) {
                ended(e.time(), track);
            }
        }
    }

    private void show(long time, TrackedVcpu track) {
        if (!track.ended()) {
            track.show(time, fSink);
        }
    }
}
