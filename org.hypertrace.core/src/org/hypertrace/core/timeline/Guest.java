/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.machine.VmNames;
import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.core.stream.Losses;
import org.hypertrace.core.stream.decode.GuestEventDecoder;
import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.core.stream.dialect.DialectDetector;

/**
 * A VM that reports something. Its dialect is chosen by the user or the manifest, else found out by its first hypercalls.
 */
public final class Guest {

    /** The key of the VM where that is the traced machine itself: there is no host that reports another one. */
    public static final String OWN = "self";

    private final VmNames fNames;
    private final int fHost;
    private final int fNumber;
    private final DialectDetector fDetector = new DialectDetector();
    private final List<GuestEvent> fDecoded = new ArrayList<>();
    private String fVm;
    private String fReason;
    /** KVM's own hypercalls mean the same in every dialect; no other is decoded before its dialect is known. */
    private final GuestEventDecoder fDecoder = new GuestEventDecoder(Dialect.builtIn(Dialect.HYPERTRACE_1), fDecoded::add);
    private boolean fDecided;
    private boolean fDetecting = true;
    private boolean fChanged;
    private long fLossCount;
    private final BootBoundary fBoots = new BootBoundary();
    private final Map<Integer, BootBoundary> fNestedBoots = new HashMap<>();

    /**
     * @param host
     *            the running number of its host
     * @param number
     *            its running number over all hosts of the trace, -1 if it reports nothing
     * @param vm
     *            the key of the VM
     */
    public Guest(int host, int number, String vm) {
        this(host, number, vm, new VmNames());
    }

    /**
     * @param host
     *            the running number of its host
     * @param number
     *            its running number over all hosts of the trace, -1 if it reports nothing
     * @param vm
     *            the key of the VM
     * @param names
     *            of the VMs of the trace, as known by now
     */
    public Guest(int host, int number, String vm, VmNames names) {
        fNames = names;
        fHost = host;
        fNumber = number;
        fVm = vm;
    }

    /** @return the running number of its host */
    public int host() {
        return fHost;
    }

    /** @return its running number over all hosts of the trace, from 0, in the order in which they first reported */
    public int number() {
        return fNumber;
    }

    /** @return the key of the VM that it is, as far as is known by now */
    public String vm() {
        return fVm;
    }

    /** @return the name of that VM, as far as is known by now */
    public VmName who() {
        return fNames.of(fHost, fVm);
    }

    void setVm(String vm) {
        fVm = vm;
    }

    /** @return what it reports, null if that is not known yet */
    public Dialect dialect() {
        return fDecided ? fDecoder.dialect() : null;
    }

    /** @return why that dialect was taken, for people; null if it is not known yet */
    public String reason() {
        return fReason;
    }

    /**
     * @return the number of the boot that runs, from 1, at the time of what a {@link Timeline} lets out; 0 if none began, as when
     *         only a tracer reported. What comes with another number than what came before is of another boot.
     */
    public int boot() {
        return fBoots.number();
    }

    /**
     * @param from
     *            who reports: this guest, or one nested in it
     * @return the number of the boot of who reports, as {@link #boot()}
     */
    public int boot(GuestCpu from) {
        BootBoundary boots = from.level() == 0 ? fBoots : fNestedBoots.get(nested(from));
        return boots == null ? 0 : boots.number();
    }

    /** It reports something that comes out now; of this many more nested guests boots are counted. */
    void handle(GuestEvent event, int[] left) {
        BootBoundary boots = event.from().level() == 0 ? fBoots : fNestedBoots.get(nested(event.from()));
        if (boots == null && left[0] > 0) {
            left[0]--;
            boots = new BootBoundary();
            fNestedBoots.put(nested(event.from()), boots);
        }
        if (boots != null) {
            boots.handle(event);
        }
    }

    private static int nested(GuestCpu from) {
        return from.level() << 12 | from.nested();
    }

    /** Its host's events report something of its life that comes out now. */
    void handle(VmLifecycleEvent sign) {
        fBoots.handle(sign);
    }

    /** What was missing or contradictory so far in what was decoded. */
    Losses losses() {
        return fDecoder.losses();
    }

    /** Somebody knows its dialect. */
    void setDialect(Dialect dialect, String reason) {
        fDecoder.setDialect(dialect);
        fDecided = true;
        fReason = reason;
        fDetecting = false;
    }

    /** @return whether it reported words whose meaning is not known yet */
    boolean isUndecided() {
        return !fDecided && fDetector.hasSeen();
    }

    /** @return whether hypercalls may still show more of the dialect */
    boolean detecting() {
        return fDetecting;
    }

    /** Listens to a hypercall to find out the dialect, before it is understood. */
    void detect(Hypercall h) {
        boolean p5 = fDetector.withP5();
        fDetecting = fDetector.accept(h);
        if (fDecided ? !p5 && fDetector.withP5() : fDetector.isDecided()) {
            decide();
        }
    }

    /** Takes the dialect which is the likeliest by now. */
    void decide() {
        fDecoder.setDialect(fDetector.found().dialect());
        fReason = fDetector.found().reason();
        fDecided = true;
        fChanged = true;
    }

    /** Who it is became known better. */
    void markChanged() {
        fChanged = true;
    }

    /** @return whether its VM or its dialect became known better since this was last asked */
    boolean changed() {
        boolean changed = fChanged;
        fChanged = false;
        return changed;
    }

    GuestEventDecoder decoder() {
        return fDecoder;
    }

    /** What the decoder understood of the last hypercall: to be cleared. */
    List<GuestEvent> decoded() {
        return fDecoded;
    }

    /** @return whether {@link #losses()} changed since this was last asked */
    boolean lossesChanged() {
        long losses = fDecoder.lossCount();
        boolean changed = losses != fLossCount;
        fLossCount = losses;
        return changed;
    }
}
