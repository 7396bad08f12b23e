/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown;

import java.util.List;

import org.hypertrace.core.machine.Machines;

/**
 * A shutdown or restart of a guest, as the model has it. Times are ns since the epoch, ends exclusive.
 *
 * @param host
 *            the host of the VM
 * @param vm
 *            the VM, null if its host saw none run a guest
 * @param guest
 *            the guest's name for people: the VM's, of a nested guest with its level and number
 * @param threads
 *            the place of the guest's threads in the state system, -1 if it has none
 * @param nested
 *            level and number of the nested guest, null for the VM's own
 * @param number
 *            from 1: which shutdown of this guest in the trace
 * @param end
 *            when QEMU reset the machine or was gone, or the guest booted again; if none of these, the trace's end
 * @param ending
 *            how it ended, null if it did not
 * @param kind
 *            what was asked for, null if not told
 * @param requested
 *            when user space was asked to end, -1 if not told
 * @param kernel
 *            when the kernel began with it, -1 if not told
 * @param last
 *            when the kernel did its last, -1 if not told
 * @param tid
 *            the guest thread that does it, -1 if not told
 * @param vcpu
 *            the place in the state system of the vCPU on which the kernel began, -1 if not known
 * @param text
 *            where {@code _text} lies, 0 if not told
 * @param others
 *            how many parts and later shutdowns are not kept
 * @param parts
 *            in the order of their begins
 */
public record GuestShutdown(Machines.Host host, Machines.Vm vm, String guest, int threads, String nested, int number, long begin,
        long end, ShutdownEnd ending, ShutdownKind kind, long requested, long kernel, long last, int tid, int vcpu, long text,
        int others, List<Part> parts) {

    /**
     * A part of it, as the guest told it.
     *
     * @param number
     *            from 0, in the order of the begins
     * @param depth
     *            how many others it is in
     * @param id
     *            the guest's number for it, -1 if it has none
     * @param address
     *            of the function, 0 if not told
     * @param name
     *            as the guest told it, null if it did not
     * @param end
     *            when it returned; of one that did not: the kernel's last, else the end of the shutdown
     * @param open
     *            whether it never returned
     */
    public record Part(int number, int depth, StepKind kind, long id, long address, String name, long begin, long end, boolean open,
            int tid, int vcpu) { }

    /** @return the shutdown's name for people: {@code web-1}, and which one if it is not the first */
    public String label() {
        return number == 1 ? guest : guest + ", shutdown " + number;
    }
}
