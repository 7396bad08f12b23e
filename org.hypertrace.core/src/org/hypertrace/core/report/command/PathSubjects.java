/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.hypertrace.core.path.CriticalPaths;
import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.PathMode;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.core.path.PathQuery.Kind;
import org.hypertrace.core.path.PathSubject;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.report.page.ModelReport;

import picocli.CommandLine.Option;

/** Whose paths are asked for: each option may be given again. */
final class PathSubjects {

    /** A kind and which one of it. */
    record Asked(Kind kind, String value) { }

    @Option(names = "--thread", paramLabel = "TID|NAME[@BOOT]", description = "the life of a guest's thread; in boot BOOT, else the last such one")
    private List<String> fThreads = new ArrayList<>();

    @Option(names = "--host-thread", paramLabel = "TID", description = "the life of a thread of the host")
    private List<String> fHostThreads = new ArrayList<>();

    @Option(names = "--vcpu", paramLabel = "N", description = "the life of a vCPU")
    private List<String> fVcpus = new ArrayList<>();

    @Option(names = "--boot", paramLabel = "[VM#]N", description = "boot N, from 1, until the guest is ready")
    private List<String> fBoots = new ArrayList<>();

    @Option(names = "--initcall", paramLabel = "NAME|0xADDRESS", description = "the first initcall of this name that finishes")
    private List<String> fInitcalls = new ArrayList<>();

    @Option(names = "--step", paramLabel = "NAME", description = "a step, device or notifier of a shutdown")
    private List<String> fSteps = new ArrayList<>();

    @Option(names = "--shutdown", paramLabel = "N", description = "the steps of the shutdown that ends boot N")
    private List<String> fShutdowns = new ArrayList<>();

    @Option(names = "--boots", description = "every boot of every VM, or of the one of --vm")
    private boolean fAllBoots;

    @Option(names = "--shutdowns", description = "every shutdown likewise")
    private boolean fAllShutdowns;

    @Option(names = "--mark", paramLabel = "N", description = "from the first mark N to the next one")
    private List<String> fMark = new ArrayList<>();

    @Option(names = "--marks", arity = "2", paramLabel = "N", description = "from the first mark N to the next mark M")
    private List<String> fMarks = new ArrayList<>();

    @Option(names = "--awaits", paramLabel = "VM:N[@T]", description = "the subject polls for mark N of that VM, the first or the "
            + "one at T (ns since the epoch). Until then the path is that of the thread that sets the mark; may be given again")
    private List<String> fAwaits = new ArrayList<>();

    @Option(names = "--activations", description = "what a thread of the VMM did before it was woken for something is not that thing's cause")
    private boolean fActivations;

    @Option(names = "--guest-only", description = "as if the host were not recorded")
    private boolean fGuestOnly;

    /** All of them, in the order of the options above. */
    List<Asked> all() {
        List<Asked> all = new ArrayList<>();
        fThreads.forEach(value -> all.add(new Asked(Kind.THREAD, value)));
        fHostThreads.forEach(value -> all.add(new Asked(Kind.HOST_THREAD, value)));
        fVcpus.forEach(value -> all.add(new Asked(Kind.VCPU, value)));
        fBoots.forEach(value -> all.add(new Asked(Kind.BOOT, value)));
        fInitcalls.forEach(value -> all.add(new Asked(Kind.INITCALL, value)));
        fSteps.forEach(value -> all.add(new Asked(Kind.STEP, value)));
        fShutdowns.forEach(value -> all.add(new Asked(Kind.SHUTDOWN, value)));
        fMark.forEach(value -> all.add(new Asked(Kind.MARKS, value + ' ' + value)));
        for (int i = 0; i + 1 < fMarks.size(); i += 2) {
            all.add(new Asked(Kind.MARKS, fMarks.get(i) + ' ' + fMarks.get(i + 1)));
        }
        return all;
    }

    /** The kinds of which all are asked for. */
    List<Kind> whole() {
        return Stream.of(fAllBoots ? Kind.BOOT : null, fAllShutdowns ? Kind.SHUTDOWN : null).filter(Objects::nonNull).toList();
    }

    /** One that is written as a word and what follows it, {@code boot 2}; null if it is none. */
    static Asked of(String text) {
        String plain = text.strip().replaceFirst("^--", "");
        int blank = plain.indexOf(' ');
        String word = blank < 0 ? plain : plain.substring(0, blank);
        String value = blank < 0 ? "" : plain.substring(blank + 1).strip();
        if (value.isEmpty()) {
            return null;
        }
        if (word.equals("mark")) {
            return new Asked(Kind.MARKS, value + ' ' + value);
        }
        for (Kind kind : Kind.values()) {
            if (kind.option().equals("--" + word)) {
                return new Asked(kind, kind == Kind.MARKS ? value.replaceAll("\\s+", " ") : value);
            }
        }
        return null;
    }

    /** All that are asked for, in the order of the options; {@code vm}: the word for the VM, null for any. */
    List<FoundPath> found(CriticalPaths paths, String vm, ModelReport.Range range) throws ReportException {
        List<FoundPath> found = new ArrayList<>();
        for (Asked asked : all()) {
            found.add(find(paths, asked, vm, range));
        }
        for (Kind kind : whole()) {
            List<PathQuery> all = all(paths, kind, vm);
            for (PathQuery query : all) {
                found.add(find(paths, new Asked(kind, query.value()), query.vm(), range));
            }
            if (all.isEmpty() && found.isEmpty()) {
                throw new ReportException("No guest reports a " + kind.option().substring(2) + ". " + paths.choices());
            }
        }
        return found;
    }

    private static List<PathQuery> all(CriticalPaths paths, Kind kind, String vm) throws ReportException {
        try {
            return paths.all(kind, vm);
        } catch (PathSubject.Unknown e) {
            throw new ReportException(e.getMessage(), e);
        }
    }

    /**
     * @param paths
     *            what was gathered for them
     * @param asked
     *            whose path
     * @param vm
     *            the word for the VM, null for any
     * @param range
     *            the time asked for
     * @return the path
     */
    FoundPath find(CriticalPaths paths, Asked asked, String vm, ModelReport.Range range) throws ReportException {
        try {
            return paths.find(new PathQuery(asked.kind(), asked.value(), vm, range.from(), range.to(), fAwaits, new PathMode(fGuestOnly, fActivations)));
        } catch (PathSubject.Unknown e) {
            throw new ReportException(e.getMessage(), e);
        }
    }
}
