/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphState;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;
import org.hypertrace.core.exit.columns.ExitAnalysis;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitNames;
import org.hypertrace.core.exit.columns.ExitVcpu;
import org.hypertrace.core.machine.ThreadName;
import org.hypertrace.core.path.PathAnalysis;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.core.path.view.AskedPaths;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.stack.frames.FrameAnalysis;
import org.hypertrace.core.stack.frames.FrameFile;
import org.hypertrace.core.stack.history.GuestCallStackAnalysis;
import org.hypertrace.core.stack.track.Repair;
import org.hypertrace.core.stack.track.StackSink;
import org.hypertrace.core.stack.track.StackThread;
import org.hypertrace.core.task.view.GuestThreadsProvider;
import org.hypertrace.core.task.view.ThreadRows;
import org.hypertrace.core.task.view.VirtualCpuDataProvider;
import org.hypertrace.core.tracetype.GuestAspect;
import org.hypertrace.core.view.PathOffer;
import org.hypertrace.core.view.TimedCells;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.log.ProviderDump;

/** The names that all views of an opened trace give the threads of its guests, each with a moment at which the thread is there. */
final class NamedThreads implements AutoCloseable {

    /** A name. */
    record Claim(String view, String vm, int tid, long time, String name) { }
    private static final int MOMENTS = 300;
    /** Of so many threads a critical path is asked for: of 20 the same threads are on them as of 60 in the usual samples. */
    private static final int PATHS = Samples.ALL ? 60 : 20;
    private static final Pattern OF_EVENT = Pattern.compile("(\\S+)\\((\\d+)\\)");
    private static final Pattern IN_SENTENCE = Pattern.compile("([^\\s,;:()]+ \\(\\d+\\))");

    private final ITmfTrace fTrace;
    private final ThreadLives fLives;
    private final List<Long> fTimes;
    private final VirtualCpuDataProvider fProvider;
    private final ProviderDump fRows;
    private final Map<Long, TimeGraphEntryModel> fEntries = new HashMap<>();
    private Consumer<Claim> fTo;

    NamedThreads(ITmfTrace trace, ThreadLives lives) throws InterruptedException {
        fTrace = trace;
        fLives = lives;
        fTimes = moments(lives.states().getStartTime(), lives.states().getCurrentEndTime());
        fProvider = Providers.VIRTUAL_CPU.create(trace);
        fRows = new ProviderDump(fProvider);
        fRows.entries().forEach(entry -> fEntries.put(entry.getId(), entry));
    }

    private static List<Long> moments(long begin, long end) {
        return LongStream.rangeClosed(0, MOMENTS).map(i -> begin + (end - begin) / MOMENTS * i).boxed().toList();
    }

    /** Reports all. */
    void forEach(Consumer<Claim> to) throws Exception {
        fTo = to;
        // who woke whom is known then
        assertNotNull(PathAnalysis.of(fTrace));
        virtualCpu();
        tables();
        exits();
        stacks();
        paths();
        over("Shutdown", new ProviderDump(Providers.SHUTDOWN.create(fTrace)), fTimes);
        findings();
        events();
    }

    private void add(String view, String vm, long time, String label) {
        String name = ThreadLives.alone(label);
        int tid = ThreadLives.tid(name);
        if (tid >= 0 && fLives.isVm(vm)) {
            fTo.accept(new Claim(view, vm, tid, time, name));
        }
    }

    private String vm(TimeGraphEntryModel entry, Map<Long, TimeGraphEntryModel> entries) {
        TimeGraphEntryModel at = entry;
        while (at != null && !fLives.isVm(at.getName())) {
            at = entries.get(at.getParentId());
        }
        return at == null ? "" : at.getName();
    }

