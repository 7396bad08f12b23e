/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.clock;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.equinox.app.IApplication;
import org.eclipse.equinox.app.IApplicationContext;
import org.eclipse.tracecompass.tmf.core.TmfCommonConstants;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.project.model.TmfTraceType;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;

/**
 * What a new process finds in a workspace: opens a trace as Trace Compass does, and writes into a file what it is, the time of its first event, and what
 * times its transform gives to some readings.
 */
public final class TransformApplication implements IApplication {

    static final long FIRST = 1_795_289_243_000_000_000L;
    static final int READINGS = 200;
    private static final String LTTNG = "org.eclipse.linuxtools.lttng2.kernel.tracetype";

    /** A reading of the guest's clock in the sample guest-and-hypercall, or before or after it. */
    static long reading(int number) {
        return FIRST + number * 61_234_567L;
    }

    @Override
    public Object start(IApplicationContext context) {
        int status = 1;
        try {
            String[] arguments = (String[]) context.getArguments().get(IApplicationContext.APPLICATION_ARGS);
            Files.write(Path.of(arguments[0]), answer(ResourcesPlugin.getWorkspace().getRoot().getProject(arguments[1]).findMember(arguments[2])));
            status = 0;
        } catch (Exception e) {
            e.printStackTrace();
        }
        // timers of Trace Compass would keep the machine alive, and the workspace is to stay as it is
        Runtime.getRuntime().halt(status);
        return IApplication.EXIT_OK;
    }

    private static List<String> answer(IResource resource) throws Exception {
        String kept = resource.getPersistentProperty(TmfCommonConstants.TRACETYPE);
        // in a project that was imported Trace Compass finds the type by the contents
        Class<? extends ITmfTrace> type = TmfTraceType.getTraceType(kept == null ? LTTNG : kept).getTrace().getClass();
        ITmfTrace trace = type.getDeclaredConstructor().newInstance();
        List<String> answer = new ArrayList<>();
        try {
            trace.initTrace(resource, resource.getLocation().toOSString(), CtfTmfEvent.class);
            answer.add(type.getSimpleName());
            ITmfContext begin = trace.seekEvent(0L);
            ITmfEvent first = trace.getNext(begin);
            begin.dispose();
            answer.add(Long.toString(first.getTimestamp().toNanos()));
            for (int i = 0; i < READINGS; i++) {
                answer.add(Long.toString(trace.getTimestampTransform().transform(reading(i))));
            }
        } finally {
            trace.dispose();
        }
        return answer;
    }

    @Override
    public void stop() {
        // it ends by itself
    }
}
