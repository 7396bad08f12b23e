/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json.time;

import org.hypertrace.core.cpu.Accounting;
import org.hypertrace.core.cpu.Overcommit;
import org.hypertrace.core.report.json.JsonText;
import org.hypertrace.core.report.json.ModelReportJson;
import org.hypertrace.core.report.page.ModelReport;
import org.hypertrace.core.report.page.time.AccountingReport;
import org.hypertrace.core.report.page.time.OvercommitReport;
import org.hypertrace.core.report.page.time.RingCertainty;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/**
 * How vCPUs share processors, as JSON; the schemas are {@code overcommit.schema.json} and {@code accounting.schema.json} in {@code json/schema}.
 */
public final class SharingJson {

    private SharingJson() {
    }

    /**
     * @param report
     *            how many vCPUs shared the processors
     * @return the document
     */
    public static String of(OvercommitReport report) {
        JsonObject root = ModelReportJson.root(report.of(), 1);
        JsonArray hosts = new JsonArray();
        report.hosts().forEach(host -> hosts.add(host(report, host)));
        root.add("hosts", hosts);
        return JsonText.of(root);
    }

    private static JsonObject host(OvercommitReport report, Overcommit host) {
        JsonObject object = new JsonObject();
        object.addProperty("vcpus", host.vcpus().size());
        object.addProperty("processors", host.processors());
        JsonObject demand = new JsonObject();
        host.demand().forEach((wanting, ns) -> demand.addProperty(Integer.toString(wanting), ns));
        object.add("demand", demand);
        for (Overcommit.Fit fit : Overcommit.Fit.values()) {
            object.addProperty(OvercommitReport.name(fit), host.ns(fit));
        }
        object.addProperty("most", host.most());
        if (!Double.isNaN(host.imbalance())) {
            object.addProperty("imbalance", host.imbalance());
        }
        if (host.wakeP99() >= 0) {
            object.addProperty("wakeP99", host.wakeP99());
        }
        JsonArray vcpus = new JsonArray();
        report.vcpus(host).forEach(vcpu -> vcpus.add(vcpu(vcpu)));
        object.add("perVcpu", vcpus);
        JsonObject named = new JsonObject();
        named.addProperty("host", host.host().name());
        named.add("overcommit", object);
        return named;
    }

    private static JsonObject vcpu(Overcommit.Vcpu vcpu) {
        JsonObject object = new JsonObject();
        object.addProperty("vm", vcpu.vm().label());
        object.addProperty("key", vcpu.vm().key());
        object.addProperty("vcpu", vcpu.vcpu().number());
        object.addProperty("tid", vcpu.vcpu().tid());
        object.addProperty("life", vcpu.life());
        object.addProperty("got", vcpu.got());
        object.addProperty("wanted", vcpu.wanted());
        object.addProperty("steal", vcpu.steal());
        object.addProperty("longestWait", vcpu.longestWait());
        object.addProperty("executions", vcpu.executions());
        if (vcpu.meanRun() >= 0) {
            object.addProperty("meanRun", vcpu.meanRun());
        }
        object.addProperty("migrations", vcpu.migrations());
        return object;
    }

    /**
     * @param report
     *            what vCPUs got, period after period
     * @return the document
     */
    public static String of(AccountingReport report) {
        JsonObject root = ModelReportJson.root(report.of(), 1);
        if (RingCertainty.concerns(report.of())) {
            ProcessJson.classes(RingCertainty.ofPeriods(), root);
        }
        JsonArray hosts = new JsonArray();
        for (ModelReport.Host host : report.of().hosts()) {
            JsonObject accounting = new JsonObject();
            accounting.addProperty("period", report.period());
            accounting.addProperty("origin", host.host().begin());
            JsonArray vcpus = new JsonArray();
            report.vms().stream().filter(vm -> vm.host() == host).forEach(vm -> vm.vcpus().forEach(vcpu -> vcpus.add(vcpu(vm, vcpu))));
            accounting.add("vcpus", vcpus);
            JsonObject named = new JsonObject();
            named.addProperty("host", host.host().name());
            named.add("accounting", accounting);
            hosts.add(named);
        }
        root.add("hosts", hosts);
        return JsonText.of(root);
    }

    private static JsonObject vcpu(AccountingReport.Vm vm, Accounting vcpu) {
        JsonObject object = new JsonObject();
        object.addProperty("vm", vm.vm().vm().label());
        object.addProperty("key", vm.vm().vm().key());
        object.addProperty("vcpu", vcpu.vcpu().number());
        if (!vcpu.vcpu().isAlone()) {
            object.addProperty("tid", vcpu.vcpu().tid());
        }
        JsonArray periods = new JsonArray();
        for (Accounting.Period period : vcpu.periods()) {
            JsonObject one = new JsonObject();
            one.addProperty("n", period.n());
            one.addProperty("begin", period.begin());
            one.addProperty("end", period.end());
            one.addProperty("gotten", period.gotten());
            one.addProperty("blocked", period.blocked());
            one.addProperty("waiting", period.waiting());
            one.addProperty("unknown", period.unknown());
            one.addProperty("executions", period.executions());
            one.addProperty("migrations", period.migrations());
            one.addProperty("io", period.io());
            periods.add(one);
        }
        object.add("periods", periods);
        return object;
    }
}
