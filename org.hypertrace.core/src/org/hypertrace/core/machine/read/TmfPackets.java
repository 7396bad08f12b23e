/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

import org.hypertrace.core.kvm.CtfHostEvent;
import org.hypertrace.core.trace.ctf.PacketTimes;

/** The packets of Trace Compass' events: it shows of each what its header reports, the same object for all events of the packet. */
final class TmfPackets {

    private final Map<Object, PacketTimes> fByHeader = new IdentityHashMap<>();
    private final Map<EventOrder.StreamOf, Object> fHeaders = new HashMap<>();
    private Object fLast;
    private PacketTimes fPacket;

    PacketTimes of(CtfHostEvent event) {
        Object header = event.packet();
        if (header != fLast) {
            fLast = header;
            fPacket = fByHeader.get(header);
            if (fPacket == null) {
                PacketTimes before = fByHeader.remove(fHeaders.put(new EventOrder.StreamOf(event.getTrace(), event.getChannel()), header));
                fPacket = PacketTimes.of(event.packet(), before);
                fByHeader.put(header, fPacket);
            }
        }
        return fPacket;
    }
}
