/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.Namespace;
import org.hypertrace.core.machine.MachineSink;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.VirtualCpu;
import org.junit.jupiter.api.Test;

/** Containers by namespaces. The first ones of a machine are those of thread 1: 4026531836 (pid), 838 (uts) and 839 (ipc) are Linux' own. */
class ContainersTest {

    private static final long PID = 4026531836L;
    private static final long NET = 4026531840L;
    private static final long UTS = 4026531838L;
    private static final long IPC = 4026531839L;

    private final ThreadContainers fContainers = new ThreadContainers();

    private static HostEvent namespace(long time, int tid, Namespace kind, int level, long number) {
        return new HostEvent.ThreadNamespace(time, 0, 0, tid, kind, level, number);
    }

    private static List<HostEvent> dump(long time, int tid, long pid, long net, long uts, long ipc) {
        List<HostEvent> events = new ArrayList<>();
        if (pid != PID) {
            // as LTTng reports it: the innermost comes first
            events.add(namespace(time, tid, Namespace.PID, 1, pid));
        }
        events.add(namespace(time, tid, Namespace.PID, 0, PID));
        events.add(namespace(time, tid, Namespace.IPC, -1, ipc));
        events.add(namespace(time, tid, Namespace.NET, -1, net));
        events.add(namespace(time, tid, Namespace.UTS, -1, uts));
        return events;
    }

    private static HostEvent fork(long time, int parent, int child, long pid) {
        return new HostEvent.ThreadBegins(time, 0, 0, child, child, "sh", parent, pid);
    }

    private void handle(List<HostEvent> events) {
        events.forEach(fContainers::handle);
    }

    @Test
    void theInnermostNamespaceOfProcessesNamesIt() {
        handle(dump(10, 1, PID, NET, UTS, IPC));
        handle(dump(11, 50, 4026532163L, 4026532164L, 4026532161L, 4026532162L));
        assertEquals("none", fContainers.of(1, 0, 100));
        assertEquals("pid_ns 4026532163", fContainers.of(50, 0, 100));
    }

    @Test
    void aDumpAgainIsReadAgain() {
        handle(dump(10, 1, PID, NET, UTS, IPC));
        handle(dump(11, 50, PID, NET, UTS, IPC));
        handle(dump(60, 50, 4026532163L, NET, UTS, IPC));
        handle(dump(70, 51, 4026532163L, NET, UTS, IPC));
        handle(dump(80, 51, 4026532200L, NET, UTS, IPC));
        assertEquals("pid_ns 4026532163", fContainers.of(50, 0, 100));
        assertEquals("pid_ns 4026532200", fContainers.of(51, 0, 100));
    }

    @Test
    void withoutOneOfProcessesTheNextKindNamesIt() {
        handle(dump(10, 1, PID, NET, UTS, IPC));
        handle(dump(11, 50, PID, NET, 4026532180L, 4026532181L));
        handle(dump(12, 51, PID, 4026532164L, 4026532180L, IPC));
        assertEquals("uts_ns 4026532180", fContainers.of(50, 0, 100));
        assertEquals("net_ns 4026532164", fContainers.of(51, 0, 100));
    }

    @Test
    void aForkHasItsParentsNamespacesAndReportsThatOfProcesses() {
        handle(dump(10, 1, PID, NET, UTS, IPC));
        handle(dump(11, 50, PID, NET, 4026532180L, 4026532181L));
        fContainers.handle(fork(20, 1, 60, PID));
        fContainers.handle(fork(21, 50, 61, PID));
        fContainers.handle(fork(22, 1, 62, 4026532221L));
        fContainers.handle(fork(23, 99, 63, 4026532221L));
        assertEquals("none", fContainers.of(60, 0, 100));
        assertEquals("uts_ns 4026532180", fContainers.of(61, 0, 100));
        assertEquals("pid_ns 4026532221", fContainers.of(62, 0, 100));
        assertEquals("pid_ns 4026532221", fContainers.of(63, 0, 100));
    }

    @Test
    void whatIsNotReportedIsNotKnown() {
        fContainers.handle(fork(20, 1, 60, PID));
        assertNull(fContainers.of(60, 0, 100), "its network may be another one");
        assertNull(fContainers.of(61, 0, 100), "it was never seen");
        handle(dump(30, 61, PID, NET, UTS, IPC));
        assertNull(fContainers.of(61, 0, 100), "thread 1 was not: nobody knows the first network");
        fContainers.handle(new HostEvent.ThreadBegins(40, 0, 0, 62, 62, "sh"));
        assertNull(fContainers.of(62, 0, 100), "ftrace reports no namespace");
    }

    @Test
    void anIdUsedAgainIsAnotherThread() {
        handle(dump(10, 1, PID, NET, UTS, IPC));
        fContainers.handle(fork(20, 1, 60, 4026532163L));
        fContainers.handle(fork(50, 1, 60, PID));
        assertEquals("pid_ns 4026532163", fContainers.of(60, 22, 40));
        assertEquals("none", fContainers.of(60, 51, 80));
        assertNull(fContainers.of(60, 0, 19), "it was gone before the first that is reported");
    }

    @Test
    void aVcpuIsInTheContainerOfItsThread() {
        List<String> found = new ArrayList<>();
        MachineTracker machines = new MachineTracker(new MachineSink() {
            @Override
            public void contained(long time, VirtualCpu vcpu, String container) {
                found.add(time + " " + vcpu.thread().tid() + " " + container);
            }
        }, host -> null);
        dump(10, 1, PID, NET, UTS, IPC).forEach(machines::handle);
        machines.handle(fork(20, 1, 384, PID));
        machines.handle(new HostEvent.ThreadBegins(21, 0, 0, 386, 384, "qemu", 384, PID));
        machines.handle(new HostEvent.SchedSwitch(30, 0, 0, 0, "swapper/0", 0, 386, "CPU 0/KVM"));
        machines.handle(new HostEvent.KvmEntry(31, 0, 0));
        assertEquals(List.of("31 386 none"), found);
        found.clear();
        dump(40, 386, PID, NET, 4026532180L, IPC).forEach(machines::handle);
        assertEquals("40 386 uts_ns 4026532180", found.get(found.size() - 1), "the state dump made again");
    }
}
