/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.settings.GuestSymbols;

import picocli.CommandLine.Option;

/** {@code --symbols [VM=]FILE}: the names of the functions of guests' kernels. */
final class SymbolOption {

    @Option(names = "--symbols", paramLabel = "[VM=]FILE",
            description = "kallsyms or System.map of the guests (or of this VM, as for --vm), plain or xz; else the manifest's are used")
    private List<String> fSymbols = new ArrayList<>();

    /** What the user chose; the first that fits a VM counts. */
    List<GuestSymbols.Chosen> chosen() throws ReportException {
        List<GuestSymbols.Chosen> chosen = new ArrayList<>();
        for (String text : fSymbols) {
            int equals = Files.exists(Path.of(text)) ? -1 : text.indexOf('=');
            Path file = Path.of(text.substring(equals + 1));
            if (!Files.isReadable(file) || !Files.isRegularFile(file)) {
                throw new ReportException("--symbols: " + file + " is no file that you can read; give a kallsyms or System.map of the "
                        + "guest.");
            }
            chosen.add(new GuestSymbols.Chosen(equals < 0 ? null : text.substring(0, equals), file));
        }
        return chosen;
    }
}
