/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.file;

import java.io.IOException;
import java.io.StringReader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonSyntaxException;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;

/** Parses JSON in bounded depth. Of what is wrong the place is shown, and little of the text: it may be a stranger's. */
public final class Json {

    /** More than any of our documents has. */
    private static final int MAX_DEPTH = 64;
    /** What the library adds to a place, such as names of keys, is the file's own text. */
    private static final Pattern PLACE = Pattern.compile("(.*? at line \\d+ column \\d+)\\b.*", Pattern.DOTALL);

    /** The library reads recursively, and so do we. */
    private static final class Shallow extends JsonReader {
        private int fDepth;

        Shallow(String text) {
            super(new StringReader(text));
            setLenient(true);
        }

        @Override
        public void beginArray() throws IOException {
            super.beginArray();
            enter();
        }

        @Override
        public void beginObject() throws IOException {
            super.beginObject();
            enter();
        }

        @Override
        public void endArray() throws IOException {
            super.endArray();
            fDepth--;
        }

        @Override
        public void endObject() throws IOException {
            super.endObject();
            fDepth--;
        }

        private void enter() {
            if (++fDepth > MAX_DEPTH) {
                throw new JsonSyntaxException("it has more than " + MAX_DEPTH + " lists and objects within each other");
            }
        }
    }

    /**
     * What is made of a document.
     *
     * @param <T>
     *            that
     */
    @FunctionalInterface
    public interface Form<T> {

        /**
         * @param document
         *            its keys
         * @return what it describes
         * @throws JsonPlace.Wrong
         *             if a value is wrong
         * @throws IOException
         *             if a file that it names cannot be read; the message is one sentence for the user
         */
        T of(JsonPlace.Keys document) throws JsonPlace.Wrong, IOException;
    }

    private Json() {
    }

    /**
     * @param <T>
     *            what is made of the document
     * @param text
     *            a document
     * @param file
     *            where it is from, for messages
     * @param form
     *            reads its values
     * @return what it describes
     * @throws IOException
     *             if it is no JSON, or a value is wrong; the message is one sentence for the user, with file and place
     */
    public static <T> T read(String text, Object file, Form<T> form) throws IOException {
        JsonElement root = parse(text, file);
        try {
            return form.of(new JsonPlace("", "", root).object());
        } catch (JsonPlace.Wrong e) {
            throw new IOException(file + ": " + e.getMessage() + '.', e);
        }
    }

    /**
     * @param text
     *            a document
     * @param file
     *            where it is from, for messages
     * @return its value
     * @throws IOException
     *             if it is no JSON or too deep; the message is one sentence for the user
     */
    public static JsonElement parse(String text, Object file) throws IOException {
        try (JsonReader reader = new Shallow(text)) {
            JsonElement value = JsonParser.parseReader(reader);
            if (!value.isJsonNull() && reader.peek() != JsonToken.END_DOCUMENT) {
                throw new JsonSyntaxException(value.isJsonPrimitive() ? "it must begin with {" : "something follows its end");
            }
            return value;
        } catch (JsonParseException | IOException e) {
            throw new IOException(file + " is not JSON: " + reason(e) + '.', e);
        }
    }

    private static String reason(Exception e) {
        String message = String.valueOf((e.getCause() == null ? e : e.getCause()).getMessage());
        Matcher place = PLACE.matcher(message);
        return place.matches() ? place.group(1)
                : e.getCause() == null && e instanceof JsonSyntaxException ? message : "it cannot be parsed";
    }
}
