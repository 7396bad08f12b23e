/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown;

import java.util.List;

import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.ThreadName;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.run.Ending;
import org.hypertrace.core.run.GuestRun;
import org.hypertrace.core.shutdown.track.ShutdownKind;
import org.hypertrace.core.shutdown.track.StepKind;

/**
 * A shutdown or restart of a guest, as the model has it. Times are ns since the epoch, ends exclusive.
 *
 * @param host
 *            the host of the VM
 * @param vm
 *            the VM, null if its host saw none run a guest
 * @param who
 *            the guest
 * @param threads
 *            the place of the guest's threads in the state system, -1 if it has none
 * @param number
 *            from 1: which shutdown of this guest in the trace
 * @param end
 *            when QEMU reset the machine or was gone, or the guest booted again; if none of these, the trace's end
 * @param ending
 *            how it ended, null if it did not
 * @param kind
 *            what was asked for, null if not recorded
 * @param requested
 *            when user space was asked to end, -1 if not recorded
 * @param called
 *            when a process asked the kernel for it, -1 if not recorded
 * @param kernel
 *            when the kernel began with it, -1 if not recorded
 * @param last
 *            when the kernel did its last, -1 if it does not show it
 * @param tripleFault
 *            when the processor gave up, -1 if it did not
 * @param tid
 *            the guest thread that does it, -1 if not recorded
 * @param vcpu
 *            the place in the state system of the vCPU on which the kernel began, -1 if not known
 * @param text
 *            where {@code _text} is, 0 if not recorded
 * @param others
 *            how many parts, processes and later shutdowns are not kept
 * @param parts
 *            in the order of their begins
 * @param processes
 *            those of user space that were there between the request and the kernel, but PID 1; in the order in which they were reported
 */
public record GuestShutdown(Machines.Host host, Machines.Vm vm, VmName who, int threads, int number, long begin,
        long end, Ending ending, ShutdownKind kind, long requested, long called, long kernel, long last, long tripleFault, int tid,
        int vcpu, long text, int others, List<Part> parts, List<Process> processes)
        implements GuestRun {

    /**
     * A part of it, as the guest reported it.
     *
     * @param number
     *            from 0, in the order of the begins
     * @param depth
     *            how many others it is in
     * @param id
     *            the guest's number for it, -1 if it has none
     * @param address
     *            of the function, 0 if not recorded
     * @param name
     *            as the guest reported it, null if it did not
     * @param driver
     *            of a device: its driver or bus, null if not recorded
     * @param end
     *            when it returned; of one that did not: the kernel's last, else the end of the shutdown
     * @param open
     *            whether it never returned
     */
    public record Part(int number, int depth, StepKind kind, long id, long address, String name, String driver, long begin, long end,
            boolean open, int tid, int vcpu) { }

    /**
     * A process of user space.
     *
     * @param parent
     *            the id of the process that began it, -1 if not recorded
     * @param begin
     *            when it began; of one that was there: the request
     * @param end
     *            when it ended; -1: it was still there when the kernel began
     * @param late
     *            whether it began after the request
     * @param signalled
     *            when it was first sent a signal, -1 if not recorded
     * @param signal
     *            which it was sent last, -1 if not recorded
     * @param code
     *            how it ended, as {@code wait} has it; -1 if not recorded
     */
    public record Process(int tid, int parent, String name, long begin, long end, boolean late, long signalled, int signal, int code) {

        /** @return its name for people: {@code sh (82)} */
        public String label() {
            return new ThreadName(tid, name).label();
        }
    }

    /** @return until when the kernel works on it: the processor gave up, else its last word, else the end */
    public long kernelEnd() {
        long until = tripleFault >= 0 ? tripleFault : last >= 0 ? last : end;
        return Math.min(until, end);
    }

    /** @return until when user space works on it, as far as is reported: a process asks the kernel for it, else the kernel begins */
    public long userSpaceEnd() {
        return called >= 0 ? called : kernel >= 0 ? kernel : kernelEnd();
    }

    /** @return the shutdown's name for people: {@code web-1}, and which one if it is not the first */
    @Override
    public String label() {
        return who.nth("shutdown", number);
    }
}
