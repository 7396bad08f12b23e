/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.container;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.LongPredicate;

import org.hypertrace.core.event.HostEvent;

/**
 * A name that people gave a container.
 *
 * @param name
 *            the name
 * @param namespace
 *            the number of any namespace of it, {@link HostEvent#NO_NAMESPACE} if not given
 * @param pid
 *            the id of a process in it, as its machine numbers it; -1 if not given
 */
public record ContainerName(String name, long namespace, int pid) {

    /**
     * @param names
     *            those of a machine's containers; the first one that fits counts
     * @param container
     *            of a thread, as {@link Namespaces#container} names it, null if that is not known
     * @param has
     *            whether a namespace of the thread has a number
     * @param holds
     *            whether the process with an id is in the same container
     * @return the container, null if it is not known
     */
    static Container named(List<ContainerName> names, String container, LongPredicate has, IntPredicate holds) {
        if (container == null || container.equals(Namespaces.NONE)) {
            return Container.of(container, null);
        }
        return new Container(container, names.stream()
                .filter(one -> one.namespace != HostEvent.NO_NAMESPACE && has.test(one.namespace) || one.pid >= 0 && holds.test(one.pid))
                .map(ContainerName::name).findFirst().orElse(null));
    }
}
