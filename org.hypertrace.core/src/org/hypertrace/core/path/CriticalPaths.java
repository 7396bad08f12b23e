/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;

import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.path.gather.Participants;
import org.hypertrace.core.path.gather.PathRows;
import org.hypertrace.core.path.latency.LockHolders;
import org.hypertrace.core.path.latency.WakeLatencies;
import org.hypertrace.core.path.latency.WakeUps;

/** Finds the critical paths of a trace, in what was gathered of it. */
public final class CriticalPaths {

    /** What is not known where only a guest was traced. */
    static final String GUEST_ALONE = "Only the guest was traced: what its vCPUs' host, timers, devices and other VMs did is not "
            + "known. Record its host at the same time, with the guest module in the guest, and open that trace.";

    /** What a word means, and which of several that is; null if it means one. */
    private record Subject(PathSubject found, String remark) { }

    private final PathRows fRows;
    private final SubjectFinder fFinder;
    private final Marks fMarks;
    private final PathNames fNames;
    private final int fMost;

    /**
     * @param rows
     *            what was gathered of the trace
     * @param functions
     *            what is known of the guests' kernels
     */
    public CriticalPaths(PathRows rows, PathSubject.Functions functions) {
        this(rows, functions, Segments.MOST);
    }

    /** The same, with at most so many segments of a path that are kept. */
    CriticalPaths(PathRows rows, PathSubject.Functions functions, int most) {
        fMost = most;
        fRows = rows;
        fFinder = new SubjectFinder(rows, functions);
        fMarks = new Marks(rows);
        fNames = new PathNames(rows);
    }

    /** @return who woke whom */
    public WakeUps wakeUps() {
        return new WakeUps(fRows);
    }

    /** @return what those are called whose numbers occur */
    public PathNames names() {
        return fNames;
    }

    /** @return the VMs that ran a guest, and nested guests */
    public List<VmName> vms() {
        return fFinder.vms();
    }

    /**
     * @param query
     *            what is asked for
     * @return the path
     * @throws PathSubject.Unknown
     *             if there is no such subject; its message names those there are
     */
    public FoundPath find(PathQuery query) throws PathSubject.Unknown {
        return isOfGuestAlone() ? found(query.ofGuestOnly()) : found(query);
    }

    private FoundPath found(PathQuery query) throws PathSubject.Unknown {
        Subject asked = subject(query);
        PathSubject whole = asked.found;
        long begin = Math.max(whole.begin(), query.from());
        long end = Math.min(whole.end(), query.to());
        if (end <= begin) {
            throw new PathSubject.Unknown("Nothing of " + fNames.shown(whole.who()) + " is in the time that is asked for; it is there "
                    + "from "
                    + whole.begin() + " to " + whole.end() + " ns.");
        }
        PathSubject subject = begin == whole.begin() && end == whole.end() ? whole : new PathSubject(whole.who(), begin, end);
        List<FoundPath.Awaited> awaited = fMarks.awaited(query, subject, fFinder);
        List<PathSubject> stretches = Stream.concat(awaited.stream().map(FoundPath.Awaited::by), Stream.of(subject)).toList();
        CriticalPath walk = new CriticalPath(fRows, query.mode());
        PathParts parts = new PathParts();
        Segments segments = null;
        // the path of a part of the window is that part of the path, so what is too long to be kept is walked and summed part by part
        for (long from = begin; from < end;) {
            long since = from;
            List<PathSubject> left = stretches.stream().filter(stretch -> stretch.end() > since).toList();
            Segments part = walk.path(left.get(0).who(), from, left.get(0).end(), fMost);
            for (int i = 1; i < left.size() && part.end() == left.get(i - 1).end(); i++) {
                walk.extend(part, left.get(i).who(), left.get(i).end());
            }
            parts.add(part, fNames);
            segments = segments == null ? part : segments;
            from = part.end();
        }
        return new FoundPath(query, subject, awaited, segments, fNames, parts, PathSums.of(parts), asked.remark);
    }

    /**
     * @param vm
     *            the VMs that this word means, as in {@code VmChoice}; null: all
     * @param from
     *            waits that begin before are not counted, ns since the epoch
     * @param to
     *            nor those that begin then or later, ns since the epoch
     * @return how long what could work waited, of each VM
     * @throws PathSubject.Unknown
     *             if there is no such VM; its message names those there are
     */
    public List<VmLatencies> latencies(String vm, long from, long to) throws PathSubject.Unknown {
        return each(vm, i -> {
            WakeLatencies latencies = new WakeLatencies(fRows, i, from, to);
            PathRows.Vm of = fRows.vms.get(i);
            return new VmLatencies(of.who(), of.reportsScheduling(), latencies.figures(), latencies.siblings(), fNames);
        });
    }

    /**
     * @param vm
     *            the VMs that this word means, as in {@code VmChoice}; null: all
     * @param from
     *            waits that begin before are not counted, ns since the epoch
     * @param to
     *            nor those that begin then or later, ns since the epoch
     * @return what waited for what the host kept from working, of each VM
     * @throws PathSubject.Unknown
     *             if there is no such VM; its message names those there are
     */
    public List<VmLockHolders> lockHolders(String vm, long from, long to) throws PathSubject.Unknown {
        return each(vm, i -> {
            LockHolders holders = new LockHolders(fRows, i, from, to);
            PathRows.Vm of = fRows.vms.get(i);
            return new VmLockHolders(of.who(), of.reportsScheduling(), holders.waits(), holders.kicks(),
                    new WakeLatencies(fRows, i, from, to).siblings(), fNames);
        });
    }

