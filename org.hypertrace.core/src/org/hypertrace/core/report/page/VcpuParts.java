/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.hypertrace.core.container.Container;
import org.hypertrace.core.cpu.Demand;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Bar;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.vcpu.LoneStates;
import org.hypertrace.core.vcpu.StolenBy;
import org.hypertrace.core.vcpu.VcpuFigures;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.core.vcpu.view.VcpuStyles;
import org.hypertrace.core.view.Styles;

/** The vCPUs of a VM: all of them in one table, then each with its states, its exits and who had its processor. */
final class VcpuParts {

    static final String VCPUS = "vcpus";
    static final String STATES = "states";
    static final String PREEMPTORS = "preemptors";
    private static final int TOP = 8;

    /** A vCPU. */
    private record Vcpu(ModelReport.Host host, ModelReport.Vm vm, VcpuFigures figures, Demand demand) {

        String label() {
            return "vCPU " + figures.vcpu().number();
        }

        Object ofWait(Function<Demand.Wait, ?> cell) {
            return demand.longestWait() == null ? "" : cell.apply(demand.longestWait());
        }
    }

    /** How long a vCPU was in a state, or somebody had its processor; the colour and the figures are null for whom there are none. */
    private record Time(Vcpu vcpu, String key, String name, long ns, Styles style, StolenBy stolen) {

        static Time of(Vcpu vcpu, StolenBy by) {
            return new Time(vcpu, by.who().kind().key(), by.who().label(), by.ns(), null, by);
        }

        Object of(Function<StolenBy, ?> cell) {
            return stolen == null ? "" : cell.apply(stolen);
        }

        Amount share() {
            return Amount.share(ns, vcpu.figures.lifetime());
        }
    }

    private static final List<Column<Vcpu>> VCPU_COLUMNS = vcpuColumns();
    private static final List<Column<Time>> STATE_COLUMNS = timeColumns("state", "state");
    private static final List<Column<Time>> PREEMPTOR_COLUMNS = preemptorColumns();

    private VcpuParts() {
    }

    private static List<Column<Vcpu>> vcpuColumns() {
        List<Column<Vcpu>> columns = new ArrayList<>(List.of(
                Column.id("host", row -> row.host.host().name()),
                Column.id("vm", row -> row.vm.vm().label()),
                Column.id("vm key", row -> row.vm.vm().key()),
                new Column<>("vcpu", "", Vcpu::label, row -> row.figures.vcpu().number()),
                Column.of("tid", "thread", row -> row.figures.vcpu().isAlone() ? "" : Amount.count(row.figures.vcpu().tid())),
                Column.<Vcpu> of("life", "life", row -> Amount.ns(row.figures.lifetime())).later(),
                Column.id("begin", row -> row.figures.begin()),
                Column.id("end", row -> row.figures.end()),
                Column.of("entries", "entries", row -> Amount.count(row.figures.entries())),
                Column.of("exits", "exits", row -> Amount.count(row.figures.exits())),
                Column.of("migrations", "migrations", row -> Amount.count(row.figures.migrations()))));
        // people have them in a table of their own, with their shares
        Arrays.stream(VcpuState.values()).forEach(state -> columns.add(Column.id(state.key(), row -> row.figures.ns(state))));
        columns.addAll(List.of(
                Column.of("demand", "wanted", row -> Amount.ns(row.demand.demand())),
                Column.of("got", "got", row -> Amount.ns(row.demand.got())),
                Column.of("stolen", "stolen", row -> Amount.ns(row.demand.stolen())),
                Column.<Vcpu> of("longest wait", "longest wait", row -> row.ofWait(wait -> Amount.ns(wait.ns()))).later(),
                Column.of("longest wait begin", "from", row -> row.ofWait(wait -> Amount.time(wait.begin()))),
                Column.id("longest wait end", row -> row.ofWait(Demand.Wait::end)),
                Column.<Vcpu> id("container", row -> Container.namespaceOf(row.figures.vcpu().container())).later(),
                Column.<Vcpu> id("container name", row -> Container.nameOf(row.figures.vcpu().container())).later()));
        return columns;
    }

    private static List<Column<Time>> timeColumns(String key, String head) {
        return List.of(
                Column.id("host", row -> row.vcpu.host.host().name()),
                Column.id("vm", row -> row.vcpu.vm.vm().label()),
                Column.id("vm key", row -> row.vcpu.vm.vm().key()),
                Column.id("vcpu", row -> row.vcpu.figures.vcpu().number()),
                Column.id(key, Time::key),
                Column.of("name", head, Time::name),
                Column.of("time", "time", row -> Amount.ns(row.ns)),
                new Column<>("share", "share", row -> row.style == null ? row.share() : Bar.share(row.style, row.share()), Time::share));
    }

    private static List<Column<Time>> preemptorColumns() {
        List<Column<Time>> columns = new ArrayList<>(timeColumns("kind", "who had its processor"));
        columns.addAll(List.of(
                Column.of("times", "times", row -> row.of(by -> Amount.count(by.times()))),
                Column.of("longest", "longest", row -> row.of(by -> Amount.ns(by.longest()))),
                Column.of("longest begin", "from", row -> row.of(by -> Amount.time(by.begin()))),
                Column.id("longest end", row -> row.of(StolenBy::end))));
        return columns;
    }

    static List<Part> of(ModelReport.Host host, ModelReport.Vm vm) {
        List<Vcpu> vcpus = IntStream.range(0, vm.vcpus().size())
                .mapToObj(i -> new Vcpu(host, vm, vm.vcpus().get(i), vm.demands().get(i))).toList();
        List<Part> parts = new ArrayList<>(List.of(Table.of(VCPUS, VCPU_COLUMNS, vcpus, vcpus)));
        vcpus.forEach(vcpu -> parts.add(new Section(vcpu.label(), parts(vcpu))));
        return parts;
    }

    private static List<Part> parts(Vcpu vcpu) {
        List<Part> parts = new ArrayList<>();
        List<Time> states = Arrays.stream(VcpuState.values()).map(state -> new Time(vcpu, state.key(), LoneStates.label(vcpu.figures.vcpu(), state), vcpu.figures.ns(state),
                VcpuStyles.of(state), null)).toList();
        parts.add(Table.of(STATES, STATE_COLUMNS, states.stream().filter(state -> state.ns > 0).toList(), states));
        List<VcpuFigures.ExitCount> exits = vcpu.figures.exitReasons();
        if (!exits.isEmpty()) {
            parts.add(Sentence.plain("exits: ", exits.stream().limit(TOP).map(count -> ExitReason.label(count.isa(), count.reason()) + ' '
                    + count.count()).collect(Collectors.joining(", ")), exits.size() > TOP ? ", " + (exits.size() - TOP) + " more reasons" : ""));
        }
        List<Time> preemptors = vcpu.figures.stolenBy().stream().map(by -> Time.of(vcpu, by)).toList();
        List<Time> shown = new ArrayList<>(preemptors.subList(0, Math.min(TOP, preemptors.size())));
        if (preemptors.size() > TOP) {
            shown.add(new Time(vcpu, "", preemptors.size() - TOP + " others", preemptors.stream().skip(TOP).mapToLong(Time::ns).sum(),
                    null, null));
        }
        parts.add(Table.of(PREEMPTORS, PREEMPTOR_COLUMNS, shown, preemptors));
        return parts;
    }
}
