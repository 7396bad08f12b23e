/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

/** What a host's events alone show of the life of a VM. */
public enum VmLifecycleEvent {
    /** The VM begins to run: the first time-stamp counter of a vCPU was set, or a vCPU entered the guest for the first time. */
    LAUNCHED,
    /** A vCPU gave up (triple fault): the kernel restarts in this way, or is broken. */
    TRIPLE_FAULT,
    /** QEMU set a running vCPU back to its begin. */
    RESET,
    /** The last of its vCPU threads ended. */
    GONE
}
