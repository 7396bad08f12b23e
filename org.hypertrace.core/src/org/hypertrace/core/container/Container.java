/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.container;

/**
 * What a thread is in, as far as its namespaces show it.
 *
 * @param namespace
 *            the one that makes it, {@code pid_ns 4026532163}; {@link Namespaces#NONE} for a thread that is in no container
 * @param name
 *            by the recording's manifest, null without one
 */
public record Container(String namespace, String name) {

    /**
     * @param namespace
     *            a value of a state system
     * @param name
     *            another one
     * @return the container of both; null if the first one is none
     */
    public static Container of(Object namespace, Object name) {
        return namespace instanceof String known ? new Container(known, name instanceof String given ? given : null) : null;
    }

    /**
     * @param container
     *            null if it is not known
     * @return its name for people, else its namespace; {@link Namespaces#UNKNOWN}
     */
    public static String labelOf(Container container) {
        return container == null ? Namespaces.UNKNOWN : container.label();
    }

    /**
     * @param container
     *            null if it is not known
     * @return its namespace; {@link Namespaces#UNKNOWN}
     */
    public static String namespaceOf(Container container) {
        return container == null ? Namespaces.UNKNOWN : container.namespace;
    }

    /**
     * @param container
     *            null if it is not known
     * @return its name by the manifest; empty without one
     */
    public static String nameOf(Container container) {
        return container == null || container.name == null ? "" : container.name;
    }

    /** @return its name for people, else its namespace */
    public String label() {
        return name == null ? namespace : name;
    }

    /** @return both: {@code web (pid_ns 4026532163)} */
    public String description() {
        return name == null ? namespace : name + " (" + namespace + ')';
    }

    /** @return whether its threads are in no container */
    public boolean isNone() {
        return namespace.equals(Namespaces.NONE);
    }

    /**
     * @param container
     *            null if it is not known
     * @param word
     *            a user's: a name, a namespace, or the number of one
     * @return whether it is meant
     */
    public static boolean isMeant(Container container, String word) {
        return labelOf(container).equals(word) || namespaceOf(container).equals(word) || namespaceOf(container).endsWith(' ' + word);
    }
}
