/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.opened;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.google.gson.JsonObject;

/**
 * A recording whose guest has another clock: by an hour beside the host's, or one that begins at the guest's boot. In the metadata of the guest's trace the offset
 * of its clock is another one; all events stay as they are. So the line must be that of the definition, moved.
 */
@Tag("platform")
@EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
class ShiftedGuestTest {

    private static final Path HOST = Samples.trace("guest-and-hypercall");
    private static final Pattern OFFSET = Pattern.compile("(\\boffset = )([0-9]{19});");
    /** Readings and offset of the line, by hypercalls and by containment, as the definition has them in section B.10. */
    private static final long FIRST_MATCHED = 1_795_289_243_462_220_789L;
    private static final long OFFSET_OF_FIRST = 1_041_284_038;

    @TempDir
    private Path fFolder;

    private Path copied() throws IOException {
        Path recording = fFolder.resolve("recording");
        Path from = HOST.getParent();
        try (Stream<Path> walk = Files.walk(from)) {
            for (Path path : (Iterable<Path>) walk.filter(Files::isRegularFile)::iterator) {
                Path to = recording.resolve(from.relativize(path).toString());
                Files.createDirectories(to.getParent());
                Files.copy(path, to);
            }
        }
        return recording;
    }

    /** Gives the guest's clock an offset that is smaller by {@code shift}; null: none, so that it counts from the boot. The metadata stay as long as they are. */
    private static long shift(Path recording, Long shift) throws IOException {
        Path metadata = recording.resolve("guests").resolve("both").resolve("kernel").resolve("metadata");
        String text = Files.readString(metadata, StandardCharsets.ISO_8859_1);
        Matcher found = OFFSET.matcher(text);
        assertTrue(found.find(), text);
        long before = Long.parseLong(found.group(2));
        long after = shift == null ? 0 : before - shift;
        String offset = String.valueOf(after);
        String other = found.group(1) + offset + ";" + " ".repeat(found.group(2).length() - offset.length());
        Files.writeString(metadata, text.substring(0, found.start()) + other + text.substring(found.end()), StandardCharsets.ISO_8859_1);
        return before - after;
    }

    /** The exits stay, and what they carry is gone. */
    private static void removeHypercalls(Path recording) throws IOException {
        Path metadata = recording.resolve("kernel").resolve("metadata");
        String text = Files.readString(metadata, StandardCharsets.ISO_8859_1);
        assertTrue(text.contains("kvm_x86_hypercall"));
        Files.writeString(metadata, text.replace("kvm_x86_hypercall", "kvm_x86_something"), StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @CsvSource({ "an hour slow, 3600000000000, true", "an hour fast, -3600000000000, true", "since the boot,, true", "an hour slow, 3600000000000, false",
            "an hour fast, -3600000000000, false", "since the boot,, false" })
    void theLineIsThatOfTheDefinition(String clock, Long shift, boolean hypercalls) throws IOException {
        Path recording = copied();
        long moved = shift(recording, shift);
        if (!hypercalls) {
            removeHypercalls(recording);
        }
        JsonObject found = Command.report(recording).getAsJsonArray("clocks").get(0).getAsJsonObject();
        assertEquals((hypercalls ? "hypercalls" : "containment") + " 10097 [0,1]",
                found.get("method").getAsString() + ' ' + found.get("guestEvents") + ' ' + found.get("vcpus"));
        JsonObject synchronous = found.getAsJsonObject("violations").getAsJsonObject("synchronized");
        assertEquals("0 0", synchronous.get("count") + " " + synchronous.get("beyond"), clock);
        assertEquals(1, found.getAsJsonArray("pieces").size());
        JsonObject piece = found.getAsJsonArray("pieces").get(0).getAsJsonObject();
        JsonObject uncertainty = piece.getAsJsonObject("uncertainty");
        List<String> expected = hypercalls ? List.of("[\"11140766755/11140794608\",\"9332062700/9332036167\"]", "16854 13399 13005")
                : List.of("[\"11140766755/11140794608\",\"294936845/294936121\"]", "16424 13010 16049");
        assertEquals(expected, List.of(piece.get("slopes").toString(), uncertainty.get("begin") + " " + uncertainty.get("middle") + " " + uncertainty.get("end")));
        if (hypercalls) {
            assertEquals(FIRST_MATCHED - moved, piece.get("from").getAsLong());
            assertEquals(OFFSET_OF_FIRST + moved, piece.get("offset").getAsLong());
        } else {
            // both lines differ by at most 2306 ns over the trace
            assertEquals(OFFSET_OF_FIRST + moved, piece.get("offset").getAsLong(), 2_306);
        }
    }
}
