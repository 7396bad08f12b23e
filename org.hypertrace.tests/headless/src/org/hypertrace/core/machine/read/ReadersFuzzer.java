/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

import com.sun.management.OperatingSystemMXBean;

import org.hypertrace.core.file.FileTree;
import org.hypertrace.core.kvm.HostEventReader.Detail;
import org.hypertrace.fuzz.FuzzRun;

/**
 * Has damaged recordings read by both readers: both refuse them for the same reason, or both have the same events. Some cases of a recording
 * follow each other, as our reader keeps metadata that it has parsed. Arguments of the program: the first case and how many, their seed, a
 * folder for temporary files, and the folders of the recordings.
 */
public final class ReadersFuzzer {

    private static final int EVERY = 2000;
    /** As many as there are kinds of damage. */
    private static final int TURN = 15;

    private final List<FuzzRun> fRuns = new ArrayList<>();
    private final Path fWork;
    private final List<String> fDifferences = new ArrayList<>();
    private long fCases;
    private long fRefused;
    private long fDirect;

    ReadersFuzzer(List<Path> recordings, Path work, long seed) throws IOException {
        fWork = work;
        for (Path recording : recordings) {
            fRuns.add(new FuzzRun(List.of(recording), Files.createDirectories(work.resolve("work")), seed, 1, null));
        }
    }

    /** Asks both readers about a case. */
    void run(long number) throws IOException {
        fCases++;
        Path recording = fWork.resolve("case");
        int which = (int) (number / TURN % fRuns.size());
        FuzzRun run = fRuns.get(which);
        run.write(number, recording);
        Path trace = recording.resolve("kernel");
        try {
            if (!Files.isDirectory(trace)) {
                fCases--;
                return;
            }
            try (BothReaders both = BothReaders.of(Detail.CAUSES, trace)) {
                BothReaders.Answer expected = both.byTraceCompass();
                BothReaders.Answer answer = both.directly();
                boolean refused = expected.refusal() != null && answer.refusal() != null;
                if (!refused && (!Objects.equals(expected.refusal(), answer.refusal()) || !expected.events().equals(answer.events()))) {
                    fDifferences.add("case " + number + " of recording " + which + ", " + run.damage(number) + ": " + expected.events().size() + " events, "
                            + expected.refusal() + "; directly " + answer.events().size() + " events, " + answer.refusal());
                }
                fDirect += answer.direct() >= 0 ? 1 : 0;
                fRefused += expected.refusal() != null ? 1 : 0;
            }
        } catch (Exception e) {
            // before either of them reads an event
            fRefused++;
        } finally {
            FileTree.delete(recording);
        }
    }

    List<String> differences() {
        return fDifferences;
    }

    /** Of 100 cases so many were read without Trace Compass' reader. */
    long direct() {
        return fCases == 0 ? 0 : 100 * fDirect / fCases;
    }

    String counts() {
        return fCases + " cases: " + fDirect + " decoded, " + fRefused + " refused, " + fDifferences.size() + " differ";
    }

    /** Runs it; status 1 if readers differ. */
    public static void main(String[] arguments) throws IOException {
        long begin = System.nanoTime();
        int printed = 0;
        ReadersFuzzer fuzzer = new ReadersFuzzer(Stream.of(arguments).skip(4).map(Path::of).toList(), Path.of(arguments[3]),
                Long.parseLong(arguments[2]));
        long first = Long.parseLong(arguments[0]);
        for (long number = first; number < first + Long.parseLong(arguments[1]); number++) {
            fuzzer.run(number);
            for (; printed < fuzzer.differences().size(); printed++) {
                System.out.println(fuzzer.differences().get(printed));
            }
            if (number % EVERY == EVERY - 1) {
                System.out.println(fuzzer.counts());
            }
        }
        double took = (System.nanoTime() - begin) / 1e9;
        double processor = ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e9;
        System.out.println(String.format(Locale.ROOT, "%s; %.0f s, %.1f cases a second, %.1f a second of a processor", fuzzer.counts(), took,
                fuzzer.fCases / took, fuzzer.fCases / processor));
        System.exit(fuzzer.differences().isEmpty() ? 0 : 1);
    }
}
