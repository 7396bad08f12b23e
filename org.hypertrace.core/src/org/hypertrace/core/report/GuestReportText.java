/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.hypertrace.core.machine.Nesting;
import org.hypertrace.core.task.GuestMode;
import org.hypertrace.core.task.TaskFigures;
import org.hypertrace.core.vcpu.VcpuState;

/** What a guest says, in the text of its VM: how many events, and which threads ran, with what the host stole of their time. */
final class GuestReportText {

    private static final int TOP = 8;
    private static final int CAUSES = 3;

    private final Lines fLines;

    GuestReportText(Lines lines) {
        fLines = lines;
    }

    void write(ModelReport.Vm report) {
        if (report.guest() == null) {
            return;
        }
        Map<String, Integer> events = report.guest().events();
        if (!events.isEmpty()) {
            fLines.line("");
            fLines.line("    guest events: %s", events.entrySet().stream()
                    .sorted(Map.Entry.<String, Integer> comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                    .limit(TOP).map(kind -> kind.getKey() + ' ' + kind.getValue()).collect(Collectors.joining(", "))
                    + (events.size() > TOP ? ", " + (events.size() - TOP) + " more kinds" : ""));
        }
        report.guest().nested().forEach((guest, counts) -> fLines.line("    %s: %d events", name(report, guest),
                counts.values().stream().mapToInt(Integer::intValue).sum()));
        threads(report);
    }

    /** Of too many guests the others have no name. */
    private static String name(ModelReport.Vm report, String nested) {
        Nesting nesting = Nesting.of(nested);
        return nesting == null ? nested : report.vm().who().nested(nesting).label();
    }

    private void threads(ModelReport.Vm report) {
        List<TaskFigures> ran = report.threads().stream().filter(figures -> figures.task().tid() != 0 && figures.running() > 0)
                .sorted(Comparator.comparingLong(TaskFigures::running).reversed()
                        .thenComparingInt(figures -> figures.task().tid()).thenComparingLong(TaskFigures::begin))
                .toList();
        if (!ran.isEmpty()) {
            fLines.line("");
            fLines.line("    %-28s %T %T %T %T", "guest threads", "running", "stolen", "tracer", "waiting");
            ran.stream().limit(TOP).forEach(this::thread);
            if (ran.size() > TOP) {
                fLines.line("      %d others ran %s", ran.size() - TOP,
                        fLines.duration(ran.stream().skip(TOP).mapToLong(TaskFigures::running).sum()));
            }
        }
        if (report.otherSwitches() > 0) {
            fLines.line("      More threads than are followed: %d switches to them are not shown.", report.otherSwitches());
        }
    }

    private void thread(TaskFigures figures) {
        fLines.line("      %-26s %T %T %T %T", figures.task().label(), fLines.duration(figures.running()),
                fLines.duration(figures.stolen()), fLines.duration(figures.tracer()), fLines.duration(figures.waiting()));
        String causes = figures.states().entrySet().stream()
                .filter(state -> state.getKey() != VcpuState.GUEST && state.getValue() > 0)
                .sorted(Map.Entry.<VcpuState, Long> comparingByValue().reversed()).limit(CAUSES)
                .map(state -> state.getKey().label() + ' ' + Lines.percent(state.getValue(), figures.running()))
                .collect(Collectors.joining(", "));
        String modes = figures.modes().entrySet().stream()
                .filter(mode -> mode.getKey() != GuestMode.RUNNING && mode.getValue() > 0)
                .map(mode -> mode.getKey().label() + ' ' + Lines.percent(mode.getValue(), figures.running()))
                .collect(Collectors.joining(", "));
        if (!causes.isEmpty() || !modes.isEmpty()) {
            fLines.line("        of running: %s", causes.isEmpty() ? modes : modes.isEmpty() ? causes : causes + "; in the guest "
                    + modes);
        }
    }
}
