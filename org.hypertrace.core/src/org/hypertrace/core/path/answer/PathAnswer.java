/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.answer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.PathClass;
import org.hypertrace.core.path.PathLink;
import org.hypertrace.core.path.PathParts;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.core.path.PathState;
import org.hypertrace.core.path.PathSubject;
import org.hypertrace.core.path.PathWhat;
import org.hypertrace.core.path.Phase;
import org.hypertrace.core.quantity.Amount;

/** What a path consists of, in one line of short sentences: whose it is, how long, and what the greatest parts are. */
public final class PathAnswer {

    /** For what nobody can work, as classes and as what waits for it. */
    private static final Map<PathClass, PathState> WAITING = waiting();

    /** Of a chain of those who wait for each other: the table of chains has all of them. */
    private static final int MOST_NAMED = 3;

    private final FoundPath fPath;
    private final long fLength;

    private static Map<PathClass, PathState> waiting() {
        Map<PathClass, PathState> waiting = new EnumMap<>(PathClass.class);
        waiting.put(PathClass.TIMER, PathState.TIMER);
        waiting.put(PathClass.DEVICE, PathState.DEVICE);
        waiting.put(PathClass.NETWORK, PathState.NETWORK);
        waiting.put(PathClass.UNENDED, PathState.UNENDED);
        return waiting;
    }

    private PathAnswer(FoundPath path) {
        fPath = path;
        fLength = path.subject().end() - path.subject().begin();
    }

    /**
     * @param path
     *            a path
     * @return the answer; a semicolon parts its sentences
     */
    public static String of(FoundPath path) {
        PathAnswer answer = new PathAnswer(path);
        List<String> parts = new ArrayList<>();
        for (PathClass waiting : WAITING.keySet()) {
            if (answer.ns(waiting) > 0) {
                parts.add(answer.waited(waiting));
            }
        }
        parts.add(answer.did());
        return subject(path) + ": " + Amount.ns(answer.fLength) + "; " + String.join("; ", parts) + "; "
                + (path.sums().notRecorded() > 0 ? Amount.ns(path.sums().notRecorded()) + " not recorded."
                        : path.query().mode().guestOnly() ? "all else is recorded." : "all of it is recorded.");
    }

    /**
     * @param path
     *            a path
     * @return what it is the path of, for people: {@code app (46) of blocked, mark 4}
     */
    public static String subject(FoundPath path) {
        PathQuery query = path.query();
        PathLink who = path.names().link(path.subject().who());
        String reported = who.vm() == null ? who.name() : who.there() + " of " + who.vm();
        return switch (query.kind()) {
        case THREAD, HOST_THREAD, VCPU -> reported;
        case BOOT -> "boot " + query.value() + ", " + reported;
        case INITCALL -> query.value() + ", " + reported;
        case STEP -> "step " + query.value() + ", " + reported;
        case SHUTDOWN -> "shutdown of boot " + query.value() + ", " + reported;
        // which one of several marks with a value is meant is seen by the time
        case MARKS -> marks(query.value().replaceAll("@\\d+", "").split(" ")) + ", " + reported;
        };
    }

    /**
     * @param path
     *            of a boot or a shutdown
     * @param other
     *            begin of the boot or shutdown in its report, ns since the epoch
     * @return which time the path is of, and how that begins beside the other: one sentence; null if its name reports it
     */
    public static String window(FoundPath path, long other) {
        PathSubject subject = path.subject();
        if (subject.window() == null) {
            return null;
        }
        long later = other - subject.begin();
        String own = later == 0 ? "" : "; the " + path.query().kind().option().substring(2) + "'s own time begins " + Amount.ns(Math.abs(later))
                + (later > 0 ? " later" : " earlier");
        return "The path takes " + Amount.ns(subject.end() - subject.begin()) + ", " + subject.window() + own + '.';
    }

    private static String marks(String[] marks) {
        return marks.length == 1 || marks[0].equals(marks[1]) ? "mark " + marks[0] : "marks " + marks[0] + " to " + marks[1];
    }

    private long ns(PathClass of) {
        return fPath.sums().classes().getOrDefault(of, 0L);
    }

    /**
     * @param path
     *            a path
     * @param of
     *            a class of its time, neither work nor what is not recorded
     * @return what went on in that time, a clause: the end of a sentence that begins with how long it was
     */
    public static String greatest(FoundPath path, PathClass of) {
        PathAnswer answer = new PathAnswer(path);
        return switch (of) {
        case CONTENDED -> "the guest could work, and others of its threads had the vCPU";
        case DELIVERY, ASLEEP -> "an interrupt was there that the guest did not take yet";
        case HOST -> "the host worked for the guest";
        case PREEMPTED -> "others had the host's processor" + answer.preemptor();
        default -> "it " + answer.waits(of);
        };
    }

