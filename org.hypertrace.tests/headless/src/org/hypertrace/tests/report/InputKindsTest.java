/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Tool;
import org.hypertrace.testing.story.PerfTrace;
import org.hypertrace.testing.story.RecordedStory;
import org.hypertrace.testing.story.Story;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command on every kind of input: an answer, or exactly one sentence on standard error and a status that is not 0. Never
 * a stack trace, never a hang, never nothing.
 */
@Tag("platform")
class InputKindsTest {

    private static final List<String> COMMANDS = List.of("report", "boot", "shutdown", "exits", "stacks", "extract", "path --vcpu 0");
    private static final Duration HANGS = Duration.ofSeconds(60);

    private static final String ANSWER = "";
    private static final String NO_TRACE = "@ is not a trace: there is no CTF trace (a folder with a file 'metadata') in it.";
    private static final String NO_FILE = "@ is neither a file nor a folder; give the path of a trace folder or a .tar.xz.";
    private static final String NO_TEXT = "@ is not a trace: it is neither a folder nor a .tar.xz; it is not a kernel trace as text, of "
            + "ftrace, trace-cmd report or perf script; it is not a kernel's log.";
    private static final String EMPTY = "@ is not a trace: it is neither a folder nor a .tar.xz; it is empty: if it is one of the "
            + "kernel's own files, copy it first.";
    private static final String OF_ITSELF = "@: A guest's own trace shows its boot, not its vCPUs: open also the one recorded on its "
            + "host.";
    private static final String NO_SHUTDOWN = "No guest reports in @ how it shuts down: record its shutdown events, or its functions "
            + "below kernel_restart, and give the symbols of its kernel (--symbols).";
    private static final String NO_HYPERCALLS = "@: guest events were not recorded: record also lttng enable-event -k "
            + "kvm_x86_hypercall.";
    private static final String NO_HYPERCALLS_THERE = "@: A guest's own trace holds no hypercalls: give the one recorded on its host, with "
            + "lttng enable-event -k kvm_x86_entry,kvm_x86_exit,kvm_x86_hypercall.";
    private static final String NO_KVM = "@: No VM can be seen without events of KVM: record on the host with lttng enable-event -k "
            + "kvm_x86_entry,kvm_x86_exit (older kernels: kvm_entry,kvm_exit).";
    private static final String NO_KVM_DEEP = NO_KVM.replace("@", "@/1/2/3/4/5/6/7/8/9");

    private static final String LOG = """
            [    0.000000] Linux version 6.1.0
            [    0.100000] calling  foo_init+0x0/0x10 @ 1
            [    0.200000] initcall foo_init+0x0/0x10 returned 0 after 100000 usecs
            [    0.300000] Run /sbin/init as init process
            """;
    private static final String GUEST_TEXT = """
            # tracer: nop
              init-1       (      1) [000] d..2.     1.000100: sched_switch: prev_comm=init prev_pid=1 prev_prio=120 prev_state=S \
            ==> next_comm=sh next_pid=2 next_prio=120
                sh-2       (      2) [000] d..2.     1.000200: initcall_start: func=foo_init+0x0/0x10
                sh-2       (      2) [000] d..2.     1.000300: initcall_finish: func=foo_init+0x0/0x10 ret=0
            """;
    private static final String HOST_TEXT = """
            # tracer: nop
                qemu-384     (    384) [000] d..2.     1.000100: sched_switch: prev_comm=qemu prev_pid=384 prev_prio=120 \
            prev_state=S ==> next_comm=CPU 0/KVM next_pid=386 next_prio=120
             CPU 0/KVM-386   (    384) [000] d..2.     1.000200: kvm_entry: vcpu 0, rip 0xffffffff81000000
             CPU 0/KVM-386   (    384) [000] d..2.     1.000300: kvm_exit: vcpu 0 reason hlt rip 0xffffffff81000000 info1 0x0
             CPU 0/KVM-386   (    384) [000] d..2.     1.000400: sched_switch: prev_comm=CPU 0/KVM prev_pid=386 \
            prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120
            """;

