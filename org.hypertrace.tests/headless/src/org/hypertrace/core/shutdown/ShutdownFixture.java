/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.hypertrace.core.boot.BootSymbols;
import org.hypertrace.core.machine.HostLosses;
import org.hypertrace.core.machine.HostProcess.Evidence;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.run.Ending;
import org.hypertrace.core.run.compare.RunGroup;
import org.hypertrace.core.shutdown.ShutdownProfile.Line;
import org.hypertrace.core.shutdown.track.ShutdownKind;
import org.hypertrace.core.shutdown.track.StepKind;
import org.hypertrace.testing.story.StoryLine;

/**
 * A shutdown reported in lines, as the model would have it:
 *
 * <pre>
 * requested 1000
 * called 1300
 * kernel 1400
 * kind REBOOT
 * by 82
 * STEP 0 1500 2400 notifiers
 * NOTIFIER 1 1500 - slow
 * DEVICE 1 1500 1600 disk of sd
 * FUNCTION 0 2500 2600 at 0xffffffff81000300
 * process 41 service 1000 1200 code 256 signal 15 at 1010
 * last 3000
 * end 3200 GONE
 * </pre>
 *
 * A part has a depth, its begin and its end, {@code -} if it never returned. Without {@code end} the trace ends at 9000.
 */
public final class ShutdownFixture {

    private static final long TRACE_END = 9_000;

    private final List<GuestShutdown.Part> fParts = new ArrayList<>();
    private final List<GuestShutdown.Process> fProcesses = new ArrayList<>();
    private long fRequested = -1;
    private long fCalled = -1;
    private long fKernel = -1;
    private long fLast = -1;
    private long fFault = -1;
    private long fEnd = TRACE_END;
    private Ending fEnding;
    private ShutdownKind fKind;
    private HostLosses fLosses = HostLosses.NONE;
    private int fOthers;
    private int fTid = -1;

    private ShutdownFixture() {
    }

    static GuestShutdown of(String guest, String text) {
        ShutdownFixture fixture = new ShutdownFixture();
        StoryLine.of(text).forEach(fixture::line);
        return fixture.shutdown(guest);
    }

    /** With the names of functions, and nobody knows where the time went. */
    static ShutdownProfile profile(String guest, String text, BootSymbols symbols) {
        GuestShutdown shutdown = of(guest, text);
        return new ShutdownProfile("trace", shutdown, symbols, new ShutdownLines(shutdown, symbols).lines().stream().map(line -> new Line(
                line.section(), line.kind(), line.name(), line.driver(), line.function(), line.begin(), line.end(), line.open(), line.lost(), null)).toList());
    }

    /** Nobody knows where the time went. */
    public static ShutdownProfile profile(String guest, String text) {
        return profile(guest, text, BootSymbols.NONE);
    }

    static RunGroup<ShutdownProfile> group(String guest, String... texts) {
        List<ShutdownProfile> runs = new ArrayList<>();
        for (String text : texts) {
            runs.add(profile(guest, text));
        }
        return new RunGroup<>(guest, runs);
    }

    /** {@code step 100-200 user space, device 300-400 sd disk, …}; what never returned has a question mark. */
    static String lines(ShutdownProfile of) {
        return of.lines().stream().map(line -> line.section().key() + ' ' + line.begin() + '-' + line.end() + (line.open() ? "? " : " ")
                + line.label() + '\n').collect(Collectors.joining());
    }

    private void line(StoryLine line) {
        if (line.matches("[A-Z]+")) {
            part(line.constant(StepKind.class), line);
        } else {
            moment(line);
        }
        line.end();
    }

    private void moment(StoryLine line) {
        switch (line.word("a moment, a process or a step")) {
        case "requested" -> fRequested = line.time();
        case "called" -> fCalled = line.time();
        case "kernel" -> fKernel = line.time();
        case "last" -> fLast = line.time();
        case "fault" -> fFault = line.time();
        case "kind" -> fKind = line.constant(ShutdownKind.class);
        case "lost" -> fLosses = new HostLosses(line.number("a count"), 0, 0, List.of());
        case "by" -> fTid = (int) line.number("a thread");
        case "others" -> fOthers = (int) line.number("a count");
        case "end" -> {
            fEnd = line.time();
            fEnding = line.constant(Ending.class);
        }
        case "process" -> process(line);
        default -> throw line.errorBefore("requested, called, kernel, last, fault, kind, lost, by, others, end or process");
        }
    }

    private void process(StoryLine line) {
        int tid = (int) line.number("a process");
        String name = line.take("?") ? null : line.word("its name");
        long begin = line.time();
        long end = line.take("-") ? -1 : line.time();
        int parent = option(line, "parent");
        boolean late = line.take("late");
        int code = option(line, "code");
        int signal = option(line, "signal");
        fProcesses.add(new GuestShutdown.Process(tid, parent, name, begin, end, late, option(line, "at"), signal, code));
    }

    private static int option(StoryLine line, String keyword) {
        return (int) line.option(keyword, -1);
    }

    private void part(StepKind kind, StoryLine line) {
        int depth = (int) line.number("its depth");
        long begin = line.time();
        boolean open = line.take("-");
        long end = !open ? line.time() : fLast >= 0 ? fLast : TRACE_END;
        boolean named = line.hasNext() && !line.matches("at|id|of");
        String name = named ? line.word("its name").replace('_', ' ').replace('~', '_') : null;
        String driver = line.take("of") ? line.word("a driver") : null;
        int id = option(line, "id");
        fParts.add(new GuestShutdown.Part(fParts.size(), depth, kind, id, line.option("at", 0), name, driver, begin, end, open, -1, -1));
    }

    private GuestShutdown shutdown(String guest) {
        long begin = fRequested >= 0 ? fRequested : fCalled >= 0 ? fCalled : fKernel;
        Machines.Vm vm = new Machines.Vm(VmName.of("10#1", 10, guest, 1), Evidence.REPORTED, 0, TRACE_END, List.of());
        Machines.Host host = new Machines.Host(0, "id", "host", 0, TRACE_END, 0, fLosses, List.of(vm));
        return new GuestShutdown(host, vm, vm.who(), -1, 1, begin, fEnd, fEnding, fKind, fRequested, fCalled, fKernel, fLast, fFault, fTid,
                -1, 0, fOthers, fParts, fProcesses);
    }
}
