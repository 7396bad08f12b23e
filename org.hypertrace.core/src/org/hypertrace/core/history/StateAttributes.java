/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import java.util.List;
import java.util.regex.Pattern;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.eclipse.tracecompass.statesystem.core.exceptions.AttributeNotFoundException;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateValueTypeException;
import org.eclipse.tracecompass.statesystem.core.statevalue.ITmfStateValue;
import org.eclipse.tracecompass.statesystem.core.statevalue.TmfStateValue;

/** What a state system has besides states: its attributes, and stacks of them. */
abstract class StateAttributes implements ITmfStateSystemBuilder {

    private static final int MOST_DEPTH = 100_000;

    private final String fId;
    private final AttributeTree fAttributes;

    StateAttributes(String id, AttributeTree attributes) {
        fId = id;
        fAttributes = attributes;
    }

    AttributeTree attributes() {
        return fAttributes;
    }

    /** Adds an attribute, which is not there yet. */
    abstract int add(int parent, String name);

    @Override
    public String getSSID() {
        return fId;
    }

    @Override
    public int getQuarkAbsolute(String... attribute) throws AttributeNotFoundException {
        return getQuarkRelative(ROOT_ATTRIBUTE, attribute);
    }

    @Override
    public int optQuarkAbsolute(String... attribute) {
        return fAttributes.find(ROOT_ATTRIBUTE, attribute);
    }

    @Override
    public int getQuarkRelative(int from, String... path) throws AttributeNotFoundException {
        int quark = fAttributes.find(from, path);
        if (quark == INVALID_ATTRIBUTE) {
            throw new AttributeNotFoundException(getSSID() + " has no attribute " + String.join("/", path));
        }
        return quark;
    }

    @Override
    public int optQuarkRelative(int from, String... path) {
        return fAttributes.find(from, path);
    }

    @Override
    public int getQuarkAbsoluteAndAdd(String... attribute) {
        return getQuarkRelativeAndAdd(ROOT_ATTRIBUTE, attribute);
    }

    @Override
    public int getQuarkRelativeAndAdd(int from, String... path) {
        int quark = from;
        for (String name : path) {
            int next = fAttributes.find(quark, name);
            quark = next != INVALID_ATTRIBUTE ? next : add(quark, name);
        }
        return quark;
    }

    @Override
    public List<Integer> getSubAttributes(int quark, boolean recursive) {
        return fAttributes.children(quark, recursive);
    }

    @Override
    public List<Integer> getSubAttributes(int quark, boolean recursive, String pattern) {
        Pattern name = Pattern.compile(pattern, Pattern.MULTILINE | Pattern.DOTALL);
        return getSubAttributes(quark, recursive).stream().filter(child -> name.matcher(getAttributeName(child)).matches()).toList();
    }

    @Override
    public List<Integer> getQuarks(String... pattern) {
        return fAttributes.match(ROOT_ATTRIBUTE, pattern);
    }

    @Override
    public List<Integer> getQuarks(int from, String... pattern) {
        return fAttributes.match(from, pattern);
    }

    @Override
    public String getAttributeName(int quark) {
        return fAttributes.name(quark);
    }

    @Override
    public String getFullAttributePath(int quark) {
        return String.join("/", fAttributes.path(quark));
    }

    @Override
    public String[] getFullAttributePathArray(int quark) {
        return fAttributes.path(quark);
    }

    @Override
    public int getParentAttributeQuark(int quark) {
        return fAttributes.parent(quark);
    }

    private int depth(int quark) throws StateValueTypeException {
        Object depth = queryOngoing(quark);
        if (depth != null && !(depth instanceof Integer)) {
            throw new StateValueTypeException(getSSID() + ": " + getFullAttributePath(quark) + " is no stack");
        }
        return depth == null ? 0 : (Integer) depth;
    }

    @Override
    public void pushAttribute(long time, Object value, int quark) throws StateValueTypeException {
        int depth = depth(quark) + 1;
        if (depth > MOST_DEPTH) {
            throw new IllegalStateException(getSSID() + ": the stack " + getFullAttributePath(quark) + " is too deep");
        }
        int top = getQuarkRelativeAndAdd(quark, Integer.toString(depth));
        modifyAttribute(time, depth, quark);
        modifyAttribute(time, value, top);
    }

    @Override
    public ITmfStateValue popAttribute(long time, int quark) throws StateValueTypeException {
        Object value = popAttributeObject(time, quark);
        return value == null ? null : TmfStateValue.newValue(value);
    }

    @Override
    public Object popAttributeObject(long time, int quark) throws StateValueTypeException {
        int depth = depth(quark);
        if (depth == 0) {
            return null;
        }
        int top = optQuarkRelative(quark, Integer.toString(depth));
        if (top == INVALID_ATTRIBUTE) {
            throw new IllegalStateException(getSSID() + ": the stack " + getFullAttributePath(quark) + " has no depth " + depth);
        }
        Object value = queryOngoing(top);
        modifyAttribute(time, depth == 1 ? null : (Integer) (depth - 1), quark);
        removeAttribute(time, top);
        return value;
    }

    @Override
    public void removeAttribute(long time, int quark) {
        for (int child : getSubAttributes(quark, false)) {
            removeAttribute(time, child);
        }
        try {
            modifyAttribute(time, null, quark);
        } catch (StateValueTypeException e) {
            throw new IllegalStateException(e);
        }
    }
}
