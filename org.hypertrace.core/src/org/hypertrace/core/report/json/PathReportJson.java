/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.path.CoarseSegment;
import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.Hops;
import org.hypertrace.core.path.PathNames;
import org.hypertrace.core.path.PathParts;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.core.path.Segments;
import org.hypertrace.core.path.answer.PathAnswer;
import org.hypertrace.core.report.page.path.PathBudget;
import org.hypertrace.core.report.page.path.PathReport;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** A {@link PathReport} as JSON, in the order of the report; the schema is {@code path.schema.json} in {@code schema}. */
public final class PathReportJson {

    /** Of a path with more segments they must be asked for. */
    private static final int MANY = 1 << 18;

    private final PathReport fReport;

    private PathReportJson(PathReport report) {
        fReport = report;
    }

    public static String write(PathReport report) {
        return JsonText.of(new PathReportJson(report).root());
    }

    private JsonObject root() {
        JsonObject root = new JsonObject();
        root.addProperty("version", 3);
        root.addProperty("trace", fReport.trace());
        MissingJson.add(fReport.missing(), fReport.gaps(), root);
        JsonArray paths = new JsonArray();
        fReport.paths().forEach(path -> paths.add(path(path)));
        root.add("paths", paths);
        if (!fReport.comparisons().isEmpty()) {
            JsonArray comparisons = new JsonArray();
            fReport.comparisons().forEach(compared -> comparisons.add(PathComparisonJson.of(compared)));
            root.add("comparisons", comparisons);
        }
        if (!fReport.budgets().isEmpty()) {
            JsonArray budgets = new JsonArray();
            fReport.budgets().forEach(held -> budgets.add(budget(held)));
            root.add("budgets", budgets);
        }
        MissingJson.addNotChecked(fReport.notChecked(), root);
        return root;
    }

    private JsonObject path(FoundPath path) {
        JsonObject object = new JsonObject();
        object.add("subject", subject(path));
        object.addProperty("answer", PathAnswer.of(path));
        object.addProperty("begin", path.subject().begin());
        object.addProperty("end", path.subject().end());
        object.addProperty("ns", path.subject().end() - path.subject().begin());
        options(path, object);
        JsonObject classes = new JsonObject();
        PathReport.classes(path).forEach((kind, ns) -> classes.addProperty(kind.key(), ns));
        object.add("classes", classes);
        object.add("causes", sums(path.sums().causes()));
        object.add("owners", parts(path.parts().owners(), false));
        JsonArray by = new JsonArray();
        path.parts().by().forEach(cause -> by.add(by(cause)));
        object.add("by", by);
        List<PathParts.Part> chains = path.parts().chains();
        object.add("chains", parts(chains, true));
        object.add("atMost", sums(path.sums().atMost()));
        object.addProperty("notRecorded", path.sums().notRecorded());
        object.addProperty("contradictions", path.parts().contradictions());
        object.addProperty("segments", path.parts().segments());
        object.addProperty("depth", path.sums().depth());
        if (path.isWhole()) {
            object.addProperty("sha256", path.names().sha256(path.segments()));
        } else {
            object.addProperty("segmentsUntil", path.segments().end());
        }
        RunReportJson.addFindings(fReport.findings(path), object);
        segments(path, chains, object);
        return object;
    }

    private static JsonObject subject(FoundPath path) {
        PathNames names = path.names();
        int who = path.subject().who();
        JsonObject object = new JsonObject();
        object.addProperty("kind", ExitReportJson.camel(path.query().kind()));
        object.addProperty("asked", path.query().value());
        object.addProperty("key", names.key(who));
        object.addProperty("name", names.shown(who));
        if (names.vm(who) != null) {
            object.addProperty("vm", names.vm(who));
        }
        if (names.boot(who) > 0) {
            object.addProperty("boot", names.boot(who));
        }
        return object;
    }

    private static void options(FoundPath path, JsonObject to) {
        JsonArray options = new JsonArray();
        if (path.query().mode().activations()) {
            options.add("activations");
        }
        if (path.query().mode().guestOnly()) {
            options.add("guestOnly");
        }
        if (options.size() > 0) {
            to.add("options", options);
        }
        JsonArray awaits = new JsonArray();
        for (FoundPath.Awaited one : path.awaited()) {
            JsonObject awaited = new JsonObject();
            awaited.addProperty("vm", one.mark().vm());
            awaited.addProperty("mark", one.mark().number());
            awaited.addProperty("until", one.by().end());
            awaits.add(awaited);
        }
        if (awaits.size() > 0) {
            to.add("awaits", awaits.size() == 1 ? awaits.get(0) : awaits);
        }
    }

    private static JsonObject sums(Map<String, Long> sums) {
        JsonObject object = new JsonObject();
        sums.forEach(object::addProperty);
        return object;
    }

