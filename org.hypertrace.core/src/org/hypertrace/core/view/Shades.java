/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.eclipse.tracecompass.tmf.core.model.OutputElementStyle;
import org.eclipse.tracecompass.tmf.core.model.StyleProperties;
import org.hypertrace.core.kvm.ExitKind;

/**
 * Colours of what there are several of: processors, VMs, levels of initcalls, lines of charts. Neighbours are distinguishable. Also colours
 * of how much something is, and of drawings as such: their paper and ink, and what a search found in them.
 */
public final class Shades {

    /** Behind drawings, and around the frames and boxes in them. */
    public static final String PAPER = "#ffffff";
    /** Of texts on pale colours. */
    public static final String INK = "#111111";
    /** Around a frame under the mouse. */
    public static final String POINTED_AT = "#000000";
    /** Of a frame that a search found. */
    public static final String FOUND = "#780078";
    /** Around it. */
    public static final String FOUND_BORDER = "#3a003a";
    /** Of lines that help to read a chart. */
    public static final String GRID = "#e0e0e0";
    /** Of a bar under a figure: pale, so that the figure can be read. */
    public static final String SHARE = "#ffc88c";
    /** Behind a text that explains why there is nothing to see. */
    public static final String NOTE = "#FFF3C4";
    /** Of what takes longer than before, where it differs most. */
    public static final String SLOWER = "#f04141";
    /** Of what takes less time, where it differs most. */
    public static final String FASTER = "#4141f0";
    /** Of what takes as long as before. */
    public static final String SAME = "#f4f4f4";

    /** Of the bounds of a clock: an event was not after that, */
    public static final String UPPER_BOUND = "#42A5F5";
    /** not before that, */
    public static final String LOWER_BOUND = "#FFB300";
    /** and events that contradict the clock. */
    public static final String VIOLATION = "#FF0000";

    /** Linux's levels in their order with colours that distinguish neighbours; those with _sync are darker. */
    private static final Map<String, String> LEVEL_COLOURS = Map.ofEntries(Map.entry("start_kernel", "9FA8DA"),
            Map.entry("setup_arch", "FED394"), Map.entry("sched_init", "80DEEA"), Map.entry("console", "E6AFA8"),
            Map.entry("rest_init", "C5E49B"), Map.entry("early", "CE93D8"), Map.entry("pure", "B0BEC5"),
            Map.entry("core", "90CAF9"), Map.entry("postcore", "FFA887"), Map.entry("arch", "B6DBBC"),
            Map.entry("subsys", "FFF08B"), Map.entry("fs", "7CC8BF"), Map.entry("rootfs", "B89C83"),
            Map.entry("device", "F390B2"), Map.entry("late", "B59EDD"));
    private static final String SYNC = "_sync";

    private static final String[] SHADES = { "AE78FF", "A6F1E4", "FFBB2C", "E0FBCC", "B2ABFE", "F3B4B5", "D5DD8B", "D2B1D5" };
    /** Of processors, as {@link #SHADES} but dark enough for a line. */
    private static final String[] LINES = { "4B7081", "027967", "D35F00", "65934C", "34516C", "C31F21", "B3AE36", "6616A0" };

    private static final String LOSS = "#757575";

    /** Of VMs: apart from each other and from the colours of states. */
    private static final String[] VMS = { "65BA69", "42A5F5", "AF3A9C", "FFB300", "01C3C7", "A26A4A", "EB407B", "596ACF" };

    /** By their places in {@link #VMS}, the usual ones first; not those with a colour of their own elsewhere. */
    private static final List<ExitKind> EXITS = List.of(ExitKind.HALT, ExitKind.PORT, ExitKind.MSR, ExitKind.MEMORY, ExitKind.HYPERCALL,
            ExitKind.INTERRUPT_WINDOW, ExitKind.CPUID, ExitKind.APIC, ExitKind.CONTROL_REGISTER, ExitKind.PRIVILEGED, ExitKind.NESTED, ExitKind.TIMER,
            ExitKind.IPI, ExitKind.END_OF_INTERRUPT, ExitKind.EXCEPTION, ExitKind.PAUSE, ExitKind.COUNTER, ExitKind.DEBUG_REGISTER);

    private Shades() {
    }

    /**
     * @param number
     *            a small number, as of a processor
     * @return a colour that distinguishes neighbouring numbers, as {@code #B0BEC5}
     */
    public static String of(int number) {
        return '#' + SHADES[Math.floorMod(number, SHADES.length)];
    }

