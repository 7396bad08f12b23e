/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.plan;

import java.util.Arrays;

/** What a signal means. */
public enum SignalKind {
    /** The campaign begins. */
    BEGIN("begin", true, false),
    /** The campaign is over. */
    END("end", true, false),
    /** A node is ordered to restart. */
    RESTART("restart", true, true),
    /** The controller has seen that a node serves again. */
    BACK("back", true, true),
    /** A switch-over begins. */
    SWITCH("switch", true, false),
    /** The controller has seen that a node has the active role. */
    SWITCHED("switched", true, true),
    /** The application of a node answers from now on. */
    SERVES("serves", false, false),
    /** It does not answer any more. */
    STOPS("stops", false, false),
    /** The new release is being prepared. */
    PREPARES("prepares", false, false),
    /** A node learnt that the upgrade is final. */
    COMMIT("commit", false, false);

    private final String fKey;
    private final boolean fIsControllers;
    private final boolean fNamesNode;

    SignalKind(String key, boolean isControllers, boolean namesNode) {
        fKey = key;
        fIsControllers = isControllers;
        fNamesNode = namesNode;
    }

    /** @return its stable name in plans, JSON and CSV */
    public String key() {
        return fKey;
    }

    /** @return whether the controller sends it, else a node */
    public boolean isControllers() {
        return fIsControllers;
    }

    /** @return whether it names a node */
    public boolean namesNode() {
        return fNamesNode;
    }

    /**
     * @param key
     *            a word
     * @return the kind of that name, null if there is none
     */
    public static SignalKind of(String key) {
        return Arrays.stream(values()).filter(kind -> kind.fKey.equals(key)).findFirst().orElse(null);
    }
}
