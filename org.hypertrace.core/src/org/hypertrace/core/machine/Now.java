/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import org.hypertrace.core.event.HostEvent;

/**
 * The event that a {@link MachineTracker} handled last, whatever it is: when and where it was, and who runs there since. Trackers ask
 * this and not the event: of that there are many classes, in which the processor would look up each answer.
 */
public final class Now {

    private long fTime;
    private Host fHost;
    private int fCpu;

    Now() {
        // before the first event
    }

    /**
     * An event is handled. Of which class most are is asked first: what a class answers need not be looked up, as what any event answers.
     *
     * @return the number of its host
     */
    int at(HostEvent event) {
        if (event instanceof HostEvent.KvmExit e) {
            return at(e.time(), e.host(), e.cpu());
        } else if (event instanceof HostEvent.KvmEntry e) {
            return at(e.time(), e.host(), e.cpu());
        } else if (event instanceof HostEvent.KvmOther e) {
            return at(e.time(), e.host(), e.cpu());
        } else if (event instanceof HostEvent.KvmHypercall e) {
            return at(e.time(), e.host(), e.cpu());
        } else if (event instanceof HostEvent.SchedSwitch e) {
            return at(e.time(), e.host(), e.cpu());
        } else if (event instanceof HostEvent.InterruptEntry e) {
            return at(e.time(), e.host(), e.cpu());
        } else if (event instanceof HostEvent.InterruptExit e) {
            return at(e.time(), e.host(), e.cpu());
        } else if (event instanceof HostEvent.Other e) {
            return at(e.time(), e.host(), e.cpu());
        }
        return at(event.time(), event.host(), event.cpu());
    }

    private int at(long time, int host, int cpu) {
        fTime = time;
        fCpu = cpu;
        return host;
    }

    /** The host of the event. */
    void on(Host host) {
        if (fHost != host) {
            fHost = host;
        }
    }

    /** @return ns since the epoch; 0 before the first event */
    public long time() {
        return fTime;
    }

    /** @return the running number of the host; there must have been an event */
    public int host() {
        return fHost.number();
    }

    /** @return the processor; there must have been an event */
    public int cpu() {
        return fCpu;
    }

    /** @return the thread that runs there, null if that is not known, or before the first event */
    public HostThread running() {
        return fHost == null ? null : fHost.running(fCpu);
    }

    /** @return the vCPU that this thread is, null if it is none */
    public VirtualCpu vcpu() {
        HostThread thread = running();
        return thread == null ? null : thread.vcpu();
    }
}
