/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.eclipse.tracecompass.ctf.core.CTFException;
import org.eclipse.tracecompass.ctf.core.trace.CTFTrace;
import org.hypertrace.core.file.FileTree;

/**
 * What a trace can be read without, of the metadata of a CTF 1.8 trace as LTTng and babeltrace2 write them: declarations of events,
 * a block each - without one, packets with such events cannot be read, all others can - and lines about the machine.
 */
final class Dispensable {

    /** More that cannot be parsed are not a matter of single ones. */
    private static final int FEW = 4;

    /** Up to a line that closes what a line without indentation opened. */
    private static final Pattern BLOCK = Pattern.compile("^[^\\s}].*?^\\};[^\\n]*\\n", Pattern.MULTILINE | Pattern.DOTALL);
    /** What stands in the declaration of an event and in no other block. One may be damaged. */
    private static final List<Pattern> MARKS = Stream.of("\\Aevent \\{\n", "\n\tstream_id = ", "\n\tfields := struct \\{\n")
            .map(Pattern::compile).toList();
    private static final Pattern MACHINE = Pattern.compile("^env \\{\\n(.*?)^\\};", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern LINE = Pattern.compile("[^\\n]+\\n");
    private static final Pattern OTHERS = Pattern.compile("^(?:trace|env|clock|stream|typealias|struct|enum|variant|callsite)\\b",
            Pattern.MULTILINE);

    private final byte[] fBytes;
    /** Begins and ends of text in the file. */
    private final List<int[]> fParts;
    private final List<LeftOut> fAll;
    /** Blocks of lines about the machine, with these lines. A block without a line cannot be parsed. */
    private final Map<LeftOut, List<LeftOut>> fMachines = new HashMap<>();
    private final Path fWork;

    private Dispensable(Path metadata, Path work) throws IOException {
        fBytes = Files.readAllBytes(metadata);
        fParts = MetadataText.parts(ByteBuffer.wrap(fBytes));
        fAll = all();
        fWork = work;
    }

    /**
     * @param trace
     *            the folder of a trace with metadata that cannot be parsed
     * @return without what they can; nothing if something else is wrong
     * @throws IOException
     *             if files cannot be read, or temporary ones not be written
     */
    static List<LeftOut> unreadable(Path trace) throws IOException {
        Path work = Files.createTempDirectory("hypertrace-check-");
        try {
            Dispensable parts = new Dispensable(trace.resolve(LeftOut.METADATA), work);
            if (parts.fAll.isEmpty() || !parts.canBeParsedWith(List.of())) {
                return List.of();
            }
            List<LeftOut> wrong = new ArrayList<>();
            parts.search(parts.fAll, wrong);
            // declarations that contradict each other are each right alone: nobody knows which one is wrong
            return wrong.size() <= FEW && parts.canBeParsed(wrong) ? wrong : List.of();
        } catch (EOFException e) {
            return List.of();
        } finally {
            FileTree.delete(work);
        }
    }

    /** Copies metadata; spaces take the place of what is left out. */
    static void copy(Path metadata, List<LeftOut> leftOut, Path to) throws IOException {
        String translated = CtfReader.here().needsTranslation(metadata.getParent()) ? MetadataText.translated(metadata) : null;
        if (translated != null) {
            Files.writeString(to, translated);
            return;
        }
        Dispensable parts = new Dispensable(metadata, to.getParent());
        Files.write(to, parts.without(leftOut));
    }

    private List<LeftOut> all() {
        StringBuilder text = new StringBuilder();
        fParts.forEach(part -> text.append(new String(fBytes, part[0], part[1] - part[0], StandardCharsets.ISO_8859_1)));
        List<LeftOut> all = new ArrayList<>();
        Matcher machine = MACHINE.matcher(text);
        for (Matcher line = LINE.matcher(text); machine.find();) {
            List<LeftOut> lines = new ArrayList<>();
            line.region(machine.start(1), machine.end(1));
            while (line.find()) {
                lines.add(part(line, "a line about the machine cannot be parsed"));
            }
            fMachines.put(part(machine, ""), lines);
            all.addAll(lines);
        }
        for (Matcher block = BLOCK.matcher(text); block.find();) {
            if (isOfEvents(block.group())) {
                all.add(part(block, "the declaration of an event cannot be parsed, so packets with such events are left out, too"));
            }
        }
        return all;
    }

    private LeftOut part(Matcher found, String why) {
        return new LeftOut(LeftOut.METADATA, inFile(found.start()), inFile(found.end() - 1) + 1, why);
    }

    private static boolean isOfEvents(String block) {
        return MARKS.stream().filter(mark -> mark.matcher(block).find()).count() > 1 && !OTHERS.matcher(block).find();
    }

    private int inFile(int inText) {
        int left = inText;
        for (int[] part : fParts) {
            if (left < part[1] - part[0]) {
                return part[0] + left;
            }
            left -= part[1] - part[0];
        }
        throw new IllegalArgumentException("behind the text: " + inText);
    }

    /** Halves what cannot be parsed. */
    private void search(List<LeftOut> some, List<LeftOut> wrong) throws IOException {
        if (wrong.size() > FEW || canBeParsedWith(some)) {
            return;
        }
        if (some.size() == 1) {
            wrong.add(some.get(0));
            return;
        }
        search(some.subList(0, some.size() / 2), wrong);
        search(some.subList(some.size() / 2, some.size()), wrong);
    }

    private boolean canBeParsedWith(List<LeftOut> some) throws IOException {
        List<LeftOut> others = new ArrayList<>(fAll);
        others.removeAll(Set.copyOf(some));
        return canBeParsed(others);
    }

    private boolean canBeParsed(List<LeftOut> without) throws IOException {
        Files.write(fWork.resolve(LeftOut.METADATA), without(without));
        try {
            new CTFTrace(fWork.toFile());
            return true;
        } catch (CTFException | RuntimeException | StackOverflowError e) {
            return false;
        }
    }

    private byte[] without(List<LeftOut> leftOut) {
        byte[] bytes = fBytes.clone();
        leftOut.forEach(part -> blank(part, bytes));
        Set<LeftOut> out = Set.copyOf(leftOut);
        fMachines.forEach((block, lines) -> {
            if (out.containsAll(lines)) {
                blank(block, bytes);
            }
        });
        return bytes;
    }

    private void blank(LeftOut part, byte[] bytes) {
        for (int[] text : fParts) {
            int from = (int) Math.max(text[0], part.from());
            int until = (int) Math.min(text[1], part.until());
            if (from < until) {
                Arrays.fill(bytes, from, until, (byte) ' ');
            }
        }
    }
}
