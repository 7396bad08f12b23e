/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.settings;

import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.jface.preference.BooleanFieldEditor;
import org.eclipse.jface.preference.ColorFieldEditor;
import org.eclipse.jface.preference.DirectoryFieldEditor;
import org.eclipse.jface.preference.FieldEditorPreferencePage;
import org.eclipse.jface.preference.RadioGroupFieldEditor;
import org.eclipse.ui.IWorkbench;
import org.eclipse.ui.IWorkbenchPreferencePage;
import org.eclipse.ui.preferences.ScopedPreferenceStore;
import org.hypertrace.core.settings.Preferences;
import org.hypertrace.core.view.Styles;
import org.hypertrace.ui.help.ViewHelp;

/** <em>Window → Preferences → Hypertrace</em>: what the user prefers in all traces of the workspace, see {@link Preferences}. */
public final class HypertracePreferencePage extends FieldEditorPreferencePage implements IWorkbenchPreferencePage {

    /** Its id. */
    public static final String ID = "org.hypertrace.ui.preferences";

    /** With an editor for each preference. */
    public HypertracePreferencePage() {
        super(GRID);
        setPreferenceStore(new ScopedPreferenceStore(InstanceScope.INSTANCE, Preferences.NODE));
        setDescription("Colours and the tracer's cost change in views and traces that are opened afterwards. Without a folder, dialects are in the workspace.");
    }

    @Override
    public void init(IWorkbench workbench) {
        for (Styles state : Styles.STATES) {
            getPreferenceStore().setDefault(Preferences.COLOUR + state.name(), rgb(state.usualColour()));
        }
        getPreferenceStore().setDefault(Preferences.UNITS, "fitting");
    }

    /** As Eclipse writes colours: {@code 0,200,0}. */
    private static String rgb(String colour) {
        int value = Integer.parseInt(colour.substring(1), 16);
        return (value >> 16 & 0xff) + "," + (value >> 8 & 0xff) + ',' + (value & 0xff);
    }

    @Override
    protected void createFieldEditors() {
        // what is around them is the page, also for F1 in the list of pages
        ViewHelp.ofDialog(getFieldEditorParent().getParent(), "Hypertrace preferences");
        addField(new RadioGroupFieldEditor(Preferences.UNITS, "Durations in tables", 1, new String[][] {
                { "three digits in a unit that fits", "fitting" }, { "exact, in nanoseconds", Preferences.NANOSECONDS } },
                getFieldEditorParent(), true));
        addField(new BooleanFieldEditor(Preferences.WITHOUT_TRACING, "Leave out VM exits that only the guests' tracers caused", getFieldEditorParent()));
        addField(new DirectoryFieldEditor(Preferences.DIALECTS, "Folder of dialects", getFieldEditorParent()));
        addField(new DirectoryFieldEditor(Preferences.SAMPLES, "Folder of samples", getFieldEditorParent()));
        for (Styles state : Styles.STATES) {
            addField(new ColorFieldEditor(Preferences.COLOUR + state.name(), "Colour: " + state.legend(), getFieldEditorParent()));
        }
    }
}
