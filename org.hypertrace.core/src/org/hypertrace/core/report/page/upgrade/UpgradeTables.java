/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.upgrade;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.AtLeast;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.report.page.SpeedUpColumns;
import org.hypertrace.core.report.page.StateBar;
import org.hypertrace.core.run.TimeSplit;
import org.hypertrace.core.upgrade.CampaignComparison;
import org.hypertrace.core.upgrade.CampaignProfile;
import org.hypertrace.core.upgrade.Phase;
import org.hypertrace.core.upgrade.Point;
import org.hypertrace.core.upgrade.Restart;
import org.hypertrace.core.upgrade.Segment;
import org.hypertrace.core.upgrade.Window;

/** The tables of a rolling upgrade. */
final class UpgradeTables {

    static final String PHASES = "phases";
    static final String POINTS = "points";
    static final String CHAIN = "chain";
    static final String SUMS = "sums";
    static final String WINDOWS = "windows";
    static final String VCPUS = "vcpus";
    static final String COMPARISON = "comparison";

    /** Something that took time; {@code most}: what the bars are as wide as. */
    private record Time<T>(CampaignProfile profile, Restart restart, T of, long begin, long end, boolean open, TimeSplit spent, long most) {

        Object took() {
            Amount took = Amount.ns(end - begin);
            return open ? new AtLeast(took) : took;
        }
    }

    private record OfVcpu(CampaignProfile profile, Restart restart, Phase phase, CampaignProfile.VcpuTime vcpu) { }

    private record KnownPoint(CampaignProfile profile, Restart restart, Point point) { }

    private record Lost(CampaignProfile profile, String what, boolean certain, Window window, String missing) { }

    private UpgradeTables() {
    }

    private static <T> List<Column<Time<T>>> spent() {
        List<Column<Time<T>>> columns = new ArrayList<>();
        columns.add(Column.id("begin", row -> Amount.time(row.begin)));
        columns.add(Column.id("end", row -> row.open ? "" : Amount.time(row.end)));
        columns.add(new Column<>("duration", "took", Time::took, row -> row.open ? "" : Amount.ns(row.end - row.begin)));
        columns.add(new Column<>("own", "own", row -> Amount.share(row.spent.own(), row.end - row.begin), row -> Amount.ns(row.spent.own())));
        columns.add(new Column<>("host", "by the host", row -> Amount.share(row.spent.host(), row.end - row.begin), row -> Amount.ns(row.spent.host())));
        columns.addAll(StateBar.columns(row -> state -> Amount.ns(row.spent.ns(state))));
        columns.add(Column.shown("where it went", row -> StateBar.of(row.spent::ns, Math.max(1, row.most))));
        return columns;
    }

    /** The phases of all restarts, or of one. */
    static Table phases(CampaignProfile profile, List<Restart> restarts) {
        long most = restarts.stream().flatMap(restart -> restart.phases().stream()).mapToLong(Phase::duration).max().orElse(1);
        List<Time<Phase>> rows = restarts.stream().flatMap(restart -> restart.phases().stream().map(phase -> new Time<>(profile, restart, phase,
                phase.begin(), phase.end(), phase.open(), profile.spent(phase), most))).toList();
        List<Column<Time<Phase>>> columns = new ArrayList<>();
        columns.add(Column.id("trace", row -> row.profile.trace()));
        columns.add(Column.id("node", row -> row.restart.node()));
        columns.add(Column.id("restart", row -> Amount.count(row.restart.number())));
        columns.add(Column.of("phase", "phase", row -> row.of.name()));
        columns.add(Column.id("vm", row -> row.of.vm()));
        columns.addAll(spent());
        columns.add(Column.<Time<Phase>> of("merged", "also", row -> String.join(", ", row.of.merged())).later());
        columns.add(Column.<Time<Phase>> of("known by", "known by", row -> row.restart.points().get(row.of.from()).by().key()).later());
        return Table.of(PHASES, columns, rows, rows);
    }

    /** What each vCPU did in the phases of restarts; without rows if no VM has several. */
    static Table vcpus(CampaignProfile profile, List<Restart> restarts) {
        List<OfVcpu> rows = restarts.stream().flatMap(restart -> restart.phases().stream().flatMap(phase -> profile.vcpus(phase).stream()
                .map(vcpu -> new OfVcpu(profile, restart, phase, vcpu)))).toList();
        List<Column<OfVcpu>> columns = new ArrayList<>(List.of(Column.id("trace", row -> row.profile.trace()),
                Column.id("node", row -> row.restart.node()), Column.id("restart", row -> Amount.count(row.restart.number())),
                Column.of("phase", "phase", row -> row.phase.name()), Column.id("vm", row -> row.phase.vm()),
                Column.of("vcpu", "vCPU", row -> Amount.count(row.vcpu.number())),
                Column.of("duration", "took", row -> Amount.ns(row.phase.duration())), Column.of("own", "own", row -> Amount.ns(row.vcpu.spent().own())),
                Column.of("host", "by the host", row -> Amount.ns(row.vcpu.spent().host()))));
        columns.addAll(StateBar.columns(row -> state -> Amount.ns(row.vcpu.spent().ns(state))));
        columns.add(Column.shown("where it went", row -> StateBar.of(row.vcpu.spent()::ns, Math.max(1, row.phase.duration()))));
        return Table.of(VCPUS, columns, rows, rows);
    }

