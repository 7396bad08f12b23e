/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guest;

/**
 * Names in the state tree of what guests report about themselves.
 *
 * <pre>
 * Hosts/&lt;host id&gt;/Guests/&lt;n&gt;/            VM · Dialect · Detected
 *    Events/&lt;kind&gt;                        (number of such events so far)
 *    Nested/&lt;level&gt;.&lt;number&gt;/Events/&lt;kind&gt;
 *    Losses/&lt;what&gt;                        (number so far)
 *    Rings/&lt;what&gt;                         (number at the end) · Unreadable/&lt;n&gt; (a sentence)
 * Hosts/&lt;host id&gt;/vCPUs/&lt;tid&gt;#&lt;n&gt;/      Guest
 * </pre>
 *
 * A guest stands beside the VMs, with the VM's key as a value, as vCPUs do: the trace may report who it is later.
 */
public final class GuestAttributes {

    /** The guests of a host that report something, by their running number in the trace. */
    public static final String GUESTS = "Guests";
    /** String: the key of the VM that a guest is. */
    public static final String VM = "VM";
    /** String: the name of the dialect that a guest reports. */
    public static final String DIALECT = "Dialect";
    /** String: how that is known, for people. */
    public static final String DETECTED = "Detected";
    /** Integers: how many events of a kind so far, by the kinds' labels. */
    public static final String EVENTS = "Events";
    /** The guests nested in a guest, by level and number: {@code 1.0}. */
    public static final String NESTED = "Nested";
    /** Longs: what was missing or contradictory so far, by the names of {@link org.hypertrace.core.stream.Losses}. */
    public static final String LOSSES = "Losses";
    /** Longs: what became of the records of a guest's rings, by the names of {@code RingFigures}; there at the end. */
    public static final String RINGS = "Rings";
    /** Strings, of rings: why a file could not be read. */
    public static final String UNREADABLE = "Unreadable";
    /** Integer, of a vCPU: the number of its guest. */
    public static final String GUEST = "Guest";

    private GuestAttributes() {
    }
}
