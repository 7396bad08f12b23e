/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ring.trace;

import org.hypertrace.core.stream.ring.RingFile;

/**
 * A row of the table: a record, or a mark of what is lost.
 *
 * @param place
 *            where it is
 * @param entry
 *            the record, null of a mark
 * @param lost
 *            what is lost; null of a record
 * @param count
 *            how many are lost
 * @param until
 *            the time of the next record, ticks; of a record its own
 */
record RingItem(RingPlace place, RingFile.Entry entry, Lost lost, long count, long until) {

    /** What becomes of records. */
    enum Lost {
        /** Newer records have replaced them. */
        OVERWRITTEN("overwritten"),
        /** They were being written, or replaced, when the file was read; or the file ends before them. */
        TORN("torn"),
        /** The ring had no place for the events, at some time of its life. */
        NOT_WRITTEN("not written");

        private final String fLabel;

        Lost(String label) {
            fLabel = label;
        }

        String label() {
            return fLabel;
        }
    }
}
