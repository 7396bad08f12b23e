/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.text.ParseException;

import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestampFormat;
import org.hypertrace.core.report.page.ModelReport;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code --from} and {@code --to} of every command. */
final class RangeOptions {

    @Option(names = "--from", paramLabel = "T", description = "begin: ns since the epoch, or as the text report shows times")
    private String fFrom;

    @Option(names = "--to", paramLabel = "T", description = "end (exclusive), as --from")
    private String fTo;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec fSpec;

    /** Whether a stretch is asked for. */
    boolean isGiven() {
        return fFrom != null || fTo != null;
    }

    /**
     * @param begin
     *            of the trace, ns since the epoch: a time of day is of its day
     * @return the stretch asked for
     */
    ModelReport.Range range(long begin) {
        return range(fSpec, "--from", fFrom, "--to", fTo, begin);
    }

    /** The same of two other options; null stands for one that is not given. */
    static ModelReport.Range range(CommandSpec spec, String fromOption, String from, String toOption, String to, long begin) {
        ModelReport.Range range = new ModelReport.Range(time(spec, from, fromOption, begin, Long.MIN_VALUE),
                time(spec, to, toOption, begin, Long.MAX_VALUE));
        if (range.from() >= range.to()) {
            throw new ParameterException(spec.commandLine(), fromOption + " must be before " + toOption + '.');
        }
        return range;
    }

    /** @return the time for people, in the form that is taken here too */
    static String format(long ns) {
        return TmfTimestampFormat.getDefaulTimeFormat().format(ns);
    }

    private static long time(CommandSpec spec, String text, String option, long begin, long absent) {
        if (text == null) {
            return absent;
        }
        try {
            return text.matches("-?\\d+") ? Long.parseLong(text)
                    : TmfTimestampFormat.getDefaulTimeFormat().parseValue(text, begin);
        } catch (ParseException | NumberFormatException e) {
            throw new ParameterException(spec.commandLine(), option + ": '" + text
                    + "' is no time; give ns since the epoch or a time as the text report shows it, such as "
                    + format(begin) + '.', e);
        }
    }
}
