/* SPDX-License-Identifier: EPL-2.0 */

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Makes Trace Compass' help of the pages in {@code org.hypertrace.ui/doc}: HTML, {@code toc.xml} after the lists of the index page, and
 * {@code contexts.xml} after its tables of views and dialogs. Pages outside that folder that a page links to come along, below {@code more}.
 * Arguments: the folder of the repository, and the folder to be made.
 */
final class MakeHelp {

    private static final String INDEX = "README.md";
    private static final Parser PARSER = Parser.builder().extensions(List.of(TablesExtension.create())).build();

    private final Path fRoot;
    private final Path fPages;
    private final Path fOut;
    /** Every file of the help: where it comes from, and its place in the help. */
    private final Map<Path, String> fPlaces = new TreeMap<>();
    private final Map<Path, Node> fParsed = new HashMap<>();

    private MakeHelp(Path root, Path out) {
        fRoot = root;
        fPages = root.resolve("org.hypertrace.ui/doc");
        fOut = out;
    }

    public static void main(String[] arguments) throws IOException {
        new MakeHelp(Path.of(arguments[0]).toAbsolutePath().normalize(), Path.of(arguments[1])).make();
    }

    private void make() throws IOException {
        collect();
        if (Files.exists(fOut)) {
            try (Stream<Path> old = Files.walk(fOut)) {
                old.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
            }
        }
        write("help.css", Files.readString(fRoot.resolve("releng/help/help.css")));
        for (Map.Entry<Path, String> file : fPlaces.entrySet()) {
            Path target = fOut.resolve(file.getValue());
            Files.createDirectories(target.getParent());
            if (isPage(file.getKey())) {
                write(file.getValue(), html(file.getKey()));
            } else {
                Files.copy(file.getKey(), target, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        write("toc.xml", toc());
        write("contexts.xml", contexts());
    }

    private void write(String place, String content) throws IOException {
        Files.createDirectories(fOut.resolve(place).getParent());
        Files.writeString(fOut.resolve(place), content);
    }

    private void collect() throws IOException {
        try (Stream<Path> files = Files.walk(fPages)) {
            files.filter(Files::isRegularFile).forEach(file -> fPlaces.put(file, place(fPages.relativize(file).toString())));
        }
        for (Path page : new TreeSet<>(fPlaces.keySet())) {
            if (isPage(page)) {
                for (Link link : links(parsed(page))) {
                    Path target = target(page, link);
                    if (target != null && Files.isRegularFile(target)) {
                        fPlaces.putIfAbsent(target, place("more/" + fRoot.relativize(target)));
                    }
                }
            }
        }
    }

    private static boolean isPage(Path file) {
        return file.toString().endsWith(".md");
    }

    private static String place(String path) {
        return path.replaceFirst("\\.md$", ".html");
    }

    private Node parsed(Path page) throws IOException {
        Node node = fParsed.get(page);
        if (node == null) {
            node = PARSER.parse(Files.readString(page));
            fParsed.put(page, node);
        }
        return node;
    }

    /** The file in the repository that a link leads to; null for one to the web. */
    private static Path target(Path page, Link link) {
        String path = link.getDestination().replaceFirst("#.*", "");
        return path.matches("[a-z]+:.*") ? null : path.isEmpty() ? page : page.resolveSibling(path).normalize();
    }

    private static String anchor(Link link) {
        int at = link.getDestination().indexOf('#');
        return at < 0 ? "" : link.getDestination().substring(at);
    }

    /** Where a link of a page leads, seen from the folder of the help; a page that the help does not have is null. */
    private String place(Path page, Link link) {
        String place = fPlaces.get(target(page, link));
        return place == null ? null : place + anchor(link);
    }

    private String html(Path page) throws IOException {
        Node node = parsed(page);
        String place = fPlaces.get(page);
        String up = "../".repeat((int) place.chars().filter(c -> c == '/').count());
        for (Link link : links(node)) {
            if (target(page, link) == null) {
                continue;
            }
            String leads = place(page, link);
            if (leads == null) {
                unlink(link);
            } else {
                link.setDestination(up + leads);
            }
        }
        Map<Node, String> anchors = anchors(node);
        String body = HtmlRenderer.builder().extensions(List.of(TablesExtension.create()))
                .attributeProviderFactory(context -> (element, tag, attributes) -> {
                    if (anchors.containsKey(element)) {
                        attributes.put("id", anchors.get(element));
                    }
                }).build().render(node);
        String index = place.equals("README.html") ? "" : "<p><a href=\"" + up + "README.html\">Hypertrace help</a></p>\n";
        return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"UTF-8\">\n<title>" + xml(title(node)) + "</title>\n"
                + "<link rel=\"stylesheet\" href=\"" + up + "help.css\">\n</head>\n<body>\n" + index + body + "</body>\n</html>\n";
    }

    /** Leaves the words of a link to what the help does not have. */
    private static void unlink(Link link) {
        while (link.getFirstChild() != null) {
            link.insertBefore(link.getFirstChild());
        }
        link.unlink();
    }

    /** The lists of the index, below their headings; below each page its own parts. */
    private String toc() throws IOException {
        Path index = fPages.resolve(INDEX);
        StringBuilder toc = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<toc label=\"Hypertrace\" topic=\"help/README.html\">\n");
        Node node = PARSER.parse(Files.readString(index));
        Map<Node, String> anchors = anchors(node);
        boolean open = false;
        for (Node part = node.getFirstChild(); part != null; part = part.getNext()) {
            if (part instanceof Heading heading && heading.getLevel() == 2) {
                toc.append(open ? "  </topic>\n" : "").append(topic("  ", text(heading), "README.html#" + anchors.get(heading), false));
                open = true;
            }
            for (ListItem item : all(part, ListItem.class)) {
                Link link = links(item).get(0);
                toc.append(topic("    ", text(link), place(index, link), false));
                Path page = target(index, link);
                if (anchor(link).isEmpty()) {
                    anchors(PARSER.parse(Files.readString(page))).forEach((heading, anchor) -> toc.append(((Heading) heading).getLevel() == 2
                            ? topic("      ", text(heading), fPlaces.get(page) + "#" + anchor, true) : ""));
                }
                toc.append("    </topic>\n");
            }
        }
        return toc.append(open ? "  </topic>\n" : "").append("</toc>\n").toString();
    }

    private static String topic(String indent, String label, String place, boolean close) {
        return indent + "<topic label=\"" + xml(label) + "\" href=\"help/" + xml(place) + "\"" + (close ? "/>\n" : ">\n");
    }

    /** What F1 shows in each view of {@code plugin.xml}, and in each dialog: the row of the index' tables with its name. */
    private String contexts() throws IOException {
        Map<String, TableRow> rows = new LinkedHashMap<>();
        List<String> dialogs = new ArrayList<>();
        for (TableBlock table : all(PARSER.parse(Files.readString(fPages.resolve(INDEX))), TableBlock.class)) {
            List<TableRow> lines = all(table, TableRow.class);
            lines.stream().skip(1).forEach(row -> rows.put(text(row.getFirstChild()), row));
            if (text(lines.get(0).getFirstChild()).equals("dialog")) {
                lines.stream().skip(1).forEach(row -> dialogs.add(text(row.getFirstChild())));
            }
        }
        StringBuilder contexts = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<contexts>\n");
        String views = Files.readString(fRoot.resolve("org.hypertrace.ui/plugin.xml")).split("</extension>", 2)[0];
        Matcher view = Pattern.compile("<view id=\"([^\"]*)\" name=\"([^\"]*)\"").matcher(views);
        while (view.find()) {
            TableRow row = rows.get(view.group(2));
            if (row == null) {
                throw new IOException("the index page has no row for the view " + view.group(2) + "; add one to its table of views");
            }
            contexts.append(context(view.group(1), view.group(2), row));
        }
        for (String dialog : dialogs) {
            contexts.append(context("dialog " + dialog, dialog, rows.get(dialog)));
        }
        return contexts.append("</contexts>\n").toString();
    }

    private String context(String id, String title, TableRow row) {
        String shows = text(row.getLastChild());
        return "  <context id=\"" + id.replaceAll("[^A-Za-z0-9]+", "_") + "\" title=\"" + title + "\">\n    <description>"
                + xml(shows.substring(0, 1).toUpperCase(Locale.ROOT) + shows.substring(1)) + ".</description>\n    "
                + topic("", title, place(fPages.resolve(INDEX), links(row).get(0)), true) + "  </context>\n";
    }

    /** The names by which links find headings, as GitHub makes them. */
    private static Map<Node, String> anchors(Node page) {
        Map<Node, String> anchors = new LinkedHashMap<>();
        Map<String, Integer> times = new HashMap<>();
        for (Heading heading : all(page, Heading.class)) {
            String name = text(heading).toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}\\- _]", "").replace(' ', '-');
            int before = times.merge(name, 1, Integer::sum) - 1;
            anchors.put(heading, before == 0 ? name : name + "-" + before);
        }
        return anchors;
    }

    private static String title(Node page) {
        return all(page, Heading.class).stream().findFirst().map(MakeHelp::text).orElse("Hypertrace");
    }

    private static List<Link> links(Node node) {
        return all(node, Link.class);
    }

    private static <T extends Node> List<T> all(Node node, Class<T> kind) {
        List<T> found = new ArrayList<>();
        node.accept(new AbstractVisitor() {
            @Override
            protected void visitChildren(Node parent) {
                if (kind.isInstance(parent)) {
                    found.add(kind.cast(parent));
                }
                super.visitChildren(parent);
            }
        });
        return found;
    }

    /** The words of a part of a page, without their marks. */
    private static String text(Node node) {
        StringBuilder text = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(org.commonmark.node.Text words) {
                text.append(words.getLiteral());
            }

            @Override
            public void visit(org.commonmark.node.Code words) {
                text.append(words.getLiteral());
            }
        });
        return text.toString().strip();
    }

    private static String xml(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