    private void virtualCpu() {
        for (TimeGraphEntryModel entry : fRows.entries()) {
            boolean isThread = fProvider.thread(entry.getId()) != ThreadRows.NONE;
            if (isThread) {
                assertEquals(fLives.label(fProvider.thread(entry.getId())), entry.getName());
            }
            for (ITimeGraphState state : isThread || entry.getName().equals("Guest task") ? fRows.states(entry, fTimes) : List.<ITimeGraphState>of()) {
                String vm = vm(entry, fEntries);
                if (!isThread) {
                    add("Guest task", vm, state.getStartTime(), String.valueOf(state.getLabel()));
                } else if (state.getLabel() != null) {
                    add("Virtual CPU", vm, state.getStartTime(), entry.getName());
                    for (String line : fRows.tooltip(entry, state.getStartTime()).split("\n")) {
                        if (line.startsWith("Guest thread: ")) {
                            add("Virtual CPU", vm, state.getStartTime(), line.substring(14));
                        } else if (line.startsWith("Woken by: " + vm + ' ')) {
                            add("Woken by", vm, state.getStartTime(), line.substring(11 + vm.length()).replaceFirst("(\\(\\d+\\)|swapper/\\d++(?! \\(\\d)).*", "$1"));
                        }
                    }
                }
            }
        }
    }

    private static <T extends TmfTreeDataModel> List<T> rows(ITmfTreeDataProvider<T> table) throws InterruptedException {
        TmfModelResponse<?> response = table.fetchTree(Map.of(), new NullProgressMonitor());
        for (int i = 0; response.getStatus() == Status.RUNNING && i < 1_200; i++) {
            Thread.sleep(50);
            response = table.fetchTree(Map.of(), new NullProgressMonitor());
        }
        return table.fetchTree(Map.of(), new NullProgressMonitor()).getModel().getEntries();
    }

    private void tables() throws InterruptedException {
        GuestThreadsProvider threads = Providers.GUEST_THREADS.create(fTrace);
        for (TmfTreeDataModel row : rows(threads)) {
            if (threads.thread(row.getId()) != ThreadRows.NONE && row instanceof TimedCells cells) {
                add("Guest Threads", fLives.vm(threads.thread(row.getId())), cells.cell(0).begin(), row.getName());
            }
        }
        timed("System Calls", rows(Providers.SYSTEM_CALLS.create(fTrace)));
        timed("Wake-up Latency", rows(Providers.WAKEUP_LATENCY.create(fTrace)));
    }

    /** Behind their cells is when the thread was there. */
    private void timed(String view, List<TmfTreeDataModel> rows) {
        Map<Long, TmfTreeDataModel> byId = new HashMap<>();
        rows.forEach(row -> byId.put(row.getId(), row));
        for (TmfTreeDataModel row : rows) {
            TmfTreeDataModel vm = row;
            while (byId.containsKey(vm.getParentId())) {
                vm = byId.get(vm.getParentId());
            }
            if (row instanceof TimedCells cells && cells.cell(0).begin() > 0) {
                add(view, vm.getName(), cells.cell(0).begin(), row.getName().replaceFirst(", boot \\d+$", ""));
            }
        }
    }

    private void exits() {
        ExitColumns exits = ExitAnalysis.of(fTrace);
        assertNotNull(exits);
        ExitNames names = new ExitNames(exits);
        for (int exit = 0; exit < exits.count(); exit++) {
            ExitVcpu vcpu = exits.dictionary().vcpus().get(exits.vcpu(exit));
            String label = exits.isComplete(exit) ? names.taskLabel(names.cause(exit)) : null;
            if (label != null) {
                add("VM exits", vcpu.vmLabel(), exits.begin(exit), label);
            }
        }
    }

    private void stacks() throws Exception {
        GuestCallStackAnalysis analysis = TmfTraceUtils.getAnalysisModuleOfClass(fTrace, GuestCallStackAnalysis.class, GuestCallStackAnalysis.ID);
        analysis.schedule();
        analysis.waitForCompletion();
        ITmfStateSystem states = analysis.getStateSystem();
        for (int process : states.getQuarks("Processes", "*")) {
            String vm = states.getAttributeName(process).replaceFirst(", boot \\d+$", "");
            for (int thread : states.getSubAttributes(process, false)) {
                int stack = states.getQuarkRelative(thread, "CallStack");
                ITmfStateInterval first = states.querySingleState(states.getStartTime(), stack);
                ITmfStateInterval last = states.querySingleState(states.getCurrentEndTime(), stack);
                String name = states.getAttributeName(thread).replaceFirst("^marks of ", "");
                ITmfStateInterval shown = first.getValue() != null ? first : states.querySingleState(first.getEndTime() + 1, stack);
                // it begins with the exit for the hypercall that reports the thread
                add("Flame Chart", vm, shown.getEndTime(), name);
                add("Flame Chart", vm, last.getValue() == null ? last.getStartTime() - 1 : last.getEndTime(), name);
            }
        }
        FrameFile frames = FrameAnalysis.of(fTrace, new NullProgressMonitor());
        frames.report(Long.MIN_VALUE, Long.MAX_VALUE, new StackSink() {
            @Override
            public void begins(long time, StackThread thread) {
                // one of which nothing is reported is not shown
            }

            @Override
            public void enters(long time, StackThread thread, long frame) {
                // it leaves
            }

            @Override
            public void leaves(long time, StackThread thread, long guestDuration) {
                add("Flame Graph", frames.guest(thread), time - 1, ThreadName.of(thread.tid(), thread.name(), thread.vcpu()));
            }

            @Override
            public void repaired(long time, StackThread thread, Repair repair) {
                // its name is the same
            }

            @Override
            public void ends(long time, StackThread thread) {
                // all have left
            }
        });
    }

