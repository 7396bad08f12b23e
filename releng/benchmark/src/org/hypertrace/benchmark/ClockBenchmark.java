/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.benchmark;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.Platform;
import org.eclipse.equinox.app.IApplication;
import org.eclipse.equinox.app.IApplicationContext;
import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.request.ITmfEventRequest;
import org.eclipse.tracecompass.tmf.core.request.TmfEventRequest;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.clock.ClockQuality;
import org.hypertrace.core.clock.GuestClock;
import org.hypertrace.core.clock.MatchKey;
import org.hypertrace.core.clock.VcpuTimes;
import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.report.open.OpenTraces;

/**
 * How long a guest's clock takes beside a bare event request over the guest's own trace, in turns in the same Java machine after a warm-up. The
 * request reads the trace in COPIES; the clock gets as many events, made here, with hypercalls and without: making them does not count. Where the
 * guest reported its clocks, the offset is looked for within 5 ms; else in wide bounds. The difference is the search. What hypercalls take until
 * the line is known is apart from the figures of how sure it is; by containment these decide whether it counts. The lowest of all runs are
 * printed, by the clock and of the processor. Then come models of the host's trace, with the clock of the guest's known and not. Arguments: TRACE COPIES
 * RUNS; with {@code --host} behind them only the latter, with {@code --unpatched} only that of a guest without hypercalls. With {@code --pairs COUNT}
 * instead it only makes so many pairs once.
 */
public final class ClockBenchmark implements IApplication {

    private static final int VCPUS = 2;
    private static final long EPOCH = 1_795_289_243_000_000_000L;
    private static final long OFFSET = 1_041_284_000L;
    /** Stays differ in their distances, or a clock could be moved by one. */
    private static final int MOST_APART = 2_000_000;
    private static final int HELLO_EACH = 10_000;

    /** Of a guest's trace for one of the host's, which has more events. */
    private static final int HOST_COPIES = 10;
    private static final int HOST_ONLY = 3;

    /** Of the events that a block is made of, before it is handed over. */
    private static final int BLOCK = 8192;

    /** What a clock took: to get the events, then until its line is known, and until all is known of it. */
    private static final class Clocks {
        private final List<Took> fGather = new ArrayList<>();
        private final List<Took> fLine = new ArrayList<>();
        private final List<Took> fAll = new ArrayList<>();
        private ClockQuality fQuality;

        void report(String what, Took request) {
            Took gather = Took.lowest(fGather);
            Took line = Took.lowest(fLine);
            Took all = Took.lowest(fAll);
            print("  %-12s %6.2f %6.2f   %6.2f %6.2f   %6.2f %6.2f   %s (limit 25 %%)   %s", what, gather.clock(), gather.processor(), line.clock(),
                    line.processor(), all.clock(), all.processor(), gather.plus(line).of(request), gather.plus(all).of(request));
        }
    }

