/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.describe;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The names of Linux' system calls by number, as the kernel's headers have them; the files {@code syscalls/*.txt} beside this
 * class report from where. (LTTng takes the names of the functions behind them: {@code newstat} where the header reports
 * {@code stat}.)
 */
public final class SystemCalls {

    private static final Map<Integer, String> X86_64 = read("x86-64");
    private static final Map<Integer, String> I386 = read("i386");

    private SystemCalls() {
    }

    /**
     * @param compat whether the number is of the i386 table, as 32-bit programs use it, else of the x86-64 table
     * @return null if the table has no such number
     */
    public static String name(int number, boolean compat) {
        return (compat ? I386 : X86_64).get(number);
    }

    /**
     * @param name
     *            of a system call
     * @return its number in the x86-64 table, -1 if that has none of the name
     */
    public static int number(String name) {
        return X86_64.entrySet().stream().filter(call -> call.getValue().equals(name)).mapToInt(Map.Entry::getKey).findFirst().orElse(-1);
    }

    private static Map<Integer, String> read(String table) {
        Map<Integer, String> names = new HashMap<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                SystemCalls.class.getResourceAsStream("syscalls/" + table + ".txt"), StandardCharsets.US_ASCII))) {
            lines.lines().filter(line -> !line.startsWith("#")).map(line -> line.split(" "))
                    .forEach(words -> names.put(Integer.valueOf(words[0]), words[1]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return names;
    }
}
