/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.log;

import org.hypertrace.core.boot.track.Boot;
import org.hypertrace.core.boot.track.BootSink;
import org.hypertrace.core.boot.track.Crash;
import org.hypertrace.core.boot.track.FunctionCounts;
import org.hypertrace.core.boot.track.Initcall;
import org.hypertrace.core.boot.track.Lifecycle;
import org.hypertrace.core.run.Ending;

/** Counts what is reported boots, which must come in time order. */
final class CountedBoots implements BootSink {

    private final TimeOrder fOrder = new TimeOrder();
    private int fBoots;
    private int fLevels;
    private int fInitcalls;
    private int fCrashes;
    private long fFunctions;
    private long fOthers;

    @Override
    public void begins(long time, Boot boot) {
        fOrder.next(time);
        fBoots++;
    }

    @Override
    public void enters(long time, Boot boot, Lifecycle part) {
        fOrder.next(time);
    }

    @Override
    public void ends(long time, Boot boot, Ending how) {
        fOrder.next(time);
    }

    @Override
    public void tripleFault(long time, Boot boot) {
        fOrder.next(time);
    }

    @Override
    public void based(long time, Boot boot, long text) {
        fOrder.next(time);
    }

    @Override
    public void level(long time, Boot boot, String name, int vcpu) {
        fOrder.next(time);
        fLevels++;
    }

    @Override
    public void levelsEnd(long time, Boot boot) {
        fOrder.next(time);
    }

    @Override
    public void initcallBegins(long time, Boot boot, Initcall initcall) {
        fOrder.next(time);
        fInitcalls++;
    }

    @Override
    public void initcallEnds(long time, Boot boot, Initcall initcall, Long result, long duration) {
        fOrder.next(time);
    }

    @Override
    public void initcallLost(long time, Boot boot, Initcall initcall, long seenUntil) {
        fOrder.next(time);
    }

    @Override
    public void crashes(long time, Boot boot, Crash crash) {
        fOrder.next(time);
        fCrashes++;
    }

    @Override
    public void reason(long time, Boot boot, Crash crash, String text) {
        fOrder.next(time);
    }

    @Override
    public void functions(long time, Boot boot, FunctionCounts functions) {
        fOrder.next(time);
        fFunctions += functions.functions().size();
    }

    @Override
    public void unmatched(long time, Boot boot) {
        fOrder.next(time);
    }

    @Override
    public void others(long time, Boot boot) {
        fOrder.next(time);
        fOthers++;
    }

    @Override
    public String toString() {
        return fBoots + " boots, " + fLevels + " levels, " + fInitcalls + " initcalls, " + fCrashes + " crashes, " + fFunctions
                + " functions, " + fOthers + " others of boots";
    }
}