    /** What a user may name, and what every command reports: one sentence for all of them, or one for each in their order. */
    enum Kind {
        CONSOLE_LOG(at -> RecordedStory.write(at, "it", LOG), OF_ITSELF, ANSWER, NO_SHUTDOWN, OF_ITSELF, ANSWER, NO_HYPERCALLS_THERE,
                OF_ITSELF),
        TEXT_OF_A_GUEST(at -> RecordedStory.write(at, "it", GUEST_TEXT), OF_ITSELF, ANSWER, NO_SHUTDOWN, OF_ITSELF, ANSWER,
                NO_HYPERCALLS_THERE, ANSWER),
        TEXT_OF_A_HOST(at -> RecordedStory.write(at, "it", HOST_TEXT), ANSWER,
                "No guest boots in @: no VM is launched or reset in it, and none reports how it boots; begin to record before the VM "
                        + "is started.", NO_SHUTDOWN, ANSWER,
                "No guest reports in @ what its threads do: record its switches, system calls, interrupts or functions (the trace is from "
                        + "00:00:01.000 100 000 to 00:00:01.000 400 000).", NO_HYPERCALLS, ANSWER),
        TRACE_OF_A_GUEST(at -> trace(at, new RecordedStory(RecordedStory.ONE_VCPU).without(name -> name.startsWith("kvm_"))),
                NO_KVM, NO_KVM, NO_KVM, NO_KVM, NO_KVM, NO_KVM, ANSWER),
        TRACE_OF_A_PROGRAM(at -> trace(at, new RecordedStory(RecordedStory.ONE_VCPU).withEnvironment("domain", "ust")),
                "@ is not an LTTng kernel trace; record one with lttng enable-event -k."),
        TRACE_OF_ANOTHER_TRACER(at -> trace(at, new RecordedStory(RecordedStory.ONE_VCPU).withEnvironment("tracer_name", "other")
                .withEnvironment("domain", "other")), "@ is not an LTTng kernel trace; record one with lttng enable-event -k."),
        TRACE_OF_PERF(at -> PerfTrace.write(at.resolve("it"), Story.events(RecordedStory.ONE_VCPU), 100), ANSWER,
                "No guest boots in @: no VM is launched or reset in it, and none reports how it boots; begin to record before the VM "
                        + "is started.", NO_SHUTDOWN, ANSWER,
                "No guest reports in @ what its threads do: record its switches, system calls, interrupts or functions (the trace is from "
                        + "00:00:00.000 000 100 to 00:00:00.000 000 200).", NO_HYPERCALLS, ANSWER),
        TEXT_OF_A_FUNCTION_GRAPH(at -> RecordedStory.write(at, "it", """
                # tracer: function_graph
                #
                # CPU  DURATION                  FUNCTION CALLS
                 0)               |  vcpu_enter_guest(vcpu=0xffff888003a50000) { /* <-vcpu_run+0x5f/0x1a0 */
                 0)   0.310 us    |    __cond_resched(); /* <-down_read+0x12/0x160 ret=0x0 */
                 0) + 12.540 us   |  } /* vcpu_enter_guest ret=0x1 */
                """), "@ is not a trace: it is neither a folder nor a .tar.xz; it is of the tracer function_graph, whose lines show neither a thread "
                        + "nor the time of day. Record the same with trace-cmd record -p function_graph, and print it with trace-cmd report; or "
                        + "choose the tracer nop for events alone; it is not a kernel's log."),
        TRACE_DAT(at -> Files.write(at.resolve("it"), "\27\10Dtracing6\0\0\10\0\20\0\0header_page\0\1\2\3".getBytes("ISO-8859-1")),
                "@ is a recording of trace-cmd, and trace-cmd is not installed; install it (apt-get install trace-cmd), or give the text that "
                        + "trace-cmd report -t prints."),
        NOTHING(at -> { }, "There is no @; give the path of a trace folder or a .tar.xz."),
        LINK_TO_NOTHING(at -> link(at, "it", "nothing"), "There is no @; give the path of a trace folder or a .tar.xz."),
        LINK_TO_ITSELF(at -> link(at, "it", "it"), "There is no @; give the path of a trace folder or a .tar.xz."),
        EMPTY_FOLDER(at -> Files.createDirectory(at.resolve("it")), NO_TRACE),
        DEEP_FOLDER(at -> link(at, "it", deep().toString()), NO_TRACE),
        FOLDER_WITH_A_LINK_TO_ITSELF(at -> link(Files.createDirectory(at.resolve("it")), "up", "."), NO_TRACE),
        EMPTY_FILE(at -> Files.createFile(at.resolve("it")), EMPTY),
        TEXT(at -> RecordedStory.write(at, "it", "once upon a time\n"), NO_TEXT),
        A_TERABYTE_OF_ZEROS(at -> Tool.run("truncate", "-s", "1T", at.resolve("it")), NO_TEXT),
        STREAM_OF_A_TRACE(at -> Files.move(trace(at.resolve("other"), new RecordedStory(RecordedStory.ONE_VCPU)).resolve("channel0_0"),
                at.resolve("it")), NO_TEXT),
        PIPE(at -> Tool.run("mkfifo", at.resolve("it")), NO_FILE),
        DEVICE(at -> link(at, "it", "/dev/zero"), NO_FILE),
        FILE_OF_THE_KERNEL(at -> link(at, "it", "/proc/self/mem"), EMPTY),
        FILE_WITHOUT_PERMISSION(at -> forbidden(RecordedStory.write(at, "it", "text")),
                "@ cannot be read by you; ask for read permission (chmod u+r)."),
        FOLDER_WITHOUT_PERMISSION(at -> forbidden(Files.createDirectory(at.resolve("it"))),
                "@ cannot be read by you; ask for read permission (chmod -R u+rX)."),
        METADATA_IS_A_PIPE(at -> Tool.run("mkfifo", Files.createDirectory(at.resolve("it")).resolve("metadata")),
                "@/metadata is neither a file nor a folder; remove it from the trace."),
        METADATA_IS_A_DEVICE(at -> link(Files.createDirectory(at.resolve("it")), "metadata", "/dev/zero"),
                "@/metadata is neither a file nor a folder; remove it from the trace."),
        METADATA_IS_A_FOLDER(at -> Files.createDirectories(at.resolve("it/metadata")),
                "@/metadata is a folder, not a trace's metadata; give the folder of a trace."),
        METADATA_IS_A_LINK_TO_NOTHING(at -> link(Files.createDirectory(at.resolve("it")), "metadata", "nothing"),
                "@/metadata cannot be read by you; ask for read permission (chmod -R u+rX)."),
        METADATA_IS_EMPTY(at -> Files.createFile(Files.createDirectory(at.resolve("it")).resolve("metadata")),
                "@/metadata is empty, so nothing can be read; if it is still being recorded, stop it first (lttng stop; lttng destroy)."),
        METADATA_IS_A_TERABYTE(at -> Tool.run("truncate", "-s", "1T", Files.createDirectory(at.resolve("it")).resolve("metadata")),
                "@/metadata is longer than 64 MiB: it is no metadata of a kernel's trace."),
        DEEP_TRACE(at -> Files.move(trace(at.resolve("other"), new RecordedStory(RecordedStory.ONE_VCPU).without(name -> name.startsWith("kvm_"))),
                Files.createDirectories(at.resolve("it/1/2/3/4/5/6/7/8")).resolve("9")), NO_KVM_DEEP, NO_KVM_DEEP, NO_KVM_DEEP, NO_KVM_DEEP,
                NO_KVM_DEEP, NO_KVM_DEEP, ANSWER),
        STREAM_IS_A_PIPE(at -> Tool.run("mkfifo", trace(at, new RecordedStory(RecordedStory.ONE_VCPU)).resolve("channel0_1")),
                "@/channel0_1 is neither a file nor a folder; remove it from the trace."),
        MANIFEST_IS_A_PIPE(at -> {
            trace(at, new RecordedStory(RecordedStory.ONE_VCPU));
            Tool.run("mkfifo", at.resolve("hypertrace.json"));
        }, "Cannot read @@/hypertrace.json: it is neither a file nor a folder."),
        MANIFEST_IS_DEEP(at -> {
            trace(at, new RecordedStory(RecordedStory.ONE_VCPU));
            RecordedStory.write(at, "hypertrace.json", "[".repeat(900_000));
        }, "@@/hypertrace.json is not JSON: it has more than 64 lists and objects within each other."),
        SYMBOLS_ARE_A_LINK(at -> {
            trace(at, new RecordedStory(RecordedStory.ONE_VCPU));
            link(at, "System.map", "/etc/passwd");
            RecordedStory.write(at, "hypertrace.json", "{\"vms\":[{\"name\":\"web\",\"symbols\":\"System.map\"}]}");
        }, "@@/System.map leads out of the folder of the manifest; put the file itself there."),
        NO_ARCHIVE("it.tar.xz", at -> RecordedStory.write(at, "it.tar.xz", "once upon a time, a long archive\n"),
                "@ cannot be unpacked: Input is not in the XZ format; it may be damaged (test it with xz -t) or the disk may be full."),
        EMPTY_ARCHIVE("it.tar.xz", at -> Files.createFile(at.resolve("it.tar.xz")),
                "@ cannot be unpacked: it ends too early; copy it again (test it with xz -t)."),
        ARCHIVE_IS_A_PIPE("it.tar.xz", at -> Tool.run("mkfifo", at.resolve("it.tar.xz")), NO_FILE),
        ARCHIVE_WITH_A_PIPE("it.tar.xz", at -> {
            Tool.run("mkfifo", Files.createDirectory(at.resolve("t")).resolve("metadata"));
            Tool.run("tar", "-cJf", at.resolve("it.tar.xz"), "-C", at, "t");
        }, "@ is not unpacked: t/metadata in it is no file but a link, a pipe or a device; pack the files themselves (tar --dereference "
                + "--hard-dereference)."),
        BOMB("it.tar.xz", at -> {
            Tool.run("truncate", "-s", "7G", at.resolve("bomb"));
            Tool.run("tar", "-ScJf", at.resolve("it.tar.xz"), "-C", at, "bomb");
        }, "@ is not unpacked: it unpacks to more than 1024 MiB; unpack it yourself if you trust it, and give the folder.");

