/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.core.shutdown.ShutdownFixture;
import org.hypertrace.core.shutdown.ShutdownProfile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whose critical path is offered at the rows of a shutdown. */
@Tag("plain")
class ShutdownOffersTest {

    private static final String STORY = """
            requested 1000
            called 1300
            kernel 1400
            kind REBOOT
            by 82
            STEP 0 1400 2400 notifiers
            NOTIFIER 1 1500 1700 slow
            NOTIFIER 1 1700 1700 at_once
            last 3000
            end 3200 GONE
            process 41 service 1000 1200 code 256
            process 42 deaf 1000 -
            """;

    private static String offers(String text) {
        ShutdownProfile profile = ShutdownFixture.profile("web", text);
        return Stream.concat(profile.lines().stream(), profile.delays().stream()).flatMap(what -> ShutdownOffers.of(profile, what).stream())
                .map(offer -> offer.name() + ": " + String.join(" ", offer.words()) + '\n').collect(Collectors.joining());
    }

    @Test
    void stepsAreOfWhoShutsDownUserSpaceOfPid1AndProcessesTheirOwn() {
        assertEquals("""
                user space (PID 1): --vm 10#1 --thread 1 --from 1000 --to 1300
                step before the first step: --vm 10#1 --thread 82 --from 1300 --to 1400
                step notifiers: --vm 10#1 --thread 82 --from 1400 --to 2400
                step between steps: --vm 10#1 --thread 82 --from 2400 --to 3000
                notifier slow: --vm 10#1 --thread 82 --from 1500 --to 1700
                service (41): --vm 10#1 --thread 41 --from 1000 --to 1200
                deaf (42): --vm 10#1 --thread 42 --from 1000 --to 1300
                """, offers(STORY));
    }

    /** What took no time, what the host alone does, and what nobody knows the thread of, has no path. */
    @Test
    void withoutItsThreadOnlyUserSpaceHasOne() {
        assertEquals("""
                user space (PID 1): --vm 10#1 --thread 1 --from 1000 --to 1300
                service (41): --vm 10#1 --thread 41 --from 1000 --to 1200
                deaf (42): --vm 10#1 --thread 42 --from 1000 --to 1300
                """, offers(STORY.replace("by 82\n", "")));
    }
}
