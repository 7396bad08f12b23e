/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.run.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.testing.story.BootFixture;
import org.junit.jupiter.api.Test;

/** Which boots a user's word means. */
class RunChoiceTest {

    private static final String WEB = """
            launched 1000
            level early 2000
            level device 3000
            userspace 5000
            """;

    @Test
    void aBootIsFoundByAnyOfItsNames() {
        List<BootProfile> boots = List.of(BootFixture.of("monday", "web", 1, WEB), BootFixture.of("monday", "web", 2, WEB),
                BootFixture.of("monday", "db", 1, WEB), BootFixture.of("tuesday", "web", 1, WEB),
                BootFixture.of("tuesday", "web", 2, "launched 9000"));
        assertEquals(3, RunChoice.of("web", boots).runs().size());
        assertEquals(1, RunChoice.of("web#2", boots).runs().size());
        assertEquals(1, RunChoice.of("tuesday", boots).runs().size());
        assertEquals(2, RunChoice.of("monday:web", boots).runs().size());
        assertEquals(List.of(boots.get(1)), RunChoice.of("monday:web#2", boots).runs());
        assertNull(RunChoice.of("friday:web", boots));
        assertEquals(List.of("monday:db", "monday:web", "monday:web#2", "tuesday:web", "tuesday:web#2"), RunChoice.names(boots));
    }

    /** Stars and question marks are for those that no name means. */
    @Test
    void aPatternMeansAllWhoseNamesFit() {
        List<BootProfile> boots = List.of(BootFixture.of("monday", "old-1", 1, WEB), BootFixture.of("monday", "old-2", 1, WEB),
                BootFixture.of("tuesday", "new-1", 1, WEB), BootFixture.of("tuesday", "new-*", 1, WEB));
        assertEquals("old-1 | old-2", chosen("old-*", boots));
        assertEquals("old-1 | old-2 | new-1", chosen("*-?", boots.subList(0, 3)));
        assertEquals("old-2", chosen("mon*:*2", boots));
        assertEquals("new-1 | new-*", chosen("tues***", boots));
        assertEquals("new-*", chosen("new-*", boots));
        assertNull(RunChoice.of("old", boots));
        assertNull(RunChoice.of("o.*", boots));
    }

    /** Two hosts of one trace each have a {@code web}: the name alone means both, as repetitions of one another. */
    @Test
    void aBootOfOneOfTwoHostsIsFoundByItsHost() {
        List<BootProfile> boots = List.of(onHost("a", "b"), onHost("b", "a"));
        assertEquals(List.of("a:web", "b:web"), RunChoice.names(boots));
        assertEquals(boots, RunChoice.of("web", boots).runs());
        assertEquals(List.of(boots.get(1)), RunChoice.of("b:web", boots).runs());
        assertEquals(List.of(boots.get(0)), RunChoice.of("monday:a:web", boots).runs());
        assertNull(RunChoice.of("c:web", boots));
        assertEquals("There is no boot 'c:web'; there are 'a:web', 'b:web'.", RunChoice.problem("boot", "c:web", boots));
    }

    /** The number of a process on two hosts are two VMs, not repetitions of one another. */
    @Test
    void aProcessIdOfTwoHostsIsAmbiguous() {
        List<BootProfile> boots = List.of(onHost("a", "b"), onHost("b", "a"));
        String key = boots.get(0).what().who().key();
        for (String word : List.of(key, "monday:" + key, "web#1", key + "#1")) {
            assertNull(RunChoice.of(word, boots), word);
            String vm = word.equals(key + "#1") ? key : word.replace("monday:", "");
            assertEquals("VM " + vm + " is ambiguous; there are a:web, b:web.", RunChoice.problem("boot", word, boots));
        }
        assertEquals(List.of(boots.get(1)), RunChoice.of("b:" + key, boots).runs());
        assertEquals(2, RunChoice.of("monday", boots).runs().size());
    }

    private static BootProfile onHost(String host, String other) {
        BootProfile of = BootFixture.of("monday", "web", 1, WEB);
        GuestBoot boot = of.boot();
        VmName who = VmName.onHosts(List.of(host, other), List.of(boot.who(), boot.who())).get(0);
        return new BootProfile(of.trace(), new GuestBoot(boot.host(), boot.vm(), who, -1, 1, boot.begin(), boot.end(), boot.ending(), -1, 0, 0, 0,
                boot.stages(), boot.levels(), boot.initcalls(), boot.crashes(), boot.functions()), of.symbols(), of.parts(), of.initcalls());
    }

    private static String chosen(String name, List<BootProfile> boots) {
        return RunChoice.of(name, boots).runs().stream().map(boot -> boot.what().label()).collect(Collectors.joining(" | "));
    }

    /** {@code web#2} is the name of a VM before it is the second boot of another one. */
    @Test
    void theSecondRunOfAVmIsNotTheSecondBootOfItsFirst() {
        List<BootProfile> one = List.of(BootFixture.ofRun("monday", "web", 1, 1, WEB), BootFixture.ofRun("monday", "web", 1, 2, WEB));
        assertEquals("web, boot 2", chosen("web#2", one));
        List<BootProfile> boots = new ArrayList<>(one);
        boots.add(BootFixture.ofRun("monday", "web", 2, 1, WEB));
        boots.add(BootFixture.ofRun("monday", "web", 2, 2, WEB));
        assertEquals(List.of("web", "web#1#2", "web#2", "web#2#2"), RunChoice.names(boots));
        assertEquals("web#2 | web#2, boot 2", chosen("web#2", boots));
        assertEquals("web#2 | web#2, boot 2", chosen("monday:web#2", boots));
        assertEquals("web, boot 2", chosen("web#1#2", boots));
        assertEquals("web#2, boot 2", chosen("web#2#2", boots));
    }
}
