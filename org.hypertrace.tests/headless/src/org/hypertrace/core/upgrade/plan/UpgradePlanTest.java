/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.List;

import org.hypertrace.core.machine.Manifest;
import org.junit.jupiter.api.Test;

/** Plans: what marks mean, what is wrong with them, and that no expression takes long. */
class UpgradePlanTest {

    private static String error(String plan) {
        return assertThrows(IOException.class, () -> PlanJson.of(plan, "upgrade.json")).getMessage();
    }

    private static Signal signal(String rule, String vm, long value, String text) throws IOException {
        return PlanJson.of("{\"version\":1,\"signals\":[" + rule + "]}", "plan").signal(vm, "key", new Mark(5, value, text), new TextPattern.Work());
    }

    @Test
    void errorsNameFileKeyAndValue() {
        assertEquals("upgrade.json: version must be 1, not 2.", error("{\"version\":2}"));
        assertEquals("upgrade.json: the document must have the key \"version\".", error("{}"));
        assertEquals("upgrade.json: signals[0].is must be one of begin, end, restart, back, switch, switched, serves, stops, prepares, commit, not "
                + "\"restarts\".", error("{\"version\":1,\"signals\":[{\"is\":\"restarts\"}]}"));
        assertEquals("upgrade.json: signals[0] must have the key \"node\".", error("{\"version\":1,\"signals\":[{\"is\":\"restart\"}]}"));
        assertEquals(true, error("{\"version\":1,\"signals\":[{\"is\":\"begin\",\"text\":\"(\"}]}").startsWith("upgrade.json: signals[0].text must be a regular "
                + "expression: "));
        assertEquals(true, error("{\"version\":1,\"signals\":[{\"is\":\"begin\",\"text\":\"(a)\\\\1\"}]}")
                .startsWith("upgrade.json: signals[0].text must be a regular expression without back references, not "));
        assertEquals(true, error("{\"version\":1,\"signals\":[{\"is\":\"begin\",\"text\":\"" + "a".repeat(1025) + "\"}]}")
                .startsWith("upgrade.json: signals[0].text must have at most 1024 characters, not "));
        assertEquals(true, error("{\"version\":1,\"signals\":[{\"is\":\"back\",\"text\":\"a\",\"node\":\"$1\"}]}")
                .startsWith("upgrade.json: signals[0].node must name a group of the text, not "));
        assertEquals(true, error("{\"version\":1,\"signals\":[{\"is\":\"begin\",\"value\":[-1]}]}").startsWith("upgrade.json: signals[0].value[0] must be "));
        assertEquals(true, error("{\"version\":1,\"nodes\":[\"a\",\"a\"]}").startsWith("upgrade.json: nodes must be a list of different names, not "));
        assertEquals(true, error("{\"version\":1,\"node\":[]}").startsWith("upgrade.json: node is not a key that is known here"));
        assertEquals(true, error("{\"version\":1").startsWith("upgrade.json is not JSON: "));
    }

    @Test
    void allThatARuleGivesMustHold() throws IOException {
        String rule = "{\"vm\":\"node-*\",\"value\":[3,7],\"text\":\"^(node-[a-z]+) is ([a-z]+)$\",\"is\":\"serves\",\"role\":\"the $2\",\"version\":\"7\"}";
        assertEquals(new Signal(5, 7, "node-b", "key", SignalKind.SERVES, null, "the primary", "7"), signal(rule, "node-b", 7, "node-b is primary"));
        assertNull(signal(rule, "nod-b", 7, "node-b is primary"));
        assertNull(signal(rule, "node-b", 4, "node-b is primary"));
        assertNull(signal(rule, "node-b", 7, "node-b was primary"));
        assertNull(signal(rule, "node-b", 7, null));
    }

