/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ring;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.hypertrace.core.stream.ring.RingFile;
import org.hypertrace.core.stream.ring.RingRecords;

/**
 * What a file of rings reports without a trace of its host. All stamps of a file are of one clock, the guest's TSC, so order and durations
 * need nothing else.
 *
 * @param khz
 *            thousands of TSC ticks per second
 * @param isDated
 *            whether a hello ties the TSC to the date; else times count from the file's first record
 * @param runs
 *            how often the TSC was set anew: each time a stretch of unknown length is left out
 * @param vcpus
 *            in the order of the file's chain, of a shared ring by number
 * @param leftOut
 *            records of vCPUs that are not in {@code vcpus}, as a shared ring has too many
 */
public record LoneRings(long khz, boolean isDated, int runs, List<RingVcpu> vcpus, long leftOut) {

    private static final int HELLO = 0x81;
    private static final int NUMBER_AND_LEVEL = 0xfffff;
    private static final long MAGIC = 0x47545243;
    /** A clock that was never set shows less: 2006. */
    private static final long REALTIME_KNOWN = 1L << 60;
    /** vCPUs of one shared ring; KVM has no more. */
    private static final int MAX_VCPUS = 4096;

    /** The first record that has the date: its time in ticks, and both clocks in ns. */
    private record Date(long ticks, long ns, long realtime) { }

    private static final class Ring {
        private final Map<Integer, RingVcpuTracker> fVcpus = new TreeMap<>();
        private int fGaps;
        private RingRecords fRecords;
        private int fRuns;
        private long fLeftOut;
        private Date fDate;
    }

    /**
     * @param path
     *            a file of rings
     * @return what it reports; records that its writers add meanwhile are not in it
     * @throws IOException
     *             one sentence: it cannot be read, there is no ring in it, or the rate of its clock is not recorded
     */
    public static LoneRings of(Path path) throws IOException {
        try (RingFile file = new RingFile(path)) {
            long khz = khz(file, path);
            RingScale scale = new RingScale(khz);
            long zero = zero(file);
            List<Ring> rings = new ArrayList<>();
            for (RingRecords records : file.records()) {
                rings.add(read(records, zero, scale));
            }
            Date date = rings.stream().map(ring -> ring.fDate).filter(found -> found != null)
                    .reduce((a, b) -> b.ticks < a.ticks ? b : a).orElse(null);
            long epoch = date == null ? 0 : date.realtime - date.ns;
            List<RingVcpu> vcpus = new ArrayList<>();
            for (int i = 0; i < rings.size(); i++) {
                int number = i;
                Ring ring = rings.get(i);
                RingFile.Header header = ring.fRecords.ring();
                ring.fVcpus.forEach((vcpu, tracker) -> vcpus.add(tracker.finish(number, header.cpu() < 0, vcpu, ring.fRecords.counts(),
                        header.lost(), epoch)));
            }
            return new LoneRings(khz, date != null, rings.stream().mapToInt(ring -> ring.fRuns).max().orElse(0), List.copyOf(vcpus),
                    rings.stream().mapToLong(ring -> ring.fLeftOut).sum());
        }
    }

    /**
     * @param file
     *            of rings
     * @param path
     *            its name
     * @return thousands of TSC ticks per second, by the first ring that reports it
     * @throws IOException
     *             one sentence: none does, or no clock is so fast
     */
    public static long khz(RingFile file, Path path) throws IOException {
        long khz = file.headers().stream().mapToLong(RingFile.Header::tscKhz).filter(rate -> rate != 0).findFirst().orElse(0);
        if (khz < 1 || khz > RingScale.MAX_KHZ) {
            throw new IOException(path + ": the rings do not report the rate of their clock; load the guest's tracer with tsc_khz.");
        }
        return khz;
    }

    /**
     * @param file
     *            of rings
     * @return the smallest first TSC of all its rings, 0 if there is no record
     * @throws IOException
     *             if it cannot be read
     */
    public static long zero(RingFile file) throws IOException {
        RingFile.Entry earliest = null;
        for (RingRecords records : file.records()) {
            RingFile.Entry first = records.next();
            if (first != null && (earliest == null || Long.compareUnsigned(first.tsc(), earliest.tsc()) < 0)) {
                earliest = first;
            }
        }
        return earliest == null ? 0 : earliest.tsc();
    }

    private static Ring read(RingRecords records, long zero, RingScale scale) throws IOException {
        Ring ring = new Ring();
        ring.fRecords = records;
        RingTicks clock = new RingTicks(zero);
        long expected = -1;
        for (RingFile.Entry entry = records.next(); entry != null; entry = records.next()) {
            if (expected >= 0 && entry.number() != expected) {
                ring.fGaps++;
            }
            expected = entry.number() + 1;
            long ticks = clock.of(entry);
            long ns = scale.ns(ticks);
            if (ring.fDate == null && isDate(entry)) {
                ring.fDate = new Date(ticks, ns, entry.a3());
            }
            RingVcpuTracker tracker = ring.fVcpus.get(entry.vcpu());
            if (tracker == null && ring.fVcpus.size() < MAX_VCPUS) {
                tracker = new RingVcpuTracker(ring.fGaps);
                ring.fVcpus.put(entry.vcpu(), tracker);
            }
            if (tracker == null) {
                ring.fLeftOut++;
            } else {
                tracker.handle(entry, ns, ring.fGaps);
            }
        }
        ring.fRuns = clock.runs();
        return ring;
    }

    /**
     * @param entry
     *            a record
     * @return whether it ties the TSC to the date, which is {@link RingFile.Entry#a3()} then, ns since the epoch
     */
    public static boolean isDate(RingFile.Entry entry) {
        return (entry.nr() & NUMBER_AND_LEVEL) == HELLO && entry.a0() >>> 32 == MAGIC && entry.a3() > REALTIME_KNOWN;
    }

    /** @return whether the host wrote into any of the rings */
    public boolean hasHost() {
        return vcpus.stream().anyMatch(vcpu -> vcpu.hostRecords() > 0);
    }
}
