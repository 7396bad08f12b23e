/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.opened;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.story.RecordedStory;
import org.hypertrace.testing.story.TaskStory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonObject;

/** What the report reports of a guest's events and threads, counted by hand. */
@Tag("platform")
class GuestThreadsTest {

    /**
     * The shell runs from 100 to 160: the tracer takes 100-105 and 140-141, the host 110-114 for an interrupt, then 4 ns after
     * it, and from 120 on 3 ns to handle an exit, 7 ns for bash and 2 ns to enter again.
     */
    private static final String STORY = """
            100 vcpu0 switch swapper:0 R sh:82 took 5
            106 vcpu0 syscall_entry 82
            110 host cpu0 irq_entry 4
            114 host cpu0 irq_exit 4
            118 host cpu0 kvm_exit INTR 0
            118 host cpu0 kvm_entry
            120 host cpu0 kvm_exit INTR 0
            123 host cpu0 sched_switch CPU_0/KVM:11 R bash:9
            130 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
            132 host cpu0 kvm_entry
            140 vcpu0 syscall_exit 82 took 1
            150 vcpu0 waking make:90 by 82
            160 vcpu0 switch sh:82 S make:90
            170 vcpu0 fork 90 make:91
            180 vcpu0 wakeup sh:82 by 90
            """;

    @TempDir
    private Path fFolder;

    private Path fTrace;

    @BeforeEach
    void record() throws IOException {
        fTrace = new RecordedStory(TaskStory.of(STORY)).in(fFolder);
    }

    private JsonObject vm(Object... options) {
        return Summary.objects(Summary.objects(Command.report(fTrace, options), "hosts").get(0), "vms").get(0);
    }

    private String thread(int tid, Object... options) {
        return Summary.objects(vm(options), "guestThreads").stream().filter(thread -> thread.get("tid").getAsInt() == tid)
                .findFirst().map(JsonObject::toString).orElse("none").replaceAll("\"\\w+\":0,", "")
                .replaceAll(",?\"\\w+\":0}", "}").replace("\"", "");
    }

    @Test
    void aThreadThatRan() {
        assertEquals("{tid:82,name:sh,begin:100,end:180,wall:80,running:60,sleeping:20,guest:34,tracer:6,"
                + "stolen:{hostInterrupt:4,hostKernel:9,preempted:7},modes:{running:6,user:20,syscall:34}}", thread(82));
    }

    @Test
    void onesThatDidNot() {
        assertEquals("{tid:90,name:make,begin:150,end:180,wall:30,open:20,waiting:10,stolen:{},modes:{}}", thread(90));
        assertEquals("{tid:91,name:make,begin:170,end:170,stolen:{},modes:{}}", thread(91));
        assertEquals("{name:swapper/0,begin:100,end:100,stolen:{},modes:{}}", thread(0));
    }

    @Test
    void aStretch() {
        assertEquals("{tid:82,name:sh,begin:112,end:125,wall:13,running:13,guest:2,stolen:{hostInterrupt:2,hostKernel:7,"
                + "preempted:2},modes:{syscall:13}}", thread(82, "--from", 112, "--to", 125));
        assertEquals("none", thread(90, "--from", 112, "--to", 125));
        assertEquals("{\"sched_switch\":1,\"syscall_entry\":1}",
                vm("--from", 100, "--to", 140).get("guestEvents").toString());
    }

    @Test
    void eventsPerKind() {
        assertEquals("{\"sched_process_fork\":1,\"sched_switch\":2,\"sched_wakeup\":1,\"sched_waking\":1,\"syscall_entry\":1,"
                + "\"syscall_exit\":1}", vm().get("guestEvents").toString());
    }

    @Test
    void guestsNestedInItAreCountedApart() throws IOException {
        Path trace = new RecordedStory(TaskStory.of(STORY + """
                190 host cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
                190 host cpu0 kvm_hypercall 0x10066 0x100000002 0x7878000000 0 0
                190 host cpu0 kvm_hypercall 0x310066 0x100000002 0x7878000000 0 0
                190 host cpu0 kvm_entry
                """)).in(fFolder.resolve("nested"));
        fTrace = trace;
        assertEquals("[{\"level\":2,\"guestEvents\":{\"sched_switch\":1}},{\"level\":2,\"number\":3,\"guestEvents\":"
                + "{\"sched_switch\":1}}]", vm().get("nested").toString());
        assertEquals(2, vm().getAsJsonObject("guestEvents").get("sched_switch").getAsInt());
    }

    @Test
    void asText() {
        String text = Command.run("report", "--quiet", fTrace).out();
        assertTrue(text.contains("""
                    Guest:
                      events: sched_switch 2, sched_process_fork 1, sched_wakeup 1, sched_waking 1, syscall_entry 1, syscall_exit 1
                        thread   running  stolen  waiting  tracer  of running
                        sh (82)    60 ns   20 ns     0 ns    6 ns  host kernel 15.00 %, preempted 11.67 %, host interrupt 6.67 %; in the \
                guest user space 33.33 %,
                                                                   system call 56.67 %
                """), text);
    }

    @Test
    void asCsv() {
        String csv = Command.run("report", "--quiet", "--format", "csv", "--table", "guest-threads", fTrace).out();
        assertEquals("""
                host,vm,vm key,tid,name,begin,end,wall,running,open,waiting,sleeping,unknown,tracer,vcpu unknown,vcpu guest,\
                vcpu hostInterrupt,vcpu vmm,vcpu hostKernel,vcpu preempted,vcpu halted,vcpu blocked,vcpu waking,mode idle,\
                mode running,mode user,mode syscall,mode irq,mode softirq,mode unknown,stolen,of running
                host,VM 10,10#1,0,swapper/0,100,100,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
                host,VM 10,10#1,82,sh,100,180,80,60,0,0,20,0,6,0,34,4,0,9,7,0,0,0,0,6,20,34,0,0,0,20,"host kernel 15.00 %, \
                preempted 11.67 %, host interrupt 6.67 %; in the guest user space 33.33 %, system call 56.67 %"
                host,VM 10,10#1,90,make,150,180,30,0,20,10,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
                host,VM 10,10#1,91,make,170,170,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
                """.replace("\n", "\r\n"), csv);
        Command wrong = Command.run("report", "--format", "csv", "--table", "exits", fTrace);
        assertEquals(2, wrong.status());
        assertTrue(wrong.err().startsWith("hypertrace: --table: 'exits' is no table; there are vcpus, guest-threads, states, preemptors, "
                + "nested-vcpus, cpus, clocks, clock-pieces, clock-bounds, findings, latencies, lock-holders, processes, overcommit and accounting."),
                wrong.err());
    }
}
