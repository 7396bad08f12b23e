/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.run.compare;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.hypertrace.core.compare.Holm;
import org.hypertrace.core.compare.SpeedUp;
import org.hypertrace.core.run.TimeSplit;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * The same thing in two boots or shutdowns: all of it, a part, or what is in one. Differences are B minus A; what is in one of them
 * only takes no time in the other.
 *
 * @param kind
 *            what it is
 * @param name
 *            the part's, the level's or the function's
 * @param level
 *            the level in which an initcall began; null if in none, and of all else
 * @param matched
 *            how it is known that both are the same
 * @param a
 *            null if it is only in B
 * @param b
 *            null if it is only in A
 * @param counts
 *            whether its time is part of the whole's time. An initcall's is not if another thread runs it, if it runs in another one, or if
 *            it comes later
 * @param speedUp
 *            of all repetitions that ended
 * @param corrected
 *            the speed-up's chance corrected by {@link Holm} for all parts and details of the comparison; NaN: there are not enough
 *            repetitions, or it is all of a run
 */
public record RunRow(Kind kind, String name, String level, Match matched, Timing a, Timing b, boolean counts, SpeedUp speedUp,
        double corrected) {

    /** What is compared. */
    public enum Kind {
        /** All of a boot. */
        BOOT,
        /** What is before, between or after its levels. */
        PART,
        /** A level. */
        LEVEL,
        /** An initcall. */
        INITCALL,
        /** All of a shutdown. */
        SHUTDOWN,
        /** A step of it. */
        STEP,
        /** A device. */
        DEVICE,
        /** A notifier. */
        NOTIFIER;

        /** @return what it is called before its name: {@code "level "}; of what shows it by its name nothing */
        public String prefix() {
            return this == LEVEL || this == DEVICE || this == NOTIFIER ? name().toLowerCase(Locale.ROOT) + ' ' : "";
        }

        /** @return whether it is all of a run */
        public boolean isWhole() {
            return this == BOOT || this == SHUTDOWN;
        }
    }

    /** How two are known to be the same. */
    public enum Match {
        /** By the name. */
        NAME("name"),
        /** By the address: both boots have the same kernel. */
        ADDRESS("address"),
        /** By the place in the order of their level. */
        ORDER("order");

        private final String fLabel;

        Match(String label) {
            fLabel = label;
        }

        /** @return its name in reports */
        public String label() {
            return fLabel;
        }
    }

    /**
     * @param of
     *            what took that time: a part, initcall or line of a run; null if it is all of it
     * @param duration
     *            ns
     * @param open
     *            whether it never ended, so that this is only how long it was seen
     * @param spent
     *            where it went, null if not known
     */
    public record Timing(Object of, long duration, boolean open, TimeSplit spent) { }

    /**
     * One that is not corrected.
     *
     * @param kind
     *            what it is
     * @param name
     *            the part's, the level's or the function's
     * @param level
     *            the level in which an initcall began; null if in none
     * @param matched
     *            how it is known that both are the same
     * @param a
     *            null if it is only in B
     * @param b
     *            null if it is only in A
     * @param counts
     *            whether its time is part of the whole's time
     * @param speedUp
     *            of all repetitions that ended
     */
    public RunRow(Kind kind, String name, String level, Match matched, Timing a, Timing b, boolean counts, SpeedUp speedUp) {
        this(kind, name, level, matched, a, b, counts, speedUp, Double.NaN);
    }

    RunRow withCorrected(double chance) {
        return new RunRow(kind, name, level, matched, a, b, counts, speedUp, chance);
    }

    /** @return how likely such a difference is by chance alone, of this row by itself; NaN: there are not enough repetitions */
    public double chance() {
        return speedUp.chance();
    }

    /** @return how much shorter B is, ns: what this saves of the whole */
    public long contribution() {
        return -difference();
    }

    /** @return what an answer names when it names this */
    Answer.Named named() {
        return new Answer.Named(name, Stream.of(a, b).filter(Objects::nonNull).map(Timing::of).filter(Objects::nonNull).toList());
    }

    /** @return B minus A, ns */
    public long difference() {
        return (b == null ? 0 : b.duration()) - (a == null ? 0 : a.duration());
    }

    /**
     * @return the difference by states: they sum to {@link #difference()} exactly; null if it is not known where the time of one
     *         of them went
     */
    public Map<VcpuState, Long> states() {
        if (a != null && a.spent() == null || b != null && b.spent() == null) {
            return null;
        }
        Map<VcpuState, Long> states = new EnumMap<>(VcpuState.class);
        for (VcpuState state : VcpuState.values()) {
            states.put(state, (b == null ? 0 : b.spent().ns(state)) - (a == null ? 0 : a.spent().ns(state)));
        }
        return states;
    }

    /** @return how much of the difference is the guest's own, ns; 0 if not known */
    public long own() {
        Map<VcpuState, Long> states = states();
        return states == null ? 0 : states.get(VcpuState.GUEST) + states.get(VcpuState.HALTED);
    }

    /** @return how much of the difference the host caused, ns; 0 if not known */
    public long host() {
        Map<VcpuState, Long> states = states();
        return states == null ? 0 : difference() - own() - states.get(VcpuState.UNKNOWN);
    }
}
