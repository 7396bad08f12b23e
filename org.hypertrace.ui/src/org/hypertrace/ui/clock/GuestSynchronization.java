/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.clock;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.swt.widgets.Display;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.hypertrace.core.clock.ClockQuality;
import org.hypertrace.core.clock.Fit;
import org.hypertrace.core.clock.kept.KeptClock;
import org.hypertrace.core.clock.read.GuestTraceClocks;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.read.GuestTrace;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.RecordingHash;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.settings.DialectChoices;
import org.hypertrace.core.timeline.Dialects;
import org.hypertrace.ui.dialect.GuestDialects;

/**
 * Puts the traces of an experiment that guests recorded themselves on the clocks of their hosts, as timestamp transforms that the project
 * keeps. What the user has set in Trace Compass is replaced only if the user wants that.
 */
public final class GuestSynchronization {

    static final String TITLE = "Synchronize Guests";
    private static final String NONE = "No manifest names a trace of this experiment as a guest's own; name it as \"guestTrace\", and add both traces.";

    /** The hosts that name the guest's trace: it is on the clock of the first that it fits. */
    private record Target(GuestElement element, String guest, String hosts) { }

    private final TmfExperimentElement fExperiment;
    private final boolean fIsAsked;

    /**
     * @param experiment
     *            of hosts and guests
     * @param isAsked
     *            whether the user asked for it, and wants to know what became of it
     */
    public GuestSynchronization(TmfExperimentElement experiment, boolean isAsked) {
        fExperiment = experiment;
        fIsAsked = isAsked;
    }

    /**
     * Compares the clocks if that was not done for these recordings and dialects; else nothing is read. Traces that get other times are closed.
     *
     * @param monitor
     *            gets the progress, and can cancel: then nothing changes
     * @return whether any trace got other times
     * @throws ReportException
     *             if the clocks cannot be compared or kept
     * @throws CoreException
     *             if the workspace does not take it
     */
    public boolean run(IProgressMonitor monitor) throws ReportException, CoreException {
        Map<Path, GuestElement> elements = new LinkedHashMap<>();
        for (TmfTraceElement trace : fExperiment.getTraces()) {
            GuestElement element = new GuestElement(trace);
            elements.put(element.path(), element);
        }
        if (!areNamed(elements.keySet())) {
            if (fIsAsked) {
                throw new ReportException(NONE);
            }
            return false;
        }
        try (OpenTraces open = OpenTraces.open(List.copyOf(elements.keySet()))) {
            List<Dialects.Chosen> dialects = DialectChoices.of(GuestDialects.file(fExperiment));
            List<Target> targets = targets(open.hosts(), elements, dialects);
            List<Target> wanted = wanted(targets);
            if (wanted.isEmpty() && fIsAsked) {
                showKept(targets);
            }
            return !wanted.isEmpty() && put(wanted, open, dialects, monitor);
        } catch (IOException e) {
            throw new ReportException(e.getMessage(), e);
        }
    }

