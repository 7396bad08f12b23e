/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.boot;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.eclipse.jface.action.IAction;
import org.hypertrace.core.boot.view.Anchor;
import org.hypertrace.ui.table.DropDown;

/** Where boots are laid upon each other: nowhere, at the launch, at the start of the kernel, or at the begin of a level. */
final class AlignMenu extends DropDown {

    private final BootView fView;

    AlignMenu(BootView view) {
        super("Align boots at", "Align");
        fView = view;
    }

    @Override
    protected List<IAction> actions() {
        List<IAction> actions = new ArrayList<>();
        add(actions, "their own times", null);
        add(actions, Anchor.AT_LAUNCH.label(), Anchor.AT_LAUNCH);
        add(actions, Anchor.AT_KERNEL.label(), Anchor.AT_KERNEL);
        fView.levels().forEach(level -> add(actions, Anchor.atLevel(level).label(), Anchor.atLevel(level)));
        return actions;
    }

    private void add(List<IAction> to, String text, Anchor anchor) {
        to.add(choice(text, Objects.equals(anchor, fView.anchor()), () -> fView.align(anchor)));
    }
}