    private static void sum(PathParts.Sum sum, JsonObject to) {
        to.addProperty("ns", sum.ns());
        to.addProperty("times", sum.times());
        to.addProperty("longest", sum.longest());
        to.addProperty("longestBegin", sum.longestBegin());
    }

    private static JsonArray parts(List<PathParts.Part> parts, boolean areChains) {
        JsonArray array = new JsonArray();
        for (PathParts.Part part : parts) {
            JsonObject object = new JsonObject();
            if (areChains) {
                object.add("keys", links(part.keys()));
                object.add("names", links(part.names()));
            } else {
                object.addProperty("key", part.key());
                object.addProperty("name", part.name());
            }
            sum(part.sum(), object);
            JsonObject causes = new JsonObject();
            part.causes().forEach((cause, ns) -> causes.addProperty(cause.key(), ns));
            object.add("causes", causes);
            array.add(object);
        }
        return array;
    }

    private static JsonArray links(List<String> chain) {
        JsonArray links = new JsonArray();
        chain.forEach(links::add);
        return links;
    }

    private static JsonObject by(PathParts.Cause cause) {
        JsonObject object = new JsonObject();
        object.addProperty("phase", cause.phase().key());
        object.addProperty("state", cause.state().key());
        switch (cause.kind()) {
        case KEY -> object.addProperty("key", cause.key());
        case TEXT -> object.addProperty("text", cause.key());
        case EXIT, EXIT_OF_TRACER -> {
            object.addProperty("reason", cause.key().replace("+t", ""));
            object.addProperty("tracer", cause.kind() == Segments.By.EXIT_OF_TRACER);
        }
        case NONE -> {
            // is not in this list
        }
        }
        object.addProperty("name", cause.name());
        if (cause.vcpu() != null) {
            object.addProperty("vcpu", cause.vcpu().name());
        }
        sum(cause.sum(), object);
        return object;
    }

    private void segments(FoundPath path, List<PathParts.Part> chains, JsonObject to) {
        Segments segments = path.segments();
        PathNames names = path.names();
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < chains.size(); i++) {
            places.put(chains.get(i).key() + '\n' + chains.get(i).name(), i);
        }
        int[] chain = new int[segments.nodes()];
        for (int i = 0; i < segments.size(); i++) {
            int node = segments.chain(i);
            if (chain[node] == 0) {
                Integer place = places.get(names.keys(segments, node) + '\n' + names.names(segments, node));
                // too many to be distinguished
                chain[node] = place == null ? -1 : place + 1;
            }
        }
        JsonArray array = new JsonArray();
        if (fReport.form() == PathReport.Form.USUAL && segments.size() > MANY) {
            return;
        }
        if (fReport.form() != PathReport.Form.FULL) {
            CoarseSegment.each(segments, one -> {
                JsonObject object = segment(one.begin(), one.end(), chain[one.chain()], one.phase().key());
                JsonObject states = new JsonObject();
                one.states().forEach((state, ns) -> states.addProperty(state.key(), ns));
                object.add("states", states);
                array.add(object);
            });
            to.add("coarse", array);
            return;
        }
        for (int i = 0; i < segments.size(); i++) {
            JsonObject object = segment(segments.begin(i), segments.end(i), chain[segments.chain(i)], segments.phase(i).key());
            object.addProperty("state", segments.state(i).key());
            String by = names.by(segments, i);
            if (!by.isEmpty()) {
                object.addProperty("by", by);
            }
            array.add(object);
        }
        to.add("path", array);
        to.add("hops", hops(segments.hops(), names));
    }

    private static JsonObject segment(long begin, long end, int chain, String phase) {
        JsonObject object = new JsonObject();
        object.addProperty("begin", begin);
        object.addProperty("end", end);
        if (chain > 0) {
            object.addProperty("chain", chain - 1);
        }
        object.addProperty("phase", phase);
        return object;
    }

    private static JsonArray hops(Hops hops, PathNames names) {
        JsonArray array = new JsonArray();
        for (int i = 0; i < hops.size(); i++) {
            JsonObject object = new JsonObject();
            object.addProperty("time", hops.time(i));
            object.addProperty("from", names.key(hops.from(i)));
            object.addProperty("to", names.key(hops.to(i)));
            object.addProperty("how", hops.how(i).key());
            array.add(object);
        }
        return array;
    }

    private static JsonObject budget(PathBudget.Held held) {
        JsonObject object = new JsonObject();
        object.addProperty("path", PathReport.name(held.path()));
        object.addProperty("class", held.budget().of() == null ? "path" : held.budget().of().key());
        object.addProperty("limit", held.budget().limit());
        object.addProperty("took", held.took());
        object.addProperty("exceeded", held.isExceeded());
        if (held.whyNotKnown() != null) {
            object.addProperty("notKnown", held.whyNotKnown());
        }
        return object;
    }
}
