/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

/** Why something that was asked for cannot be done: the message is one sentence. */
final class Refused extends Exception {

    private static final long serialVersionUID = 1;

    Refused(String sentence) {
        super(sentence);
    }

    Refused(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
