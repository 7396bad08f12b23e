/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario;

/** A thread of a guest. Thread id 0 is the idle thread of a processor. */
public final class GuestTask {

    private final int fTid;
    private final int fTgid;
    private String fComm;
    private GuestCode fCpu;
    private boolean fEnded;
    private int fSyscall = -1;

    GuestTask(int tid, int tgid, String comm) {
        fTid = tid;
        fTgid = tgid;
        fComm = comm;
    }

    /** Its id in the guest. */
    public int tid() {
        return fTid;
    }

    int tgid() {
        return fTgid;
    }

    String comm() {
        return fComm;
    }

    void executes(String comm) {
        fComm = comm;
    }

    /** Where it runs, null if it does not. */
    GuestCode cpu() {
        return fCpu;
    }

    void runsOn(GuestCode cpu) {
        fCpu = cpu;
    }

    boolean ended() {
        return fEnded;
    }

    void ends() {
        fEnded = true;
    }

    /** The number of the system call it is in, -1 if in none. */
    int syscall() {
        return fSyscall;
    }

    void setSyscall(int number) {
        fSyscall = number;
    }

    @Override
    public String toString() {
        return fComm + '(' + fTid + ')';
    }
}
