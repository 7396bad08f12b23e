/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.columns;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

import org.eclipse.tracecompass.segmentstore.core.ISegment;
import org.eclipse.tracecompass.tmf.core.segment.ISegmentAspect;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.vcpu.VcpuState;

/** What a table of exits shows of each: its columns. */
public final class ExitAspects {

    /** A column; {@code of} gives null where there is nothing to show. */
    private record Aspect(String name, String help, Function<ExitSegment, Comparable<?>> of) implements ISegmentAspect {

        @Override
        public String getName() {
            return name;
        }

        @Override
        public String getHelpText() {
            return help;
        }

        @Override
        public Object resolve(ISegment segment) {
            return segment instanceof ExitSegment exit ? of.apply(exit) : null;
        }

        @Override
        @SuppressWarnings("unchecked")
        public Comparator<?> getComparator() {
            Comparator<Comparable<Object>> order = Comparator.nullsFirst(Comparator.naturalOrder());
            return Comparator.comparing((ISegment segment) -> (Comparable<Object>) resolve(segment), order);
        }
    }

    private ExitAspects() {
    }

    public static Iterable<ISegmentAspect> all() {
        List<ISegmentAspect> all = new ArrayList<>(List.of(
                new Aspect("VM", "The VM", exit -> vcpu(exit).vmLabel()),
                new Aspect("vCPU", "The number of the vCPU within its VM", exit -> vcpu(exit).number()),
                new Aspect("Reason", "Why the guest was left", ExitSegment::getName),
                new Aspect("About", "The port, register, memory, hypercall or interrupt it is about", ExitAspects::about),
                new Aspect("Task", "The guest's thread that ran",
                        exit -> names(exit).taskLabel(names(exit).cause(exit.number()))),
                new Aspect("Cause", "The guest's innermost function, system call or initcall",
                        exit -> names(exit).innermost(names(exit).cause(exit.number()))),
                new Aspect("Guest RIP", "Where in the guest's code", ExitAspects::rip),
                new Aspect("Guest code", "The nearest symbol of the guest's kernel",
                        exit -> names(exit).code(exit.number())),
                new Aspect("CPU", "The host's processor that the guest left", exit -> exit.exits().cpu(exit.number()))));
        for (VcpuState state : VcpuState.values()) {
            if (state != VcpuState.GUEST && state != VcpuState.UNKNOWN) {
                all.add(new Aspect(state.label() + " (ns)", "How much of it the vCPU was in this state",
                        exit -> part(exit, state)));
            }
        }
        return all;
    }

    private static ExitVcpu vcpu(ExitSegment exit) {
        return exit.exits().dictionary().vcpus().get(exit.exits().vcpu(exit.number()));
    }

    private static ExitNames names(ExitSegment exit) {
        return new ExitNames(exit.exits());
    }

    private static String about(ExitSegment exit) {
        return exit.exits().dictionary().subs().get(exit.exits().sub(exit.number())).label();
    }

    private static String rip(ExitSegment exit) {
        long rip = exit.exits().guestRip(exit.number());
        return rip == HostEvent.NO_RIP ? null : String.format("0x%016x", rip);
    }

    private static Long part(ExitSegment exit, VcpuState state) {
        long ns = exit.exits().parts(exit.number())[state.ordinal()];
        return ns == 0 ? null : (Long) ns;
    }
}
