/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.export;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ctf.core.trace.CtfTmfTrace;
import org.hypertrace.core.file.IoReason;
import org.hypertrace.core.guesttrace.GuestTraceWriter;
import org.hypertrace.core.guesttrace.GuestTraceWriter.Written;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.machine.VmChoice;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.machine.VmNames;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.TraceEnvironment;
import org.hypertrace.core.report.open.AskedVms;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.report.open.TimelineReading;
import org.hypertrace.core.report.page.ModelReport;
import org.hypertrace.core.stream.decode.GuestEventDecoder;
import org.hypertrace.core.timeline.LookAhead;
import org.hypertrace.core.timeline.Timeline;
import org.hypertrace.core.untrusted.PlainText;

/** Writes what the guests in host traces report as kernel traces of their own. */
public final class Extraction {

    /**
     * What is wanted.
     *
     * @param folder
     *            gets the traces; is made if it does not exist
     * @param range
     *            the events of this stretch
     * @param vm
     *            only of the VMs that this word means, as in {@link VmChoice}; null: of all
     * @param withHosts
     *            whether the folder gets the hosts' traces and a manifest too, so that it is an experiment of all
     * @param replaces
     *            whether the folder may have something in it; then what an earlier extraction wrote there goes
     */
    public record Wanted(Path folder, ModelReport.Range range, String vm, boolean withHosts, boolean replaces) { }

    /**
     * What was written.
     *
     * @param hosts
     *            the folders of the hosts' traces, none if they were not wanted
     * @param own
     *            the traces that guests recorded themselves, on the clocks of their hosts
     * @param lostByHosts
     *            how many events the hosts' tracers discarded: what guests reported then is not known
     * @param gaps
     *            how often more is missing, of which nobody knows how many events
     */
    public record Extracted(List<Path> hosts, List<Written> guests, List<OwnTrace> own, long lostByHosts, long gaps) {

        /** @return the copies that there are */
        public List<OwnTrace> copies() {
            return own.stream().filter(one -> one.failure() == null).toList();
        }

        /** @return why traces that guests recorded themselves were not written, a sentence each */
        public List<String> failures() {
            return own.stream().map(OwnTrace::failure).filter(Objects::nonNull).map(PlainText::line).toList();
        }
    }

    /**
     * A copy of a trace that a guest recorded itself.
     *
     * @param recorded
     *            where the trace is that it is a copy of
     * @param folder
     *            where it is
     * @param vm
     *            whose it is
     * @param failure
     *            why there is none, a sentence; null if there is
     */
    public record OwnTrace(Path recorded, Path folder, String vm, String failure) { }

    private final OpenTraces fTraces;
    private final HostTraces fHosts;
    private final Wanted fWanted;
    private final AskedVms fWords;

    private Extraction(OpenTraces traces, Wanted wanted, AskedVms words) throws ReportException {
        fTraces = traces;
        fHosts = traces.hosts();
        fWanted = wanted;
        fWords = words;
    }

    /**
     * @param traces
     *            of hosts
     * @param wanted
     *            what of them
     * @param words
     *            the VMs that the user's options name
     * @param monitor
     *            gets the progress, and can cancel: then nothing is left
     * @return what was written, at least one trace
     * @throws ReportException
     *             if no guest reports anything, or the traces cannot be read or written
     */
    public static Extracted write(OpenTraces traces, Wanted wanted, AskedVms words, IProgressMonitor monitor) throws ReportException {
        if (!wanted.range().equals(ModelReport.Range.ALL)) {
            // clocks depend on all events, and not all will be read
            traces.joinNow(monitor);
        }
        Extracted extracted = null;
        while (extracted == null) {
            extracted = writeOnce(traces, wanted, words, monitor);
        }
        return extracted;
    }

    /** Null if all is to be done again: which events come from guests' own traces was not known. */
    private static Extracted writeOnce(OpenTraces traces, Wanted wanted, AskedVms words, IProgressMonitor monitor) throws ReportException {
        Extraction extraction = new Extraction(traces, wanted, words);
        try (ExtractionFolder folder = new ExtractionFolder(wanted.folder(), wanted.replaces())) {
            return extraction.write(folder, monitor);
        } catch (IOException | UncheckedIOException e) {
            IOException cause = e instanceof UncheckedIOException unchecked ? unchecked.getCause() : (IOException) e;
            throw new ReportException("Cannot write into " + wanted.folder() + ": " + IoReason.of(cause)
                    + "; make room there or choose another folder.", e);
        }
    }

