/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.container;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.Namespace;

/**
 * The namespaces of a thread, as far as is known by now, and the container that they make. A container is what has a namespace of process
 * ids, network, host name or IPC of its own. Those of mounts and users make none: many services of a plain host have such.
 */
public final class Namespaces {

    /** The word for a thread that is in no container. */
    public static final String NONE = "none";
    /** The word for a thread of which too little was reported. */
    public static final String UNKNOWN = "unknown";

    /** What Linux numbers the first namespaces of process ids, host names and IPC; those of networks are numbered as they come. */
    private static final long[] FIRST = { 0xEFFFFFFCL, HostEvent.NO_NAMESPACE, 0xEFFFFFFEL, 0xEFFFFFFFL };

    private final long[] fNumbers = new long[FIRST.length];
    /** Of the namespace of process ids in the report that goes on, -1 if none does. */
    private int fLevel = -1;

    /** Those of a thread of which nothing is reported. */
    public Namespaces() {
        Arrays.fill(fNumbers, HostEvent.NO_NAMESPACE);
    }

    /**
     * @param parent
     *            those of the thread that makes another one, null if it is not known
     * @param pid
     *            the number of the new thread's innermost namespace of process ids, {@link HostEvent#NO_NAMESPACE} if not reported
     * @return those of the new thread: it has its parent's, and may have another one of process ids
     */
    public static Namespaces ofChild(Namespaces parent, long pid) {
        Namespaces child = new Namespaces();
        if (parent != null && pid != HostEvent.NO_NAMESPACE) {
            System.arraycopy(parent.fNumbers, 0, child.fNumbers, 0, FIRST.length);
        }
        child.fNumbers[Namespace.PID.ordinal()] = pid;
        return child;
    }

    /** @param event of the thread: the last one of its kind counts, of those of several levels the innermost, which comes first */
    public void report(HostEvent.ThreadNamespace event) {
        if (event.kind() != Namespace.PID) {
            fLevel = -1;
        } else if (event.level() < fLevel) {
            fLevel = event.level();
            return;
        } else {
            fLevel = event.level();
        }
        fNumbers[event.kind().ordinal()] = event.number();
    }

    /** Whether one of them has this number, and is not that of the machine's first process as well. */
    private boolean has(long number, Namespaces first) {
        return Arrays.stream(Namespace.values()).anyMatch(kind -> fNumbers[kind.ordinal()] == number && outside(kind, first) != number);
    }

    /** The number that a thread in no container has. */
    private static long outside(Namespace kind, Namespaces first) {
        long reported = first == null ? HostEvent.NO_NAMESPACE : first.fNumbers[kind.ordinal()];
        return reported == HostEvent.NO_NAMESPACE ? FIRST[kind.ordinal()] : reported;
    }

    /**
     * @param first
     *            those of the machine's first process, null if it is not known
     * @param names
     *            of the machine's containers
     * @param ofProcess
     *            the namespaces of a process by its id, null if they are not known
     * @return the container with its name, null if it is not known
     */
    public Container container(Namespaces first, List<ContainerName> names, IntFunction<Namespaces> ofProcess) {
        String container = container(first);
        return ContainerName.named(names, container, number -> has(number, first), pid -> {
            Namespaces process = ofProcess.apply(pid);
            return process != null && container.equals(process.container(first));
        });
    }

    /**
     * @param first
     *            those of the machine's first process, null if it is not known
     * @return the container by its namespace, {@code pid_ns 4026532163}; {@link #NONE}; null if that is not known
     */
    public String container(Namespaces first) {
        boolean known = true;
        for (Namespace kind : Namespace.values()) {
            long own = fNumbers[kind.ordinal()];
            long outside = outside(kind, first);
            if (own == HostEvent.NO_NAMESPACE || outside == HostEvent.NO_NAMESPACE) {
                known = false;
            } else if (own != outside) {
                return kind.label() + ' ' + own;
            }
        }
        return known ? NONE : null;
    }
}
