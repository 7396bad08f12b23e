/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.RecordedStory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code exits}: its forms, what it leaves out, and what it says when it cannot. */
class ExitsReportTest {

    private static final String STORY = """
            90 alpha cpu0 fork CPU_0/KVM:386 384
            100 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
            110 alpha cpu0 kvm_entry
            1120 alpha cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
            1121 alpha cpu0 kvm_hypercall 0x6c 0x52 1 2 3
            1620 alpha cpu0 kvm_entry
            2140 alpha cpu0 kvm_exit IOIO 0 0xffffffff81000002
            2241 alpha cpu0 kvm_userspace_exit
            2545 alpha cpu0 syscall_entry
            3140 alpha cpu0 kvm_entry
            4160 alpha cpu0 kvm_exit HLT
            5000 alpha cpu0 other
            """;

    @TempDir
    private Path fFolder;

    private Path fTrace;

    @BeforeEach
    void record() throws IOException {
        fTrace = new RecordedStory(STORY).in(fFolder);
    }

    @Test
    void textTellsWhatExitsCost() {
        String text = text();
        assertTrue(text.contains("VM qemu-system-x86 (384) of host alpha\n"), text);
        assertTrue(text.matches("(?s).* IOIO +1 +0.001000 ms +20.45 % +1.000 +1.000 .*1.000  host kernel 70 %, VMM 30 %\n.*"), text);
        assertTrue(text.matches("(?s).* VMMCALL +1 +0.000500 ms +10.22 % .*"), text);
        assertTrue(text.contains("Tracing caused 1 exits, 10.22 % of the vCPUs' life; that made the guest an estimated "
                + "11.39 % slower.\n"), text);
        assertTrue(text.contains("vCPU 0 in its whole life: guest 52.15 %, exits 30.67 %, host before exits 0.00 %, else 17.18 %"),
                text);
        assertTrue(text.contains("1 exits are in no figure: 1 unfinished, 0 without an entry, 0 with lost events"), text);
    }

    @Test
    void tracingCanBeLeftOut() {
        String text = text("--without-tracing");
        assertFalse(text.contains("VMMCALL"), text);
        assertTrue(text.contains("Tracing caused 1 exits"), text);
        assertTrue(text.contains(" IOIO "), text);
    }

    @Test
    void callersAreTold() {
        String text = text("--by", "syscall");
        assertTrue(text.matches("(?s).* write +1 .*"), text);
        assertFalse(text.contains("VMMCALL"), text);
        assertTrue(text("--by", "task").contains(" thread (82) "), text);
        assertTrue(text("--by", "cause").contains(" thread (82) in write: IOIO "), text);
        assertTrue(text("--by", "msr").contains("nothing of this in that time"), text);
    }

    @Test
    void aLineOfCsvHasEveryFigure() {
        String csv = Command.run("exits", "--quiet", "--format", "csv", "--by", "sub", fTrace).out();
        assertEquals("host,vm,label,isa,code,name,sub,subKind,subNumber,count,total,in range,min,avg,p50,p90,p99,p999,max,std,"
                + "longest,unknown,guest,hostInterrupt,vmm,hostKernel,preempted,halted,blocked,waking\r\n"
                + "alpha,384#1,qemu-system-x86 (384),svm,123,IOIO,port out 0x0,port_write,0,1,1000,1000,1000,1000,1000,1000,1000,"
                + "1000,1000,,2140,0,0,0,304,696,0,0,0,0\r\n"
                + "alpha,384#1,qemu-system-x86 (384),svm,129,VMMCALL,tracer 0x6c,tracer,108,1,500,500,500,500,500,500,500,500,500,,"
                + "1120,0,0,0,0,500,0,0,0,0\r\n", csv);
    }

    @Test
    void whatIsNotThereIsSaid() {
        Command command = Command.run("exits", "--quiet", "--vm", "mail", fTrace);
        assertEquals(1, command.status());
        assertTrue(command.err().startsWith("hypertrace: No VM mail lived in that time; there are: qemu-system-x86 (384), from "),
                command.err());
        assertEquals(1, Command.run("exits", "--quiet", "--from", "6000", fTrace).status());
        assertEquals(2, Command.run("exits", "--quiet", "--by", "colour", fTrace).status());
    }

    private String text(Object... options) {
        Object[] arguments = new Object[options.length + 3];
        arguments[0] = "exits";
        arguments[1] = "--quiet";
        arguments[2] = fTrace;
        System.arraycopy(options, 0, arguments, 3, options.length);
        Command command = Command.run(arguments);
        assertEquals("", command.err());
        return command.out();
    }
}
