/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

/** When a vCPU was in its guest, as text: all stays of a few, else how many and a hash of them. */
public final class TimesText {

    private static final int FEW = 10;

    private TimesText() {
    }

    public static String of(VcpuTimes times) {
        StringBuilder all = new StringBuilder();
        long hash = 0;
        for (long i = 0; i < times.stays(); i++) {
            hash = 31 * (31 * hash + times.begin(i)) + times.end(i);
            if (times.stays() <= FEW) {
                all.append(' ').append(times.begin(i)).append('-').append(times.end(i));
            }
        }
        String ends = times.firstEntry() == VcpuTimes.NONE && times.lastExit() == VcpuTimes.NONE ? "none"
                : text(times.firstEntry()) + " to " + text(times.lastExit());
        return ends + ':' + (times.stays() <= FEW ? all : " " + times.stays() + " stays, " + hash);
    }

    private static String text(long time) {
        return time == VcpuTimes.NONE ? "?" : String.valueOf(time);
    }
}
