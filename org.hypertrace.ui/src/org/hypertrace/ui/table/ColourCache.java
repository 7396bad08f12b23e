/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import java.util.HashMap;
import java.util.Map;

import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.graphics.RGB;
import org.eclipse.swt.widgets.Display;

/** The palette's colours as a display has them, each made once. */
public final class ColourCache {

    private final Display fDisplay;
    private final Map<String, Color> fColours = new HashMap<>();

    /** @param display for which they are */
    public ColourCache(Display display) {
        fDisplay = display;
    }

    /**
     * @param colour
     *            as {@code #66BB6A}
     * @return it, until {@link #dispose()}
     */
    public Color of(String colour) {
        return fColours.computeIfAbsent(colour, key -> {
            int rgb = Integer.parseInt(key.substring(1), 16);
            return new Color(fDisplay, new RGB(rgb >> 16, rgb >> 8 & 0xff, rgb & 0xff));
        });
    }

    /** Nobody draws with them any more. */
    public void dispose() {
        fColours.values().forEach(Color::dispose);
    }
}
