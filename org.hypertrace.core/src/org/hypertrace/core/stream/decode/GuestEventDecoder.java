/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.decode;

import java.util.List;
import java.util.function.Consumer;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.Field;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.core.stream.Hypercall.Origin;
import org.hypertrace.core.stream.LossCounters;
import org.hypertrace.core.stream.Losses;
import org.hypertrace.core.stream.dialect.Bits;
import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.core.stream.dialect.EventForm;
import org.hypertrace.core.stream.dialect.EventForm.Believed;
import org.hypertrace.core.stream.dialect.FieldSource;

/**
 * Turns what one VM reports into guest events. Whatever is reported, nothing is thrown and memory stays below a few MiB. There are at most
 * {@value GuestCpus#MAX} senders with a window of 64 numbers each, 64 texts and 64 names under way.
 * <p>
 * Events come out as they are reported: those of a batch lie before the hypercall, by at the most {@link #batchSpan()}.
 * {@code Reordering} puts them in order.
 * <p>
 * Each hypercall is first weighed. From user space only what the dialect reports (marks and their text) is believed. Boot code at low
 * addresses is believed only in what it can report, and only until the kernel reported from high ones. Words of the host are believed only
 * in a ring. All else is <em>forged</em>, and changes nothing. Numbers are then counted, whatever the hypercall reports; those that
 * a process sends report nothing about the kernel's. A hypercall with a value that cannot be is <em>malformed</em>: its events
 * are not shown.
 */
public final class GuestEventDecoder {

    /** Raised by {@code releng/versions}. */
    public static final int VERSION = 3;

    /** The furthest that a batch reaches back, ns: its deltas have 32 bits. */
    public static final long MAX_BATCH_SPAN = 0xffffffffL;

    /** Numbers below are KVM's own hypercalls, unless the dialect knows them. */
    private static final long GUEST_NUMBERS = 0x20;

    private Dialect fDialect;
    private final Consumer<GuestEvent> fTo;
    private final LossCounters fCounters = new LossCounters();
    private final GuestCpus fCpus = new GuestCpus(fCounters);
    private final Texts fTexts;
    private final Names fNames;
    private final Reading fReading = new Reading();
    private int fWordSize = 8;
    private boolean fEarly = true;
    private long fBatchSpan;
    private long fLastTime = Long.MIN_VALUE;
    private long fUnproven;

    /**
     * @param dialect
     *            what the VM reports
     * @param to
     *            gets the events
     */
    public GuestEventDecoder(Dialect dialect, Consumer<GuestEvent> to) {
        fDialect = dialect;
        fTo = to;
        fTexts = new Texts(to);
        fNames = new Names(fCounters, to);
    }

    /** @param dialect what the VM turns out to report: understood from now on */
    public void setDialect(Dialect dialect) {
        fDialect = dialect;
    }

    /**
     * @param h
     *            the VM's next hypercall in the order of the trace
     * @return whether it is the tracer's own: its number is one of the dialect's, it is believed and well-formed
     */
    public boolean accept(Hypercall h) {
        fLastTime = Math.max(fLastTime, h.time());
        if (h.origin() == Origin.KERNEL) {
            fEarly = false;
        } else if (h.origin() == Origin.UNKNOWN) {
            fUnproven++;
        }
        Dialect.Numbering numbering = fDialect.numbering();
        List<EventForm> forms = fDialect.forms(fDialect.number(h));
        EventForm form = forms == null ? null : EventForm.find(forms, h, fWordSize);
        int level = numbering.level() == null ? 0 : (int) numbering.level().of(h);
        if (isForged(h, form, level)) {
            fCounters.fForged++;
            return false;
        }
        boolean isKvms = forms == null && h.nr() >= 0 && h.nr() < GUEST_NUMBERS;
        GuestCpuState sender = sender(h, form, level);
        if (sender == null) {
            fCounters.fMalformed++;
            return false;
        }
        boolean restarts = form != null && form.restarts();
        if (!isKvms && (h.origin() != Origin.USER || restarts)) {
            count(h, sender, restarts);
        }
        if (form != null) {
            return read(h, form, sender);
        }
        if (forms != null) {
            fCounters.fMalformed++;
        } else if (isKvms) {
            emitOther(h, sender, EventKind.KVM_HYPERCALL);
        } else {
            fCounters.fUnknownNumbers++;
            emitOther(h, sender, EventKind.UNKNOWN);
        }
        return false;
    }

    /** The VM begins anew, or its kernel may have started another one: what comes now may be boot code at low addresses. */
    public void bootBegins() {
        fEarly = true;
    }

    /** The stream is at its end: shows the texts that have none, and counts the numbers that have not come as lost. */
    public void finish() {
        fTexts.finish(fLastTime);
        fNames.finish();
        for (GuestCpuState sender : fCpus.all()) {
            if (sender.sequence() != null) {
                emitLost(sender, sender.sequence().finish(), fLastTime);
            }
        }
    }

    /** @return how far back events may reach, ns, as the guest and those nested in it announced so far; 0: not at all */
    public long batchSpan() {
        return fBatchSpan;
    }

    /** An event of this VM came too late to be shown in its place. */
    public void late() {
        fCounters.fLate++;
    }

    /** @return what was missing or contradictory so far */
    public Losses losses() {
        return fCounters.losses();
    }

    /** @return changes whenever {@link #losses()} does; cheap */
    public long lossCount() {
        return fCounters.sum();
    }

    /** @return the dialect that the VM reports */
    public Dialect dialect() {
        return fDialect;
    }

