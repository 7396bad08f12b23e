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

    private long fLast;
    private int fBoots;
    private int fLevels;
    private int fInitcalls;
    private int fCrashes;
    private long fFunctions;
    private long fOthers;

    private void inOrder(long time) {
        if (time < fLast) {
            throw new IllegalStateException(time + " after " + fLast);
        }
        fLast = time;
    }

    @Override
    public void begins(long time, Boot boot) {
        inOrder(time);
        fBoots++;
    }

    @Override
    public void enters(long time, Boot boot, Lifecycle part) {
        inOrder(time);
    }

    @Override
    public void ends(long time, Boot boot, Ending how) {
        inOrder(time);
    }

    @Override
    public void tripleFault(long time, Boot boot) {
        inOrder(time);
    }

    @Override
    public void based(long time, Boot boot, long text) {
        inOrder(time);
    }

    @Override
    public void level(long time, Boot boot, String name, int vcpu) {
        inOrder(time);
        fLevels++;
    }

    @Override
    public void levelsEnd(long time, Boot boot) {
        inOrder(time);
    }

    @Override
    public void initcallBegins(long time, Boot boot, Initcall initcall) {
        inOrder(time);
        fInitcalls++;
    }

    @Override
    public void initcallEnds(long time, Boot boot, Initcall initcall, Long result, long duration) {
        inOrder(time);
    }

    @Override
    public void initcallLost(long time, Boot boot, Initcall initcall, long seenUntil) {
        inOrder(time);
    }

    @Override
    public void crashes(long time, Boot boot, Crash crash) {
        inOrder(time);
        fCrashes++;
    }

    @Override
    public void reason(long time, Boot boot, Crash crash, String text) {
        inOrder(time);
    }

    @Override
    public void functions(long time, Boot boot, FunctionCounts functions) {
        inOrder(time);
        fFunctions += functions.functions().size();
    }

    @Override
    public void unmatched(long time, Boot boot) {
        inOrder(time);
    }

    @Override
    public void others(long time, Boot boot) {
        inOrder(time);
        fOthers++;
    }

    @Override
    public String toString() {
        return fBoots + " boots, " + fLevels + " levels, " + fInitcalls + " initcalls, " + fCrashes + " crashes, " + fFunctions
                + " functions, " + fOthers + " others of boots";
    }
}
