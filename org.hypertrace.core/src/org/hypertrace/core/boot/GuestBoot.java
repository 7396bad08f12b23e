/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import java.util.List;

import org.hypertrace.core.boot.track.Lifecycle;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.run.Ending;
import org.hypertrace.core.run.GuestRun;

/**
 * A boot of a guest, as the model has it. Times are ns since the epoch, ends exclusive.
 *
 * @param host
 *            the host of the VM
 * @param vm
 *            the VM that boots, or in which a nested guest does; null if its host saw none run a guest, as when a guest's own
 *            trace shows alone
 * @param who
 *            the guest
 * @param threads
 *            the place of the guest's threads in the state system, -1 if it has none
 * @param number
 *            from 1: which boot of this guest in the trace
 * @param end
 *            of the boot; if it still ran at the end of the trace, that
 * @param ending
 *            how it ended, null if it did not
 * @param tripleFault
 *            when the processor gave up, -1 if it did not
 * @param text
 *            where {@code _text} is, 0 if not recorded
 * @param unmatched
 *            how many initcalls returned that did not begin
 * @param others
 *            how many levels, initcalls, crashes and later boots are not kept
 * @param stages
 *            the parts of its life, one after another
 * @param levels
 *            in their order
 * @param initcalls
 *            in the order of their begins
 * @param crashes
 *            panics and oopses in their order
 * @param functions
 *            those that it called, as far as they were recorded; reported when the boot or the trace is over
 */
public record GuestBoot(Machines.Host host, Machines.Vm vm, VmName who, int threads, int number, long begin,
        long end, Ending ending, long tripleFault, long text, int unmatched, int others, List<Stage> stages, List<Level> levels,
        List<InitcallRun> initcalls, List<CrashReport> crashes, List<Function> functions) implements GuestRun {

    /** A part of the guest's life. */
    public record Stage(Lifecycle part, long begin, long end) { }

    /**
     * An initcall level.
     *
     * @param number
     *            from 0
     * @param end
     *            the begin of the next; of the last one what the guest reports, else the last finish of an initcall of the
     *            thread that ran the levels
     * @param open
     *            whether nothing is known to have ended it: the kernel crashed in it, the trace ends, or packets of the host's
     *            trace are missing; then {@code end} is that
     * @param tid
     *            the guest thread that runs its initcalls, -1 if not known
     * @param vcpu
     *            the place in the state system of the vCPU on which it was reported, -1 if not known
     */
    public record Level(int number, String name, long begin, long end, boolean open, int tid, int vcpu) { }

    /** A function, how often it was called, and how long it took with and without the calls from there, ns by the guest's clock. */
    public record Function(long address, long calls, long total, long self) { }

    /** @return the boot's name for people: {@code web-1}, and which boot if it is not the first */
    @Override
    public String label() {
        return who.nth("boot", number);
    }

    /**
     * @param part
     *            a part of a guest's life
     * @return when it begins, -1 if the guest did not come to it
     */
    public long begin(Lifecycle part) {
        return stages.stream().filter(stage -> stage.part() == part).mapToLong(Stage::begin).findFirst().orElse(-1);
    }

    /**
     * @param initcall
     *            of this boot
     * @return the level in which it began, null if in none
     */
    public Level level(InitcallRun initcall) {
        return initcall.level() >= 0 && initcall.level() < levels.size() ? levels.get(initcall.level()) : null;
    }

    /**
     * @param initcall
     *            of this boot
     * @param name
     *            of its function; the kernel adds that of a module: {@code snd_init [snd]}
     * @return whether a module's load called it: outside of the levels, and where none is reported only its name shows that
     */
    public boolean isOfModule(InitcallRun initcall, String name) {
        return level(initcall) == null && (!levels.isEmpty() || name.endsWith("]"));
    }

    /** @return how long it booted, ns: to user space, else to the end of the last level, else to its end */
    public long bootTime() {
        long up = begin(Lifecycle.USERSPACE) >= 0 ? begin(Lifecycle.USERSPACE) : begin(Lifecycle.READY);
        return (up >= 0 ? up : levels.isEmpty() ? end : levels.get(levels.size() - 1).end()) - begin;
    }

    /** @return whether its kernel panicked, as far as is reported */
    public boolean panicked() {
        return begin(Lifecycle.PANICKED) >= 0 || crashes.stream().anyMatch(crash -> !crash.oops());
    }

    /** @return whether PID 1 ran, as far as is reported */
    public boolean finished() {
        return begin(Lifecycle.USERSPACE) >= 0 || begin(Lifecycle.READY) >= 0;
    }
}
