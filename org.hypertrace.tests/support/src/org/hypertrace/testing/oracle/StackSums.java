/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.oracle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

import org.hypertrace.core.stack.track.FrameNames;
import org.hypertrace.core.stack.track.Frames;
import org.hypertrace.core.stack.track.Repair;
import org.hypertrace.core.stack.track.StackSink;
import org.hypertrace.core.stack.track.StackThread;
import org.hypertrace.core.task.TaskState;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.Summary;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/**
 * What {@code oracle/stacks.py} reports, summed up from what a {@link StackSink} gets: per VM the calls of every frame, the
 * repairs, and the time of every path of every thread. Threads with one id are one here;
 * those of nested guests are left out, as the oracle does.
 */
public final class StackSums implements StackSink {

    /** An open frame. */
    private static final class Open {
        private final String fName;
        private final long fBegin;

        Open(String name, long begin) {
            fName = name;
            fBegin = begin;
        }
    }

    private static final class Reported {
        private final List<Open> fOpen = new ArrayList<>();
        private final List<Open> fPaused = new ArrayList<>();
        private Repair fRepair;
        private long fSince;
        private long fMark;
        private long fMarkBegin;
    }

    private final Supplier<FrameNames> fNames;
    private final boolean fFunctions;
    private final Map<Integer, Guest> fGuests = new HashMap<>();
    private final Map<StackThread, Reported> fThreads = new HashMap<>();
    private final Map<String, long[]> fCalls = new TreeMap<>();
    private final Map<String, Long> fRepairs = new TreeMap<>();
    private final Map<String, Long> fFolded = new TreeMap<>();

    /**
     * @param names
     *            of steps of a shutdown
     * @param functions
     *            whether functions are more than counted; where they are batched, their places are not exact
     */
    public StackSums(Supplier<FrameNames> names, boolean functions) {
        fNames = names;
        fFunctions = functions;
    }

    /** @return all of it, a line each, sorted */
    public String lines() {
        TreeSet<String> lines = new TreeSet<>();
        fCalls.forEach((name, row) -> lines.add(ofVm(name) + " " + Arrays.toString(row)));
        fRepairs.forEach((name, count) -> lines.add(ofVm(name) + " " + count));
        fFolded.forEach((path, ns) -> lines.add(ofVm(path) + " " + ns));
        return String.join("\n", lines);
    }

    /** Which process a guest's VM is may be reported late. */
    private String ofVm(String name) {
        int end = name.indexOf(' ');
        return fGuests.get(Integer.parseInt(name.substring(0, end))).vm().replaceFirst("#.*", "") + name.substring(end);
    }

    /** @return the same of an answer of the oracle */
    public static String ofOracle(JsonObject host) {
        TreeSet<String> lines = new TreeSet<>();
        for (JsonObject vm : Summary.objects(host, "vms")) {
            String key = vm.get("vm").getAsString();
            vm.getAsJsonObject("calls").entrySet().forEach(call -> lines.add(key + " call " + call.getKey() + " "
                    + Arrays.toString(List.of("calls", "wall", "guest", "repaired").stream()
                            .mapToLong(figure -> call.getValue().getAsJsonObject().get(figure).getAsLong()).toArray())));
            for (String kind : List.of("repairs", "folded")) {
                for (Map.Entry<String, JsonElement> row : vm.getAsJsonObject(kind).entrySet()) {
                    lines.add(key + " " + kind + " " + row.getKey() + " " + row.getValue().getAsLong());
                }
            }
        }
        return String.join("\n", lines);
    }

    private boolean isReported(String name) {
        return fFunctions || !name.startsWith("function");
    }

    private String vm(StackThread thread) {
        fGuests.put(thread.guest().number(), thread.guest());
        return Integer.toString(thread.guest().number());
    }

    private Reported at(long time, StackThread thread) {
        Reported reported = fThreads.computeIfAbsent(thread, key -> new Reported());
        if (time > reported.fSince) {
            StringBuilder path = new StringBuilder(vm(thread)).append(" folded ").append(thread.tid());
            if (thread.tid() <= 0) {
                path.append(" on ").append(thread.vcpu());
            }
            reported.fOpen.stream().filter(open -> isReported(open.fName)).forEach(open -> path.append(';').append(open.fName));
            fFolded.merge(path.toString(), time - reported.fSince, Long::sum);
            reported.fSince = time;
            reported.fPaused.clear();
        }
        return reported;
    }

