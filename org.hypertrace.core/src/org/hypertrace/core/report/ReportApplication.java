package org.hypertrace.core.report;

import java.io.PrintStream;

import org.eclipse.equinox.app.IApplication;
import org.eclipse.equinox.app.IApplicationContext;

/** The reports without a display: prints to standard output, returns the exit status. */
public class ReportApplication implements IApplication {

    @Override
    public Object start(IApplicationContext context) {
        PrintStream out = System.out;
        out.println("hypertrace");
        return IApplication.EXIT_OK;
    }

    @Override
    public void stop() {
        // nothing runs in the background
    }
}
