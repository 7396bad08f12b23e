/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.regex.Pattern;

import org.hypertrace.fuzz.StreamReader.Evidence;

/**
 * A recording, damaged in a way that follows from a seed and a number, and a command that is asked about it.
 *
 * @param cut
 *            what is damaged
 * @param damage
 *            how
 * @param command
 *            what is asked
 * @param seed
 *            of all cases of a run
 * @param number
 *            of the case in the run
 */
record FuzzCase(Cut cut, Damage damage, String command, long seed, long number) {

    /** The commands that are asked, with their options. */
    static final List<String> COMMANDS = List.of("report", "boot", "exits", "shutdown", "stacks", "path --vcpu 0");

    /** A refusal that names what is damaged besides. */
    private static final Pattern NAMED = Pattern.compile("packets? (is|are) (missing|left out|not read)|packets overlap|index that contradicts|it is not used");
    /** In a refusal for want of something: that may be what was lost. */
    private static final Pattern ABSENT = Pattern.compile("\\b[Nn]o (guest|VM|vCPU|events|known thread)\\b");

    /** How a case went; from {@link #SILENT} on something is to be mended. */
    enum Verdict {
        /** Refused in one sentence. */
        REFUSED,
        /** Answered as if there were no damage. */
        UNCHANGED,
        /** Answered otherwise, and more is reported to be missing or wrong. */
        REPORTED,
        /** Answered otherwise without a word; but nothing gives the damage away, the values might be true. */
        NOT_KNOWABLE,
        /** Answered otherwise, or refused for want of something, without a word, though there is evidence. */
        SILENT,
        /** Refused as damaged, though only whole packets are missing. */
        LOSS_REFUSED,
        /** An exception, or no sentence. */
        FAULT,
        /** No answer in time. */
        HANG
    }

    /**
     * How a case went.
     *
     * @param detail
     *            evidence, sentence or stack
     */
    record Outcome(Verdict verdict, String detail) { }

    /**
     * What is known of an undamaged recording.
     *
     * @param answer
     *            of the command
     */
    record Undamaged(Answer answer, Map<Evidence, Long> evidence) { }

    /**
     * The case with this number: the recordings take turns, and for each all damages; the command is drawn.
     *
     * @param commands
     *            which there is a choice of for a recording
     */
    static FuzzCase of(List<Cut> cuts, Function<Cut, List<String>> commands, long seed, long number) {
        Cut cut = cuts.get((int) (number % cuts.size()));
        List<Damage> damages = Damage.of(cut.layouts().isEmpty());
        List<String> choice = commands.apply(cut);
        return new FuzzCase(cut, damages.get((int) (number / cuts.size() % damages.size())),
                choice.get(random(seed, number).nextInt(choice.size())), seed, number);
    }

    private static SplittableRandom random(long seed, long number) {
        return new SplittableRandom(seed ^ number * 0x9E3779B97F4A7C15L);
    }

    /** The damaged recording. */
    Damaged damaged() {
        Damaged damaged = new Damaged(cut);
        damage.to(damaged, new Random(random(seed, number).split().nextLong()));
        return damaged;
    }

    /** What a command answers about a recording as it is; {@code folder} is for a copy of it. */
    static Undamaged undamaged(Cut cut, String command, Path folder) throws IOException {
        return new Undamaged(answer(new Damaged(cut), cut, command, folder), TraceReader.evidence(cut, cut.files()));
    }

    /** Has the command answer about the damaged recording, which is written to {@code folder}. */
    Outcome run(Undamaged undamaged, Path folder) throws IOException {
        Damaged damaged = damaged();
        Map<Evidence, Long> evidence = TraceReader.evidence(cut, damaged.files());
        evidence.entrySet().removeIf(one -> one.getValue() <= undamaged.evidence().getOrDefault(one.getKey(), 0L));
        return compare(undamaged.answer(), answer(damaged, cut, command, folder), evidence);
    }

    private static Answer answer(Damaged damaged, Cut cut, String command, Path folder) throws IOException {
        Path recording = folder.resolve(cut.name());
        damaged.write(recording);
        return Answer.of(command, recording.resolve(cut.argument()), Files.createDirectories(folder.resolve("unpacked")));
    }

    private Outcome compare(Answer before, Answer answer, Map<Evidence, Long> evidence) {
        if (answer.fault() != null) {
            return new Outcome(Verdict.FAULT, answer.fault());
        }
        if (!answer.isAnswer()) {
            // the last line is the refusal, which may name the damage itself
            boolean isReported = answer.err().lines().count() - 1 > before.err().lines().count() || NAMED.matcher(answer.err()).find();
            if (ABSENT.matcher(answer.err()).find() && !evidence.isEmpty() && !isReported) {
                return new Outcome(Verdict.SILENT, answer.err() + evidence);
            }
            boolean damaged = answer.err().contains(" is damaged");
            return new Outcome(damaged && damage.isLossOfPackets() ? Verdict.LOSS_REFUSED : Verdict.REFUSED, answer.err());
        }
        if (answer.out().equals(before.out())) {
            return new Outcome(Verdict.UNCHANGED, "");
        }
        if (ReportedLosses.more(answer, before)) {
            return new Outcome(Verdict.REPORTED, "");
        }
        return new Outcome(evidence.isEmpty() ? Verdict.NOT_KNOWABLE : Verdict.SILENT, evidence.toString());
    }
}
