/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.core.timeline.Dialects;

import picocli.CommandLine.Option;

/** {@code --dialect [VM=]NAME|FILE}: what guests report, for the commands that read what they report. */
final class DialectOption {

    @Option(names = "--dialect", paramLabel = "[VM=]NAME|FILE",
            description = "dialect of the guests (or of this VM, as for --vm): hypertrace-1, p1 … p5, or a dictionary; default: auto-detected")
    private List<String> fDialects = new ArrayList<>();

    private List<Dialects.Chosen> fChosen;

    /** What the user chose; the first that fits a VM counts. Files are read once. */
    List<Dialects.Chosen> chosen() throws ReportException {
        if (fChosen == null) {
            fChosen = read();
        }
        return fChosen;
    }

    private List<Dialects.Chosen> read() throws ReportException {
        List<Dialects.Chosen> chosen = new ArrayList<>();
        for (String text : fDialects) {
            int equals = text.indexOf('=');
            String name = text.substring(equals + 1);
            try {
                chosen.add(new Dialects.Chosen(equals < 0 ? null : text.substring(0, equals),
                        Dialect.BUILT_IN.contains(name) ? Dialect.builtIn(name) : Dialect.read(Path.of(name))));
            } catch (IOException e) {
                throw new ReportException("--dialect: " + e.getMessage() + " Built-in dialects are "
                        + String.join(", ", Dialect.BUILT_IN) + '.', e);
            }
        }
        return chosen;
    }
}
