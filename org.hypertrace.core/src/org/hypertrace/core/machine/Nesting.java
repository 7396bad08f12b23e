/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

/**
 * Where in a VM a nested guest is.
 *
 * @param level
 *            from 1: how many hypervisors are between the host's and it
 * @param number
 *            the one that its hypervisor gave it, 0 if it gave none; {@link #ALL} for all guests nested in the VM together
 */
public record Nesting(int level, int number) {

    /** No number: the host's hypervisor knows that something is nested, not which guest. */
    public static final int ALL = -1;
    /** All that is nested in a VM, as the host's hypervisor sees it. */
    public static final Nesting ANY = new Nesting(1, ALL);

    private static final String WORD = "nested";

    /** @return its key, unique within the VM: {@code 1.3} */
    public String key() {
        return number == ALL ? WORD : level + "." + number;
    }

    /**
     * @param key
     *            as {@link #key} makes it, null for none
     * @return what it is the key of, null if it is none
     */
    public static Nesting of(String key) {
        if (key == null || key.equals(WORD)) {
            return key == null ? null : ANY;
        }
        int dot = key.indexOf('.');
        try {
            return dot < 0 ? null : new Nesting(Integer.parseInt(key.substring(0, dot)), Integer.parseInt(key.substring(dot + 1)));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /**
     * @param vm
     *            the key of a VM
     * @return the key of the guest in that VM, unique within the host: {@code 384#1/1.3}
     */
    public String in(String vm) {
        return vm + '/' + key();
    }

    /**
     * @param key
     *            of a VM, or as {@link #in} makes it
     * @return the key of the VM
     */
    public static String vm(String key) {
        int slash = key.indexOf('/');
        return slash < 0 ? key : key.substring(0, slash);
    }

    /**
     * @param given
     *            the given name of the only guest nested in the VM, null for none
     * @return its path below the VM: {@code nested} without a number or of number 1, {@code nested#3}; of level 2 {@code nested/nested}
     */
    public String path(String given) {
        String first = given == null ? WORD : given;
        return level > 1 ? first + '/' + (WORD + '/').repeat(level - 2) + WORD + nth() : isOnly() ? first : WORD + nth();
    }

    /** @return whether it is the guest of the VM itself, as far as its number shows, if there is only one */
    public boolean isOnly() {
        return level == 1 && number <= 1;
    }

    private String nth() {
        return number <= 1 ? "" : "#" + number;
    }
}
