/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.log;

import java.util.Random;
import java.util.function.Consumer;

import org.hypertrace.core.boot.track.BootTracker;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.stream.Losses;
import org.hypertrace.core.task.GuestMode;
import org.hypertrace.core.task.GuestTask;
import org.hypertrace.core.task.TaskSink;
import org.hypertrace.core.task.TaskTracker;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.TimelineSink;
import org.hypertrace.core.timeline.VmLifecycleEvent;

/**
 * Two VMs with two vCPUs each that report random words, mostly of version 1, among them batches that reach back seconds. A program
 * of its own, so that it can be run with little memory: prints what came out.
 */
public final class HostileGuests implements TimelineSink, TaskSink {

    private static final int[] NUMBERS = { 0x81, 0x84, 0x88, 0x80, 0x90, 0x91, 0x92, 0x85 };

    private final TimeOrder fOrder = new TimeOrder();
    private long fHost;
    private long fEvents;
    private long fThreads;
    private long fOthers;
    private final TaskTracker fTasks = new TaskTracker(this);
    private final CountedBoots fReportedBoots = new CountedBoots();
    private final BootTracker fBoots = new BootTracker(fReportedBoots, guest -> null);
    private Losses fLosses = Losses.NONE;

    private HostileGuests() {
    }

    /** @param arguments how many hypercalls */
    public static void main(String[] arguments) {
        int count = Integer.parseInt(arguments[0]);
        System.out.println(follow(to -> report(count, to)));
    }

    /**
     * @param reported
     *            reports the events of a host, in the order of their time
     * @return what came out, in the order of time
     */
    public static String follow(Consumer<Consumer<HostEvent>> reported) {
        HostileGuests sink = new HostileGuests();
        TimelinePass.of(reported, sink);
        sink.fTasks.finish(sink.fOrder.last());
        sink.fBoots.finish(sink.fOrder.last());
        return sink.fHost + " host events, " + sink.fEvents + " guest events, " + sink.fLosses + ", "
                + sink.fThreads + " threads, " + sink.fOthers + " switches to others, " + sink.fReportedBoots;
    }

    /**
     * @param count
     *            how many hypercalls
     * @param to
     *            gets them, and the host events around them
     */
    public static void report(int count, Consumer<HostEvent> to) {
        Random random = new Random(44);
        for (int cpu = 0; cpu < 4; cpu++) {
            to.accept(new HostEvent.ThreadBegins(cpu, 0, cpu, 11 + cpu, cpu / 2 * 100 + 10, "CPU " + cpu % 2 + "/KVM"));
            to.accept(new HostEvent.SchedSwitch(cpu, 0, cpu, 0, "swapper", 0, 11 + cpu, ""));
        }
        for (int i = 0; i < count; i++) {
            long time = 1000 + i * 10_000L;
            int cpu = random.nextInt(4);
            if (random.nextInt(16) == 0) {
                to.accept(new HostEvent.KvmExit(time - 1, 0, cpu, ExitReason.SVM, 129, cpu % 2,
                        random.nextInt(4) == 0 ? 0x401000 : 0xffffffff81000000L));
            }
            to.accept(new HostEvent.KvmHypercall(time, 0, cpu, number(random), word(random), word(random), word(random),
                    word(random)));
        }
    }

    private static long number(Random random) {
        long number = random.nextInt(4) == 0 ? NUMBERS[random.nextInt(NUMBERS.length)] : 0x60 + random.nextInt(0x48);
        return random.nextInt(50) == 0 ? random.nextLong() : number | (long) random.nextInt(1 << 20) << 32
                | (random.nextInt(8) == 0 ? (long) random.nextInt(1 << 16) << 16 : 0);
    }

    private static long word(Random random) {
        return switch (random.nextInt(5)) {
        case 0 -> random.nextLong();
        case 1 -> random.nextInt(8);
        case 2 -> (long) random.nextInt(8) << 32 | random.nextInt(1 << 16);
        case 3 -> 0x47545243L << 32 | random.nextInt(5000) << 16 | 0x100;
        default -> -1L >>> random.nextInt(64);
        };
    }

    @Override
    public void host(HostEvent event) {
        fOrder.next(event.time());
        fHost++;
    }

    @Override
    public void guest(Guest guest, VirtualCpu vcpu, GuestEvent event) {
        fOrder.next(event.time());
        fEvents++;
        fTasks.handle(guest, vcpu, event);
        fBoots.handle(guest, vcpu, event);
    }

    @Override
    public void life(long time, Guest guest, VmLifecycleEvent sign) {
        fOrder.next(time);
        fBoots.handle(time, guest, sign);
    }

    @Override
    public void lossesChanged(long time, Guest guest, Losses losses) {
        fOrder.next(time);
        fLosses = losses;
    }

    @Override
    public void begins(long time, GuestTask task) {
        fOrder.next(time);
        fThreads++;
    }

    @Override
    public void named(long time, GuestTask task, String name) {
        fOrder.next(time);
    }

    @Override
    public void state(long time, GuestTask task, Integer code) {
        fOrder.next(time);
    }

    @Override
    public void runsOn(long time, GuestTask task, VirtualCpu vcpu) {
        fOrder.next(time);
    }

    @Override
    public void ends(long time, GuestTask task) {
        fOrder.next(time);
    }

    @Override
    public void others(long time, Guest guest) {
        fOthers++;
    }

    @Override
    public void current(long time, VirtualCpu vcpu, GuestTask task) {
        fOrder.next(time);
    }

    @Override
    public void mode(long time, VirtualCpu vcpu, GuestMode mode) {
        fOrder.next(time);
    }
}
