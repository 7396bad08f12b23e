/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.untrusted;

/**
 * A name of code in a sentence: of an initcall, a device. HTML and Markdown show it as code, a plain text between backquotes.
 *
 * @param text
 *            any text, of guests too
 */
public record CodeName(String text) {

    @Override
    public String toString() {
        return '`' + text + '`';
    }
}
