/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.benchmark;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.eclipse.tracecompass.analysis.os.linux.core.execution.graph.OsExecutionGraph;
import org.eclipse.tracecompass.analysis.os.linux.core.trace.IKernelTrace;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.tmf.core.analysis.TmfAbstractAnalysisModule;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.request.ITmfEventRequest;
import org.eclipse.tracecompass.tmf.core.request.TmfEventRequest;
import org.eclipse.tracecompass.tmf.core.statesystem.TmfStateSystemAnalysisModule;
import org.eclipse.tracecompass.tmf.core.synchronization.TimestampTransformFactory;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.hypertrace.core.exit.columns.ExitAnalysis;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.read.DirectReading;
import org.hypertrace.core.machine.read.HostEventSource;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.model.ModelAnalysis;
import org.hypertrace.core.path.PathAnalysis;
import org.hypertrace.core.stack.history.GuestCallStackAnalysis;
import org.hypertrace.core.trace.ctf.MergedEvents;
import org.hypertrace.core.trace.ctf.StreamEvents;
import org.hypertrace.core.trace.ctf.TraceEvents;
import org.hypertrace.core.trace.ctf.type.TraceTypes;

/** What {@link ModelBenchmark} measures: each reads a whole trace and returns how many things it found. */
final class Works {

    /** Bytes that the last history had. */
    private static long sHistory;

    private Works() {
    }

    /** @return the bytes of the history that the last model wrote */
    static long history() {
        return sHistory;
    }

    /** Decodes the fields that the model asks for, of all events in their order; finds as many events. */
    static long decode(ITmfTrace trace) throws IOException, TraceTypes.UnknownTypes {
        HostEventReader reader = new HostEventReader(0, ((IKernelTrace) trace).getKernelEventLayout(), false);
        long found = 0;
        try (TraceEvents events = TraceEvents.of(Path.of(trace.getPath()), reader::kind)) {
            MergedEvents<ITmfTrace> merged = new MergedEvents<>();
            for (StreamEvents stream : events.streams()) {
                merged.add(stream, trace, time -> time);
            }
            while (merged.next()) {
                found++;
            }
        }
        return found;
    }

    /** Makes the events of the host without Trace Compass' objects; finds as many. */
    static long hostEvents(ITmfTrace trace) throws IOException {
        long[] events = { 0 };
        HostEventSource source = new HostEventSource(HostTraces.of(trace));
        try (DirectReading reading = DirectReading.of(trace, source)) {
            if (reading == null || reading.read(time -> true, event -> events[0]++) != DirectReading.End.ALL) {
                throw new IllegalStateException("the trace is not decoded without Trace Compass");
            }
        }
        return events[0];
    }

    /** Another program, whose time of the processor is not measured here. */
    static long babeltrace(Path folder) throws IOException, InterruptedException {
        int status = new ProcessBuilder("babeltrace2", "-o", "dummy", folder.toString()).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
        return status == 0 ? 1 : 0;
    }

    /** The model of a trace whose clock is corrected by 1 ns: that is a matter of Trace Compass' reader. */
    static long fallBack(ITmfTrace trace) throws Exception {
        trace.setTimestampTransform(TimestampTransformFactory.createWithOffset(1));
        try (DirectReading reading = DirectReading.of(trace, new HostEventSource(HostTraces.of(trace)))) {
            if (reading != null) {
                throw new IllegalStateException("the trace is decoded without Trace Compass");
            }
        }
        try {
            return analyse(new ModelAnalysis(), trace);
        } finally {
            TmfTraceManager.deleteSupplementaryFolder(trace); // the correction is kept there, too
        }
    }

    /** What no reader can do without: each byte of the trace is copied once. */
    static long copy(Path folder) throws IOException {
        long bytes = 0;
        byte[] buffer = new byte[1 << 20];
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                try (FileChannel channel = FileChannel.open(file)) {
                    ByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
                    while (mapped.hasRemaining()) {
                        int length = Math.min(buffer.length, mapped.remaining());
                        mapped.get(buffer, 0, length);
                        bytes += length;
                    }
                }
            }
        }
        return bytes;
    }

    static long read(ITmfTrace trace, int number, Consumer<ITmfEvent> with) throws InterruptedException {
        long[] events = { 0 };
        TmfEventRequest request = new TmfEventRequest(ITmfEvent.class, TmfTimeRange.ETERNITY, 0, number,
                ITmfEventRequest.ExecutionType.BACKGROUND) {
            @Override
            public void handleData(ITmfEvent event) {
                super.handleData(event);
                with.accept(event);
                events[0]++;
            }
        };
        trace.sendRequest(request);
        request.waitForCompletion();
        return events[0];
    }

    static long analyse(TmfStateSystemAnalysisModule module, ITmfTrace trace) throws Exception {
        module.setTrace(trace);
        if (module instanceof ModelAnalysis model) {
            model.readTogether(ReadTogether.alone());
        }
        module.schedule();
        if (!module.waitForCompletion()) {
            throw new IllegalStateException(module.getName() + " failed");
        }
        ITmfStateSystem states = module.getStateSystem();
        long found = module instanceof ModelAnalysis
                ? Machines.of(states).stream().flatMap(host -> host.vms().stream()).mapToLong(vm -> vm.vcpus().size()).sum()
                : states.getNbAttributes();
        module.dispose();
        try (Stream<Path> files = Files.list(Path.of(TmfTraceManager.getSupplementaryFileDir(trace)))) {
            for (File file : files.map(Path::toFile).filter(one -> one.getName().startsWith(module.getId())).toList()) {
                sHistory = module instanceof ModelAnalysis && file.getName().endsWith(".columns") ? file.length() : sHistory;
                file.delete();
            }
        }
        return found;
    }

    /** The model, exits and call stacks of one reading, and what paths are found in; finds as many exits. */
    static long together(ITmfTrace trace, boolean withPaths) throws Exception {
        try (ReadTogether all = new ReadTogether(withPaths ? 4 : 3)) {
            ModelAnalysis model = new ModelAnalysis();
            model.readTogether(all.reader());
            GuestCallStackAnalysis stacks = new GuestCallStackAnalysis();
            stacks.readTogether(all.reader());
            ExitAnalysis exits = new ExitAnalysis();
            exits.readTogether(all.reader());
            List<TmfAbstractAnalysisModule> modules = new ArrayList<>(List.of(model, stacks, exits));
            if (withPaths) {
                PathAnalysis paths = new PathAnalysis();
                paths.readTogether(all.reader());
                modules.add(paths);
            }
            for (TmfAbstractAnalysisModule module : modules) {
                module.setTrace(trace);
                module.schedule();
            }
            for (TmfAbstractAnalysisModule module : modules) {
                if (!module.waitForCompletion()) {
                    throw new IllegalStateException(module.getName() + " failed");
                }
            }
            long found = exits.result().count();
            modules.forEach(TmfAbstractAnalysisModule::dispose);
            TmfTraceManager.deleteSupplementaryFolder(trace);
            return found;
        }
    }

    /** Trace Compass' graph of who waits for whom on the host. */
    static long graph(ITmfTrace trace) throws Exception {
        OsExecutionGraph graph = new OsExecutionGraph();
        graph.setTrace(trace);
        graph.schedule();
        if (!graph.waitForCompletion()) {
            throw new IllegalStateException(graph.getName() + " failed");
        }
        long found = graph.getGraph().size();
        graph.dispose();
        return found;
    }
}
