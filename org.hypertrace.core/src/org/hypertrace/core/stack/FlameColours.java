/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.core.vcpu.VcpuStyles;

/** The colours of frames: by what they are, functions a little different each; or by how two trees differ. */
public final class FlameColours {

    private static final String ROOT = "#d7dde0";
    private static final Map<FrameKind, String> KINDS = Map.ofEntries(Map.entry(FrameKind.SYSCALL, "#7f9cf0"),
            Map.entry(FrameKind.IRQ, "#e07aa4"), Map.entry(FrameKind.SOFTIRQ, "#dcb08a"), Map.entry(FrameKind.APIC, "#dd92b4"),
            Map.entry(FrameKind.INTERRUPTS, "#e3c0cf"), Map.entry(FrameKind.INITCALL, "#9fce82"),
            Map.entry(FrameKind.NAMED, "#b9d8a5"), Map.entry(FrameKind.MARK, "#7cc67f"), Map.entry(FrameKind.EXIT, "#b30606"),
            Map.entry(FrameKind.TRACER, "#8a8f94"), Map.entry(FrameKind.STATE, "#7a0000"),
            Map.entry(FrameKind.PREEMPTED_BY, "#9c27b0"), Map.entry(FrameKind.OFF_CPU, "#a9c4d9"),
            Map.entry(FrameKind.THREAD, "#cfd8dc"), Map.entry(FrameKind.OTHERS, "#e6e6e6"),
            Map.entry(FrameKind.IMPLAUSIBLE, "#f2e34c"));

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
            return Arrays.stream(VcpuState.values()).filter(state -> label.endsWith(state.label())).findFirst()
                    .map(state -> VcpuStyles.of(state).colour()).orElse(KINDS.get(kind));
        }
        if (kind != FrameKind.FUNCTION) {
            return KINDS.get(kind);
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

    private static String hex(int red, int green, int blue) {
        return String.format(Locale.ROOT, "#%02x%02x%02x", red, green, blue);
    }
}
