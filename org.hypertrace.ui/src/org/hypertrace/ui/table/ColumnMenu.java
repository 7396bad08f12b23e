/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IAction;
import org.eclipse.jface.action.IMenuManager;
import org.eclipse.jface.action.MenuManager;
import org.eclipse.jface.action.Separator;
import org.eclipse.swt.widgets.Tree;

/** Which columns a table shows, in the menu of its view. */
final class ColumnMenu extends MenuManager {

    private final ProviderTable fTable;

    ColumnMenu(ProviderTable table) {
        super("Columns");
        fTable = table;
        setRemoveAllWhenShown(true);
        addMenuListener(this::fill);
    }

    private void fill(IMenuManager menu) {
        Tree tree = fTable.tree();
        ColumnMemory memory = fTable.columns();
        for (int i = 1; i < tree.getColumnCount(); i++) {
            int column = i;
            String header = tree.getColumn(i).getText();
            if (!header.isEmpty()) {
                IAction shown = new Action(header.replace("&", "&&"), IAction.AS_CHECK_BOX) {
                    @Override
                    public void run() {
                        memory.hide(column, !memory.isHidden(column));
                        fTable.columnFit().fit();
                    }
                };
                shown.setChecked(!memory.isHidden(i));
                menu.add(shown);
            }
        }
        menu.add(new Separator());
        menu.add(new Action("All as at first") {
            @Override
            public void run() {
                memory.forget();
                fTable.columnFit().fit();
            }
        });
    }
}
