/* SPDX-License-Identifier: EPL-2.0 */

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs the plain tests of packages: those that do not need Eclipse's platform. Arguments: packages or classes; before them
 * {@code --long} for those also that take long. Prints failures and counts; the status is not 0 when a test failed or none ran.
 */
final class RunPlainTests {

    private RunPlainTests() {
    }

    public static void main(String[] arguments) {
        try {
            System.exit(run(arguments) ? 0 : 1);
        } catch (Throwable e) {
            // Trace Compass' timers would keep a machine alive that has no memory left for tests.
            System.err.println("The plain tests did not end: " + e + ".");
            Runtime.getRuntime().halt(1);
        }
    }

    private static boolean run(String[] arguments) {
        boolean isLong = arguments[0].equals("--long");
        String[] packages = Arrays.copyOfRange(arguments, isLong ? 1 : 0, arguments.length);
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(Arrays.stream(packages).map(name -> selectPackage(name)).toList())
                .filters(ClassNameFilter.includeClassNamePatterns(".*Test"), isLong ? TagFilter.excludeTags("platform") : TagFilter.excludeTags("platform", "long"))
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        Slowest slowest = new Slowest();
        LauncherFactory.create().execute(request, listener, slowest);
        TestExecutionSummary summary = listener.getSummary();
        PrintWriter out = new PrintWriter(System.out, true);
        summary.printFailuresTo(out, 20);
        slowest.printTo(out);
        out.printf("%d plain tests, %d failed, %.1f s%n", summary.getTestsFoundCount(), summary.getTotalFailureCount(),
                (summary.getTimeFinished() - summary.getTimeStarted()) / 1e3);
        return summary.getTestsFoundCount() > 0 && summary.getTotalFailureCount() == 0;
    }

    /** Which classes take long. Several may run at a time. */
    private static final class Slowest implements TestExecutionListener {

        private static final long LONG = 10_000_000_000L;

        private final Map<String, Long> fBegins = new ConcurrentHashMap<>();
        private final Map<String, Long> fTook = new ConcurrentHashMap<>();

        private static String test(TestIdentifier identifier) {
            return identifier.getSource().filter(ClassSource.class::isInstance).map(source -> ((ClassSource) source).getClassName()).orElse(null);
        }

        @Override
        public void executionStarted(TestIdentifier identifier) {
            String test = test(identifier);
            if (test != null) {
                fBegins.put(test, System.nanoTime());
            }
        }

        @Override
        public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
            String test = test(identifier);
            if (test != null) {
                fTook.put(test, System.nanoTime() - fBegins.get(test));
            }
        }

        void printTo(PrintWriter out) {
            fTook.entrySet().stream().filter(one -> one.getValue() >= LONG).sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                    .forEach(one -> out.printf("%s: %.1f s%n", one.getKey(), one.getValue() / 1e9));
        }
    }
}