    @Test
    void standardTextsMatchAsAWhole() {
        TextPattern.Work work = new TextPattern.Work();
        UpgradePlan none = UpgradePlan.NONE;
        assertEquals(new Signal(1, 9, "n", "k", SignalKind.SERVES, null, "a.b", "2_-"), none.signal("n", "k", new Mark(1, 9, "serves as a.b version 2_-"), work));
        assertEquals(new Signal(1, 9, "n", "k", SignalKind.SERVES, null, null, "2"), none.signal("n", "k", new Mark(1, 9, "serves version 2"), work));
        assertEquals(new Signal(1, 9, "n", "k", SignalKind.BACK, "n-1", null, null), none.signal("n", "k", new Mark(1, 9, "upgrade back n-1"), work));
        assertEquals(new Signal(1, 9, "n", "k", SignalKind.BEGIN, null, null, null), none.signal("n", "k", new Mark(1, 9, "upgrade begin cluster"), work));
        for (String text : new String[] { "it serves", "serves as", "serves as a b", "upgrade back", "upgrade end now", "stops\n", "" }) {
            assertNull(none.signal("n", "k", new Mark(1, 9, text), work), text);
        }
    }

    private static Manifest.Vm vm(String name, String role, String group) {
        return new Manifest.Vm(name, -1, List.of(), null, null, null, List.of(), List.of(), role, group, List.of());
    }

    /** What the plan leaves open, the manifest may have: the VMs of its only group, and who has the role of the controller. */
    @Test
    void theManifestNamesTheGroup() throws IOException {
        List<Manifest.Vm> vms = List.of(vm("c", "controller", "g"), vm("b", "primary", "g"), vm("a", null, "g"), vm("other", null, null));
        assertEquals(List.of("a", "b"), UpgradePlan.NONE.of(vms).nodes());
        assertEquals("c", UpgradePlan.NONE.of(vms).controller());
        // a plan counts first
        UpgradePlan plan = PlanJson.of("{\"version\":1,\"nodes\":[\"x\"]}", "plan");
        assertEquals(plan, plan.of(vms));
        // two groups: which is meant is not known
        assertNull(UpgradePlan.NONE.of(List.of(vm("a", null, "g"), vm("b", null, "h"))).nodes());
        assertEquals(UpgradePlan.NONE, UpgradePlan.NONE.of(List.of(vm("a", null, null))));
    }

    @Test
    void noExpressionTakesLong() throws IOException {
        UpgradePlan plan = PlanJson.of("{\"version\":1,\"signals\":[{\"is\":\"begin\",\"text\":\"^(([a-z])+.)+[A-Z]([a-z])+$\"},"
                + "{\"is\":\"end\",\"text\":\"(a*)*b\"}]}", "plan");
        TextPattern.Work work = new TextPattern.Work();
        for (int i = 0; i < 1 << 10; i++) {
            assertNull(plan.signal("n", "k", new Mark(1, 1, "a".repeat(5000)), work));
        }
        assertEquals(true, work.givenUp() >= 1 << 10, "given up: " + work.givenUp());
    }

    /** What matches nothing can be repeated without end and without a look at the text. */
    @Test
    void nothingIsRepeatedWithoutEnd() throws IOException {
        for (String endless : List.of("(){2147483647}b", "((?=){60000}){60000}b", "(?:^){999999999,}b")) {
            assertEquals(true, error("{\"version\":1,\"signals\":[{\"is\":\"begin\",\"text\":\"" + endless + "\"}]}")
                    .startsWith("upgrade.json: signals[0].text must be a regular expression that repeats less, not "), endless);
        }
        UpgradePlan plan = PlanJson.of("{\"version\":1,\"signals\":[{\"is\":\"begin\",\"text\":\"(){60000}b\"},{\"is\":\"end\","
                + "\"text\":\"^[0-9]{1,3}[.][0-9]{1,3}[.][0-9]{1,3}[.][0-9]{1,3}$\"}]}", "plan");
        TextPattern.Work work = new TextPattern.Work();
        assertNull(plan.signal("n", "k", new Mark(1, 1, "a".repeat(1024)), work));
        assertEquals(1, work.givenUp());
        assertEquals(SignalKind.BEGIN, plan.signal("n", "k", new Mark(1, 1, "ab"), work).kind());
        assertEquals(SignalKind.END, plan.signal("n", "k", new Mark(1, 1, "10.0.0.1"), work).kind());
        assertEquals(1, work.givenUp());
    }
}
