/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.hypertrace.core.quantity.NameList;

/** Which of the traces a word of {@code --compare} means: repetitions of one another. */
final class TraceGroup {

    private TraceGroup() {
    }

    /**
     * @param word
     *            the name of a trace or its path as it was given; else a folder of recordings, or a pattern of names with * and ?
     * @param paths
     *            of the traces
     * @param names
     *            of the same
     * @return the places of those that are meant; none: see {@link #problem}
     */
    static List<Integer> of(String word, List<Path> paths, List<String> names) {
        List<Integer> exact = IntStream.range(0, names.size()).filter(i -> names.get(i).equals(word) || paths.get(i).toString().equals(word)).boxed().toList();
        Pattern pattern = pattern(word);
        // an empty word would be the folder in which the user is
        return !exact.isEmpty() || word.isBlank() ? exact
                : IntStream.range(0, names.size()).filter(i -> isIn(paths.get(i), word) || pattern.matcher(names.get(i)).matches()).boxed().toList();
    }

    /** Why a word means none, a sentence. */
    static String problem(String word, List<String> names) {
        return "--compare: there is no trace '" + word + "'; there are " + NameList.some(names.stream().map(name -> '\'' + name + '\'').toList()) + '.';
    }

    private static boolean isIn(Path trace, String folder) {
        try {
            return trace.toAbsolutePath().normalize().startsWith(Path.of(folder).toAbsolutePath().normalize());
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Bounded: a run of stars is one. */
    private static Pattern pattern(String word) {
        return Pattern.compile(Arrays.stream(word.replaceAll("\\*+", "*").split("(?<=[*?])|(?=[*?])")).map(part -> part.equals("*") ? ".*"
                : part.equals("?") ? "." : Pattern.quote(part)).collect(Collectors.joining()), Pattern.DOTALL);
    }
}
