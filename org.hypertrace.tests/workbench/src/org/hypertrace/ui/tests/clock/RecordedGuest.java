/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.clock;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hypertrace.testing.story.RecordedStory;

/** A host, and a guest whose own trace has the name of the sample's. */
final class RecordedGuest {

    private RecordedGuest() {
    }

    static Path in(Path folder) throws IOException {
        new RecordedStory(RecordedStory.ONE_VCPU).in(folder);
        Path guest = new RecordedStory("""
                100 both cpu0 other
                200 both cpu0 other
                """).without(event -> event.startsWith("kvm_")).in(folder.resolveSibling("guests"));
        Path kernel = folder.resolve("guests/both/kernel");
        Files.createDirectories(kernel.getParent());
        Files.move(guest, kernel);
        RecordedStory.write(folder, "hypertrace.json", """
                { "vms": [ { "name": "web", "pid": 384, "vcpus": [386], "guestTrace": "guests/both/kernel" } ] }
                """);
        return folder;
    }
}
