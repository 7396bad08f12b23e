/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.story;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

import org.hypertrace.core.event.HostEvent.Interrupt;
import org.hypertrace.testing.log.ReportedStacks;
import org.hypertrace.testing.story.BootFixture;
import org.hypertrace.testing.story.GuestStory;
import org.hypertrace.testing.story.KernelStory;
import org.hypertrace.testing.story.RecordedStory;
import org.hypertrace.testing.story.StackText;
import org.hypertrace.testing.story.Story;
import org.hypertrace.testing.story.StoryLine;
import org.hypertrace.testing.story.StoryLine.Named;
import org.hypertrace.testing.story.TaskStory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The grammar of stories: what each word may be, and that a typo is refused with its line and what was expected. */
class StoryLineTest {

    @TempDir
    private Path fFolder;

    private static StoryLine line(String text) {
        return StoryLine.of(text).get(0);
    }

    @Test
    void emptyLinesAndRemarksAreNoLines() {
        assertEquals(List.of("1 a", "2 b"), StoryLine.of("\n  1 a \n# 7 c\n\n\t2 b\n").stream().map(StoryLine::text).toList());
        assertEquals(List.of(), StoryLine.of(""));
    }

    @Test
    void aTimeIsInNsOrInSecondsIfItHasAPoint() {
        assertEquals(100, line("100").time());
        assertEquals(677_113_000, line("0.677113").time());
        assertEquals(1, line("0.000000001").time());
    }

    @Test
    void aNumberIsDecimalOrHexadecimalOrText() {
        StoryLine line = line("12 -3 0xffffffffffffffff 'ab' 'a b' ''");
        assertEquals(12, line.number("n"));
        assertEquals(-3, line.number("n"));
        assertEquals(-1, line.number("n"));
        assertEquals('a' | 'b' << 8, line.number("n"));
        assertEquals('a' | ' ' << 8 | 'b' << 16, line.number("n"));
        assertEquals(0, line.number("n"));
        assertEquals(5, line.number("n", 5));
        assertFalse(line.hasNext());
    }

    @Test
    void aThreadHasANameOrOnlyAnId() {
        StoryLine line = line("CPU_0/KVM:11 82 a:b:7");
        assertEquals(new Named("CPU 0/KVM", 11), line.thread());
        assertEquals(new Named("", 82), line.thread());
        assertEquals(new Named("a:b", 7), line.thread());
    }

    @Test
    void statesReasonsIdsAndConstants() {
        StoryLine line = line("R+ 64 HLT 1024 cpu3 4 softirq");
        assertEquals(0x100, line.state());
        assertEquals(64, line.state());
        assertEquals(120, line.reason());
        assertEquals(1024, line.reason());
        assertEquals(3, line.id("cpu"));
        assertEquals(4, line.id("cpu"));
        assertEquals(-1, line.idIfAny("cpu"));
        assertEquals(Interrupt.SOFTIRQ, line.constant(Interrupt.class));
        line.end();
    }

    @Test
    void whatMayBeLeftOutHasAKeyword() {
        StoryLine line = line("took 5 late");
        assertEquals(-1, line.option("by", -1));
        assertEquals(5, line.option("took", -1));
        assertTrue(line.take("late"));
        assertFalse(line.take("late"));
        line.end();
        assertEquals(5, line.again().option("took", -1), "a line can be read again");
    }

    private static void refused(String expected, String story, Consumer<String> reader) {
        assertEquals(expected, assertThrows(IllegalArgumentException.class, () -> reader.accept(story)).getMessage());
    }

