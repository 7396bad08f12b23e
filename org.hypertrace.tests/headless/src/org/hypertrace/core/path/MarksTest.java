/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;

import org.hypertrace.core.path.answer.PathAnswer;
import org.hypertrace.testing.story.PathStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From one mark to another: the next one, or the one that is picked by its time; the path is that of who sets it. */
@Tag("plain")
class MarksTest {

    private static final String STORY = """
            0 cpu0 statedump CPU_0/KVM:501 500
            0 cpu0 sched_switch swapper/0:0 R CPU_0/KVM:501
            8 cpu0 kvm_entry
            10 cpu0 guest stage 2
            100 cpu0 guest switch swapper:0 R g1:1
            200 cpu0 guest mark 1 7
            300 cpu0 guest mark 1 8
            400 cpu0 guest switch g1:1 R g2:2
            500 cpu0 guest mark 2 8
            600 cpu0 guest mark 2 7
            700 cpu0 guest nothing
            """;

    @TempDir
    Path fFolder;

    private String subject(String words) throws Exception {
        CriticalPaths paths = new CriticalPaths(new PathStory(STORY).rows(fFolder), (vm, nested, name, address) -> false);
        FoundPath found = paths.find(PathQuery.of(List.of(words.split(" "))));
        return found.names().shownThere(found.subject().who()) + ' ' + found.subject().begin() + ' ' + found.subject().end();
    }

    @Test
    void theFirstAndTheNext() throws Exception {
        assertEquals("g1 (1) 200 300", subject("--marks 7 8"));
        assertEquals("g2 (2) 200 600", subject("--mark 7"));
    }

    @Test
    void thoseThatArePicked() throws Exception {
        assertEquals("g2 (2) 200 500", subject("--marks 7@200 8@500"));
        assertEquals("g2 (2) 300 500", subject("--marks 8@300 8@500"));
        assertEquals("g2 (2) 500 600", subject("--marks 8@500 7"));
        assertEquals("marks 7 to 8, g2 (2) of VM 500: 300 ns", PathAnswer.of(found("--marks 7@200 8@500")).replaceFirst(";.*", ""));
    }

    private FoundPath found(String words) throws Exception {
        return new CriticalPaths(new PathStory(STORY).rows(fFolder), (vm, nested, name, address) -> false)
                .find(PathQuery.of(List.of(words.split(" "))));
    }

    @Test
    void whatIsNotThereIsReported() {
        assertEquals("There is no mark 8 at 301 ns of VM 500; there are 7, 8.",
                assertThrows(PathSubject.Unknown.class, () -> subject("--marks 8@301 7")).getMessage());
        assertEquals("There is no mark 7 at 200 ns after the first mark 8 of VM 500; there are 7, 8.",
                assertThrows(PathSubject.Unknown.class, () -> subject("--marks 8 7@200")).getMessage());
        for (String wrong : List.of("seven", "7@", "@200", "99999999999999999999", "7@200@300")) {
            assertEquals("--marks needs a number, or NUMBER@TIME in ns since the epoch, not " + wrong + ".",
                    assertThrows(PathSubject.Unknown.class, () -> subject("--marks 7 " + wrong)).getMessage());
        }
    }
}
