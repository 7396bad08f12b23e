/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.exit.statistics.ExitQuery;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.testing.log.FoundExits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is found where events are missing. */
class LostExitFindingsTest {

    @TempDir
    private Path fFolder;

    /**
     * Ten exits, then from 11 110 to 12 000 events of the processor are missing, then ten exits: what rests on that time is not
     * shown, what rests on another is. Who had the processor is kept of the whole trace only.
     */
    @ParameterizedTest
    @CsvSource({ "0,100000,lost", "0,11111,lost", "11999,100000,lost", "0,11110,console", "12000,100000,console" })
    void whereEventsAreMissingSharesAreNotShown(long from, long to, String rule) {
        List<ExitFinding> findings = findings(LostExitFindingsTest::loss, new ExitQuery(from, to, vcpu -> true, true));
        assertEquals(List.of(rule), findings.stream().map(ExitFinding::rule).toList());
        if (rule.equals("lost")) {
            long ns = Math.min(to, 12_000) - Math.max(from, 11_110);
            assertEquals(ns, findings.get(0).time());
            assertEquals(Math.max(from, 11_110), findings.get(0).longest().begin());
            assertEquals(Math.max(from, 10), findings.get(0).begin());
        }
    }

    @Test
    void whatIsMissingIsReportedWithItsShare() {
        ExitFinding lost = findings(LostExitFindingsTest::loss).get(0);
        // its life is from its first entry, at 10, to the last event, at 23 000
        assertEquals("Events are missing: what the vCPUs did in 890 ns (3.87 % of their life) is unknown. So shares of the time and "
                + "of the exits are not shown.", lost.sentence());
        assertEquals(new ExitFinding.Longest(11_110, 12_000, 890), lost.longest());
        assertEquals(890.0 / 22_990, lost.share());
    }

    /** To the end of the trace, and of a vCPU of which nothing was known before. */
    @Test
    void whatIsMissingAtAnEndCountsToo() {
        List<ExitFinding> findings = findings(to -> {
            long time = MadeExits.begin(to);
            for (int i = 0; i < 10; i++) {
                time = MadeExits.exit(to, time, ExitReason.SVM, 123, 0x3f80010, null, 1_000);
            }
            to.accept(new HostEvent.LostEvents(time, 0, 0, time + 500, 7));
            to.accept(new HostEvent.Other(time + 1_000, 0, 1));
        });
        assertEquals("lost 1000", findings.get(0).rule() + ' ' + findings.get(0).time());
    }

    /** A loss on another processor leaves what runs here known. */
    @Test
    void whatRunsElsewhereIsKnown() {
        assertEquals(List.of("console"), findings(to -> {
            long time = MadeExits.begin(to);
            for (int i = 0; i < 10; i++) {
                time = MadeExits.exit(to, time, ExitReason.SVM, 123, 0x3f80010, null, 1_000);
            }
            to.accept(new HostEvent.LostEvents(time, 0, 1, time + 500, 7));
            for (int i = 0; i < 10; i++) {
                time = MadeExits.exit(to, time, ExitReason.SVM, 123, 0x3f80010, null, 1_000);
            }
        }).stream().map(ExitFinding::rule).toList());
    }

    private static void loss(Consumer<HostEvent> to) {
        long time = MadeExits.begin(to);
        for (int i = 0; i < 10; i++) {
            time = MadeExits.exit(to, time, ExitReason.SVM, 123, 0x3f80010, null, 1_000);
        }
        assertEquals(11_110, time);
        to.accept(new HostEvent.LostEvents(time, 0, 0, 11_900, 7));
        to.accept(new HostEvent.SchedSwitch(12_000, 0, 0, 0, "swapper/0", 0, 11, "CPU 0/KVM"));
        to.accept(new HostEvent.KvmEntry(12_000, 0, 0));
        time = 12_100;
        for (int i = 0; i < 10; i++) {
            time = MadeExits.exit(to, time, ExitReason.SVM, 123, 0x3f80010, null, 1_000);
        }
        to.accept(new HostEvent.Other(23_000, 0, 0));
    }

    private List<ExitFinding> findings(Consumer<Consumer<HostEvent>> events) {
        return findings(events, ExitQuery.ALL);
    }

    private List<ExitFinding> findings(Consumer<Consumer<HostEvent>> events, ExitQuery query) {
        return MadeExits.findings(FoundExits.of(fFolder, events), events, query);
    }
}
