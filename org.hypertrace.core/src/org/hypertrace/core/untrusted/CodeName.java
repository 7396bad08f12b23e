/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.untrusted;

/**
 * A name of code in a sentence: of an initcall, a device. HTML and Markdown show it as code, a plain text between backquotes.
 *
 * @param text
 *            any text, of guests too
 */
public record CodeName(String text) {

    /**
     * @param sentence
     *            with names of code
     * @return the same for a cell, which cannot show code: without backquotes
     */
    public static String plain(String sentence) {
        return sentence.replace("`", "");
    }

    @Override
    public String toString() {
        return '`' + text + '`';
    }
}