        private interface Making {
            void in(Path folder) throws IOException;
        }

        private final String fName;
        private final Making fMaking;
        private final List<String> fMessages;

        Kind(Making making, String... message) {
            this("it", making, message);
        }

        Kind(String name, Making making, String... message) {
            fName = name;
            fMaking = making;
            fMessages = List.of(message);
        }

        String message(String command) {
            return fMessages.get(fMessages.size() == 1 ? 0 : COMMANDS.indexOf(command));
        }

        /** Puts one of the kind there. */
        Path in(Path folder) throws IOException {
            fMaking.in(folder);
            return folder.resolve(fName);
        }

        private static Path trace(Path folder, RecordedStory story) throws IOException {
            return Files.move(story.in(Files.createDirectories(folder)), folder.resolve("it"));
        }

        private static void link(Path folder, String name, String to) throws IOException {
            Files.createSymbolicLink(folder.resolve(name), Path.of(to));
        }

        private static void forbidden(Path path) {
            Tool.run("chmod", "0", path);
            assumeFalse(Files.isReadable(path), "permissions do not stop the user root");
        }
    }

    @TempDir
    private static Path fOnce;

    @TempDir
    private Path fFolder;

    /** To remove it takes JUnit seconds: there is one for all. */
    private static Path deep() throws IOException {
        Path deep = fOnce.resolve("deep");
        Files.createDirectories(deep.resolve("d/".repeat(1500)));
        return deep;
    }

