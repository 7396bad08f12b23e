/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.view;

import java.util.Locale;
import java.util.Map;

import org.hypertrace.core.stack.flame.FlameDifference;
import org.hypertrace.core.stack.flame.FlameLabels;
import org.hypertrace.core.stack.flame.FlameLayout;
import org.hypertrace.core.stack.flame.FlameTree;
import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.track.Frames;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.core.vcpu.view.VcpuStyles;
import org.hypertrace.core.view.Shades;
import org.hypertrace.core.view.Styles;

/** The colours of frames: by what they are, functions a little different each; or by how two trees differ. */
public final class FlameColours {

    private static final String ROOT = colour(Styles.FRAME_ROOT);
    private static final Map<FrameKind, Styles> KINDS = Map.ofEntries(Map.entry(FrameKind.SYSCALL, Styles.FRAME_SYSCALL),
            Map.entry(FrameKind.IRQ, Styles.FRAME_IRQ), Map.entry(FrameKind.SOFTIRQ, Styles.FRAME_SOFTIRQ),
            Map.entry(FrameKind.APIC, Styles.FRAME_APIC), Map.entry(FrameKind.INTERRUPTS, Styles.FRAME_INTERRUPTS),
            Map.entry(FrameKind.INITCALL, Styles.FRAME_INITCALL), Map.entry(FrameKind.NAMED, Styles.FRAME_NAMED),
            Map.entry(FrameKind.MARK, Styles.FRAME_MARK), Map.entry(FrameKind.EXIT, Styles.HOST_KERNEL),
            Map.entry(FrameKind.TRACER, Styles.GUEST_TRACER),
            Map.entry(FrameKind.PREEMPTED_BY, Styles.PREEMPTED), Map.entry(FrameKind.OFF_CPU, Styles.FRAME_OFF_CPU),
            Map.entry(FrameKind.THREAD, Styles.FRAME_THREAD), Map.entry(FrameKind.OTHERS, Styles.FRAME_OTHERS),
            Map.entry(FrameKind.IMPLAUSIBLE, Styles.FRAME_IMPLAUSIBLE));

    private final FlameDifference fDifference;
    private final FlameDifference.Norm fNorm;
    private final double fMost;

    private FlameColours(FlameDifference difference, FlameDifference.Norm norm, double most) {
        fDifference = difference;
        fNorm = norm;
        fMost = most;
    }

    /**
     * Of a difference; the frame whose own time differs most has the strongest colour.
     *
     * @param difference
     *            of two trees
     * @param norm
     *            what makes them comparable
     * @param layout
     *            of what is drawn
     * @return the colours of its nodes
     */
    public static FlameColours of(FlameDifference difference, FlameDifference.Norm norm, FlameLayout layout) {
        double most = 1;
        for (int i = 0; i < layout.size(); i++) {
            most = Math.max(most, Math.abs(change(difference, norm, layout.node(i))));
        }
        return new FlameColours(difference, norm, most);
    }

    private static long change(FlameDifference difference, FlameDifference.Norm norm, int node) {
        return difference.after().self(node) - difference.selfBefore(node, norm);
    }

    /**
     * @param node
     *            of a difference
     * @return red: its own time got longer; blue: shorter; white: as before
     */
    public String of(int node) {
        if (node == FlameTree.ROOT) {
            return ROOT;
        }
        return Shades.difference(change(fDifference, fNorm, node) / fMost);
    }

    /**
     * @param frame
     *            a frame
     * @param label
     *            its name
     * @param isRoot
     *            whether it stands for all
     * @return its colour, always the same, as #rrggbb
     */
    public static String of(long frame, String label, boolean isRoot) {
        FrameKind kind = Frames.kind(frame);
        if (isRoot) {
            return ROOT;
        }
        if (kind == FrameKind.STATE) {
            VcpuState state = FlameLabels.state(frame);
            return colour(state == null ? Styles.UNKNOWN : VcpuStyles.of(state));
        }
        return kind == FrameKind.FUNCTION ? Shades.ofFunction(label) : colour(KINDS.get(kind));
    }

    private static String colour(Styles style) {
        return style.colour().toLowerCase(Locale.ROOT);
    }
}
