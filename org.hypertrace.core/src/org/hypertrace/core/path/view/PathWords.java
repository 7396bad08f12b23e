/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.view;

import org.eclipse.tracecompass.tmf.core.model.OutputElementStyle;
import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.PathClass;
import org.hypertrace.core.path.PathLink;
import org.hypertrace.core.path.PathNames;
import org.hypertrace.core.path.PathState;
import org.hypertrace.core.path.Phase;
import org.hypertrace.core.path.Segments;
import org.hypertrace.core.view.StateRow.Look;
import org.hypertrace.core.view.Styles;

/** What the segments of a path look like, and their names for people. */
final class PathWords {

    private PathWords() {
    }

    /** Who is waited for, and what he is in. */
    static Look look(FoundPath found, int segment) {
        Segments path = found.segments();
        return new Look(label(found, segment), style(path.phase(segment), path.state(segment)));
    }

    /** What somebody does on the path, as short as a label must be. */
    static String label(FoundPath found, int segment) {
        Segments path = found.segments();
        String what = what(path.phase(segment), path.state(segment));
        String by = by(found, segment);
        if (by.isEmpty()) {
            return what;
        }
        return switch (path.state(segment)) {
        case PREEMPTED -> what + " by " + by;
        case WAKING -> what + ", " + by + " has the CPU";
        case GUEST -> what + ", " + by + " has the vCPU";
        case HOST -> what + ", " + by + " has the CPU";
        default -> what + " (" + by + ')';
        };
    }

    /** A number that is the same for segments that look the same. */
    static long alike(Segments path, int segment) {
        return (long) (path.phase(segment).ordinal() << 12 | path.state(segment).ordinal() << 4 | path.by(segment).ordinal()) << 32
                | path.byValue(segment) & 0xffffffffL;
    }

    /** What stands behind it, for people; empty if nothing does. */
    static String by(FoundPath found, int segment) {
        Segments path = found.segments();
        PathLink vcpu = path.by(segment) == Segments.By.KEY ? found.names().vcpu(path.byValue(segment)) : null;
        return vcpu == null ? found.names().shownBy(path, segment) : vcpu.name();
    }

    /** Who has the CPU, or the vCPU, instead of the one who is waited for. */
    static Look occupant(FoundPath found, int segment) {
        Segments path = found.segments();
        boolean ofGuest = path.state(segment) == PathState.GUEST;
        Styles style = ofGuest ? Styles.GUEST_RUNNING : found.names().vcpu(path.byValue(segment)) == null
                ? Styles.PREEMPTED_BY_THREAD : Styles.PREEMPTED_BY_VCPU;
        return new Look(by(found, segment), style.style());
    }

    /** A phase and state in words. */
    static String what(Phase phase, PathState state) {
        String in = state.label();
        return switch (phase) {
        case RUN -> state == PathState.GUEST || state == PathState.HOST || state == PathState.VCPU ? "works" : in;
        case READY -> state == PathState.GUEST || state == PathState.HOST || state == PathState.VCPU ? "ready" : "ready, " + in;
        case DELIVER -> state == PathState.GUEST ? "due, not taken yet" : state == PathState.HOST ? "raised" : "due, " + in;
        case WAIT -> in;
        };
    }

    static OutputElementStyle style(Phase phase, PathState state) {
        if (phase == Phase.WAIT) {
            return Styles.WAITED_FOR.style();
        }
        Styles style = switch (state) {
        case GUEST, VCPU -> Styles.GUEST;
        case HOST_INTERRUPT -> Styles.HOST_INTERRUPT;
        case VMM -> Styles.VMM;
        case HOST_KERNEL -> Styles.HOST_KERNEL;
        case PREEMPTED -> Styles.PREEMPTED;
        case HALTED -> Styles.HALTED;
        case BLOCKED -> Styles.BLOCKED;
        case WAKING -> Styles.WAKING;
        case HOST -> Styles.HOST_WORKS;
        default -> Styles.UNKNOWN;
        };
        return phase == Phase.READY ? style.hatched() : phase == Phase.DELIVER ? style.outlined() : style.style();
    }

    static Look look(PathClass of) {
        return new Look(of.label(), Styles.valueOf("CLASS_" + of.name()).style());
    }

    /** Who waits for whom, from the one who is waited for to the subject. */
    static String chain(FoundPath found, int chain) {
        Segments path = found.segments();
        PathNames names = found.names();
        StringBuilder text = new StringBuilder();
        for (int node = chain; node != Segments.ROOT; node = path.parent(node)) {
            text.insert(0, text.isEmpty() ? names.shown(path.owner(node)) : names.shown(path.owner(node)) + " ← ");
        }
        return text.toString();
    }
}
