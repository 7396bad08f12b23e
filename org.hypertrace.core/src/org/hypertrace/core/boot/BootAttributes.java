/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import org.hypertrace.core.boot.track.Initcall;

/** Names in the state tree of what {@code BootTracker} finds; the tree is shown there. Times are ns since the epoch. */
public final class BootAttributes {

    /** The boots of a guest, from 1. */
    public static final String BOOTS = "Boots";
    /** Integer, over time: code of the {@code Lifecycle}. */
    public static final String LIFECYCLE = "Lifecycle";
    /** Long: when a boot, a level or an initcall begins, or a crash happens. */
    public static final String BEGIN = "Begin";
    /** Long: when it ends; of a boot that runs to the trace's end absent, of a level only where something showed it. */
    public static final String END = "End";
    /** Integer: code of the {@code Ending}. */
    public static final String ENDING = "Ending";
    /** Long: when the processor gave up. */
    public static final String TRIPLE_FAULT = "Triple fault";
    /** Long: where {@code _text} is. Of a crash, String: the reason. */
    public static final String TEXT = "Text";
    /** Integer: how many initcalls returned that did not begin. */
    public static final String UNMATCHED = "Unmatched";
    /** Integer: how many boots, levels, initcalls and crashes are not kept, for there are too many. */
    public static final String OTHERS = "Others";
    /** The levels of a boot, from 0. */
    public static final String LEVELS = "Levels";
    /** String. */
    public static final String NAME = "Name";
    /** Integer: the place in the state system of the vCPU on which it was reported. */
    public static final String VCPU = "vCPU";
    /** The initcalls of a boot, from 0. */
    public static final String INITCALLS = "Initcalls";
    /** Of an initcall or crash: the address (Long) or the name (String) of the function. */
    public static final String FUNCTION = "Function";
    /** Long: until when an initcall is known to run whose return was lost. */
    public static final String LOST = "Lost";
    /** Long: what an initcall returned. */
    public static final String RESULT = "Result";
    /** Long: how long it took by the guest's own measure, ns. */
    public static final String DURATION = "Duration";
    /** Integer: the guest thread. */
    public static final String TID = "Tid";
    /** Long: the level in which an initcall began, its thread, and how many others of that thread it runs in. */
    public static final String PLACE = "Place";
    /** The functions that the boot called, by address in hexadecimal. */
    public static final String FUNCTIONS = "Functions";
    /** Long: how often. */
    public static final String CALLS = "Calls";
    /** Long: how long it was in them by its own clock, ns. */
    public static final String TOTAL = "Total";
    /** Long: the same without the calls from there, ns. */
    public static final String SELF = "Self";
    /** Long, below the functions: how many events are of functions that are not kept, there are too many. */
    public static final String OTHER_FUNCTIONS = "Other functions";
    /** The panics and oopses of a boot, from 0. */
    public static final String CRASHES = "Crashes";
    /** Integer 1: the crash is an oops. */
    public static final String OOPS = "Oops";
    /** Long: the address that could not be accessed. */
    public static final String FAULT = "Fault";
    /** Integer: number of the initcall in which it crashed. */
    public static final String INITCALL = "Initcall";
    /** Longs by running number: addresses of the functions it crashed in, the outermost first. */
    public static final String STACK = "Stack";
    /** By running number: the guest's events before the crash, as Begin, Name (of the kind) and Text. */
    public static final String BEFORE = "Before";

    private BootAttributes() {
    }

    /**
     * An initcall has few attributes, for there are many initcalls. It begins when {@link #FUNCTION} was set, and if it has a
     * {@link #RESULT}, it ended when that was.
     *
     * @param initcall
     *            an initcall
     * @return its value of {@link #PLACE}
     */
    public static long place(Initcall initcall) {
        return (long) initcall.tid() << 32 | (initcall.depth() & 0xffffL) << 16 | initcall.level() & 0xffffL;
    }

    static int tid(long place) {
        return (int) (place >> 32);
    }

    static int depth(long place) {
        return (int) (place >> 16 & 0xffff);
    }

    static int level(long place) {
        return (short) place;
    }
}
