/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;

/**
 * A recording that is to be analysed.
 *
 * @param path
 *            absolute
 * @param labels
 *            what it is called by: values by their names, sorted
 */
record Recording(String path, TreeMap<String, String> labels) implements Serializable {

    /** The same without what can still be changed. */
    static Recording of(String path, Map<String, String> labels) {
        return new Recording(path, new TreeMap<>(labels));
    }
}
