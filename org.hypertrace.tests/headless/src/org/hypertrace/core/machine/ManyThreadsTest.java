/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.hypertrace.core.event.HostEvent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A host with more threads than anybody can remember: vCPUs and whoever runs are not forgotten. */
@Tag("plain")
class ManyThreadsTest {

    private final MachineTracker fTracker = new MachineTracker(MachineSink.NONE, host -> null);
    private long fTime;

    @Test
    void vcpusAndWhoeverRunsAreKept() {
        begins(501, 500, "CPU 0/KVM");
        runs(0, 0, 501);
        fTracker.handle(new HostEvent.KvmEntry(fTime++, 0, 0));
        VirtualCpu vcpu = fTracker.thread(0, 501).vcpu();
        assertNotNull(vcpu);
        begins(600, 600, "sh");
        runs(0, 501, 600);
        begins(700, 700, "gone");
        // and two are idle
        for (int tid = 1000; tid < 1000 + Host.MAX_THREADS - 4; tid++) {
            begins(tid, tid, "sh");
        }
        assertNotNull(fTracker.thread(0, 700), "there was room for all");
        begins(5_000_000, 5_000_000, "sh");
        assertNull(fTracker.thread(0, 700));
        assertSame(vcpu, fTracker.thread(0, 501).vcpu());
        assertEquals("500#1", vcpu.thread().process().pid() + "#" + vcpu.thread().process().incarnation());
        assertSame(fTracker.running(0, 0), fTracker.thread(0, 600));
        runs(0, 600, 501);
        fTracker.handle(new HostEvent.KvmEntry(fTime++, 0, 0));
        assertSame(vcpu, fTracker.running(0, 0).vcpu());
    }

    private void begins(int tid, int pid, String comm) {
        fTracker.handle(new HostEvent.ThreadBegins(fTime++, 0, 1, tid, pid, comm));
    }

    private void runs(int cpu, int prev, int next) {
        fTracker.handle(new HostEvent.SchedSwitch(fTime++, 0, cpu, prev, "", 1, next, ""));
    }
}
