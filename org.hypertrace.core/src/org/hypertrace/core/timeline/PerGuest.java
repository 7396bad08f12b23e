/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Consumer;

import org.hypertrace.core.event.GuestCpu;

/**
 * What a tracker keeps for every guest, and for every guest nested in one.
 *
 * @param <T>
 *            what is kept
 */
public final class PerGuest<T> {

    /** More nested guests are not followed: a guest could name some without end. Of the others there are as many as VMs. */
    static final int MAX_NESTED = 1 << 12;

    private final BiFunction<Guest, String, T> fMake;
    private final List<T> fGuests = new ArrayList<>();
    private final Map<String, T> fNested = new HashMap<>();

    /**
     * @param make
     *            makes it for a guest; with the level and the number of the guest nested in it, {@code 1.0}, or null
     */
    public PerGuest(BiFunction<Guest, String, T> make) {
        fMake = make;
    }

    /**
     * @param guest
     *            a guest
     * @return what is kept for it
     */
    public T of(Guest guest) {
        while (fGuests.size() <= guest.number()) {
            fGuests.add(null);
        }
        T kept = fGuests.get(guest.number());
        if (kept == null) {
            kept = fMake.apply(guest, null);
            fGuests.set(guest.number(), kept);
        }
        return kept;
    }

    /**
     * @param guest
     *            a guest
     * @param from
     *            who reports: it, or a guest nested in it
     * @return what is kept for who reports, null if there are too many
     */
    public T of(Guest guest, GuestCpu from) {
        if (from.level() == 0) {
            return of(guest);
        }
        String nested = from.level() + "." + from.nested();
        String key = guest.number() + " " + nested;
        T kept = fNested.get(key);
        if (kept == null && fNested.size() < MAX_NESTED) {
            kept = fMake.apply(guest, nested);
            fNested.put(key, kept);
        }
        return kept;
    }

    /** @param action is done with all that is kept */
    public void forEach(Consumer<T> action) {
        fGuests.stream().filter(Objects::nonNull).forEach(action);
        fNested.values().forEach(action);
    }
}