    /** Whether it is worth opening the traces: what is wrong with a manifest is reported by the model, or when the user asks. */
    private boolean areNamed(Set<Path> traces) {
        try {
            for (Path trace : traces) {
                Manifest manifest = Manifest.beside(trace);
                if (manifest != null && manifest.vms().stream().anyMatch(vm -> vm.guestTrace() != null && traces.contains(vm.guestTrace()))) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            return fIsAsked;
        }
    }

    private static List<Target> targets(HostTraces hosts, Map<Path, GuestElement> elements, List<Dialects.Chosen> dialects) {
        Map<GuestElement, String> hostsOf = new LinkedHashMap<>();
        for (GuestTrace guest : GuestTraceClocks.ownTraces(hosts)) {
            GuestElement element = elements.get(path(guest.trace()));
            if (element != null) {
                hostsOf.merge(element, hosts.tracesOf(guest.host()).stream().map(host -> RecordingHash.ofContents(path(host)))
                        .collect(Collectors.joining("-")), (one, other) -> one + ' ' + other);
            }
        }
        // what a guest reports depends on them
        String ofDialects = dialects.isEmpty() ? "" : "-" + Integer.toHexString(Dialects.hash(dialects));
        return hostsOf.entrySet().stream().map(one -> new Target(one.getKey(), RecordingHash.ofContents(one.getKey().path()), one.getValue() + ofDialects))
                .toList();
    }

    private static Path path(ITmfTrace trace) {
        return Path.of(trace.getPath()).toAbsolutePath().normalize();
    }

    /** Those that are to be put on another clock. */
    private List<Target> wanted(List<Target> targets) throws ReportException, CoreException {
        if (targets.isEmpty() && fIsAsked) {
            throw new ReportException(NONE);
        }
        List<Target> wanted = new ArrayList<>();
        List<Target> set = new ArrayList<>();
        for (Target target : targets) {
            GuestElement.State state = target.element.state(target.guest, target.hosts);
            if (state == GuestElement.State.SET_BY_USER) {
                set.add(target);
            } else if (state == GuestElement.State.OUTDATED) {
                wanted.add(target);
            }
        }
        if (!set.isEmpty() && fIsAsked && replaces(names(set))) {
            wanted.addAll(set);
        } else if (!fIsAsked) {
            List<Target> news = new ArrayList<>();
            for (Target target : set) {
                if (target.element.isToBeReported()) {
                    news.add(target);
                }
            }
            if (!news.isEmpty()) {
                inform("The times of " + names(news) + " were set in Trace Compass and stay so. Choose " + TITLE
                        + " in the context menu of the experiment to put them on the host's clock.");
            }
        }
        return wanted;
    }

    private static String names(List<Target> targets) {
        return targets.stream().map(target -> target.element.trace().getElementPath()).collect(Collectors.joining(" and "));
    }

    private static boolean replaces(String names) {
        boolean[] answer = new boolean[1];
        Display display = Display.getDefault();
        display.syncExec(() -> answer[0] = MessageDialog.openQuestion(display.getActiveShell(), TITLE, "The times of " + names
                + " were set in Trace Compass. Replace them by times on the host's clock?"));
        return answer[0];
    }

    /** How those fit that are in their place since the clocks were compared. */
    private static void showKept(List<Target> targets) {
        List<String> sentences = new ArrayList<>();
        for (Target target : targets) {
            KeptClock kept = target.element.state(target.guest, target.hosts) == GuestElement.State.IN_PLACE ? target.element.kept() : null;
            if (kept != null) {
                String name = target.element.trace().getElementPath();
                Fit fit = kept.fit();
                sentences.add(kept.clock() == null ? none(name) : !fit.isTied() ? coarse(name)
                        : name + " is on the host's clock since these recordings were compared: " + outside(fit.violations(), fit.events()));
            }
        }
        if (!sentences.isEmpty()) {
            inform(String.join("\n", sentences));
        }
    }

    private boolean put(List<Target> wanted, OpenTraces open, List<Dialects.Chosen> dialects, IProgressMonitor monitor)
            throws ReportException, CoreException, IOException {
        open.setDialects(dialects);
        open.join(monitor);
        if (monitor.isCanceled()) {
            return false;
        }
        boolean isChanged = false;
        List<String> sentences = new ArrayList<>();
        for (Target target : wanted) {
            List<ClockQuality> qualities = open.placed().stream().filter(placed -> Path.of(placed.path()).toAbsolutePath().normalize().equals(target.element.path()))
                    .map(GuestTraceClocks.Placed::quality).toList();
            if (!qualities.isEmpty()) {
                target.element.put(KeptClock.of(target.guest, target.hosts, qualities), monitor);
                isChanged = true;
                sentences.add(sentence(target.element.trace().getElementPath(), ClockQuality.deciding(qualities)));
            }
        }
        if (fIsAsked && isChanged) {
            inform(String.join("\n", sentences));
        }
        return isChanged;
    }

    private static String sentence(String name, ClockQuality quality) {
        return switch (quality.method()) {
        case NONE -> none(name);
        case HELLO -> coarse(name);
        default -> name + " is on the host's clock, by " + (quality.method() == ClockQuality.Method.HYPERCALLS ? "hypercalls" : "containment") + ": "
                + outside(quality.joined().count(), quality.guestEvents());
        };
    }

    private static String none(String name) {
        return "The clock of " + name + " could not be put on the host's: its times are as recorded. report --table clocks has more.";
    }

    private static String coarse(String name) {
        return name + " is on the host's clock by a coarse offset only: nothing but clocks that the guest reported is known.";
    }

    private static String outside(long count, long events) {
        return count + " of " + events + " events are at times at which their vCPU was not in the guest.";
    }

    private static void inform(String sentence) {
        Display display = Display.getDefault();
        display.asyncExec(() -> MessageDialog.openInformation(display.getActiveShell(), TITLE, sentence));
    }
}
