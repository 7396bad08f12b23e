/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import java.util.List;

import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IAction;
import org.eclipse.jface.action.IMenuCreator;
import org.eclipse.jface.action.IMenuManager;
import org.eclipse.jface.action.MenuManager;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Menu;
import org.eclipse.swt.widgets.ToolItem;

/** A choice of one of several: a button with a menu in the tool bar of a view, and the same in the view's menu. */
public abstract class DropDown {

    private final String fName;
    private final String fShort;
    private MenuManager fOpen;

    /**
     * @param name
     *            in the view's menu
     * @param inToolBar
     *            a short name
     */
    protected DropDown(String name, String inToolBar) {
        fName = name;
        fShort = inToolBar;
    }

    /** @return the choices of the moment */
    protected abstract List<IAction> actions();

    /**
     * @param text
     *            of the choice
     * @param checked
     *            whether it is the present one
     * @param choose
     *            makes it that
     * @return the choice
     */
    protected static IAction choice(String text, boolean checked, Runnable choose) {
        Action action = new Action(text, IAction.AS_RADIO_BUTTON) {
            @Override
            public void run() {
                if (isChecked()) {
                    choose.run();
                }
            }
        };
        action.setChecked(checked);
        return action;
    }

    /** @return for the view's menu */
    public MenuManager manager() {
        MenuManager manager = new MenuManager(fName);
        manager.setRemoveAllWhenShown(true);
        manager.addMenuListener(this::fill);
        return manager;
    }

    private void fill(IMenuManager menu) {
        actions().forEach(menu::add);
    }

    /** @return for the tool bar */
    public IAction button() {
        Button button = new Button();
        button.setToolTipText(fName);
        return button;
    }

    private final class Button extends Action implements IMenuCreator {

        Button() {
            super(fShort, IAction.AS_DROP_DOWN_MENU);
            setMenuCreator(this);
        }

        @Override
        public void runWithEvent(Event event) {
            if (event.widget instanceof ToolItem item) {
                getMenu(item.getParent()).setVisible(true);
            }
        }

        @Override
        public Menu getMenu(Control parent) {
            dispose();
            fOpen = manager();
            return fOpen.createContextMenu(parent);
        }

        @Override
        public Menu getMenu(Menu parent) {
            return null;
        }

        @Override
        public void dispose() {
            if (fOpen != null) {
                fOpen.dispose();
                fOpen = null;
            }
        }
    }
}
