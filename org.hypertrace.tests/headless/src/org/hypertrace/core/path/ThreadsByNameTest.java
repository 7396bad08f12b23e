/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hypertrace.core.machine.ThreadName;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.story.PathStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ids are used again, as in the next boot: the time that is asked for reports which thread is meant. */
@Tag("plain")
class ThreadsByNameTest {

    @TempDir
    Path fFolder;

    private String subject(String words) throws Exception {
        return subject(List.of(words.split(" ")));
    }

    private FoundPath find(String words) throws Exception {
        return find(List.of(words.split(" ")));
    }

    private String subject(List<String> words) throws Exception {
        FoundPath found = find(words);
        return found.names().key(found.subject().who()) + ' ' + found.subject().begin() + ' ' + found.subject().end();
    }

    private FoundPath find(List<String> words) throws Exception {
        Path story = Samples.root().resolve("org.hypertrace.tests/headless/src/org/hypertrace/core/path/stories/restart.txt");
        CriticalPaths paths = new CriticalPaths(new PathStory(Files.readString(story)).rows(fFolder), (vm, nested, name, address) -> false);
        return paths.find(PathQuery.of(words));
    }

    @Test
    void theOneThatIsThereInTheTimeIsMeant() throws Exception {
        assertEquals("g:pid 500:1:1#1 120 250", subject("--thread 1 --from 120 --to 250"));
        assertEquals("g:pid 500:1:1#1 120 250", subject("--thread g1 --from 120 --to 250"));
        assertEquals("g:pid 500:2:1#1 420 600", subject("--thread 1 --from 420 --to 600"));
    }

    @Test
    void ofSeveralTheLast() throws Exception {
        assertEquals("g:pid 500:2:1#1 410 600", subject("--thread 1 --from 250 --to 600"));
    }

    @Test
    void theFirstAndTheSecondOfAName() throws Exception {
        assertEquals("g:pid 500:1:1#1 100 300", subject("--thread 1#1"));
        assertEquals("g:pid 500:2:1#1 410 611", subject("--thread g1#2"));
        // as views and reports call it
        assertEquals("g:pid 500:2:1#1 410 611", subject(List.of("--thread", ThreadName.nth(new ThreadName(1, "g1").label(), 2))));
        assertEquals("There is no thread g1#3 of VM 500; there are g1 (1), g1 (1)#2.",
                assertThrows(PathSubject.Unknown.class, () -> subject("--thread g1#3")).getMessage());
        assertThrows(PathSubject.Unknown.class, () -> subject("--thread g1#0"));
    }

    @Test
    void whichOfSeveralItIsIsReportedWithTheChoices() throws Exception {
        assertEquals("g1 fits 2 threads: g1#1 is g1 (1), g1#2 is g1 (1). This is g1#2.", find("--thread g1").remark());
        assertEquals("1 fits 2 threads: 1#1 is g1 (1), 1#2 is g1 (1). This is 1#2.", find("--thread 1").remark());
        for (String one : List.of("--thread g1#1", "--thread g1@1", "--thread g1 --from 120 --to 250", "--boot 1")) {
            assertNull(find(one).remark(), one);
        }
    }

    @Test
    void aBootByItsVm() throws Exception {
        assertEquals(subject("--vm 500 --boot 1"), subject("--boot 500#1"));
        assertEquals("There is no VM web; there is VM 500.",
                assertThrows(PathSubject.Unknown.class, () -> subject("--boot web#1")).getMessage());
    }

    @Test
    void ifNoneIsThereTheLastIsNamed() {
        String message = assertThrows(PathSubject.Unknown.class, () -> subject("--thread 1 --from 5000")).getMessage();
        assertEquals(true, message.startsWith("Nothing of VM 500 g1 (1) is in the time that is asked for"), message);
    }
}
