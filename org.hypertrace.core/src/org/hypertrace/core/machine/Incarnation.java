/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

/**
 * A process or thread of a host. The kernel reuses ids, so the id alone is no identity.
 *
 * @param id
 *            the process or thread id
 * @param nth
 *            from 1: which one with this id in the trace
 */
public record Incarnation(int id, int nth) {

    /** @return its key, unique within the host: {@code 384#1} */
    public String key() {
        return id + "#" + nth;
    }

    /**
     * @param key
     *            as {@link #key} makes it
     * @return what it is the key of, null if it is none
     */
    public static Incarnation of(String key) {
        int mark = key.indexOf('#');
        try {
            return mark < 0 ? null : new Incarnation(Integer.parseInt(key.substring(0, mark)), Integer.parseInt(key.substring(mark + 1)));
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
