/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.log.ProviderDump;
import org.hypertrace.testing.story.RecordedStory;
import org.hypertrace.testing.story.RestartStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** A VM and a nested guest have the same name whichever command is asked, and each command understands the same words. */
@Tag("platform")
class IdentityOfAllCommandsTest {

    /** Each prints the name of a VM; where, is its own. All but an upgrade are of one VM if that is asked for. */
    private static final List<String> COMMANDS = List.of("report", "report --table latencies", "report --table lock-holders",
            "report --table overcommit", "report --table accounting", "exits", "exits --latencies", "boot", "shutdown", "stacks", "path --boots",
            "report --table processes", "report --table clocks", "syscalls");
    private static final String UPGRADE = "upgrade";
    /** Why a command has no answer: what it is about was not recorded, or it knows VMs alone. */
    private static final Pattern NO_DATA = Pattern.compile("hypertrace: No (?:guest|VM) .*|hypertrace: There is no VM outer/inner; there is outer\\.");

    @TempDir
    private Path fFolder;

    private int fExtractions;

    private static String run(Object... words) {
        Command done = Command.run(words);
        assertEquals(0, done.status(), words[0] + ": " + done.err());
        return done.out();
    }

    private static String ask(String command, Path trace, String... options) {
        return run(Stream.concat(Stream.of(command, "--quiet", trace), Stream.of(options)).toArray());
    }

    /** What a command answers, also if that is a sentence that there is no such data. */
    private static String answer(String command, Path trace, String... options) {
        Command done = Command.run(Stream.concat(Stream.of(command, "--quiet", trace), Stream.of(options)).toArray());
        assertTrue(done.status() == 0 || done.status() == 1 && done.out().isEmpty() && NO_DATA.matcher(done.err().strip()).matches(),
                command + ": " + done.err());
        return done.status() == 0 ? done.out() : done.err();
    }

    private static Stream<String> all() {
        return Stream.concat(COMMANDS.stream(), Stream.of(UPGRADE));
    }

    private String extracted(Path trace, String... options) {
        return run(Stream.concat(Stream.of("extract --quiet --guests-only", trace, "-o", fFolder.resolve("out " + ++fExtractions)),
                Stream.of(options)).toArray());
    }

    /** The different names in a text, by what any of the commands ever wrote. */
    private static Set<String> names(String text, String pattern) {
        Set<String> names = new TreeSet<>();
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        while (matcher.find()) {
            names.add(matcher.group());
        }
        return names;
    }

    private static final String OF_384 = "(?:VM )+(?:of (?:thread|process) )?384(?:#\\d)?|qemu-system-x86 \\(384\\)|pid 384";

    @Test
    void aVmWithoutManifest() throws IOException {
        Path trace = new RecordedStory(RestartStory.withCalls()).in(fFolder.resolve("in"));
        for (String command : COMMANDS) {
            for (String asked : List.of("384", "384#1", "VM 384")) {
                assertEquals(Set.of("VM 384"), names(ask(command, trace, "--vm", asked), OF_384), command);
            }
        }
        for (String asked : List.of("384", "384#1", "VM 384")) {
            assertEquals(Set.of("VM 384"), names(extracted(trace, "--vm", asked), OF_384));
        }
        assertEquals(Set.of("VM 384"), names(ask(UPGRADE, trace), OF_384));
    }

    /** An option that changes nothing is refused. */
    @Test
    void anUpgradeIsOfAGroup() throws IOException {
        Path trace = new RecordedStory(RestartStory.withCalls()).in(fFolder.resolve("in"));
        Command one = Command.run(UPGRADE, "--quiet", trace, "--vm", "384");
        assertEquals("2 hypertrace: --vm: a rolling upgrade is of a group of VMs; leave --vm out.", one.status() + " "
                + one.err().lines().findFirst().orElse(""));
    }

    /** Each format that a command offers has the name that its text has. */
    @Test
    void everyFormatHasTheSameName() throws IOException {
        Path trace = new RecordedStory(RestartStory.withCalls()).in(fFolder.resolve("in"));
        int offered = 0;
        for (String command : all().toList()) {
            for (String format : List.of("json", "csv", "html", "markdown")) {
                Command done = Command.run(command, "--quiet", trace, "--format", format);
                assertTrue(done.status() == 0 || done.err().contains("--format"), command + ' ' + format + ": " + done.err());
                if (done.status() == 0) {
                    offered++;
                    // JSON and CSV may have only keys: 384#1, and pid 384 of the canonical text of a path
                    Set<String> names = names(done.out(), OF_384);
                    names.removeIf(name -> name.equals("pid 384") && List.of("json", "csv").contains(format));
                    // a table in CSV may have no rows
                    assertTrue((format.equals("csv") || done.out().contains("384")) && Set.of("VM 384").containsAll(names),
                            command + ' ' + format + ": " + names);
                }
            }
        }
        assertTrue(offered >= 2 * COMMANDS.size(), offered + " formats");
    }

