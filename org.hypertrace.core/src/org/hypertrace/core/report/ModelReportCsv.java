/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.report.render.CsvTable;
import org.hypertrace.core.resource.Demand;
import org.hypertrace.core.vcpu.VcpuFigures;
import org.hypertrace.core.vcpu.VcpuState;

/** A {@link ModelReport} as CSV (RFC 4180): a line per vCPU; times in ns since the epoch, durations in ns. */
final class ModelReportCsv {

    private ModelReportCsv() {
    }

    static String write(ModelReport report) throws IOException {
        CsvTable csv = new CsvTable();
        List<Object> header = new ArrayList<>(List.of("host", "vm", "vm key", "vcpu", "tid", "begin", "end", "entries",
                "exits", "migrations"));
        for (VcpuState state : VcpuState.values()) {
            header.add(state.key());
        }
        header.addAll(List.of("demand", "got", "stolen", "longest wait begin", "longest wait end"));
        csv.row(header);
        for (ModelReport.Host host : report.hosts()) {
            for (ModelReport.Vm vm : host.vms()) {
                for (int i = 0; i < vm.vcpus().size(); i++) {
                    csv.row(line(host.host(), vm.vm(), vm.vcpus().get(i), vm.demands().get(i)));
                }
            }
        }
        return csv.text();
    }

    private static List<Object> line(Machines.Host host, Machines.Vm vm, VcpuFigures figures, Demand demand) {
        List<Object> line = new ArrayList<>(List.of(host.name(), vm.label(), vm.key(), figures.vcpu().number(),
                figures.vcpu().tid(), figures.begin(), figures.end(), figures.entries(), figures.exits(),
                figures.migrations()));
        for (VcpuState state : VcpuState.values()) {
            line.add(figures.ns(state));
        }
        line.addAll(List.of(demand.demand(), demand.got(), demand.stolen()));
        Demand.Wait wait = demand.longestWait();
        line.addAll(wait == null ? List.of("", "") : List.of(wait.begin(), wait.end()));
        return line;
    }
}
