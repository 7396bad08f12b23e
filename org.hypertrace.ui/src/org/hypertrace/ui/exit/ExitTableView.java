/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.exit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.eclipse.jdt.annotation.NonNull;
import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IAction;
import org.eclipse.jface.action.Separator;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.ui.IActionBars;
import org.hypertrace.core.exit.view.ExitRequest;
import org.hypertrace.core.quantity.TableColumns;
import org.hypertrace.core.settings.Preferences;
import org.hypertrace.ui.table.DropDown;
import org.hypertrace.ui.table.ProviderTable.Times;
import org.hypertrace.ui.table.ProviderTableView;

/** A table of VM exits: of the time in sight or of the one that is selected, with those of tracing or without. */
public abstract class ExitTableView extends ProviderTableView {

    /** What can be chosen: the value that the provider is asked for, and its name. */
    record Choice(String value, String label) { }

    /** Choices for one thing that the provider is asked for. */
    private final class Choices extends DropDown {
        private final String fKey;
        private final List<Choice> fChoices;

        Choices(String name, String inToolBar, String key, List<Choice> choices) {
            super(name, inToolBar);
            fKey = key;
            fChoices = choices;
            fAsked.put(key, choices.get(0).value);
        }

        @Override
        protected List<IAction> actions() {
            return fChoices.stream().map(choice -> choice(choice.label, choice.value.equals(fAsked.get(fKey)),
                    () -> ask(fKey, choice.value))).toList();
        }
    }

    private final Map<String, Object> fAsked = new HashMap<>();
    private Times fTimes = Times.IN_SIGHT;

    ExitTableView(String name, TableColumns columns,
            Function<ITmfTrace, ? extends ITmfTreeDataProvider<@NonNull TmfTreeDataModel>> providers) {
        super(name, columns, Times.IN_SIGHT, providers);
    }

    /** Makes what is to be chosen, by {@link #choices}. */
    abstract void addChoices();

    @Override
    public void createPartControl(Composite parent) {
        super.createPartControl(parent);
        addChoices();
        add(toggle("Selected time only", "Selection", on -> {
            fTimes = on ? Times.SELECTED : Times.IN_SIGHT;
            table().ask(fTimes, fAsked);
        }));
        IAction withoutTracing = toggle("Without exits for tracing", "Without tracing", on -> ask(ExitRequest.WITHOUT_TRACING, on));
        add(withoutTracing);
        if (Preferences.isWithoutTracing()) {
            withoutTracing.setChecked(true);
            ask(ExitRequest.WITHOUT_TRACING, true);
        }
    }

    private void add(IAction action) {
        IActionBars bars = getViewSite().getActionBars();
        // or its words and those before it read like one
        bars.getToolBarManager().add(new Separator());
        bars.getToolBarManager().add(action);
        bars.getMenuManager().add(action);
    }

    final void choices(String name, String inToolBar, String key, List<Choice> choices) {
        Choices added = new Choices(name, inToolBar, key, choices);
        getViewSite().getActionBars().getToolBarManager().add(added.button());
        getViewSite().getActionBars().getMenuManager().add(added.manager());
    }

    /** What is done when a button is pressed or let go. */
    interface Toggled {
        void to(boolean on);
    }

    static IAction toggle(String help, String text, Toggled toggled) {
        Action action = new Action(text, IAction.AS_CHECK_BOX) {
            @Override
            public void run() {
                toggled.to(isChecked());
            }
        };
        action.setToolTipText(help);
        return action;
    }

    /**
     * @param key
     *            one of the keys of {@link ExitRequest}
     * @param value
     *            of it, which the table is about from now on
     */
    public void ask(String key, Object value) {
        fAsked.put(key, value);
        table().ask(fTimes, fAsked);
    }
}
