/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.benchmark;

import org.eclipse.tracecompass.analysis.profiling.core.callstack.CallStackAnalysis;
import org.eclipse.tracecompass.analysis.profiling.core.callstack.CallStackStateProvider;
import org.eclipse.tracecompass.statesystem.core.statevalue.ITmfStateValue;
import org.eclipse.tracecompass.statesystem.core.statevalue.TmfStateValue;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.statesystem.ITmfStateProvider;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;

/** What Trace Compass' call-stack analysis takes when all it does is to push and to pop what the events report. */
final class PlainCallStacks extends CallStackAnalysis {

    PlainCallStacks() {
        setId("org.hypertrace.benchmark.plain");
        setName("plain call stacks");
    }

    @Override
    protected ITmfStateProvider createStateProvider() {
        return new Provider(getTrace());
    }

    private static final class Provider extends CallStackStateProvider {

        Provider(ITmfTrace trace) {
            super(trace);
        }

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public CallStackStateProvider getNewInstance() {
            return new Provider(getTrace());
        }

        @Override
        protected boolean considerEvent(ITmfEvent event) {
            return event.getName().equals("kvm_x86_hypercall");
        }

        private static long field(ITmfEvent event, String name) {
            return (Long) event.getContent().getField(name).getValue();
        }

        @Override
        protected ITmfStateValue functionEntry(ITmfEvent event) {
            return field(event, "nr") == StackTrace.ENTRY ? TmfStateValue.newValueLong(field(event, "a0")) : null;
        }

        @Override
        protected ITmfStateValue functionExit(ITmfEvent event) {
            return field(event, "nr") == StackTrace.EXIT ? TmfStateValue.newValueLong(field(event, "a0")) : null;
        }

        @Override
        protected int getProcessId(ITmfEvent event) {
            return 1;
        }

        @Override
        protected long getThreadId(ITmfEvent event) {
            return field(event, "a3") & 0xffffffffL;
        }
    }
}
