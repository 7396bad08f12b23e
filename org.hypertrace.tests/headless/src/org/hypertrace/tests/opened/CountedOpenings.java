/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.opened;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.request.ITmfEventRequest;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.guest.GuestTable;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.model.ModelAnalysis;
import org.hypertrace.core.vcpu.VcpuTable;

/** Opens traces, analyses them, closes them, and counts how often events are asked for. */
final class CountedOpenings {

    private final Path fExperiment;
    private int fRequests;
    private Consumer<Path> fAtEvents;

    /** @param experiment the path of experiments */
    CountedOpenings(Path experiment) {
        fExperiment = experiment;
    }

    /** How often events were asked for. */
    int requests() {
        return fRequests;
    }

    /** @param at gets the file of the history now and then while events are read; null: nobody does */
    void atEvents(Consumer<Path> at) {
        fAtEvents = at;
    }

    /** All figures of the traces, or of the experiment of several. */
    String open(Path... folders) throws Exception {
        ITmfTrace[] parts = new ITmfTrace[folders.length];
        for (int i = 0; i < folders.length; i++) {
            parts[i] = new CountedTrace();
            ((CountedTrace) parts[i]).initTrace(null, folders[i].toString(), CtfTmfEvent.class, folders[i].toString(), null);
        }
        ITmfTrace trace = parts.length == 1 ? parts[0] : new CountedExperiment(fExperiment.toString(), parts);
        ModelAnalysis model = new ModelAnalysis();
        try {
            model.setTrace(trace);
            // else Trace Compass waits a second for more requests
            model.readTogether(ReadTogether.alone());
            model.schedule();
            if (!model.waitForCompletion(new NullProgressMonitor())) {
                throw new IOException(MissingDataMessage.of(trace));
            }
            return figures(model.getStateSystem());
        } finally {
            model.dispose();
            trace.dispose();
        }
    }

    private static String figures(ITmfStateSystem states) throws Exception {
        StringBuilder text = new StringBuilder();
        List<Machines.Host> hosts = Machines.of(states);
        for (Machines.Host host : hosts) {
            text.append(host).append('\n');
            text.append(GuestTable.of(states, host, states.getStartTime(), states.getCurrentEndTime())).append('\n');
            VcpuTable table = new VcpuTable(states, host, states.getStartTime(), states.getCurrentEndTime());
            for (Machines.Vm vm : host.vms()) {
                for (Machines.Vcpu vcpu : vm.vcpus()) {
                    text.append(table.figures(vcpu)).append('\n');
                }
            }
        }
        return text.toString();
    }

    private final class CountedTrace extends LttngKernelTrace {
        private int fRead;

        @Override
        public synchronized CtfTmfEvent getNext(ITmfContext context) {
            if (fAtEvents != null && ++fRead % 10_000 == 0) {
                fAtEvents.accept(Path.of(TmfTraceManager.getSupplementaryFileDir(this), ModelAnalysis.ID + ".columns"));
            }
            return super.getNext(context);
        }

        @Override
        public void sendRequest(ITmfEventRequest request) {
            fRequests++;
            super.sendRequest(request);
        }
    }

    private final class CountedExperiment extends TmfExperiment {
        CountedExperiment(String path, ITmfTrace... traces) {
            super(ITmfEvent.class, path, traces, DEFAULT_INDEX_PAGE_SIZE, null);
        }

        @Override
        public void sendRequest(ITmfEventRequest request) {
            fRequests++;
            super.sendRequest(request);
        }
    }
}
