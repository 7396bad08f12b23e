/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import org.hypertrace.core.exit.LongIndex;

/**
 * Which frames of guests cause which exits. An exit is of the innermost frame when the guest was left, also where that frame
 * ends before the exit does; of an interrupt's frame, not of what it interrupted. An exit whose end is not known counts
 * nowhere.
 */
public final class ExitCauses implements StackSink {

    /** So many different lengths of exits are told apart. */
    private static final int LENGTHS = 1 << 20;
    private static final int GROUPS = 1 << 16;
    /** Longer exits, 4.8 hours, count as this long among the percentiles. */
    private static final long LONGEST = (1L << 44) - 1;
    private static final int LENGTH_BITS = 44;

    /** Exits of one boot that have cause and reason in common. */
    private record Group(int boot, long cause, long exit) { }

    /** Their figures. */
    private static final class Sum {
        private final StackThread fThread;
        private final Group fGroup;
        private long fCount;
        private long fTotal;
        private long fMax = -1;
        private long fLongest;
        private boolean fIsIncomplete;

        Sum(StackThread thread, Group group) {
            fThread = thread;
            fGroup = group;
        }
    }

    private final long fFrom;
    private final long fTo;
    private final List<ExitStack> fStacks = new ArrayList<>();
    private final Map<Group, Integer> fGroups = new HashMap<>();
    private final List<Sum> fSums = new ArrayList<>();
    private final LongIndex fLengths = new LongIndex();
    private long[] fKeys = new long[1 << 10];
    private long[] fCounts = new long[1 << 10];
    private long fOthers;

    /**
     * @param from
     *            begin of the stretch of time, ns since the epoch
     * @param to
     *            its end, exclusive
     */
    public ExitCauses(long from, long to) {
        fFrom = from;
        fTo = to;
    }

    /** @return how many exits are in no group since there were too many groups */
    public long others() {
        return fOthers;
    }

    /**
     * @param threads
     *            threads of one boot of a guest, or of several
     * @return their exits, those with the greatest total first
     */
    public List<ExitCause> of(Predicate<StackThread> threads) {
        long[][] lengths = new long[fSums.size()][];
        int[] sizes = new int[fSums.size()];
        for (int place = 0; place < fLengths.size(); place++) {
            sizes[(int) (fKeys[place] >>> LENGTH_BITS)]++;
        }
        for (int group = 0; group < sizes.length; group++) {
            lengths[group] = new long[sizes[group]];
        }
        for (int place = 0; place < fLengths.size(); place++) {
            int group = (int) (fKeys[place] >>> LENGTH_BITS);
            lengths[group][--sizes[group]] = fKeys[place];
        }
        List<ExitCause> causes = new ArrayList<>();
        for (int group = 0; group < lengths.length; group++) {
            Sum sum = fSums.get(group);
            if (threads.test(sum.fThread)) {
                Arrays.sort(lengths[group]);
                causes.add(new ExitCause(sum.fThread, sum.fGroup.cause, sum.fGroup.exit, sum.fCount, sum.fTotal,
                        percentile(sum, lengths[group], 50), percentile(sum, lengths[group], 99), sum.fMax, sum.fLongest));
            }
        }
        causes.sort(Comparator.comparingLong(ExitCause::total).reversed().thenComparingLong(ExitCause::longest));
        return causes;
    }

    private long percentile(Sum sum, long[] keys, int percent) {
        if (sum.fIsIncomplete) {
            return -1;
        }
        long left = (sum.fCount * percent + 99) / 100;
        int place = 0;
        for (; place < keys.length - 1; place++) {
            left -= fCounts[fLengths.find(keys[place])];
            if (left <= 0) {
                break;
            }
        }
        return keys[place] & LONGEST;
    }

    /** A whole exit. */
    void ended(StackThread thread, long cause, long exit, long begin, long length) {
        if (begin < fFrom || begin >= fTo) {
            return;
        }
        Integer number = group(thread, cause, exit);
        if (number == null) {
            fOthers++;
            return;
        }
        Sum sum = fSums.get(number);
        sum.fCount++;
        sum.fTotal += length;
        if (length > sum.fMax || length == sum.fMax && begin < sum.fLongest) {
            sum.fMax = length;
            sum.fLongest = begin;
        }
        long key = (long) number << LENGTH_BITS | Math.min(length, LONGEST);
        int place = fLengths.find(key);
        if (place < 0) {
            if (fLengths.size() == LENGTHS) {
                sum.fIsIncomplete = true;
                return;
            }
            place = fLengths.numberOf(key);
            if (place == fKeys.length) {
                fKeys = Arrays.copyOf(fKeys, 2 * place);
                fCounts = Arrays.copyOf(fCounts, 2 * place);
            }
            fKeys[place] = key;
        }
        fCounts[place]++;
    }

    private Integer group(StackThread thread, long cause, long exit) {
        Group group = new Group(thread.boot(), cause, exit);
        Integer number = fGroups.get(group);
        if (number == null && fSums.size() < GROUPS) {
            number = fSums.size();
            fGroups.put(group, number);
            fSums.add(new Sum(thread, group));
        }
        return number;
    }

    private ExitStack of(StackThread thread) {
        while (fStacks.size() <= thread.index()) {
            fStacks.add(null);
        }
        ExitStack stack = fStacks.get(thread.index());
        if (stack == null) {
            stack = new ExitStack(thread, this);
            fStacks.set(thread.index(), stack);
        }
        return stack;
    }

    @Override
    public void begins(long time, StackThread thread) {
        of(thread);
    }

    @Override
    public void enters(long time, StackThread thread, long frame) {
        of(thread).enters(time, frame);
    }

    @Override
    public void resumes(long time, StackThread thread, long frame) {
        of(thread).resumes(time, frame);
    }

    @Override
    public void leaves(long time, StackThread thread, long guestDuration) {
        of(thread).leaves(time);
    }

    @Override
    public void repaired(long time, StackThread thread, Repair repair) {
        of(thread).repaired(repair);
    }

    @Override
    public void ends(long time, StackThread thread) {
        of(thread).ends();
    }
}
