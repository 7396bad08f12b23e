/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.Serializable;

import org.apache.spark.util.KnownSizeEstimation;

/**
 * A recording as Spark keeps it in memory. Spark would look at each object in it to learn how much room it takes, again and again.
 *
 * @param one
 *            what its analysis came to
 */
record Sized(Indexed one) implements KnownSizeEstimation, Serializable {

    /** Of a figure with its states, bytes, as names are shared; of a recording with its labels. */
    private static final long FIGURE = 160;
    private static final long RECORDING = 2000;

    @Override
    public long estimatedSize() {
        return RECORDING + FIGURE * one.figures().size();
    }
}