    static Stream<Arguments> cells() {
        return Stream.of(Kind.values()).flatMap(kind -> COMMANDS.stream().map(command -> Arguments.of(kind, command)));
    }

    @ParameterizedTest(name = "{1} of {0}")
    @MethodSource("cells")
    void everyCommandOnEveryKind(Kind kind, String command) throws IOException {
        assumeReadByUs(kind);
        Path input = kind.in(fFolder);
        check(kind.message(command), input, command, input);
    }

    /** Where trace-cmd is installed it reads its recordings, and what it answers differs with its version. */
    private static void assumeReadByUs(Kind kind) {
        assumeFalse(kind == Kind.TRACE_DAT && Stream.of(System.getenv("PATH").split(":")).anyMatch(at -> Files.isExecutable(Path.of(at, "trace-cmd"))));
    }

    /** The second trace of a comparison is refused as the first would be. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void whatIsToBeCompared(Kind kind) throws IOException {
        assumeReadByUs(kind);
        Path input = kind.in(Files.createDirectory(fFolder.resolve("b")));
        Path host = RecordedStory.write(fFolder, "host.txt", HOST_TEXT);
        check(kind.message("exits"), input, "exits", host, "--compare", input);
    }

    @ParameterizedTest
    @CsvSource({ "PIPE,boot", "DEVICE,exits", "EMPTY_FOLDER,stacks", "LINK_TO_NOTHING,shutdown" })
    void whatIsNamedAsSymbols(Kind kind, String command) throws IOException {
        Path input = kind.in(Files.createDirectory(fFolder.resolve("b")));
        check("--symbols: @ is no file that you can read; give a kallsyms or System.map of the guest.", input, command,
                RecordedStory.write(fFolder, "host.txt", HOST_TEXT), "--symbols", input);
    }

    @ParameterizedTest
    @CsvSource({ "PIPE,it is neither a file nor a folder", "DEVICE,it is neither a file nor a folder", "EMPTY_FOLDER,it is a folder",
        "A_TERABYTE_OF_ZEROS,it is longer than 1 MiB" })
    void whatIsNamedAsADialect(Kind kind, String why) throws IOException {
        Path input = kind.in(Files.createDirectory(fFolder.resolve("b")));
        for (String command : COMMANDS) {
            check("--dialect: Cannot read @: " + why + ". Built-in dialects are hypertrace-1, p1, p2, p3, p4, p5.", input, command,
                    RecordedStory.write(fFolder, "host.txt", HOST_TEXT), "--dialect", input);
        }
    }

    private void check(String message, Path input, Object... arguments) {
        List<Object> all = new ArrayList<>(List.of(arguments));
        all.add(1, "--quiet");
        Path output = fFolder.resolve("output");
        if (arguments[0].equals("extract")) {
            all.addAll(List.of("--output", output));
        }
        Command command = assertTimeoutPreemptively(HANGS, () -> Command.run(all.toArray()), "it hangs");
        String err = command.err().replace(input.toString(), "@").replace(input.getParent().toString(), "@@");
        assertEquals(message.isEmpty() ? "" : "hypertrace: " + message + '\n', err);
        assertEquals(message.isEmpty() ? 0 : 1, command.status());
        assertEquals(List.of(), command.log());
        assertTrue(message.isEmpty() != command.out().isEmpty(), command.out());
        assertFalse(Files.exists(output), "what is refused leaves nothing");
    }
}
