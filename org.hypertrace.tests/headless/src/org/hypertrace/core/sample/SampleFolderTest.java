/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.report.open.TraceFiles;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which samples a folder has, and what is reported them. */
class SampleFolderTest {

    private static final String NEXT = "; choose the folder traces-samples of a checkout of Hypertrace.";

    @TempDir
    private Path fFolder;

    @Test
    void theTableReportsTheOrderAndTheLessons() throws Exception {
        write("README.md", """
                # Recorded traces

                | sample | lesson |
                |---|---|
                | [late](late/README.md) | comes first: `it` is shown first |
                | [gone](gone/README.md) | nobody has it |
                | [early](early/README.md) | comes second |
                | [old](old/README.md) | several in one folder |
                | [../up](../up/README.md) | not a name |

                [no row](late/README.md)
                """);
        write("old/README.md", """
                | file | what | s |
                |---|---|---|
                | b.tar.xz | the second | 1 |
                | c.tar.xz | none | 2 |
                """);
        for (String archive : List.of("late/late", "early/early", "old/a", "old/b", "recorder/late")) {
            write(archive + ".tar.xz", "x".repeat(150_000));
        }
        write("old/notes.txt", "");
        SampleFolder samples = SampleFolder.read(fFolder);
        assertEquals("""
                late: comes first: `it` is shown first, 0.2 MB in late
                early: comes second, 0.2 MB in early
                b: the second, 0.2 MB in old
                a: , 0.2 MB in old
                """, reported(samples));
        assertEquals(List.of("gone", "c"), samples.missing());
    }

    @Test
    void aSampleThatNoTableReportsHasTheFirstSentenceOfItsPage() throws Exception {
        write("README.md", "Nothing.");
        write("one/README.md", "# one\n\nWhat it shows, in 1.5 s. More of it.\n");
        write("one/one.tar.xz", "");
        write("two/two.tar.xz", "");
        assertEquals("""
                one: What it shows, in 1.5 s., 0.0 MB in one
                two: , 0.0 MB in two
                """, reported(SampleFolder.read(fFolder)));
        assertEquals(List.of("What it shows, in 1.5 s. More of it.", ""),
                SampleFolder.read(fFolder).samples().stream().map(Sample::text).toList());
    }

    @Test
    void thePageAsPlainText() throws Exception {
        write("README.md", "| [one](one/README.md) | lesson |");
        write("one/one.tar.xz", "");
        write("one/README.md", """
                # one

                **What happened.** It was
                `late`, and *not* `*.c`; see [there](../README.md).

                | a | b |
                |---|---|
                | 1 | `c` 2 |

                ## More
                Two things:
                - one
                  and a half
                - two

                    releng/hypertrace `x`
                    and **y**
                """);
        assertEquals("""
                What happened. It was late, and not *.c; see there.

                a · b
                1 · c 2

                More
                Two things:
                - one and a half
                - two

                    releng/hypertrace `x`
                    and **y**""", SampleFolder.read(fFolder).samples().get(0).text());
    }

    @Test
    void theCheckoutIsAsGoodAsTheFolder() throws Exception {
        assertEquals(SampleFolder.read(Samples.root().resolve("traces-samples")), SampleFolder.read(Samples.root()));
    }

    /** The shell reads the same table by itself: it must not need a build. */
    @Test
    void theCommandListsTheSame() throws Exception {
        SampleFolder samples = SampleFolder.read(Samples.root());
        String command = Tool.run(Samples.root().resolve("releng/hypertrace").toString(), "samples");
        assertEquals(samples.samples().stream().map(sample -> sample.name() + ' ' + sample.size() + ' ' + sample.lesson())
                .collect(Collectors.joining("\n")), command.strip().replaceAll(" {2,}", " "));
        assertTrue(samples.samples().size() >= 20, () -> samples.toString());
        assertEquals(List.of(), samples.missing());
        assertEquals(List.of(), samples.samples().stream().filter(sample -> sample.text().length() < 100).toList());
    }

    @Test
    void whatIsNoFolderOfSamples() throws Exception {
        refused("There is no folder @/none" + NEXT, fFolder.resolve("none"));
        refused("@ has no README.md with a table of samples" + NEXT, fFolder);
        write("README.md", "| [one](one/README.md) | lesson |");
        refused("@ has no samples: there is no NAME/NAME.tar.xz in it" + NEXT, fFolder);
        Files.createDirectories(fFolder.resolve("one/one.tar.xz"));
        refused("@ has no samples: there is no NAME/NAME.tar.xz in it" + NEXT, fFolder);
    }

    @Test
    void aDamagedArchiveLeavesNothing() throws Exception {
        write("README.md", "| [one](one/README.md) | lesson |");
        write("one/one.tar.xz", "");
        byte[] whole = Files.readAllBytes(Samples.archive("quiet-boot"));
        Path archive = SampleFolder.read(fFolder).samples().get(0).archive();
        Files.write(archive, Arrays.copyOf(whole, whole.length / 2));
        Path into = fFolder.resolve("unpacked");
        ReportException refusal = assertThrows(ReportException.class,
                () -> TraceFiles.find(archive, into, new NullProgressMonitor()));
        assertEquals(archive + " cannot be unpacked: it ends too early; copy it again (test it with xz -t).",
                refusal.getMessage());
        try (Stream<Path> left = Files.list(into)) {
            assertEquals(List.of(), left.toList());
        }
    }

    private void refused(String sentence, Path folder) {
        ReportException refusal = assertThrows(ReportException.class, () -> SampleFolder.read(folder));
        assertEquals(sentence, refusal.getMessage().replace(fFolder.toString(), "@"));
    }

    private static String reported(SampleFolder samples) {
        return samples.samples().stream().map(sample -> sample.name() + ": " + sample.lesson() + ", " + sample.size()
                + " in " + sample.archive().getParent().getFileName() + '\n').collect(Collectors.joining());
    }

    private void write(String file, String text) throws IOException {
        Path path = fFolder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
