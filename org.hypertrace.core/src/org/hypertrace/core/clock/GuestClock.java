/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.hypertrace.core.clock.ClockQuality.Method;
import org.hypertrace.core.clock.line.ClockConversion;
import org.hypertrace.core.clock.line.ClockFit;
import org.hypertrace.core.clock.line.PiecewiseClock;

/**
 * Puts the clock of a guest's own trace on its host's: by hypercalls whose events are in both traces; without these because a guest has events only
 * while its vCPU is in the guest. First come the events of both traces, in any order of the traces; then {@link #quality} decides.
 */
public final class GuestClock implements AutoCloseable {

    private static final long WIDE = 3_000_000_000L;
    private static final long NARROW = 5_000_000L;
    /** How far outside its trace a reading that the guest reported may be. */
    private static final long HELLO_REACH = 60_000_000_000L;
    private static final long CLOCK_IS_SET = 1L << 60;
    private static final int MOST_HELLOS = 1 << 16;
    private static final int ROUNDS = 4;
    private static final int MOST_DIRECT = 256;
    /** Stays and bins that one search looks at: some ten seconds. A guest of an hour takes half of them. */
    private static final long MOST_PROBES = 4_000_000_000L;

    private final Map<Integer, VcpuTimes> fVcpus = new TreeMap<>();
    private final Map<Integer, GuestTimes> fGuest = new TreeMap<>();
    private final List<long[]> fHellos = new ArrayList<>();
    private final long fSlack;
    private final Long fMonotonic;
    /** By the number of the processor, which is small of nearly all. */
    private final GuestTimes[] fOfCpu = new GuestTimes[MOST_DIRECT];
    private long fFirst = Long.MAX_VALUE;
    private long fLast = Long.MIN_VALUE;
    private Runnable fWhenFound = () -> { };

    /**
     * @param monotonicOffset
     *            what the guest's trace adds to the guest's monotonic clock, ns; null if its clock is another one
     * @param resolution
     *            of the times in the guest's trace, ns: 1 if they are exact, 1000 for a text with microseconds
     */
    public GuestClock(Long monotonicOffset, long resolution) {
        fMonotonic = monotonicOffset;
        fSlack = resolution / 2;
    }

    /**
     * @param number
     *            of the vCPU in its VM
     * @return what the host's events report of it
     */
    public VcpuTimes vcpu(int number) {
        return fVcpus.computeIfAbsent(number, any -> new VcpuTimes());
    }

    /**
     * A vCPU whose times were collected elsewhere. Where a VM had two of the same number, the one that was in the guest more often counts.
     *
     * @param number
     *            of the vCPU in its VM
     * @param times
     *            what the host's events report of it; is closed with this
     */
    public void vcpu(int number, VcpuTimes times) {
        fVcpus.merge(number, times, (one, other) -> one.stays() >= other.stays() ? one : other);
    }

    /**
     * An event of the guest's own trace.
     *
     * @param cpu
     *            the guest's processor
     * @param reading
     *            of the guest's clock, ns
     * @param key
     *            see {@link MatchKey}
     */
    public void guestEvent(int cpu, long reading, long key) {
        GuestTimes times = cpu >= 0 && cpu < MOST_DIRECT ? fOfCpu[cpu] : null;
        (times != null ? times : times(cpu)).event(reading, key);
        fFirst = Math.min(fFirst, reading);
        fLast = Math.max(fLast, reading);
    }

    private GuestTimes times(int cpu) {
        GuestTimes found = fGuest.computeIfAbsent(cpu, any -> new GuestTimes());
        if (cpu >= 0 && cpu < MOST_DIRECT) {
            fOfCpu[cpu] = found;
        }
        return found;
    }

    /** @return the latest reading of the guest's events, ns; {@link Long#MIN_VALUE} without any */
    public long last() {
        return fLast;
    }

    /**
     * The guest reported its clocks by hypercall.
     *
     * @param time
     *            of the hypercall, ns
     * @param monotonic
     *            the guest's monotonic clock, ns
     * @param realtime
     *            its wall clock, ns since the epoch
     */
    public void hello(long time, long monotonic, long realtime) {
        if (realtime > CLOCK_IS_SET && fHellos.size() < MOST_HELLOS) {
            fHellos.add(new long[] { time, monotonic });
        }
    }

    /**
     * @param action
     *            is run by {@link #quality} when hypercalls have decided a clock; all that comes then are figures of it. If they refuse it,
     *            and another one is decided, it is run again.
     */
    public void whenFound(Runnable action) {
        fWhenFound = action;
    }

