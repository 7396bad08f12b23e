/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.log;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.run.Ending;
import org.hypertrace.core.shutdown.track.Shutdown;
import org.hypertrace.core.shutdown.track.ShutdownKind;
import org.hypertrace.core.shutdown.track.ShutdownSink;
import org.hypertrace.core.shutdown.track.ShutdownTracker;
import org.hypertrace.core.shutdown.track.Step;
import org.hypertrace.core.shutdown.track.UserProcess;
import org.hypertrace.core.symbol.Symbols;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.TimelineSink;
import org.hypertrace.core.timeline.VmLifecycleEvent;
import org.hypertrace.testing.story.KernelStory;

/** What the tracker of shutdowns reports a guest's words, a line each. */
public final class ShutdownLog implements TimelineSink, ShutdownSink {

    private final List<String> fLines = new ArrayList<>();
    private final ShutdownTracker fTracker;

    private ShutdownLog(Symbols symbols) {
        fTracker = new ShutdownTracker(this, guest -> symbols);
    }

    @Override
    public void host(HostEvent event) {
        // hosts do not shut down
    }

    @Override
    public void life(long time, Guest guest, VmLifecycleEvent sign) {
        fTracker.handle(time, guest, sign);
    }

    @Override
    public void guest(Guest guest, VirtualCpu vcpu, GuestEvent event) {
        fTracker.handle(guest, vcpu, event);
    }

    private void add(long time, Shutdown s, String what) {
        fLines.add(time + (s.nested() == null ? "" : " of " + s.nested()) + " shutdown " + s.number() + ": " + what);
    }

    private static String name(Step step) {
        return step.number() + " at depth " + step.depth() + ' ' + step.kind() + ' '
                + (step.driver() == null ? "" : step.driver() + " ") + (step.name() != null ? step.name() : step.address() != 0 ? Long.toHexString(step.address()) : step.id());
    }

    @Override
    public void begins(long time, Shutdown s) {
        add(time, s, "begins");
    }

    @Override
    public void requested(long time, Shutdown s) {
        add(time, s, "requested");
    }

    @Override
    public void called(long time, Shutdown s) {
        add(time, s, "called");
    }

    @Override
    public void kernel(long time, Shutdown s, int tid, int vcpu) {
        add(time, s, "kernel by thread " + tid);
    }

    @Override
    public void kind(long time, Shutdown s, ShutdownKind kind) {
        add(time, s, "kind " + kind);
    }

    @Override
    public void process(long time, Shutdown s, UserProcess process) {
        add(time, s, "process " + name(process) + (process.late() ? " begins" : ""));
    }

    private static String name(UserProcess process) {
        return process.number() + " " + process.name() + ' ' + process.tid();
    }

    @Override
    public void processNamed(long time, Shutdown s, UserProcess process, String name) {
        add(time, s, "process " + name(process) + " is " + name);
    }

    @Override
    public void signalled(long time, Shutdown s, UserProcess process, int signal) {
        add(time, s, "process " + name(process) + " gets signal " + signal);
    }

    @Override
    public void processEnds(long time, Shutdown s, UserProcess process, int code) {
        add(time, s, "process " + name(process) + " ends with " + code);
    }

    @Override
    public void stepBegins(long time, Shutdown s, Step step) {
        add(time, s, "begin " + name(step));
    }

    @Override
    public void stepEnds(long time, Shutdown s, Step step) {
        add(time, s, "end " + name(step));
    }

    @Override
    public void last(long time, Shutdown s) {
        add(time, s, "last");
    }

    @Override
    public void gaveUp(long time, Shutdown s) {
        add(time, s, "gave up");
    }

    @Override
    public void ends(long time, Shutdown s, Ending how) {
        add(time, s, "ends: " + how.label());
    }

    @Override
    public void others(long time, Shutdown s) {
        add(time, s, "not kept");
    }

    /**
     * @param words
     *            times and hypercalls of the kernel, as {@code 110 0x86 5 1 0 0}; lines with {@code host} are the host's
     * @param symbols
     *            of the guest's kernel, null if not known
     * @return what the tracker reports, a line each
     */
    public static String of(String words, Symbols symbols) throws IOException {
        String story = KernelStory.BEGIN + KernelStory.of(words);
        ShutdownLog reported = new ShutdownLog(symbols);
        TimelinePass.of(story, reported);
        return reported.fLines.stream().map(line -> line + '\n').collect(Collectors.joining());
    }
}
