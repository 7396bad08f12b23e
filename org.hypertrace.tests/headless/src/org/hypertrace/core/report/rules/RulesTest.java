/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of rules: their order, and what is wrong with one. */
class RulesTest {

    private static Map<String, List<Rule>> read(String rules) throws IOException {
        return Rules.of("{\"version\": 1, \"rules\": [" + rules + "]}", "rules.json");
    }

    @Test
    void rulesAreByCommandInTheirOrder() throws IOException {
        Map<String, List<Rule>> rules = read("""
                {"name": "a", "command": "exits", "what": "HLT:p99", "at most": 0.5, "unit": "µs"},
                {"name": "b", "command": "boot", "what": "device", "at most": 3e2, "needs": ["levels"], "todo": "issue 12"},
                {"name": "c", "command": "exits", "what": "all:share", "at most": 5}""");
        assertEquals(List.of("exits", "boot"), List.copyOf(rules.keySet()));
        assertEquals(List.of("HLT:p99=0.5", "all:share=5"), rules.get("exits").stream().map(Rule::budget).toList());
        Rule boot = rules.get("boot").get(0);
        assertEquals("device=300 issue 12 no level; it needs levels", boot.budget() + ' ' + boot.todo() + ' ' + boot.notChecked("no level"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
            "|rules must have from 1 to 1024 rules, not 0.",
            "{\"command\": \"boot\", \"what\": \"device\", \"at most\": 1}|rules[0] must have the key \"name\".",
            "{\"name\": \"a\", \"command\": \"bot\", \"what\": \"device\", \"at most\": 1}|rules[0].command must be one of boot, shutdown, exits, upgrade, "
                    + "report, syscalls, not bot.",
            "{\"name\": \"a\", \"command\": \"boot\", \"what\": \"device\", \"at most\": -1}|rules[0].at most must be a number from 0, below 10^12, with at "
                    + "most 12 decimals, not -1.",
            "{\"name\": \"a\", \"command\": \"boot\", \"what\": \"device\", \"at most\": 1e999999999}|rules[0].at most must be a number from 0, below 10^12, with "
                    + "at most 12 decimals, not 1e999999999.",
            "{\"name\": \"a\", \"command\": \"boot\", \"what\": \"device\", \"at most\": 1e-99}|rules[0].at most must be a number from 0, below 10^12, with "
                    + "at most 12 decimals, not 1e-99.",
            "{\"name\": \"a\", \"command\": \"boot\", \"what\": \"device\", \"at most\": 1, \"needs\": \"levels\"}|rules[0].needs must be a list, […].",
            "{\"name\": \"a\", \"command\": \"boot\", \"what\": \"device\", \"atMost\": 1}|rules[0].atMost is not a key that is known here; known are name, "
                    + "command, what, at most, unit, needs, todo." })
    void whatIsWrongIsReportedWithItsPlace(String rules, String sentence) {
        IOException wrong = assertThrows(IOException.class, () -> read(rules == null ? "" : rules));
        assertEquals("rules.json: " + sentence, wrong.getMessage());
    }

    @Test
    void twoRulesOfOneNameAreRefused() {
        String rule = "{\"name\": \"a\", \"command\": \"boot\", \"what\": \"device\", \"at most\": 1}";
        IOException wrong = assertThrows(IOException.class, () -> read(rule + ", " + rule));
        assertEquals("rules.json: rules[1].name must be another one than that of a rule before, not a.", wrong.getMessage());
    }
}
