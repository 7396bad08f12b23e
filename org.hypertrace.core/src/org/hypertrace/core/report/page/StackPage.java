/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Flame;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.stack.flame.FlameFunction;
import org.hypertrace.core.stack.flame.FlameMode;
import org.hypertrace.core.stack.flame.FlameTimes;
import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.track.Repair;

/** A {@link StackReport} as a document: the answer, then per guest its flame graph, its functions, its exits and its threads. */
public final class StackPage {

    private static final String FUNCTIONS = "functions";
    private static final String EXITS = "exits";
    private static final String THREADS = "threads";
    /** The names of its tables. */
    public static final List<String> TABLES = List.of(FUNCTIONS, EXITS, THREADS, StackComparison.TABLE);

    /** More frames nobody can distinguish, and a page stays small; the tables have all. */
    private static final int FRAMES = 30_000;
    private static final int FEWEST = 1_000;
    /** So many rows of a table are for people. */
    private static final int TOP = 25;
    private static final int TOP_THREADS = 10;

    /** A function of a guest for people, of one of its threads for programs. */
    private record OfFunction(StackReport.Guest guest, StackReport.Thread thread, StackReport.Function function, long whole) {

        FlameFunction figures() {
            return function.figures();
        }
    }

    private record OfCause(StackReport.Guest guest, StackReport.Cause cause) { }

    private record OfThread(StackReport.Guest guest, StackReport.Thread thread) { }

    private final StackReport fReport;

    private StackPage(StackReport report) {
        fReport = report;
    }

    /**
     * @param report
     *            of stacks
     * @param comparison
     *            of it with others, null if none is asked for
     * @return the document
     */
    public static Page of(StackReport report, StackComparison comparison) {
        return new StackPage(report).page(comparison);
    }

    /**
     * @param report
     *            of stacks
     * @param comparison
     *            of it with others, null if none is asked for
     * @return all guests in one flame graph
     */
    public static Flame flame(StackReport report, StackComparison comparison) {
        return comparison != null ? comparison.flame(FRAMES)
                : Flame.of(report.whole(), report.labels(), report.trace() + ", " + report.mode().key() + " time", FRAMES);
    }

    private Page page(StackComparison comparison) {
        List<Part> answers = new ArrayList<>();
        if (comparison != null) {
            answers.addAll(comparison.parts(TOP, FRAMES));
        } else if (fReport.mode() != FlameMode.OFF_CPU) {
            fReport.guests().forEach(guest -> answers.addAll(answers(guest)));
        }
        List<Part> parts = new ArrayList<>();
        parts.add(Sentence.quiet(fReport.range(), "  (", Amount.ns(fReport.end() - fReport.begin()), ")  ", fReport.mode().key(), " time",
                fReport.withTracing() ? "" : ", without tracing"));
        fReport.guests().forEach(guest -> parts.add(guest(guest)));
        List<String> more = fReport.gaps();
        if (!more.isEmpty()) {
            parts.add(new Section("To see more", more.stream().<Part>map(Sentence::warning).toList()));
        }
        fReport.problems().forEach(problem -> parts.add(Sentence.warning(problem)));
        parts.addAll(Notes.of(List.of(), fReport.missing()));
        String title = comparison == null ? "Stacks of guests, with what the hypervisor does" : "Stacks compared";
        return new Page(title, fReport.trace(), answers, parts);
    }

    /** Where most time went, and what cost the most exits. */
    private List<Sentence> answers(StackReport.Guest guest) {
        Stream<Sentence> own = fReport.functions(guest).stream().filter(one -> one.figures().isGuests() && one.figures().self() > 0).limit(1)
                .map(most -> Sentence.answer(guest.label(), ": most own time is in ", most.name(), ": ",
                        Amount.ns(most.figures().self()), ", ", Amount.share(most.figures().self(), fReport.whole(guest)), " of the time on vCPUs."));
        Stream<Sentence> exits = guest.causes().stream().filter(StackReport.Cause::isOfFrame).limit(1)
                .map(most -> Sentence.answer(guest.label(), ": exits cost most in ", most.name(), ": ",
                        Amount.count(most.figures().count()), " times ", most.reason(), ", ", Amount.ns(most.figures().total()), "."));
        return Stream.concat(own, exits).toList();
    }

