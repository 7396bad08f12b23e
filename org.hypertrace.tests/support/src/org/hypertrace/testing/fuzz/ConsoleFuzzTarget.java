/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.fuzz;

import org.hypertrace.core.trace.console.ConsoleLogTrace;

/** The log of a guest's console: any text. See {@link LinesFuzz}. */
public final class ConsoleFuzzTarget {

    private ConsoleFuzzTarget() {
    }

    /** One input. */
    public static void fuzzerTestOneInput(byte[] data) {
        LinesFuzz.read(data, new ConsoleLogTrace(), new ConsoleLogTrace(), event -> { });
    }
}
