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
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.Tool;
import org.hypertrace.testing.story.RecordedStory;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command {@code report}: what it takes, what it prints, where to, and its exit status. */
@Tag("platform")
class ReportTest {

    private static final String STORY = """
            100 alpha cpu0 fork CPU_0/KVM:386 384
            100 alpha cpu1 fork CPU_0/KVM:486 484
            110 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
            120 alpha cpu0 kvm_entry
            130 alpha cpu0 hrtimer_entry
            135 alpha cpu0 hrtimer_exit
            140 alpha cpu0 kvm_exit INTR 0
            150 alpha cpu0 sched_switch CPU_0/KVM:386 R bash:10
            200 alpha cpu1 sched_switch bash:11 S CPU_0/KVM:486
            210 alpha cpu1 kvm_entry
            300 alpha cpu0 other
            """;

    private static final String WEB = """
            VM 384#1 web run 1 (fork) 120-300
            vCPU 0 thread 386 120-300: guest 10, hostInterrupt 5, hostKernel 15, preempted 150; \
            1 entries, 1 exits (INTR 1), 0 migrations; task bash(10) 150, interrupt hrtimer 5
            """;

    private static final String OTHER = """
            VM 484#1 (fork) 210-300
            vCPU 0 thread 486 210-300: guest 90; 1 entries, 0 exits, 0 migrations
            """;

    @TempDir
    private Path fFolder;

    private Path fTrace;

    @BeforeEach
    void record() throws IOException {
        RecordedStory.write(fFolder, "hypertrace.json", """
                { "host": "node-a", "vms": [ { "name": "web", "pid": 384 } ] }
                """);
        fTrace = new RecordedStory(STORY).in(fFolder);
    }

    @Test
    void asText() {
        Command command = Command.run("report", fTrace);
        assertEquals(0, command.status());
        assertEquals("""
                TRACE
                00:00:00.000 000 100 - 00:00:00.000 000 300  (200 ns)

                What stands out
                  - The host stole 150 ns from web, 83.33 % of its life; the longest preemption took 150 ns, mostly by bash (10).
                    From 00:00:00.000 000 120 to 00:00:00.000 000 300; look at 00:00:00.000 000 150 in Virtual CPU.

                Host node-a
                  VM web:
                    00:00:00.000 000 120 - 00:00:00.000 000 300
                    Wanted a processor for 180 ns, got one for 30 ns; stolen 150 ns (83.33 %), \
                the longest wait 150 ns from 00:00:00.000 000 150 (vCPU 0).
                              thread    life  entries  exits  migrations  wanted    got  stolen  longest wait                  from
                      vCPU 0     386  180 ns        1      1           0  180 ns  30 ns  150 ns        150 ns  00:00:00.000 000 150

                    vCPU 0:
                        state             time    share
                        guest            10 ns   5.56 %
                        host interrupt    5 ns   2.78 %
                        host kernel      15 ns   8.33 %
                        preempted       150 ns  83.33 %
                      exits: INTR 1
                        who had its processor    time    share  times  longest                  from
                        bash (10)              150 ns  83.33 %      1   150 ns  00:00:00.000 000 150
                        hrtimer                  5 ns   2.78 %      1     5 ns  00:00:00.000 000 130

                  VM 484:
                    00:00:00.000 000 210 - 00:00:00.000 000 300
                    Wanted a processor for 90 ns, got one for 90 ns; stolen 0 ns (0.00 %).
                              thread   life  entries  exits  migrations  wanted    got  stolen
                      vCPU 0     486  90 ns        1      0           0   90 ns  90 ns    0 ns

                    vCPU 0:
                        state   time     share
                        guest  90 ns  100.00 %

                  What its processors did, and how many vCPUs had or wanted them:
                      processor    vCPUs    tasks  interrupts    idle  unknown  runnable vCPUs  most  overcommitted
                      CPU 0      12.50 %  80.00 %      2.50 %  0.00 %   5.00 %            0.90     1         0.00 %
                      CPU 1      45.00 %   5.00 %      0.00 %  0.00 %  50.00 %            0.45     1         0.00 %
                """, anywhere(command.out()));
    }

