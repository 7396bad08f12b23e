/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.hypertrace.core.machine.ThreadName;
import org.hypertrace.core.path.gather.Moment;
import org.hypertrace.core.path.gather.Participants;
import org.hypertrace.core.path.gather.PathRows;
import org.hypertrace.core.quantity.NameList;

/** What paths can be asked for in a trace, in words for people. */
final class PathChoices {

    private static final int SHOWN = 12;
    private static final int VMS = 6;
    /** What is longer is not compared letter by letter. */
    private static final int COMPARED = 64;

    /**
     * Something that can be asked for.
     *
     * @param word
     *            by which it is
     * @param label
     *            for people
     */
    record Choice(String word, String label) { }

    private final PathRows fRows;
    private final Participants fWho;

    PathChoices(PathRows rows) {
        fRows = rows;
        fWho = rows.participants;
    }

    /** The end of a sentence: those there are, those that are most like what was asked for first if there are many. */
    static String areOf(String asked, Collection<Choice> all) {
        List<Choice> choices = new ArrayList<>(new LinkedHashSet<>(all));
        if (choices.size() > SHOWN) {
            choices.sort(Comparator.comparingInt(choice -> distance(asked, choice.word())));
        }
        return NameList.are(choices.stream().map(Choice::label).toList()) + '.';
    }

    /** The same, of what is asked for by the word that is shown. */
    static String are(String asked, Collection<String> all) {
        return areOf(asked, all.stream().map(word -> new Choice(word, word)).toList());
    }

