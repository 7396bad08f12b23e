/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

/**
 * What somebody who was waited for was in.
 *
 * @param phase
 *            what that one is to the one before
 * @param state
 *            what it is in
 */
public record PathWhat(Phase phase, PathState state) implements Comparable<PathWhat> {

    /** @return {@code run/guest} */
    public String key() {
        return phase.key() + '/' + state.key();
    }

    /** @return the same for people */
    public String label() {
        return phase.key() + '/' + state.label();
    }

    @Override
    public int compareTo(PathWhat other) {
        return key().compareTo(other.key());
    }
}
