/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import java.util.HashMap;
import java.util.Map;

import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.graphics.RGB;
import org.eclipse.swt.widgets.Display;

/** Colours for figures: the more, the stronger. */
final class Heat {

    private final Display fDisplay;
    private final Map<RGB, Color> fColors = new HashMap<>();

    Heat(Display display) {
        fDisplay = display;
    }

    /** From white to orange for 0 to 1; null for 0. A tenth is well to be seen, for few cells have more. */
    Color of(double heat) {
        if (heat <= 0) {
            return null;
        }
        double strong = Math.sqrt(Math.min(1, heat));
        RGB color = new RGB(255, (int) (255 - 115 * strong), (int) (255 - 215 * strong));
        return fColors.computeIfAbsent(color, rgb -> new Color(fDisplay, rgb));
    }

    void dispose() {
        fColors.values().forEach(Color::dispose);
    }
}
