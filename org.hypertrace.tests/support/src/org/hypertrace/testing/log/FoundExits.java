/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.log;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitColumnsReader;
import org.hypertrace.core.exit.columns.ExitPass;
import org.hypertrace.testing.story.Story;

/** The exits of a story or of any events of at most three hosts, as they are kept; hosts have the ids that {@link Modelled} gives them. */
public final class FoundExits {

    private static final int VERSION = 1;

    private FoundExits() {
    }

    /**
     * @param folder
     *            where their file may lie
     * @param story
     *            a {@link Story}
     * @return the exits in it
     */
    public static ExitColumns of(Path folder, String story) {
        return of(folder, to -> Story.events(story).forEach(to));
    }

    /**
     * @param folder
     *            where their file may lie
     * @param events
     *            reports all events
     * @return the exits in them
     */
    public static ExitColumns of(Path folder, Consumer<Consumer<HostEvent>> events) {
        try {
            Path file = Files.createTempDirectory(folder, "found").resolve("exits");
            try (ExitPass pass = new ExitPass(file, List.of("id 0", "id 1", "id 2"), host -> null, List.of(), guest -> null)) {
                events.accept(pass::accept);
                pass.finish(VERSION);
            }
            return ExitColumnsReader.open(file, VERSION);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
