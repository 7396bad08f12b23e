/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.export;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.hypertrace.core.machine.VmChoice;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.machine.VmNames;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.report.open.AskedVms;
import org.hypertrace.core.report.page.ModelReport;
import org.hypertrace.core.report.page.StackReport;
import org.hypertrace.core.stack.flame.ExitCauses;
import org.hypertrace.core.stack.flame.FlameForest;
import org.hypertrace.core.stack.flame.FlameFunction;
import org.hypertrace.core.stack.flame.FlameLabels;
import org.hypertrace.core.stack.flame.FlameMode;
import org.hypertrace.core.stack.flame.FlameTimes;
import org.hypertrace.core.stack.flame.FlameTree;
import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.track.FrameNames;
import org.hypertrace.core.stack.track.Frames;
import org.hypertrace.core.stack.track.Repair;
import org.hypertrace.core.stack.track.StackFanOut;
import org.hypertrace.core.stack.track.StackPass;
import org.hypertrace.core.stack.track.StackSink;
import org.hypertrace.core.stack.track.StackThread;
import org.hypertrace.core.timeline.Guest;

/** Collects the stacks of a stretch of a trace, and makes the {@link StackReport} of them. */
public final class StackCollector {

    /** A guest, or one nested in it. */
    private record Who(Guest guest, VmName name) { }

    private final ModelReport.Range fRange;
    private final FlameMode fMode;
    private final boolean fWithTracing;
    private final FlameLabels fLabels;
    private final FlameForest fForest;
    private final ExitCauses fCauses;

    /** @param labels of frames, shared by all that is compared */
    public StackCollector(ModelReport.Range range, FlameMode mode, boolean withTracing, FlameLabels labels) {
        fRange = range;
        fMode = mode;
        fWithTracing = withTracing;
        fLabels = labels;
        fForest = new FlameForest(range.from(), range.to());
        fCauses = new ExitCauses(range.from(), range.to());
    }

    public StackSink sink() {
        return new StackFanOut(List.of(fForest, fCauses));
    }

    /** {@code pass}: is done; {@code asked}: only these VMs, null for all; {@code words}: get to know the VMs. */
    public StackReport report(String trace, long begin, long end, HostTraces hosts, StackPass pass, String asked, AskedVms words, List<String> problems)
            throws ReportException {
        Map<Who, List<StackThread>> guests = new LinkedHashMap<>();
        fForest.threads().stream().sorted(Comparator.comparingInt((StackThread thread) -> thread.guest().number())
                .thenComparing(thread -> thread.nested() == null ? "" : thread.nested()))
                .forEach(thread -> guests.computeIfAbsent(new Who(thread.guest(), pass.who(thread, host -> hosts.hosts().get(host).name())),
                        key -> new ArrayList<>()).add(thread));
        List<VmNames.OnHost> reporting = guests.keySet().stream().map(who -> new VmNames.OnHost(who.guest.host(), who.name)).toList();
        List<VmName> names = pass.vms().all(host -> hosts.hosts().get(host).name(), reporting);
        Iterator<VmName> onHosts = names.subList(names.size() - reporting.size(), names.size()).iterator();
        words.seen(names);
        VmChoice choice = AskedVms.choice(asked, names);
        FlameTree all = fForest.tree();
        List<StackReport.Guest> reports = new ArrayList<>();
        guests.forEach((who, threads) -> {
            if (choice.has(onHosts.next())) {
                reports.add(guest(who, hosts.hosts().get(who.guest.host()).name(), all, threads, pass.names()));
            }
        });
        return new StackReport(trace, Math.max(begin, fRange.from()), Math.min(end, fRange.to()), fMode, fWithTracing, fLabels,
                reports, hosts.missing(), problems);
    }

    private StackReport.Guest guest(Who who, String host, FlameTree all, List<StackThread> threads,
            FrameNames names) {
        List<StackReport.Thread> reports = new ArrayList<>();
        List<FlameTree> named = new ArrayList<>();
        List<FlameTree> whole = new ArrayList<>();
        Set<Long> unnamed = new HashSet<>();
        Map<Integer, StackThread> byBoot = new HashMap<>();
        long[] repairs = new long[Repair.values().length];
        for (StackThread thread : threads) {
            byBoot.putIfAbsent(thread.boot(), thread);
            long[] its = fForest.repairs(thread);
            Arrays.setAll(repairs, i -> repairs[i] + its[i]);
            FlameTree tree = fForest.tree(all, thread, frame -> names.isInterrupt(thread, frame));
            whole.add(tree);
            FlameTree asked = tree.in(fMode, fWithTracing);
            reports.add(new StackReport.Thread(thread, StackReport.Thread.label(thread), asked, FlameTimes.of(tree),
                    FlameFunction.of(asked).stream().filter(FlameFunction::isGuests)
                            .map(one -> new StackReport.Function(one, names.of(thread, one.frame()))).toList()));
            FlameFunction.of(asked).stream().filter(one -> one.kind() == FrameKind.FUNCTION && !names.isNamed(thread, one.frame()))
                    .forEach(one -> unnamed.add(one.frame()));
            named.add(fLabels.named(asked, frame -> names.of(thread, frame)).under(fLabels.of(FrameKind.THREAD,
                    StackReport.Thread.name(thread))));
        }
        reports.sort(Comparator.comparingInt((StackReport.Thread one) -> one.thread().boot())
                .thenComparingInt(one -> one.thread().tid()).thenComparingInt(one -> one.thread().index()));
        FlameTimes times = whole.stream().map(FlameTimes::of).reduce(new FlameTimes(0, 0, 0, 0, 0), FlameTimes::plus);
        List<StackReport.Cause> causes = fCauses.rows().stream().filter(row -> byBoot.containsKey(row.boot()))
                .filter(row -> fWithTracing || Frames.kind(row.exit()) != FrameKind.TRACER)
                .map(row -> new StackReport.Cause(row, byBoot.get(row.boot()).bootNumber(), row.frame() == ExitCauses.IDLE ? "idle"
                        : row.frame() == ExitCauses.UNKNOWN_ID ? "(not recorded)" : names.of(byBoot.get(row.boot()), row.frame()),
                        names.of(byBoot.get(row.boot()), row.exit()))).toList();
        return new StackReport.Guest(host, who.name, !who.guest.vm().equals(Guest.OWN), reports, FlameTree.merged(named), times, causes,
                unnamed.size(), repairs);
    }
}