    @Test
    void asCsv() {
        Command command = Command.run("report", "--format", "csv", fTrace);
        assertEquals("""
                host,vm,vm key,vcpu,tid,begin,end,entries,exits,migrations,\
                unknown,guest,hostInterrupt,vmm,hostKernel,preempted,halted,blocked,waking,\
                demand,got,stolen,longest wait begin,longest wait end,life,longest wait,container,container name
                node-a,web,384#1,0,386,120,300,1,1,0,0,10,5,0,15,150,0,0,0,180,30,150,150,300,180,150,unknown,
                node-a,VM 484,484#1,0,486,210,300,1,0,0,0,90,0,0,0,0,0,0,0,90,90,0,,,90,,unknown,
                """.replace("\n", "\r\n"), command.out());
        assertEquals(0, command.status());
    }

    /** What people read of the vCPUs stands in each format: a column is made once. */
    @Test
    void tablesHaveTheSameColumnsInEachFormat() {
        List<String> heads = List.of("thread", "life", "entries", "exits", "migrations", "wanted", "got", "stolen", "longest wait", "from");
        String text = Command.run("report", fTrace).out();
        assertTrue(text.contains("          thread    life  entries  exits  migrations  wanted    got  stolen  longest wait"), text);
        Document html = Jsoup.parse(Command.run("report", "--format", "html", fTrace).out());
        assertEquals(heads, html.select("table").first().select("th.n").eachText());
        assertEquals(List.of("What stands out", "Host node-a"), html.select("h2").eachText());
        String markdown = Command.run("report", "--format", "markdown", fTrace).out();
        assertTrue(markdown.contains("|  | " + String.join(" | ", heads) + " |"), markdown);
        List<String> csv = List.of(Command.run("report", "--format", "csv", fTrace).out().lines().findFirst().orElseThrow().split(","));
        assertTrue(csv.containsAll(List.of("tid", "life", "entries", "exits", "migrations", "demand", "got", "stolen", "longest wait",
                "longest wait begin")), csv.toString());
        assertEquals("""
                host,vm,vm key,vcpu,kind,name,time,share,times,longest,longest begin,longest end
                node-a,web,384#1,0,task,bash (10),150,0.8333333333333334,1,150,150,300
                node-a,web,384#1,0,interrupt,hrtimer,5,0.027777777777777776,1,5,130,135
                """.replace("\n", "\r\n"), Command.run("report", "--format", "csv", "--table", "preemptors", fTrace).out());
    }

    @Test
    void ofOneVm() {
        assertEquals("host node-a\n" + WEB, Summary.of(Command.report(fTrace, "--vm", "web")));
        assertEquals("host node-a\n" + WEB, Summary.of(Command.report(fTrace, "--vm", "384")));
        assertEquals("host node-a\n" + OTHER, Summary.of(Command.report(fTrace, "--vm", "484")));
        refused("There is no VM mail; there are web, VM 484.", "report", "--vm", "mail", fTrace);
    }

    @Test
    void ofAStretchOfTime() {
        assertEquals("""
                host node-a
                VM 384#1 web run 1 (fork) 120-300
                vCPU 0 thread 386 125-205: guest 5, hostInterrupt 5, hostKernel 15, preempted 55; \
                0 entries, 1 exits (INTR 1), 0 migrations; task bash(10) 55, interrupt hrtimer 5
                """, Summary.of(Command.report(fTrace, "--from", "125", "--to", "205")));
        refused("No VM lived in that time; the trace is from 00:00:00.000 000 100 to 00:00:00.000 000 300.",
                "report", "--to", "115", fTrace);
    }

    @Test
    void timesAreGivenAsTheTextShowsThem() {
        String text = Command.run("report", fTrace).out();
        String begin = text.substring(text.indexOf("VM web:") + 7, text.indexOf(" - ", text.indexOf("VM web"))).strip();
        assertEquals(Command.report(fTrace, "--from", "120"), Command.report(fTrace, "--from", begin));
    }

