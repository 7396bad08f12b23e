/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.cpu.CpuUse;
import org.hypertrace.core.cpu.Demand;
import org.hypertrace.core.losses.DataLoss;
import org.hypertrace.core.machine.HostProcess.Evidence;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Check;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Finding;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.vcpu.VcpuFigures;
import org.hypertrace.core.vcpu.VcpuFigures.PreemptorKind;

/** A {@link ModelReport} as a document: what stands out, hosts, in them VMs, in these vCPUs, what is nested, and guests' threads. */
public final class ModelPage {

    /** What its tables are called; the first one is the usual one. */
    public static final List<String> TABLES = List.of(VcpuParts.VCPUS, GuestParts.THREADS, VcpuParts.STATES, VcpuParts.PREEMPTORS,
            NestedParts.VCPUS, "cpus", ClockParts.CLOCKS, ResidualParts.PIECES, ResidualParts.BOUNDS, FindingParts.FINDINGS);

    private record Cpu(ModelReport.Host host, CpuUse use) {

        Amount share(long ns) {
            return Amount.share(ns, use.end() - use.begin());
        }

        Amount share(PreemptorKind kind) {
            return share(use.ns(kind));
        }
    }

    private static final List<Column<Cpu>> CPUS = List.of(
            Column.id("host", cpu -> cpu.host.host().name()),
            new Column<>("cpu", "processor", cpu -> "CPU " + cpu.use.number(), cpu -> cpu.use.number()),
            Column.of("vcpus", "vCPUs", cpu -> cpu.share(PreemptorKind.VCPU)),
            Column.of("tasks", "tasks", cpu -> cpu.share(PreemptorKind.TASK)),
            Column.of("interrupts", "interrupts", cpu -> cpu.share(PreemptorKind.INTERRUPT)),
            Column.of("idle", "idle", cpu -> cpu.share(cpu.use.idle())),
            Column.of("unknown", "unknown", cpu -> cpu.share(cpu.use.unknown())),
            Column.of("runnable vcpus", "runnable vCPUs", cpu -> Amount.number(cpu.share(cpu.use.runnableTime()).ratio())),
            Column.of("most", "most", cpu -> Amount.count(cpu.use.runnableMax())),
            Column.of("overcommitted", "overcommitted", cpu -> cpu.share(cpu.use.contended())));

    private ModelPage() {
    }

    /**
     * @param report
     *            what is reported
     * @return it as a document
     */
    public static Page of(ModelReport report) {
        return of(report, VcpuBudget.Held.NONE);
    }

    /**
     * @param report
     *            what is reported
     * @param held
     *            how it fares by budgets
     * @return it as a document
     */
    public static Page of(ModelReport report, VcpuBudget.Held held) {
        List<Part> answers = new ArrayList<>(held.results().stream().map(VcpuBudget.Result::check).toList());
        answers.addAll(NotCheckedParts.of(held.notChecked()));
        List<Part> parts = new ArrayList<>();
        parts.add(Sentence.quiet(Amount.time(report.begin()), " - ", Amount.time(report.end()), "  (", Amount.ns(report.end() - report.begin()),
                ")"));
        parts.addAll(FindingParts.of(report.findings()));
        report.hosts().forEach(host -> parts.add(host(host)));
        parts.addAll(ClockParts.of(report.clocks(), report.rings()));
        parts.addAll(ending(report));
        return new Page("Virtual machines", report.trace(), answers, parts);
    }

    /**
     * @param report
     *            what is reported
     * @return how its documents end: what was not recorded, lost or contradicts itself
     */
    public static List<Part> ending(ModelReport report) {
        List<Part> parts = new ArrayList<>(Notes.of(List.of(), report.missing()));
        if (!report.losses().isEmpty()) {
            parts.add(new Section("Data quality", report.losses().stream().map(ModelPage::loss).toList()));
        }
        return parts;
    }

    private static Part loss(DataLoss loss) {
        return new Finding(List.of(Sentence.plain(loss.vm() == null ? "host " + loss.host() : loss.vm(), ": ", loss.what(), " ",
                Amount.count(loss.count()), " - ", loss.meaning(), "."), Sentence.plain(loss.help())));
    }

    private static Section host(ModelReport.Host host) {
        List<Part> parts = new ArrayList<>();
        if (host.vms().isEmpty()) {
            parts.add(Sentence.plain("No VM."));
        }
        host.vms().forEach(vm -> parts.add(new Section(vm.vm().who().title(), vm(host, vm))));
        if (!host.cpus().isEmpty()) {
            List<Cpu> cpus = host.cpus().stream().map(use -> new Cpu(host, use)).toList();
            parts.add(new Section("What its processors did, and how many vCPUs had or wanted them", List.of(Table.of("cpus", CPUS, cpus, cpus))));
        }
        return new Section("Host " + host.host().name(), parts);
    }

    private static List<Part> vm(ModelReport.Host host, ModelReport.Vm report) {
        Machines.Vm vm = report.vm();
        List<Part> parts = new ArrayList<>();
        parts.add(Sentence.quiet(Amount.time(vm.begin()), " - ", Amount.time(vm.end()),
                vm.evidence() == Evidence.KERNEL_THREAD ? "  (process inferred)" : ""));
        if (report.guest() != null && report.guest().dialect() != null) {
            parts.add(Sentence.plain("dialect " + report.guest().dialect() + ": ", report.guest().detected()));
        }
        report.guestTraces().forEach(path -> parts.add(Sentence.plain("its own trace: ", path)));
        parts.add(demand(report));
        report.vcpus().forEach(vcpu -> parts.add(check(report, vcpu)));
        parts.addAll(VcpuParts.of(host, report));
        parts.addAll(NestedParts.of(host, report));
        parts.addAll(GuestParts.of(host, report));
        return parts;
    }

    /** For programs: how long a vCPU lived, and how long it was in each state. */
    private static Check check(ModelReport.Vm report, VcpuFigures vcpu) {
        Map<String, Object> about = new LinkedHashMap<>();
        about.put("guest", report.vm().label());
        about.put("vcpu", vcpu.vcpu().number());
        vcpu.states().forEach((state, ns) -> about.put(state.key() + "_ms", Amount.ns(ns)));
        return new Check(true, report.vm().label() + " vCPU " + vcpu.vcpu().number() + ": life", null, false,
                new Check.Figure("hypertrace.report.life", Amount.ns(vcpu.lifetime()), null, about));
    }

    private static Sentence demand(ModelReport.Vm report) {
        Demand demand = report.demand();
        List<Object> pieces = new ArrayList<>(List.of("Wanted a processor for ", Amount.ns(demand.demand()), ", got one for ",
                Amount.ns(demand.got()), "; stolen ", Amount.ns(demand.stolen()), " (",
                Amount.share(demand.stolen(), report.vcpus().stream().mapToLong(VcpuFigures::lifetime).sum()), ")"));
        Demand.Wait wait = demand.longestWait();
        if (wait != null) {
            pieces.addAll(List.of(", the longest wait ", Amount.ns(wait.ns()), " from ", Amount.time(wait.begin()),
                    " (vCPU " + wait.vcpu().number() + ")"));
        }
        pieces.add(".");
        return Sentence.answer(pieces.toArray());
    }
}
