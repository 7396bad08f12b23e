/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestampFormat;
import org.hypertrace.core.guest.Oddity;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.machine.HostProcess.Evidence;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.resource.CpuUse;
import org.hypertrace.core.resource.Demand;
import org.hypertrace.core.vcpu.VcpuFigures;
import org.hypertrace.core.vcpu.VcpuFigures.TakerKind;
import org.hypertrace.core.vcpu.VcpuState;

/** A {@link ModelReport} for people: times as Trace Compass shows them, durations rounded, or exact. */
final class ModelReportText extends Lines {

    private static final int TOP = 8;

    private ModelReportText(boolean exact) {
        super(exact);
    }

    static String write(ModelReport report, boolean exact) {
        ModelReportText text = new ModelReportText(exact);
        text.line("%s", report.trace());
        text.line("%s - %s  (%s)", time(report.begin()), time(report.end()), text.duration(report.end() - report.begin()));
        report.hosts().forEach(text::host);
        text.missing(report.missing());
        text.oddities(report.oddities());
        return text.lines();
    }

    private void host(ModelReport.Host host) {
        line("");
        line("Host %s", host.host().name());
        if (host.vms().isEmpty()) {
            line("  no VM");
        }
        host.vms().forEach(this::vm);
        cpus(host.cpus());
    }

    private void cpus(List<CpuUse> cpus) {
        String row = "    %-8s %10s %10s %10s %10s %10s %14s %6s %14s";
        if (!cpus.isEmpty()) {
            line("");
            line("  What its processors did, and how many vCPUs had or wanted them:");
            line(row, "", "vCPUs", "tasks", "interrupts", "idle", "unknown", "runnable vCPUs", "most", "overcommitted");
        }
        for (CpuUse cpu : cpus) {
            long time = cpu.end() - cpu.begin();
            line(row, "CPU " + cpu.number(), percent(cpu.ns(TakerKind.VCPU), time), percent(cpu.ns(TakerKind.TASK), time),
                    percent(cpu.ns(TakerKind.INTERRUPT), time), percent(cpu.idle(), time), percent(cpu.unknown(), time),
                    String.format(Locale.ROOT, "%.2f", (double) cpu.runnableTime() / time), cpu.runnableMax(),
                    percent(cpu.contended(), time));
        }
    }

    private void vm(ModelReport.Vm report) {
        Machines.Vm vm = report.vm();
        line("");
        line("  %s  %s - %s%s", vm.who().title(), time(vm.begin()), time(vm.end()),
                vm.evidence() == Evidence.KERNEL_THREAD ? "  (process inferred)" : "");
        if (report.guest() != null && report.guest().dialect() != null) {
            line("    dialect %s: %s", report.guest().dialect(), report.guest().detected());
        }
        report.guestTraces().forEach(path -> line("    its own trace: %s", path));
        demand(report);
        report.vcpus().forEach(this::vcpu);
        NestedVmReport.write(report, this);
        new GuestReportText(this).write(report);
    }

    private void demand(ModelReport.Vm report) {
        Demand demand = report.demand();
        Demand.Wait wait = demand.longestWait();
        line("    wanted a processor for %s, got one for %s; stolen %s (%s)%s", duration(demand.demand()),
                duration(demand.got()), duration(demand.stolen()),
                percent(demand.stolen(), report.vcpus().stream().mapToLong(VcpuFigures::lifetime).sum()),
                wait == null ? "" : ", the longest wait " + duration(wait.ns()) + " from " + time(wait.begin()) + " (vCPU "
                        + wait.vcpu().number() + ')');
    }

    private void vcpu(VcpuFigures figures) {
        line("");
        line("    vCPU %d  (thread %d)  %s,  %d entries, %d exits, %d migrations", figures.vcpu().number(),
                figures.vcpu().tid(), duration(figures.lifetime()), figures.entries(), figures.exits(),
                figures.migrations());
        for (VcpuState state : VcpuState.values()) {
            long ns = figures.ns(state);
            if (ns > 0) {
                line("      %-15s %T  %8s", state.label(), duration(ns), percent(ns, figures.lifetime()));
            }
        }
        if (!figures.exitReasons().isEmpty()) {
            line("      exits: %s", some(figures.exitReasons(), count -> ExitReason.label(count.isa(), count.reason()) + ' '
                    + count.count()));
        }
        List<VcpuFigures.TakerTime> takers = figures.takers();
        if (!takers.isEmpty()) {
            line("      who had its processor:");
            for (VcpuFigures.TakerTime taker : takers.subList(0, Math.min(TOP, takers.size()))) {
                line("        %-28s %T  %8s", name(taker), duration(taker.ns()), percent(taker.ns(), figures.lifetime()));
            }
            if (takers.size() > TOP) {
                long rest = takers.subList(TOP, takers.size()).stream().mapToLong(VcpuFigures.TakerTime::ns).sum();
                line("        %-28s %T  %8s", takers.size() - TOP + " others", duration(rest),
                        percent(rest, figures.lifetime()));
            }
        }
    }

    private static String name(VcpuFigures.TakerTime taker) {
        return taker.tid() < 0 ? taker.name() : taker.name() + " (" + taker.tid() + ')';
    }

    private static <T> String some(List<T> items, Function<T, String> text) {
        String joined = items.stream().limit(TOP).map(text).collect(Collectors.joining(", "));
        return items.size() > TOP ? joined + ", " + (items.size() - TOP) + " more reasons" : joined;
    }

    private void missing(List<RecordedEvents.Missing> missing) {
        if (!missing.isEmpty()) {
            line("");
            line("Not recorded:");
            missing.forEach(m -> line("  %s: %s.%n      %s", m.event(), m.consequence(), m.enable()));
        }
    }

    private void oddities(List<Oddity> oddities) {
        if (!oddities.isEmpty()) {
            line("");
            line("Data quality:");
            oddities.forEach(odd -> line("  %s: %s %d - %s.%n      %s", odd.vm() == null ? "host " + odd.host() : odd.vm(),
                    odd.what(), odd.count(), odd.meaning(), odd.help()));
        }
    }

    private static String time(long ns) {
        return TmfTimestampFormat.getDefaulTimeFormat().format(ns);
    }

}
