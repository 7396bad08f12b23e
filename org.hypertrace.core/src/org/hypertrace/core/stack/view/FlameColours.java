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
import org.hypertrace.core.view.Styles;

/** The colours of frames: by what they are, functions a little different each; or by how two trees differ. */
public final class FlameColours {

    /** Of what takes longer than before, where it differs most. */
    public static final String SLOWER = "#f04141";
    /** Of what takes less time. */
    public static final String FASTER = "#4141f0";

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
        double part = change(fDifference, fNorm, node) / fMost;
        int other = (int) Math.round(240 - 175 * Math.sqrt(Math.min(1, Math.abs(part))));
        return part == 0 ? "#f4f4f4" : part > 0 ? hex(240, other, other) : hex(other, other, 240);
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
        if (kind != FrameKind.FUNCTION) {
            return colour(KINDS.get(kind));
        }
        int hash = label.hashCode() * 0x9e3779b1;
        return hex(232 + (hash >>> 24) % 20, 140 + (hash >>> 16 & 0xff) % 80, 60 + (hash >>> 8 & 0xff) % 50);
    }

    /**
     * @param colour
     *            behind a text, as #rrggbb
     * @return black or white, whichever can be read on it
     */
    public static String text(String colour) {
        int rgb = Integer.parseInt(colour.substring(1), 16);
        return 3 * (rgb >> 16) + 6 * (rgb >> 8 & 0xff) + (rgb & 0xff) < 1280 ? "#ffffff" : "#111111";
    }

    private static String colour(Styles style) {
        return style.colour().toLowerCase(Locale.ROOT);
    }

    private static String hex(int red, int green, int blue) {
        return String.format(Locale.ROOT, "#%02x%02x%02x", red, green, blue);
    }
}
