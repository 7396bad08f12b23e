/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.log;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.hypertrace.core.boot.track.Boot;
import org.hypertrace.core.boot.track.BootSink;
import org.hypertrace.core.boot.track.BootTracker;
import org.hypertrace.core.boot.track.Crash;
import org.hypertrace.core.boot.track.FunctionCounts;
import org.hypertrace.core.boot.track.Initcall;
import org.hypertrace.core.boot.track.Lifecycle;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.run.Ending;
import org.hypertrace.core.symbol.Symbols;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.TimelineSink;
import org.hypertrace.core.timeline.VmLifecycleEvent;
import org.hypertrace.testing.story.KernelStory;

/** What the tracker reports a story, a line each. */
public final class BootLog implements TimelineSink, BootSink {

    private final List<String> fLines = new ArrayList<>();
    private final BootTracker fTracker;

    private BootLog(Symbols symbols) {
        fTracker = new BootTracker(this, guest -> symbols);
    }

    @Override
    public void host(HostEvent event) {
        if (event instanceof HostEvent.LostEvents lost) {
            fTracker.lost(lost);
        }
    }

    @Override
    public void life(long time, Guest guest, VmLifecycleEvent sign) {
        fTracker.handle(time, guest, sign);
    }

    @Override
    public void guest(Guest guest, VirtualCpu vcpu, GuestEvent event) {
        fTracker.handle(guest, vcpu, event);
    }

    private void add(long time, Boot boot, String what) {
        fLines.add(time + (boot.nested() == null ? "" : " of " + boot.nested()) + " boot " + boot.number() + ": " + what);
    }

    @Override
    public void begins(long time, Boot boot) {
        add(time, boot, "begins");
    }

    @Override
    public void enters(long time, Boot boot, Lifecycle part) {
        add(time, boot, part.label());
    }

    @Override
    public void ends(long time, Boot boot, Ending how) {
        add(time, boot, "ends: " + how.label());
    }

    @Override
    public void tripleFault(long time, Boot boot) {
        add(time, boot, "triple fault");
    }

    @Override
    public void based(long time, Boot boot, long text) {
        add(time, boot, "_text at " + Long.toHexString(text));
    }

    @Override
    public void level(long time, Boot boot, String name, int vcpu) {
        add(time, boot, "level " + name);
    }

    @Override
    public void levelsEnd(long time, Boot boot) {
        add(time, boot, "levels end");
    }

    @Override
    public void initcallBegins(long time, Boot boot, Initcall i) {
        add(time, boot, "initcall " + i.number() + " at " + i.address() + " depth " + i.depth() + " of thread " + i.tid()
                + " in level " + i.level());
    }

    @Override
    public void initcallEnds(long time, Boot boot, Initcall i, Long result, long duration) {
        add(time, boot, "initcall " + i.number() + " returns " + result + " after " + duration);
    }

    @Override
    public void initcallLost(long time, Boot boot, Initcall i, long seenUntil) {
        add(time, boot, "initcall " + i.number() + " lost since " + seenUntil);
    }

    @Override
    public void crashes(long time, Boot boot, Crash c) {
        add(time, boot, (c.oops() ? "oops at " + c.address() : "panic '" + c.text() + "'") + " in thread " + c.tid()
                + (c.initcall() == null ? "" : " in initcall " + c.initcall().number()) + " stack " + c.stack() + " after "
                + c.before().stream().map(event -> event.kind().label() + "@" + event.time()).toList());
    }

    @Override
    public void reason(long time, Boot boot, Crash crash, String text) {
        add(time, boot, "because '" + text + "'");
    }

    @Override
    public void unmatched(long time, Boot boot) {
        add(time, boot, "unmatched");
    }

    @Override
    public void functions(long time, Boot boot, FunctionCounts functions) {
        functions.functions().forEach((address, count) -> add(time, boot, "function " + address + " called " + count.calls()
                + " took " + count.total() + " self " + count.self()));
    }

    @Override
    public void others(long time, Boot boot) {
        add(time, boot, "not kept");
    }

    /** Times and hypercalls of the kernel, see {@link KernelStory}. */
    public static String reported(String words) {
        return story(KernelStory.BEGIN + KernelStory.of(words));
    }

    public static String story(String story) {
        return story(story, null);
    }

    public static String story(String story, Symbols symbols) {
        BootLog reported = new BootLog(symbols);
        TimelinePass.of(story, reported);
        reported.fTracker.finish(999);
        return reported.fLines.stream().map(line -> line + '\n').collect(Collectors.joining());
    }
}
