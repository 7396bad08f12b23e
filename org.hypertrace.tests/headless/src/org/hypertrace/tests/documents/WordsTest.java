/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hypertrace.testing.Samples;
import org.hypertrace.testing.SourceFiles;
import org.junit.jupiter.api.Test;

/**
 * What people read - README, help, CONTRIBUTING, reports, errors, options, labels, public Javadoc, names in the code - has short sentences and the field's words. In texts
 * of the code a semicolon ends a sentence, too: an error is a cause; then what helps.
 */
class WordsTest {

    private static final Path ROOT = Samples.root();

    /** Sentences that may stay, each with its reason. Keep it a handful. */
    private static final Map<String, String> EXCEPTIONS = Map.of(
            "Our promise: *any bytes", "the promise, in the words that the issue tracker and users quote",
            "*Any bytes as a trace", "the same");

    /** A sentence, where it is, and what is wrong with it. */
    private static List<String> faults(String where, Stream<String> sentences, Set<String> used) {
        List<String> faults = new ArrayList<>();
        sentences.forEach(sentence -> {
            String fault = Sentences.fault(sentence);
            String exception = EXCEPTIONS.keySet().stream().filter(sentence::startsWith).findFirst().orElse(null);
            if (!fault.isEmpty() && exception == null) {
                faults.add(where + ": " + fault + ": " + sentence);
            } else if (!fault.isEmpty()) {
                used.add(exception);
            }
        });
        return faults;
    }

    private static List<Path> files(String folder, String end) {
        return SourceFiles.under(ROOT.resolve(folder), end);
    }

