/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.scenario.Exit;
import org.hypertrace.testing.scenario.GuestTask;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;
import org.hypertrace.testing.scenario.Vm;
import org.hypertrace.testing.scenario.example.Stories;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** The command {@code boot}: what it reports of boots that go wrong, of two boots, and of budgets. */
@Tag("platform")
class BootReportTest {

    private static final long VIRTIO = 0xffffffff81000300L;
    private static final long NET = 0xffffffff81000400L;
    private static final String SYMBOLS = """
            ffffffff81000000 T _text
            ffffffff81000300 t virtio_init
            ffffffff81000400 t net_init
            ffffffff82000000 T _etext
            """;

    @TempDir
    private Path fFolder;
    private final Scenario fScenario = new Scenario();

    @BeforeEach
    void oneProcessor() {
        fScenario.host("host").cpus(1);
    }

    private Vcpu vm(String name, long from) {
        Vm vm = fScenario.vm(name).inManifest();
        Vcpu vcpu = vm.vcpu(0);
        vcpu.startsOn(from, 0).enters(from + 10);
        GuestTask init = vm.task(1, "swapper/0");
        vcpu.boot().stage(from + 100, 2, "start_kernel").base(from + 110);
        vcpu.guest().dumps(from + 120, init, 0).switchTo(from + 130, init);
        return vcpu;
    }

    /** Two levels with an initcall each; the second one later if the VM was kept waiting. */
    private Vcpu boots(String name, long from, long delay) {
        Vcpu vcpu = vm(name, from);
        long late = from + delay;
        vcpu.boot().level(from + 200, 1, "early").initcall(from + 220, from + 300, VIRTIO, 0).level(from + 400, 2, "device")
                .initcall(late + 700, late + 800, NET, -19).stage(late + 1_000, 3, "/sbin/init");
        return vcpu;
    }

    private Path trace(long until) throws IOException {
        return fScenario.until(until).in(fFolder).trace();
    }

    private Path symbols(String text) throws IOException {
        return RecordedStory.write(fFolder, "System.map", text);
    }

    private static List<JsonObject> boots(JsonObject report) {
        return Summary.objects(report, "hosts").stream().flatMap(host -> Summary.objects(host, "vms").stream())
                .flatMap(vm -> Summary.objects(vm, "boots").stream()).toList();
    }

    @Test
    void aDelayByAnotherVmIsTheHosts() throws IOException {
        Vcpu a = boots("diff-a", 1_000, 0);
        a.exits(2_100, Exit.HLT).halts(2_110).wakesOn(5_400, 0).enters(5_510);
        boots("diff-b", 5_000, 410).preemptedBy(5_500, a).resumes(5_900).enters(5_910);
        Path trace = trace(7_000);
        Command text = Command.run("boot", "--quiet", trace, "--compare", "diff-a", "diff-b");
        assertEquals("diff-b booted 410 ns slower than diff-a: 400 ns of it because the host gave its CPU to diff-a (preempted).",
                text.out().lines().findFirst().get());
        JsonObject comparison = Summary.objects(Command.boots(trace, "--compare", "diff-a", "diff-b"), "comparisons").get(0);
        JsonObject device = Summary.objects(comparison, "parts").stream()
                .filter(row -> row.get("name").getAsString().equals("device")).findFirst().get();
        assertEquals(410, device.get("difference").getAsLong());
        assertEquals(410, device.get("host").getAsLong());
        assertEquals(400, device.getAsJsonObject("states").get("preempted").getAsLong());
        assertEquals("[{\"kind\":\"vcpu\",\"tid\":1002,\"name\":\"diff-a vCPU 0\",\"ns\":400}]",
                device.getAsJsonObject("b").get("preemptors").toString());
        for (JsonObject row : Summary.objects(comparison, "parts")) {
            assertEquals(row.get("difference").getAsLong(), row.getAsJsonObject("states").entrySet().stream()
                    .mapToLong(state -> state.getValue().getAsLong()).sum(), row.toString());
        }
    }

