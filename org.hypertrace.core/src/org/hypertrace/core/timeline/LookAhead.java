/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.event.HostEvent;

/**
 * Reports which thread runs on a processor <em>before</em> the processor's first switch. Until then its events belong to the thread which
 * that switch takes off the processor. So when the hypervisor reports on a processor whose thread is not known, all events
 * wait here until that is known. That is so at the begin of a trace and, also at a system call, after lost events. They then go on in their
 * order, preceded by what was found out ({@link HostEvent.ThreadOnCpu}).
 * <p>
 * At most {@code limit} events wait; after that they go on as they are, and the machine tracker counts the hypervisor's
 * events that belong to no known thread.
 */
public final class LookAhead {

    /** Takes events. (A Consumer's are objects, of each of which it would have to be seen again that it is an event.) */
    @FunctionalInterface
    public interface Next {
        /** @param event the next one in time order */
        void pass(HostEvent event);
    }

    /** Enough for seconds of a busy host, and less than 16 MiB. */
    public static final int DEFAULT_LIMIT = 1 << 17;

    /** A place in the queue for what a processor's next switch will report; the thread is null until then. */
    private static final class Pending {
        private final HostEvent fFirst;
        private HostEvent fFound;

        Pending(HostEvent first) {
            fFirst = first;
        }
    }

    private enum Knowledge { NONE, LOST, WANTED, KNOWN }

    private static final class Cpu {
        private Knowledge fKnowledge = Knowledge.NONE;
        private Pending fPending;
    }

    private final Next fNext;
    private final int fLimit;
    private final List<List<Cpu>> fHosts = new ArrayList<>();
    private final ArrayDeque<Object> fQueue = new ArrayDeque<>();
    private final ArrayList<Cpu> fWanted = new ArrayList<>();
    private volatile long fHeldSince = Long.MAX_VALUE;

    /**
     * @param next
     *            gets the events in their order
     * @param limit
     *            how many events may wait at the most
     */
    public LookAhead(Next next, int limit) {
        fNext = next;
        fLimit = limit;
    }

    /** @return the time of the oldest event that waits, {@link Long#MAX_VALUE} if none does */
    public long heldSince() {
        return fHeldSince;
    }

    /** @param event the next event in time order */
    public void accept(HostEvent event) {
        if (event instanceof HostEvent.Other || event instanceof HostEvent.GuestTraceEvent || event instanceof HostEvent.VmTraceEvent
                || event instanceof HostEvent.InterruptEntry || event instanceof HostEvent.InterruptExit
                || event instanceof HostEvent.LoneWords || event instanceof HostEvent.LoneVcpu) {
            pass(event);
            return;
        }
        Cpu cpu = cpu(event);
        if (event instanceof HostEvent.SchedSwitch s) {
            found(cpu, new HostEvent.ThreadOnCpu(s.time(), s.host(), s.cpu(), s.prevTid(), HostEvent.UNKNOWN_ID));
        } else if (event instanceof HostEvent.ThreadOnCpu) {
            found(cpu, event);
        } else if (event instanceof HostEvent.LostEvents) {
            fWanted.remove(cpu);
            cpu.fPending = null;
            cpu.fKnowledge = Knowledge.LOST;
        } else if (cpu.fKnowledge == Knowledge.NONE && isKvm(event)
                || cpu.fKnowledge == Knowledge.LOST && (isKvm(event) || isSystemCall(event))) {
            cpu.fKnowledge = Knowledge.WANTED;
            cpu.fPending = new Pending(event);
            fWanted.add(cpu);
            fQueue.add(cpu.fPending);
        }
        pass(event);
        if (fWanted.isEmpty()) {
            release();
        }
    }

    /** Lets everything go on that still waits: nothing more will be found out. */
    public void flush() {
        for (Cpu cpu : fWanted) {
            cpu.fKnowledge = Knowledge.KNOWN;
        }
        fWanted.clear();
        release();
    }

    private static boolean isKvm(HostEvent event) {
        return event instanceof HostEvent.KvmEntry || event instanceof HostEvent.KvmExit
                || event instanceof HostEvent.KvmOther || event instanceof HostEvent.KvmTscOffset
                || event instanceof HostEvent.KvmHypercall || event instanceof HostEvent.KvmUserspaceExit;
    }

    /** These decide what a vCPU's thread does, as the hypervisor's events do; only after a loss is there one already. */
    private static boolean isSystemCall(HostEvent event) {
        return event instanceof HostEvent.SyscallEntry || event instanceof HostEvent.SyscallExit;
    }

    private void found(Cpu cpu, HostEvent who) {
        if (cpu.fKnowledge == Knowledge.WANTED) {
            cpu.fPending.fFound = who;
            cpu.fPending = null;
            fWanted.remove(cpu);
        }
        cpu.fKnowledge = Knowledge.KNOWN;
    }

    private void pass(HostEvent event) {
        if (fQueue.isEmpty()) {
            fNext.pass(event);
            return;
        }
        fQueue.add(event);
        if (fHeldSince == Long.MAX_VALUE) {
            fHeldSince = event.time();
        }
        if (fQueue.size() >= fLimit) {
            flush();
        }
    }

    private void release() {
        for (Object o = fQueue.poll(); o != null; o = fQueue.poll()) {
            if (o instanceof HostEvent event) {
                fNext.pass(event);
            } else if (o instanceof Pending pending && pending.fFound instanceof HostEvent.ThreadOnCpu found) {
                fNext.pass(new HostEvent.ThreadOnCpu(pending.fFirst.time(), found.host(), found.cpu(), found.tid(),
                        found.pid()));
            }
        }
        // written for each event, it would cost more than all else here
        if (fHeldSince != Long.MAX_VALUE) {
            fHeldSince = Long.MAX_VALUE;
        }
    }

    /** Of which class most are is asked first: what a class answers need not be looked up, as what any event answers. */
    private Cpu cpu(HostEvent event) {
        if (event instanceof HostEvent.KvmExit e) {
            return cpu(e.host(), e.cpu());
        } else if (event instanceof HostEvent.KvmEntry e) {
            return cpu(e.host(), e.cpu());
        } else if (event instanceof HostEvent.KvmHypercall e) {
            return cpu(e.host(), e.cpu());
        } else if (event instanceof HostEvent.KvmOther e) {
            return cpu(e.host(), e.cpu());
        }
        return cpu(event.host(), event.cpu());
    }

    private Cpu cpu(int host, int cpu) {
        while (fHosts.size() <= host) {
            fHosts.add(new ArrayList<>());
        }
        List<Cpu> cpus = fHosts.get(host);
        while (cpus.size() <= cpu) {
            cpus.add(new Cpu());
        }
        return cpus.get(cpu);
    }
}
