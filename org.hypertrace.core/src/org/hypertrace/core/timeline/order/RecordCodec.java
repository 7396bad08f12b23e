/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline.order;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes records to a temporary file and reads them back in the same run. Numbers, truth values, texts and records are
 * written; objects of any other type are kept in memory and written as a number: they must be few.
 */
final class RecordCodec {

    private static final int SHARED = -1;
    private static final int NULL = -2;

    private record Shape(int id, Class<?> type, Class<?>[] types, Method[] accessors, Constructor<?> constructor) { }

    private final Map<Class<?>, Shape> fShapes = new HashMap<>();
    private final List<Shape> fShapesById = new ArrayList<>();
    private final Map<Object, Integer> fShared = new IdentityHashMap<>();
    private final List<Object> fSharedById = new ArrayList<>();

    void write(Object value, DataOutput out) throws IOException {
        if (value == null) {
            out.writeShort(NULL);
        } else if (!(value instanceof Record)) {
            out.writeShort(SHARED);
            Integer id = fShared.get(value);
            if (id == null) {
                id = fSharedById.size();
                fShared.put(value, id);
                fSharedById.add(value);
            }
            out.writeInt(id);
        } else {
            try {
                Shape shape = shape(value.getClass());
                out.writeShort(shape.id);
                for (int i = 0; i < shape.types.length; i++) {
                    writeComponent(shape.types[i], shape.accessors[i].invoke(value), out);
                }
            } catch (ReflectiveOperationException e) {
                throw new IOException(e);
            }
        }
    }

    Object read(DataInput in) throws IOException {
        int id = in.readShort();
        if (id == NULL) {
            return null;
        }
        if (id == SHARED) {
            return fSharedById.get(in.readInt());
        }
        Shape shape = fShapesById.get(id);
        Object[] values = new Object[shape.types.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = readComponent(shape.types[i], in);
        }
        try {
            return shape.constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IOException(e);
        }
    }

    private void writeComponent(Class<?> type, Object value, DataOutput out) throws IOException {
        if (type == long.class) {
            out.writeLong((long) value);
        } else if (type == int.class) {
            out.writeInt((int) value);
        } else if (type == boolean.class) {
            out.writeBoolean((boolean) value);
        } else if (type == String.class) {
            byte[] bytes = value == null ? null : ((String) value).getBytes(StandardCharsets.UTF_8);
            out.writeInt(bytes == null ? NULL : bytes.length);
            out.write(bytes == null ? new byte[0] : bytes);
        } else {
            write(value, out);
        }
    }

    private Object readComponent(Class<?> type, DataInput in) throws IOException {
        if (type == long.class) {
            return in.readLong();
        }
        if (type == int.class) {
            return in.readInt();
        }
        if (type == boolean.class) {
            return in.readBoolean();
        }
        if (type == String.class) {
            int length = in.readInt();
            if (length == NULL) {
                return null;
            }
            byte[] bytes = new byte[length];
            in.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        }
        return read(in);
    }

    private Shape shape(Class<?> type) throws ReflectiveOperationException {
        Shape shape = fShapes.get(type);
        if (shape == null) {
            RecordComponent[] components = type.getRecordComponents();
            Class<?>[] types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            Method[] accessors = Arrays.stream(components).map(RecordComponent::getAccessor).toArray(Method[]::new);
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            for (Method accessor : accessors) {
                accessor.setAccessible(true);
            }
            shape = new Shape(fShapesById.size(), type, types, accessors, constructor);
            fShapes.put(type, shape);
            fShapesById.add(shape);
        }
        return shape;
    }
}
