/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.sample;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.ui.preferences.ScopedPreferenceStore;
import org.hypertrace.core.sample.SampleFolder;
import org.hypertrace.core.settings.Preferences;

/** Where samples come from: the folder that the user chose last, or that of the checkout whose commands started us. */
final class SampleSources {

    /** Set by {@code releng/hypertrace}. */
    private static final String PROPERTY = "hypertrace." + SampleFolder.NAME;

    private SampleSources() {
    }

    /** @return folders to choose from, the best first; none may exist */
    static List<String> folders() {
        Set<String> folders = new LinkedHashSet<>(List.of(preferences().getString(Preferences.SAMPLES),
                System.getProperty(PROPERTY, "")));
        folders.remove("");
        return List.copyOf(folders);
    }

    /** @param folder what the user chose, for the next time */
    static void keep(String folder) {
        ScopedPreferenceStore preferences = preferences();
        preferences.setValue(Preferences.SAMPLES, folder);
        try {
            preferences.save();
        } catch (IOException e) {
            // then it is asked again in the next session
        }
    }

    private static ScopedPreferenceStore preferences() {
        return new ScopedPreferenceStore(InstanceScope.INSTANCE, Preferences.NODE);
    }
}
