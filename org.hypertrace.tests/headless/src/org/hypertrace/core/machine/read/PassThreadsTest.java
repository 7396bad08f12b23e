/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.hypertrace.core.event.HostEvent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The same where there are several processors: the reader's thread does what the passes have in common. */
@Tag("plain")
@Timeout(60)
class PassThreadsTest extends PassGroupFixture {

    @Test
    void onSeveralThreadsEachGetsAllThatIsFound() throws Exception {
        List<PassPart> parts = parts(1, 2, 3);
        PassGroup group = PassGroup.of(parts, 2);
        group.start();
        List<HostEvent> expected = new ArrayList<>();
        // more than are handed over at a time
        for (int i = 0; i < 200; i++) {
            group.accept(BATCH);
            expected.addAll(List.of(BATCH));
        }
        parts.get(1).leave();
        int got = events(parts, 1).size();
        group.accept(BATCH);
        expected.addAll(List.of(BATCH));
        expected.add(LAST);
        group.finish(true);
        assertEquals(expected, events(parts, 0));
        assertEquals(expected.subList(0, got), events(parts, 1));
        assertEquals(expected, events(parts, 2));
        assertEquals(LAST.time(), fHandlers.get(0).handled());
        assertEquals(LAST.time(), fHandlers.get(2).handled());
        assertEquals("finished closed ", fEnded);
    }

    @Test
    void whatIsNotReadToTheEndIsNotFinishedOnSeveralThreadsEither() {
        List<PassPart> parts = parts(1, 2, 3);
        PassGroup group = PassGroup.of(parts, 2);
        group.start();
        group.accept(BATCH);
        group.finish(false);
        assertEquals("closed ", fEnded);
        assertTrue(parts.get(0).isIn());
    }

    @Test
    void whatTheReadersPartThrowsFailsThoseOnAllThreads() throws Exception {
        fDeath = new OutOfMemoryError("injected");
        List<PassPart> parts = parts(1, 2, 3);
        PassGroup group = PassGroup.of(parts, 2);
        group.start();
        group.accept(BATCH);
        group.accept(BATCH);
        for (PassPart part : parts) {
            assertTrue(part.await(60, TimeUnit.SECONDS));
            assertSame(fDeath, assertThrows(OutOfMemoryError.class, part::result));
        }
        group.finish(true);
        assertEquals("closed ", fEnded);
    }

    @Test
    void whatOneThreadThrowsFailsThoseOnItAlone() throws Exception {
        fDeathOf = 3;
        List<PassPart> parts = parts(1, 2, 3);
        PassGroup group = PassGroup.of(parts, 2);
        group.start();
        group.accept(BATCH);
        group.finish(true);
        assertEquals("of one thread", assertThrows(IllegalStateException.class, parts.get(2)::result).getMessage());
        for (int part = 0; part < 2; part++) {
            assertTrue(parts.get(part).isIn());
            assertEquals(11, events(parts, part).size());
        }
        assertEquals("finished closed ", fEnded);
    }
}