    @Override
    public Object start(IApplicationContext context) throws Exception {
        String[] arguments = (String[]) context.getArguments().get(IApplicationContext.APPLICATION_ARGS);
        if (arguments[0].equals("--pairs")) {
            pairs(Long.parseLong(arguments[1]));
            return EXIT_OK;
        }
        if (arguments.length > HOST_ONLY) {
            readings(Path.of(arguments[0]), Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]), arguments[HOST_ONLY].equals("--unpatched"));
            loaded();
            return EXIT_OK;
        }
        Path trace = Path.of(Platform.getLocation().toOSString(), "guest");
        ReplicatedTrace.write(Path.of(arguments[0]), trace, Integer.parseInt(arguments[1]));
        int runs = Integer.parseInt(arguments[2]);
        List<Took> requests = new ArrayList<>();
        Clocks hypercalls = new Clocks();
        Clocks containment = new Clocks();
        Clocks searched = new Clocks();
        long events = 0;
        for (int run = -1; run < runs; run++) { // the first is the warm-up
            Took begin = Took.now();
            events = request(trace);
            Took request = Took.since(begin);
            boolean counts = run >= 0;
            clock(events, true, true, counts ? hypercalls : new Clocks());
            clock(events, false, true, counts ? containment : new Clocks());
            clock(events, false, false, counts ? searched : new Clocks());
            if (counts) {
                requests.add(request);
            }
        }
        Took request = Took.lowest(requests);
        print("%d events; a request for them %.2f s, processor %.2f s; lowest of %d", events, request.clock(), request.processor(), runs);
        print("  %-12s %13s   %13s   %13s   %s", "", "gather, s", "line, s", "with figures",
                    "of the request: bounds and line, with figures (each: clock, processor)");
        hypercalls.report("hypercalls", request);
        containment.report("containment", request);
        Took with = Took.lowest(searched.fAll);
        Took without = Took.lowest(containment.fAll);
        print("  the search, apart: %.2f s, processor %.2f s more if the guest reported no clock; %s", with.clock() - without.clock(),
                with.processor() - without.processor(), searched.fQuality.search());
        readings(Path.of(arguments[0]), Math.max(1, Integer.parseInt(arguments[1]) / HOST_COPIES), runs, false);
        loaded();
        return EXIT_OK;
    }

    private static void loaded() {
        print("heap limit %d MiB, load %.2f", Runtime.getRuntime().maxMemory() >> 20,
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    /** So many pairs in a bounded heap: only hulls of them stay there. */
    private static void pairs(long count) {
        Clocks clocks = new Clocks();
        clock(count, true, true, clocks);
        long most = ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getType() == MemoryType.HEAP && pool.getName().contains("Old"))
                .mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
        print("%d pairs: gather %.1f s, line %.1f s, with figures %.1f s; most in the old generation %d of %d MiB; load %.2f", clocks.fQuality.matched(),
                clocks.fGather.get(0).clock(), clocks.fLine.get(0).clock(), clocks.fAll.get(0).clock(), most >> 20, Runtime.getRuntime().maxMemory() >> 20,
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    /**
     * What the hosts' entries, exits and hypercalls cost: a model of the host's trace and the guest's own, whose clock is not known, beside the same with
     * a clock that is. The clock is found by the pass of the model, or before it, as it must be of a guest without hypercalls. What the search for the
     * offset took is printed apart, and what is left without it.
     */
    private static void readings(Path guest, int copies, int runs, boolean isUnpatched) throws Exception {
        Path sample = guest.getParent().getParent().getParent();
        Path recording = Path.of(Platform.getLocation().toOSString(), "recording");
        ReplicatedTrace.write(sample.resolve("kernel"), recording.resolve("kernel"), copies);
        Files.copy(sample.resolve("hypertrace.json"), recording.resolve("hypertrace.json"));
        Path own = sample.relativize(guest);
        ReplicatedTrace.write(guest, recording.resolve(own), 1);
        print("the host's trace, %d copies, and the guest's; lowest of %d", copies, runs);
        List<Path> both = List.of(recording.resolve("kernel"), recording.resolve(own));
        if (!isUnpatched) {
            readings("", both, runs);
        }
        Path metadata = recording.resolve("kernel").resolve("metadata");
        String text = Files.readString(metadata, StandardCharsets.ISO_8859_1).replace("kvm_x86_hypercall", "kvm_x86_something");
        Files.writeString(metadata, text, StandardCharsets.ISO_8859_1);
        readings(", without hypercalls", both, runs);
    }

    private static void readings(String how, List<Path> traces, int runs) throws Exception {
        readings("the model" + how, traces, runs, opened -> opened.model(new NullProgressMonitor()));
        readings("model, exits and paths" + how, traces, runs, opened -> opened.modelAndEvidence(List.of(), new NullProgressMonitor()));
    }

    /** When the clock of the guest is found: not measured, by the pass of the model, or before it. */
    private enum Step { KNOWN, BY_PASS, BEFORE }

    private static void readings(String what, List<Path> traces, int runs, Work work) throws Exception {
        Map<Step, List<Took[]>> took = new EnumMap<>(Step.class);
        for (int run = -1; run < runs; run++) { // the first is the warm-up
            for (Step step : Step.values()) {
                Took[] one = took(traces, step, work);
                if (run >= 0) {
                    took.computeIfAbsent(step, any -> new ArrayList<>()).add(one);
                }
            }
        }
        Took known = lowest(took.get(Step.KNOWN), 0);
        print("  %s, the clock known: %.2f s, processor %.2f s", what, known.clock(), known.processor());
        for (Step step : List.of(Step.BY_PASS, Step.BEFORE)) {
            Took one = lowest(took.get(step), 0);
            print("    %s: %.2f s, processor %.2f s: %.1f %% and %.1f %% more (limit 5 %%)", step == Step.BY_PASS ? "found by the pass, if it can" : "found before",
                    one.clock(), one.processor(), 100 * (one.clock() / known.clock() - 1), 100 * (one.processor() / known.processor() - 1));
            Took first = lowest(took.get(step), 2);
            print("      before the pass: %.2f s, processor %.2f s: %s of that", first.clock(), first.processor(), first.of(known));
            Took without = lowest(took.get(step), 1);
            double search = took.get(step).stream().mapToDouble(run -> run[0].clock() - run[1].clock()).min().orElseThrow();
            if (search > 0) {
                print("      without the search for the offset, %.3f s by the clock: %.2f s: %.1f %% more (limit 5 %%)", search, without.clock(),
                        100 * (without.clock() / known.clock() - 1));
            }
        }
    }

    private static Took lowest(List<Took[]> runs, int which) {
        return Took.lowest(runs.stream().map(run -> run[which]).toList());
    }

    /** What is done with opened traces. */
    private interface Work {
        void on(OpenTraces traces) throws Exception;
    }

    /** With the search for the offset, which has one thread; without it; and without the pass, too, which differs from run to run by more than the rest. */
    private static Took[] took(List<Path> folders, Step step, Work work) throws Exception {
        try (OpenTraces traces = OpenTraces.open(folders)) {
            if (step == Step.KNOWN) {
                traces.join(new NullProgressMonitor());
            }
            // what an earlier run kept there would be opened
            TmfTraceManager.deleteSupplementaryFolder(traces.trace());
            System.gc();
            Took begin = Took.now();
            if (step == Step.BY_PASS) {
                traces.joinByPass(new NullProgressMonitor());
            } else if (step == Step.BEFORE) {
                traces.join(new NullProgressMonitor());
            }
            Took before = Took.since(begin);
            work.on(traces);
            Took all = Took.since(begin);
            double search = step == Step.KNOWN ? 0 : traces.placed().stream().mapToLong(placed -> placed.quality().searched()).sum() / 1e9;
            return new Took[] { all, new Took(all.clock() - search, all.processor()), new Took(before.clock() - search, before.processor() - search) };
        }
    }

    private static long request(Path folder) throws Exception {
        LttngKernelTrace trace = new LttngKernelTrace();
        trace.initTrace(null, folder.toString(), CtfTmfEvent.class);
        TmfEventRequest request = new TmfEventRequest(ITmfEvent.class, TmfTimeRange.ETERNITY, 0, ITmfEventRequest.ALL_DATA,
                ITmfEventRequest.ExecutionType.FOREGROUND) { };
        trace.sendRequest(request);
        request.waitForCompletion();
        trace.dispose();
        return request.getNbRead();
    }

    /** Each event is in a stay of its vCPU in the guest. A hypercall reports it at the end of that. */
    private static void clock(long events, boolean hasHypercalls, boolean hasHellos, Clocks to) {
        try (GuestClock clock = new GuestClock(0L, 1)) {
            VcpuTimes[] vcpus = { clock.vcpu(0), clock.vcpu(1) };
            Random random = new Random(1);
            long[] left = { EPOCH + OFFSET, EPOCH + OFFSET };
            long[] entries = new long[BLOCK];
            long[] readings = new long[BLOCK];
            long[] exits = new long[BLOCK];
            long[] keys = new long[BLOCK];
            Took gather = new Took(0, 0);
            for (long from = 0; from < events; from += BLOCK) {
                int count = (int) Math.min(BLOCK, events - from);
                for (int i = 0; i < count; i++) {
                    int cpu = i % VCPUS;
                    entries[i] = left[cpu] + 10_000 + random.nextInt(MOST_APART);
                    readings[i] = entries[i] + 5_000 + random.nextInt(20_000) - OFFSET;
                    exits[i] = entries[i] + 30_000 + random.nextInt(200_000);
                    left[cpu] = exits[i] + 1_000;
                    keys[i] = MatchKey.of(EventKind.SCHED_SWITCH, random.nextInt(), from + i);
                }
                Took begin = Took.now();
                for (int i = 0; i < count; i++) {
                    int cpu = i % VCPUS;
                    VcpuTimes vcpu = vcpus[cpu];
                    vcpu.entry(entries[i]);
                    clock.guestEvent(cpu, readings[i], keys[i]);
                    if (hasHellos && (from + i) % HELLO_EACH == 0) {
                        clock.hello(entries[i] + 40_000, entries[i] + 10_000 - OFFSET, entries[i]);
                    }
                    vcpu.exit(exits[i]);
                    if (hasHypercalls) {
                        vcpu.hypercall(exits[i] + 1_000);
                        vcpu.reported(exits[i] + 1_000, keys[i]);
                    }
                }
                gather = gather.plus(Took.since(begin));
            }
            Took begin = Took.now();
            Took[] line = new Took[1];
            clock.whenFound(() -> line[0] = Took.since(begin));
            to.fQuality = clock.quality();
            Took all = Took.since(begin);
            to.fAll.add(all);
            // by containment the share of events outside decides, too
            to.fLine.add(line[0] == null ? all : line[0]);
            to.fGather.add(gather);
            if (!to.fQuality.isTied() || to.fQuality.joined().count() != 0) {
                throw new IllegalStateException("the clock was not found (" + to.fQuality.method() + "), so its time means nothing");
            }
        }
    }

    private static void print(String format, Object... arguments) {
        System.out.println(String.format(Locale.ROOT, format, arguments));
    }

    @Override
    public void stop() {
        // the process ends with its measurements
    }
}