    /** The paths of threads, with all whom they waited for. */
    private void paths() throws Exception {
        List<List<String>> asked = new ArrayList<>();
        for (TimeGraphEntryModel entry : fRows.entries()) {
            if (fProvider.thread(entry.getId()) != ThreadRows.NONE) {
                fProvider.offers(entry.getId(), 0).stream().map(PathOffer::words).forEach(asked::add);
            }
        }
        for (List<String> words : asked.subList(0, Math.min(PATHS, asked.size()))) {
            AskedPaths.Answer answer = AskedPaths.of(fTrace).ask(fTrace, PathQuery.of(words)).get();
            if (answer.index() != null) {
                ProviderDump path = new ProviderDump(Providers.CRITICAL_PATH.create(fTrace), Map.of(AskedPaths.QUERY, words));
                over("Critical Path", path, moments(answer.index().found().subject().begin(), answer.index().found().subject().end() - 1));
            }
        }
    }

    /** Rows that are threads, while they show something. */
    private void over(String view, ProviderDump rows, List<Long> times) {
        Map<Long, TimeGraphEntryModel> entries = new HashMap<>();
        rows.entries().forEach(entry -> entries.put(entry.getId(), entry));
        for (TimeGraphEntryModel entry : rows.entries()) {
            // of processes that ended at once there is their number behind the name
            String name = entry.getName().replaceFirst("(\\(\\d+\\)) \\(\\d+ more .*", "$1");
            if (entry.hasRowModel() && ThreadLives.tid(ThreadLives.alone(name)) >= 0) {
                String vm = vm(entry, entries);
                rows.states(entry, times).stream().filter(state -> state.getLabel() != null)
                        .forEach(state -> add(view, vm, state.getStartTime(), name));
            }
        }
    }

    /** Sentences may be about any VM, and about threads of the host; those of the guests have their range. */
    private void findings() throws InterruptedException {
        var provider = Providers.FINDINGS.create(fTrace);
        for (TmfTreeDataModel row : rows(provider)) {
            var finding = provider.finding(row.getId());
            Matcher matcher = IN_SENTENCE.matcher(finding == null ? "" : finding.sentence());
            while (matcher.find()) {
                String vm = finding.about().replaceFirst(", (boot|shutdown) \\d+$", "");
                if (fLives.all(ThreadLives.tid(matcher.group(1))).contains(matcher.group(1))) {
                    add("Findings", vm, finding.evidence().begin(), matcher.group(1));
                }
            }
        }
    }

    /** What the columns add to events that report only an id. */
    private void events() {
        ITmfContext context = fTrace.seekEvent(0);
        for (ITmfEvent event = fTrace.getNext(context); event != null; event = fTrace.getNext(context)) {
            Object contents = event.getName().contains("hypercall") ? GuestAspect.CONTENTS.resolve(event) : null;
            String kind = contents == null ? "" : String.valueOf(GuestAspect.EVENT.resolve(event));
            Matcher matcher = OF_EVENT.matcher(kind.startsWith("syscall_") || kind.startsWith("func") ? contents.toString() : "");
            if (matcher.lookingAt() && !matcher.group(2).equals("0")) {
                add("Events", String.valueOf(GuestAspect.VM.resolve(event)), event.getTimestamp().toNanos(), matcher.group(1) + " (" + matcher.group(2) + ')');
            }
        }
        context.dispose();
    }

    @Override
    public void close() {
        fProvider.dispose();
    }
}
