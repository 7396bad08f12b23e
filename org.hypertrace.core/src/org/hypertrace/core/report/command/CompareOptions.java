/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.report.page.ModelReport;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What is compared: what is reported with another trace, time or VM; or groups of the traces. */
final class CompareOptions {

    @Option(names = "--compare", arity = "1..2", paramLabel = "TRACE", description = "compares with this trace; without it with another time "
            + "or VM of the same one. Two words, A and B: two of the traces, each analysed by itself, by name or as they are given. A folder of "
            + "recordings or a pattern such as 'new-*' means repetitions; may be given again. Stands behind the traces")
    private List<String> fWords = new ArrayList<>();

    @Option(names = "--compare-from", paramLabel = "T", description = "begin of the time that is compared, as --from")
    private String fFrom;

    @Option(names = "--compare-to", paramLabel = "T", description = "its end (exclusive)")
    private String fTo;

    @Option(names = "--compare-vm", paramLabel = "NAME|PID", description = "only this VM of it (default: that of --vm)")
    private String fVm;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec fSpec;

    /** Whether anything is to be compared. */
    boolean isAsked() {
        return !fWords.isEmpty() || fFrom != null || fTo != null || fVm != null;
    }

    /** Whether traces are compared that are analysed each by itself. */
    boolean isOfGroups() {
        if (fWords.size() > 1 && (fFrom != null || fTo != null || fVm != null)) {
            throw wrong("--compare A B: --from, --to and --vm hold for both; --compare-from, --compare-to and --compare-vm are for one trace.");
        }
        if (fWords.size() > 1 && fWords.size() % 2 == 1) {
            throw wrong("--compare: there is no B for '" + fWords.get(fWords.size() - 1) + "'; give A and B.");
        }
        return fWords.size() > 1;
    }

    /** A, B, another A, and so on, if traces are compared that are analysed each by itself. */
    List<String> words() {
        return fWords;
    }

    /** Another trace, null for the same one. */
    Path trace() {
        return fWords.isEmpty() ? null : Path.of(fWords.get(0));
    }

    private ParameterException wrong(String sentence) {
        return new ParameterException(fSpec.commandLine(), sentence);
    }

    /** The VM that is asked for. */
    String vm(String otherwise) {
        return fVm == null ? otherwise : fVm;
    }

    /** @param begin of the trace, ns since the epoch: a time of day is of its day */
    ModelReport.Range range(long begin) {
        return RangeOptions.range(fSpec, "--compare-from", fFrom, "--compare-to", fTo, begin);
    }
}
