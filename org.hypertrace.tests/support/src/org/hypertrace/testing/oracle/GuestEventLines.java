/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.oracle;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.testing.scenario.Truth;

/**
 * The events of guests as sorted lines in the oracle's words - time, process, vCPU, kind, and those fields that every way of
 * reporting the event reports - so that those of the oracle, of our decoder and of a scenario compare. Texts and names are left
 * out, since the oracle lists their pieces.
 */
public final class GuestEventLines {

    /** Our kind, the oracle's, and its fields with our names for them. */
    private static final String WORDS = """
            func_entry func_entry tid=tid address=address depth=depth
            func_exit func_exit tid=tid address=address duration=duration depth=depth
            sched_switch sched_switch prev=prevTid next=nextTid prev_state=prevState next_prio=nextPrio
            sched_waking sched_waking tid=wakerTid target=tid target_cpu=targetCpu comm=comm
            sched_wakeup sched_wakeup tid=wakerTid target=tid target_cpu=targetCpu comm=comm
            sched_wakeup_new sched_wakeup tid=wakerTid target=tid target_cpu=targetCpu comm=comm
            sched_process_fork fork tid=tid child=childTid tgid=parentTgid child_tgid=childTgid comm=childComm
            sched_process_exec exec old_tid=oldTid tid=tid tgid=tgid comm=comm
            sched_process_exit exit tid=tid tgid=tgid code=code comm=comm
            syscall_entry syscall_entry tid=tid number=number arg0=arg0
            syscall_exit syscall_exit tid=tid number=number value=ret
            irq_handler_entry irq_entry irq=irq name=name
            irq_handler_exit irq_exit irq=irq handled=handled
            irq_softirq_raise softirq_raise vec=vec
            irq_softirq_entry softirq_entry vec=vec
            irq_softirq_exit softirq_exit vec=vec
            apic_vector_entry apic_entry vec=vector apic=type
            apic_vector_exit apic_exit vec=vector apic=type
            boot_level_begin level running=number tsc=tsc name=name
            initcall_start initcall_start tid=tid address=address
            initcall_finish initcall_finish tid=tid address=address value=ret duration=duration
            panic panic tid=tid monotonic=monotonic text=text
            die die tid=tid rip=address trap=trap error=error cr2=faultAddress
            hello hello span_ms=batchSpan version=version tsc=tsc
            base base text_start=text text_end=etext tsc_khz=tscKhz cpus=cpus ring_groups=ringGroups
            task task task=tid tgid=tgid parent=parentTid task_cpu=cpu state=state comm=comm
            mark mark tid=tid value=value
            stage stage stage=stage tsc=tsc name=name
            shutdown_step_begin shutdown_begin step=number address=address name=name
            shutdown_step_end shutdown_end step=number address=address name=name
            """;

    private record Form(String name, List<String> theirs, List<String> ours) { }

    private static final Map<EventKind, Form> OURS = new EnumMap<>(EventKind.class);
    private static final Map<String, Form> THEIRS = new HashMap<>();

    static {
        for (String line : WORDS.split("\n")) {
            String[] words = line.split(" ");
            List<String> theirs = new ArrayList<>();
            List<String> ours = new ArrayList<>();
            for (String field : List.of(words).subList(2, words.length)) {
                theirs.add(field.substring(0, field.indexOf('=')));
                ours.add(field.substring(field.indexOf('=') + 1));
            }
            Form form = new Form(words[1], theirs, ours);
            OURS.put(EventKind.valueOf(words[0].toUpperCase(Locale.ROOT)), form);
            THEIRS.put(words[1], form);
        }
    }

    private GuestEventLines() {
    }

    /**
     * @param truth
     *            of a scenario
     * @param host
     *            one of its hosts
     * @return every event of every guest on it
     */
    public static String of(Truth truth, String host) {
        List<String> lines = new ArrayList<>();
        for (Truth.Guest guest : truth.guests()) {
            if (guest.host().equals(host)) {
                guest.events().forEach(event -> lines.add(line(guest.pid(), event.vcpu(), event.event())));
            }
        }
        return sorted(lines);
    }

    /**
     * @param list
     *            the oracle's list of events
     * @return the same of them
     */
    public static String ofOracle(String list) {
        return sorted(list.lines().filter(line -> !line.isEmpty()).map(GuestEventLines::reduced).toList());
    }

    /**
     * @param pid
     *            the process that is the VM
     * @param vcpu
     *            the number of the vCPU that reported it
     * @param event
     *            an event
     * @return its line; null for what is left out
     */
    public static String line(int pid, int vcpu, GuestEvent event) {
        Form form = OURS.get(event.kind());
        if (form == null) {
            return null;
        }
        StringBuilder line = new StringBuilder(event.time() + " " + pid + ' ' + vcpu + ' ' + form.name);
        for (String name : form.ours) {
            try {
                line.append(' ').append(event.getClass().getMethod(name).invoke(event));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
        return line.toString();
    }

    private static String reduced(String line) {
        String[] parts = line.split(" ", 5);
        Form form = THEIRS.get(parts[3]);
        if (form == null) {
            return null;
        }
        Map<String, String> values = new HashMap<>();
        for (String word : parts[4].split(" (?=\\w+=)")) {
            values.put(word.substring(0, word.indexOf('=')), value(word.substring(word.indexOf('=') + 1)));
        }
        StringBuilder text = new StringBuilder(String.join(" ", List.of(parts).subList(0, 4)));
        form.theirs.forEach(name -> text.append(' ').append(values.get(name)));
        return text.toString();
    }

    private static String value(String text) {
        return text.startsWith("0x") ? Long.toString(Long.parseUnsignedLong(text.substring(2), 16)) : text.replace("\"", "");
    }

    /**
     * @param lines
     *            some lines and nulls
     * @return the lines, sorted
     */
    public static String sorted(List<String> lines) {
        return VcpuLines.sorted(lines.stream().filter(Objects::nonNull).toList());
    }
}
