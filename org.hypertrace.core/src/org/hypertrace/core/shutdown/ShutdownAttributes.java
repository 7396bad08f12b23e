/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown;

/** Names in the state tree of what {@code ShutdownTracker} finds; the tree is shown there. Times are ns since the epoch. */
public final class ShutdownAttributes {

    /** The shutdowns of a guest, from 1. */
    public static final String SHUTDOWNS = "Shutdowns";
    /** Long: when a shutdown or a part of it begins. */
    public static final String BEGIN = "Begin";
    /** Long: when it is over; of a part that never returned, and of a process that did not end, absent. */
    public static final String END = "End";
    /** Integer: code of the {@link org.hypertrace.core.run.Ending}. */
    public static final String ENDING = "Ending";
    /** Long: when user space was asked to end. */
    public static final String REQUESTED = "Requested";
    /** Long: when the kernel began with it. */
    public static final String KERNEL = "Kernel";
    /** Long: when the kernel did its last. */
    public static final String LAST = "Last";
    /** Long: when a process asked the kernel for it. */
    public static final String CALLED = "Called";
    /** Long: when the processor gave up. */
    public static final String TRIPLE_FAULT = "Triple fault";
    /** Integer: of a shutdown code of the {@code ShutdownKind}, of a part code of the {@code StepKind}. */
    public static final String KIND = "Kind";
    /** The parts of a shutdown, from 0. */
    public static final String STEPS = "Steps";
    /** Long: the guest's number for a part. */
    public static final String ID = "Id";
    /** Long: the address of its function. */
    public static final String FUNCTION = "Function";
    /** String: the name of a part or process, as the guest reports it. */
    public static final String NAME = "Name";
    /** String: of a device, its driver or bus. */
    public static final String DRIVER = "Driver";
    /** The processes that were there while user space ended, from 0. */
    public static final String PROCESSES = "Processes";
    /** Integer: the id of the process that began a process. */
    public static final String PARENT = "Parent";
    /** Integer, 1: of a process that began after the request. */
    public static final String LATE = "Late";
    /** Long: when a process was first sent a signal. */
    public static final String SIGNALLED = "Signalled";
    /** Integer: the signal that it was sent last. */
    public static final String SIGNAL = "Signal";
    /** Integer: how a process ended, as {@code wait} has it. */
    public static final String CODE = "Code";
    /** Integer: how many other parts it is in. */
    public static final String DEPTH = "Depth";
    /** Integer: the guest thread, of a process its id. */
    public static final String TID = "Tid";
    /** Integer: the place in the state system of the vCPU on which it began. */
    public static final String VCPU = "vCPU";
    /** Integer: how many parts, processes and later shutdowns are not kept, for there are too many. */
    public static final String OTHERS = "Others";

    private ShutdownAttributes() {
    }
}
