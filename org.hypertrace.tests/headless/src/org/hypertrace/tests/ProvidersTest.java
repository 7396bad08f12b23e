/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import javax.xml.parsers.DocumentBuilderFactory;

import org.hypertrace.core.provider.Provider;
import org.hypertrace.core.provider.ProviderFactory;
import org.hypertrace.core.provider.Providers;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Trace Compass is offered exactly the data providers of the table. */
class ProvidersTest {

    @Test
    void everyRowHasALineOfPluginXmlAndTheReverse() throws Exception {
        Path plugin = Path.of(System.getProperty("hypertrace.root"), "org.hypertrace.core/plugin.xml");
        NodeList elements = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(plugin.toFile())
                .getElementsByTagName("dataProviderFactory");
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < elements.getLength(); i++) {
            Element element = (Element) elements.item(i);
            ids.add(element.getAttribute("id"));
            assertEquals(ProviderFactory.class.getName(), element.getAttribute("class"), element.getAttribute("id"));
        }
        assertEquals(Providers.all().stream().map(Provider::id).sorted().toList(), ids.stream().sorted().toList());
        assertEquals(ids.size(), ids.stream().distinct().count());
    }

    @Test
    void anIdIsOfOneProvider() {
        for (Provider<?> provider : Providers.all()) {
            assertEquals(provider, Providers.of(provider.id()));
        }
        assertThrows(IllegalArgumentException.class, () -> Providers.of("org.hypertrace.core.none"));
    }
}