    static Table points(CampaignProfile profile, Restart restart) {
        List<KnownPoint> rows = restart.points().keySet().stream().map(point -> new KnownPoint(profile, restart, point)).toList();
        return Table.of(POINTS, List.of(Column.id("trace", row -> row.profile.trace()), Column.id("node", row -> row.restart.node()),
                Column.id("restart", row -> Amount.count(row.restart.number())), Column.of("point", "point", row -> row.point.key()),
                Column.of("time", "time", row -> Amount.time(row.restart.points().get(row.point).time())),
                Column.of("known by", "known by", row -> row.restart.points().get(row.point).by().key())), rows, rows);
    }

    static Table chain(CampaignProfile profile) {
        long most = profile.campaign().chain().stream().mapToLong(Segment::duration).max().orElse(1);
        List<Time<Segment>> rows = profile.campaign().chain().stream().map(segment -> new Time<>(profile, null, segment, segment.begin(), segment.end(),
                segment.of() != null && segment.of().open(), profile.spent(segment), most)).toList();
        List<Column<Time<Segment>>> columns = new ArrayList<>();
        columns.add(Column.id("trace", row -> row.profile.trace()));
        columns.add(Column.of("vm", "who", row -> row.of.vm() == null ? "" : row.of.vm()));
        columns.add(Column.of("phase", "phase", row -> row.of.phase()));
        columns.addAll(spent());
        return Table.of(CHAIN, columns, rows, rows);
    }

    static Table sums(CampaignProfile profile) {
        long most = profile.byPhase().stream().mapToLong(CampaignProfile.Sum::duration).max().orElse(1);
        List<Time<CampaignProfile.Sum>> rows = profile.byPhase().stream().map(sum -> new Time<>(profile, null, sum, 0, sum.duration(), false, sum.spent(),
                most)).toList();
        List<Column<Time<CampaignProfile.Sum>>> columns = new ArrayList<>();
        columns.add(Column.id("trace", row -> row.profile.trace()));
        columns.add(Column.of("phase", "phase", row -> row.of.phase()));
        UpgradeTables.<CampaignProfile.Sum> spent().stream().filter(column -> !"begin".equals(column.key()) && !"end".equals(column.key()))
                .forEach(columns::add);
        return Table.of(SUMS, columns, rows, rows);
    }

    static Table windows(CampaignProfile profile) {
        List<Lost> rows = new ArrayList<>();
        var campaign = profile.campaign();
        lost(profile, "redundancy", campaign.redundancy().lost(), campaign.redundancy().possible(),
                window -> campaign.missing().get(window).stream().collect(Collectors.joining(", ")), rows);
        lost(profile, "outage", campaign.service().lost(), campaign.service().possible(), window -> "", rows);
        if (campaign.role() != null) {
            lost(profile, "no active node", campaign.role().lost(), campaign.role().possible(), window -> "", rows);
            lost(profile, "several active nodes", campaign.split(), campaign.split(), window -> "", rows);
        }
        return Table.of(WINDOWS, List.of(Column.id("trace", row -> row.profile.trace()), Column.of("what", "what", row -> row.what),
                new Column<>("certain", "certain", row -> row.certain ? "yes" : "possibly", row -> row.certain ? "1" : "0"),
                Column.of("begin", "begin", row -> Amount.time(row.window.begin())), Column.of("end", "end", row -> Amount.time(row.window.end())),
                Column.of("duration", "took", row -> Amount.ns(row.window.duration())), Column.of("missing", "who is missing", row -> row.missing)), rows,
                rows);
    }

    private static void lost(CampaignProfile profile, String what, List<Window> certain, List<Window> possible,
            Function<Window, String> missing, List<Lost> to) {
        certain.forEach(window -> to.add(new Lost(profile, what, true, window, missing.apply(window))));
        if (!certain.equals(possible)) {
            possible.forEach(window -> to.add(new Lost(profile, what, false, window, "")));
        }
    }

    static Table comparison(CampaignComparison comparison) {
        List<CampaignComparison.Row> rows = comparison.rows();
        List<Column<CampaignComparison.Row>> columns = new ArrayList<>(List.of(Column.id("a", row -> comparison.a().name()),
                Column.id("b", row -> comparison.b().name()), Column.of("section", "of", row -> row.section().key()),
                Column.of("restart", "restart", CampaignComparison.Row::restart), Column.of("node", "node", CampaignComparison.Row::node),
                Column.of("name", "what", CampaignComparison.Row::name),
                Column.of("a took", "A", row -> row.a() < 0 ? "" : Amount.ns(row.a())), Column.of("b took", "B", row -> row.b() < 0 ? "" : Amount.ns(row.b())),
                Column.of("change", "B - A", row -> Amount.change(-row.contribution()))));
        columns.addAll(SpeedUpColumns.of(CampaignComparison.Row::speedUp, CampaignComparison.Row::a, CampaignComparison.Row::b));
        columns.addAll(SpeedUpColumns.chances(CampaignComparison.Row::speedUp, CampaignComparison.Row::corrected));
        return Table.of(COMPARISON, columns, rows, rows);
    }
}
