/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.subset;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import org.hypertrace.tests.subset.ClassFile.Member;
import org.hypertrace.tests.subset.ClassFile.Reference;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * What class files use of Trace Compass, as lines of text, each with the classes that use it:
 *
 * <pre>
 * TYPE type                         named anywhere: in code, a descriptor, a generic signature, plugin.xml
 * TYPE extended                     extended, implemented, or made by a lambda
 * TYPE field NAME DESCRIPTOR        read or written
 * TYPE method NAME DESCRIPTOR       called
 * TYPE overridden NAME DESCRIPTOR   replaced or implemented: Trace Compass calls ours
 * @id ID                            a view, category, trace type or another name that Trace Compass declares
 * @extension POINT ELEMENT ATTRIBUTE   what plugin.xml gives to one of its extension points
 * </pre>
 *
 * The first, third and fourth are also of members of Eclipse's platform and of libraries, without their types.
 *
 * TYPE is the type our code names, which may only inherit the member. For a member that our code reaches through a class
 * of ours, it is the first Trace Compass type above that one.
 */
final class TraceCompassUse {

    /** Eclipse's platform and libraries: what else our classes link to, besides the JDK. */
    private static final Pattern OUTSIDE = Pattern
            .compile("(?:org/eclipse/(?!tracecompass/|linuxtools/)|com/google/|org/apache/|org/tukaani/|org/osgi/|picocli/).*");
    private static final Pattern ID = Pattern.compile("org\\.eclipse\\.(?:tracecompass|linuxtools)(?:\\.\\w+)+");
    private static final Pattern NAME = Pattern.compile("org/eclipse/(?:tracecompass|linuxtools)/[\\w/$]+");
    /** Names of extension points and ids end with a small letter's word, those of classes do not. */
    private static final Pattern NAME_IN_XML = Pattern
            .compile("\"(org\\.eclipse\\.(?:tracecompass|linuxtools)\\.[\\w.$]*\\.[A-Z][\\w$]*)\"");

    private final Map<String, ClassFile> fOurs = new HashMap<>();
    private final Function<String, ClassFile> fTraceCompass;
    private final SortedMap<String, Set<String>> fLines = new TreeMap<>();

    /**
     * @param traceCompass
     *            the class files of the oldest Trace Compass, by name; null for others' classes
     */
    TraceCompassUse(Collection<ClassFile> ours, Function<String, ClassFile> traceCompass) {
        ours.forEach(c -> fOurs.put(c.name(), c));
        fTraceCompass = traceCompass;
        for (ClassFile c : ours) {
            types(c);
            members(c);
            overrides(c);
        }
    }

    /** @return each line, and who uses it */
    SortedMap<String, Set<String>> lines() {
        return fLines;
    }

