/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.read;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Function;

import org.hypertrace.core.clock.VcpuTimes;
import org.hypertrace.core.clock.column.LongsReader;
import org.hypertrace.core.clock.read.CpuSigns.Wait;
import org.hypertrace.core.clock.read.CpuStays.Loss;
import org.hypertrace.core.clock.read.StayOwners.Owner;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.timeline.LookAhead;

/** Gives what the processors of hosts recorded to the vCPUs whose it is, in order of time. */
final class StayMerge implements AutoCloseable {

    /** The next run of a processor. */
    private static final class Runs {
        private final CpuStays fOf;
        private final StayRuns fAll;
        private final LongsReader fTimes;
        private final LongsReader fRuns;
        private final LongsReader fSince;
        private final LongsReader fNumbers;
        private final long fCount;
        private long fAt = -1;
        private int fTid;
        private long fBegin;
        private long fEnd;
        private long fNow;

        Runs(CpuStays of) {
            fOf = of;
            fAll = of.runs();
            fTimes = fAll.times().reader();
            fRuns = fAll.runs().reader();
            fSince = fAll.since().reader();
            fNumbers = fAll.numbers().reader();
            fCount = fAll.runs().size();
        }

        boolean next() {
            if (++fAt >= fCount) {
                return false;
            }
            long run = fRuns.get(fAt);
            fTid = (int) (run & (1 << StayRuns.TID_BITS) - 1);
            fBegin = run >>> StayRuns.TID_BITS;
            fEnd = fAt + 1 < fCount ? fRuns.get(fAt + 1) >>> StayRuns.TID_BITS : fAll.times().size();
            fNow = fSince.get(fAt);
            return true;
        }

        void giveTo(StayOwners owners, List<Loss> losses) {
            Owner owner = owners.run(fOf.host(), fOf.cpu(), fTid, (int) fNumbers.get(fAt), fNow, fTimes.get(fBegin) >> 1, fAll.times().get(fEnd - 1) >> 1);
            VcpuTimes to = owner == null ? null : owner.times();
            for (long i = fBegin; to != null && i < fEnd; i++) {
                long time = fTimes.get(i);
                while (owner.losses() < losses.size() && isBefore(losses.get(owner.losses()), time >> 1, i)) {
                    owner.lost();
                }
                if ((time & 1) == 0) {
                    to.entry(time >> 1);
                } else {
                    to.exit(time >> 1);
                }
            }
        }

        private boolean isBefore(Loss loss, long time, long at) {
            if (loss.time() == time && loss.cpu() >= 0 && loss.cpu() != fOf.cpu()) {
                throw new Unusual("events of one processor are lost where another one has an event");
            }
            return loss.time() < time || loss.time() == time && loss.cpu() >= 0 && loss.before() <= at;
        }
    }

    /** The next sign of a processor. */
    private static final class Signs {
        private final List<HostEvent> fAll;
        private final int fRank;
        private int fAt;
        private long fTime;

        /** {@code rank}: of several at the same time the lowest is first. */
        Signs(List<HostEvent> all, int rank) {
            fAll = all;
            fRank = rank;
            look();
        }

        private void look() {
            fTime = isMore() ? fAll.get(fAt).time() : Long.MAX_VALUE;
        }

        boolean isMore() {
            return fAt < fAll.size();
        }

        HostEvent next() {
            HostEvent next = fAll.get(fAt++);
            look();
            return next;
        }
    }

    private static final Comparator<Signs> ORDER = Comparator.<Signs>comparingLong(signs -> signs.fTime).thenComparingInt(signs -> signs.fRank);

    private final HostTraces fTraces;
    private final List<CpuStays> fCpus;

    StayMerge(HostTraces traces, Collection<CpuStays> cpus) {
        fTraces = traces;
        fCpus = List.copyOf(cpus);
    }

    /**
     * Gives what is wanted to those whose it is.
     *
     * @param vms
     *            the VM of a vCPU's thread that is wanted, null if none is
     * @return false if something is not handled here: then nothing is given
     */
    boolean giveTo(VcpuClocks to, Function<HostThread, Manifest.Vm> vms) {
        try {
            checkWaits();
            give(new StayOwners(host -> fTraces.hosts().get(host).manifest(), vms, to));
            return true;
        } catch (Unusual e) {
            to.close();
            return false;
        }
    }

    private void give(StayOwners owners) {
        PriorityQueue<Signs> signs = new PriorityQueue<>(ORDER);
        Map<Integer, List<Loss>> losses = new HashMap<>();
        PriorityQueue<Runs> next = new PriorityQueue<>(Comparator.comparingLong(runs -> runs.fNow));
        for (CpuStays cpu : fCpus) {
            add(signs, new Signs(cpu.signs().all(), signs.size()));
            losses.computeIfAbsent(cpu.host(), any -> new ArrayList<>()).addAll(cpu.losses());
            Runs runs = new Runs(cpu);
            if (runs.next()) {
                next.add(runs);
            }
        }
        losses.values().forEach(ofHost -> ofHost.sort(Comparator.comparingLong(Loss::time)));
        for (Runs runs = next.poll(); runs != null; runs = next.poll()) {
            give(signs, runs.fNow, owners);
            if (runs.fTid != HostThread.IDLE) {
                runs.giveTo(owners, losses.get(runs.fOf.host()));
            }
            if (runs.next()) {
                next.add(runs);
            }
        }
        give(signs, Long.MAX_VALUE, owners);
        owners.finish();
    }

    /** Those up to a time, which is included. */
    private static void give(PriorityQueue<Signs> signs, long until, StayOwners owners) {
        for (Signs first = signs.peek(); first != null && first.fTime <= until; first = signs.peek()) {
            signs.poll();
            owners.sign(first.next());
            add(signs, first);
        }
    }

    private static void add(PriorityQueue<Signs> to, Signs signs) {
        if (signs.isMore()) {
            to.add(signs);
        }
    }

    /** In a reading of all events, no more than a limit wait until it is known who runs. */
    private void checkWaits() {
        List<Wait> waits = new ArrayList<>();
        fCpus.forEach(cpu -> waits.addAll(cpu.signs().waits()));
        waits.sort(Comparator.comparingLong(Wait::from));
        long from = Long.MIN_VALUE;
        long until = Long.MIN_VALUE;
        for (Wait wait : waits) {
            from = wait.from() > until ? wait.from() : from;
            until = Math.max(until, wait.until());
            long begin = from;
            long end = until;
            long most = waits.size() + fCpus.stream().mapToLong(cpu -> (1 + cpu.marks().firstAfter(end) - cpu.marks().firstAfter(begin - 1)) * CpuStays.MARK).sum();
            if (most >= LookAhead.DEFAULT_LIMIT) {
                throw new Unusual("it is not known for long who runs");
            }
        }
    }

    @Override
    public void close() {
        fCpus.forEach(CpuStays::close);
    }
}
