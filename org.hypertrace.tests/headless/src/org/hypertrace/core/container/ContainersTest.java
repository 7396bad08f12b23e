/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.Namespace;
import org.hypertrace.core.machine.MachineSink;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VirtualCpu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Containers by namespaces. The first ones of a machine are those of thread 1: 4026531836 (pid), 838 (uts) and 839 (ipc) are Linux' own. */
class ContainersTest {

    private static final long PID = 4026531836L;
    private static final long NET = 4026531840L;
    private static final long UTS = 4026531838L;
    private static final long IPC = 4026531839L;

    private static final List<ContainerName> NAMES = List.of(new ContainerName("web", 4026532180L, -1), new ContainerName("db", HostEvent.NO_NAMESPACE, 60),
            new ContainerName("plain", UTS, 1));

    @TempDir
    private Path fFolder;

    private final ThreadContainers fContainers = new ThreadContainers(List.of());

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

    private String of(int tid, long begin, long end) {
        return fContainers.of(tid, begin, end).description();
    }

    private void handle(List<HostEvent> events) {
        events.forEach(fContainers::handle);
    }

    @Test
    void theInnermostNamespaceOfProcessesNamesIt() {
        handle(dump(10, 1, PID, NET, UTS, IPC));
        handle(dump(11, 50, 4026532163L, 4026532164L, 4026532161L, 4026532162L));
        assertEquals("none", of(1, 0, 100));
        assertEquals("pid_ns 4026532163", of(50, 0, 100));
    }

    @Test
    void aDumpAgainIsReadAgain() {
        handle(dump(10, 1, PID, NET, UTS, IPC));
        handle(dump(11, 50, PID, NET, UTS, IPC));
        handle(dump(60, 50, 4026532163L, NET, UTS, IPC));
        handle(dump(70, 51, 4026532163L, NET, UTS, IPC));
        handle(dump(80, 51, 4026532200L, NET, UTS, IPC));
        assertEquals("pid_ns 4026532163", of(50, 0, 100));
        assertEquals("pid_ns 4026532200", of(51, 0, 100));
    }

    @Test
    void withoutOneOfProcessesTheNextKindNamesIt() {
        handle(dump(10, 1, PID, NET, UTS, IPC));
        handle(dump(11, 50, PID, NET, 4026532180L, 4026532181L));
        handle(dump(12, 51, PID, 4026532164L, 4026532180L, IPC));
        assertEquals("uts_ns 4026532180", of(50, 0, 100));
        assertEquals("net_ns 4026532164", of(51, 0, 100));
    }

    @Test
    void aForkHasItsParentsNamespacesAndReportsThatOfProcesses() {
        handle(dump(10, 1, PID, NET, UTS, IPC));
        handle(dump(11, 50, PID, NET, 4026532180L, 4026532181L));
        fContainers.handle(fork(20, 1, 60, PID));
        fContainers.handle(fork(21, 50, 61, PID));
        fContainers.handle(fork(22, 1, 62, 4026532221L));
        fContainers.handle(fork(23, 99, 63, 4026532221L));
        assertEquals("none", of(60, 0, 100));
        assertEquals("uts_ns 4026532180", of(61, 0, 100));
        assertEquals("pid_ns 4026532221", of(62, 0, 100));
        assertEquals("pid_ns 4026532221", of(63, 0, 100));
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
        assertEquals("pid_ns 4026532163", of(60, 22, 40));
        assertEquals("none", of(60, 51, 80));
        assertNull(fContainers.of(60, 0, 19), "it was gone before the first that is reported");
    }

    @Test
    void aVcpuIsInTheContainerOfItsThread() {
        List<String> found = new ArrayList<>();
        MachineTracker machines = new MachineTracker(new MachineSink() {
            @Override
            public void contained(long time, VirtualCpu vcpu, Container container) {
                found.add(time + " " + vcpu.thread().tid() + " " + container.description());
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

    /** By any namespace of it, or by a process that is in it. */
    @Test
    void aContainerHasTheNameThatPeopleGiveIt() {
        ThreadContainers named = new ThreadContainers(NAMES);
        dump(10, 1, PID, NET, UTS, IPC).forEach(named::handle);
        dump(11, 50, 4026532163L, NET, 4026532180L, IPC).forEach(named::handle);
        dump(12, 60, 4026532221L, NET, UTS, IPC).forEach(named::handle);
        dump(13, 61, 4026532221L, NET, 4026532300L, IPC).forEach(named::handle);
        dump(14, 62, 4026532222L, NET, UTS, IPC).forEach(named::handle);
        dump(15, 63, PID, NET, UTS, IPC).forEach(named::handle);
        assertEquals("web (pid_ns 4026532163)", named.of(50, 0, 100).description());
        assertEquals("db (pid_ns 4026532221)", named.of(60, 0, 100).description());
        assertEquals("db (pid_ns 4026532221)", named.of(61, 0, 100).description());
        assertEquals("pid_ns 4026532222", named.of(62, 0, 100).description());
        assertEquals("none", named.of(63, 0, 100).description(), "what is in no container has no name, whatever numbers a manifest has");
        assertNull(named.of(99, 0, 100));
    }

    @Test
    void aWordMeansANameANamespaceOrItsNumber() {
        Container web = new Container("pid_ns 4026532163", "web");
        for (String word : List.of("web", "pid_ns 4026532163", "4026532163")) {
            assertTrue(Container.isMeant(web, word), word);
        }
        for (String word : List.of("we", "2163", "pid_ns", "none", "unknown", "")) {
            assertFalse(Container.isMeant(web, word), word);
        }
        assertTrue(Container.isMeant(new Container("none", null), "none"));
        assertTrue(Container.isMeant(null, "unknown"));
        assertFalse(Container.isMeant(null, "none"));
    }

    /** Its first process may be reported after the vCPU. */
    @Test
    void aProcessThatIsReportedLaterNamesTheContainerOfAVcpu() throws IOException {
        Path manifest = Files.writeString(fFolder.resolve(Manifest.FILE_NAME), "{\"containers\": [{\"name\": \"pod\", \"pid\": 400}]}");
        Manifest read = Manifest.read(manifest);
        List<String> found = new ArrayList<>();
        MachineTracker machines = new MachineTracker(new MachineSink() {
            @Override
            public void contained(long time, VirtualCpu vcpu, Container container) {
                found.add(time + " " + container.description());
            }
        }, host -> read);
        dump(10, 1, PID, NET, UTS, IPC).forEach(machines::handle);
        dump(20, 386, PID, NET, 4026532180L, IPC).forEach(machines::handle);
        machines.handle(new HostEvent.SchedSwitch(30, 0, 0, 0, "swapper/0", 0, 386, "CPU 0/KVM"));
        machines.handle(new HostEvent.KvmEntry(31, 0, 0));
        assertEquals(List.of("31 uts_ns 4026532180"), found);
        dump(40, 400, PID, NET, 4026532180L, IPC).forEach(machines::handle);
        assertEquals("40 pod (uts_ns 4026532180)", found.get(found.size() - 1));
    }
}
