/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.event.HostEvent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each of several sinks gets everything, in their order. */
@Tag("plain")
class MachineFanOutTest {

    private final List<String> fCalls = new ArrayList<>();

    private MachineSink sink(String name) {
        return (MachineSink) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { MachineSink.class }, (proxy, method, arguments) -> {
            fCalls.add(name + ' ' + method.getName() + (arguments[0] instanceof Long time ? " " + time : ""));
            return null;
        });
    }

    @Test
    void allGetAll() {
        MachineSink both = new MachineFanOut(List.of(sink("a"), sink("b")));
        both.vcpuBegins(1, null);
        both.identified(2, null);
        both.named(3, null, "web");
        both.innerNamed(4, null, "inner");
        both.vcpuEnds(5, null);
        both.unattributed(6, 0);
        both.lost(new HostEvent.LostEvents(7, 0, 0, 8, 1));
        assertEquals(List.of("a vcpuBegins 1", "b vcpuBegins 1", "a identified 2", "b identified 2", "a named 3", "b named 3", "a innerNamed 4",
                "b innerNamed 4", "a vcpuEnds 5", "b vcpuEnds 5", "a unattributed 6", "b unattributed 6", "a lost", "b lost"), fCalls);
    }
}
