/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import java.io.IOException;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.read.ReadTogether;

/** What the events are read for by an analysis that keeps a file: that comes into being by {@link #finish}. */
public interface FilePass extends AutoCloseable {

    /** @param event the next event of the traces, in their order */
    void accept(HostEvent event);

    /** @return what it does with events first, if others do that, too; else null */
    default ReadTogether.Stage stage() {
        return null;
    }

    /**
     * Nothing more comes.
     *
     * @param version
     *            of all that decides what is in the file
     * @throws IOException
     *             if it cannot be written
     */
    void finish(int version) throws IOException;

    @Override
    void close() throws IOException;
}
