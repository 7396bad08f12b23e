/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import org.hypertrace.core.container.Namespaces;
import org.hypertrace.core.event.HostEvent;

/**
 * A thread of a host over its life. The same thread id used again after the thread ended is another {@code HostThread}:
 * its {@link #incarnation()} is one higher.
 */
public final class HostThread {

    /** The idle thread of every processor. */
    public static final int IDLE = 0;
    /** Linux gives no such id: from here on they stand for threads of hosts that have no trace. */
    public static final int STAND_IN = 1 << 23;

    private final int fHost;
    private final int fTid;
    private final int fIncarnation;
    private String fComm;
    private HostProcess fProcess;
    private boolean fEnded;
    private VirtualCpu fVcpu;
    private Namespaces fNamespaces;

    HostThread(int host, int tid, int incarnation, String comm) {
        fHost = host;
        fTid = tid;
        fIncarnation = incarnation;
        fComm = comm;
    }

    /** @return the running number of the host it belongs to */
    public int host() {
        return fHost;
    }

    /** @return its thread id on the host */
    public int tid() {
        return fTid;
    }

    /** @return the how-manieth thread with this id in the trace it is, from 1 */
    public int incarnation() {
        return fIncarnation;
    }

    /** @return the id and the incarnation, unique within the host: {@code 386#1} */
    public String key() {
        return new Incarnation(fTid, fIncarnation).key();
    }

    /** @return whether its id is none of its host, which has no trace: the rings of a VM show that there is such a thread */
    public boolean isStandIn() {
        return fTid >= STAND_IN;
    }

    /** @return its last known name, empty if none was reported */
    public String comm() {
        return fComm;
    }

    /** @return whether it is a processor's idle thread */
    public boolean isIdle() {
        return fTid == IDLE;
    }

    /** @return its process, null as long as nothing reported it */
    public HostProcess process() {
        return fProcess;
    }

    /** @return the vCPU it runs, null if it caused no event of the hypervisor so far */
    public VirtualCpu vcpu() {
        return fVcpu;
    }

    /** @return whether it ended; it may still be switched out once */
    public boolean ended() {
        return fEnded;
    }

    /** @return the number in a thread name {@code CPU n/KVM} as QEMU gives it, else {@link HostEvent#UNKNOWN_ID} */
    int vcpuNumberInName() {
        int slash = fComm.indexOf("/KVM");
        if (!fComm.startsWith("CPU ") || slash < 5 || slash > 13) {
            return HostEvent.UNKNOWN_ID;
        }
        int number = 0;
        for (int i = 4; i < slash; i++) {
            int digit = fComm.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return HostEvent.UNKNOWN_ID;
            }
            number = number * 10 + digit;
        }
        return number;
    }

    boolean rename(String comm) {
        if (comm.isEmpty() || comm.equals(fComm)) {
            return false;
        }
        fComm = comm;
        return true;
    }

    /** Null if nothing reported any. */
    Namespaces namespaces() {
        return fNamespaces;
    }

    void setNamespaces(Namespaces namespaces) {
        fNamespaces = namespaces;
    }

    void setProcess(HostProcess process) {
        fProcess = process;
    }

    void setVcpu(VirtualCpu vcpu) {
        fVcpu = vcpu;
    }

    void end() {
        fEnded = true;
    }
}
