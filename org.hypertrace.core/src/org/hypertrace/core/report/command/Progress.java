/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.io.PrintWriter;
import java.util.Timer;
import java.util.TimerTask;

import org.eclipse.core.runtime.NullProgressMonitor;

/** Reports on a terminal what takes longer than two seconds, and then every ten seconds that it still does. */
final class Progress extends NullProgressMonitor implements AutoCloseable {

    private static final long FIRST_MS = 2_000;
    private static final long THEN_MS = 10_000;

    private final PrintWriter fOut;
    private final Timer fTimer = new Timer("progress", true);
    private final long fBegin = System.nanoTime();
    private volatile String fTask = "starting";

    /** @param out gets the words; null: nobody does */
    Progress(PrintWriter out) {
        fOut = out;
        if (out != null) {
            fTimer.schedule(new TimerTask() {
                @Override
                public void run() {
                    fOut.println("hypertrace: " + fTask + " (" + (System.nanoTime() - fBegin) / 1_000_000_000 + " s)");
                    fOut.flush();
                }
            }, FIRST_MS, THEN_MS);
        }
    }

    @Override
    public void subTask(String name) {
        fTask = name;
    }

    @Override
    public void close() {
        fTimer.cancel();
    }
}
