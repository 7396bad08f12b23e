/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.type;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;

/** The words, numbers, quoted texts and signs of a TSDL text, one after the other. */
final class TsdlTokens {

    private static final String END = "";
    /** The language has no others. Trace Compass passes over them, and so decides what is meant. */
    private static final String SIGNS = "{}()[]<>;:,.=+-*";

    private final List<String> fTokens = new ArrayList<>();
    private int fNext;

    /** {@code text}: without comments. */
    TsdlTokens(String text) throws UnknownTypes {
        for (int at = 0; at < text.length();) {
            char c = text.charAt(at);
            int end = at + 1;
            if (Character.isWhitespace(c)) {
                at = end;
                continue;
            } else if (c == '"') {
                end = quoted(text, at);
            } else if (isWord(c)) {
                while (end < text.length() && isWord(text.charAt(end))) {
                    end++;
                }
            } else if (text.startsWith(":=", at)) {
                end = at + 2;
            } else if (text.startsWith("...", at)) {
                end = at + 3;
            } else if (SIGNS.indexOf(c) < 0) {
                throw new UnknownTypes("the sign " + c + " is not known");
            }
            fTokens.add(text.substring(at, end));
            at = end;
        }
    }

    private static int quoted(String text, int from) throws UnknownTypes {
        for (int at = from + 1; at < text.length(); at++) {
            if (text.charAt(at) == '\\') {
                at++;
            } else if (text.charAt(at) == '"') {
                return at + 1;
            }
        }
        throw new UnknownTypes("a quoted text does not end");
    }

    private static boolean isWord(char c) {
        return c == '_' || c < 0x80 && Character.isLetterOrDigit(c);
    }

    boolean isAtEnd() {
        return fNext == fTokens.size();
    }

    /** The next one, which stays the next; empty at the end. */
    String peek() {
        return isAtEnd() ? END : fTokens.get(fNext);
    }

    boolean isNext(String token) {
        return peek().equals(token);
    }

    String next() throws UnknownTypes {
        if (isAtEnd()) {
            throw new UnknownTypes("it ends within a declaration");
        }
        return fTokens.get(fNext++);
    }

    /** Whether the next one is this; then it is passed. */
    boolean pass(String token) {
        boolean is = isNext(token);
        fNext += is ? 1 : 0;
        return is;
    }

    void require(String token) throws UnknownTypes {
        String next = next();
        if (!next.equals(token)) {
            throw new UnknownTypes("'" + next + "' stands where '" + token + "' is expected");
        }
    }

    String word() throws UnknownTypes {
        String word = next();
        if (!isWord(word)) {
            throw new UnknownTypes("'" + word + "' stands where a name is expected");
        }
        return word;
    }

    boolean isWordNext() {
        return isWord(peek());
    }

    private static boolean isWord(String token) {
        return !token.isEmpty() && isWord(token.charAt(0)) && !Character.isDigit(token.charAt(0));
    }

    /** An integer of at most 64 bits, signed or not. */
    long number() throws UnknownTypes {
        boolean minus = pass("-");
        String token = next();
        try {
            boolean hex = token.startsWith("0x") || token.startsWith("0X");
            int base = hex ? 16 : token.startsWith("0") && token.length() > 1 ? 8 : 10;
            BigInteger value = new BigInteger(hex ? token.substring(2) : token, base);
            if (value.bitLength() > Long.SIZE) {
                throw new UnknownTypes("the number " + token + " is too large");
            }
            return minus ? -value.longValue() : value.longValue();
        } catch (NumberFormatException e) {
            throw new UnknownTypes("'" + token + "' stands where a number is expected");
        }
    }

    /** Words with points between them. */
    String path() throws UnknownTypes {
        StringBuilder path = new StringBuilder(word());
        while (pass(".")) {
            path.append('.').append(word());
        }
        return path.toString();
    }

    /** What stands between here and a sign, which is passed. */
    String until(String sign) throws UnknownTypes {
        StringBuilder text = new StringBuilder();
        for (String token = next(); !token.equals(sign); token = next()) {
            text.append(token);
        }
        return text.toString();
    }
}
