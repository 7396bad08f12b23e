/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.ui.preferences.ScopedPreferenceStore;
import org.hypertrace.core.settings.Preferences;

/**
 * What the user made of the columns of a table: widths, order, which are hidden. It is kept for the next time the view is opened, as
 * {@code order=0,2,1 hidden=3 widths=1:120,2:80}.
 */
final class ColumnMemory {

    private static final String PREFIX = "hypertrace.columns.";
    private static final Pattern KEPT = Pattern.compile("order=([\\d,]*) hidden=([\\d,]*) widths=([\\d:,]*)");

    private static final int LASTING_MS = 300;
    /** Pixels: how far from the end of a column it can be taken. */
    private static final int GRIP = 12;

    private final Tree fTree;
    private final String fKey;
    private final Set<Integer> fHidden = new TreeSet<>();
    private final Map<Integer, Integer> fWidths = new TreeMap<>();
    /**
     * As wide as they were made here: another width is the user's. Earlier ones count, too: GTK takes them once more when the order changes.
     */
    private final Map<Integer, Set<Integer>> fMade = new TreeMap<>();
    /** Other widths that have not lasted yet: columns are resized before it is known why. */
    private final Map<Integer, Integer> fRecent = new TreeMap<>();

    /** {@code view}: its id. */
    ColumnMemory(Tree tree, String view) {
        fTree = tree;
        fKey = PREFIX + view;
        for (int i = 1; i < tree.getColumnCount(); i++) {
            // the first one has the signs that fold rows
            tree.getColumn(i).setMoveable(true);
        }
        read(preferences().getString(fKey));
        for (int i = 0; i < tree.getColumnCount() - 1; i++) { // the last one is as wide as the window
            int column = i;
            tree.getColumn(i).addListener(SWT.Resize, event -> resized(column));
        }
        tree.addDisposeListener(event -> keep());
    }

    private static ScopedPreferenceStore preferences() {
        return new ScopedPreferenceStore(InstanceScope.INSTANCE, Preferences.NODE);
    }

    private void read(String kept) {
        Matcher parts = KEPT.matcher(kept);
        if (!parts.matches()) {
            return;
        }
        int[] order = numbers(parts.group(1));
        // of another release, which had other columns
        if (order.length != fTree.getColumnCount() || Arrays.stream(order).anyMatch(column -> column >= order.length)
                || Arrays.stream(order).distinct().count() != order.length) {
            return;
        }
        fTree.setColumnOrder(order);
        Arrays.stream(numbers(parts.group(2))).forEach(fHidden::add);
        for (String width : parts.group(3).isEmpty() ? new String[0] : parts.group(3).split(",")) {
            int[] pair = numbers(width.replace(':', ','));
            if (pair.length == 2) {
                fWidths.put(pair[0], pair[1]);
            }
        }
    }

    private static int[] numbers(String list) {
        return Arrays.stream(list.split(",")).filter(number -> !number.isEmpty() && number.length() < 6).mapToInt(Integer::parseInt).toArray();
    }

    /** How wide a column is to be that would fit with a width. */
    int width(int column, int fitting) {
        fRecent.remove(column);
        int width = isHidden(column) ? 0 : fWidths.getOrDefault(column, fitting);
        made(column, width);
        return width;
    }

    private void made(int column, int width) {
        if (!Integer.valueOf(width).equals(fWidths.get(column))) {
            fMade.computeIfAbsent(column, key -> new TreeSet<>()).add(width);
        }
    }

    private void resized(int column) {
        Integer width = fTree.getColumn(column).getWidth();
        // the X server, which knows where the mouse is, is asked last
        if (width == 0 || isHidden(column) || width.equals(fWidths.get(column)) || fMade.getOrDefault(column, Set.of()).contains(width) || !isDragged(column)) {
            fRecent.remove(column);
            return;
        }
        fRecent.put(column, width);
        fTree.getDisplay().timerExec(LASTING_MS, () -> {
            if (fRecent.remove(column, width)) {
                fWidths.put(column, width);
            }
        });
    }

    /** Whether the mouse is where the column ends: it is there while a user makes the column wider, and nothing reports that. */
    private boolean isDragged(int column) {
        int end = fTree.getHorizontalBar() == null ? 0 : -fTree.getHorizontalBar().getSelection();
        for (int place : fTree.getColumnOrder()) {
            end += fTree.getColumn(place).getWidth();
            if (place == column) {
                break;
            }
        }
        return Math.abs(fTree.toControl(fTree.getDisplay().getCursorLocation()).x - end) <= GRIP;
    }

    boolean isHidden(int column) {
        return fHidden.contains(column);
    }

    void hide(int column, boolean hidden) {
        if (hidden) {
            fHidden.add(column);
        } else {
            fHidden.remove(column);
        }
        keep();
    }

    /** All columns as they are at first. */
    void forget() {
        fHidden.clear();
        fWidths.clear();
        int[] order = fTree.getColumnOrder();
        Arrays.sort(order);
        fTree.setColumnOrder(order);
        keep();
    }

    /** The columns from left to right, without the hidden ones and those that have no header. */
    int[] shown() {
        return Arrays.stream(fTree.getColumnOrder()).filter(column -> !isHidden(column) && !fTree.getColumn(column).getText().isEmpty()).toArray();
    }

    private void keep() {
        fWidths.putAll(fRecent);
        fRecent.clear();
        int[] order = fTree.getColumnOrder();
        int[] usual = order.clone();
        Arrays.sort(usual);
        ScopedPreferenceStore preferences = preferences();
        if (fHidden.isEmpty() && fWidths.isEmpty() && Arrays.equals(order, usual)) {
            preferences.setToDefault(fKey);
        } else {
            preferences.setValue(fKey, "order=" + Arrays.stream(order).mapToObj(String::valueOf).collect(Collectors.joining(",")) + " hidden="
                    + fHidden.stream().map(String::valueOf).collect(Collectors.joining(",")) + " widths="
                    + fWidths.entrySet().stream().map(width -> width.getKey() + ":" + width.getValue()).collect(Collectors.joining(",")));
        }
        try {
            preferences.save();
        } catch (IOException e) {
            // then they are remembered in this session only
        }
    }
}