    @Test
    void aBootThatNeverFinished() throws IOException {
        Vcpu vcpu = vm("web", 1_000);
        vcpu.boot().level(1_200, 1, "early").level(1_400, 2, "device");
        begins(vcpu, 1_500, NET);
        Path trace = trace(2_000);
        String text = Command.run("boot", "--quiet", trace).out();
        assertTrue(text.contains("    - It never finished: the trace ends in level device.\n"), text);
        assertTrue(text.contains("    - 1 initcall never returned.\n"), text);
        JsonObject boot = boots(Command.boots(trace)).get(0);
        JsonObject call = Summary.objects(boot, "initcalls").get(0);
        assertFalse(call.has("end") || call.has("returnValue") || boot.has("duration"), boot.toString());
        assertEquals(2_000, call.get("seenUntil").getAsLong());
        assertTrue(Command.run("boot", "--quiet", "--format", "tap", trace).out().contains(
                "ok 2 - web: level device did not end # SKIP the trace ends in it\n"));
    }

    private static void begins(Vcpu vcpu, long time, long address) {
        vcpu.guest().reports(new GuestEvent.InitcallStart(time, new GuestCpu(0, 0, 0, 0), 1, address, null));
    }

    @Test
    void twoBootsOfWhichTheSecondPanics() throws IOException {
        Path trace = Stories.bootShutdownAndPanic().in(fFolder).trace();
        List<JsonObject> boots = boots(Command.boots(trace));
        assertEquals(2, boots.size());
        assertEquals("booted again", boots.get(0).get("ending").getAsString());
        assertEquals("Attempted to kill init! exitcode=0x0000000b", boots.get(1).getAsJsonObject("panic").get("reason").getAsString());
        String text = Command.run("boot", "--quiet", trace).out();
        assertTrue(text.contains("Panic at") && text.contains("Attempted to kill init! exitcode=0x0000000b"), text);
    }

    @Test
    void aPanicIsReportedWithItsInitcall() throws IOException {
        Vcpu good = boots("web-1", 1_000, 0);
        good.exits(2_100, Exit.HLT).halts(2_110);
        Vcpu vcpu = vm("web-2", 5_000);
        vcpu.boot().level(5_200, 1, "early").level(5_400, 2, "device");
        begins(vcpu, 5_500, NET);
        vcpu.guest().reports(new GuestEvent.Die(5_550, new GuestCpu(0, 0, 0, 0), 1, NET + 18, 14, 2, 0xdead));
        vcpu.boot().panics(5_600, "Fatal exception");
        Path trace = trace(7_000);
        Path symbols = symbols(SYMBOLS);
        JsonObject panic = boots(Command.boots(trace, "--symbols", symbols, "--vm", "web-2")).get(0).getAsJsonObject("panic");
        assertEquals("net_init", panic.get("initcall").getAsString());
        assertEquals("Fatal exception", panic.get("reason").getAsString());
        assertEquals("net_init+0x12", panic.get("symbol").getAsString());
        assertEquals("0xffffffff81000412", panic.get("address").getAsString());
        assertEquals("0xdead", panic.get("fault").getAsString());
        Command compared = Command.run("boot", "--quiet", trace, "--symbols", symbols, "--compare", "web-1", "web-2");
        assertEquals("web-2 did not finish its boot: the kernel panicked in `net_init` at level device; web-1 booted in 900 ns.",
                compared.out().lines().findFirst().get());
    }

