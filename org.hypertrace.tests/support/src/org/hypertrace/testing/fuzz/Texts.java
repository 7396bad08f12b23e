/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** What an input is for those who write reports: texts in UTF-8, or in UTF-16 after a byte order mark, with two zeros between them. */
final class Texts {

    private static final int MAX = 64;

    private Texts() {
    }

    /** At least one, which may be empty. */
    static List<String> of(byte[] data) {
        boolean isWide = data.length > 1 && data[0] == (byte) 0xfe && data[1] == (byte) 0xff;
        return List.of(new String(data, isWide ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8).split("\0\0", MAX));
    }
}
