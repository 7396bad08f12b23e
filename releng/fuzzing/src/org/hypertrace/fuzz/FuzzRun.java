/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fuzz;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;

import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.hypertrace.fuzz.FuzzCase.Outcome;
import org.hypertrace.fuzz.FuzzCase.Undamaged;
import org.hypertrace.fuzz.FuzzCase.Verdict;

/** Runs cases one after another in this Java machine, each with a limit of time, and counts how they went. */
public final class FuzzRun implements AutoCloseable {

    /**
     * What is wrong.
     *
     * @param signature
     *            the same for all cases with the same cause, as far as can be seen
     * @param text
     *            which case, and evidence, sentence or stack
     */
    public record Finding(String signature, String text) { }

    private final List<Cut> fCuts = new ArrayList<>();
    private final Map<Cut, Map<String, Undamaged>> fUndamaged = new IdentityHashMap<>();
    private final Map<Cut, List<String>> fCommands = new IdentityHashMap<>();
    private final Path fWork;
    private final long fSeed;
    private final int fLimit;
    private final Path fKeep;
    private final Tally fTally = new Tally();
    private final Map<String, List<Finding>> fFindings = new LinkedHashMap<>();
    private final Map<String, Long> fRefusals = new TreeMap<>();
    private ExecutorService fWorker = newWorker();
    private RequestStarter fStarter;

    /**
     * @param folders
     *            of the cuts, or of whole recordings
     * @param work
     *            for what is made
     * @param seed
     *            of the cases
     * @param limit
     *            seconds a case may take
     * @param keep
     *            gets the recordings of what is to be mended, null: they are not kept
     * @throws IOException
     *             if a recording cannot be read
     */
    public FuzzRun(List<Path> folders, Path work, long seed, int limit, Path keep) throws IOException {
        fWork = work;
        fSeed = seed;
        fLimit = limit;
        fKeep = keep;
        for (Path folder : folders) {
            fCuts.add(Cut.of(folder));
        }
    }

    /**
     * Runs a case.
     *
     * @param number
     *            of the case
     * @throws IOException
     *             if it cannot be written
     */
    public void run(long number) throws IOException {
        fStarter = fStarter == null ? RequestStarter.begin() : fStarter;
        Cut cut = fCuts.get((int) (number % fCuts.size()));
        if (!fUndamaged.containsKey(cut)) {
            fUndamaged.put(cut, undamaged(cut));
            fCommands.put(cut, List.copyOf(fUndamaged.get(cut).keySet()));
        }
        FuzzCase one = FuzzCase.of(fCuts, fCommands::get, fSeed, number);
        Undamaged undamaged = fUndamaged.get(one.cut()).get(one.command());
        Path folder = Files.createDirectories(fWork.resolve("case"));
        long begin = System.nanoTime();
        Outcome outcome = inTime(() -> one.run(undamaged, folder), stacks -> new Outcome(Verdict.HANG, stacks));
        fTally.add(one.damage(), outcome.verdict(), System.nanoTime() - begin);
        if (outcome.verdict() == Verdict.REFUSED) {
            // without what distinguishes one recording from another
            String why = outcome.detail().lines().reduce((before, last) -> last).orElse("").replaceAll("[0-9]+", "#");
            fRefusals.merge(one.damage() + ": " + why, 1L, Long::sum);
        }
        if (outcome.verdict().compareTo(Verdict.SILENT) >= 0) {
            Finding finding = new Finding(signature(one, outcome), "seed " + fSeed + " case " + number + ": " + one.command() + " of "
                    + one.cut().name() + ", " + one.damage() + " (" + one.damaged().words() + "): " + outcome.detail());
            fFindings.computeIfAbsent(finding.signature(), key -> new ArrayList<>()).add(finding);
            if (fKeep != null) {
                write(number, fKeep.resolve("seed-" + fSeed + "-case-" + number).resolve(one.cut().name()));
            }
        }
        delete(folder);
        delete(Path.of(TmfTraceManager.getTemporaryDirPath()));
    }

    @Override
    public void close() {
        fWorker.shutdownNow();
        if (fStarter != null) {
            fStarter.close();
        }
    }