    /**
     * @param number
     *            a small number of a VM
     * @return of a processor that a vCPU of it has
     */
    public static OutputElementStyle vm(int number) {
        return new OutputElementStyle(Styles.OCCUPIED_BY_VCPU.name(), Map.of(StyleProperties.BACKGROUND_COLOR, ofVm(number)));
    }

    /**
     * @param number
     *            a small number of a VM
     * @return of a line in a chart that is about it
     */
    public static OutputElementStyle vmLine(int number) {
        return line(ofVm(number), StyleProperties.SeriesStyle.SOLID);
    }

    /**
     * @param number
     *            of a processor
     * @return of a line in a chart that is about it
     */
    public static OutputElementStyle cpuLine(int number) {
        return line('#' + LINES[Math.floorMod(number, LINES.length)], StyleProperties.SeriesStyle.DASH);
    }

    /**
     * @param kind
     *            of VM exits
     * @return of the area in a chart that is about them: the same for all VMs. The kinds that are usual are apart, others are darker; two of
     *         those may be alike
     */
    public static OutputElementStyle exitLine(ExitKind kind) {
        int place = EXITS.indexOf(kind);
        String rare = VMS[Math.floorMod(place, VMS.length)];
        return line(kind == ExitKind.HOST_INTERRUPT ? Styles.HOST_INTERRUPT.colour() : place < 0 ? Styles.UNKNOWN.colour()
                : '#' + (place < VMS.length ? rare : darker(rare)), StyleProperties.SeriesStyle.SOLID);
    }

    /** @return of a line that reports where events are missing */
    public static OutputElementStyle lossLine() {
        return line(LOSS, StyleProperties.SeriesStyle.DOT);
    }

    private static OutputElementStyle line(String colour, String style) {
        return new OutputElementStyle(null, Map.of(StyleProperties.COLOR, colour, StyleProperties.SERIES_TYPE,
                StyleProperties.SeriesType.LINE, StyleProperties.SERIES_STYLE, style, StyleProperties.WIDTH, 2));
    }

    /**
     * @param number
     *            a small number of a VM, or of one of a few things side by side
     * @return a colour that distinguishes them, as {@code #66BB6A}
     */
    public static String ofVm(int number) {
        return '#' + VMS[Math.floorMod(number, VMS.length)];
    }

    /**
     * @param name
     *            of a level
     * @return its colour, as {@code #F48FB1}
     */
    public static String ofLevel(String name) {
        String level = name.endsWith(SYNC) ? name.substring(0, name.length() - SYNC.length()) : name;
        String known = LEVEL_COLOURS.getOrDefault(level, SHADES[Math.floorMod(level.hashCode(), SHADES.length)]);
        return '#' + (level.equals(name) ? known : darker(known));
    }

    /**
     * @param part
     *            how much something differs from before, of what differs most: from -1 to 1, more than 0 if it takes longer
     * @return red if it takes longer, blue if it takes less time; the more, the stronger
     */
    public static String difference(double part) {
        int other = (int) Math.round(240 - 175 * Math.sqrt(Math.min(1, Math.abs(part))));
        return part == 0 ? SAME : part > 0 ? hex(240, other, other) : hex(other, other, 240);
    }

    /**
     * @param part
     *            of the most, from 0 to 1
     * @return from white to orange. A tenth is well visible, as few figures are more
     */
    public static String heat(double part) {
        double strong = Math.sqrt(Math.max(0, Math.min(1, part)));
        return hex(255, (int) (255 - 115 * strong), (int) (255 - 215 * strong));
    }

    /**
     * @param name
     *            of a function
     * @return its colour, always the same: a warm one, a little different for each name
     */
    public static String ofFunction(String name) {
        int hash = name.hashCode() * 0x9e3779b1;
        return hex(232 + (hash >>> 24) % 20, 140 + (hash >>> 16 & 0xff) % 80, 60 + (hash >>> 8 & 0xff) % 50);
    }

    /**
     * @param colour
     *            behind a text, as {@code #66BB6A}
     * @return black or white, whichever can be read on it
     */
    public static String text(String colour) {
        int rgb = Integer.parseInt(colour.substring(1), 16);
        return 3 * (rgb >> 16) + 6 * (rgb >> 8 & 0xff) + (rgb & 0xff) < 1280 ? PAPER : INK;
    }

    private static String hex(int red, int green, int blue) {
        return String.format(Locale.ROOT, "#%02x%02x%02x", red, green, blue);
    }

    private static String darker(String colour) {
        // three quarters of each of the three parts
        return String.format("%06X", (Integer.parseInt(colour, 16) >> 2 & 0x3f3f3f) * 3);
    }
}
