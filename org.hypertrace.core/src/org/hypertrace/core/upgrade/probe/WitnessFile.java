/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.probe;

import java.io.IOException;
import java.nio.file.Path;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ctf.core.trace.CtfTmfTrace;
import org.hypertrace.core.upgrade.Campaign;

/** Finds what a prober wrote beside a recording. */
public final class WitnessFile {

    private WitnessFile() {
    }

    /**
     * @param trace
     *            a trace or experiment; the prober's file is the one beside the first of its traces that has one
     * @param campaign
     *            the campaign in it
     * @return what the prober saw of it, null if there is no file
     * @throws IOException
     *             if the file is wrong; the message is one sentence for the user
     */
    public static Witness of(ITmfTrace trace, Campaign campaign) throws IOException {
        for (ITmfTrace one : TmfTraceManager.getTraceSet(trace)) {
            Path file = one instanceof CtfTmfTrace ? ProberFile.beside(Path.of(one.getPath())) : null;
            if (file != null) {
                CtfTmfTrace clock = (CtfTmfTrace) one;
                return Witness.of(campaign, ProberFile.read(file, time -> clock.createTimestamp(clock.timestampCyclesToNanos(time)).toNanos()));
            }
        }
        return null;
    }
}
