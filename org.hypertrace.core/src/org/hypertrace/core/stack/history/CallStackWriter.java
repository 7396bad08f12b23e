/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import org.eclipse.tracecompass.analysis.profiling.core.callstack.CallStackAnalysis;
import org.eclipse.tracecompass.analysis.profiling.core.callstack.CallStackStateProvider;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.hypertrace.core.history.UnnamedStates;
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
 * leaves no trace. A thread has one name at all times, the last one. So attributes are named at the end, when all names are known.
 */
public final class CallStackWriter implements StackSink {

    /** More attributes would make every question to the history slow: threads and depths beyond get none. */
    public static final int MOST_ATTRIBUTES = 1 << 18;

    private static final Stack NONE = new Stack(-1);
    /** The first attribute. */
    private static final int PROCESSES = 0;

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

    private final UnnamedStates fStates;
    private final Function<StackThread, String> fLabels;
    private final Map<Integer, Integer> fProcesses = new HashMap<>();
    /** Of each attribute the one that it belongs to, and its depth in a stack; 0 for others. */
    private int[] fParents = new int[64];
    private int[] fDepths = new int[64];
    private int fCount;
    /** What processes and threads are called, by their attributes: the thread, or one of the process; what a thread's row shows of it. */
    private final Map<Integer, StackThread> fNamed = new HashMap<>();
    private final Map<Integer, String> fShown = new HashMap<>();
    private final List<Stack> fStacks = new ArrayList<>();
    private final List<Stack> fMarks = new ArrayList<>();
    private int fLeftOut;

    /**
     * @param states
     *            what is written to
     * @param labels
     *            the name for people of the VM whose thread this is; asked at the end
     */
    public CallStackWriter(UnnamedStates states, Function<StackThread, String> labels) {
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
        boolean full = fCount >= MOST_ATTRIBUTES;
        fLeftOut += full ? 1 : 0;
        return full;
    }

    private int add(int parent, int depth) {
        if (fCount == fParents.length) {
            fParents = Arrays.copyOf(fParents, 2 * fCount);
            fDepths = Arrays.copyOf(fDepths, 2 * fCount);
        }
        fParents[fCount] = parent;
        fDepths[fCount] = depth;
        fCount++;
        return fStates.addUnnamed();
    }

    /** The attribute of a depth, -1 if it has none. */
    private int level(Stack stack, int depth) {
        if (depth > stack.fKnown) {
            if (depth > stack.fLevels.length) {
                stack.fLevels = Arrays.copyOf(stack.fLevels, 2 * depth);
            }
            boolean beyond = depth > 1 && stack.fLevels[depth - 2] < 0 || isFull();
            stack.fLevels[depth - 1] = beyond ? -1 : add(stack.fQuark, depth);
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
        int quark = add(process, 0);
        fNamed.put(quark, thread);
        fShown.put(quark, what);
        fStates.updateOngoingState((long) thread.tid(), quark);
        return new Stack(add(quark, 0));
    }

    private int process(StackThread thread) {
        if (fCount == 0) {
            add(ITmfStateSystem.ROOT_ATTRIBUTE, 0);
        }
        int quark = add(PROCESSES, 0);
        fNamed.put(quark, thread);
        fStates.updateOngoingState(thread.boot() + 1, quark);
        return quark;
    }

    /** Nothing more comes, and all names are known. */
    public void nameAll() {
        Map<Integer, Set<String>> taken = new HashMap<>();
        for (int quark = 0; quark < fCount; quark++) {
            StackThread thread = fNamed.get(quark);
            String name;
            if (thread == null) {
                name = fDepths[quark] > 0 ? Integer.toString(fDepths[quark]) : quark == PROCESSES ? CallStackStateProvider.PROCESSES
                        : CallStackAnalysis.CALL_STACK;
            } else {
                Set<String> others = taken.computeIfAbsent(fParents[quark], parent -> new HashSet<>());
                String shown = fShown.get(quark);
                name = shown == null ? processName(thread, others) : threadName(shown, thread, others);
                others.add(name);
            }
            fStates.name(fParents[quark], name);
        }
    }

    private static String threadName(String shown, StackThread thread, Set<String> others) {
        String label = shown + ThreadName.of(thread.tid(), thread.name(), thread.vcpu());
        int nth = 1;
        while (others.contains(ThreadName.nth(label, nth))) {
            nth++;
        }
        return ThreadName.nth(label, nth);
    }

    private String processName(StackThread thread, Set<String> others) {
        String label = fLabels.apply(thread);
        // these two are patterns of the state system
        label = label.equals("*") || label.equals("..") ? "VM " + label : label;
        label = thread.boot(label);
        String unique = label;
        for (int same = 2; others.contains(unique); same++) {
            unique = label + " (" + same + ')';
        }
        return unique;
    }
}
