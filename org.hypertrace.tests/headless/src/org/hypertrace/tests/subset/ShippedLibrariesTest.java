/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.subset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Version;
import org.osgi.framework.VersionRange;

/** The update site ships current libraries for installations that lack them, and forces none into an installation. */
class ShippedLibrariesTest {

    /** The least versions that may be shipped: older ones have known defects, or are older than what Trace Compass 11 brings. */
    private static final Map<String, String> LEAST = new TreeMap<>(Map.of(
            "com.google.gson", "2.13.0",
            "org.apache.commons.commons-codec", "1.17.0",
            "org.apache.commons.commons-compress", "1.27.0",
            "org.apache.commons.commons-csv", "1.10.0",
            "org.apache.commons.commons-io", "2.16.0",
            "org.apache.commons.lang3", "3.18.0",
            "org.tukaani.xz", "1.10.0",
            "picocli", "4.7.0"));

    private static final Path ROOT = Samples.root();
    private static final Path BUNDLES = ROOT.resolve("releng/target-6.2/.cache/bundles");
    private static final Pattern ELEMENT = Pattern.compile("<(?:bundle|plugin) id=\"([^\"]+)\"");
    private static final Pattern REQUIRED = Pattern.compile("([\\w.]+);(?:bundle-)?version=\"(\\[[^\"]+)\"");

    private static Set<String> elements(String file) throws IOException {
        return ELEMENT.matcher(Files.readString(ROOT.resolve(file))).results().map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Manifest manifest(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.getManifest();
        }
    }

    /** What the site takes its bundles from. */
    private static Map<String, Manifest> target(Set<String> ids) throws IOException {
        Map<String, Manifest> bundles = new TreeMap<>();
        try (Stream<Path> jars = Files.list(BUNDLES)) {
            for (Path jar : (Iterable<Path>) jars::iterator) {
                String id = jar.getFileName().toString().replaceFirst("_[0-9].*", "");
                if (ids.contains(id)) {
                    assertEquals(null, bundles.put(id, manifest(jar)), id + " is there twice");
                }
            }
        }
        return bundles;
    }

    private static String value(Manifest manifest, String header) {
        String value = manifest.getMainAttributes().getValue(header);
        return value == null ? "" : value;
    }

    @Test
    void shippedVersionsAreCurrent() throws IOException {
        assertEquals(LEAST.keySet(), elements("releng/update-site/category.xml"), "the site and the list of the least versions");
        Map<String, Manifest> shipped = target(LEAST.keySet());
        assertEquals(LEAST.keySet(), shipped.keySet(), "the target platform");
        List<String> old = LEAST.entrySet().stream()
                .filter(least -> Version.parseVersion(value(shipped.get(least.getKey()), "Bundle-Version"))
                        .compareTo(Version.parseVersion(least.getValue())) < 0)
                .map(least -> least.getKey() + " " + value(shipped.get(least.getKey()), "Bundle-Version") + " < " + least.getValue())
                .toList();
        assertEquals(List.of(), old);
    }

    /** p2 keeps a library of the installation that is in the range, and takes the site's else. */
    @Test
    void theFeatureForcesNone() throws IOException {
        assertEquals(Set.of("org.hypertrace.core", "org.hypertrace.ui"), elements("releng/feature/feature.xml"));
    }

    /** Each library has a range, and what is shipped is in it. */
    @Test
    void rangesHoldWhatIsShipped() throws IOException {
        Manifest core;
        try (var in = Files.newInputStream(ROOT.resolve("org.hypertrace.core/META-INF/MANIFEST.MF"))) {
            core = new Manifest(in);
        }
        Map<String, VersionRange> ranges = new TreeMap<>();
        Matcher matcher = REQUIRED.matcher(value(core, "Import-Package") + ',' + value(core, "Require-Bundle"));
        while (matcher.find()) {
            ranges.put(matcher.group(1), new VersionRange(matcher.group(2)));
        }
        Map<String, Manifest> shipped = target(LEAST.keySet());
        for (String id : List.of("com.google.gson", "org.apache.commons.commons-compress", "org.apache.commons.commons-csv",
                "org.tukaani.xz", "picocli")) {
            String name = id.replace("commons.commons-", "commons.") + (id.endsWith("compress") ? ".archivers.tar" : "");
            assertTrue(ranges.containsKey(name), () -> name + " has no range");
            Version version = Version.parseVersion(value(shipped.get(id), "Bundle-Version"));
            assertTrue(ranges.get(name).includes(version), () -> name + ' ' + version + " is not in " + ranges.get(name));
        }
    }

    /** Its manifest calls them optional, but no archive can be read without them: p2 has to install them. */
    @Test
    void whatCompressReadsWithIsRequired() throws IOException {
        String imports = value(target(LEAST.keySet()).get("org.apache.commons.commons-compress"), "Import-Package");
        assertEquals(List.of("org.apache.commons.io [2.20,3)", "org.apache.commons.lang3 [3.18,4)"),
                Pattern.compile("(org\\.apache\\.commons\\.(?:io|lang3));version=\"([^\"]+)\"").matcher(imports).results()
                        .map(match -> match.group(1) + ' ' + match.group(2)).toList());
    }
}
