/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import java.util.List;
import java.util.function.Consumer;

import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.RecordedEvents;

/** A trace of one VM whose host has none. What it shows of the host is made events as a trace of the host would have them. */
public interface LoneVmTrace {

    /** Makes events of hosts of the events of the trace; one for each pass. */
    interface Reader {

        /**
         * @param event
         *            the next event of the trace
         * @param to
         *            gets what it reports, in time order
         */
        void read(ITmfEvent event, Consumer<HostEvent> to);
    }

    /**
     * @param host
     *            the running number of the VM's host
     * @return a reader that begins with the first event
     */
    Reader reader(int host);

    /** @return an identity that no other trace has */
    String id();

    /** @return what of the host it shows */
    RecordedEvents recorded();

    /** @return the time of its last event, ns, known since it was opened; null if it has none */
    Long end();

    /** @return what is lost of it, a sentence each */
    List<String> losses();
}
