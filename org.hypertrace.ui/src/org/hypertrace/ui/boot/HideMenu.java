/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.boot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.eclipse.jface.action.IAction;
import org.eclipse.jface.dialogs.InputDialog;
import org.eclipse.jface.window.Window;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.ui.table.DropDown;

/** Which initcalls are too short to be seen. */
final class HideMenu extends DropDown {

    private static final long MS = 1_000_000;
    private static final long[] SHORTEST = { MS / 10, MS, 10 * MS };

    private final BootView fView;

    HideMenu(BootView view) {
        super("Hide initcalls shorter than", "Hide");
        fView = view;
    }

    @Override
    protected List<IAction> actions() {
        List<IAction> actions = new ArrayList<>();
        long now = fView.shortest();
        actions.add(choice("hide none", now == 0, () -> fView.hideShorterThan(0)));
        for (long shortest : SHORTEST) {
            actions.add(choice(Amount.ns(shortest).text(), now == shortest, () -> fView.hideShorterThan(shortest)));
        }
        boolean own = now > 0 && Arrays.stream(SHORTEST).noneMatch(one -> one == now);
        actions.add(choice(own ? "other (" + Amount.ns(now) + ")…" : "other…", own, this::ask));
        return actions;
    }

    private void ask() {
        InputDialog dialog = new InputDialog(fView.getSite().getShell(), "Hide initcalls", "Hide initcalls shorter than (ms):",
                Double.toString((double) fView.shortest() / MS),
                text -> ns(text) < 0 ? "Give a number of milliseconds, 0 or more." : null);
        if (dialog.open() == Window.OK) {
            fView.hideShorterThan(ns(dialog.getValue()));
        }
    }

    /** Less than 0 if it is none. */
    static long ns(String ms) {
        try {
            double value = Double.parseDouble(ms.strip().replace(',', '.'));
            return value >= 0 && value <= Integer.MAX_VALUE ? Math.round(value * MS) : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