    /** What views and the trace server show. */
    @Test
    void everyDataProviderHasTheSameName() throws Exception {
        OpenedTrace opened = OpenedTrace.of(new RecordedStory(RestartStory.withCalls()).in(fFolder.resolve("in")));
        try {
            assertNotNull(ModelStates.complete(opened.trace()));
            for (ITimeGraphDataProvider<?> provider : List.of(Providers.VIRTUAL_CPU.create(opened.trace()),
                    Providers.VIRTUAL_RESOURCES.create(opened.trace()), Providers.BOOT.create(opened.trace()),
                    Providers.SHUTDOWN.create(opened.trace()))) {
                assertEquals(Set.of("VM 384"), names(new ProviderDump(provider).tree(), OF_384), provider.getId());
            }
            for (ITmfTreeDataProvider<TmfTreeDataModel> table : List.of(Providers.INITCALLS.create(opened.trace()),
                    Providers.BOOT_LEVELS.create(opened.trace()), Providers.DEVICES.create(opened.trace()))) {
                String rows = String.join("\n", table.fetchTree(Map.of(), null).getModel().getEntries().stream().map(row -> String.join("|", row.getLabels())).toList());
                assertTrue(Set.of("VM 384").containsAll(names(rows, OF_384)), rows);
            }
        } finally {
            opened.forget();
            opened.close();
        }
    }

    @Test
    void whoIsNotThereIsAnsweredAlike() throws IOException {
        Path trace = new RecordedStory(RestartStory.withCalls()).in(fFolder.resolve("in"));
        for (String command : COMMANDS) {
            Command none = Command.run(command, "--quiet", trace, "--vm", "mail");
            assertEquals("1 hypertrace: There is no VM mail; there is VM 384.", none.status() + " " + none.err().strip(), command);
        }
        Command none = Command.run("extract --quiet", trace, "-o", fFolder.resolve("none"), "--vm", "mail");
        assertEquals("1 hypertrace: There is no VM mail; there is VM 384.", none.status() + " " + none.err().strip());
    }

    /** A process id on two hosts means two VMs that have nothing else in common; the name of the host distinguishes them. */
    @Test
    void aVmOfOneOfTwoHosts() throws IOException {
        String story = RestartStory.withCalls();
        Path traces = fFolder.resolve("in");
        new RecordedStory(story).in(traces);
        new RecordedStory(story.replace("alpha", "beta")).in(traces);
        Path symbols = Files.writeString(fFolder.resolve("kallsyms"), "ffffffff81000000 T _text\n");
        String ambiguous = "VM 384 is ambiguous; there are alpha:VM 384, beta:VM 384.";
        for (String command : COMMANDS) {
            Command both = Command.run(command, "--quiet", traces, "--vm", "384");
            assertEquals("1 hypertrace: " + ambiguous, both.status() + " " + both.err().strip(), command);
            Command dialect = Command.run(command, "--quiet", traces, "--dialect", "384=hypertrace-1");
            assertEquals("1 hypertrace: --dialect: " + ambiguous, dialect.status() + " " + dialect.err().strip(), command);
            String one = ask(command, traces, "--vm", "beta:384");
            assertTrue(one.contains("VM 384"), command);
        }
        for (String command : List.of("exits", "boot", "shutdown", "stacks", "path --boots")) {
            Command named = Command.run(command, "--quiet", traces, "--symbols", "384=" + symbols);
            assertEquals("1 hypertrace: --symbols: " + ambiguous, named.status() + " " + named.err().strip(), command);
            ask(command, traces, "--symbols", "alpha:384=" + symbols);
        }
        // what a dialect does is seen: by p1 no guest reports a boot
        assertTrue(ask("boot", traces, "--vm", "alpha:384", "--dialect", "beta:384=p1").contains("boot 4"));
        assertFalse(Command.run("boot --quiet", traces, "--vm", "alpha:384", "--dialect", "alpha:384=p1").out().contains("boot 4"));
        assertEquals(4, extracted(traces, "--vm", "beta:VM 384").lines().count());
        Command boots = Command.run("boot --quiet", traces, "--compare", "384", "beta:384");
        assertTrue(boots.status() != 0 && boots.err().contains("--compare: " + ambiguous), boots.err());
    }

