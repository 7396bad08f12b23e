/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import java.util.function.ObjLongConsumer;

import org.eclipse.jface.action.IMenuManager;
import org.eclipse.jface.action.MenuManager;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.TmfGenericTreeEntry;

/** The context menu of a table: what can be asked of the row, and to copy rows. */
final class RowMenu extends MenuManager {

    /**
     * @param table
     *            the table
     * @param offers
     *            adds what can be asked of the row with an id
     */
    RowMenu(ProviderTable table, ObjLongConsumer<IMenuManager> offers) {
        setRemoveAllWhenShown(true);
        addMenuListener(menu -> {
            if (table.getTreeViewer().getStructuredSelection().getFirstElement() instanceof TmfGenericTreeEntry<?> entry) {
                offers.accept(menu, entry.getModel().getId());
            }
            menu.add(new CopyRows(table));
        });
    }
}
