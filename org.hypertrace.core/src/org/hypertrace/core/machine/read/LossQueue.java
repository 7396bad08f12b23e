/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;

import org.hypertrace.core.event.HostEvent;

/** The stretches of time of which packets are missing, reported in time order with the events: each at its begin and at its end. */
public final class LossQueue {

    private final PriorityQueue<HostEvent.LostEvents> fWaiting = new PriorityQueue<>(
            Comparator.comparingLong(HostEvent.LostEvents::time));

    public LossQueue(List<MissingPackets> missing) {
        missing.forEach(packets -> fWaiting.add(packets.loss()));
    }

    /** Reports what begins or ends before {@code time}: an event of that very time may be of the packet before. */
    public void before(long time, Consumer<HostEvent> to) {
        for (HostEvent.LostEvents next = fWaiting.peek(); next != null && next.time() < time; next = fWaiting.peek()) {
            to.accept(fWaiting.poll());
            if (next.count() != 0) {
                ends(next);
            }
        }
    }

    /** The begin of a stretch was reported: its end is reported in its turn. */
    void ends(HostEvent.LostEvents loss) {
        fWaiting.add(new HostEvent.LostEvents(loss.end(), loss.host(), loss.cpu(), loss.end(), 0, loss.loss()));
    }
}
