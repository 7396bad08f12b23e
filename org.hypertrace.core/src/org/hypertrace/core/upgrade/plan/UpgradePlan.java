/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.hypertrace.core.machine.Manifest;

/**
 * What the marks of a recording mean, and what the group is. Without a plan only standard texts have a meaning.
 *
 * @param controller
 *            the name of the VM that drives the campaign, null if the signals shall show it
 * @param nodes
 *            the names of the VMs of the group, null if the signals and boots shall show them
 * @param redundant
 *            so many nodes serve where nothing is lost, -1: all
 * @param needed
 *            so many must serve, or there is an outage
 * @param active
 *            the roles of which one node must have one; empty: roles mean nothing
 * @param rules
 *            what marks mean; of several that fit the first counts
 */
public record UpgradePlan(String controller, List<String> nodes, int redundant, int needed, Set<String> active, List<Rule> rules) {

    /** Without a file. */
    public static final UpgradePlan NONE = new UpgradePlan(null, null, -1, 1, Set.of(), List.of());

    /** The name of a plan beside a manifest. */
    public static final String FILE = "upgrade.json";

    /** The role of a VM in a manifest that drives campaigns. */
    private static final String CONTROLLER = "controller";
    private static final String WORD = "([A-Za-z0-9._-]+)";
    private static final List<Rule> STANDARD = List.of(standard("upgrade begin(?: " + WORD + ")?", SignalKind.BEGIN, null, null, null),
            standard("upgrade end", SignalKind.END, null, null, null),
            standard("upgrade restart " + WORD, SignalKind.RESTART, "$1", null, null),
            standard("upgrade back " + WORD, SignalKind.BACK, "$1", null, null),
            standard("upgrade switch", SignalKind.SWITCH, null, null, null),
            standard("upgrade switched " + WORD, SignalKind.SWITCHED, "$1", null, null),
            standard("serves(?: as " + WORD + ")?(?: version " + WORD + ")?", SignalKind.SERVES, null, "$1", "$2"),
            standard("stops", SignalKind.STOPS, null, null, null), standard("prepares", SignalKind.PREPARES, null, null, null),
            standard("commits", SignalKind.COMMIT, null, null, null));
    private static final Pattern GROUP = Pattern.compile("\\$([0-9])");

    /**
     * What some marks mean. All that is given must hold.
     *
     * @param vm
     *            the name of the sender with * for anything, null: any
     * @param values
     *            the values of the mark, empty: any
     * @param text
     *            what is searched in its text, null: any
     * @param kind
     *            what the mark means
     * @param node
     *            the node that it names, with $1 for a group of the text; null: none
     * @param role
     *            the role, likewise
     * @param version
     *            the version, likewise
     */
    record Rule(Pattern vm, Set<Long> values, TextPattern text, SignalKind kind, String node, String role, String version) { }

    private static Rule standard(String text, SignalKind kind, String node, String role, String version) {
        return new Rule(null, Set.of(), TextPattern.of('^' + text + "\\z"), kind, node, role, version);
    }

    /**
     * @param file
     *            a plan
     * @return it
     * @throws IOException
     *             if it cannot be read or is wrong; the message is one sentence for the user, with file, key and value
     */
    public static UpgradePlan read(Path file) throws IOException {
        return PlanJson.read(file);
    }

    /**
     * @param trace
     *            the folder of a trace, or one with traces in it
     * @return the plan in it or beside it, where the manifest stands; {@link #NONE} if there is none
     * @throws IOException
     *             if it cannot be read or is wrong; the message is one sentence for the user, with file, key and value
     */
    public static UpgradePlan beside(Path trace) throws IOException {
        Path file = file(trace);
        return file == null ? NONE : read(file);
    }

    /**
     * @param vms
     *            of the manifests of a recording
     * @return the same plan if it has nodes. Else these are the VMs of the only group that the manifests have. The controller is the only VM
     *         with that role
     */
    public UpgradePlan of(Collection<Manifest.Vm> vms) {
        Set<String> groups = vms.stream().map(Manifest.Vm::group).filter(Objects::nonNull).collect(Collectors.toSet());
        List<String> drivers = vms.stream().filter(vm -> CONTROLLER.equals(vm.role()) && vm.name() != null).map(Manifest.Vm::name).distinct().toList();
        String driver = controller != null || drivers.size() != 1 ? controller : drivers.get(0);
        List<String> members = groups.size() != 1 ? List.of() : vms.stream().filter(vm -> vm.group() != null && vm.name() != null
                && !CONTROLLER.equals(vm.role()) && !vm.name().equals(driver)).map(Manifest.Vm::name).distinct().sorted().toList();
        return nodes != null || members.isEmpty() ? this : new UpgradePlan(driver, members, redundant, needed, active, rules);
    }

    /** The file of the plan in or beside a folder, null if there is none. */
    private static Path file(Path trace) {
        Path folder = trace.toAbsolutePath().normalize();
        for (Path place : Arrays.asList(folder, folder.getParent())) {
            if (place != null && Files.exists(place.resolve(FILE))) {
                return place.resolve(FILE);
            }
        }
        return null;
    }

    /**
     * @param vm
     *            the name of the VM that sends the mark
     * @param key
     *            the key of the VM
     * @param mark
     *            the mark
     * @param work
     *            what searching texts may still cost
     * @return the signal that the mark is, null if it is none
     */
    public Signal signal(String vm, String key, Mark mark, TextPattern.Work work) {
        Signal found = of(rules, vm, key, mark, work);
        return found != null ? found : of(STANDARD, vm, key, mark, work);
    }

    private static Signal of(List<Rule> rules, String vm, String key, Mark mark, TextPattern.Work work) {
        for (Rule rule : rules) {
            if (rule.vm != null && !rule.vm.matcher(vm).matches() || !rule.values.isEmpty() && !rule.values.contains(mark.value())
                    || rule.text != null && mark.text() == null) {
                continue;
            }
            Matcher text = rule.text == null ? null : rule.text.find(mark.text(), work);
            if (rule.text == null || text != null) {
                return new Signal(mark.time(), mark.value(), vm, key, rule.kind, filled(rule.node, text), filled(rule.role, text), filled(rule.version, text));
            }
        }
        return null;
    }

    /** A word of a plan with the groups of the text. Null: there is none, as where the group is not in the text. */
    private static String filled(String word, Matcher text) {
        if (word == null || text == null) {
            return word;
        }
        List<String> groups = new ArrayList<>();
        String filled = GROUP.matcher(word).replaceAll(found -> {
            String group = text.group(Integer.parseInt(found.group(1)));
            groups.add(group);
            return group == null ? "" : Matcher.quoteReplacement(group);
        });
        return filled.isEmpty() && groups.contains(null) ? null : filled;
    }

    /** A name with * for anything. */
    static Pattern named(String name) {
        return Pattern.compile(Arrays.stream(name.split("\\*+", -1)).map(Pattern::quote).collect(Collectors.joining(".*")), Pattern.DOTALL);
    }
}