    private <T> List<T> each(String vm, IntFunction<T> of) throws PathSubject.Unknown {
        return fFinder.vms(vm).stream().mapToObj(of).toList();
    }

    /**
     * @param who
     *            a guest's thread or a vCPU
     * @return what asks for its path, all its life
     */
    public PathQuery queryOf(int who) {
        Participants participants = fRows.participants;
        String vm = fRows.vms.get(participants.vm(who)).who().word();
        if (participants.kind(who) == Participants.Kind.VCPU) {
            return PathQuery.of(PathQuery.Kind.VCPU, Integer.toString(participants.number(who)), vm);
        }
        PathSubject life = new ThreadsByName(fRows, new PathChoices(fRows), Long.MIN_VALUE, Long.MAX_VALUE).life(who);
        // ids are used again, also within a boot
        return PathQuery.of(PathQuery.Kind.THREAD, participants.number(who) + "@" + participants.boot(who), vm).within(life.begin(), life.end());
    }

    /**
     * @param kind
     *            boots or shutdowns
     * @param vm
     *            the name, the process or the key of a VM; null: of all
     * @return those there are, in the order of VMs and boots
     * @throws PathSubject.Unknown
     *             if there is no such VM; its message names those there are
     */
    public List<PathQuery> all(PathQuery.Kind kind, String vm) throws PathSubject.Unknown {
        List<PathQuery> all = new ArrayList<>();
        BitSet vms = fFinder.vms(vm);
        for (int i = vms.nextSetBit(0); i >= 0; i = vms.nextSetBit(i + 1)) {
            for (int boot = 1; boot <= fRows.vms.get(i).boots(); boot++) {
                PathQuery query = PathQuery.of(kind, Integer.toString(boot), fRows.vms.get(i).who().word());
                try {
                    subject(query);
                    all.add(query);
                } catch (PathSubject.Unknown e) {
                    // this one was not reported
                }
            }
        }
        return all;
    }

    /** @return whether these are paths of guests that were traced themselves, without their hosts */
    public boolean isOfGuestAlone() {
        return fNames.isOfGuestAlone();
    }

    /** @return what can be asked for, one sentence */
    public String choices() {
        return new PathChoices(fRows).sentence();
    }

    /** @return when the first host's trace begins, ns since the epoch */
    public long begin() {
        return fRows.hosts.stream().mapToLong(PathRows.Host::begin).min().orElse(0);
    }

    /** @return what of the trace is lost, and what is left out for want of room, a sentence each */
    public List<String> leftOut() {
        List<String> leftOut = new ArrayList<>();
        if (isOfGuestAlone()) {
            leftOut.add(GUEST_ALONE);
        }
        for (PathRows.Host host : fRows.hosts) {
            if (host.losses() > 0) {
                leftOut.add("Events of host " + host.id() + " were lost " + (host.losses() == 1 ? "once" : host.losses() + " times")
                        + (host.lost() > 0 ? ", " + host.lost() + " are counted" : "") + ": what its threads, its vCPUs and its guests did meanwhile "
                        + "is not known; record with larger buffers (lttng enable-channel --subbuf-size 4M --num-subbuf 8).");
            }
        }
        String unknown = " has more threads than are followed: those that appear late are not known, nor what waits for them.";
        if (!fRows.hasAllThreads) {
            leftOut.add("The host" + unknown);
        }
        for (PathRows.Vm vm : fRows.vms) {
            if (!vm.hasAllThreads()) {
                leftOut.add("The guest of " + vm.label() + unknown);
            }
        }
        return leftOut;
    }

    private Subject subject(PathQuery query) throws PathSubject.Unknown {
        return query.kind() == PathQuery.Kind.THREAD ? thread(query) : new Subject(one(query), null);
    }

    private Subject thread(PathQuery query) throws PathSubject.Unknown {
        String value = query.value();
        int at = value.lastIndexOf('@');
        boolean inBoot = at > 0 && value.substring(at + 1).matches("\\d{1,9}");
        String word = inBoot ? value.substring(0, at) : value;
        int boot = inBoot ? Integer.parseInt(value.substring(at + 1)) : -1;
        SubjectFinder finder = fFinder.within(query.from(), query.to());
        int vm = finder.vm(query.vm());
        PathSubject found = finder.thread(vm, word, boot);
        return new Subject(found, finder.remark(vm, word, boot, found));
    }

    private PathSubject one(PathQuery query) throws PathSubject.Unknown {
        String value = query.value();
        SubjectFinder finder = fFinder.within(query.from(), query.to());
        if (query.kind() == PathQuery.Kind.HOST_THREAD && isOfGuestAlone()) {
            throw new PathSubject.Unknown("No thread of a host is recorded. " + GUEST_ALONE);
        }
        if (query.kind() == PathQuery.Kind.HOST_THREAD) {
            return finder.hostThread((int) number(query, value));
        }
        int vm = finder.vm(query.vm());
        switch (query.kind()) {
        case VCPU -> {
            return finder.vcpu(vm, (int) number(query, value));
        }
        case BOOT -> {
            int mark = value.lastIndexOf('#');
            return finder.boot(mark < 1 ? vm : finder.vm(value.substring(0, mark)), (int) number(query, value.substring(mark + 1)));
        }
        case INITCALL -> {
            return finder.initcall(vm, value);
        }
        case STEP -> {
            return finder.step(vm, value);
        }
        case SHUTDOWN -> {
            return finder.shutdown(vm, (int) number(query, value));
        }
        default -> {
            return fMarks.between(vm, value);
        }
        }
    }

    private static long number(PathQuery query, String value) throws PathSubject.Unknown {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new PathSubject.Unknown(query.kind().option() + " needs a number, not " + value + ".");
        }
    }
}
