/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown.track;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which processes of a guest are of user space, and what the words of a guest report of the kind of its shutdown. */
@Tag("plain")
class UserProcessesTest {

    private static final GuestCpu CPU = new GuestCpu(0, 0, 0, 0);

    private final UserProcesses fProcesses = new UserProcesses();

    private String there() {
        List<String> there = new ArrayList<>();
        fProcesses.forEach((tid, name, parent) -> there.add(tid + " " + name + " of " + parent));
        return String.join(", ", there);
    }

    private void dumps(int tid, int tgid, int parent, String comm) {
        fProcesses.handle(new GuestEvent.Task(1, CPU, tid, tgid, parent, 0, 1, comm));
    }

    private void forks(int tid, int tgid, int child, int childTgid, String comm) {
        fProcesses.handle(new GuestEvent.Fork(1, CPU, tid, child, tgid, childTgid, comm));
    }

    @Test
    void threadsOfTheKernelAreNone() {
        dumps(1, 1, 0, "init");
        dumps(2, 2, 0, "kthreadd");
        dumps(3, 3, 2, "kworker");
        dumps(0, 0, 0, "swapper");
        // a thread of a process, and one of which that is not reported
        dumps(41, 40, 1, "worker");
        dumps(50, -1, 1, "sh");
        assertEquals("1 init of 0, 50 sh of 1", there());
        forks(2, 2, 60, 60, "kworker/u");
        forks(60, 60, 61, 61, "of a kworker");
        assertEquals("1 init of 0, 50 sh of 1", there());
        // a helper of the kernel becomes a process of user space
        fProcesses.handle(new GuestEvent.Exec(1, CPU, 61, 61, 60, "modprobe"));
        assertEquals("1 init of 0, 50 sh of 1, 61 modprobe of 60", there());
    }

    @Test
    void aChildIsOfTheProcessNotOfTheThread() {
        dumps(40, 40, 1, "httpd");
        forks(42, 40, 50, 50, "cgi");
        forks(43, -1, 51, 51, "other");
        // a new thread is no process
        forks(40, 40, 45, 40, "httpd");
        assertEquals("40 httpd of 1, 50 cgi of 40, 51 other of 43", there());
    }

    @Test
    void whereTheChildIsNotNamedItIsCalledAsItsParent() {
        dumps(40, 40, 1, "sh");
        forks(40, 40, 50, 50, null);
        forks(99, 99, 51, 51, null);
        assertEquals("40 sh of 1, 50 sh of 40, 51 null of 99", there());
    }

    @Test
    void aProcessIsThereUntilItExits() {
        dumps(40, 40, 1, "sh");
        fProcesses.handle(new GuestEvent.TaskExit(1, CPU, 41, 40, 0, -1, "thread"));
        fProcesses.handle(new GuestEvent.Exec(1, CPU, 40, 40, -1, "ls"));
        fProcesses.handle(new GuestEvent.Exec(1, CPU, 70, 70, -1, "unheard"));
        assertEquals("40 ls of 1, 70 unheard of -1", there());
        fProcesses.handle(new GuestEvent.TaskExit(1, CPU, 40, 40, 0, -1, "ls"));
        assertEquals("70 unheard of -1", there());
        fProcesses.clear();
        assertEquals("", there());
    }

    @Test
    void noMoreAreFollowedThanFit() {
        for (int tid = 1; tid <= UserProcesses.MAX + 2; tid++) {
            dumps(tid == 2 ? 100_000 : tid, -1, 1, "sh");
        }
        assertEquals(UserProcesses.MAX, there().split(", ").length);
        // one that is followed still changes its name
        fProcesses.handle(new GuestEvent.Exec(1, CPU, 5, 5, -1, "ls"));
        fProcesses.handle(new GuestEvent.Exec(1, CPU, 200_000, -1, -1, "ls"));
        assertEquals(1, there().split("5 ls of 1,").length - 1);
        assertEquals(-1, there().indexOf("200000"));
    }

    @Test
    void whatWordsSayOfTheKind() {
        assertEquals(ShutdownKind.KEXEC, ShutdownKind.requested("machine_kexec"));
        assertEquals(ShutdownKind.KEXEC, ShutdownKind.requested("kexec reboot"));
        for (String off : List.of("power off", "kernel_power_off", "PowerOff", "machine_power_off")) {
            assertEquals(ShutdownKind.POWEROFF, ShutdownKind.requested(off), off);
        }
        for (String again : List.of("reboot", "machine_restart", "do_kernel_restart", "Restarting system")) {
            assertEquals(ShutdownKind.REBOOT, ShutdownKind.requested(again), again);
        }
        assertEquals(ShutdownKind.HALT, ShutdownKind.requested("machine_halt"));
        for (String any : new String[] { null, "", "reboot notifiers", "migrate_to_reboot_cpu", "halting", "device_shutdown" }) {
            assertNull(ShutdownKind.requested(any), any);
        }
    }

    @Test
    void kindsHaveTheirCodes() {
        for (ShutdownKind kind : ShutdownKind.values()) {
            assertEquals(kind, ShutdownKind.of(kind.ordinal()));
        }
        assertNull(ShutdownKind.of(-1));
        assertNull(ShutdownKind.of(ShutdownKind.values().length));
        assertNull(ShutdownKind.of(null));
        assertEquals("reboot poweroff halt kexec panic", String.join(" ", List.of(ShutdownKind.values()).stream().map(ShutdownKind::key).toList()));
    }
}
