/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream;

/** {@link Losses} while they are counted. */
public final class LossCounters {

    public long fLost;
    public long fRepeated;
    public long fImplausible;
    public long fForged;
    public long fMalformed;
    public long fUnknownNumbers;
    public long fLate;
    public long fCpuMismatches;

    public long sum() {
        return fLost + fRepeated + fImplausible + fForged + fMalformed + fUnknownNumbers + fLate + fCpuMismatches;
    }

    public Losses losses() {
        return new Losses(fLost, fRepeated, fImplausible, fForged, fMalformed, fUnknownNumbers, fLate, fCpuMismatches);
    }
}
