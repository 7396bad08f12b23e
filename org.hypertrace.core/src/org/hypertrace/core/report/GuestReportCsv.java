/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.report.render.CsvTable;
import org.hypertrace.core.task.GuestMode;
import org.hypertrace.core.task.TaskFigures;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * The threads of guests as CSV (RFC 4180): a line per thread; times in ns since the epoch, durations in ns. The columns of
 * vCPU states and of guest modes split <em>running</em>.
 */
final class GuestReportCsv {

    private GuestReportCsv() {
    }

    static String write(ModelReport report) throws IOException {
        CsvTable csv = new CsvTable();
        List<Object> header = new ArrayList<>(List.of("host", "vm", "vm key", "tid", "name", "begin", "end", "wall",
                "running", "open", "waiting", "sleeping", "unknown", "tracer"));
        for (VcpuState state : VcpuState.values()) {
            header.add("vcpu " + state.key());
        }
        for (GuestMode mode : GuestMode.values()) {
            header.add("mode " + mode.key());
        }
        csv.row(header);
        for (ModelReport.Host host : report.hosts()) {
            for (ModelReport.Vm vm : host.vms()) {
                for (TaskFigures figures : vm.threads()) {
                    csv.row(line(host.host(), vm.vm(), figures));
                }
            }
        }
        return csv.text();
    }

    private static List<Object> line(Machines.Host host, Machines.Vm vm, TaskFigures figures) {
        String name = figures.task().name();
        List<Object> line = new ArrayList<>(List.of(host.name(), vm.label(), vm.key(), figures.task().tid(),
                name == null ? "" : name, figures.begin(), figures.end(), figures.wall(), figures.running(), figures.open(),
                figures.waiting(), figures.sleeping(), figures.unknown(), figures.tracer()));
        line.addAll(figures.states().values());
        line.addAll(figures.modes().values());
        return line;
    }
}