    /** Extension points name classes and ids, too, and have elements and attributes. */
    void addPluginXml(String user, String xml) {
        NAME_IN_XML.matcher(xml).results().forEach(found -> add(user, found.group(1), "type"));
        try {
            NodeList extensions = DocumentBuilderFactory.newInstance().newDocumentBuilder()
                    .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8))).getElementsByTagName("extension");
            for (int i = 0; i < extensions.getLength(); i++) {
                Element extension = (Element) extensions.item(i);
                elements(user, extension.getAttribute("point"), extension);
            }
        } catch (IOException | SAXException | ParserConfigurationException e) {
            throw new IllegalStateException(user, e);
        }
    }

    private void elements(String user, String point, Element parent) {
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element) {
                boolean ofTraceCompass = ID.matcher(point).matches();
                NamedNodeMap attributes = element.getAttributes();
                for (int i = 0; i < attributes.getLength(); i++) {
                    if (ofTraceCompass) {
                        add(user, "@extension", point, element.getTagName(), attributes.item(i).getNodeName());
                    }
                    // a view's second id is behind a colon
                    id(user, attributes.item(i).getNodeValue().replaceFirst(":.*", ""));
                }
                elements(user, point, element);
            }
        }
    }

    /** What begins with a small letter behind the last point is no class. */
    private void id(String user, String text) {
        if (ID.matcher(text).matches() && !NAME_IN_XML.matcher('"' + text + '"').matches()) {
            add(user, "@id", text);
        }
    }

    private void types(ClassFile c) {
        for (String text : c.texts()) {
            id(c.name(), text);
            for (Matcher found = NAME.matcher(text); found.find();) {
                add(c.name(), found.group(), "type");
            }
        }
        supertypes(c).filter(TraceCompassUse::isTraceCompass).forEach(t -> add(c.name(), t, "extended"));
    }

    private void members(ClassFile c) {
        for (Reference reference : c.references()) {
            boolean isOfOthers = isTraceCompass(reference.owner()) || OUTSIDE.matcher(reference.owner()).matches();
            String owner = isOfOthers ? reference.owner() : inheritedFrom(reference);
            if (owner != null) {
                add(c.name(), owner, reference.isMethod() ? "method" : "field", reference.name(), reference.descriptor());
            }
        }
        for (Reference lambda : c.lambdas()) {
            ClassFile made = fTraceCompass.apply(lambda.owner());
            if (made != null) {
                add(c.name(), made.name(), "extended");
                hierarchy(made.name()).flatMap(t -> t.methods().stream())
                        .filter(m -> m.is(ClassFile.ABSTRACT) && m.name().equals(lambda.name()))
                        .forEach(m -> add(c.name(), made.name(), "overridden", m.name(), m.descriptor()));
            }
        }
    }

    /** What our class has from Trace Compass through classes of ours; null if it is ours or of the JDK. */
    private String inheritedFrom(Reference reference) {
        List<ClassFile> ours = ourHierarchy(reference.owner());
        if (ours.stream().anyMatch(o -> o.declares(reference))) {
            return null;
        }
        return traceCompassAbove(ours)
                .filter(t -> hierarchy(t).anyMatch(declarer -> declarer.declares(reference))).findFirst().orElse(null);
    }

    private void overrides(ClassFile c) {
        List<ClassFile> ours = ourHierarchy(c.name());
        for (String above : (Iterable<String>) traceCompassAbove(ours)::iterator) {
            // Bridges, which the compiler makes, stand in no source; what they lead to does.
            List<Member> overridable = hierarchy(above).flatMap(t -> t.methods().stream())
                    .filter(m -> isInherited(m) && !m.is(ClassFile.SYNTHETIC)).toList();
            // A method of ours may implement an interface that only a subclass of ours declares.
            ours.stream().flatMap(o -> o.methods().stream()).filter(TraceCompassUse::isInherited)
                    .filter(m -> overridable.stream()
                            .anyMatch(o -> o.name().equals(m.name()) && o.descriptor().equals(m.descriptor())))
                    .forEach(m -> add(c.name(), above, "overridden", m.name(), m.descriptor()));
        }
    }

    private static boolean isInherited(Member m) {
        return !m.is(ClassFile.PRIVATE) && !m.is(ClassFile.STATIC) && !m.name().startsWith("<");
    }

    private static Stream<String> supertypes(ClassFile c) {
        return Stream.concat(Stream.ofNullable(c.superName()), c.interfaces().stream());
    }

    /** A class of ours and all above it that are ours, the superclass first. */
    private List<ClassFile> ourHierarchy(String name) {
        Set<ClassFile> found = new LinkedHashSet<>();
        collect(name, fOurs::get, found);
        return new ArrayList<>(found);
    }

    /** A class of Trace Compass and all of Trace Compass above it. */
    private Stream<ClassFile> hierarchy(String name) {
        Set<ClassFile> found = new LinkedHashSet<>();
        collect(name, fTraceCompass, found);
        return found.stream();
    }

    private static void collect(String name, Function<String, ClassFile> files, Set<ClassFile> into) {
        ClassFile c = files.apply(name);
        if (c != null && into.add(c)) {
            supertypes(c).forEach(s -> collect(s, files, into));
        }
    }

    private static Stream<String> traceCompassAbove(List<ClassFile> ours) {
        return ours.stream().flatMap(TraceCompassUse::supertypes).filter(Objects::nonNull)
                .filter(TraceCompassUse::isTraceCompass).distinct();
    }

    private static boolean isTraceCompass(String name) {
        return NAME.matcher(name).matches();
    }

    private void add(String user, String type, String... rest) {
        String line = type.startsWith("@") ? type + " " + String.join(" ", rest) : type.replace('/', '.') + " " + String.join(" ", rest);
        fLines.computeIfAbsent(line, l -> new TreeSet<>()).add(user.replace('/', '.'));
    }
}