    private Section guest(StackReport.Guest guest) {
        FlameTimes times = guest.times();
        long wall = times.wall();
        List<Part> parts = new ArrayList<>();
        parts.add(Sentence.plain(guest.threads().size() + " threads, known for ", Amount.ns(wall), " together: own ",
                Amount.share(times.own(), wall), ", interrupts ", Amount.share(times.interrupts(), wall), ", exits ",
                Amount.share(times.exits(), wall), ", tracing ", Amount.share(times.tracing(), wall), ", waiting in the guest ",
                Amount.share(times.waiting(), wall)));
        parts.add(Flame.of(guest.tree(), fReport.labels(), guest.label() + ", " + fReport.mode().key() + " time",
                Math.max(FEWEST, FRAMES / Math.max(1, fReport.guests().size()))));
        parts.addAll(functions(guest));
        parts.addAll(causes(guest));
        parts.addAll(threads(guest));
        if (guest.repaired() > 0) {
            parts.add(Sentence.plain("Repaired: " + Stream.of(Repair.values()).filter(repair -> guest.repairs()[repair.ordinal()] > 0)
                    .map(repair -> guest.repairs()[repair.ordinal()] + " " + words(repair)).collect(Collectors.joining(", ")) + "."));
        }
        return new Section(guest.label() + (!guest.hasHost() ? "" : " on host " + guest.host()), parts);
    }

    /** What was wrong with so many frames. */
    private static String words(Repair repair) {
        return switch (repair) {
        case ENTRY_MISSING -> "entry not recorded";
        case RETURN_MISSING -> "return not recorded";
        case NEVER_RETURNED -> "open at the end";
        case LOST -> "open when events were lost";
        case TOO_DEEP -> "too deep to be";
        };
    }

    private List<Part> functions(StackReport.Guest guest) {
        long whole = fReport.whole(guest);
        List<OfFunction> all = new ArrayList<>();
        guest.threads().forEach(thread -> thread.functions().forEach(one -> all.add(new OfFunction(guest, thread, one, whole))));
        List<OfFunction> shown = fReport.functions(guest).stream().filter(one -> one.figures().isGuests())
                .map(one -> new OfFunction(guest, null, one, whole)).toList();
        return table(FUNCTIONS, head(shown.size(), "frame", "by own time", TOP), functionColumns(), shown, all, TOP);
    }

    private List<Column<OfFunction>> functionColumns() {
        String ofWhat = fReport.mode() == FlameMode.OFF_CPU ? "of all" : "of CPU";
        List<Column<OfFunction>> columns = who(OfFunction::guest);
        columns.addAll(List.of(
                Column.id("tid", row -> row.thread.thread().tid() < 0 ? "" : row.thread.thread().tid()),
                Column.id("thread", row -> row.thread.label()),
                Column.id("boot", row -> row.thread.thread().bootNumber()),
                Column.of("name", "frame", row -> row.function.name()),
                Column.id("kind", row -> key(row.figures().kind())),
                Column.id("address", row -> address(row.figures())),
                Column.of("calls", "calls", row -> Amount.count(row.figures().calls())),
                Column.of("total", "with what it calls", row -> Amount.ns(row.figures().total())),
                Column.of("self", "own", row -> Amount.ns(row.figures().self())),
                Column.<OfFunction> of("share", ofWhat, row -> Amount.share(row.figures().self(), row.whole)).later(),
                Column.of("exits", "exits", row -> Amount.count(row.figures().exits())),
                unless0("hypervisor", "in exits", FlameFunction::hypervisor),
                unless0("waiting", "waiting", FlameFunction::waiting),
                Column.id("reported", row -> row.figures().reported()),
                Column.id("guest", row -> row.figures().reported() == 0 ? "" : row.figures().guest()),
                Column.id("reported wall", row -> row.figures().reported() == 0 ? "" : row.figures().reportedWall()),
                Column.id("repaired", row -> row.figures().repaired())));
        return columns;
    }

    private static String address(FlameFunction function) {
        return function.kind() == FrameKind.FUNCTION ? "0x" + Long.toHexString(function.frame()) : "";
    }

    /** For people nothing where there is none. */
    private static Column<OfFunction> unless0(String key, String head, ToLongFunction<FlameFunction> ns) {
        return new Column<>(key, head, row -> ns.applyAsLong(row.figures()) == 0 ? "" : Amount.ns(ns.applyAsLong(row.figures())),
                row -> ns.applyAsLong(row.figures()));
    }

