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
 * Runs the plain tests of packages: those that need neither Eclipse's platform nor much time. Arguments: packages; before them
 * {@code --only-plain} for those alone that cannot run in the platform, however long they take, as they look into packages. Prints
 * failures and counts; the status is not 0 when a test failed or none ran.
 */
final class RunPlainTests {

    private RunPlainTests() {
    }

    public static void main(String[] arguments) {
        boolean only = arguments[0].equals("--only-plain");
        String[] packages = Arrays.copyOfRange(arguments, only ? 1 : 0, arguments.length);
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(Arrays.stream(packages).map(name -> selectPackage(name)).toList())
                .filters(ClassNameFilter.includeClassNamePatterns(".*Test"), only ? TagFilter.includeTags("plain") : TagFilter.excludeTags("platform", "long"))
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
