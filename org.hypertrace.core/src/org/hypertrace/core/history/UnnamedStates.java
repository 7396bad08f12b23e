/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

/**
 * A state system that is filled before the names of its attributes are known. Nobody finds an attribute before it is named, so nobody
 * sees a name that changes. All are named before the history is closed.
 */
public interface UnnamedStates {

    /** @return one more attribute, without a name */
    int addUnnamed();

    /**
     * Names the first attribute that has no name.
     *
     * @param parent
     *            the attribute that it belongs to, which has a name; -1 for none
     * @param name
     *            no other attribute there has it
     */
    void name(int parent, String name);

    /**
     * The state of an attribute changes.
     *
     * @param time
     *            since when, ns since the epoch
     * @param value
     *            the state, null for none
     * @param quark
     *            the attribute
     */
    void modifyAttribute(long time, Object value, int quark);

    /**
     * The state that an attribute has now has another value since it began.
     *
     * @param value
     *            of the state
     * @param quark
     *            the attribute
     */
    void updateOngoingState(Object value, int quark);
}
