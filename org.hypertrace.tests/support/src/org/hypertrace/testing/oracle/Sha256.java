/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.oracle;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The hash by which long answers of the oracle are kept. */
public final class Sha256 {

    private Sha256() {
    }

    /** @return the hash of a text in UTF-8, in hexadecimal digits */
    public static String of(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
