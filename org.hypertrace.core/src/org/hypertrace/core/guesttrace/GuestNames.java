/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guesttrace;

import java.util.Locale;
import java.util.Set;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.guesttrace.GuestTraceWriter.Written;
import org.hypertrace.core.machine.Incarnation;
import org.hypertrace.core.machine.VmName;

/** What extracted traces and their folders are called. */
public final class GuestNames {

    private static final int MAX_LENGTH = 64;

    private GuestNames() {
    }

    /** @return the guest's name as a host: the VM's given name, else {@code vm-<pid>}, and where it is nested */
    static String hostname(VmName who) {
        Incarnation of = Incarnation.of(who.key());
        String key = of == null ? who.key() : of.id() + (of.nth() > 1 ? "-" + of.nth() : "");
        String vm = who.given() != null ? who.given() : "vm-" + (who.pid() == HostEvent.UNKNOWN_ID ? "thread-" : "") + key;
        return who.nested() == null ? vm : who.nested().isOnly() && who.inner() != null ? vm + '-' + who.inner() : vm + "-nested-" + who.nested().key();
    }

    /** @return the guest's boot for people */
    public static String label(Written guest) {
        return guest.who().nth("boot", guest.boot());
    }

    /**
     * @param taken gets the result, in lower case
     * @return the name for the folder of a guest's trace: letters, digits, dots and dashes only, and of no other
     */
    public static String folder(Written guest, Set<String> taken) {
        return free(hostname(guest.who()) + (guest.boot() == 1 ? "" : "-boot-" + guest.boot()), taken);
    }

    /**
     * @param name whatever a guest or a host calls itself
     * @param taken gets the result, in lower case
     * @return a name for a folder: letters, digits, dots and dashes only, and of no other
     */
    public static String free(String name, Set<String> taken) {
        String clean = name.replaceAll("[^A-Za-z0-9._-]+", "_").replaceAll("^[._-]+", "");
        clean = clean.isEmpty() ? "guest" : clean.substring(0, Math.min(clean.length(), MAX_LENGTH));
        String free = clean;
        for (int number = 2; !taken.add(free.toLowerCase(Locale.ROOT)); number++) {
            free = clean + '-' + number;
        }
        return free;
    }
}
