/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.serve;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.report.json.JsonText;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** What is answered to a request: one line of JSON. */
public final class Answer {

    /** How commands begin their sentences on standard error. */
    private static final String PREFIX = "hypertrace: ";
    /** The exit status of a report that exceeds a budget, and is complete. */
    private static final int EXCEEDED = 3;

    private final JsonObject fRoot = new JsonObject();
    private final JsonArray fReports = new JsonArray();

    /** @param request what is answered */
    public Answer(Request request) {
        fRoot.addProperty("recording", request.recording());
        fRoot.add("reports", fReports);
    }

    /**
     * @param sentence
     *            why a line is no request
     * @return the line that answers it
     */
    public static String refusal(String sentence) {
        JsonObject root = new JsonObject();
        root.addProperty("error", sentence);
        return JsonText.line(root);
    }

    /**
     * Adds what a command did.
     *
     * @param report
     *            the command and its options
     * @param status
     *            its exit status
     * @param out
     *            what it printed
     * @param err
     *            what it reported, a sentence a line
     */
    public void add(List<String> report, int status, String out, String err) {
        JsonObject one = new JsonObject();
        one.add("report", texts(report));
        one.addProperty("status", status);
        List<String> sentences = new ArrayList<>();
        err.lines().filter(line -> !line.startsWith("Try: ")).forEach(line -> sentences.add(line.startsWith(PREFIX) ? line.substring(PREFIX.length()) : line));
        if (status == 0 || status == EXCEEDED) {
            one.addProperty("json", out);
        } else {
            // the last sentence is why there is no report; those before it are notes on the recording
            one.addProperty("error", sentences.isEmpty() ? "The command " + report.get(0) + " ended with status " + status + '.'
                    : sentences.remove(sentences.size() - 1));
        }
        one.add("notes", texts(sentences));
        fReports.add(one);
    }

    /**
     * Adds the labels of the recording, if it has any.
     *
     * @param labels
     *            strings by names
     */
    public void label(JsonObject labels) {
        if (!labels.keySet().isEmpty()) {
            fRoot.add("labels", labels);
        }
    }

    private static JsonArray texts(List<String> all) {
        JsonArray array = new JsonArray();
        all.forEach(array::add);
        return array;
    }

    /** @return the answer, with its line end */
    public String line() {
        return JsonText.line(fRoot);
    }
}
