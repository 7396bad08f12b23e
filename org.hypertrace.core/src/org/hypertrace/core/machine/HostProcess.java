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
        FORK("fork"),
        /** The tracer's state dump or a context of its events reported it. */
        REPORTED("reported"),
        /** The manifest of the recording names the thread. */
        MANIFEST("manifest"),
        /** Inferred: the nearest lower process id for which the kernel keeps a {@code kvm-pit} or {@code vhost} thread. */
        KERNEL_THREAD("kernel thread"),
        /** Nothing shows it: the vCPU's thread counts as a VM of its own. */
        NONE("none"),
        /** The trace is this VM's memory: all vCPUs are its own, and its process id is not known. */
        RING("ring");

        private final String fKey;

        Evidence(String key) {
            fKey = key;
        }

        /** @return the name of the evidence in reports: {@code kernel thread} */
        public String key() {
            return fKey;
        }
    }

    /** @return process id and incarnation, unique within the host: {@code 384#1} */
    public String key() {
        return new Incarnation(pid, incarnation).key();
    }
}
