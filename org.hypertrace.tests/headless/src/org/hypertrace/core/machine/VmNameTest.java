/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.event.HostEvent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The names of VMs and nested guests, and what users may call them. */
@Tag("plain")
class VmNameTest {

    private static final VmName WEB = VmName.of("384#1", 384, "web", 1);
    private static final VmName WEB_AGAIN = VmName.of("484#1", 484, "web", 2);
    private static final VmName UNNAMED = VmName.of("384#2", 384, null, 1);
    private static final VmName THREAD = VmName.of("11#1", HostEvent.UNKNOWN_ID, null, 1);
    private static final VmName NESTED = WEB.nested(new Nesting(1, 1));
    private static final VmName THIRD = WEB.nested(new Nesting(1, 3));
    private static final List<VmName> ALL = List.of(WEB, NESTED, THIRD, WEB_AGAIN, UNNAMED, THREAD);

    private static String labels(List<VmName> names) {
        return String.join(" | ", names.stream().map(VmName::label).toList());
    }

    private static String chosen(String asked) {
        VmChoice choice = VmChoice.of(asked, ALL);
        assertNull(choice.problem());
        return labels(ALL.stream().filter(choice::has).toList());
    }

    @Test
    void theHostDistinguishesVmsOfOneNameOrId() {
        List<VmName> names = VmName.onHosts(List.of("a", "a", "b", "b"), List.of(WEB, VmName.of("5#1", 5, "db", 1), VmName.of("9#1", 9, "web", 1),
                VmName.of("7#1", 7, "mail", 1)));
        assertEquals("a:384#1 a:web | 5#1 db | b:9#1 b:web | 7#1 mail", String.join(" | ",
                names.stream().map(name -> name.word() + ' ' + name.labelOnHost()).toList()));
        assertEquals("web", labels(List.of(names.get(0))));
        assertTrue(names.get(0).matches("web") && names.get(0).matches("a:web") && names.get(0).matches("a:384"));
        assertTrue(names.get(2).nested(Nesting.ANY).matches("b:web/nested") && !names.get(2).matches("a:web"));
        assertEquals("web#2", VmName.onHosts(List.of("a", "a"), List.of(WEB, WEB_AGAIN)).get(1).labelOnHost());
    }