    private Extracted write(ExtractionFolder folder, IProgressMonitor monitor) throws ReportException, IOException {
        GuestTraceWriter writer = new GuestTraceWriter(folder.partial(), clocks(), fWanted.range().from(), fWanted.range().to());
        try (Timeline timeline = new Timeline(writer, host -> fHosts.hosts().get(host).manifest(), fTraces.dialects(),
                LookAhead.DEFAULT_LIMIT, writer)) {
            monitor.subTask("reading guest events");
            if (!TimelineReading.read(fTraces, timeline, until(), monitor)) {
                return null;
            }
        }
        List<Written> all = writer.finish();
        List<VmName> names = writer.vms().all(host -> fHosts.hosts().get(host).name(),
                all.stream().map(guest -> new VmNames.OnHost(guest.host(), guest.who())).toList());
        fWords.seen(names);
        fWords.check();
        VmChoice choice = all.isEmpty() ? VmChoice.of(null, List.of()) : AskedVms.choice(fWanted.vm(), names);
        List<VmName> reporting = names.subList(names.size() - all.size(), names.size());
        List<Written> guests = IntStream.range(0, all.size()).filter(i -> choice.has(reporting.get(i))).mapToObj(all::get).toList();
        OwnTraces own = new OwnTraces(fHosts, fTraces.placed());
        if (fWanted.vm() != null) {
            VmChoice ofNames = names.isEmpty() ? choice : AskedVms.choice(fWanted.vm(), names);
            own.keep(names.stream().filter(ofNames::has).toList());
        }
        if (guests.isEmpty() && own.isEmpty()) {
            throw new ReportException(fTraces.name() + ": " + whyNone(reporting));
        }
        monitor.subTask("moving them to " + fWanted.folder());
        List<Path> hosts = new ArrayList<>();
        List<Written> moved = new ArrayList<>();
        List<OwnTrace> copies = new ArrayList<>();
        for (int host = 0; host < fHosts.hosts().size(); host++) {
            int number = host;
            List<Written> ofHost = guests.stream().filter(guest -> guest.host() == number).toList();
            if (!ofHost.isEmpty() || own.areOf(host)) {
                HostTraces.Host known = fHosts.hosts().get(host);
                ExtractionFolder.Place place = folder.of(known, fHosts.hosts().size() > 1);
                if (fWanted.withHosts()) {
                    for (ITmfTrace trace : fHosts.tracesOf(host)) {
                        hosts.add(place.link(Path.of(trace.getPath())));
                    }
                }
                for (Written guest : ofHost) {
                    moved.add(place.move(guest));
                }
                copies.addAll(own.write(host, place));
                if (fWanted.withHosts()) {
                    place.describe();
                }
            }
        }
        folder.finish();
        return new Extracted(hosts, moved, copies, writer.lostByHosts(), writer.gaps());
    }

    /** Batches report what was before them. */
    private long until() {
        long to = fWanted.range().to();
        return to > Long.MAX_VALUE - GuestEventDecoder.MAX_BATCH_SPAN ? Long.MAX_VALUE : to + GuestEventDecoder.MAX_BATCH_SPAN;
    }

    private List<GuestTraceWriter.Host> clocks() {
        List<GuestTraceWriter.Host> clocks = new ArrayList<>();
        for (int host = 0; host < fHosts.hosts().size(); host++) {
            List<ITmfTrace> traces = fHosts.tracesOf(host);
            long begin = traces.stream().mapToLong(trace -> trace.getStartTime().toNanos()).min().getAsLong();
            long offset = traces.get(0) instanceof CtfTmfTrace ctf ? ctf.timestampCyclesToNanos(0) : 0;
            clocks.add(new GuestTraceWriter.Host(TraceEnvironment.plain(fHosts.hosts().get(host).id()), Math.min(offset, begin), begin));
        }
        return clocks;
    }

    private String whyNone(List<VmName> reporting) {
        if (!reporting.isEmpty()) {
            return "VM " + fWanted.vm() + " reports nothing; those that do " + VmChoice.are(reporting) + '.';
        }
        if (!fHosts.hasTransitions() && fHosts.hasOwnGuests()) {
            return "A guest's own trace holds no hypercalls: give the one recorded on its host, with lttng enable-event -k "
                    + "kvm_x86_entry,kvm_x86_exit,kvm_x86_hypercall.";
        }
        if (fHosts.hosts().stream().map(HostTraces.Host::recorded).noneMatch(RecordedEvents::hasHypercalls)) {
            return "guest events were not recorded: record also lttng enable-event -k kvm_x86_hypercall.";
        }
        return fWanted.range().equals(ModelReport.Range.ALL)
                ? "no VM reports any event: start a guest tracer in it while the host is recorded."
                : "no VM reports any event in that time.";
    }
}
