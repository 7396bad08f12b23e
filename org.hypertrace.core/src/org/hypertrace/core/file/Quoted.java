/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.file;

import org.hypertrace.core.untrusted.PlainText;

/** A stranger's text in a message: the begin of it, plain. */
public final class Quoted {

    private static final int LONGEST = 60;

    private Quoted() {
    }

    /**
     * @param text
     *            of a file
     * @return it for a message
     */
    public static String of(String text) {
        String first = text.codePointCount(0, text.length()) <= LONGEST ? text
                : text.substring(0, text.offsetByCodePoints(0, LONGEST)) + '…';
        return PlainText.line(first);
    }
}