    @Test
    void typosInStoriesOfHosts() {
        refused("line 3: expected an event of a host, not 'kvm_entri': 110 host cpu0 kvm_entri", "\n100 host cpu0 kvm_entry\n110 host cpu0 kvm_entri",
                Story::events);
        refused("line 1: expected a time, as 100 (ns) or 0.5 (s), not '1OO': 1OO host cpu0 kvm_entry", "1OO host cpu0 kvm_entry", Story::events);
        refused("line 1: expected the number of a cpu, as cpu0, not 'kvm_entry': 100 host kvm_entry", "100 host kvm_entry", Story::events);
        refused("line 1: expected a thread, as sh:82 or 82, not 'S': 100 cpu0 sched_switch bash:9 S S", "100 cpu0 sched_switch bash:9 S S", Story::events);
        refused("line 1: expected a thread, as sh:82 or 82, not the end: 100 cpu0 sched_switch bash:9 S", "100 cpu0 sched_switch bash:9 S", Story::events);
        refused("line 1: expected the state of a thread: D, R, R+, S, X, Z or a number, not 'T': 100 cpu0 sched_switch bash:9 T sh:8",
                "100 cpu0 sched_switch bash:9 T sh:8", Story::events);
        refused("line 1: expected nothing more, not 'now': 100 cpu0 kvm_entry now", "100 cpu0 kvm_entry now", Story::events);
    }

    @Test
    void typosInStoriesOfGuests() {
        refused("line 2: expected an event of a guest, not 'swich': 110 vcpu0 swich sh:82 S make:90", "100 vcpu0 switch sh:82 S make:90\n"
                + "110 vcpu0 swich sh:82 S make:90", TaskStory::of);
        refused("line 1: expected a vCPU, as vcpu0, or its nested guest, as vcpu0/2, not 'vcpu0:2': 100 vcpu0:2 stage 1", "100 vcpu0:2 stage 1", TaskStory::of);
        refused("line 1: expected a function, which is a letter, not '5': 100 vcpu0 enter sh:82 5", "100 vcpu0 enter sh:82 5", TaskStory::of);
        refused("line 1: expected nothing more, not 'tok': 100 vcpu0 stage 1 tok 5", "100 vcpu0 stage 1 tok 5", TaskStory::of);
        refused("line 2: expected an event of a host, not 'kvm_entri': 120 host cpu0 kvm_entri", "100 vcpu0 stage 1\n120 host cpu0 kvm_entri", TaskStory::of);
        refused("line 1: expected low, high, host or the number of a hypercall, not 'hihg': 110 hihg 0x85 1", "110 hihg 0x85 1", KernelStory::of);
        refused("line 2: expected nothing more, not '7': 110 0x85 1 2 3 4 7", "100 0x85 1\n110 0x85 1 2 3 4 7", KernelStory::of);
    }

    @Test
    void typosInHypercalls() {
        refused("line 1: expected vcpu0, user, unknown, ring, nr, a0 to a3, level, nested or #1, not 'a4': 100 nr 0x66 a4 1", "100 nr 0x66 a4 1",
                GuestStory::hypercalls);
        refused("line 1: expected a word, not '0x': 100 nr 0x66 a0 0x", "100 nr 0x66 a0 0x", GuestStory::hypercalls);
    }

    @Test
    void typosInRecordedStories() {
        Consumer<String> recorded = story -> {
            try {
                new RecordedStory(story).in(Files.createTempDirectory(fFolder, "trace"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
        refused("line 2: expected an event of a host, not 'sched_swich': 110 host cpu0 sched_swich a:1 S b:2",
                "100 host cpu0 kvm_entry\n110 host cpu0 sched_swich a:1 S b:2", recorded);
        refused("line 1: expected nothing more, not '7': 100 host cpu0 kvm_entry 7", "100 host cpu0 kvm_entry 7", recorded);
    }

    @Test
    void typosInStoriesOfStacks() {
        Consumer<String> stacks = story -> {
            StackText text = new StackText();
            text.report(new ReportedStacks(text), story);
        };
        refused("line 2: expected one of entry_missing, return_missing, never_returned, lost, too_deep, not 'LSOT': 110 sh repaired LSOT", "100 sh begins\n110 sh repaired LSOT", stacks);
        refused("line 3: expected nothing more, not 'gest': 110 sh - gest 8", "100 sh begins\n105 sh a\n110 sh - gest 8", stacks);
    }

    @Test
    void typosInFixturesOfBoots() {
        Consumer<String> boot = story -> BootFixture.of("trace", "web", 1, story);
        refused("line 2: expected a state of a vCPU: blocked, guest, halted, hostInterrupt, hostKernel, preempted, unknown, vmm, waking or a number, not 'preemted': level device 300 preemted 20", "launched 100\nlevel device 300 preemted 20", boot);
    }
}
