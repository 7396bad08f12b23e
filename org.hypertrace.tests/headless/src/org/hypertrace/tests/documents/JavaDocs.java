/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.documents;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a Java source has beside its texts for people: the public Javadoc's sentences, and identifiers. */
final class JavaDocs {

    /** A documentation comment before a declaration that begins with {@code public}, after its annotations. */
    private static final Pattern DOCUMENTED = Pattern.compile("/\\*\\*(?<doc>(?s:.*?))\\*/\\s*(?:@\\w+(?:\\([^)]*\\))?\\s*)*public\\b");
    private static final Pattern NO_PROSE = Pattern.compile("<pre>(?s:.*?)</pre>|<table>(?s:.*?)</table>");
    private static final Pattern CODE = Pattern.compile("\\{@\\w+[^}]*\\}|<code>[^<]*</code>");
    private static final Pattern PARAGRAPH = Pattern.compile("@param\\s+\\S+|@return|@throws\\s+\\S+|</?(?:p|li|ul|ol|br)>|;\\s");
    /** What is skipped - texts, characters, comments - or an identifier. */
    private static final Pattern TOKEN = Pattern.compile("\"\"\"(?s:.*?)\"\"\"|\"(?:[^\"\\\\\\n]|\\\\.)*+\"|'(?:[^'\\\\]|\\\\.)+'|/\\*(?s:.*?)\\*/|//[^\\n]*"
            + "|(?<word>[A-Za-z_][A-Za-z_0-9]*)");
    private static final Pattern PARTS = Pattern.compile("[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])");

    private JavaDocs() {
    }

    /** @return the sentences of the public Javadoc; code counts as one word, a semicolon ends a sentence */
    static Stream<String> sentences(String source) {
        List<String> sentences = new ArrayList<>();
        Matcher documented = DOCUMENTED.matcher(source);
        while (documented.find()) {
            String doc = documented.group("doc");
            // not the comment of something private that stands before
            int begin = doc.lastIndexOf("/**");
            String own = doc.substring(begin < 0 ? 0 : begin + 3).replaceAll("(?m)^\\s*\\*", " ");
            for (String paragraph : PARAGRAPH.split(CODE.matcher(NO_PROSE.matcher(own).replaceAll(" ")).replaceAll("CODE"))) {
                Sentences.of(paragraph).forEach(sentences::add);
            }
        }
        return sentences.stream();
    }

    /** @return the comments, without what is code or a picture in them */
    static Stream<String> comments(String source) {
        return TOKEN.matcher(source).results().map(MatchResult::group).filter(token -> token.startsWith("/"))
                .map(comment -> CODE.matcher(NO_PROSE.matcher(comment).replaceAll(" ")).replaceAll("CODE"));
    }

    /** @return the words of which identifiers consist, in small letters: of {@code fLateBoots} f, late and boots */
    static Stream<String> words(String source) {
        return TOKEN.matcher(source).results().map(token -> token.group(1)).filter(word -> word != null)
                .flatMap(word -> PARTS.matcher(word).results()).map(part -> part.group().toLowerCase(Locale.ROOT));
    }
}
