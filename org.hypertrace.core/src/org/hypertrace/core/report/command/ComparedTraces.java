/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.quantity.NameList;
import org.hypertrace.core.quantity.NamePattern;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.report.open.ReportException;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Traces, each analysed by itself, and which of them words of {@code --compare} mean: repetitions of one another. */
final class ComparedTraces {

    /** Analyses a trace. */
    interface Reading<T> {
        T of(String name, OpenTraces traces) throws ReportException, StateSystemDisposedException;
    }

    /** Compares what was found in two groups of traces, which the user calls so. */
    interface Comparing<T, C> {
        C of(String a, List<T> before, String b, List<T> after) throws ReportException;
    }

    private final TraceOptions fTraces;
    private final List<String> fWords;
    private final List<List<Integer>> fGroups = new ArrayList<>();

    /**
     * @param traces
     *            all of them
     * @param words
     *            of {@code --compare}: A, B, another A, and so on
     * @param command
     *            whose words they are: a wrong one is reported before traces are read
     */
    ComparedTraces(TraceOptions traces, List<String> words, CommandSpec command) {
        fTraces = traces;
        fWords = words;
        List<String> names = traces.names();
        for (String word : words) {
            List<Integer> group = group(word, traces.traces(), names);
            if (group.isEmpty()) {
                throw new ParameterException(command.commandLine(), problem(word, names));
            }
            fGroups.add(group);
        }
    }

    /**
     * @param work
     *            a folder for what is unpacked
     * @return what is found in each of the traces, one after another
     */
    <T> List<T> read(Path work, Progress progress, Reading<T> reading) throws ReportException {
        List<T> all = new ArrayList<>();
        List<String> names = fTraces.names();
        try {
            for (int i = 0; i < names.size(); i++) {
                progress.subTask("analysing " + names.get(i));
                try (OpenTraces traces = fTraces.open(fTraces.traces().get(i), work, progress)) {
                    all.add(reading.of(names.get(i), traces));
                }
            }
        } catch (StateSystemDisposedException e) {
            throw new ReportException(ReportException.CANCELLED, e);
        }
        return all;
    }

    /** Each A with its B; {@code all}: what was found, trace by trace. */
    <T, C> List<C> compare(List<T> all, Comparing<T, C> comparing) throws ReportException {
        List<C> comparisons = new ArrayList<>();
        for (int i = 0; i + 1 < fGroups.size(); i += 2) {
            comparisons.add(comparing.of(fWords.get(i), fGroups.get(i).stream().map(all::get).toList(), fWords.get(i + 1),
                    fGroups.get(i + 1).stream().map(all::get).toList()));
        }
        return comparisons;
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
    static List<Integer> group(String word, List<Path> paths, List<String> names) {
        List<Integer> exact = IntStream.range(0, names.size()).filter(i -> names.get(i).equals(word) || paths.get(i).toString().equals(word)).boxed().toList();
        Predicate<String> pattern = NamePattern.of(word);
        // an empty word would be the folder in which the user is
        return !exact.isEmpty() || word.isBlank() ? exact
                : IntStream.range(0, names.size()).filter(i -> isIn(paths.get(i), word) || pattern.test(names.get(i))).boxed().toList();
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
}