    @Test
    void pages() {
        List<Path> pages = new ArrayList<>(files("org.hypertrace.ui/doc", ".md"));
        List.of("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "SECURITY.md").forEach(name -> pages.add(ROOT.resolve(name)));
        Set<String> used = new TreeSet<>();
        List<String> faults = pages.stream().flatMap(page -> faults(ROOT.relativize(page).toString(), Sentences.of(Markdown.of(page)), used).stream())
                .toList();
        assertEquals("", String.join("\n", faults));
        assertEquals(EXCEPTIONS.keySet(), used, "exceptions that are none any more");
    }

    @Test
    void textsOfTheCode() throws IOException {
        List<String> faults = new ArrayList<>();
        int texts = 0;
        for (String bundle : List.of("core", "ui", "help")) {
            for (Path file : files("org.hypertrace." + bundle + "/src", ".java")) {
                for (String text : JavaTexts.of(Files.readString(file))) {
                    texts++;
                    faults.addAll(faults(file.getFileName().toString(), Stream.of(text.split(";\\s+")).flatMap(Sentences::of), new TreeSet<>()));
                }
            }
        }
        assertEquals("", String.join("\n", faults));
        assertTrue(texts > 1000, texts + " texts");
    }

    @Test
    void publicJavadoc() throws IOException {
        List<String> faults = new ArrayList<>();
        int sentences = 0;
        for (String bundle : List.of("core", "ui")) {
            for (Path file : files("org.hypertrace." + bundle + "/src", ".java")) {
                for (String sentence : JavaDocs.sentences(Files.readString(file)).toList()) {
                    sentences++;
                    String fault = Sentences.fault(sentence);
                    if (!fault.isEmpty()) {
                        faults.add(file.getFileName() + ": " + fault + ": " + sentence);
                    }
                }
            }
        }
        assertEquals("", String.join("\n", faults));
        assertTrue(sentences > 1000, sentences + " sentences");
    }

    @Test
    void identifiers() throws IOException {
        List<String> faults = new ArrayList<>();
        for (String folder : List.of("org.hypertrace.core", "org.hypertrace.ui", "org.hypertrace.help", "org.hypertrace.tests", "releng")) {
            for (Path file : files(folder, ".java")) {
                JavaDocs.words(Files.readString(file)).filter(Sentences::isOfPersons).distinct()
                        .forEach(part -> faults.add(file.getFileName() + ": " + part));
            }
        }
        for (Path file : files("org.hypertrace.tests/headless/oracle", ".py")) {
            // texts of golden paths are hashed, so they keep their words
            String names = Files.readString(file).replaceAll("\"(not |un)?told\"", "").replaceAll("\\blies\\b", "");
            Arrays.stream(names.toLowerCase(Locale.ROOT).split("[^a-z]+")).filter(Sentences::isOfPersons).distinct().forEach(part -> faults.add(file.getFileName() + ": " + part));
        }
        assertEquals("", String.join("\n", faults));
    }

    /** Of lessons, of the recorder and of tools the words count, not the length of sentences. */
    @Test
    void otherPagesAndComments() throws IOException {
        List<String> faults = new ArrayList<>();
        int comments = 0;
        for (String folder : List.of("traces-samples", "org.hypertrace.tests", "releng")) {
            for (Path page : files(folder, ".md")) {
                Sentences.of(Markdown.of(page)).filter(sentence -> Sentences.person(sentence) != null)
                        .forEach(sentence -> faults.add(ROOT.relativize(page) + ": " + sentence));
            }
        }
        for (String folder : List.of("org.hypertrace.core", "org.hypertrace.ui", "org.hypertrace.help", "org.hypertrace.tests", "releng")) {
            for (Path file : files(folder, ".java")) {
                for (String comment : JavaDocs.comments(Files.readString(file)).toList()) {
                    comments++;
                    if (Sentences.person(comment) != null) {
                        faults.add(file.getFileName() + ": " + Sentences.person(comment) + ": " + comment);
                    }
                }
            }
        }
        assertEquals("", String.join("\n", faults));
        assertTrue(comments > 5000, comments + " comments");
    }

    /** Stories, oracles and recorder: what stands behind a sign of a comment, or between signs. */
    @Test
    void commentsOutsideJava() throws IOException {
        Pattern comment = Pattern.compile("(?m)(?:^|\\s)# ?([^!#\\n].*)$|/\\*+((?s:.*?))\\*/|\"\"\"((?s:.*?))\"\"\"");
        List<Path> files = new ArrayList<>(files("org.hypertrace.tests/headless", ".txt"));
        for (String folder : List.of("traces-samples/recorder", "org.hypertrace.tests/headless/oracle", "releng/babeltrace2")) {
            for (String ending : List.of(".py", ".sh", ".c", ".h")) {
                files.addAll(files(folder, ending));
            }
        }
        List<String> faults = new ArrayList<>();
        int comments = 0;
        for (Path file : files) {
            for (MatchResult found : comment.matcher(Files.readString(file)).results().toList()) {
                comments++;
                // of kernels: where they were loaded
                String person = Sentences.person(found.group().replaceAll("\\blies\\b", ""));
                if (person != null) {
                    faults.add(file.getFileName() + ": " + person + ": " + found.group().strip());
                }
            }
        }
        assertEquals("", String.join("\n", faults));
        assertTrue(comments > 1000, comments + " comments");
    }

    @Test
    void labelsOfExtensionsAndSchemas() throws IOException {
        List<String> faults = new ArrayList<>();
        Pattern xml = Pattern.compile("(?:name|label|tooltip|description)=\"([^\"]*)\"|<description>([^<]*)</description>");
        Pattern json = Pattern.compile("\"(?:description|title)\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");
        List<Path> files = new ArrayList<>(files("org.hypertrace.core/src", ".schema.json"));
        assertTrue(files.size() > 4, files.toString());
        List.of("core", "ui", "help").forEach(bundle -> files.add(ROOT.resolve("org.hypertrace." + bundle + "/plugin.xml")));
        for (Path file : files) {
            Matcher text = (file.toString().endsWith(".json") ? json : xml).matcher(Files.readString(file));
            while (text.find()) {
                String found = text.group(1) != null ? text.group(1) : text.group(2);
                faults.addAll(faults(file.getFileName().toString(), Stream.of(found.split(";\\s+")).flatMap(Sentences::of), new TreeSet<>()));
            }
        }
        assertEquals("", String.join("\n", faults));
    }

    /** What {@code --help} prints outside Java, and what dictionaries are about. */
    @Test
    void usageAndDictionaries() throws IOException {
        List<String> texts = new ArrayList<>();
        String usage = Files.readString(ROOT.resolve("releng/hypertrace")).split("<<'TXT'\n", 2)[1].split("\nTXT\n", 2)[0];
        // a command with its options is a text, and so is what a variable means; lines below it that are indented belong to it
        texts.addAll(List.of(usage.split("\n(?! {3})")));
        Matcher recorder = Pattern.compile("\"\"\"((?s:.*?))\"\"\"|((?:\"(?:[^\"\\\\\\n]|\\\\.)*\"\\s*)+)")
                .matcher(Files.readString(ROOT.resolve("traces-samples/recorder/host/hypertrace_record/cli.py")));
        while (recorder.find()) {
            texts.add(recorder.group(1) != null ? recorder.group(1) : recorder.group(2).replaceAll("\"\\s*\"?", ""));
        }
        assertTrue(texts.size() > 100, texts.size() + " texts");
        for (Path file : files("org.hypertrace.core/src/org/hypertrace/core/stream/dialect/dialects", ".json")) {
            Pattern.compile("\"(?:about|title)\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(Files.readString(file)).results()
                    .forEach(text -> texts.add(text.group(1)));
        }
        List<String> faults = texts.stream().flatMap(text -> faults(text.split("\n")[0], Stream.of(text.split(";\\s+")).flatMap(Sentences::of),
                new TreeSet<>()).stream()).toList();
        assertEquals("", String.join("\n", faults));
    }

    /** Keys and values of JSON have the words of reports. */
    @Test
    void keysOfSchemas() throws IOException {
        List<String> faults = new ArrayList<>();
        int keys = 0;
        for (Path file : files("org.hypertrace.core/src", ".schema.json")) {
            Matcher key = Pattern.compile("\"([A-Za-z ]+)\"(?=\\s*[:,\\]])").matcher(Files.readString(file));
            while (key.find()) {
                keys++;
                JavaDocs.words(key.group(1)).filter(word -> Sentences.isOfPersons(word) || word.startsWith("tell"))
                        .forEach(word -> faults.add(file.getFileName() + ": " + key.group(1)));
            }
        }
        assertEquals("", String.join("\n", faults));
        assertTrue(keys > 1000, keys + " keys");
    }

    @Test
    void faultsAreFound() {
        assertEquals("says", Sentences.person(String.join("", JavaDocs.comments("a(\"told\"); // it {@code told} says\n").toList())));
        assertEquals("a word of persons", Sentences.fault("The guest tells its name."));
        assertEquals("", Sentences.fault("word ".repeat(25)));
        assertEquals("26 words", Sentences.fault("word ".repeat(26)));
        assertEquals(List.of("One CODE two.", "Three e.g. four"), Sentences.of("One `a. B` two. Three e.g. four").toList());
        assertEquals("f told boots TOLD early".toLowerCase(Locale.ROOT), String.join(" ", JavaDocs.words("fToldBoots(TOLD, \"said\") /* odd */ early").toList()));
        assertTrue(Sentences.isOfPersons("told") && Sentences.isOfPersons("untold"));
        assertEquals(List.of("One CODE.", "two.", "of x"), JavaDocs.sentences("/** not */ private int a; /**\n * One {@code a. B}.\n *\n * @return two.\n"
                + " * @throws A\n *     of x\n */\n@Override public int b() { }").toList());
        assertEquals(List.of("a \" b c", "Two."), JavaTexts.of("x(\"a \\\" b \"\n + \"c\"); // \"says\"\n/* \"told\" */ y(\"Two.\"); z('\"', \"key\")"));
    }
}
