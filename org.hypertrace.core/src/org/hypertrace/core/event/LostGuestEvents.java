/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.event;

/** Losses with which events of guests may be lost: of a host's tracer, or of rings whose host has no trace. */
public final class LostGuestEvents {

    private LostGuestEvents() {
    }

    /**
     * @param event
     *            any
     * @return the loss that it reports, null if it reports none
     */
    public static HostEvent.LostEvents of(HostEvent event) {
        if (event instanceof HostEvent.LoneVcpu e && e.sign() == LoneVcpuSign.MISSING) {
            return new HostEvent.LostEvents(e.time(), e.host(), e.cpu(), e.end(), HostEvent.UNCOUNTED);
        }
        return event instanceof HostEvent.LostEvents lost ? lost : null;
    }
}
