/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.settings;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.eclipse.core.runtime.Platform;
import org.eclipse.core.runtime.preferences.InstanceScope;

/**
 * What the user prefers in all traces of a workspace; the page <em>Hypertrace</em> of the preferences changes it. The commands have a workspace of
 * their own, in which nothing is preferred.
 */
public final class Preferences {

    /** Where all of it is kept. */
    public static final String NODE = "org.hypertrace.ui";
    /** Begins the key of a colour; the name of a style follows, the value is {@code 0,200,0}. */
    public static final String COLOUR = "hypertrace.colour.";
    /** Whether exits for tracing are left out where nothing is chosen for the trace. */
    public static final String WITHOUT_TRACING = "hypertrace.withoutTracing";
    /** {@link #NANOSECONDS}, or a unit that fits. */
    public static final String UNITS = "hypertrace.units";
    /** Durations in tables are in ns, without rounding. */
    public static final String NANOSECONDS = "ns";
    /** A folder with dictionaries of dialects; empty for the one in the workspace. */
    public static final String DIALECTS = "hypertrace.dialects.folder";
    /** A folder with samples; empty if nobody chose one. */
    public static final String SAMPLES = "hypertrace.traces-samples.folder";

    private static final Pattern RGB = Pattern.compile("(\\d{1,3}),(\\d{1,3}),(\\d{1,3})");
    private static final int MOST = 255;

    private Preferences() {
    }

    private static String get(String key) {
        return Platform.isRunning() ? InstanceScope.INSTANCE.getNode(NODE).get(key, "") : "";
    }

    /**
     * @param style
     *            the name of a style
     * @param usual
     *            its colour if the user prefers no other
     * @return its colour, as {@code #00C800}
     */
    public static String colour(String style, String usual) {
        Matcher rgb = RGB.matcher(get(COLOUR + style));
        if (!rgb.matches()) {
            return usual;
        }
        StringBuilder colour = new StringBuilder("#");
        for (int i = 1; i <= rgb.groupCount(); i++) {
            colour.append(String.format("%02X", Math.min(MOST, Integer.parseInt(rgb.group(i)))));
        }
        return colour.toString();
    }

    /** @return whether exits for tracing are left out where nothing is chosen for the trace */
    public static boolean isWithoutTracing() {
        return Boolean.parseBoolean(get(WITHOUT_TRACING));
    }

    /** @return whether durations in tables are in ns, without rounding */
    public static boolean isExact() {
        return NANOSECONDS.equals(get(UNITS));
    }

    /** @return the folder with dictionaries of dialects, empty for the one in the workspace */
    static String dialects() {
        return get(DIALECTS);
    }
}