    /** What each command answers about the recording as it is; those that refuse are not asked again. */
    private Map<String, Undamaged> undamaged(Cut cut) throws IOException {
        Map<String, Undamaged> answers = new LinkedHashMap<>();
        String refusals = "";
        for (String command : FuzzCase.COMMANDS) {
            Path folder = Files.createDirectories(fWork.resolve("undamaged"));
            Undamaged undamaged = inTime(() -> FuzzCase.undamaged(cut, command, folder), stacks -> {
                throw new IllegalStateException(command + " of the undamaged " + cut.name() + " does not end" + stacks);
            });
            if (undamaged.answer().fault() != null) {
                throw new IllegalStateException(command + " of the undamaged " + cut.name() + ": " + undamaged.answer().fault());
            }
            if (undamaged.answer().isAnswer()) {
                answers.put(command, undamaged);
            }
            refusals += "\n" + undamaged.answer().err();
            delete(folder);
        }
        if (answers.isEmpty()) {
            throw new IllegalStateException("every command refuses the undamaged " + cut.name() + ':' + refusals);
        }
        return answers;
    }

    private <T> T inTime(Callable<T> work, Function<String, T> hangs) throws IOException {
        Future<T> running = fWorker.submit(work);
        Patience patience = new Patience(fLimit);
        while (true) {
            try {
                return running.get(1, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                if (patience.isOver()) {
                    String stacks = Patience.stacks();
                    running.cancel(true);
                    fWorker.shutdownNow();
                    fWorker = newWorker();
                    return hangs.apply(stacks);
                }
            } catch (ExecutionException e) {
                if (e.getCause() instanceof IOException cause) {
                    throw cause;
                }
                throw new IllegalStateException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Of a thread that does not keep the machine alive when it hangs. */
    private static ExecutorService newWorker() {
        return Executors.newSingleThreadExecutor(work -> {
            Thread thread = new Thread(work, "case");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** An exception's name and the first place of ours in its stack; or what was not reported. */
    private static String signature(FuzzCase one, Outcome outcome) {
        String kind = outcome.verdict() + " " + one.command() + ' ';
        if (outcome.verdict() == Verdict.SILENT || outcome.verdict() == Verdict.LOSS_REFUSED) {
            return kind + one.damage();
        }
        List<String> lines = outcome.detail().lines().filter(line -> !line.isBlank()).map(String::strip).toList();
        return kind + lines.stream().findFirst().orElse("").replaceAll("[0-9]+", "#") + lines.stream()
                .filter(line -> line.startsWith("at org.hypertrace.core.")).findFirst().map(line -> ' ' + line).orElse("");
    }

    /**
     * What a reader of packets finds wrong with a damaged recording.
     *
     * @param number
     *            of the case
     * @return how often, by kind
     */
    public Map<String, Long> evidence(long number) {
        FuzzCase one = damaged(number);
        return named(TraceReader.evidence(one.cut(), one.damaged().files()));
    }

    /** @return what the same reader finds wrong with the recordings as they are, but for discarded events */
    public Map<String, Long> evidence() {
        Map<String, Long> all = new TreeMap<>();
        fCuts.forEach(cut -> named(TraceReader.evidence(cut, cut.files())).forEach((kind, count) -> all.merge(kind, count, Long::sum)));
        all.remove(StreamReader.Evidence.DISCARDED.name());
        return all;
    }

    private static Map<String, Long> named(Map<StreamReader.Evidence, Long> evidence) {
        Map<String, Long> named = new TreeMap<>();
        evidence.forEach((kind, count) -> named.put(kind.name(), count));
        return named;
    }

    /**
     * @param number
     *            of a case
     * @return the kind of its damage
     */
    public String damage(long number) {
        return damaged(number).damage().name();
    }

    /**
     * @param number
     *            of a case
     * @param folder
     *            gets the damaged recording
     * @throws IOException
     *             if it cannot be written
     */
    public void write(long number, Path folder) throws IOException {
        damaged(number).damaged().write(folder);
    }

    /** A case, whatever the command. */
    private FuzzCase damaged(long number) {
        return FuzzCase.of(fCuts, cut -> FuzzCase.COMMANDS, fSeed, number);
    }

    /** What is wrong, by cause. */
    public Map<String, List<Finding>> findings() {
        return fFindings;
    }

    /** @return how often recordings were refused, by the damage and the sentence without its numbers */
    public Map<String, Long> refusals() {
        return fRefusals;
    }

    /** How the cases went, a table. */
    public String table() {
        return fTally.table() + String.format("highest use of the old generation %d MiB, of memory by the process %s%n",
                peakOfOldGeneration() >> 20, peakOfProcess());
    }

    /** @return of 100 cases, how many were answered, by the kind of damage */
    public Map<String, Double> answered() {
        Map<String, Double> answered = new TreeMap<>();
        fTally.answered().forEach((damage, share) -> answered.put(damage.name(), share));
        return answered;
    }

    private static long peakOfOldGeneration() {
        return ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getName().contains("Old"))
                .mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
    }

    private static String peakOfProcess() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("VmHWM:")).findFirst().map(line -> line.substring(6).strip()).orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
