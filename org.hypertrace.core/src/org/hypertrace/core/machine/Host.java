/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.hypertrace.core.container.Container;
import org.hypertrace.core.container.ContainerName;
import org.hypertrace.core.container.Namespaces;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.HostProcess.Evidence;

/** The threads and processes of one host, as far as the trace has reported by now. */
final class Host {

    /** Linux has at most 2^22 thread ids; of more than this many threads those that are not needed are forgotten. */
    static final int MAX_THREADS = 1 << 20;
    /** Of helper threads of KVM. */
    private static final int MAX_HYPERVISORS = 1 << 16;

    private static final int FIRST_PROCESS = 1;

    private final int fNumber;
    private final Manifest fManifest;
    private final HostThreads fThreads = new HostThreads();
    private final Map<Integer, HostProcess> fProcesses = new HashMap<>();
    private final Map<Integer, Integer> fIncarnations = new HashMap<>();
    private final TreeSet<Integer> fHypervisorPids = new TreeSet<>();
    private final List<HostThread> fRunning = new ArrayList<>();
    private long fBegin = Long.MIN_VALUE;

    Host(int number, Manifest manifest) {
        fNumber = number;
        fManifest = manifest;
    }

    int number() {
        return fNumber;
    }

    void seen(long time) {
        if (fBegin == Long.MIN_VALUE) {
            fBegin = time;
        }
    }

    /** When the first event of this host was recorded. */
    long begin() {
        return fBegin;
    }

    HostThread running(int cpu) {
        return cpu < fRunning.size() ? fRunning.get(cpu) : null;
    }

    void setRunning(int cpu, HostThread thread) {
        while (fRunning.size() <= cpu) {
            fRunning.add(null);
        }
        fRunning.set(cpu, thread);
    }

    HostThread thread(int tid) {
        return fThreads.get(tid);
    }

    HostThread threadOrNew(int tid, String comm) {
        HostThread thread = fThreads.get(tid);
        return thread != null ? thread : reborn(tid, comm);
    }

    HostThread reborn(HostThread old, String comm) {
        return reborn(old.tid(), comm);
    }

    HostThread reborn(int tid, String comm) {
        HostThread old = fThreads.get(tid);
        if (old == null && fThreads.size() >= MAX_THREADS) {
            forgetThreads();
        }
        HostThread thread = new HostThread(fNumber, tid, old == null ? 1 : old.incarnation() + 1, comm);
        learnFromName(comm);
        fThreads.put(thread);
        return thread;
    }

    /** The threads that are no vCPUs and do not run: who comes back is a thread like any other. */
    private void forgetThreads() {
        Set<HostThread> running = new HashSet<>(fRunning);
        fThreads.retain(thread -> thread.vcpu() != null || thread.tid() == FIRST_PROCESS || running.contains(thread));
    }

    /** The processes that no vCPU is of. */
    private void forgetProcesses() {
        Set<Integer> vms = fThreads.stream().filter(thread -> thread.vcpu() != null && thread.process() != null)
                .map(thread -> thread.process().pid()).collect(Collectors.toSet());
        fProcesses.keySet().retainAll(vms);
        fIncarnations.keySet().retainAll(vms);
    }

    /** A thread's namespaces are reported. */
    HostThread reported(HostEvent.ThreadNamespace event) {
        HostThread thread = threadOrNew(event.tid(), "");
        if (thread.namespaces() == null) {
            thread.setNamespaces(new Namespaces());
        }
        thread.namespaces().report(event);
        return thread;
    }

    /** A thread was made by another one. */
    void inherits(HostThread thread, HostEvent.ThreadBegins event) {
        HostThread parent = fThreads.get(event.parent());
        if (event.pidNamespace() != HostEvent.NO_NAMESPACE) {
            thread.setNamespaces(Namespaces.ofChild(parent == null ? null : parent.namespaces(), event.pidNamespace()));
        }
    }

    /** The container that a thread is in, null if that is not known. */
    private Container containerOf(HostThread thread) {
        return thread.namespaces() == null ? null : thread.namespaces().container(namespaces(FIRST_PROCESS), containerNames(), this::namespaces);
    }

    private Namespaces namespaces(int tid) {
        HostThread thread = fThreads.get(tid);
        return thread == null ? null : thread.namespaces();
    }

