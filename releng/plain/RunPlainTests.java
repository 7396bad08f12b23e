/* SPDX-License-Identifier: EPL-2.0 */

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;

import java.io.PrintWriter;
import java.util.Arrays;

import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs the plain tests of packages: those that need neither Eclipse's platform nor much time. Arguments: packages. Prints
 * failures and counts; the status is not 0 when a test failed or none ran.
 */
final class RunPlainTests {

    private RunPlainTests() {
    }

    public static void main(String[] packages) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(Arrays.stream(packages).map(name -> selectPackage(name)).toList())
                .filters(ClassNameFilter.includeClassNamePatterns(".*Test"), TagFilter.excludeTags("platform", "long"))
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        TestExecutionSummary summary = listener.getSummary();
        PrintWriter out = new PrintWriter(System.out, true);
        summary.printFailuresTo(out, 20);
        out.printf("%d plain tests, %d failed, %.1f s%n", summary.getTestsFoundCount(), summary.getTotalFailureCount(),
                (summary.getTimeFinished() - summary.getTimeStarted()) / 1e3);
        System.exit(summary.getTestsFoundCount() > 0 && summary.getTotalFailureCount() == 0 ? 0 : 1);
    }
}
