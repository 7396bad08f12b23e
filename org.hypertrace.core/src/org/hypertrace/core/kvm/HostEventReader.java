/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.kvm;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.eclipse.tracecompass.analysis.os.linux.core.trace.IKernelAnalysisEventLayout;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.event.ITmfLostEvent;
import org.eclipse.tracecompass.tmf.core.event.aspect.TmfCpuAspect;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.event.HostEvent;

/**
 * Reads the events of one host trace as {@link HostEvent}s. Fields are asked for only where an engine needs them: making
 * them is most of what an event costs.
 */
public final class HostEventReader {

    /** Raised by {@code releng/versions}. */
    public static final int VERSION = 13;

    /** More processors than any host has; an event on a higher one is not believed. */
    public static final int MAX_CPUS = 1 << 14;

    /** What LTTng calls the contexts that report the running thread and its process. */
    private static final List<String> CONTEXTS = List.of("_tid", "_pid");
    /** What a context of an event is called that reports the running thread. */
    public static final String CONTEXT_TID = "context._tid";
    /** The same of its process. */
    public static final String CONTEXT_PID = "context._pid";

    private final int fHost;
    private final HostLayout fLayout;
    private final HostEventForms fForms;
    private final boolean fHasTid;
    private final boolean fOfPerf;
    private final Map<Object, Recorded> fByDeclaration = new IdentityHashMap<>();
    private final Map<String, Recorded> fByName = new HashMap<>();
    private final Map<Integer, Integer> fTidOfCpu = new HashMap<>();
    /** Who was switched out last, until another thread has an event there: KVM saves Arm's timer after the switch, for the one that left. */
    private final Map<Integer, Integer> fLeavesCpu = new HashMap<>();
    private boolean fOfArm;

    /** What of the events is read: each reads what those before it do. */
    public enum Detail {
        /** When which vCPU is in the guest, and hypercalls: nothing is made of any other event. */
        CLOCKS,
        /** What states and times are reported by. */
        STATES,
        /** Also what exits were for. */
        EXITS,
        /** Also who raises and wakes what, and by which names. */
        CAUSES
    }

    /** The events that are recorded in one form: what is made of them, and those of their fields that are read. */
    private record Recorded(HostLayout.Kind kind, HostEventForms.Maker maker, TmfFields fields, TmfFields context) { }

    /** How the events with one name are read by who decodes them. */
    public static final class Kind {
        private final String fName;
        private final HostLayout.Kind fKind;
        private final HostEventForms.Form fForm;
        private final List<String> fThread;

        private Kind(String name, HostLayout.Kind kind, HostEventForms.Form form, List<String> thread) {
            fName = name;
            fKind = kind;
            fForm = form;
            fThread = thread;
        }

        /**
         * @param fields
         *            the names of fields
         * @return how events are read of which these are asked for: no host event is made of them
         */
        public static Kind of(List<String> fields) {
            return new Kind("", HostLayout.Kind.OTHER, new HostEventForms.Form(null, fields.toArray(String[]::new)), List.of());
        }

        /** @return the name of such events; empty if no host event is made of them */
        public String name() {
            return fName;
        }

        /** @return what such events are */
        public HostLayout.Kind what() {
            return fKind;
        }

        /**
         * @param fields
         *            the names of fields
         * @return the same, but only these are asked for, and nothing is made of them
         */
        public Kind only(String... fields) {
            return new Kind(fName, fKind, new HostEventForms.Form(null, fields), List.of());
        }

        /** @return whether anything is made of them */
        public boolean isRead() {
            return fForm.maker() != null;
        }

        /** @return the names of the fields that are read, as Trace Compass calls them */
        public List<String> fields() {
            return List.of(fForm.fields());
        }

        /** @return what the tracer calls the running thread and its process, contexts of the event or fields of it */
        public List<String> thread() {
            return fThread;
        }
    }

    /**
     * Nobody asks what exits were for.
     *
     * @param host
     *            the running number of the machine the trace is of
     * @param names
     *            Trace Compass' names for the trace
     * @param hasTid
     *            whether events carry the running thread as a context
     */
    public HostEventReader(int host, IKernelAnalysisEventLayout names, boolean hasTid) {
        this(host, names, hasTid, Detail.STATES);
    }

    /**
     * @param host
     *            the running number of the machine the trace is of
     * @param names
     *            Trace Compass' names for the trace
     * @param hasTid
     *            whether events carry the running thread as a context
     * @param detail
     *            what somebody asks for: fields that report only more than that are not read
     */
    public HostEventReader(int host, IKernelAnalysisEventLayout names, boolean hasTid, Detail detail) {
        fHost = host;
        fLayout = new HostLayout(names);
        fForms = new HostEventForms(host, names, detail);
        fHasTid = hasTid;
        fOfPerf = names instanceof PerfLayout;
    }