    private List<ContainerName> containerNames() {
        return fManifest == null ? List.of() : fManifest.containers();
    }

    /** Reports the containers of vCPUs that may be known better since the namespaces of a thread are. */
    void reportContainers(long time, HostThread reported, MachineSink sink) {
        for (HostThread thread : contained(reported)) {
            Container container = containerOf(thread);
            if (container != null) {
                sink.contained(time, thread.vcpu(), container);
            }
        }
    }

    /** The threads of vCPUs whose container may be known better since the namespaces of a thread are: a container may be named by it. */
    private List<HostThread> contained(HostThread reported) {
        return containerNames().stream().anyMatch(name -> name.pid() == reported.tid()) ? fThreads.stream().filter(thread -> thread.vcpu() != null).toList()
                : reported.vcpu() == null ? List.of() : List.of(reported);
    }

    /** The process with this id that lives now. */
    HostProcess process(int pid, Evidence evidence) {
        HostProcess process = fProcesses.get(pid);
        if (process == null) {
            if (fIncarnations.size() >= MAX_THREADS && !fIncarnations.containsKey(pid)) {
                forgetProcesses();
            }
            process = new HostProcess(fNumber, pid, fIncarnations.merge(pid, 1, Integer::sum), evidence);
            fProcesses.put(pid, process);
        }
        return process.evidence() == evidence ? process
                : new HostProcess(fNumber, pid, process.incarnation(), evidence);
    }

    void endProcess(int pid) {
        fProcesses.remove(pid);
    }

    /** Notes the process id that the kernel's helper threads of a VM have in their name. */
    void learnFromName(String comm) {
        // an idle thread has another name on each processor: so this is asked at most switches
        if (comm.isEmpty() || comm.charAt(0) != 'k' && comm.charAt(0) != 'v') {
            return;
        }
        int digits = comm.startsWith("kvm-pit/") ? 8 : comm.startsWith("vhost-") ? 6 : -1;
        if (digits < 0 || comm.length() == digits || comm.length() - digits > 9) {
            return;
        }
        int pid = 0;
        for (int i = digits; i < comm.length(); i++) {
            int digit = comm.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return;
            }
            pid = pid * 10 + digit;
        }
        if (fHypervisorPids.size() < MAX_HYPERVISORS) {
            fHypervisorPids.add(pid);
        }
    }

    /** The thread of a vCPU, if this host has no trace: all are of one process. */
    HostThread alone(HostEvent.LoneVcpu vcpu) {
        HostThread thread = threadOrNew(vcpu.tid(), "CPU " + vcpu.number() + "/KVM");
        thread.setProcess(process(HostThread.STAND_IN, Evidence.RING));
        return thread;
    }

    /** Reports the names that the manifest gives the VM of a vCPU's thread, and its guest. */
    void nameByManifest(long time, HostThread thread, MachineSink to) {
        String name = nameInManifest(thread);
        if (name != null) {
            to.named(time, thread.process(), name);
        }
        String inner = innerNameInManifest(thread);
        if (inner != null) {
            to.innerNamed(time, thread.process(), inner);
        }
    }

    /** The name that the manifest gives the VM of a vCPU's thread, null if it gives none. */
    String nameInManifest(HostThread vcpu) {
        return fManifest == null || vcpu.process() == null ? null : fManifest.nameOf(vcpu);
    }

    /** The name that the manifest gives the only guest nested in the VM of a vCPU's thread, null if it gives none. */
    String innerNameInManifest(HostThread vcpu) {
        return fManifest == null || vcpu.process() == null ? null : fManifest.innerNameOf(vcpu);
    }

    /** What a thread's process most likely is when the trace does not report, null if there is no clue. */
    HostProcess inferProcess(HostThread thread) {
        int pid = fManifest == null ? -1 : fManifest.pidOfVcpuThread(thread.tid());
        if (pid >= 0) {
            return process(pid, Evidence.MANIFEST);
        }
        Integer nearest = fHypervisorPids.floor(thread.tid());
        if (nearest != null) {
            return process(nearest, Evidence.KERNEL_THREAD);
        }
        // no process id is known: the first thread that the manifest names stands for it
        Manifest.Vm vm = fManifest == null ? null : fManifest.ofThread(thread.tid());
        return vm == null ? null : process(vm.vcpus().get(0), Evidence.MANIFEST);
    }
}
