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

/**
 * A shutdown reported in lines, as the model would have it:
 *
 * <pre>
 * requested 1000
 * called 1300
 * kernel 1400
 * kind REBOOT
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

    private ShutdownFixture() {
    }

    static GuestShutdown of(String guest, String text) {
        ShutdownFixture fixture = new ShutdownFixture();
        text.strip().lines().map(line -> line.strip().split(" ")).forEach(fixture::line);
        return fixture.shutdown(guest);
    }

    /** With the names of functions, and nobody knows where the time went. */
    static ShutdownProfile profile(String guest, String text, BootSymbols symbols) {
        GuestShutdown shutdown = of(guest, text);
        return new ShutdownProfile("trace", shutdown, symbols, new ShutdownLines(shutdown, symbols).lines().stream().map(line -> new Line(
                line.section(), line.name(), line.driver(), line.function(), line.begin(), line.end(), line.open(), line.lost(), null)).toList());
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

    private void line(String[] w) {
        switch (w[0]) {
        case "requested" -> fRequested = Long.parseLong(w[1]);
        case "called" -> fCalled = Long.parseLong(w[1]);
        case "kernel" -> fKernel = Long.parseLong(w[1]);
        case "last" -> fLast = Long.parseLong(w[1]);
        case "fault" -> fFault = Long.parseLong(w[1]);
        case "kind" -> fKind = ShutdownKind.valueOf(w[1]);
        case "lost" -> fLosses = new HostLosses(Long.parseLong(w[1]), 0, 0, List.of());
        case "others" -> fOthers = Integer.parseInt(w[1]);
        case "end" -> {
            fEnd = Long.parseLong(w[1]);
            fEnding = Ending.valueOf(w[2]);
        }
        case "process" -> process(w, List.of(w));
        default -> part(w, List.of(w));
        }
    }

    private void process(String[] w, List<String> words) {
        fProcesses.add(new GuestShutdown.Process(Integer.parseInt(w[1]), number(words, "parent", -1), w[2].equals("?") ? null : w[2],
                Long.parseLong(w[3]), w[4].equals("-") ? -1 : Long.parseLong(w[4]), words.contains("late"), number(words, "at", -1),
                number(words, "signal", -1), number(words, "code", -1)));
    }

    private static int number(List<String> words, String name, int absent) {
        return words.contains(name) ? Integer.parseInt(words.get(words.indexOf(name) + 1)) : absent;
    }

    private void part(String[] w, List<String> words) {
        boolean named = w.length > 4 && !w[4].equals("at") && !w[4].equals("id");
        fParts.add(new GuestShutdown.Part(fParts.size(), Integer.parseInt(w[1]), StepKind.valueOf(w[0]), number(words, "id", -1),
                words.contains("at") ? Long.parseUnsignedLong(words.get(words.indexOf("at") + 1).substring(2), 16) : 0,
                named ? w[4].replace('_', ' ').replace('~', '_') : null, words.contains("of") ? words.get(words.indexOf("of") + 1) : null,
                Long.parseLong(w[2]), w[3].equals("-") ? fLast >= 0 ? fLast : TRACE_END : Long.parseLong(w[3]), w[3].equals("-"), -1, -1));
    }

    private GuestShutdown shutdown(String guest) {
        long begin = fRequested >= 0 ? fRequested : fCalled >= 0 ? fCalled : fKernel;
        Machines.Vm vm = new Machines.Vm(VmName.of("10#1", 10, guest, 1), Evidence.REPORTED, 0, TRACE_END, List.of());
        Machines.Host host = new Machines.Host(0, "id", "host", 0, TRACE_END, 0, fLosses, List.of(vm));
        return new GuestShutdown(host, vm, vm.who(), -1, 1, begin, fEnd, fEnding, fKind, fRequested, fCalled, fKernel, fLast, fFault, -1,
                -1, 0, fOthers, fParts, fProcesses);
    }
}
