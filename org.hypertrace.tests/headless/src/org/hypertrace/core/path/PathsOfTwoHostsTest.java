/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.path.gather.PathFile;
import org.hypertrace.core.path.gather.PathRows;
import org.hypertrace.testing.story.Story;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two hosts have a VM of the same process id: words with the host ask for the one that is meant. */
class PathsOfTwoHostsTest {

    private static final String STORY = Story.TWO_HOSTS + """
            220 a cpu0 kvm_exit HLT
            300 b cpu0 kvm_exit HLT
            310 b cpu1 kvm_exit HLT
            """;

    @TempDir
    private Path fFolder;

    private CriticalPaths paths() throws IOException {
        Path file = fFolder.resolve("paths");
        try (PathFile rows = new PathFile(file, List.of("a", "b"), host -> null, List.of(), host -> new RecordedEvents(Set.of(), Set.of(), false))) {
            for (HostEvent event : Story.events(STORY)) {
                rows.accept(event);
            }
            rows.finish(1);
        }
        return new CriticalPaths(PathRows.open(file, 1), (vm, nested, name, address) -> false);
    }

    private static long begin(CriticalPaths paths, String vm) throws PathSubject.Unknown {
        return paths.find(PathQuery.of(List.of("--vm", vm, "--vcpu", "0"))).subject().begin();
    }

    @Test
    void theWordsOfAVcpuMeanItAlone() throws Exception {
        CriticalPaths paths = paths();
        assertEquals("a:10#1, b:10#1, 20#1", String.join(", ", paths.vms().stream().map(vm -> vm.word()).toList()));
        assertEquals("120 170 200", begin(paths, "a:10#1") + " " + begin(paths, "b:10#1") + ' ' + begin(paths, "20#1"));
        assertEquals("170 170", begin(paths, "b:10") + " " + begin(paths, "b:VM 10"));
        assertThrows(PathSubject.Unknown.class, () -> begin(paths, "a:20"));
        assertThrows(PathSubject.Unknown.class, () -> begin(paths, "c:10"));
    }
}
