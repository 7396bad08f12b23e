/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.read;

/** There is something that only who reads all events in their order can handle. */
final class Unusual extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Unusual(String what) {
        super(what, null, false, false);
    }
}
