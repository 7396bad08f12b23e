/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.benchmark;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

import org.eclipse.core.runtime.Platform;
import org.eclipse.equinox.app.IApplication;
import org.eclipse.equinox.app.IApplicationContext;
import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.request.ITmfEventRequest;
import org.eclipse.tracecompass.tmf.core.request.TmfEventRequest;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.clock.ClockQuality;
import org.hypertrace.core.clock.GuestClock;
import org.hypertrace.core.clock.VcpuTimes;

/**
 * How long a guest's clock takes beside a bare event request over the guest's own trace, in turns in the same Java machine after a warm-up. The
 * request reads the trace in COPIES; the clock gets as many events, made here, with hypercalls and without. Where the guest
 * reported its clocks, the offset is looked for within 5 ms; else in wide bounds. The difference is the search. Arguments: TRACE COPIES RUNS.
 */
public final class ClockBenchmark implements IApplication {

    private static final int VCPUS = 2;
    private static final long EPOCH = 1_795_289_243_000_000_000L;
    private static final long OFFSET = 1_041_284_000L;
    /** Stays differ in their distances, or a clock could be moved by one. */
    private static final int MOST_APART = 2_000_000;
    private static final int HELLO_EACH = 10_000;

    /** What a clock took: to get the events, and to decide. */
    private record Took(double gather, double decide, ClockQuality quality) { }

    @Override
    public Object start(IApplicationContext context) throws Exception {
        String[] arguments = (String[]) context.getArguments().get(IApplicationContext.APPLICATION_ARGS);
        Path trace = Path.of(Platform.getLocation().toOSString(), "guest");
        ReplicatedTrace.write(Path.of(arguments[0]), trace, Integer.parseInt(arguments[1]));
        int runs = Integer.parseInt(arguments[2]);
        double[] requests = new double[runs];
        Took[] hypercalls = new Took[runs];
        Took[] containment = new Took[runs];
        Took[] searched = new Took[runs];
        long events = 0;
        for (int run = -1; run < runs; run++) { // the first is the warm-up
            long begin = System.nanoTime();
            events = request(trace);
            double request = (System.nanoTime() - begin) / 1e9;
            Took with = clock(events, true, true);
            Took without = clock(events, false, true);
            Took wide = clock(events, false, false);
            if (run >= 0) {
                requests[run] = request;
                hypercalls[run] = with;
                containment[run] = without;
                searched[run] = wide;
            }
        }
        double request = median(requests);
        print("%d events; a request for them %.2f s", events, request);
        print("  %-12s %10s %10s %14s", "", "gather, s", "decide, s", "of the request");
        report("hypercalls", hypercalls, request);
        report("containment", containment, request);
        double search = decide(searched) - decide(containment);
        print("  the search, apart: %.2f s more if the guest reported no clock; %s", search, searched[0].quality.search());
        print("heap limit %d MiB, load %.2f", Runtime.getRuntime().maxMemory() >> 20,
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        return EXIT_OK;
    }

    private static void report(String what, Took[] took, double request) {
        double gather = median(Arrays.stream(took).mapToDouble(Took::gather).toArray());
        double decide = decide(took);
        print("  %-12s %10.2f %10.2f %12.1f %% (limit 25 %%)", what, gather, decide, (gather + decide) / request * 100);
    }

    private static double decide(Took[] took) {
        return median(Arrays.stream(took).mapToDouble(Took::decide).toArray());
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
    private static Took clock(long events, boolean hasHypercalls, boolean hasHellos) {
        long begin = System.nanoTime();
        try (GuestClock clock = new GuestClock(0L, 1)) {
            Random random = new Random(1);
            long[] left = { EPOCH + OFFSET, EPOCH + OFFSET };
            for (long i = 0; i < events; i++) {
                int cpu = (int) (i % VCPUS);
                long host = left[cpu] + 10_000 + random.nextInt(MOST_APART);
                VcpuTimes vcpu = clock.vcpu(cpu);
                vcpu.entry(host);
                clock.guestEvent(cpu, host + 5_000 + random.nextInt(20_000) - OFFSET, i);
                if (hasHellos && i % HELLO_EACH == 0) {
                    clock.hello(host + 40_000, host + 10_000 - OFFSET, host);
                }
                long exit = host + 30_000 + random.nextInt(200_000);
                vcpu.exit(exit);
                left[cpu] = exit + 1_000;
                if (hasHypercalls) {
                    vcpu.hypercall(left[cpu]);
                    vcpu.reported(left[cpu], i);
                }
            }
            long gathered = System.nanoTime();
            ClockQuality quality = clock.quality();
            if (!quality.isTied() || quality.joined().count() != 0) {
                throw new IllegalStateException("the clock was not found (" + quality.method() + "), so its time means nothing");
            }
            return new Took((gathered - begin) / 1e9, (System.nanoTime() - gathered) / 1e9, quality);
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static void print(String format, Object... arguments) {
        System.out.println(String.format(Locale.ROOT, format, arguments));
    }

    @Override
    public void stop() {
        // the process ends with its measurements
    }
}
