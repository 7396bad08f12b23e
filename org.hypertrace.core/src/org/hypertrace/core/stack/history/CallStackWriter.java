/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.eclipse.tracecompass.analysis.profiling.core.callstack.CallStackAnalysis;
import org.eclipse.tracecompass.analysis.profiling.core.callstack.CallStackStateProvider;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.hypertrace.core.machine.ThreadName;
import org.hypertrace.core.stack.track.Repair;
import org.hypertrace.core.stack.track.StackSink;
import org.hypertrace.core.stack.track.StackThread;

/**
 * Stacks in the form in which Trace Compass' call-stack analysis reads them.
 *
 * <pre>
 * Processes/VM            what its symbols are asked for by: the running number of the boot + 1 (int)
 *    thread (tid)         the tid (long)
 *       CallStack         how many frames are open (int), none if none are
 *          1, 2, …        the frame at this depth (long)
 *    marks of thread …    the same of the thread's marks, of which one is open at a time
 * </pre>
 *
 * Each boot of a VM is a process of its own, for it has its own symbols and threads. Each attribute of a state system has
 * its own time, so threads may be reported one behind the other. A frame that is left in the nanosecond in which it was entered
 * leaves no trace.
 */
public final class CallStackWriter implements StackSink {

    /** More attributes would make every question to the history slow: threads and depths beyond get none. */
    public static final int MOST_ATTRIBUTES = 1 << 18;

    private static final Stack NONE = new Stack(-1);

    /** A thread's row. */
    private static final class Stack {
        private final int fQuark;
        private int[] fLevels = new int[16];
        private int fKnown;
        private int fDepth;

        Stack(int quark) {
            fQuark = quark;
        }
    }

    private final ITmfStateSystemBuilder fStates;
    private final Function<StackThread, String> fLabels;
    private final Map<Integer, Integer> fProcesses = new HashMap<>();
    private final List<Stack> fStacks = new ArrayList<>();
    private final List<Stack> fMarks = new ArrayList<>();
    private int fLeftOut;

    /**
     * @param states
     *            what is written to
     * @param labels
     *            the name for people of the VM whose thread this is
     */
    public CallStackWriter(ITmfStateSystemBuilder states, Function<StackThread, String> labels) {
        fStates = states;
        fLabels = labels;
    }

    @Override
    public void begins(long time, StackThread thread) {
        // a thread of which nothing is reported gets no row
    }

    @Override
    public void enters(long time, StackThread thread, long frame) {
        enters(time, stack(fStacks, "", thread), frame);
    }

    @Override
    public void leaves(long time, StackThread thread, long guestDuration) {
        leaves(time, stack(fStacks, "", thread));
    }

    @Override
    public void marks(long time, StackThread thread, long frame) {
        Stack marks = stack(fMarks, "marks of ", thread);
        if (marks.fDepth > 0) {
            leaves(time, marks);
        }
        if (frame != 0) {
            enters(time, marks, frame);
        }
    }

    private void enters(long time, Stack stack, long frame) {
        if (stack == NONE) {
            return;
        }
        int depth = ++stack.fDepth;
        int level = level(stack, depth);
        if (level >= 0) {
            fStates.modifyAttribute(time, depth, stack.fQuark);
            fStates.modifyAttribute(time, frame, level);
        }
    }

    private void leaves(long time, Stack stack) {
        if (stack == NONE) {
            return;
        }
        int depth = stack.fDepth--;
        int level = level(stack, depth);
        if (level >= 0) {
            fStates.modifyAttribute(time, null, level);
            fStates.modifyAttribute(time, depth == 1 ? null : (Integer) (depth - 1), stack.fQuark);
        }
    }

    @Override
    public void repaired(long time, StackThread thread, Repair repair) {
        // the frames are as they are
    }

    @Override
    public void ends(long time, StackThread thread) {
        // all frames have left
    }

    /** @return how many threads or depths of threads were left out, since there were too many */
    public int leftOut() {
        return fLeftOut;
    }

    private boolean isFull() {
        boolean full = fStates.getNbAttributes() >= MOST_ATTRIBUTES;
        fLeftOut += full ? 1 : 0;
        return full;
    }

    /** The attribute of a depth, -1 if it has none. */
    private int level(Stack stack, int depth) {
        if (depth > stack.fKnown) {
            if (depth > stack.fLevels.length) {
                stack.fLevels = Arrays.copyOf(stack.fLevels, 2 * depth);
            }
            boolean beyond = depth > 1 && stack.fLevels[depth - 2] < 0 || isFull();
            stack.fLevels[depth - 1] = beyond ? -1 : fStates.getQuarkRelativeAndAdd(stack.fQuark, Integer.toString(depth));
            stack.fKnown = depth;
        }
        return stack.fLevels[depth - 1];
    }

    private Stack stack(List<Stack> stacks, String what, StackThread thread) {
        while (stacks.size() <= thread.index()) {
            stacks.add(null);
        }
        Stack stack = stacks.get(thread.index());
        if (stack == null) {
            stack = isFull() ? NONE : newStack(what, thread);
            stacks.set(thread.index(), stack);
        }
        return stack;
    }

    private Stack newStack(String what, StackThread thread) {
        int process = fProcesses.computeIfAbsent(thread.boot(), boot -> process(thread));
        String label = what + ThreadName.of(thread.tid(), thread.name(), thread.vcpu());
        int nth = 1;
        while (fStates.optQuarkRelative(process, ThreadName.nth(label, nth)) >= 0) {
            nth++;
        }
        int quark = fStates.getQuarkRelativeAndAdd(process, ThreadName.nth(label, nth));
        fStates.updateOngoingState((long) thread.tid(), quark);
        return new Stack(fStates.getQuarkRelativeAndAdd(quark, CallStackAnalysis.CALL_STACK));
    }

    private int process(StackThread thread) {
        String label = fLabels.apply(thread);
        // these two are patterns of the state system
        label = label.equals("*") || label.equals("..") ? "VM " + label : label;
        label += thread.bootNumber() == 1 ? "" : ", boot " + thread.bootNumber();
        String unique = label;
        for (int same = 2; fStates.optQuarkAbsolute(CallStackStateProvider.PROCESSES, unique) >= 0; same++) {
            unique = label + " (" + same + ')';
        }
        int quark = fStates.getQuarkAbsoluteAndAdd(CallStackStateProvider.PROCESSES, unique);
        fStates.updateOngoingState(thread.boot() + 1, quark);
        return quark;
    }
}
