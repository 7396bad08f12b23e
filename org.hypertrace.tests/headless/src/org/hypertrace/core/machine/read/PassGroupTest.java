/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where there are fewer processors than passes, some share a thread; what happens to one does not concern the others. */
@Tag("plain")
@Timeout(60)
class PassGroupTest extends PassGroupFixture {

    /** By their weights: so that the heaviest group is as light as can be. */
    private String divided(int threads, int... weights) {
        List<PassPart> parts = parts(weights);
        StringBuilder text = new StringBuilder();
        PassGroup group = PassGroup.of(parts, threads);
        for (List<PassPart> thread : group == null ? List.<List<PassPart>>of() : group.threads()) {
            text.append(thread.stream().map(part -> Integer.toString(part.stage().weight())).sorted().toList());
        }
        return text.toString();
    }

    @Test
    void theyAreDividedAmongTheProcessors() {
        assertEquals("[1, 3][2, 2]", divided(2, 1, 2, 3, 2));
        assertEquals("[3][1, 2]", divided(2, 1, 2, 3));
        assertEquals("[1, 2, 2, 3]", divided(1, 3, 2, 1, 2));
        // each has a processor
        assertEquals("", divided(4, 3, 2, 1, 2));
        assertEquals("", divided(1, 3));
        // those that begin with something else, or with nothing in common
        assertEquals("[1, 2]", divided(1, 0, 1, 100, 2, 0));
        assertEquals("", divided(1, 0, 0));
        assertEquals("", divided(1));
    }

    @Test
    void eachGetsAllAndThenItEnds() throws Exception {
        List<PassPart> parts = parts(1, 2, 3);
        PassGroup group = PassGroup.of(parts, 1);
        group.start();
        group.accept(BATCH);
        // when this returns nothing more comes for it
        parts.get(1).leave();
        int got = events(parts, 1).size();
        group.accept(BATCH);
        group.finish(true);
        assertEquals(20, events(parts, 0).size());
        assertEquals(got, events(parts, 1).size());
        assertEquals(20, events(parts, 2).size());
        assertEquals(9, fHandlers.get(2).handled());
        assertEquals("finished closed ", fEnded);
        parts.get(2).ends(9L, null);
        assertEquals(9L, parts.get(2).result());
    }

    @Test
    void whatIsNotReadToTheEndIsNotFinished() {
        PassGroup group = PassGroup.of(parts(1, 2), 1);
        group.start();
        group.accept(BATCH);
        group.finish(false);
        assertEquals("closed ", fEnded);
    }

    /** As one who waits for a file: why nothing more comes, who reads knows. */
    @Test
    void whoIsStoppedHasNotFailed() throws Exception {
        fWaiting = new CountDownLatch(1);
        List<PassPart> parts = parts(1, 2);
        PassGroup group = PassGroup.of(parts, 1);
        group.start();
        group.accept(BATCH);
        fWaiting.await();
        group.finish(false);
        IllegalStateException damage = new IllegalStateException("a packet is damaged");
        for (PassPart part : parts) {
            assertTrue(part.isIn());
            part.ends(null, damage);
            assertSame(damage, assertThrows(IllegalStateException.class, part::result));
        }
        assertEquals("closed ", fEnded);
    }

    @Test
    void whatTheCommonStageThrowsFailsAllOfThem() throws Exception {
        fDeath = new OutOfMemoryError("injected");
        List<PassPart> parts = parts(1, 2);
        PassGroup group = PassGroup.of(parts, 1);
        group.start();
        group.accept(BATCH);
        for (PassPart part : parts) {
            assertTrue(part.await(60, TimeUnit.SECONDS));
            assertFalse(part.isIn());
            assertSame(fDeath, assertThrows(OutOfMemoryError.class, part::result));
        }
        // who reads may not have seen it yet
        group.accept(BATCH);
        group.finish(true);
        assertEquals("closed ", fEnded);
    }
}
