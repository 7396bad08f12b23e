/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.damage;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.scenario.example.NamedLife;
import org.hypertrace.testing.story.HostileNames;

/** The same life of VMs twice: with harmless names, and with those that do harm. */
record HostileRecordings(Path plain, Path hostile) {

    /** What both recordings give. */
    record Both(String plain, String hostile) { }

    static HostileRecordings in(Path folder) throws IOException {
        return new HostileRecordings(NamedLife.in(HostileNames.HARMLESS, folder.resolve("plain")),
                NamedLife.in(HostileNames.LIST, folder.resolve("=a\u001b[31m\nok 1 - x<b>;\"y")));
    }

    /** {@code A} and {@code B} among the words are the VMs' names. */
    static Command run(String words, Path trace, List<String> names, Object... more) {
        List<Object> arguments = new ArrayList<>(List.of(words.split(" ")));
        List<String> vms = NamedLife.vms(names);
        arguments.replaceAll(word -> word.equals("A") ? vms.get(0) : word.equals("B") ? vms.get(1) : word);
        arguments.addAll(List.of("--quiet", trace));
        arguments.addAll(Arrays.asList(more));
        return Command.run(arguments.toArray());
    }

    Both both(String words) {
        Command harmless = run(words, plain, HostileNames.HARMLESS);
        Command harmful = run(words, hostile, HostileNames.LIST);
        assertEquals("0 [] 0 []", harmless.status() + " " + harmless.log() + " " + harmful.status() + " " + harmful.log(),
                harmless.err() + harmful.err());
        isHarmless(harmful.out());
        return new Both(harmless.out(), harmful.out());
    }

    /** No character in it is more than seen, but line ends; UTF-8 can have all. */
    static void isHarmless(String text) {
        assertEquals("", text.codePoints().filter(c -> c != '\n' && c != '\r' && HostileNames.isHarmful(c)).distinct()
                .mapToObj("%04x "::formatted).reduce("", String::concat));
        assertFalse(text.replace("\r\n", "\n").contains("\r"));
        assertDoesNotThrow(() -> StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text)));
    }
}
