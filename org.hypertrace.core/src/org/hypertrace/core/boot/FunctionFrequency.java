/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which functions a boot calls how often, and what a recording would save that leaves some of them out. A call costs the same
 * whatever the function does, so what is called most and does least is what to leave out first.
 *
 * @param functions
 *            the most frequent first
 * @param calls
 *            of all functions
 * @param self
 *            of all functions, ns
 */
public record FunctionFrequency(List<Line> functions, long calls, long self) {

    /** A suggestion leaves out functions until at least this part of the calls is saved, in percent. */
    public static final int AIM = 80;
    /** What floods recordings of boots, as the hypertracing thesis found, and is seldom of interest. */
    public static final String USUAL = "*acpi*,_raw_spin_*,*kmem_cache*,*cond_resched*,note_page,*slab*,*console*,*fb*,*mutex*";
    /** A suggestion has no more functions than people want to read. */
    private static final int MAX_SUGGESTED = 40;

    /**
     * A function.
     *
     * @param address
     *            in the guest's kernel
     * @param name
     *            its name, else the address in hexadecimal
     * @param before
     *            calls of the functions that are more frequent
     * @param total
     *            ns by the guest's clock
     * @param self
     *            the same without the calls from there
     */
    public record Line(long address, String name, long calls, long before, long total, long self) { }

    /**
     * What leaving out would save.
     *
     * @param filter
     *            as the recorder takes it: names and patterns with {@code *}, separated by commas
     * @param functions
     *            how many functions it leaves out
     * @param calls
     *            how many calls
     * @param self
     *            how much of the time, ns, would be counted to their callers
     */
    public record Saving(String filter, int functions, long calls, long self) { }

    /**
     * @param boot
     *            a boot
     * @param symbols
     *            its names
     * @return its functions; none if function events were not recorded
     */
    public static FunctionFrequency of(GuestBoot boot, BootSymbols symbols) {
        // a function of two parts has two addresses and one name: for who filters, it is one
        Map<String, GuestBoot.Function> byName = new HashMap<>();
        for (GuestBoot.Function f : boot.functions()) {
            byName.merge(symbols.label(f.address()), f, (a, b) -> new GuestBoot.Function(a.address(), a.calls() + b.calls(),
                    a.total() + b.total(), a.self() + b.self()));
        }
        List<Line> lines = new ArrayList<>();
        byName.forEach((name, f) -> lines.add(new Line(f.address(), name, f.calls(), 0, f.total(), f.self())));
        lines.sort(Comparator.comparingLong(Line::calls).reversed().thenComparing(Line::name));
        long calls = 0;
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            lines.set(i, new Line(line.address, line.name, line.calls, calls, line.total, line.self));
            calls += line.calls;
        }
        return new FunctionFrequency(List.copyOf(lines), calls, lines.stream().mapToLong(Line::self).sum());
    }

    /**
     * @param filter
     *            names and patterns with {@code *}, separated by commas
     * @return what leaving them out would save
     */
    public Saving without(String filter) {
        Pattern pattern = Pattern.compile(List.of(filter.strip().split("\\s*,\\s*")).stream()
                .map(part -> Stream.of(part.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")))
                .collect(Collectors.joining("|")));
        return saving(filter, functions.stream().filter(line -> pattern.matcher(line.name).matches()).toList());
    }

    /** @return what to leave out so that at least {@value #AIM} percent of the calls are saved, if so few functions make them */
    public Saving suggestion() {
        List<Line> out = new ArrayList<>();
        long saved = 0;
        List<Line> worst = functions.stream().filter(line -> line.self <= line.calls * mean()).toList();
        for (Line line : worst.subList(0, Math.min(MAX_SUGGESTED, worst.size()))) {
            if (100 * saved >= AIM * calls) {
                break;
            }
            out.add(line);
            saved += line.calls;
        }
        return saving(out.stream().map(Line::name).collect(Collectors.joining(",")), out);
    }

    /** How much of the time a call takes on the average, ns: what takes longer is of interest and stays. */
    private long mean() {
        return calls == 0 ? 0 : self / calls;
    }

    private static Saving saving(String filter, List<Line> out) {
        return new Saving(filter, out.size(), out.stream().mapToLong(Line::calls).sum(), out.stream().mapToLong(Line::self).sum());
    }
}