    /** Nobody worked: for what, and who waited for that. */
    private String waited(PathClass of) {
        return Amount.ns(ns(of)) + " " + waits(of);
    }

    private String waits(PathClass of) {
        PathWhat cause = new PathWhat(Phase.WAIT, WAITING.get(of));
        PathParts.Part greatest = fPath.parts().chains().stream().filter(part -> part.causes().containsKey(cause))
                .max(Comparator.comparingLong(part -> part.causes().get(cause))).orElseThrow();
        long ns = greatest.causes().get(cause);
        List<PathLink> links = greatest.links();
        String what = switch (of) {
        case TIMER -> "a timer" + on(links.get(links.size() - 1));
        case DEVICE -> "a device" + by(cause);
        case NETWORK -> "the network";
        default -> "something that does not happen any more";
        };
        StringBuilder text = new StringBuilder("waited for " + what);
        List<String> others = new ArrayList<>();
        for (int i = links.size() - 1; i > 0; i--) {
            if (!links.get(i).kind().isHandler()) {
                others.add(within(links.get(i)));
            }
        }
        int named = others.size() > MOST_NAMED ? MOST_NAMED - 1 : others.size();
        others.subList(0, named).forEach(name -> text.append(", for ").append(name));
        if (named < others.size()) {
            text.append(", for ").append(others.size() - named).append(" others");
        }
        return text + (ns == ns(of) ? "" : links.size() == 1 ? " (" + Amount.ns(ns) + " by itself)" : " (" + Amount.ns(ns) + " that way)");
    }

    /** Where the interrupt comes in, if it is one. */
    private static String on(PathLink owner) {
        return owner.kind().isHandler() ? " of " + owner.where() : "";
    }

    private String by(PathWhat cause) {
        return fPath.parts().by().stream().filter(one -> one.what().equals(cause)).findFirst().map(one -> " (" + one.name() + ')').orElse("");
    }

    /** A participant's name without its VM's if that is the subject's. */
    private String within(PathLink link) {
        return link.within(fPath.names().vm(fPath.subject().who()));
    }

    /** Somebody worked, or could have. */
    private String did() {
        List<String> parts = new ArrayList<>();
        if (ns(PathClass.WORK) > 0) {
            parts.add(Amount.ns(ns(PathClass.WORK)) + " of work" + most());
        }
        if (ns(PathClass.CONTENDED) > 0) {
            parts.add(Amount.ns(ns(PathClass.CONTENDED)) + " for the vCPU");
        }
        if (ns(PathClass.DELIVERY) + ns(PathClass.ASLEEP) > 0) {
            parts.add(Amount.ns(ns(PathClass.DELIVERY) + ns(PathClass.ASLEEP)) + " until the guest took an interrupt");
        }
        parts.add(host());
        return String.join("; ", parts);
    }

    private String host() {
        long host = ns(PathClass.HOST);
        long preempted = ns(PathClass.PREEMPTED);
        if (fPath.query().mode().guestOnly()) {
            return fPath.names().isOfGuestAlone() ? "what the host took is not recorded" : "what the host took is left out";
        }
        if (host + preempted == 0) {
            return "none of it the host's";
        }
        return Amount.ns(host + preempted) + " the host's" + (preempted == 0 ? "" : " (" + Amount.ns(preempted) + " preempted" + preemptor() + ")");
    }

    /** Who preempted most, after a comma; empty if that is not known. */
    private String preemptor() {
        Map<String, Long> preemptors = new TreeMap<>();
        fPath.parts().by().stream().filter(one -> PathClass.of(one.phase(), one.state()) == PathClass.PREEMPTED && !isIdle(one))
                .forEach(one -> preemptors.merge(one.vcpu() != null ? within(one.vcpu()) : one.who() != null ? within(one.who())
                        : one.name(),
                        one.sum().ns(), Long::sum));
        return preemptors.entrySet().stream().max(Map.Entry.comparingByValue())
                .map(most -> ", " + Amount.ns(most.getValue()) + " by " + most.getKey()).orElse("");
    }

    private static boolean isIdle(PathParts.Cause one) {
        return one.who() != null && one.who().kind() == PathLink.Kind.HOST_IDLE;
    }

    /** Who works most, if that is another than the subject. */
    private String most() {
        Optional<PathParts.Part> most = fPath.parts().owners().stream().max(Comparator.comparingLong(PathAnswer::work));
        if (most.isEmpty() || most.get().key().equals(fPath.names().key(fPath.subject().who())) || work(most.get()) == 0) {
            return "";
        }
        return " (" + Amount.ns(work(most.get())) + " by " + within(most.get().links().get(0)) + ')';
    }

    private static long work(PathParts.Part part) {
        return part.causes().getOrDefault(new PathWhat(Phase.RUN, PathState.GUEST), 0L)
                + part.causes().getOrDefault(new PathWhat(Phase.RUN, PathState.VCPU), 0L);
    }
}
