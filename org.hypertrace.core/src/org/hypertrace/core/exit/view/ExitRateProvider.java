/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.view;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.jdt.annotation.NonNull;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.SeriesModel.SeriesModelBuilder;
import org.eclipse.tracecompass.tmf.core.model.TmfXyModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.model.xy.ISeriesModel;
import org.eclipse.tracecompass.tmf.core.model.xy.ITmfTreeXYDataProvider;
import org.eclipse.tracecompass.tmf.core.model.xy.ITmfXyModel;
import org.eclipse.tracecompass.tmf.core.model.xy.TmfXYAxisDescription;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitDictionary;
import org.hypertrace.core.exit.columns.ExitVcpu;
import org.hypertrace.core.kvm.ExitKind;
import org.hypertrace.core.untrusted.PlainText;
import org.hypertrace.core.view.EntryIds;
import org.hypertrace.core.view.PlainTree;
import org.hypertrace.core.view.Responses;
import org.hypertrace.core.view.Shades;

/**
 * How many exits of every VM and reason begin per second: a line each. Every point counts the exits from its time until the
 * next point's, so that nothing is left out. On request (see {@link ExitRequest}), each line is the sum of itself and of the lines that
 * come after it in the answer. Drawn one after another as bars, they are stacked. Waits until the exits are
 * known.
 */
public final class ExitRateProvider implements ITmfTreeXYDataProvider<@NonNull TmfTreeDataModel> {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.exits.rate";

    private static final String TITLE = "VM Exit Rate";
    private static final TmfXYAxisDescription PER_SECOND = new TmfXYAxisDescription("Exits", "/s");
    private static final double NS = 1e9;
    /** How many exits are counted before cancelling is looked at. */
    private static final int OFTEN = 1 << 16;

    /** A line: the exits of these vCPUs and this reason. */
    private record Line(String name, Set<Integer> vcpus, int reason) { }

    private final ShownExits fExits;
    private final EntryIds fIds = new EntryIds();
    private final Map<Long, Line> fLines = new ConcurrentHashMap<>();

    /** @param trace a trace or experiment */
    public ExitRateProvider(ITmfTrace trace) {
        fExits = new ShownExits(trace);
    }

    @Override
    public String getId() {
        return ID;
    }

    @Override
    public TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> fetchTree(Map<String, Object> parameters,
            IProgressMonitor monitor) {
        ExitColumns exits = fExits.columns();
        List<TmfTreeDataModel> entries = new ArrayList<>();
        if (exits == null) {
            String sentence = fExits.whyNot();
            entries.add(new TmfTreeDataModel(fIds.of(sentence), -1, List.of(sentence), false, null));
        } else {
            entries(exits, entries);
        }
        return Responses.completed(PlainTree.of(List.of("Name"), entries));
    }

    private void entries(ExitColumns exits, List<TmfTreeDataModel> to) {
        List<ExitVcpu> vcpus = exits.dictionary().vcpus();
        BitSet[] reasonsOf = new BitSet[vcpus.size()];
        for (int i = 0; i < exits.count(); i++) {
            int vcpu = exits.vcpu(i);
            if (reasonsOf[vcpu] == null) {
                reasonsOf[vcpu] = new BitSet();
            }
            reasonsOf[vcpu].set(exits.reason(i));
        }
        Map<String, Set<Integer>> vms = new LinkedHashMap<>();
        Map<String, BitSet> reasons = new HashMap<>();
        for (int i = 0; i < reasonsOf.length; i++) {
            if (reasonsOf[i] != null) {
                String vm = vcpus.get(i).host() + " " + vcpus.get(i).vm();
                vms.computeIfAbsent(vm, key -> new TreeSet<>()).add(i);
                reasons.computeIfAbsent(vm, key -> new BitSet()).or(reasonsOf[i]);
            }
        }
        Set<String> names = new HashSet<>();
        vms.forEach((vm, numbers) -> {
            ExitVcpu first = vcpus.get(numbers.iterator().next());
            String label = first.vmLabel();
            long below = first.nested() == null ? -1 : fIds.of(first.host() + " " + first.hostVm());
            to.add(new TmfTreeDataModel(fIds.of(vm), below, List.of(label), false, null));
            reasons.get(vm).stream().forEach(reason -> {
                ExitDictionary.Reason of = exits.dictionary().reasons().get(reason);
                String name = of.label();
                long id = fIds.of(vm + ' ' + reason);
                // clients take lines of the same name for one
                String unique = label + ": " + name;
                fLines.put(id, new Line(names.add(unique) ? unique : unique + " (" + vm + ')', numbers, reason));
                to.add(new TmfTreeDataModel(id, fIds.of(vm), List.of(name), true, Shades.exitLine(ExitKind.of(of.isa(), of.code()))));
            });
        });
    }

    @Override
    public TmfModelResponse<ITmfXyModel> fetchXY(Map<String, Object> parameters, IProgressMonitor monitor) {
        List<Long> requested = DataProviderParameterUtils.extractTimeRequested(parameters);
        List<Long> ids = DataProviderParameterUtils.extractSelectedItems(parameters);
        if (requested == null || requested.isEmpty() || ids == null) {
            return Responses.wrongParameters();
        }
        ExitColumns exits = fExits.columns();
        List<ISeriesModel> series = new ArrayList<>();
        if (exits != null) {
            long[] times = requested.stream().mapToLong(Long::longValue).sorted().toArray();
            Map<Long, double[]> values = new LinkedHashMap<>();
            // those that came first in the tree are on top
            ids.stream().filter(fLines::containsKey).sorted().forEach(id -> values.put(id, new double[times.length]));
            if (!count(exits, times, values, !ExitRequest.is(parameters, ExitRequest.WITHOUT_TRACING), monitor)) {
                return Responses.cancelled();
            }
            if (ExitRequest.is(parameters, ExitRequest.STACKED)) {
                stack(new ArrayList<>(values.values()));
            }
            values.forEach((id, rates) -> series.add(new SeriesModelBuilder(id, PlainText.line(fLines.get(id).name), times, rates)
                    .yAxisDescription(PER_SECOND).build()));
        }
        return Responses.completed(new TmfXyModel(TITLE, series));
    }

    private static void stack(List<double[]> lines) {
        for (int line = lines.size() - 2; line >= 0; line--) {
            for (int i = 0; i < lines.get(line).length; i++) {
                lines.get(line)[i] += lines.get(line + 1)[i];
            }
        }
    }

    private boolean count(ExitColumns exits, long[] times, Map<Long, double[]> values, boolean withTracer,
            IProgressMonitor monitor) {
        int reasons = exits.dictionary().reasons().size();
        double[][] of = new double[exits.dictionary().vcpus().size() * reasons][];
        values.forEach((id, rates) -> fLines.get(id).vcpus.forEach(vcpu -> of[vcpu * reasons + fLines.get(id).reason] = rates));
        int last = times.length - 1;
        int point = 0;
        int end = exits.firstFrom(times[last]);
        for (int i = exits.firstFrom(times[0]); i < end; i++) {
            while (exits.begin(i) >= times[point + 1]) {
                point++;
            }
            double[] rates = of[exits.vcpu(i) * reasons + exits.reason(i)];
            if (rates != null && (withTracer || !exits.isTracer(i))) {
                rates[point] += NS / (times[point + 1] - times[point]);
            }
            if ((i & OFTEN - 1) == 0 && monitor != null && monitor.isCanceled()) {
                return false;
            }
        }
        // after the last point there is nothing to count: the line goes on as it is
        values.values().forEach(rates -> rates[last] = last > 0 ? rates[last - 1] : 0);
        return true;
    }
}