    /** A dialect or symbols for a VM that is not there would change nothing, without a word. */
    @Test
    void optionsNameVmsThatAreThere() throws IOException {
        Path trace = new RecordedStory(RestartStory.withCalls()).in(fFolder.resolve("in"));
        Path symbols = Files.writeString(fFolder.resolve("kallsyms"), "ffffffff81000000 T _text\n");
        for (String command : all().toList()) {
            Command none = Command.run(command, "--quiet", trace, "--dialect", "mail=hypertrace-1");
            assertEquals("1 hypertrace: --dialect: There is no VM mail; there is VM 384.", none.status() + " " + none.err().strip(), command);
            assertEquals(0, Command.run(command, "--quiet", trace, "--dialect", "VM 384=hypertrace-1").status(), command);
        }
        for (String command : List.of("exits", "boot", "shutdown", "stacks", "path --boots", UPGRADE)) {
            Command none = Command.run(command, "--quiet", trace, "--symbols", "mail=" + symbols);
            assertEquals("1 hypertrace: --symbols: There is no VM mail; there is VM 384.", none.status() + " " + none.err().strip(), command);
        }
        Path folder = fFolder.resolve("none");
        Command none = Command.run("extract --quiet", trace, "-o", folder, "--dialect", "mail=hypertrace-1");
        assertEquals("1 hypertrace: --dialect: There is no VM mail; there is VM 384.", none.status() + " " + none.err().strip());
        assertFalse(Files.exists(folder));
    }

    @Test
    void aLaterBootIsCalledAlike() throws IOException {
        Path trace = new RecordedStory(RestartStory.withCalls()).in(fFolder.resolve("in"));
        assertEquals(Set.of("VM 384, boot 2", "VM 384, boot 3", "VM 384, boot 4"), names(extracted(trace), "VM 384, boot \\d"));
        Command comparison = Command.run("boot --quiet", trace, "--compare", "VM 384#7", "VM 384");
        assertTrue(comparison.err().contains("'VM 384', 'VM 384#2', 'VM 384#3', 'VM 384#4'"), comparison.err());
    }

    private static final String NESTED = "outer[ ,/]+(?:nested|inner)(?: guest)?(?: [\\d.]+)?(?: of level \\d)?|nested guest [\\d.]+";

    /** What knows of the nested guest. */
    private static final List<String> OF_NESTED = List.of("report", "report --table clocks", "exits", "boot", "shutdown", "stacks");

    /** The nested guest of the sample is seen by the host, and reports its boots itself. */
    @Test
    @EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
    void theNestedGuestOfASample() {
        Path trace = Samples.trace("nested");
        Set<String> inner = Set.of("outer/inner");
        for (String command : all().toList()) {
            Set<String> names = names(answer(command, trace), NESTED);
            assertTrue(inner.equals(names) || names.isEmpty() && !OF_NESTED.contains(command), command + ": " + names);
        }
        assertEquals(Set.of("outer/inner"), names(extracted(trace), NESTED));
        for (String command : COMMANDS) {
            Set<String> names = names(answer(command, trace, "--vm", "outer/inner"), "outer(?:/\\w+)?(?=[ ,:])");
            // what knows VMs alone shows the VM in which it is
            assertTrue(inner.equals(names) || !OF_NESTED.contains(command) || command.startsWith("report"), command + ": " + names);
            assertTrue(Set.of("outer", "outer/inner").containsAll(names), command + ": " + names);
        }
        assertEquals(Set.of("outer/inner"), names(extracted(trace, "--vm", "outer/inner"), "outer(?:/\\w+)?(?=[ ,:])"));
    }

    /** A node that reboots in the same process is one VM; its boots are counted. */
    @Test
    @EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
    void aRebootingNodeOfASample() {
        Path trace = Samples.trace("rolling-upgrade");
        for (String command : COMMANDS) {
            String out = answer(command, trace, "--vm", "node-b");
            assertTrue(out.contains("node-b"), command);
            assertEquals(Set.of(), names(out, "node-b#\\d|node-b \\(run|(?:VM ){2}"), command);
        }
        assertEquals(Set.of("node-b"), names(ask(UPGRADE, trace), "node-b(?:#\\d)?|VM node-b|pid 212"));
        assertTrue(extracted(trace, "--vm", "node-b").contains("node-b, boot 2"));
        for (String asked : List.of("node-b", "212", "212#1", "node-b#1")) {
            assertEquals(ask("boot", trace, "--vm", "node-b"), ask("boot", trace, "--vm", asked));
        }
    }
}
