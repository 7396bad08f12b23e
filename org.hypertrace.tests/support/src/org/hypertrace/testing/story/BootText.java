/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * A boot as a kernel would report it in its own trace: 11 levels, hundreds of initcalls, some of them in others, on other
 * threads, without a name, or failing; later modules, while other events go on. The same boot in two forms, and its truth.
 */
public final class BootText {

    /**
     * An initcall; times in us.
     *
     * @param function
     *            its name with its module, or its address
     * @param level
     *            the number of its level, -1 for a module's
     */
    public record Call(String function, int tid, long begin, long end, int result, int level) { }

    /** The levels of Linux. */
    public static final List<String> LEVELS = List.of("console", "early", "pure", "core", "postcore", "arch", "subsys", "fs",
            "rootfs", "device", "late");

    private static final int PER_LEVEL = 70;
    private static final int MODULES = 40;
    private static final long MODULE_PAUSE = 20_000;

    private final Random fRandom;
    private final List<Call> fCalls = new ArrayList<>();
    private final List<Long> fLevels = new ArrayList<>();
    private final List<String> fFtrace = new ArrayList<>();
    private final List<String> fConsole = new ArrayList<>();
    private long fNow = 100_000;
    private long fLevelsEnd;
    private int fCount;

    /** @param seed of all that is random */
    public BootText(long seed) {
        fRandom = new Random(seed);
        fConsole.add("[    0.000000] Linux version 6.1.0 (builder@host)");
        for (int level = 0; level < LEVELS.size(); level++) {
            say(1, 0, "initcall_level: level=" + LEVELS.get(level), "entering initcall level: " + LEVELS.get(level));
            fLevels.add(fNow);
            for (int i = 0; i < PER_LEVEL; i++) {
                call(1, level, fRandom.nextInt(20) == 0 ? 2 : 1);
            }
        }
        fLevelsEnd = fNow;
        for (int i = 0; i < MODULES; i++) {
            fNow += fRandom.nextInt((int) MODULE_PAUSE);
            call(300 + i, -1, 1);
        }
        fFtrace.add(0, "# tracer: nop\n#\n#           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION");
    }

    private void call(int tid, int level, int depth) {
        boolean module = level < 0;
        String symbol = (module ? "module_init_" : "driver_") + fCount++ + "_init";
        String suffix = module ? " [mod_" + fCount + "]" : "";
        boolean named = fRandom.nextInt(10) > 0;
        String address = "0xffffffff82" + String.format("%06x", 0x1000 + 16 * fCount);
        String printed = named ? symbol + "+0x0/0x" + Integer.toHexString(16 + fRandom.nextInt(999)) + suffix : address;
        int place = fCalls.size();
        fCalls.add(null);
        tick();
        long begin = fNow;
        say(tid, place % 2, "initcall_start: func=" + printed, "calling  " + printed + " @ " + tid);
        noise(tid);
        int helper = 50 + fCount % 7;
        boolean isHelped = !module && fRandom.nextInt(25) == 0;
        if (isHelped) {
            call(helper, level, 1);
        } else if (depth > 1) {
            call(tid, level, depth - 1);
        }
        tick();
        int result = fRandom.nextInt(15) == 0 ? -19 : 0;
        say(tid, place % 2, "initcall_finish: func=" + printed + " ret=" + result,
                "initcall " + printed + " returned " + result + " after " + (fNow - begin) + " usecs");
        fCalls.set(place, new Call(named ? symbol + suffix : address, tid, begin, fNow, result, level));
    }

    private void tick() {
        fNow += 1 + fRandom.nextInt(fRandom.nextInt(30) == 0 ? 30_000 : 300);
    }

    private void noise(int tid) {
        for (int i = fRandom.nextInt(3); i > 0; i--) {
            tick();
            fFtrace.add(line(tid, 0, "sched_waking: comm=kworker/0:1 pid=12 prio=120 target_cpu=000"));
            fConsole.add(time() + "some_driver 0000:00:0" + i + ".0: initcall is not what this reports");
        }
    }

    private void say(int tid, int cpu, String ftrace, String console) {
        fFtrace.add(line(tid, cpu, ftrace));
        fConsole.add(time() + console);
    }

    private String line(int tid, int cpu, String event) {
        String task = tid == 1 ? "swapper/0" : "modprobe";
        return String.format(Locale.ROOT, "%16s-%-7d [%03d] .....  %d.%06d: %s", task, tid, cpu,
                fNow / 1_000_000, fNow % 1_000_000, event);
    }

    private String time() {
        return String.format(Locale.ROOT, "[%5d.%06d] ", fNow / 1_000_000, fNow % 1_000_000);
    }

    /** As ftrace prints it. */
    public String ftrace() {
        return String.join("\n", fFtrace) + '\n';
    }

    /** As a kernel with {@code initcall_debug} prints it on its console. */
    public String console() {
        return String.join("\n", fConsole) + '\n';
    }

    /** Its initcalls by their begins. */
    public List<Call> calls() {
        return fCalls;
    }

    /** When its levels begin, us. */
    public List<Long> levels() {
        return fLevels;
    }

    /** When the last initcall of the last level returned, us. */
    public long levelsEnd() {
        return fLevelsEnd;
    }
}
