/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.machine.ThreadName;
import org.hypertrace.core.path.gather.Participants;
import org.hypertrace.core.path.gather.PathRows;
import org.hypertrace.core.path.store.RowTable;
import org.hypertrace.core.path.gather.ThreadState;
import org.hypertrace.core.quantity.NameList;

/** Threads by their ids and names, which are used again: of several with one, the last that is there in a time, else the last. */
final class ThreadsByName {

    private final PathRows fRows;
    private final Participants fWho;
    private final PathChoices fChoices;
    private final long fFrom;
    private final long fTo;

    /** From {@code from} until {@code to}, ns since the epoch. */
    ThreadsByName(PathRows rows, PathChoices choices, long from, long to) {
        fRows = rows;
        fWho = rows.participants;
        fChoices = choices;
        fFrom = from;
        fTo = to;
    }

    boolean isThen(PathSubject subject) {
        return subject.begin() < fTo && subject.end() > fFrom;
    }

    private int better(int found, int thread) {
        return found == PathRows.NONE || isThen(life(thread)) == isThen(life(found)) ? Math.max(found, thread)
                : isThen(life(thread)) ? thread : found;
    }

    /** A guest's thread in a boot, in any if that is -1; {@link PathRows#NONE} if there is none. {@code sh#2}: the second of those. */
    int ofGuest(int vm, String asked, int boot) {
        BitSet all = called(vm, asked, boot);
        int found = PathRows.NONE;
        for (int thread = all.nextSetBit(0); thread >= 0; thread = all.nextSetBit(thread + 1)) {
            found = better(found, thread);
        }
        int mark = asked.lastIndexOf('#');
        return found != PathRows.NONE || mark < 1 ? found
                : nth(called(vm, asked.substring(0, mark), boot), asked.substring(mark + 1));
    }

    /** That the word fits several threads which are there in the time, and which of them this is, a sentence; null if it fits one. */
    String remark(int vm, String asked, int boot, int found) {
        int[] all = called(vm, asked, boot).stream().toArray();
        List<String> each = new ArrayList<>();
        for (int i = 0; i < all.length; i++) {
            if (isThen(life(all[i]))) {
                each.add(ThreadName.exact(asked, i + 1) + " is " + fChoices.choice(all[i]).label());
            }
        }
        return each.size() < 2 ? null : asked + " fits " + each.size() + " threads: " + NameList.some(each) + ". This is "
                + ThreadName.exact(asked, 1 + Arrays.binarySearch(all, found)) + '.';
    }

    private static int nth(BitSet threads, String number) {
        try {
            return threads.stream().skip(Integer.parseUnsignedInt(number) - 1L).findFirst().orElse(PathRows.NONE);
        } catch (IllegalArgumentException e) {
            // no number, or 0
            return PathRows.NONE;
        }
    }

    /** By id, by any name, or by the name that reports have: {@code sh (82)}. */
    private BitSet called(int vm, String asked, int boot) {
        BitSet all = new BitSet();
        for (int i = 0; i < fWho.size(); i++) {
            if (fChoices.isGuestThread(i, vm, boot) && (asked.equals(number(i)) || asked.equals(fChoices.choice(i).label()))) {
                all.set(i);
            }
        }
        for (int i = 0; i < fRows.named(); i++) {
            int thread = fRows.namedThread(i);
            if (fChoices.isGuestThread(thread, vm, boot) && asked.equals(fRows.namedAs(i))) {
                all.set(thread);
            }
        }
        return all;
    }

    /** A host's thread, likewise. */
    int ofHost(int tid) {
        int found = PathRows.NONE;
        for (int i = 0; i < fWho.size(); i++) {
            boolean is = fWho.kind(i) == Participants.Kind.HOST_THREAD && fWho.number(i) == tid
                    && fRows.states.first(i) < fRows.states.end(i);
            found = is ? better(found, i) : found;
        }
        return found;
    }

    /** Those of a guest that there are, for people. */
    List<PathChoices.Choice> choices(int vm, int boot) {
        List<PathChoices.Choice> all = new ArrayList<>();
        Map<String, Integer> nth = new HashMap<>();
        for (int i = 0; i < fWho.size(); i++) {
            if (fChoices.isGuestThread(i, vm, boot) && !fWho.isIdleOfProcessor(i)) {
                PathChoices.Choice one = fChoices.choice(i);
                all.add(new PathChoices.Choice(one.word(), ThreadName.nth(one.label(), nth.merge(one.label(), 1, Integer::sum))));
            }
        }
        return all;
    }

    private String number(int thread) {
        return fWho.isIdleOfProcessor(thread) ? "0." + (fWho.number(thread) - Participants.IDLE_OF)
                : Integer.toString(fWho.number(thread));
    }

    /** From its first state with a begin to the end of its last one in which it is not dead. */
    PathSubject life(int thread) {
        RowTable states = fRows.states;
        int row = states.first(thread);
        int after = states.end(thread);
        long first = states.begin(row) == Long.MIN_VALUE && row + 1 < after ? states.begin(row + 1) : states.begin(row);
        boolean dead = ThreadState.of(states.b(after - 1) & 0xf) == ThreadState.DEAD;
        return new PathSubject(thread, first, dead ? states.begin(after - 1) : fRows.endOfThread(thread));
    }
}