    @Test
    void aLevelThatIsMissing() throws IOException {
        boots("web-1", 1_000, 0).exits(2_100, Exit.HLT).halts(2_110);
        Vcpu vcpu = vm("web-2", 5_000);
        vcpu.boot().level(5_200, 2, "device").initcall(5_700, 5_800, NET, -19).stage(6_000, 3, "/sbin/init");
        Path trace = trace(7_000);
        String text = Command.run("boot", "--quiet", trace, "--compare", "web-1", "web-2").out();
        assertTrue(text.lines().anyMatch(line -> line.contains("level early") && line.endsWith("only in A")), text);
        assertEquals(0, Command.run("boot", "--quiet", trace, "--budget", "early=1").status());
    }

    @Test
    void symbolsOfTheKernelOfAnotherAndNone() throws IOException {
        boots("web", 1_000, 0);
        Path trace = trace(3_000);
        String named = Command.run("boot", "--quiet", trace, "--symbols", symbols(SYMBOLS)).out();
        assertTrue(named.contains("net_init") && named.contains("1 initcall found no device (ENODEV): net_init"), named);
        String other = Command.run("boot", "--quiet", trace, "--symbols", symbols("ffffffff81000111 t other_init\n")).out();
        assertTrue(other.contains("are of another kernel") && other.contains("0xffffffff81000400"), other);
        String none = Command.run("boot", "--quiet", trace).out();
        assertTrue(none.contains("No symbols are known") && none.contains("0xffffffff81000400"), none);
        Command empty = Command.run("boot", "--quiet", trace, "--symbols", symbols(""));
        assertTrue(empty.status() == 0 && empty.out().contains("cannot be read") && empty.log().isEmpty(), empty.toString());
        Command nowhere = Command.run("boot", "--quiet", trace, "--symbols", "web=nowhere.map");
        assertEquals("hypertrace: --symbols: nowhere.map is no file that you can read; give a kallsyms or System.map of the guest.\n",
                nowhere.err());
    }

    /** {@code six-vm-boot/truth.json}: the kernel's command line asked the driver to wait for 324 ms, that of the other VM did not. */
    @Test
    void theSlowInitcallOfARecordedBootIsFound() {
        Command command = Command.run("boot", "--quiet", "--format", "json", Samples.trace("six-vm-boot"), "--compare", "alone",
                "late-driver");
        JsonObject comparison = Summary.objects(JsonParser.parseString(command.out()).getAsJsonObject(), "comparisons").get(0);
        JsonObject slow = Summary.objects(comparison, "initcalls").stream()
                .filter(row -> row.get("name").getAsString().equals("latency_module_init")).findFirst().get();
        assertEquals("device", slow.get("level").getAsString());
        long more = slow.get("difference").getAsLong();
        assertTrue(more > 320_000_000 && more < 400_000_000, slow.toString());
        assertEquals(List.of(), command.log());
    }

