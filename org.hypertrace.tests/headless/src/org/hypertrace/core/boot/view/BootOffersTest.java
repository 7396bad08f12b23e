/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.BootSymbols;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.testing.story.BootFixture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whose critical path is offered at the rows of a boot. */
@Tag("plain")
class BootOffersTest {

    private static final String STORY = """
            launched 50
            firmware 100
            kernel 200
            level device 300
            initcall virtio_init 310 400 result 0
            initcall 0x55 410 420 result 0
            initcall stuck_init 430 500 never returns
            userspace 600
            ready 700
            end 900 RESET
            """;

    private static String offers(int number, String text) {
        BootProfile profile = BootFixture.of("trace", "web", number, text);
        GuestBoot boot = profile.boot();
        return Stream.of(boot.stages().stream(), boot.levels().stream(), boot.initcalls().stream()).flatMap(all -> all)
                .map(what -> BootOffers.of(boot, BootSymbols.NONE, what).stream().map(offer -> offer.name() + ": "
                        + String.join(" ", offer.words())).collect(Collectors.joining("; ")) + '\n').collect(Collectors.joining());
    }

    @Test
    void everyPartInItsTimeAndTheWholeBoot() {
        assertEquals("""
                boot 1, launched: --vm 10#1 --boot 1 --from 50 --to 100; boot 1 of web: --vm 10#1 --boot 1
                boot 1, firmware and loader: --vm 10#1 --boot 1 --from 100 --to 200; boot 1 of web: --vm 10#1 --boot 1
                boot 1, kernel: --vm 10#1 --boot 1 --from 200 --to 300; boot 1 of web: --vm 10#1 --boot 1
                boot 1, initcall levels: --vm 10#1 --boot 1 --from 300 --to 600; boot 1 of web: --vm 10#1 --boot 1
                boot 1 of web: --vm 10#1 --boot 1
                boot 1 of web: --vm 10#1 --boot 1
                level device: --vm 10#1 --boot 1 --from 300 --to 600; boot 1 of web: --vm 10#1 --boot 1
                initcall virtio_init: --vm 10#1 --initcall virtio_init --from 310 --to 400; boot 1 of web: --vm 10#1 --boot 1
                initcall 0x55: --vm 10#1 --initcall 0x55 --from 410 --to 420; boot 1 of web: --vm 10#1 --boot 1
                initcall stuck_init: --vm 10#1 --thread 1 --from 430 --to 500; boot 1 of web: --vm 10#1 --boot 1
                """, offers(1, STORY));
    }

    /** Its firmware is not the first boot's, whose path begins with the VM. */
    @Test
    void theFirmwareOfALaterBootHasNoPath() {
        assertEquals("""
                boot 2 of web: --vm 10#1 --boot 2
                boot 2 of web: --vm 10#1 --boot 2
                boot 2, kernel: --vm 10#1 --boot 2 --from 200 --to 300; boot 2 of web: --vm 10#1 --boot 2
                boot 2, initcall levels: --vm 10#1 --boot 2 --from 300 --to 600; boot 2 of web: --vm 10#1 --boot 2
                boot 2 of web: --vm 10#1 --boot 2
                boot 2 of web: --vm 10#1 --boot 2
                level device: --vm 10#1 --boot 2 --from 300 --to 600; boot 2 of web: --vm 10#1 --boot 2
                initcall virtio_init: --vm 10#1 --initcall virtio_init --from 310 --to 400; boot 2 of web: --vm 10#1 --boot 2
                initcall 0x55: --vm 10#1 --initcall 0x55 --from 410 --to 420; boot 2 of web: --vm 10#1 --boot 2
                initcall stuck_init: --vm 10#1 --thread 1 --from 430 --to 500; boot 2 of web: --vm 10#1 --boot 2
                """, offers(2, STORY));
    }

    @Test
    void withoutItsKernelItHasNone() {
        assertEquals("\n\n", offers(1, "userspace 600\nready 700\nend 900 RESET\n"));
    }
}
