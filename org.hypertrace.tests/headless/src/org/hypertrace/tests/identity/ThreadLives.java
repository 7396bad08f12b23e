/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.identity;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.ThreadName;
import org.hypertrace.core.task.TaskAttributes;
import org.hypertrace.core.task.TaskState;
import org.hypertrace.core.task.Tasks;

/** When the threads of a trace's VMs begin, and their names, as the model has them. */
final class ThreadLives {

    /** A thread, alone in its VM with this id from then until the next begins. */
    private record Life(int quark, long begin, String name) { }

    private static final Pattern WITH_ID = Pattern.compile("(?s).* \\((\\d+)\\)|thread (\\d+)");

    private final Map<String, Map<Integer, List<Life>>> fVms = new HashMap<>();
    private final Map<Integer, String> fLabels = new HashMap<>();
    private final ITmfStateSystem fStates;

    private ThreadLives(ITmfStateSystem states) {
        fStates = states;
    }

    static ThreadLives of(ITmfTrace trace) throws Exception {
        ThreadLives lives = new ThreadLives(ModelStates.complete(trace));
        for (Machines.Host host : Machines.of(lives.fStates)) {
            for (Tasks.Guest guest : Tasks.of(lives.fStates, host)) {
                for (Machines.Vm vm : host.vms()) {
                    if (vm.key().equals(guest.vm())) {
                        Map<Integer, List<Life>> ofVm = lives.fVms.computeIfAbsent(vm.label(), key -> new HashMap<>());
                        for (Tasks.Task task : guest.tasks()) {
                            lives.fLabels.put(task.quark(), task.label());
                            ofVm.computeIfAbsent(task.tid(), tid -> new ArrayList<>())
                                    .add(new Life(task.quark(), lives.begin(task.quark()), alone(task.label())));
                        }
                    }
                }
            }
        }
        return lives;
    }

    private long begin(int thread) throws Exception {
        ITmfStateInterval first = fStates.querySingleState(fStates.getStartTime(), fStates.getQuarkRelative(thread, TaskAttributes.STATE));
        return first.getValue() == null ? first.getEndTime() + 1 : first.getStartTime();
    }

    ITmfStateSystem states() {
        return fStates;
    }

    boolean isVm(String label) {
        return fVms.containsKey(label);
    }

    /** The name without the number that distinguishes rows of one list. */
    static String alone(String label) {
        return label.replaceFirst("#\\d+$", "");
    }

    /** The id in the name of a thread; -1 if it is none. Idle threads all have id 0. */
    static int tid(String name) {
        Matcher matcher = WITH_ID.matcher(name);
        // a kernel's first thread has the idle one's name until it executes init
        return matcher.matches() ? Integer.parseInt(matcher.group(1) != null ? matcher.group(1) : matcher.group(2)) : name.matches("swapper/\\d+") ? 0 : -1;
    }

    /** The name of the thread that has this id at a time; of idle ones any of the VM's is right. */
    String name(String vm, int tid, long time, String found) {
        List<Life> lives = fVms.getOrDefault(vm, Map.of()).getOrDefault(tid, List.of());
        if (tid == 0) {
            return lives.stream().map(Life::name).filter(found::equals).findFirst().orElse(lives.toString());
        }
        Life then = null;
        for (Life life : lives) {
            then = then == null || life.begin <= time ? life : then;
        }
        return then == null ? "no thread" : then.name;
    }

    /** The name of the thread at a place of the model, with its number. */
    String label(int quark) {
        return fLabels.get(quark);
    }

    /** The VM of the thread at a place of the model. */
    String vm(int quark) {
        return fVms.entrySet().stream().filter(vm -> vm.getValue().values().stream().flatMap(List::stream).anyMatch(life -> life.quark == quark))
                .map(Map.Entry::getKey).findFirst().orElseThrow();
    }

    /** The names of all threads with this id, of whatever VM. */
    Set<String> all(int tid) {
        return fVms.values().stream().flatMap(vm -> vm.getOrDefault(tid, List.of()).stream()).map(Life::name).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Of all threads with this id the last names, and those that they had when they ran last: from then on Trace Compass learns no other. */
    Set<String> whenTheyRanLast(int tid) throws Exception {
        Set<String> names = new TreeSet<>(all(tid));
        for (Map<Integer, List<Life>> vm : fVms.values()) {
            for (Life life : vm.getOrDefault(tid, List.of())) {
                int state = fStates.getQuarkRelative(life.quark, TaskAttributes.STATE);
                ITmfStateInterval last = fStates.querySingleState(fStates.getCurrentEndTime(), state);
                while (TaskState.of(last.getValue()) != TaskState.RUNNING && last.getStartTime() > fStates.getStartTime()) {
                    last = fStates.querySingleState(last.getStartTime() - 1, state);
                }
                int called = fStates.optQuarkRelative(life.quark, TaskAttributes.NAME);
                Object name = called < 0 ? null : fStates.querySingleState(last.getStartTime(), called).getValue();
                names.add(new ThreadName(tid, name instanceof String known ? known : null).label());
            }
        }
        return names;
    }
}