    /**
     * @param event
     *            an event of the trace
     * @param to
     *            gets what it reports: nothing for an event with an impossible processor or that nobody asks for, else one event. The running thread comes before
     *            it where a context shows that and it changed
     */
    public void read(ITmfEvent event, Consumer<HostEvent> to) {
        int cpu = cpu(event);
        if (cpu < 0 || cpu >= MAX_CPUS) {
            return;
        }
        long time = event.getTimestamp().toNanos();
        if (event instanceof ITmfLostEvent lost) {
            lost(time, cpu, lost.getTimeRange().getEndTime().toNanos(), lost.getNbLostEvents(), to);
            return;
        }
        Recorded recorded = recorded(event);
        if (recorded.maker == null) {
            return;
        }
        if (fHasTid) {
            recorded.context.read(event);
            emitThread(recorded.context, time, cpu, to);
            if (isOfLeaver(recorded.kind, recorded.context, cpu)) {
                return;
            }
        }
        if (recorded.fields != null) {
            recorded.fields.read(event);
        }
        to.accept(recorded.maker.of(recorded.fields, time, cpu));
    }

    /**
     * @param name
     *            of events
     * @return how they are read by who decodes them
     */
    public Kind kind(String name) {
        HostLayout.Kind kind = fLayout.kind(name);
        fOfArm |= kind == HostLayout.Kind.KVM_ARM_TIMER;
        return new Kind(name, kind, fForms.of(kind), fOfPerf ? PerfLayout.THREAD : CONTEXTS);
    }

    /**
     * An event was decoded.
     *
     * @param kind
     *            of the event
     * @param fields
     *            those of its kind
     * @param context
     *            the thread and the process
     * @param time
     *            ns since the epoch
     * @param cpu
     *            the processor it was recorded on
     * @param to
     *            as for {@link #read}
     */
    public void decoded(Kind kind, EventFields fields, EventFields context, long time, int cpu, Consumer<HostEvent> to) {
        if (cpu < 0 || cpu >= MAX_CPUS || kind.fForm.maker() == null) {
            return;
        }
        if (fHasTid) {
            emitThread(context, time, cpu, to);
            if (fOfArm && isOfLeaver(kind.fKind, context, cpu)) {
                return;
            }
        }
        to.accept(kind.fForm.maker().of(fields, time, cpu));
    }

    /**
     * The tracer discarded events.
     *
     * @param time
     *            since when, ns since the epoch
     * @param cpu
     *            the processor
     * @param end
     *            until when, ns since the epoch
     * @param count
     *            how many
     * @param to
     *            gets the loss, if the processor can be
     */
    public void lost(long time, int cpu, long end, long count, Consumer<HostEvent> to) {
        if (cpu >= 0 && cpu < MAX_CPUS) {
            to.accept(new HostEvent.LostEvents(time, fHost, cpu, end, count > 0 ? count : HostEvent.UNCOUNTED));
        }
    }

    private Recorded recorded(ITmfEvent event) {
        if (event instanceof CtfHostEvent host) {
            Recorded recorded = fByDeclaration.get(host.declaration());
            return recorded != null ? recorded : fByDeclaration.computeIfAbsent(host.declaration(), key -> learn(event));
        }
        Recorded recorded = fByName.get(event.getName());
        return recorded != null ? recorded : fByName.computeIfAbsent(event.getName(), key -> learn(event));
    }

    private Recorded learn(ITmfEvent event) {
        HostLayout.Kind kind = fLayout.kind(event.getName());
        HostEventForms.Form form = fForms.of(kind);
        return new Recorded(kind, form.maker(), form.fields().length == 0 ? null : TmfFields.of(event, form.fields()),
                fOfPerf ? TmfFields.of(event, PerfLayout.THREAD.toArray(String[]::new)) : TmfFields.of(event, CONTEXT_TID, CONTEXT_PID));
    }

    private void emitThread(EventFields context, long time, int cpu, Consumer<HostEvent> to) {
        int tid = context.integer(0);
        Integer known = fTidOfCpu.get(cpu);
        if (tid >= 0 && (known == null || known != tid)) {
            fTidOfCpu.put(cpu, tid);
            fLeavesCpu.remove(cpu);
            to.accept(new HostEvent.ThreadOnCpu(time, fHost, cpu, tid, context.integer(1)));
        }
    }

    private boolean isOfLeaver(HostLayout.Kind kind, EventFields context, int cpu) {
        if (kind == HostLayout.Kind.SCHED_SWITCH) {
            fLeavesCpu.put(cpu, context.integer(0));
        }
        return kind == HostLayout.Kind.KVM_ARM_TIMER && fLeavesCpu.containsKey(cpu) && fLeavesCpu.get(cpu) == context.integer(0);
    }

    private static int cpu(ITmfEvent event) {
        if (event instanceof CtfTmfEvent ctf) {
            return ctf.getCPU();
        }
        Object cpu = TmfTraceUtils.resolveEventAspectOfClassForEvent(event.getTrace(), TmfCpuAspect.class, event);
        return cpu instanceof Integer i ? i : HostEvent.UNKNOWN_ID;
    }
}
