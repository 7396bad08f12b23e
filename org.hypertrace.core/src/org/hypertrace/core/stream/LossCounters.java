/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream;

/** {@link Losses} while they are counted. */
final class LossCounters {

    long fLost;
    long fRepeated;
    long fImplausible;
    long fForged;
    long fMalformed;
    long fUnknownNumbers;
    long fLate;
    long fCpuMismatches;

    long sum() {
        return fLost + fRepeated + fImplausible + fForged + fMalformed + fUnknownNumbers + fLate + fCpuMismatches;
    }

    Losses losses() {
        return new Losses(fLost, fRepeated, fImplausible, fForged, fMalformed, fUnknownNumbers, fLate, fCpuMismatches);
    }
}