    /** @return the clock, and how sure it is; to be asked once, when all events came */
    public ClockQuality quality() {
        long hypercalls = fVcpus.values().stream().mapToLong(VcpuTimes::hypercalls).sum();
        Long hello = helloOffset();
        List<OffsetSearch.Cpu> same = cpus(Map.of());
        if (same.isEmpty()) {
            return new ClockQuality(Method.NONE, null, 0, null, events(), hypercalls, 0, 0, new Violations(), new Violations(),
                    new Violations(), null, -1, Map.of(), null);
        }
        ClockQuality found = hypercalls > 0 ? byHypercalls(Map.of(), hello, null, hypercalls) : null;
        return found != null ? found : byContainment(hello, hypercalls);
    }

    private long events() {
        return fGuest.values().stream().mapToLong(GuestTimes::size).sum();
    }

    /** The coarse offset by the clocks that the guest reported, null without. */
    private Long helloOffset() {
        LongSummaryStatistics offsets = usedHellos().mapToLong(hello -> hello[0] - hello[1] - fMonotonic).summaryStatistics();
        return offsets.getCount() == 0 ? null : offsets.getMin();
    }

    private Stream<long[]> usedHellos() {
        return fMonotonic == null ? Stream.of()
                : fHellos.stream().filter(hello -> hello[1] + fMonotonic >= fFirst - HELLO_REACH && hello[1] + fMonotonic <= fLast + HELLO_REACH);
    }

    /** The guest's processors with their vCPUs: of the same number, unless others are named. */
    private List<OffsetSearch.Cpu> cpus(Map<Integer, Integer> numbers) {
        List<OffsetSearch.Cpu> found = new ArrayList<>();
        fGuest.forEach((cpu, guest) -> {
            VcpuTimes vcpu = fVcpus.get(numbers.getOrDefault(cpu, cpu));
            if (vcpu != null && vcpu.stays() > 0) {
                found.add(new OffsetSearch.Cpu(guest, vcpu));
            }
        });
        return found;
    }

    /** Null if hypercalls do not decide it; {@code search} is null if nothing was looked for yet. */
    private ClockQuality byHypercalls(Map<Integer, Integer> numbers, Long hello, OffsetSearch.Found search, long hypercalls) {
        List<OffsetSearch.Cpu> cpus = cpus(numbers);
        OffsetSearch.Found about = hello != null || search != null ? search : new OffsetSearch(cpus, MOST_PROBES).near(0, WIDE);
        if (hello == null && !about.accepted()) {
            return null;
        }
        long offset = hello != null ? hello : about.offset();
        List<CoarseOffset> jumping = hello == null ? List.of(CoarseOffset.of(offset)) : cpus.stream().map(this::reported).toList();
        ClockQuality found = jumping.get(0).isConstant() ? null : byPairs(cpus, numbers, offset, jumping, CpuPairs.CHANGING, about, hypercalls);
        List<CoarseOffset> constant = Collections.nCopies(cpus.size(), CoarseOffset.of(offset));
        found = found != null ? found : byPairs(cpus, numbers, offset, constant, CpuPairs.STEADY, about, hypercalls);
        return found != null ? found : byPairs(cpus, numbers, offset, constant, CpuPairs.CHANGING, about, hypercalls);
    }

    /** As the guest reported its clock, which may jump. */
    private CoarseOffset reported(OffsetSearch.Cpu cpu) {
        List<long[]> reports = usedHellos().map(hello -> new long[] { hello[0], hello[0] - hello[1] - fMonotonic })
                .sorted(Comparator.comparingLong(report -> report[0])).toList();
        return CoarseOffset.of(reports, fFirst + reports.get(0)[1], fLast + reports.get(reports.size() - 1)[1], cpu.vcpu());
    }

    private ClockQuality byPairs(List<OffsetSearch.Cpu> cpus, Map<Integer, Integer> numbers, long offset,
            List<CoarseOffset> offsets, long after, OffsetSearch.Found about, long hypercalls) {
        List<CpuPairs> pairs = cpus.stream().map(cpu -> new CpuPairs(cpu.guest(), cpu.vcpu())).toList();
        try {
            PairFit fit = PairRounds.fit(pairs, offsets, after, fSlack);
            if (fit == null) {
                return null;
            }
            fWhenFound.run();
            PiecewiseClock clock = fit.clock();
            CompletableFuture<Long> crossCheck = CompletableFuture.supplyAsync(() -> fit.crossCheck(pairs, fSlack));
            try (PairDelays delays = new PairDelays(pairs, clock)) {
                Containment.Outside outside = outside(cpus, clock, offset, delays);
                return outside.joined().isTooMany() ? null : new ClockQuality(Method.HYPERCALLS, clock, offset, fit.order(), events(), hypercalls,
                        pairs.stream().mapToLong(CpuPairs::matched).sum(), pairs.stream().mapToLong(CpuPairs::crossed).sum(),
                        outside.recorded(), outside.coarse(), outside.joined(), delays.found(), crossCheck.join(), numbers(numbers), about);
            }
        } finally {
            pairs.forEach(CpuPairs::close);
        }
    }

