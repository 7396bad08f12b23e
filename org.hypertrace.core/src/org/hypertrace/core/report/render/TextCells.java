/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import java.util.ArrayList;
import java.util.List;

/** The columns of a table for a terminal: how wide they are, and what of a cell is in which line. */
final class TextCells {

    /** A column of texts is not made narrower. */
    private static final int LEAST = 16;

    /** So many blanks are between two columns. */
    private static final int BETWEEN = 2;

    private TextCells() {
    }

    /** Takes from the widest columns of texts until all have room. */
    static void narrow(int[] widths, int[] columns, boolean[] figures, int room) {
        int excess = BETWEEN * (columns.length - 1) - room;
        for (int column : columns) {
            excess += widths[column];
        }
        while (excess > 0) {
            int widest = -1;
            for (int i : columns) {
                widest = !figures[i] && widths[i] > LEAST && (widest < 0 || widths[i] > widths[widest]) ? i : widest;
            }
            if (widest < 0) {
                return;
            }
            widths[widest]--;
            excess--;
        }
    }

    /** Which columns stand beside each other. Those that have no room go on below, with the first one again. */
    static List<List<Integer>> blocks(int[] widths, int[] columns, int room) {
        List<List<Integer>> blocks = new ArrayList<>(List.of(new ArrayList<>()));
        int used = -BETWEEN;
        for (int column : columns) {
            List<Integer> block = blocks.get(blocks.size() - 1);
            if (block.size() > 1 && used + BETWEEN + widths[column] > room) {
                block = new ArrayList<>(List.of(columns[0]));
                blocks.add(block);
                used = widths[columns[0]];
            }
            block.add(column);
            used += BETWEEN + widths[column];
        }
        return blocks;
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
            // after a comma, if that does not waste the line
            int end = rest.lastIndexOf(", ", room - 1) + 1;
            end = end > room / 2 ? end : rest.lastIndexOf(' ', room);
            while (end > 0 && rest.startsWith("%", end + 1)) {
                end = rest.lastIndexOf(' ', end - 1);
            }
            end = end <= 0 ? Character.isHighSurrogate(rest.charAt(room - 1)) ? room - 1 : room : end;
            lines.add(begin + rest.substring(0, end).stripTrailing());
            rest = rest.substring(end).strip();
        }
        lines.add(begin + rest);
        return lines;
    }
}
