/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

/** Names in the state tree of what {@link MachineTracker} finds; the tree is shown there. */
public final class MachineAttributes {

    /** The root of all hosts. */
    public static final String HOSTS = "Hosts";
    /** String: a host's or VM's name. On a VM it is there only if the VM was given one. */
    public static final String NAME = "Name";
    /** String: of a VM, the given name of the only guest nested in it. It is there only if that was given one. */
    public static final String INNER = "Nested guest";
    /** Long, ns since the epoch: when a host's trace or a vCPU's life begins. */
    public static final String BEGIN = "Begin";
    /** Long, ns since the epoch: when a host's trace or a vCPU's life ends. */
    public static final String END = "End";
    /** Integer: how many of the hypervisor's events so far belong to no known thread. */
    public static final String UNATTRIBUTED = "Unattributed";
    /** Long: how many events the tracer discarded so far. */
    public static final String LOST = "Lost events";
    /** Integer: how often the tracer discarded events so far without reporting how many. */
    public static final String UNCOUNTED = "Uncounted losses";
    /** Long: how many events so far were left out since they stand at an impossible time. */
    public static final String MISPLACED = "Misplaced events";
    /** The stretches of which packets of the host's traces are missing, by number; each has a begin and an end. */
    public static final String MISSING = "Missing";
    /** Integer: the processor of which packets are missing. */
    public static final String CPU = "CPU";
    /** Long: how many packets are missing; {@link org.hypertrace.core.event.HostEvent#UNCOUNTED} if that is not known. */
    public static final String PACKETS = "Packets";
    /** The vCPUs of a host. */
    public static final String VCPUS = "vCPUs";
    /** Integer 1: the vCPU entered or left a guest, so that it is one. */
    public static final String RUNS_GUEST = "Runs guest";
    /** Integer: the vCPU's number within its VM. */
    public static final String NUMBER = "Number";
    /** String: the key of the VM that a vCPU belongs to. */
    public static final String VM = "VM";
    /** Integer: code of the {@link HostProcess.Evidence} for that. */
    public static final String EVIDENCE = "Evidence";
    /** String: the container that a vCPU's thread is in; not there if it is not known. */
    public static final String CONTAINER = "Container";
    /** String: the name that the manifest gives that container; not there without one. */
    public static final String CONTAINER_NAME = "Container name";
    /** The VMs of a host. */
    public static final String VMS = "VMs";
    /** The names of threads that had a processor, by thread id. */
    public static final String THREADS = "Threads";
    /** The processors of a host, by number. */
    public static final String CPUS = "CPUs";

    private MachineAttributes() {
    }
}
