/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.clock;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.hypertrace.core.file.InputFile;
import org.hypertrace.core.stream.ring.RingFile;
import org.hypertrace.core.stream.ring.RingRecords;

/** The records in all rings of a VM, to be read several times. Files that cannot be read are left out: who reads the records themselves reports them. */
final class VmRecords implements AutoCloseable {

    private static final long KIND = 0xffff;
    private static final int FIRST_OF_HOST = 0xa0;
    private static final int LAST_OF_HOST = 0xa3;
    /** A TSC that goes back further was set anew. */
    private static final long SET_ANEW = 1L << 32;

    /** Takes records of the guest. */
    @FunctionalInterface
    interface Readings {
        /** @param sets how often the TSC was set anew by then, as far as the ring shows it */
        void record(int vcpu, long tsc, int sets);
    }

    private final List<RingFile> fFiles = new ArrayList<>();
    private final List<RingRecords> fRings = new ArrayList<>();

    VmRecords(List<Path> paths, Path folder) {
        for (Path path : paths) {
            try {
                InputFile.requireInside(path, folder);
                RingFile file = new RingFile(path);
                fFiles.add(file);
                fRings.addAll(file.records());
            } catch (IOException e) {
                // as above
            }
        }
    }

    List<RingRecords> rings() {
        return fRings;
    }

    /** Thousands of ticks per second, 0 if no ring reports them. */
    long khz() {
        return fRings.stream().mapToLong(ring -> ring.ring().tscKhz()).filter(khz -> khz > 0).findFirst().orElse(0);
    }

    /** Reads the records of the guest, ring after ring. */
    void ofGuest(Consumer<RingFile.Entry> to) {
        for (RingRecords ring : fRings) {
            read(ring, entry -> {
                if (!isHosts(entry)) {
                    to.accept(entry);
                }
            });
        }
    }

    /** The same, with what they show of the TSC alone. */
    void readings(Readings to) {
        for (RingRecords ring : fRings) {
            long[] last = { Long.MIN_VALUE };
            int[] sets = { 0 };
            read(ring, entry -> {
                sets[0] += isSetAnew(last[0], entry.tsc()) ? 1 : 0;
                last[0] = entry.tsc();
                if (!isHosts(entry)) {
                    to.record(entry.vcpu(), entry.tsc(), sets[0]);
                }
            });
        }
    }

    /** Whether the TSC was set anew between two records of a ring. */
    static boolean isSetAnew(long before, long tsc) {
        return tsc < before && before - tsc > SET_ANEW;
    }

    private static void read(RingRecords ring, Consumer<RingFile.Entry> to) {
        try {
            ring.seek(0);
            for (RingFile.Entry entry = ring.next(); entry != null; entry = ring.next()) {
                to.accept(entry);
            }
        } catch (IOException e) {
            // as above
        }
    }

    private static boolean isHosts(RingFile.Entry entry) {
        long kind = entry.nr() & KIND;
        return kind >= FIRST_OF_HOST && kind <= LAST_OF_HOST;
    }

    @Override
    public void close() {
        for (RingFile file : fFiles) {
            try {
                file.close();
            } catch (IOException e) {
                // it was only read
            }
        }
    }
}
