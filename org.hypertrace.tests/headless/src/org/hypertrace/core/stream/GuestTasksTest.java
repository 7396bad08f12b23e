/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.hypertrace.core.stream.decode.GuestEventDecoder;
import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.testing.story.GuestStory;
import org.junit.jupiter.api.Test;

/** Names and priorities of tasks, from the events that report them. */
class GuestTasksTest {

    private final GuestTasks fTasks = new GuestTasks();

    private void reported(String story) {
        GuestEventDecoder decoder = new GuestEventDecoder(Dialect.builtIn(Dialect.HYPERTRACE_1), fTasks::accept);
        GuestStory.hypercalls(story).forEach(decoder::accept);
    }

    @Test
    void namesAndPriorities() {
        assertNull(fTasks.comm(82, 0));
        assertEquals(20, fTasks.prio(82));
        reported("10 vcpu0 nr 0x66 a0 0x5200000011 a1 0x787300000000 a2 0x6873");
        assertEquals("sh", fTasks.comm(17, 0));
        assertNull(fTasks.comm(82, 0));
        assertEquals(20, fTasks.prio(82));
        assertEquals(15, fTasks.prio(17));
        assertEquals("swapper/3", fTasks.comm(0, 3));
    }

    @Test
    void aForkAnExecAndABatch() {
        reported("""
                10 vcpu0 nr 0x69 a0 0x5200000011 a2 0x6873
                20 vcpu0 nr 0x6a a0 0x1100000011 a1 17 a2 0x736c
                30 vcpu0 nr 0x92 a3 0x1100730000
                """);
        assertEquals("ls", fTasks.comm(17, 0));
        assertEquals(15, fTasks.prio(17));
    }

    @Test
    void aNewBootKnowsNone() {
        reported("10 vcpu0 nr 0x83 a0 0x1100000011 a2 0x6873\n20 vcpu0 nr 0x85 a0 2");
        assertNull(fTasks.comm(17, 0));
    }
}
