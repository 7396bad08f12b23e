/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.doc;

/**
 * A name of code in a sentence: of an initcall, a device.
 *
 * @param text
 *            any text, of guests too
 */
public record Name(String text) {

    @Override
    public String toString() {
        return '`' + text + '`';
    }
}
