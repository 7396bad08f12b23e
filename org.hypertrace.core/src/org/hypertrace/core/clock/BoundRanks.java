/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.util.List;

/**
 * In which run of 64 a bound is, of the bounds of all processors in order of their readings, if the stamp comes first: then each pair that is not
 * crossed has one.
 */
final class BoundRanks {

    static final int RUN = 64;

    private final List<CpuPairs> fCpus;

    /** @param cpus pairs of each processor, which do not change any more */
    BoundRanks(List<CpuPairs> cpus) {
        fCpus = cpus;
    }

    static boolean isEvenRun(long rank) {
        return (rank / RUN & 1) == 0;
    }

    /** @return how many bounds there are */
    long size() {
        return fCpus.stream().mapToLong(cpu -> cpu.uncrossedBefore(cpu.guest().size())).sum();
    }

    /** @return whether the bound of an event of one of the processors is in an even run */
    boolean isEven(CpuPairs of, long event) {
        long reading = of.guest().reading(event);
        long rank = 0;
        boolean isFirst = true;
        for (CpuPairs cpu : fCpus) {
            isFirst &= cpu != of;
            // of equal readings those of the first processors come first
            rank += cpu.uncrossedBefore(cpu == of ? event : cpu.guest().firstFrom(isFirst ? reading + 1 : reading));
        }
        return isEvenRun(rank);
    }
}
