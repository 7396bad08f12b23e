/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task;

/** Names in the state tree of what {@link TaskTracker} finds; the tree is shown there. */
public final class TaskAttributes {

    /** Integer, of a guest: how many switches so far to threads beyond those that are followed. */
    public static final String OTHERS = "Others";
    /** The threads of a guest, by number from 0 in the order in which they were first seen. */
    public static final String THREADS = "Threads";
    /** Integer: the thread's id in the guest. */
    public static final String TID = "Tid";
    /** String: the thread's name; it may change. */
    public static final String NAME = "Name";
    /** Integer: a code of {@link TaskState}; null while the thread is not there. */
    public static final String STATE = "State";
    /** Integer: the quark of the vCPU that the thread runs on or ran on last; null before it ran. */
    public static final String VCPU = "vCPU";
    /** String: the thread's container, as the guest's own trace reports it; not there if it is not known. It is there with the next. */
    public static final String CONTAINER = "Container";
    /** String: the name that the manifest gives that container; not there without one. It is there with the next. */
    public static final String CONTAINER_NAME = "Container name";
    /** Long, ns since the epoch: when the thread was last seen. It is there once nothing more can be seen. */
    public static final String LAST = "Last";
    /** Long, ns since the epoch: when the thread left a vCPU last. It is there with the former, unless it never did. */
    public static final String LEFT = "Left";
    /** Integer: the id of the thread's process in the guest. It is there with the former, if an event names it. */
    public static final String TGID = "Tgid";
    /** Integer: the running number of the process in the guest, from 1: ids are used again. It is there with the former. */
    public static final String PROCESS = "Process";
    /** Integer, of a vCPU: the number of the thread of its guest that has it; null if not known. */
    public static final String GUEST_TASK = "Guest task";
    /** Integer, of a vCPU: the code of the {@link GuestMode}; null if not known. */
    public static final String GUEST_MODE = "Guest mode";

    private TaskAttributes() {
    }
}
