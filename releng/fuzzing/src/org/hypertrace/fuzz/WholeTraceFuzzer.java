/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fuzz;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import org.eclipse.equinox.app.IApplication;
import org.eclipse.equinox.app.IApplicationContext;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Damages recordings, asks the product's commands about each, and prints how often they refused, answered, reported what was
 * lost, or failed. The exit status is 1 if there is anything to mend.
 */
@Command(name = "releng/fuzz whole")
public final class WholeTraceFuzzer implements IApplication, Callable<Integer> {

    private static final long NS = 1_000_000_000L;
    /** Cases of the same cause that are printed. */
    private static final int EXAMPLES = 3;
    /** After so many cases what was found so far is printed. */
    private static final int OFTEN = 2000;

    @Option(names = "--cases", description = "how many")
    private long fCases = 1000;

    @Option(names = "--hours", description = "instead of a number of cases: for so long")
    private double fHours;

    @Option(names = "--seed", description = "of all cases")
    private long fSeed = 1;

    @Option(names = "--from", description = "the number of the first case: goes on where a run was ended")
    private long fFrom;

    @Option(names = "--case", description = "only this one")
    private Long fOnly;

    @Option(names = "--damage", description = "only cases with this kind of damage, as the table names it")
    private String fDamage;

    @Option(names = "--why", description = "prints why recordings were refused")
    private boolean fWhy;

    @Option(names = "--limit", description = "seconds a case may take")
    private int fLimit = 10;

    @Option(names = "--work", required = true, description = "a folder for what is made")
    private Path fWork;

    @Option(names = "--keep", description = "a folder for the recordings of what is to be mended")
    private Path fKeep;

    @Parameters(description = "recordings")
    private List<Path> fFolders = new ArrayList<>();

    @Override
    public Object start(IApplicationContext context) {
        return new CommandLine(this).execute((String[]) context.getArguments().get(IApplicationContext.APPLICATION_ARGS));
    }

    @Override
    public Integer call() throws IOException {
        try (FuzzRun run = new FuzzRun(fFolders, fWork, fSeed, fLimit, fKeep)) {
            return run(run);
        }
    }

    private int run(FuzzRun run) throws IOException {
        long begin = System.nanoTime();
        long processor = processorTime();
        long cases = 0;
        for (long number = fOnly == null ? fFrom : fOnly; goesOn(cases, begin); number++) {
            if (fDamage != null && !run.damage(number).equalsIgnoreCase(fDamage.replace(' ', '_'))) {
                continue;
            }
            run.run(number);
            cases++;
            // whoever ends a long run keeps what it found so far
            if (cases % OFTEN == 0) {
                print(run, number, cases, System.nanoTime() - begin, processorTime() - processor);
            }
        }
        if (cases % OFTEN != 0) {
            print(run, fFrom + cases - 1, cases, System.nanoTime() - begin, processorTime() - processor);
        }
        return run.findings().isEmpty() ? 0 : 1;
    }

    private void print(FuzzRun run, long last, long cases, long ns, long processor) {
        System.out.print(run.table());
        System.out.printf("seed %d: %d cases in %.1f s, %.1f a second, %.1f a second of a processor%n", fSeed, cases, ns / (double) NS,
                cases * (double) NS / ns, cases * (double) NS / processor);
        if (fOnly == null && fDamage == null) {
            System.out.printf("the next case: --seed %d --from %d%n", fSeed, last + 1);
        }
        for (Map.Entry<String, List<FuzzRun.Finding>> cause : run.findings().entrySet()) {
            System.out.printf("%n%d x %s%n", cause.getValue().size(), cause.getKey());
            cause.getValue().stream().limit(EXAMPLES).forEach(finding -> System.out.println("  " + finding.text()));
        }
        if (fWhy) {
            System.out.println();
            run.refusals().forEach((why, count) -> System.out.println(count + " x " + why));
        }
        System.out.println();
        System.out.flush();
    }

    private boolean goesOn(long cases, long begin) {
        return fOnly != null ? cases == 0 : fHours > 0 ? System.nanoTime() - begin < fHours * 3600 * NS : cases < fCases;
    }

    private static long processorTime() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    @Override
    public void stop() {
        // the process ends with its command
    }
}
