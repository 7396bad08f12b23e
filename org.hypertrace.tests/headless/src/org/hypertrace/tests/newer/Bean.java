/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.newer;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a mapper of plain beans to JSON makes of an object, as the trace server's does of all that it has no writer for: properties are
 * public getters. A value without any is refused, also one that contains itself.
 */
final class Bean {

    private final Map<Object, Boolean> fAbove = new IdentityHashMap<>();

    private Bean() {
    }

    /** @return text, number, boolean, list or map, and these inside */
    static Object of(Object value) {
        return new Bean().plain(value, "");
    }

    private Object plain(Object value, String place) {
        if (value == null || value instanceof String || value instanceof Number || value instanceof Boolean) {
            return value;
        }
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        if (fAbove.put(value, true) != null) {
            throw new AssertionError(place + " contains itself");
        }
        try {
            if (value.getClass().isArray() && value.getClass().getComponentType().isPrimitive()) {
                return java.lang.reflect.Array.getLength(value) + " numbers";
            }
            if (value instanceof Collection<?> list) {
                return list.stream().map(element -> plain(element, place + "[]")).toList();
            }
            if (value instanceof Map<?, ?> map) {
                Map<String, Object> plain = new LinkedHashMap<>();
                map.forEach((key, its) -> plain.put(String.valueOf(plain(key, place)), plain(its, place + '.' + key)));
                return plain;
            }
            return properties(value, place);
        } finally {
            fAbove.remove(value);
        }
    }

    private Map<String, Object> properties(Object value, String place) {
        Map<String, Object> properties = new TreeMap<>();
        for (Method method : value.getClass().getMethods()) {
            String name = method.getName();
            boolean getter = name.matches("get[A-Z].*|is[A-Z].*") && method.getParameterCount() == 0
                    && !Modifier.isStatic(method.getModifiers()) && !name.equals("getClass") && !name.equals("getMetadata")
                    && method.getReturnType() != void.class;
            if (getter) {
                try {
                    method.setAccessible(true);
                    properties.put(name, plain(method.invoke(value), place + '.' + name));
                } catch (ReflectiveOperationException e) {
                    throw new AssertionError(place + '.' + name, e);
                }
            }
        }
        if (properties.isEmpty()) {
            throw new AssertionError(place + ": " + value.getClass() + " has no properties");
        }
        return properties;
    }
}