    @Test
    void intoAFile() throws IOException {
        Path file = fFolder.resolve("report.csv");
        Command command = Command.run("report", "--format", "csv", "--output", file, fTrace);
        assertEquals(new Command(0, "", "", List.of()), command);
        assertEquals(Command.run("report", "--format", "csv", fTrace).out(), Files.readString(file));
    }

    @Test
    void intoAFileThatCannotBeWritten() {
        refused("Cannot write @/nothing/report.csv: there is no folder @/nothing; choose another --output.",
                "report", "--output", fFolder.resolve("nothing/report.csv"), fTrace);
        refused("Cannot write @: it is a folder; choose another --output.", "report", "--output", fFolder, fTrace);
    }

    @Test
    void aFailedReportLeavesTheOutputAsItWas() throws IOException {
        Path file = RecordedStory.write(fFolder, "report.txt", "before");
        Command command = Command.run("report", "--output", file, "--vm", "mail", fTrace);
        assertEquals(1, command.status());
        assertEquals("before", Files.readString(file));
    }

    @Test
    void anArchiveIsReportedAsTheFolderInIt() {
        String sample = "syscall-load";
        assertEquals(Command.ofSample("report", sample).get("hosts"), Command.report(Samples.archive(sample)).get("hosts"));
    }

    @Test
    void aFolderOfAFolderAndAnArchiveIsOneExperiment() throws IOException {
        new RecordedStory(STORY.replace("alpha", "beta")).in(fFolder.resolve("other"));
        Tool.run("tar", "-cJf", fFolder.resolve("beta.tar.xz"), "-C", fFolder.resolve("other"), "beta");
        Tool.run("rm", "-r", fFolder.resolve("other"));
        String both = Summary.of(Command.report(fFolder));
        assertTrue(both.contains("host node-a\n" + WEB + OTHER), both);
        assertTrue(both.contains("host beta\n" + WEB.replace("web run 1 ", "") + OTHER), both);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "report | Missing required parameter: 'TRACE'",
            "report --format xml @ | --format: 'xml' is no format of report; there are text, json, csv, html, ",
            "report --from never @ | --from: 'never' is no time; give ns since the epoch or a time as the text report shows it",
            "report --from 200 --to 100 @ | --from must be before --to.",
            "report --unknown @ | Unknown option: '--unknown'" })
    void aWrongCommandLineIsReportedWithStatus2(String line, String message) {
        Command command = Command.run((Object[]) line.replace("@", fTrace.toString()).split(" "));
        assertEquals(2, command.status(), command.toString());
        assertTrue(command.err().startsWith("hypertrace: " + message), command.err());
        assertEquals("", command.out());
        assertEquals(List.of(), command.log());
    }

    @Test
    void aCommandThatIsNoneIsNamed() {
        Command command = Command.run("boil", fFolder);
        assertEquals(2, command.status());
        assertEquals("hypertrace: There is no command 'boil'.\nTry: releng/hypertrace --help\n", command.err());
    }

    @Test
    void helpIsPrintedOnRequest() {
        Command command = Command.run("report", "--help");
        assertEquals(0, command.status());
        assertTrue(command.out().contains("--from") && command.out().contains("--vm"), command.out());
        assertFalse(command.err().contains("hypertrace:"), command.err());
    }

    private void refused(String sentence, Object... arguments) {
        Command command = Command.run(arguments);
        assertEquals("hypertrace: " + sentence + "\n", anywhere(command.err()));
        assertEquals(new Command(1, "", command.err(), List.of()), command);
    }

    /** Wherever the trace is and whatever the time zone is. */
    private String anywhere(String text) {
        return text.replace(fTrace.toString(), "TRACE").replace(fFolder.toString(), "@").replaceAll("\\d\\d:\\d\\d:00\\.", "00:00:00.");
    }
}