    @Test
    void theOnlyNestedGuestHasItsGivenName() throws IOException {
        VmName outer = WEB.withInner("inner");
        List<VmName> nested = List.of(outer.nested(Nesting.ANY), outer.nested(new Nesting(1, 0)), outer.nested(new Nesting(1, 1)),
                outer.nested(new Nesting(1, 3)), outer.nested(new Nesting(2, 1)), outer.nested(new Nesting(2, 4)));
        assertEquals("web/inner | web/inner | web/inner | web/nested#3 | web/inner/nested | web/inner/nested#4", labels(nested));
        for (String word : List.of("web/inner", "web/nested", "384/inner", "384#1/nested")) {
            assertEquals("web/inner | web/inner | web/inner", labels(nested.stream().filter(name -> name.matches(word)).toList()), word);
        }
        for (String word : List.of("web/inner/nested", "web/nested/nested")) {
            assertEquals("web/inner/nested", labels(nested.stream().filter(name -> name.matches(word)).toList()), word);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        outer.write(new DataOutputStream(bytes));
        assertEquals(outer, VmName.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))));
    }

    @Test
    void oneNameOfEachKind() {
        assertEquals("web | web/nested | web/nested#3 | web#2 | VM 384#2 | VM of thread 11", labels(ALL));
        assertEquals("VM 384 | VM of thread 11#2 | VM of thread x", labels(List.of(VmName.of("384#1", 384, null, 1),
                VmName.of("11#2", HostEvent.UNKNOWN_ID, null, 1), VmName.of("x", HostEvent.UNKNOWN_ID, null, 1))));
        assertEquals("VM 384#2/nested | web/nested | web/nested/nested#2", labels(List.of(UNNAMED.nested(new Nesting(1, 0)), WEB.nested(Nesting.ANY),
                WEB.nested(new Nesting(2, 2)))));
    }

    @Test
    void whereThereIsNoVmBeforeItTheTitleReportsSo() {
        assertEquals("VM web | VM web/nested | VM web#2 | VM 384#2 | VM of thread 11", String.join(" | ",
                List.of(WEB, NESTED, WEB_AGAIN, UNNAMED, THREAD).stream().map(VmName::title).toList()));
    }

    @Test
    void partsOfAVm() {
        assertEquals("web/nested vCPU 2", NESTED.vcpu(2));
        assertEquals("web | web, boot 2", WEB.nth("boot", 1) + " | " + WEB.nth("boot", 2));
        assertEquals(WEB, NESTED.outer());
    }

    @Test
    void aNameMeansAllRunsAndAllThatIsNested() {
        assertEquals("web | web/nested | web/nested#3 | web#2", chosen("web"));
        assertEquals(labels(ALL), chosen(null));
    }

    @Test
    void aLabelOrKeyMeansOneRun() {
        assertEquals("web | web/nested | web/nested#3", chosen("web#1"));
        assertEquals("web#2", chosen("web#2"));
        assertEquals("web#2", chosen("484#1"));
        assertEquals("web#2", chosen("484"));
        assertEquals("VM 384#2", chosen("VM 384#2"));
        assertEquals("VM 384#2", chosen("384#2"));
        assertEquals("VM of thread 11", chosen("VM of thread 11"));
        assertEquals("VM of thread 11", chosen("11#1"));
    }

    @Test
    void aPathMeansANestedGuest() {
        assertEquals("web/nested", chosen("web/nested"));
        assertEquals("web/nested#3", chosen("web/nested#3"));
        assertEquals("web/nested#3", chosen("384#1/1.3"));
        assertEquals("web/nested", chosen("web#1/1.1"));
        assertEquals("a/b/nested", labels(List.of(VmName.of("1#1", 1, "a/b", 1).nested(Nesting.ANY)).stream()
                .filter(name -> name.matches("a/b/nested")).toList()));
    }

    @Test
    void whoAsksForNoneOrSeveralIsReportedTheChoices() {
        assertEquals("There is no VM mail; there are web, web/nested, web/nested#3, web#2, VM 384#2, VM of thread 11.",
                VmChoice.of("mail", ALL).problem());
        assertEquals("There is no VM web/nested#7; there are web, web/nested, web/nested#3, web#2, VM 384#2, VM of thread 11.",
                VmChoice.of("web/nested#7", ALL).problem());
        assertEquals("VM 384 is ambiguous; there are web, VM 384#2.", VmChoice.of("384", ALL).problem());
        assertEquals("There is no VM 11; there is VM of thread 11.", VmChoice.of("11", List.of(THREAD)).problem());
        assertEquals("There is no VM web; there is none.", VmChoice.of("web", List.of()).problem());
        List<VmName> many = new ArrayList<>();
        for (int i = 0; i < 14; i++) {
            many.add(VmName.of(i + "#1", i, "n" + i, 1));
        }
        assertEquals("There is no VM x; there are n0, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11 and 2 more.", VmChoice.of("x", many).problem());
    }

    @Test
    void aNameCountsMoreThanAProcessId() {
        List<VmName> names = List.of(VmName.of("7#1", 7, "8", 1), VmName.of("8#1", 8, "db", 1));
        assertEquals("8", labels(names.stream().filter(VmChoice.of("8", names)::has).toList()));
        assertEquals("VM 8#1 is ambiguous; there are 8, db.", VmChoice.of("8#1", names).problem());
    }

    /** They have nothing in common but a number; a given name is the same on purpose. */
    @Test
    void theSameProcessIdOnTwoHostsIsAmbiguous() {
        VmName vm = VmName.of("384#1", 384, null, 1);
        List<VmName> two = VmName.onHosts(List.of("a", "b"), List.of(vm, vm));
        for (String word : List.of("384", "384#1", "VM 384")) {
            assertEquals("VM " + word + " is ambiguous; there are a:VM 384, b:VM 384.", VmChoice.of(word, two).problem());
        }
        for (String word : List.of("b:384", "b:384#1", "b:VM 384")) {
            assertNull(VmChoice.of(word, two).problem());
            assertEquals(List.of(two.get(1)), two.stream().filter(VmChoice.of(word, two)::has).toList());
        }
        assertNull(VmChoice.of("web", VmName.onHosts(List.of("a", "b"), List.of(WEB, WEB))).problem());
        assertEquals("VM web#1 is ambiguous; there are a:web, b:web.", VmChoice.of("web#1", VmName.onHosts(List.of("a", "b"), List.of(WEB, WEB))).problem());
        assertNull(VmChoice.of("384", List.of(vm, vm)).problem(), "one that two traces have");
    }

    /** What is of one VM only, as a critical path. */
    @Test
    void ofSeveralRunsOneIsToBeNamed() {
        assertEquals("VM web is ambiguous; there are web#1, web#2.", VmChoice.of("web", ALL).problemOfOne());
        assertNull(VmChoice.of("web#1", ALL).problemOfOne());
        assertNull(VmChoice.of("web/nested", ALL).problemOfOne());
        assertNull(VmChoice.of(null, ALL).problemOfOne());
        assertEquals("There is no VM x; there is web.", VmChoice.of("x", List.of(WEB)).problemOfOne());
        assertEquals("VM web is ambiguous; there are a:web#1, b:web#1.",
                VmChoice.of("web", VmName.onHosts(List.of("a", "b"), List.of(WEB, WEB))).problemOfOne());
        VmName.onHosts(List.of("a", "b"), List.of(WEB, UNNAMED)).forEach(name -> assertTrue(name.is(name.exact()), name.exact()));
    }

    @Test
    void runsAreCountedByGivenName() {
        assertEquals("web | db | web#2 | VM 4", labels(VmName.runs(List.of(VmName.of("1#1", 1, "web", 1), VmName.of("2#1", 2, "db", 1),
                VmName.of("3#1", 3, "web", 1), VmName.of("4#1", 4, null, 1)))));
    }

    @Test
    void keysCanBeReadAgain() {
        assertEquals(new Incarnation(384, 2), Incarnation.of(new Incarnation(384, 2).key()));
        assertNull(Incarnation.of("self"));
        assertNull(Incarnation.of("1#x"));
        assertEquals(new Nesting(2, 4095), Nesting.of(new Nesting(2, 4095).key()));
        assertEquals(Nesting.ANY, Nesting.of(Nesting.ANY.key()));
        assertNull(Nesting.of("others"));
        assertNull(Nesting.of("1.x"));
        assertNull(Nesting.of(null));
    }
}