    private Containment.Outside outside(List<OffsetSearch.Cpu> cpus, PiecewiseClock clock, long offset, PairDelays delays) {
        return IntStream.range(0, cpus.size()).parallel()
                .mapToObj(cpu -> Containment.Outside.of(cpus.get(cpu), clock, offset, fSlack, delays == null ? null : delays.of(cpu))).toList().stream()
                .reduce(new Containment.Outside(), Containment.Outside::plus);
    }

    private ClockQuality byContainment(Long hello, long hypercalls) {
        Map<Integer, Integer> numbers = Map.of();
        long began = System.nanoTime();
        OffsetSearch.Found search = near(cpus(numbers), hello);
        CpuOrder other = search.accepted() || fGuest.size() == 1 ? null
                : CpuOrder.find(fGuest, fVcpus, one -> near(one, hello));
        if (other == null && !search.accepted()) {
            search = new OffsetSearch(cpus(numbers), MOST_PROBES).everywhere();
            other = search.accepted() || fGuest.size() == 1 ? null
                    : CpuOrder.find(fGuest, fVcpus, one -> new OffsetSearch(one, MOST_PROBES / fVcpus.size()).everywhere());
        }
        search = (other == null ? search : other.search()).since(began);
        if (other != null) {
            numbers = other.numbers();
            ClockQuality found = hypercalls > 0 ? byHypercalls(numbers, hello, search, hypercalls) : null;
            if (found != null) {
                return found;
            }
        }
        List<OffsetSearch.Cpu> cpus = cpus(numbers);
        long coarse = hello != null ? hello : search.accepted() ? search.offset() : 0;
        PiecewiseClock clock = search.accepted() ? contained(cpus, search.offset()) : null;
        Containment.Outside outside = outside(cpus, clock, coarse, null);
        if (clock != null && outside.joined().isTooMany()) {
            clock = null;
            outside = outside(cpus, null, coarse, null);
        }
        Method method = clock != null ? Method.CONTAINMENT : hello != null ? Method.HELLO : Method.NONE;
        return new ClockQuality(method, clock, coarse, null, events(), hypercalls, 0, 0, outside.recorded(), outside.coarse(), outside.joined(),
                null, -1, numbers(numbers), search);
    }

    /** Around the coarse offset, or around 0. */
    private static OffsetSearch.Found near(List<OffsetSearch.Cpu> cpus, Long hello) {
        OffsetSearch.Found found = hello == null ? null : new OffsetSearch(cpus, MOST_PROBES).near(hello, NARROW);
        return found != null && found.accepted() ? found : new OffsetSearch(cpus, MOST_PROBES).near(0, WIDE);
    }

    /** Bounds by an offset, their line, bounds by that line, until nothing changes. */
    private PiecewiseClock contained(List<OffsetSearch.Cpu> cpus, long offset) {
        ClockConversion now = reading -> reading + offset;
        PiecewiseClock found = null;
        for (int round = 0; round < ROUNDS; round++) {
            ClockConversion by = now;
            found = ClockFit.line(cpus.stream().map(cpu -> Containment.bounds(cpu.guest(), cpu.vcpu(), by, fSlack)).toList(), fSlack);
            // containment does not bridge jumps
            if (found == null) {
                return null;
            }
            now = found;
            PiecewiseClock line = found;
            if (round + 1 == ROUNDS || cpus.parallelStream().allMatch(cpu -> Containment.isSame(cpu.guest(), cpu.vcpu(), by, line, fSlack))) {
                return found;
            }
        }
        return found;
    }

    private Map<Integer, Integer> numbers(Map<Integer, Integer> numbers) {
        Map<Integer, Integer> all = new TreeMap<>();
        fGuest.keySet().forEach(cpu -> all.put(cpu, numbers.getOrDefault(cpu, cpu)));
        return all;
    }

    @Override
    public void close() {
        fVcpus.values().forEach(VcpuTimes::close);
        fGuest.values().forEach(GuestTimes::close);
    }
}