    /** @return how many hypercalls were believed only because the trace does not report who sent them */
    public long unproven() {
        return fUnproven;
    }

    private boolean isForged(Hypercall h, EventForm form, int level) {
        Believed believed = form == null ? Believed.KERNEL : form.believed();
        return switch (h.origin()) {
        case RING -> false;
        case KERNEL, UNKNOWN -> believed == Believed.RING;
        case USER -> level != 0 || believed != Believed.USER && !(believed == Believed.EARLY && fEarly);
        };
    }

    /** @return null if the processor cannot be */
    private GuestCpuState sender(Hypercall h, EventForm form, int level) {
        Bits nested = fDialect.numbering().nested();
        Bits common = fDialect.numbering().cpu();
        // what a process reports about its processor may be old, or a lie
        EventForm reported = form != null
                && (form.believed() != Believed.USER || level > 0 || h.vcpu() == GuestEvent.UNKNOWN_ID) ? form : null;
        FieldSource own = reported == null ? null : reported.sources()[Field.CPU.ordinal()];
        FieldSource low = reported == null ? null : reported.sources()[Field.CPU_LOW.ordinal()];
        long cpu = GuestEvent.UNKNOWN_ID;
        if (own instanceof FieldSource.Place place) {
            cpu = place.bits().of(h);
        } else if (low instanceof FieldSource.Place place) {
            cpu = place.bits().of(h);
        } else if (reported != null && common != null) {
            cpu = common.of(h);
        }
        if (cpu < GuestEvent.UNKNOWN_ID || cpu > Reading.MAX_16) {
            return null;
        }
        return fCpus.of(h, level, nested == null ? 0 : (int) nested.of(h), (int) cpu, own == null && low != null);
    }

    private void count(Hypercall h, GuestCpuState sender, boolean restarts) {
        long number = number(h);
        if (number != 0 && sender.sequence() != null) {
            if (restarts) {
                sender.sequence().restart();
            }
            emitLost(sender, sender.sequence().accept(number, h.time(), fCounters), h.time());
        }
    }

    private void emitOther(Hypercall h, GuestCpuState sender, EventKind kind) {
        fTo.accept(new GuestEvent.OtherHypercall(h.time(), sender.cpu(), kind, h.nr(), h.a0(), h.a1(), h.a2(), h.a3()));
    }

    /** @return 0 for none */
    private long number(Hypercall h) {
        Bits sequence = fDialect.numbering().sequence();
        return sequence == null ? 0 : sequence.of(h);
    }

    private void emitLost(GuestCpuState sender, long lost, long time) {
        if (lost > 0) {
            fCounters.fLost += lost;
            fTo.accept(new GuestEvent.Lost(time, sender.cpu(), sender.sequence().lostSince(),
                    sender.sequence().lostUntil(), lost));
        }
    }

    private boolean read(Hypercall h, EventForm form, GuestCpuState sender) {
        fReading.begin(h, form);
        boolean right = switch (form.kind()) {
        case FUNC_BATCH -> Batches.functions(h, sender, fTo);
        case SCHED_SWITCH_BATCH -> Batches.switches(h, sender, fTo);
        case TEXT -> fTexts.accept(h, sender);
        case NAME -> fNames.accept(h, sender);
        case SYSCALL_PAIR -> {
            GuestEvent.SyscallEntry entry = EventReader.pairedEntry(fReading, sender.cpu());
            GuestEvent.SyscallExit exit = EventReader.syscallExit(fReading, sender.cpu());
            if (!fReading.isMalformed()) {
                sender.ran(entry.tid());
                fTo.accept(entry);
                fTo.accept(exit);
            }
            yield !fReading.isMalformed();
        }
        default -> {
            GuestEvent event = EventReader.read(form.kind(), fReading, sender.cpu());
            if (!fReading.isMalformed()) {
                follow(event, sender);
                fTo.accept(event);
            }
            yield !fReading.isMalformed();
        }
        };
        if (!right) {
            fCounters.fMalformed++;
        }
        return right;
    }

    /** Keeps what the reading of later hypercalls depends on. */
    private void follow(GuestEvent event, GuestCpuState sender) {
        switch (event.kind()) {
        case SCHED_SWITCH -> sender.switchTo(event.tid());
        case SCHED_WAKING, SCHED_WAKEUP, SCHED_WAKEUP_NEW -> sender.ran(((GuestEvent.Wakeup) event).wakerTid());
        case HELLO -> fBatchSpan = Math.max(fBatchSpan,
                Math.min(MAX_BATCH_SPAN, ((GuestEvent.Hello) event).batchSpan() * 1_000_000L));
        case GROUPS_OFF -> {
            if ((((GuestEvent.GroupsOff) event).off() & 1) != 0) {
                fCpus.forgetTasks(sender);
            }
        }
        case CONFIG -> fWordSize = ((GuestEvent.Config) event).wordSize();
        case STAGE -> {
            if (((GuestEvent.Stage) event).stage() <= 2) {
                fCpus.restart(sender, number(fReading.hypercall()) != 0);
            }
        }
        case PANIC -> {
            sender.ran(event.tid());
            if (((GuestEvent.Panic) event).text() != null) {
                fTexts.panics(fReading.hypercall(), sender);
            }
        }
        case TASK, SCHED_PROCESS_FREE, MARK -> {
            // not about the thread that runs, or not recorded by the kernel
        }
        default -> sender.ran(event.tid());
        }
    }
}
