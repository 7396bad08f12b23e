/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

/**
 * A process of a host: the {@code incarnation}-th (from 1) with this process id in the trace.
 *
 * @param evidence
 *            how its threads are known to belong to it
 */
public record HostProcess(int host, int pid, int incarnation, Evidence evidence) {

    /** How a vCPU's thread is known to belong to its process, and so to its VM. */
    public enum Evidence {
        /** The trace recorded the creation of the thread. */
        FORK,
        /** The tracer's state dump or a context of its events said so. */
        TOLD,
        /** The manifest of the recording names the thread. */
        MANIFEST,
        /** Inferred: the nearest lower process id for which the kernel keeps a {@code kvm-pit} or {@code vhost} thread. */
        KERNEL_THREAD,
        /** Nothing tells: the vCPU's thread counts as a VM of its own. */
        NONE
    }

    /** @return process id and incarnation, unique within the host: {@code 384#1} */
    public String key() {
        return new Incarnation(pid, incarnation).key();
    }
}
