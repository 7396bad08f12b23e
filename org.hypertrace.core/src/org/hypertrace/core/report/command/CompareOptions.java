/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.nio.file.Path;

import org.hypertrace.core.report.page.ModelReport;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What is compared with what is reported: another trace, another time, another VM. */
final class CompareOptions {

    @Option(names = "--compare", paramLabel = "TRACE", description = "compares with this trace; without it with another time or VM of "
            + "the same one")
    private Path fTrace;

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
        return fTrace != null || fFrom != null || fTo != null || fVm != null;
    }

    /** Another trace, null for the same one. */
    Path trace() {
        return fTrace;
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
