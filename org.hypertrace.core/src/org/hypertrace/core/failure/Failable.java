/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.failure;

/** An analysis that reports why it failed. */
public interface Failable {

    /** @return why it failed, null if it did not */
    Failure failure();
}
