/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import java.util.ArrayList;
import java.util.List;

/** The columns of a table for a terminal: how wide they are, and what of a cell is in which line. */
final class TextCells {

    /** A column of texts is not made narrower. */
    private static final int LEAST = 16;

    private TextCells() {
    }

    /** Takes from the widest columns of texts until all have room. */
    static void narrow(int[] widths, boolean[] figures, int room) {
        int excess = -room;
        for (int width : widths) {
            excess += width;
        }
        while (excess > 0) {
            int widest = -1;
            for (int i = 0; i < widths.length; i++) {
                widest = !figures[i] && widths[i] > LEAST && (widest < 0 || widths[i] > widths[widest]) ? i : widest;
            }
            if (widest < 0) {
                return;
            }
            widths[widest]--;
            excess--;
        }
    }

    /** The words of a cell, none longer than {@code width}; what it begins with stays before each line. */
    static List<String> lines(String text, int width) {
        if (text.length() <= width) {
            return List.of(text);
        }
        String begin = text.substring(0, Math.min(text.length() - text.stripLeading().length(), width / 2));
        List<String> lines = new ArrayList<>();
        String rest = text.strip();
        int room = width - begin.length();
        while (rest.length() > room) {
            int end = rest.lastIndexOf(' ', room);
            end = end <= 0 ? Character.isHighSurrogate(rest.charAt(room - 1)) ? room - 1 : room : end;
            lines.add(begin + rest.substring(0, end).stripTrailing());
            rest = rest.substring(end).strip();
        }
        lines.add(begin + rest);
        return lines;
    }
}
