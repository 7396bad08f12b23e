/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonObject;

/** The command {@code exits}: its forms, what it leaves out, and what it reports when it cannot. */
@Tag("platform")
class ExitsReportTest {

    /** A traced exit, one to QEMU, and a halt that begins. */
    static final String EXITS = RecordedStory.ENTERED + """
            1120 alpha cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
            1121 alpha cpu0 kvm_hypercall 0x6c 0x52 1 2 3
            1620 alpha cpu0 kvm_entry
            2140 alpha cpu0 kvm_exit IOIO 0 0xffffffff81000002
            2241 alpha cpu0 kvm_userspace_exit
            2545 alpha cpu0 syscall_entry
            3140 alpha cpu0 kvm_entry
            4160 alpha cpu0 kvm_exit HLT
            """;
    private static final String STORY = EXITS + "5000 alpha cpu0 other\n";

    @TempDir
    private Path fFolder;

    private Path fTrace;

    @BeforeEach
    void record() throws IOException {
        fTrace = new RecordedStory(STORY).in(fFolder);
    }

    @Test
    void textReportsWhatExitsCost() {
        String text = text();
        assertTrue(text.contains("VM 384 of host alpha\n"), text);
        assertTrue(text.matches("(?s).* IOIO +1 +1.00 µs +20.45 % +1.00 µs +1.00 µs .*1.00 µs  host kernel 70 %, VMM 30 %\n.*"), text);
        assertTrue(text.matches("(?s).* VMMCALL +1 +500 ns +10.22 % .*"), text);
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
    void callersAreReported() {
        String text = text("--by", "syscall");
        assertTrue(text.matches("(?s).* write +1 .*"), text);
        assertFalse(text.contains("VMMCALL"), text);
        assertTrue(text("--by", "task").contains(" thread 82 "), text);
        assertTrue(text("--by", "cause").contains(" thread 82 in write: IOIO "), text);
        assertTrue(text("--by", "msr").contains("nothing of this in that time"), text);
    }

    @Test
    void aLineOfCsvHasEveryFigure() {
        String csv = Command.run("exits", "--quiet", "--format", "csv", "--by", "sub", fTrace).out();
        assertEquals("host,vm,label,isa,code,name,sub,subKind,subNumber,count,total,in range,min,avg,p50,p90,p99,p999,max,std,"
                + "longest,unknown,guest,hostInterrupt,vmm,hostKernel,preempted,halted,blocked,waking,group,share\r\n"
                + "alpha,384#1,VM 384,svm,123,IOIO,port out 0x0,port_write,0,1,1000,1000,1000,1000,1000,1000,1000,"
                + "1000,1000,,2140,0,0,0,304,696,0,0,0,0,\"IOIO, port out 0x0\",0.20449897750511248\r\n"
                + "alpha,384#1,VM 384,svm,129,VMMCALL,tracer 0x6c,tracer,108,1,500,500,500,500,500,500,500,500,500,,"
                + "1120,0,0,0,0,500,0,0,0,0,\"VMMCALL, tracer 0x6c\",0.10224948875255624\r\n", csv);
    }

    /** 20 characters on the serial line, each by the VMM, and 20 questions for the processor's features. */
    private Path console(String name, int characters) throws IOException {
        StringBuilder story = new StringBuilder(RecordedStory.ENTERED);
        long time = 1_000;
        for (int i = 0; i < characters; i++) {
            story.append(time + " alpha cpu0 kvm_exit IOIO 0 0xffffffff81000002 0x3f80010 0\n" + (time + 100)
                    + " alpha cpu0 kvm_userspace_exit\n" + (time + 450) + " alpha cpu0 syscall_entry\n" + (time + 500)
                    + " alpha cpu0 kvm_entry\n");
            time += 1_000;
        }
        for (int i = 0; i < 20; i++) {
            story.append(time + " alpha cpu0 kvm_exit CPUID 0 0xffffffff81000002\n" + (time + 100) + " alpha cpu0 kvm_entry\n");
            time += 1_000;
        }
        return new RecordedStory(story + "90000 alpha cpu0 other\n").in(Files.createDirectories(fFolder.resolve(name)));
    }

    @Test
    void whatHelpsIsReportedBeforeTheFigures() throws IOException {
        Command text = Command.run("exits", "--quiet", console("one", 20));
        assertEquals("", text.err());
        assertTrue(text.out().contains("\n  - 50.0 % of the exits (20) are for console output on a serial port: port out 0x3f8, at "
                + "0xffffffff81000002. They take 10.0 µs (11.1 % of the vCPUs' non-idle time), 70 % of it VMM.\n"
                + "    Boot with quiet or loglevel=3, or give the guest a virtio console"), text.out());
        assertTrue(text.out().contains("The VMM's process worked for the vCPUs in user space for 7.00 µs"), text.out());
        JsonObject vm = Summary.objects(Command.json("exits", console("two", 20)), "vms").get(0);
        assertEquals(List.of("console", "cpuid"), Summary.objects(vm, "findings").stream().map(f -> f.get("rule").getAsString())
                .filter(rule -> rule.startsWith("c")).toList());
        assertEquals(1_000, Summary.objects(vm, "findings").get(0).get("worst").getAsLong());
        String csv = Command.run("exits", "--quiet", "--format", "csv", "--table", "findings", console("three", 20)).out();
        assertTrue(csv.startsWith("host,vm,label,rule,sentence,help,needs,count,time,stolen,share,begin,end,worst,worst duration\r\nalpha,384#1,"
                + "VM 384,console,"), csv);
    }

    @Test
    void budgetsAreHeldAgainstEveryVm() throws IOException {
        Path trace = console("one", 20);
        Command kept = Command.run("exits", "--quiet", trace, "--budget", "IOIO:count=20", "--budget", "HLT:count=0", "--budget",
                "IOIO:p99=0.5", "--budget", "all:share=14", "--budget", "tracing:slowdown=0");
        assertEquals("", kept.err());
        assertEquals(0, kept.status());
        assertTrue(kept.out().startsWith("ok       VM 384: IOIO count is 20, within its budget of 20.\n"
                + "ok       VM 384: HLT count is 0, within its budget of 0.\n"
                + "ok       VM 384: IOIO p99 is 500 ns, within its budget of 500 ns.\n"), kept.out());
        Command exceeded = Command.run("exits", "--quiet", trace, "--by", "port", "--format", "tap", "--budget",
                "port out 0x3f8:mean=0.4", "--budget", "port out 0x3f8:total=1");
        assertEquals(3, exceeded.status());
        assertEquals("hypertrace: VM 384: port out 0x3f8 mean is 500 ns, more than its budget of 400 ns.\n",
                exceeded.err());
        assertTrue(exceeded.out().startsWith("TAP version 13\n1..6\n# Tapper-suite-name: hypertrace-exits\n"), exceeded.out());
        assertTrue(exceeded.out().contains("""
                not ok 1 - VM 384: port out 0x3f8 mean is 500 ns, more than its budget of 400 ns.
                  ---
                  BenchmarkAnythingData:
                    - NAME: hypertrace.exits.mean
                      VALUE: 0.5
                      unit: 'µs'
                      port: 'port out 0x3f8'
                """), exceeded.out());
        for (String wrong : List.of("HLT", "HLT:p99", "HLT:p98=1", "all:p99=1", "IOIO:slowdown=1", "IOIO:count=-1")) {
            assertEquals(2, Command.run("exits", "--quiet", trace, "--budget", wrong).status(), wrong);
        }
        Command unknown = Command.run("exits", "--quiet", trace, "--budget", "HLTT:count=1");
        assertEquals(2, unknown.status());
        assertTrue(unknown.err().startsWith("hypertrace: --budget: no VM has exits 'HLTT' by reason; there are IOIO, CPUID."), unknown.err());
    }

    @Test
    void twoTracesAndTwoTimesAreCompared() throws IOException {
        Path a = console("one", 20);
        Path b = console("two", 40);
        Command text = Command.run("exits", "--quiet", a, "--compare", b);
        assertEquals("", text.err());
        assertTrue(text.out().contains("\nVM 384: exits cost 24.5 % of the vCPUs' non-idle time in B, 13.3 % "
                + "in A: +11.1 points, most of it by IOIO +11.1.\n"), text.out());
        assertTrue(text.out().matches("(?s).*\n  IOIO +\\d+\\.\\d\\d +\\d+\\.\\d\\d +11.12 % +22.25 % +\\+11.12 % +500 ns +500 ns +500 ns +500 ns +0\\.(499|500) .*"),
                text.out());
        JsonObject pair = Summary.objects(Command.json("exits", a, "--compare", b).getAsJsonObject("comparison"), "pairs").get(0);
        JsonObject row = Summary.objects(pair, "rows").get(0);
        assertEquals("IOIO 20 40", row.get("label").getAsString() + ' ' + row.getAsJsonObject("a").get("count") + ' '
                + row.getAsJsonObject("b").get("count"));
        assertEquals(0.5, row.get("speedUp").getAsDouble(), 0.001);
        assertEquals(row.get("speedUp").getAsDouble() - 1, row.get("gain").getAsDouble(), 1e-12);
        assertEquals(1 - 1 / row.get("speedUp").getAsDouble(), row.get("saving").getAsDouble(), 1e-12);
        // the first half has no CPUID
        JsonObject times = Command.json("exits", a, "--to", "21000", "--compare-from", "21000");
        JsonObject onlyB = Summary.objects(Summary.objects(times.getAsJsonObject("comparison"), "pairs").get(0), "rows").stream()
                .filter(r -> r.get("label").getAsString().equals("CPUID")).findAny().get();
        assertFalse(onlyB.has("a"), onlyB.toString());
        assertEquals(20, onlyB.getAsJsonObject("b").get("count").getAsInt());
        String csv = Command.run("exits", "--quiet", "--format", "csv", a, "--compare", b).out();
        assertTrue(csv.contains("\r\nVM 384,VM 384,IOIO,20,40,"), csv);
        assertEquals(2, Command.run("exits", "--quiet", "--format", "csv", "--table", "comparison", a).status());
        assertEquals(1, Command.run("exits", "--quiet", a, "--compare-vm", "mail").status());
        assertEquals(1, Command.run("exits", "--quiet", a, "--compare", fFolder.resolve("nowhere")).status());
    }

    @Test
    void aPageThatOpensOffline() throws IOException {
        Path page = fFolder.resolve("exits.html");
        Command command = Command.run("exits", "--quiet", "--format", "html", "--output", page, console("one", 20), "--compare",
                console("two", 40), "--budget", "IOIO:count=10");
        assertEquals(3, command.status());
        assertEquals("", command.out());
        String html = Files.readString(page);
        for (String part : List.of("<svg", "console output on a serial port", "points, most of it by IOIO", "class=\"bad\"", "<th scope=\"col\" class=\"t\">reason</th>",
                "<summary>By vCPU</summary>", "port out 0x3f8")) {
            assertTrue(html.contains(part), part);
        }
        assertFalse(html.contains("http:") || html.contains("https:") || html.contains("src="), html);
        assertEquals(1, html.split("<script", -1).length - 1, "what sorts its tables");
    }

    @Test
    void whatIsNotThereIsReported() {
        Command command = Command.run("exits", "--quiet", "--vm", "mail", fTrace);
        assertEquals(1, command.status());
        assertEquals("hypertrace: There is no VM mail; there is VM 384.\n", command.err());
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
