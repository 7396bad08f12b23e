/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.track;

import java.util.HashMap;
import java.util.Map;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.exit.track.VcpuTimes.Count;
import org.hypertrace.core.exit.track.VcpuTimes.Phase;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.vcpu.VcpuState;

/** A virtual CPU at this moment of the trace: whether its guest is left or entered, and since when it is in its state. */
final class TrackedExits {

    /** Threads that are distinguished among those that take its processor. */
    private static final int MAX_PREEMPTORS = 1 << 10;

    private static final long KNOWN = -1;
    private static final VcpuState[] STATES = VcpuState.values();

    private final ExitSink fSink;
    private final VcpuTimes fTimes = new VcpuTimes();
    private final UnknownTime fUnknown = new UnknownTime();
    private final Exit fExit;
    private Phase fPhase = Phase.OUTSIDE;
    private VcpuState fState = VcpuState.UNKNOWN;
    private long fSince;
    /** Since when it is unknown what it does because events are missing; else, and before its first event, {@link #KNOWN}. */
    private long fUnknownSince = KNOWN;
    private boolean fEnded;
    private final Map<HostThread, long[]> fPreemptors = new HashMap<>();
    private HostThread fPreemptor;

    TrackedExits(Exit exit, long begin, ExitSink sink) {
        fExit = exit;
        fSince = begin;
        fSink = sink;
    }

    VirtualCpu vcpu() {
        return fExit.vcpu();
    }

    VcpuState state() {
        return fState;
    }

    VcpuTimes times() {
        return fTimes;
    }

    /** When it was unknown what it did, as far as that is over. */
    UnknownTime unknown() {
        return fUnknown;
    }

    /** Until when its time is accounted for: in the end, the end of its life. */
    long since() {
        return fSince;
    }

    /** The exit it is in, null if it is in none. */
    Exit open() {
        return fPhase == Phase.EXIT && !fEnded ? fExit : null;
    }

    /** The time of an open exit is not added up before it is known whether the exit is complete. */
    private void account(long time) {
        long ns = time - fSince;
        if (ns > 0) {
            fSince = time;
            if (fState == VcpuState.PREEMPTED && fPreemptor != null) {
                HostThread preemptor = fPreemptors.size() < MAX_PREEMPTORS || fPreemptors.containsKey(fPreemptor) ? fPreemptor
                        : null;
                fPreemptors.computeIfAbsent(preemptor, key -> new long[1])[0] += ns;
            }
            if (fPhase == Phase.EXIT) {
                fExit.add(fState, ns);
            } else {
                fTimes.add(fPhase, fState, ns);
            }
        }
    }

    /** From now on this thread has the processor that it waits for; null: none is known. */
    void preemptedBy(long time, HostThread thread) {
        if (!fEnded) {
            account(time);
            fPreemptor = thread;
        }
    }

    /** How long others had the processor while it was preempted, ns; null stands for further ones. */
    Map<HostThread, long[]> preemptors() {
        return fPreemptors;
    }

    void state(long time, VcpuState state) {
        if (fEnded) {
            return;
        }
        account(time);
        if (state != VcpuState.UNKNOWN) {
            known(time);
        }
        boolean wasKnown = fState != VcpuState.UNKNOWN;
        fState = state;
        if (vcpu().thread().ended() && fExit.nested() == null && state == VcpuState.UNKNOWN) {
            end(time);
        } else if (state == VcpuState.UNKNOWN) {
            // events were lost, or another thread turned up where this one was thought to be
            if (wasKnown) {
                forget(time);
            }
            close(time, HostEvent.UNKNOWN_ID, Count.LOST, Phase.BROKEN);
            fPhase = Phase.OUTSIDE;
        }
    }

    /** Events are missing from now on: if its state is unknown, that is why. */
    void lost(long time) {
        if (!fEnded && fState == VcpuState.UNKNOWN) {
            forget(time);
        }
    }

    private void forget(long time) {
        fUnknownSince = fUnknownSince == KNOWN ? time : fUnknownSince;
    }

    private void known(long time) {
        if (fUnknownSince != KNOWN) {
            fUnknown.add(fUnknownSince, time);
            fUnknownSince = KNOWN;
        }
    }

    /** Of a guest's guest: nothing shows what became of it. */
    void vanishes(long time) {
        account(time);
        close(time, HostEvent.UNKNOWN_ID, Count.WITHOUT_ENTRY, Phase.BROKEN);
        fPhase = Phase.OUTSIDE;
    }

    /** Of a guest's guest: the vCPU that entered it last has ended; another may go on with it. */
    void pause(long time) {
        account(time);
        if (fPhase == Phase.ENTERED) {
            fTimes.add(Count.ENDED_ENTERED);
        }
        close(time, HostEvent.UNKNOWN_ID, Count.UNFINISHED, Phase.UNFINISHED);
        fPhase = Phase.OUTSIDE;
        fState = VcpuState.UNKNOWN;
    }

    void entered(long time, int cpu) {
        account(time);
        if (fPhase == Phase.ENTERED) {
            fTimes.add(Count.ENTRY_AGAIN);
        }
        close(time, cpu, Count.COMPLETE, Phase.EXIT);
        fPhase = Phase.ENTERED;
    }

    void exited(HostEvent.KvmExit event) {
        account(event.time());
        if (fPhase != Phase.ENTERED) {
            fTimes.add(Count.AFTER_NO_ENTRY);
        }
        close(event.time(), event.cpu(), Count.WITHOUT_ENTRY, Phase.BROKEN);
        fPhase = Phase.EXIT;
        fExit.begin(event);
        fExit.addHostExit();
        fSink.begins(fExit);
    }

    void end(long time) {
        if (!fEnded) {
            account(time);
            known(time);
            if (fPhase == Phase.ENTERED) {
                fTimes.add(Count.ENDED_ENTERED);
            }
            close(time, HostEvent.UNKNOWN_ID, Count.UNFINISHED, Phase.UNFINISHED);
            fEnded = true;
        }
    }

    private void close(long time, int cpu, Count as, Phase phase) {
        if (fPhase != Phase.EXIT) {
            return;
        }
        fExit.end(time, cpu);
        fTimes.add(as);
        for (VcpuState state : STATES) {
            fTimes.add(phase, state, fExit.ns(state));
        }
        if (phase == Phase.EXIT) {
            fSink.ends(fExit);
        } else {
            fSink.breaksOff(fExit);
        }
    }
}
