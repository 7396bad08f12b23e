/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing;

import java.util.List;
import java.util.stream.Stream;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/**
 * A recorded sample and what commands report of it.
 *
 * @param name
 *            of the sample
 */
public record ReportedSample(String name) {

    /** @return what a command reports of it, as JSON */
    public JsonObject report(String command, Object... options) {
        if (!name.equals("lossy")) {
            return Command.ofSample(command, name, options);
        }
        // what is lost is named on standard error
        Command made = Command.run(Stream.concat(Stream.of(command + " --quiet --format json", Samples.trace(name)), Stream.of(options)).toArray());
        if (made.status() != 0) {
            throw new AssertionError(made.err());
        }
        return JsonParser.parseString(made.out()).getAsJsonObject();
    }

    /** @return the VM of a finding: by its name, without the boot or shutdown behind it */
    public JsonObject vm(String command, String about) {
        String whole = about.replaceFirst(", (boot|shutdown) \\d+$", "");
        int slash = whole.lastIndexOf('/');
        List<JsonObject> vms = Summary.objects(report(command), "hosts").stream().flatMap(host -> Summary.objects(host, "vms").stream()).toList();
        // what is nested stands in the VM around it
        return (slash < 0 ? vms.stream().filter(one -> label(one).equals(whole))
                : vms.stream().filter(one -> label(one).equals(whole.substring(0, slash))).flatMap(one -> Summary.objects(one, "nested").stream())
                        .filter(one -> one.has(command + 's'))).findFirst().orElseThrow(() -> new AssertionError("no " + whole + " among "
                                + vms.stream().map(one -> label(one) + ' ' + one.keySet()).toList()));
    }

    /** @return the name of a VM that is reported */
    public static String label(JsonObject vm) {
        return vm.has("name") ? vm.get("name").getAsString() + (vm.get("run").getAsLong() > 1 ? "#" + vm.get("run") : "")
                : vm.has("pid") ? "VM " + vm.get("pid") : vm.get("guest").getAsString();
    }
}
