/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.quantity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lengths of time as users write them. */
class LengthsTest {

    @ParameterizedTest
    @CsvSource({ "20,20000000", "0.000001,1", "1s,1000000000", "1.5 s,1500000000", "300ms,300000000", "7us,7000", "7µs,7000", "12ns,12", "0,0",
            "999999999999999999ns,999999999999999999", "999999999999999999s,-1", "1m,-1", "soon,-1", "-1,-1", "1e3,-1", "'',-1", "1 2,-1" })
    void areNs(String text, long ns) {
        assertEquals(ns, Lengths.ns(text));
    }
}
