/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hypertrace.core.path.gather.Moment;
import org.hypertrace.core.path.gather.PathRows;

/** The marks that processes of guests set: the time from one to another is a subject, whose path is that of who sets the second. */
final class Marks {

    private static final Pattern ASKED = Pattern.compile("(-?\\d{1,19})(?:@(\\d{1,19}))?");

    /** A mark's value, and its time in ns since the epoch if one of several is meant. */
    private record Asked(long value, Long time) {
        boolean is(Moment moment) {
            return moment.value() == value && (time == null || moment.time() == time);
        }

        @Override
        public String toString() {
            return value + (time == null ? "" : " at " + time + " ns");
        }
    }

    private final PathRows fRows;

    Marks(PathRows rows) {
        fRows = rows;
    }

    /** @param words of a question: {@code N M}, the first mark N and the next mark M; {@code N@T} is the one at this time */
    PathSubject between(int vm, String words) throws PathSubject.Unknown {
        String[] asked = words.split(" ");
        Asked from = asked(asked[0]);
        Asked to = asked(asked[asked.length - 1]);
        Moment first = find(vm, from, Long.MIN_VALUE, null);
        Moment second = first == null ? null : find(vm, to, first.time(), first);
        if (second == null) {
            throw new PathSubject.Unknown("There is no mark " + (first == null ? from : to + " after the first mark " + from) + " of "
                    + fRows.vms.get(vm).label() + "; there " + PathChoices.are(Long.toString((first == null ? from : to).value),
                            new PathChoices(fRows).marks(vm)));
        }
        return new PathSubject(PathSubject.who(fRows, second), first.time(), second.time());
    }

    /** Who makes the marks that a query awaits in the subject's time, from its begin until then, in the order of their times. */
    List<FoundPath.Awaited> awaited(PathQuery query, PathSubject subject, SubjectFinder finder) throws PathSubject.Unknown {
        List<FoundPath.Awaited> all = new ArrayList<>();
        for (String word : query.awaits()) {
            PathQuery.AwaitedMark mark = PathQuery.AwaitedMark.of(word);
            if (mark == null) {
                throw new PathSubject.Unknown("--awaits needs a VM and a mark of it, such as node-b:2 or node-b:2@TIME, not " + word + ".");
            }
            PathSubject by = awaited(subject, finder.vm(mark.vm()), mark.mark());
            if (by == null) {
                throw new PathSubject.Unknown("There is no mark " + mark.mark() + " of " + mark.vm() + " in the time that is asked for.");
            }
            all.add(new FoundPath.Awaited(mark, by));
        }
        all.sort(Comparator.comparingLong(one -> one.by().end()));
        return List.copyOf(all);
    }

    /** Who makes a mark of a VM in the subject's time, the first {@code N} or {@code N@T}, from its begin until then; null if nobody does. */
    PathSubject awaited(PathSubject subject, int vm, String mark) throws PathSubject.Unknown {
        Moment made = find(vm, asked(mark), subject.begin(), null);
        return made == null || made.time() >= subject.end() ? null
                : new PathSubject(PathSubject.who(fRows, made), subject.begin(), made.time());
    }

    private Moment find(int vm, Asked asked, long from, Moment other) {
        for (int i = 0; i < fRows.moments(); i++) {
            Moment moment = fRows.moment(i);
            if (moment.vm() == vm && moment.kind() == Moment.Kind.MARK && moment.time() >= from && asked.is(moment) && !moment.equals(other)) {
                return moment;
            }
        }
        return null;
    }

    private static Asked asked(String word) throws PathSubject.Unknown {
        Matcher matcher = ASKED.matcher(word);
        try {
            if (matcher.matches()) {
                return new Asked(Long.parseLong(matcher.group(1)), matcher.group(2) == null ? null : Long.valueOf(matcher.group(2)));
            }
        } catch (NumberFormatException e) {
            // a number that is too large
        }
        throw new PathSubject.Unknown("--marks needs a number, or NUMBER@TIME in ns since the epoch, not " + word + ".");
    }
}