    /**
     * @param kind
     *            of a frame
     * @return its name for programs
     */
    public static String key(FrameKind kind) {
        return switch (kind) {
        case OFF_CPU -> "offCpu";
        case PREEMPTED_BY -> "preemptedBy";
        default -> kind.name().toLowerCase(Locale.ROOT);
        };
    }

    private static List<Part> causes(StackReport.Guest guest) {
        List<Column<OfCause>> columns = who(OfCause::guest);
        columns.addAll(List.of(
                Column.id("boot", row -> row.cause.boot()),
                Column.of("cause", "cause", row -> row.cause.name()),
                Column.id("kind", row -> key(row.cause.kind())),
                Column.of("reason", "reason", row -> row.cause.reason()),
                Column.id("tracer", row -> row.cause.isTracer()),
                Column.of("count", "exits", row -> Amount.count(row.cause.figures().count())),
                Column.of("total", "time", row -> Amount.ns(row.cause.figures().total())),
                Column.of("mean", "mean", row -> Amount.ns(row.cause.figures().mean())),
                Column.of("p50", "p50", row -> known(row.cause.figures().p50())),
                Column.of("p99", "p99", row -> known(row.cause.figures().p99())),
                Column.of("max", "max", row -> Amount.ns(row.cause.figures().max()))));
        List<OfCause> rows = guest.causes().stream().map(cause -> new OfCause(guest, cause)).toList();
        return table(EXITS, head(rows.size(), "cause", "of exits", TOP), columns, rows, rows, TOP);
    }

    private static Object known(long ns) {
        return ns < 0 ? "" : Amount.ns(ns);
    }

    private static List<Part> threads(StackReport.Guest guest) {
        List<Column<OfThread>> columns = who(OfThread::guest);
        columns.addAll(List.of(
                Column.id("tid", row -> row.thread.thread().tid() < 0 ? "" : row.thread.thread().tid()),
                Column.id("boot", row -> row.thread.thread().bootNumber()),
                Column.of("thread", "thread", row -> row.thread.label()),
                Column.of("wall", "known for", row -> Amount.ns(row.thread.times().wall())),
                part("own", FlameTimes::own),
                part("interrupts", FlameTimes::interrupts),
                part("exits", FlameTimes::exits),
                part("tracing", FlameTimes::tracing),
                part("waiting", FlameTimes::waiting),
                Column.of("repaired", "repaired", row -> Amount.count(row.thread.repaired()))));
        List<OfThread> rows = guest.threads().stream().map(thread -> new OfThread(guest, thread)).sorted(Comparator.comparingLong(
                (OfThread one) -> one.thread.times().wall() - one.thread.times().waiting()).reversed()).toList();
        return table(THREADS, head(rows.size(), "thread", "by time on the CPU", TOP_THREADS), columns, rows, rows, TOP_THREADS);
    }

    /** A share of what is known of the thread for people, ns for programs. */
    private static Column<OfThread> part(String name, ToLongFunction<FlameTimes> ns) {
        return new Column<>(name, name, row -> Amount.share(ns.applyAsLong(row.thread.times()), row.thread.times().wall()),
                row -> Amount.ns(ns.applyAsLong(row.thread.times())));
    }

    private static <R> List<Column<R>> who(Function<R, StackReport.Guest> guest) {
        return new ArrayList<>(List.of(
                Column.id("host", row -> guest.apply(row).host()),
                Column.id("vm", row -> guest.apply(row).hasHost() ? guest.apply(row).who().outer().label() : ""),
                Column.id("nested", row -> guest.apply(row).who().nested() == null ? "" : guest.apply(row).who().nested().key())));
    }

    /** A section; without rows for people only the table. */
    static <R> List<Part> table(String name, String title, List<Column<R>> columns, List<R> shown, List<R> all, int most) {
        Table table = Table.of(name, columns, shown.subList(0, Math.min(most, shown.size())), all);
        return List.of(shown.isEmpty() ? table : new Section(title, List.of(table)));
    }

    static String head(int count, String what, String order, int shown) {
        return count + " " + what + (count == 1 ? "" : "s") + ' ' + order + (count > shown ? ", the first " + shown : "");
    }
}
