/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.eclipse.help.HelpSystem;
import org.eclipse.help.IContext;
import org.eclipse.help.IToc;
import org.eclipse.help.ITopic;
import org.eclipse.jface.bindings.Binding;
import org.eclipse.jface.bindings.keys.KeySequence;
import org.eclipse.jface.bindings.keys.ParseException;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Menu;
import org.eclipse.swt.widgets.MenuItem;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.handlers.IHandlerService;
import org.eclipse.ui.keys.IBindingService;
import org.eclipse.ui.views.IViewDescriptor;
import org.hypertrace.help.HelpBrowser;
import org.hypertrace.help.HelpPages;
import org.hypertrace.ui.tests.window.OurViews;
import org.hypertrace.ui.tests.window.Workbench;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Trace Compass' help with our pages: all are there, and Help Contents and F1 open the right one. */
class HelpTest {

    private static final String INDEX = "README.html";

    private final List<URI> fOpened = new ArrayList<>();
    private Predicate<URI> fBrowser;

    @BeforeEach
    void standInForTheBrowser() {
        fBrowser = HelpBrowser.replace(fOpened::add);
    }

    @AfterEach
    void giveItBack() {
        HelpBrowser.replace(fBrowser);
    }

    private static IToc toc() {
        return Arrays.stream(HelpSystem.getTocs()).filter(toc -> toc.getLabel().equals("Hypertrace")).findFirst().orElseThrow();
    }

    private static Stream<ITopic> topics(ITopic[] topics) {
        return Arrays.stream(topics).flatMap(topic -> Stream.concat(Stream.of(topic), topics(topic.getSubtopics())));
    }

    /** The opened pages, as places in the help. */
    private List<String> opened() {
        return fOpened.stream().map(uri -> uri.toString().replaceFirst("^file:///.*/help/", "")).toList();
    }

    @Test
    void everyTopicHasItsPageAndAnchor() throws IOException {
        List<ITopic> topics = Stream.concat(Stream.of(toc().getTopic(null)), topics(toc().getTopics())).toList();
        assertTrue(topics.size() > 100, topics.size() + " topics");
        for (ITopic topic : topics) {
            assertTrue(exists(HelpPages.of(topic.getHref())), topic.getLabel() + ": " + topic.getHref());
        }
    }

    @Test
    void everyLinkAndPictureOfEveryPageIsThere() throws IOException {
        Map<Path, Boolean> pages = new LinkedHashMap<>();
        pages.put(Path.of(HelpPages.of("/org.hypertrace.ui/help/README.html").getPath()), false);
        List<String> dead = new ArrayList<>();
        int links = 0;
        while (pages.containsValue(false)) {
            Path page = pages.entrySet().stream().filter(entry -> !entry.getValue()).findFirst().orElseThrow().getKey();
            pages.put(page, true);
            for (Element element : Jsoup.parse(Files.readString(page)).select("[href], [src]")) {
                String target = element.hasAttr("href") ? element.attr("href") : element.attr("src");
                if (target.matches("https?:.*")) {
                    continue;
                }
                links++;
                URI uri = page.toUri().resolve(target);
                if (!exists(uri)) {
                    dead.add(page.getFileName() + ": " + target);
                } else if (uri.getPath().endsWith(".html")) {
                    pages.putIfAbsent(Path.of(uri.getPath()), false);
                }
            }
        }
        assertEquals(List.of(), dead);
        assertTrue(pages.size() > 25 && links > 200, pages.size() + " pages, " + links + " links");
    }

    private static boolean exists(URI uri) throws IOException {
        Path file = uri == null ? null : Path.of(uri.getPath());
        if (file == null || !Files.isRegularFile(file) || uri.getFragment() == null) {
            return file != null && Files.isRegularFile(file);
        }
        Document page = Jsoup.parse(Files.readString(file));
        return page.getElementById(uri.getFragment()) != null;
    }

    @Test
    void deadLinksAreFound() throws IOException {
        URI index = HelpPages.of("/org.hypertrace.ui/help/README.html");
        assertEquals(List.of(true, false, false), List.of(exists(index.resolve("#views")), exists(index.resolve("#no")), exists(index.resolve("no.html"))));
        assertEquals(null, HelpPages.of("/org.hypertrace.ui/help/no.html"));
        assertEquals(null, HelpPages.of("/no.such.plugin/help/README.html"));
    }

    @Test
    void helpContentsOpensTheIndex() {
        Workbench.inUi(() -> {
            MenuItem help = item(Workbench.window().getMenuBar(), "Help");
            help.getMenu().notifyListeners(SWT.Show, new Event());
            item(help.getMenu(), "Help Contents").notifyListeners(SWT.Selection, new Event());
            return null;
        });
        assertEquals(List.of(INDEX), opened());
    }

    private static MenuItem item(Menu menu, String label) {
        return Arrays.stream(menu.getItems()).filter(item -> item.getText().replace("&", "").startsWith(label)).findFirst()
                .orElseThrow(() -> new AssertionError("no " + label + " in " + Arrays.toString(menu.getItems())));
    }

    @Test
    void f1OpensThePageOfEachView() {
        Map<String, String> views = new TreeMap<>();
        for (IViewDescriptor view : OurViews.all()) {
            IContext context = HelpSystem.getContext("org.hypertrace.ui." + view.getId().replaceAll("[^A-Za-z0-9]+", "_"));
            assertNotNull(context, view.getLabel());
            assertTrue(context.getText().endsWith("."), view.getLabel() + ": " + context.getText());
            assertEquals(view.getLabel(), context.getRelatedTopics()[0].getLabel());
            views.put(view.getId(), context.getRelatedTopics()[0].getHref().replaceFirst(".*/help/", ""));
        }
        assertTrue(views.size() >= 29, views.keySet().toString());
        views.forEach((id, page) -> {
            fOpened.clear();
            press(id);
            assertEquals(List.of(page), opened(), id);
        });
    }

    @Test
    void f1ElsewhereOpensTheIndex() {
        press("org.eclipse.ui.views.ProgressView");
        assertEquals(List.of(INDEX), opened());
    }

    /** Shows a view and does what its key F1 is bound to. */
    private static void press(String id) {
        String[] ids = id.split(":", 2);
        IViewPart view = Workbench.inUi(() -> {
            try {
                return Workbench.page().showView(ids[0], ids.length == 1 ? null : ids[1], IWorkbenchPage.VIEW_ACTIVATE);
            } catch (PartInitException e) {
                throw new AssertionError(e);
            }
        });
        Workbench.inUi(() -> {
            try {
                Binding f1 = PlatformUI.getWorkbench().getService(IBindingService.class).getPerfectMatch(KeySequence.getInstance("F1"));
                return view.getSite().getService(IHandlerService.class).executeCommand(f1.getParameterizedCommand(), null);
            } catch (ParseException | org.eclipse.core.commands.common.CommandException e) {
                throw new AssertionError(e);
            }
        });
        Workbench.inUi(() -> {
            Workbench.page().hideView(view);
            return null;
        });
    }
}
