/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sentences as reports compose them from pieces, names and figures: {@link WordsTest} reads the pieces alone. A semicolon ends one. */
@Tag("platform")
class ReportSentencesTest {

    /** As HTML, which marks sentences, findings among them. */
    private static final Pattern SENTENCE = Pattern.compile("<p class=\"(?:answer|plain|quiet|note|alarm)\">(.*?)</p>", Pattern.DOTALL);

    private static List<String> sentences(String html) {
        return SENTENCE.matcher(html).results().map(found -> found.group(1).replaceAll("<code>.*?</code>", "CODE").replaceAll("<[^>]*>", ""))
                .flatMap(text -> Stream.of(text.split(";\\s+"))).flatMap(Sentences::of).toList();
    }

    private static String faults(List<String> sentences) {
        return sentences.stream().filter(sentence -> !Sentences.fault(sentence).isEmpty()).map(sentence -> Sentences.fault(sentence) + ": " + sentence)
                .collect(Collectors.joining("\n"));
    }

    /** Boots and shutdowns have the answers of their critical paths, too. */
    @ParameterizedTest
    @CsvSource({ "report, reboot-with-slow-notifier", "boot, reboot-with-slow-notifier", "shutdown, reboot-with-slow-notifier",
            "stacks, quiet-boot", "exits, reboot-with-slow-notifier", "path --thread sleep, smp-guest", "upgrade, upgrade-signals",
            "syscalls, syscall-load" })
    void areShort(String command, String sample) {
        Command report = Command.run(command + " --quiet --format html", Samples.trace(sample));
        assertEquals(0, report.status(), report.err());
        List<String> sentences = sentences(report.out());
        assertFalse(sentences.isEmpty());
        assertEquals("", faults(sentences));
    }

    @Test
    void faultsAreFound() {
        assertEquals("26 words: " + "word ".repeat(25) + "CODE\na word of persons: it says", faults(sentences("<p class=\"answer\">"
                + "<b>word</b> ".repeat(25) + "<code>a b</code>; it says</p>\n<p class=\"key\">told</p>")));
    }
}