    @Override
    public void begins(long time, StackThread thread) {
        if (thread.nested() != null) {
            return;
        }
        fThreads.computeIfAbsent(thread, key -> new Reported()).fSince = time;
    }

    @Override
    public void enters(long time, StackThread thread, long frame) {
        if (thread.nested() != null) {
            return;
        }
        Reported reported = at(time, thread);
        reported.fOpen.add(new Open(name(thread, frame), time));
        if (isCall(frame)) {
            row(thread, reported)[0]++;
            repair(thread, reported);
        }
    }

    @Override
    public void resumes(long time, StackThread thread, long frame) {
        if (thread.nested() != null) {
            return;
        }
        Reported reported = at(time, thread);
        String name = name(thread, frame);
        for (int i = reported.fPaused.size() - 1; i >= 0; i--) {
            if (reported.fPaused.get(i).fName.equals(name)) {
                Open open = reported.fPaused.remove(i);
                reported.fOpen.add(open);
                if (isCall(frame)) {
                    row(thread, reported)[1] -= isReported(name) ? time - open.fBegin : 0;
                }
                return;
            }
        }
        throw new AssertionError(name + " goes on without having been left");
    }

    @Override
    public void marks(long time, StackThread thread, long frame) {
        if (thread.nested() != null) {
            return;
        }
        Reported reported = at(time, thread);
        if (reported.fMark != 0) {
            long[] row = fCalls.computeIfAbsent(vm(thread) + " call " + name(thread, reported.fMark), key -> new long[4]);
            row[0]++;
            row[1] += time - reported.fMarkBegin;
        }
        reported.fMark = frame;
        reported.fMarkBegin = time;
    }

    @Override
    public void leaves(long time, StackThread thread, long guestDuration) {
        if (thread.nested() != null) {
            return;
        }
        Reported reported = at(time, thread);
        Open open = reported.fOpen.get(reported.fOpen.size() - 1);
        long[] row = fCalls.get(vm(thread) + " call " + open.fName);
        if (row != null) {
            row[1] += isReported(open.fName) ? time - open.fBegin : 0;
            row[2] += Math.max(0, guestDuration);
            repair(thread, reported);
        }
        reported.fOpen.remove(reported.fOpen.size() - 1);
        if (guestDuration < 0) {
            // it may go on, now
            reported.fPaused.add(open);
        }
    }

    private void repair(StackThread thread, Reported reported) {
        if (reported.fRepair != null && isReported(reported.fOpen.get(reported.fOpen.size() - 1).fName)) {
            fRepairs.merge(vm(thread) + " repairs " + reported.fRepair, 1L, Long::sum);
            row(thread, reported)[3]++;
        }
        reported.fRepair = null;
    }

    private long[] row(StackThread thread, Reported reported) {
        return fCalls.computeIfAbsent(vm(thread) + " call " + reported.fOpen.get(reported.fOpen.size() - 1).fName, key -> new long[4]);
    }

    @Override
    public void repaired(long time, StackThread thread, Repair repair) {
        if (thread.nested() != null) {
            return;
        }
        at(time, thread).fRepair = repair;
    }

    @Override
    public void ends(long time, StackThread thread) {
        if (thread.nested() != null) {
            return;
        }
        at(time, thread);
    }

    private static boolean isCall(long frame) {
        return switch (Frames.kind(frame)) {
        case EXIT, TRACER, STATE, PREEMPTED_BY, OFF_CPU -> false;
        default -> true;
        };
    }

    private String name(StackThread thread, long frame) {
        long value = Frames.value(frame);
        return switch (Frames.kind(frame)) {
        case FUNCTION -> "function 0x" + Long.toHexString(frame);
        case SYSCALL -> "syscall " + (int) value;
        case IRQ -> "irq " + value;
        case SOFTIRQ -> "softirq " + value;
        case APIC -> "vector " + value;
        case INITCALL -> "initcall 0x" + Long.toHexString(value << 8 >> 8);
        case NAMED -> fNames.get().of(thread, frame).replace(": ", " ");
        case MARK -> "mark " + value;
        case EXIT -> "exit " + (int) (value >> 32) + ":" + (value & 0xffffffffL);
        case TRACER -> "tracer";
        case STATE -> VcpuState.of((int) value).key();
        case PREEMPTED_BY -> VcpuState.PREEMPTED.key();
        case OFF_CPU -> "off " + TaskState.values()[(int) value].label();
        case IMPLAUSIBLE -> "implausible";
        default -> throw new IllegalArgumentException("only in trees: " + Frames.kind(frame));
        };
    }
}
