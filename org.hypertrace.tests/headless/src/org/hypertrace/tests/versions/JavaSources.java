/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.versions;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The sources of a tree of packages as a compiler sees them, without comments and blanks: what a class reaches, and a hash of
 * them. Sources, not class files: two compilers make different class files of the same sources.
 * <p>
 * A class reaches every class whose name stands in it, and what these reach. A name that only looks like one of a class counts,
 * too. Classes are named by package and top-level name below the tree's root: {@code guest.Timeline}.
 */
final class JavaSources {

    /** A comment, a text block, a string, a character, or what a name, a number or an operator is made of. */
    private static final Pattern TOKEN = Pattern.compile("//[^\\n]*|/\\*.*?\\*/|\"\"\".*?(?<!\\\\)\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])*'|[\\w$]+|\\S",
            Pattern.DOTALL);
    private static final Pattern VERSION = Pattern.compile("(static final int VERSION = )(\\d+);");

    private final Path fRoot;
    private final String fPackage;
    private final Map<String, List<String>> fTokens = new TreeMap<>();

    /**
     * @param root
     *            folder of the sources of one package and those below it
     * @param name
     *            that package
     */
    JavaSources(Path root, String name) throws IOException {
        fRoot = root;
        fPackage = name;
        try (Stream<Path> walk = Files.walk(root)) {
            for (Path file : walk.filter(path -> path.toString().endsWith(".java")).toList()) {
                fTokens.put(root.relativize(file).toString().replaceFirst("\\.java$", "").replace('/', '.'), tokens(Files.readString(file)));
            }
        }
    }

    /** What is left of a source without comments and blanks; the number of the version is no part of it. */
    static List<String> tokens(String source) {
        List<String> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(VERSION.matcher(source).replaceAll("$1;"));
        while (matcher.find()) {
            if (!matcher.group().startsWith("//") && !matcher.group().startsWith("/*")) {
                tokens.add(matcher.group());
            }
        }
        return tokens;
    }

    Collection<String> classes() {
        return fTokens.keySet();
    }

    static String packageOf(String type) {
        return type.substring(0, type.lastIndexOf('.'));
    }

    /** Does this stand in the class, apart from comments and strings? */
    boolean names(String type, String name) {
        return fTokens.get(type).contains(name);
    }

    /** The classes of which {@code X.VERSION} stands in this one. */
    SortedSet<String> versionsIn(String type) {
        SortedSet<String> found = new TreeSet<>();
        List<String> tokens = fTokens.get(type);
        for (int at = 2; at < tokens.size(); at++) {
            if (tokens.get(at).equals("VERSION") && tokens.get(at - 1).equals(".")) {
                String name = tokens.get(at - 2);
                uses(type, '.' + name).forEach(found::add);
            }
        }
        return found;
    }

    /** These classes and all that they reach. Nothing is reached through the classes whose name ends so. */
    SortedSet<String> reached(Collection<String> roots, String exceptThrough) {
        SortedSet<String> reached = new TreeSet<>();
        Deque<String> left = new ArrayDeque<>(roots);
        while (!left.isEmpty()) {
            String type = left.remove();
            if (!fTokens.containsKey(type)) {
                throw new IllegalArgumentException("There is no class " + type + '.');
            }
            if ((!type.endsWith(exceptThrough) || roots.contains(type)) && reached.add(type)) {
                left.addAll(uses(type, ""));
            }
        }
        return reached;
    }

    /** The other classes whose names stand in one, of those that end so. */
    private SortedSet<String> uses(String type, String end) {
        List<String> tokens = fTokens.get(type);
        SortedSet<String> uses = new TreeSet<>();
        Map<String, Boolean> seen = new HashMap<>();
        String first = fPackage.replaceFirst("\\..*", "");
        for (int at = 0; at < tokens.size(); at++) {
            // of the same package
            seen.computeIfAbsent(packageOf(type) + '.' + tokens.get(at), name -> fTokens.containsKey(name) && uses.add(name));
            if (at + 1 < tokens.size() && tokens.get(at).equals(first) && tokens.get(at + 1).equals(".")) {
                // imported, or by its whole name
                StringBuilder name = new StringBuilder(tokens.get(at));
                for (; at + 2 < tokens.size() && tokens.get(at + 1).equals("."); at += 2) {
                    name.append('.').append(tokens.get(at + 2));
                }
                whole(type, name.toString(), uses);
            }
        }
        uses.remove(type);
        uses.removeIf(use -> !use.endsWith(end));
        return uses;
    }

    private void whole(String type, String name, SortedSet<String> uses) {
        if (!name.startsWith(fPackage + '.')) {
            return;
        }
        String rest = name.substring(fPackage.length() + 1);
        while (!fTokens.containsKey(rest)) {
            int end = rest.lastIndexOf('.');
            if (end < 0) {
                if (fTokens.keySet().stream().anyMatch(other -> name.equals(fPackage + '.' + packageOf(other)))) {
                    // a package statement, or an import of a whole package, which nothing here has
                    return;
                }
                throw new IllegalArgumentException(type + " names " + name + ", which is no class.");
            }
            rest = rest.substring(0, end);
        }
        uses.add(rest);
    }

    /** A hash of these classes and of the other files in these folders and those below them. */
    String hash(Collection<String> classes, Collection<String> folders) throws IOException {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
        for (String type : new TreeSet<>(classes)) {
            digest.update((type + '\n' + String.join(" ", fTokens.get(type)) + '\n').getBytes(StandardCharsets.UTF_8));
        }
        for (String folder : new TreeSet<>(folders)) {
            try (Stream<Path> walk = Files.walk(fRoot.resolve(folder.replace('.', '/')))) {
                for (Path file : walk.filter(path -> Files.isRegularFile(path) && !path.toString().endsWith(".java")).sorted().toList()) {
                    digest.update((fRoot.relativize(file).toString() + '\n').getBytes(StandardCharsets.UTF_8));
                    digest.update(Files.readAllBytes(file));
                }
            }
        }
        return HexFormat.of().formatHex(digest.digest(), 0, 8);
    }

    /** The number behind {@code static final int VERSION =} in a class; 0 without one. */
    int version(String type) throws IOException {
        Matcher matcher = VERSION.matcher(Files.readString(file(type)));
        return matcher.find() ? Integer.parseInt(matcher.group(2)) : 0;
    }

    /** Writes another number there. */
    void setVersion(String type, int version) throws IOException {
        Files.writeString(file(type), VERSION.matcher(Files.readString(file(type))).replaceFirst("$1" + version + ';'));
    }

    private Path file(String type) {
        return fRoot.resolve(type.replace('.', '/') + ".java");
    }
}