    @Test
    void budgets() throws IOException {
        boots("web", 1_000, 0);
        Path trace = trace(3_000);
        Path symbols = symbols(SYMBOLS);
        Command kept = Command.run("boot", "--quiet", trace, "--symbols", symbols, "--budget", "device=0.0006", "--budget", "boot=1",
                "--budget", "initcall:net_init=0.0001");
        assertEquals("", kept.err());
        assertEquals(0, kept.status());
        Command exceeded = Command.run("boot", "--quiet", trace, "--format", "tap", "--budget", "device=0.0005", "--budget", "early=1");
        assertEquals(3, exceeded.status());
        assertEquals("hypertrace: web: level device took 600 ns, more than its budget of 500 ns.\n", exceeded.err());
        assertEquals("""
                TAP version 13
                1..6
                # Tapper-suite-name: hypertrace-boot
                # Tapper-suite-version: 0.1.0
                # Tapper-machine-name: host
                # Tapper-section: boot
                # Tapper-kvm-guest-description: web
                # web on host host, Boot 1: No symbols are known: functions are shown by their addresses; give the guest's kallsyms or System.map.
                not ok 1 - web: level device took 600 ns, more than its budget of 500 ns.
                  ---
                  BenchmarkAnythingData:
                    - NAME: hypertrace.boot.level.duration
                      VALUE: 0.000600
                      unit: ms
                      level: 'device'
                      trace: 'host'
                      guest: 'web'
                      boot_number: 1
                      budget: 0.000500
                  ...
                """, exceeded.out().lines().limit(20).map(line -> line + '\n').reduce("", String::concat));
        Command unknown = Command.run("boot", "--quiet", trace, "--budget", "rootfs=1");
        assertEquals(2, unknown.status());
        assertTrue(unknown.err().startsWith("hypertrace: --budget: no boot has level rootfs; there are device, early.\n"), unknown.err());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "--compare|a|b|--compare: There is no boot 'a'; there is 'web'.",
            "--budget|device|--quiet|--budget: 'device' is no budget; give LEVEL=MS, boot=MS or initcall:NAME=MS, such as device=300.",
            "--table|exits|--quiet|--table: 'exits' is no table; there are initcalls, levels, functions, crash-events, comparison." })
    void aWrongCommandLineReportsWhatThereIs(String option, String first, String second, String sentence) throws IOException {
        boots("web", 1_000, 0);
        Command command = Command.run("boot", trace(3_000), option, first, second);
        assertEquals(2, command.status());
        assertTrue(command.err().contains("hypertrace: " + sentence + "\n"), command.err());
    }

    @Test
    void asCsv() throws IOException {
        boots("web", 1_000, 0);
        Path trace = trace(3_000);
        String csv = Command.run("boot", "--quiet", "--format", "csv", trace, "--symbols", symbols(SYMBOLS)).out();
        assertEquals("""
                trace,guest,boot,level,initcall,address,tid,depth,begin,end,duration,guest duration,result,errno,unknown,guest,\
                hostInterrupt,vmm,hostKernel,preempted,halted,blocked,waking,tracer,exits,own,host,outcome
                host,web,1,early,virtio_init,0xffffffff81000300,1,0,1220,1300,80,80,0,,0,78,0,0,2,0,0,0,0,2,1,78,2,
                host,web,1,device,net_init,0xffffffff81000400,1,0,1700,1800,100,100,-19,ENODEV,0,98,0,0,2,0,0,0,0,2,1,98,2,returned -ENODEV
                """.replace("\n", "\r\n"), csv);
        String levels = Command.run("boot", "--quiet", "--format", "csv", "--table", "levels", trace).out();
        assertTrue(levels.contains("\r\nhost,web,1,level,device,1400,2000,600,"), levels);
        assertTrue(Command.run("boot", "--quiet", "--format", "csv", trace, "--compare", "web", "web").out()
                .contains("\r\nweb,web,level,device,,name,600,600,0,0,0,"));
    }

    @Test
    void aPageThatOpensOffline() throws IOException {
        boots("web <1>", 1_000, 0);
        Path page = fFolder.resolve("boot.html");
        Command command = Command.run("boot", "--quiet", "--format", "html", "--output", page, trace(3_000), "--compare", "web <1>",
                "web <1>");
        assertEquals(new Command(0, "", "", List.of()), command);
        String html = Files.readString(page);
        assertTrue(html.contains("<svg") && html.contains("web &lt;1&gt;") && html.contains("No difference above noise"), html);
        assertFalse(html.contains("http:") || html.contains("https:") || html.contains("src="), html);
        assertEquals(1, html.split("<script", -1).length - 1, "what sorts its tables");
    }

    @Test
    void aTraceWithoutABootReportsSo() throws IOException {
        Path trace = new RecordedStory("""
                100 alpha cpu0 other
                110 alpha cpu0 kvm_exit HLT 0
                150 alpha cpu0 sched_switch CPU_0/KVM:386 R+ bash:10
                """).in(fFolder);
        Command command = Command.run("boot", "--quiet", trace);
        assertEquals(1, command.status());
        assertTrue(command.err().startsWith("hypertrace: No guest boots in "), command.err());
    }
}
