/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.opened;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.file.Path;
import java.util.List;

import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderManager;
import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.provider.Provider;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the trace server and other plugins get of Trace Compass' registry. */
@Tag("platform")
class OfferedProvidersTest {

    private static final String STORY = RecordedStory.ENTERED + """
            180 alpha cpu0 other
            """;

    @TempDir
    private Path fFolder;

    private static List<String> offered(ITmfTrace trace) {
        return DataProviderManager.getInstance().getAvailableProviders(trace).stream().map(IDataProviderDescriptor::getId)
                .filter(id -> id.startsWith("org.hypertrace.")).sorted().toList();
    }

    @Test
    void eachIsOfferedAndHasItsId() throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(new RecordedStory(STORY).in(fFolder))) {
            assertEquals(Providers.all().stream().map(Provider::id).sorted().toList(), offered(opened.trace()));
            for (Provider<?> row : Providers.all()) {
                ITmfTreeDataProvider<?> provider = DataProviderManager.getInstance().getDataProvider(opened.trace(), row.id(),
                        ITmfTreeDataProvider.class);
                assertEquals(row.id(), provider.getId());
                assertSame(Providers.of(row.id()).create(opened.trace()).getClass(), provider.getClass());
            }
            opened.forget();
        }
    }

    @Test
    void nothingIsOfferedOfATraceWithoutKvm() throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(new RecordedStory(STORY).without(name -> name.startsWith("kvm")).in(fFolder))) {
            assertEquals(List.of(), offered(opened.trace()));
            opened.forget();
        }
    }
}