    /** How many letters are to be changed; what contains it is nearer than all else. */
    private static int distance(String asked, String name) {
        String a = asked.toLowerCase(Locale.ROOT);
        String b = name.toLowerCase(Locale.ROOT);
        if (b.contains(a) || a.contains(b) && !b.isEmpty()) {
            return Math.abs(a.length() - b.length()) - 2 * COMPARED;
        }
        if (a.length() > COMPARED || b.length() > COMPARED) {
            return Math.max(a.length(), b.length());
        }
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int same = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(same, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }

    /** All there is, one sentence. */
    String sentence() {
        List<String> vms = new ArrayList<>();
        for (int vm = 0; vm < fRows.vms.size(); vm++) {
            if (fRows.vms.get(vm).runs()) {
                vms.add(vm(vm));
            }
        }
        String all = vms.stream().limit(VMS).collect(Collectors.joining("; "))
                + (vms.size() > VMS ? "; and " + (vms.size() - VMS) + " more VMs" : "");
        long threads = 0;
        for (int i = 0; i < fWho.size(); i++) {
            threads += fWho.kind(i) == Participants.Kind.HOST_THREAD ? 1 : 0;
        }
        if (new PathNames(fRows).isOfGuestAlone()) {
            return "Choose whose path is asked for: " + all + "; of a host nothing is recorded.";
        }
        return "Choose whose path is asked for: " + (all.isEmpty() ? "" : all + "; ") + (fRows.hosts.size() == 1 ? "the host has " : "the hosts have ")
                + count(threads, "thread") + " (--host-thread).";
    }

    private String vm(int vm) {
        PathRows.Vm of = fRows.vms.get(vm);
        int initcalls = 0;
        Set<Long> marks = new TreeSet<>();
        Set<String> steps = new LinkedHashSet<>();
        for (int i = 0; i < fRows.moments(); i++) {
            Moment moment = fRows.moment(i);
            if (moment.vm() == vm) {
                initcalls += moment.kind() == Moment.Kind.INITCALL_FINISH || moment.kind() == Moment.Kind.NESTED_FINISH ? 1 : 0;
                if (moment.kind() == Moment.Kind.MARK) {
                    marks.add(moment.value());
                } else if (moment.kind() == Moment.Kind.STEP_END) {
                    steps.add(fWho.text(moment.name()));
                }
            }
        }
        List<String> there = new ArrayList<>();
        there.add(count(of.vcpus().length, "vCPU") + " (--vcpu)");
        int boots = boots(vm).size();
        if (boots > 0) {
            there.add(count(boots, "boot") + " (--boot)");
        }
        if (initcalls > 0) {
            there.add(count(initcalls, "initcall") + " (--initcall)");
        }
        if (!marks.isEmpty()) {
            there.add((marks.size() == 1 ? "mark " : "marks ") + NameList.some(marks.stream().map(String::valueOf).toList()) + " (--marks)");
        }
        if (!steps.isEmpty()) {
            there.add(count(steps.size(), "step") + " of shutdowns (--step)");
        }
        Set<String> threads = new LinkedHashSet<>();
        for (int i = fWho.size() - 1; i >= 0; i--) {
            if (isGuestThread(i, vm, -1) && !fWho.isIdleOfProcessor(i)) {
                threads.add(choice(i).label());
            }
        }
        if (!threads.isEmpty()) {
            there.add((threads.size() == 1 ? "thread " : "threads ") + NameList.some(threads) + " (--thread)");
        }
        return of.who().title() + " has " + String.join(", ", there);
    }

    /** The numbers of the boots with a path: those whose kernel reports its begin. */
    private List<String> boots(int vm) {
        List<String> boots = new ArrayList<>();
        for (int boot = 1; boot <= fRows.vms.get(vm).boots() && boots.size() <= SHOWN; boot++) {
            if (fRows.boot(vm, boot) != null) {
                boots.add(Integer.toString(boot));
            }
        }
        return boots;
    }

    /** Why a boot has no path, a sentence. */
    String noBoot(int vm, int boot) {
        PathRows.Vm of = fRows.vms.get(vm);
        List<String> boots = boots(vm);
        String why = boot < 1 || boot > of.boots() ? "There is no boot " + boot + " of " + of.label()
                : "The path of boot " + boot + " of " + of.label() + " cannot be found: the begin of its kernel is not recorded";
        return why + (boots.isEmpty() ? "; none of its boots has a path: ask for a thread or a vCPU."
                : "; " + (boots.size() == 1 ? "there is boot " : "there are boots ") + NameList.some(boots) + '.');
    }

    private static String count(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /** A guest's thread. */
    Choice choice(int thread) {
        return new Choice(fWho.name(thread), new ThreadName(fWho.number(thread), fWho.name(thread)).label());
    }

    /** Whether it is a thread of this VM in this boot, -1: in any, of which a state is known. */
    boolean isGuestThread(int i, int vm, int boot) {
        return fWho.kind(i) == Participants.Kind.GUEST_THREAD && fWho.vm(i) == vm && (boot < 0 || fWho.boot(i) == boot)
                && fRows.states.first(i) < fRows.states.end(i);
    }

    /** The threads of the hosts, for people. */
    List<Choice> hostThreads() {
        List<Choice> all = new ArrayList<>();
        for (int i = 0; i < fWho.size(); i++) {
            if (fWho.kind(i) == Participants.Kind.HOST_THREAD && !fWho.isIdleOfProcessor(i)) {
                String tid = Integer.toString(fWho.number(i));
                all.add(new Choice(tid, tid + " (" + fWho.name(i) + ')'));
            }
        }
        return all;
    }

    /** The initcalls of a VM that finish, by name as far as names are known, else by address. */
    List<String> initcalls(int vm, PathSubject.Functions functions) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < fRows.moments(); i++) {
            Moment m = fRows.moment(i);
            boolean nested = m.kind() == Moment.Kind.NESTED_FINISH;
            if (m.vm() == vm && (nested || m.kind() == Moment.Kind.INITCALL_FINISH)) {
                String name = m.name() >= 0 ? fWho.text(m.name()) : functions.at(vm, nested, m.value());
                all.add(name != null ? name : "0x" + Long.toHexString(m.value()));
            }
        }
        return all;
    }

    /** The marks of a VM, in the order of time. */
    List<String> marks(int vm) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < fRows.moments(); i++) {
            Moment m = fRows.moment(i);
            if (m.vm() == vm && m.kind() == Moment.Kind.MARK) {
                all.add(Long.toString(m.value()));
            }
        }
        return all;
    }
}
