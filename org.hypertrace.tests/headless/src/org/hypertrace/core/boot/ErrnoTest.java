/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Collectors;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

/** Names of what initcalls return. */
class ErrnoTest {

    @Test
    void errorsHaveNamesAndNothingElseHas() {
        assertEquals("0, 1, -1 EPERM, -12 ENOMEM, -19 ENODEV, -22 EINVAL, -40 ELOOP, -41, -517 EPROBE_DEFER, -4096",
                LongStream.of(0, 1, -1, -12, -19, -22, -40, -41, -517, -4096).mapToObj(Errno::label)
                        .collect(Collectors.joining(", ")));
    }
}
