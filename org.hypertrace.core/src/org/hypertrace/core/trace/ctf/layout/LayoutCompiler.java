/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.layout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;

import org.hypertrace.core.trace.ctf.layout.EventLayout.Form;
import org.hypertrace.core.trace.ctf.type.CtfType;
import org.hypertrace.core.trace.ctf.type.TraceTypes.EventType;
import org.hypertrace.core.trace.ctf.type.TraceTypes.StreamType;
import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;

/**
 * Makes the steps by which events of one kind are passed, from what the metadata declare. Fields at places that are known from the
 * declaration alone are passed in one step; only those that are wanted are read.
 */
public final class LayoutCompiler {

    /** An integer that was kept, by the name of its field: for a later length or tag. */
    private record Known(String name, int slot, CtfType type) { }

    /** What the names of a structure's fields stand for. */
    private record Scope(Scope outer, List<Known> known, Set<String> asked) {

        Known find(String name) throws UnknownTypes {
            for (String spelling : List.of(name, "_" + name)) {
                for (Known field : known) {
                    if (field.name().equals(spelling)) {
                        return field;
                    }
                }
            }
            if (outer == null) {
                throw new UnknownTypes("the field " + name + " is not before what needs it");
            }
            return outer.find(name);
        }

        boolean isAsked(String name) {
            return asked.contains(name) || name.startsWith("_") && asked.contains(name.substring(1));
        }
    }

    /** More than any event has: structures that hold others again and again would have no end. */
    private static final int MOST_TYPES = 1 << 16;

    private final List<String> fFields;
    private final List<String> fContext;
    private final Form[] fForms;
    private int fSlots;
    private int fTypes;

    private LayoutCompiler(List<String> fields, List<String> context) {
        fFields = fields;
        fContext = context;
        fSlots = fields.size() + context.size();
        fForms = new Form[fSlots];
        Arrays.fill(fForms, Form.ABSENT);
    }

    /**
     * @param stream
     *            of the event
     * @param event
     *            its kind
     * @param fields
     *            the names of the fields that are wanted, with or without the underscore that LTTng puts before them
     * @param context
     *            the names of the contexts that are wanted, as LTTng spells them; perf has no contexts but fields, without an underscore
     * @return the layout: contexts follow the fields in it
     * @throws UnknownTypes
     *             if a field is of a form that is not understood here
     */
    public static EventLayout of(StreamType stream, EventType event, List<String> fields, List<String> context) throws UnknownTypes {
        LayoutCompiler compiler = new LayoutCompiler(fields, context);
        FieldRun run = new FieldRun();
        compiler.struct(run, stream.context(), null, compiler::contextSlot);
        compiler.struct(run, event.context(), null, compiler::contextSlot);
        compiler.struct(run, event.fields(), null, compiler::fieldSlot);
        return new EventLayout(run.steps(), compiler.fForms, fields.size(), compiler.fSlots);
    }

    private int contextSlot(String name) {
        int place = fContext.indexOf(name);
        return place < 0 ? -1 : fFields.size() + place;
    }

    private int fieldSlot(String name) {
        String plain = name.startsWith("_") ? name.substring(1) : name;
        int place = fFields.indexOf(plain);
        return place < 0 ? contextSlot(plain) : place;
    }

    /** {@code slots}: where a field is kept by its name, -1 if it is not wanted. */
    private void struct(FieldRun run, CtfType.Struct struct, Scope outer, ToIntFunction<String> slots) throws UnknownTypes {
        if (struct == null) {
            return;
        }
        Set<String> asked = new HashSet<>();
        ask(struct, asked);
        Scope scope = new Scope(outer, new ArrayList<>(), asked);
        run.align(struct.align());
        for (CtfType.Field field : struct.fields()) {
            int slot = slots.applyAsInt(field.name());
            if (slot < 0) {
                pass(run, field, scope);
            } else {
                keep(run, field, scope, slot);
            }
        }
    }

    /** The names by which lengths and tags are asked for, wherever within. */
    private void ask(CtfType type, Set<String> names) throws UnknownTypes {
        if (++fTypes > MOST_TYPES) {
            throw new UnknownTypes("an event has more than " + MOST_TYPES + " fields");
        }
        if (type instanceof CtfType.Struct struct) {
            for (CtfType.Field field : struct.fields()) {
                ask(field.type(), names);
            }
        } else if (type instanceof CtfType.Variant variant) {
            names.add(String.valueOf(variant.tag()));
            for (CtfType.Field option : variant.options()) {
                ask(option.type(), names);
            }
        } else if (type instanceof CtfType.Array array) {
            ask(array.element(), names);
        } else if (type instanceof CtfType.Sequence sequence) {
            names.add(sequence.length());
            ask(sequence.element(), names);
        }
    }

    private void keep(FieldRun run, CtfType.Field field, Scope scope, int slot) throws UnknownTypes {
        CtfType type = field.type();
        if (fForms[slot] != Form.ABSENT) {
            throw new UnknownTypes("the field " + field.name() + " is there twice");
        }
        if (type instanceof CtfType.Int integer) {
            fForms[slot] = Form.NUMBER;
            run.integer(integer, slot);
            scope.known().add(new Known(field.name(), slot, type));
        } else if (type instanceof CtfType.Array array && array.element() instanceof CtfType.Int character && isCharacter(character)) {
            fForms[slot] = Form.CHARACTERS;
            run.characters(slot, array.length());
        } else if (type instanceof CtfType.Text) {
            fForms[slot] = Form.TEXT;
            run.step(new Step.Text(slot));
        } else {
            throw new UnknownTypes("the field " + field.name() + " is neither an integer nor a text");
        }
    }

    private static boolean isCharacter(CtfType.Int character) {
        return character.isCharacter() && character.size() == Byte.SIZE && character.align() == Byte.SIZE;
    }

    private void pass(FieldRun run, CtfType.Field field, Scope scope) throws UnknownTypes {
        CtfType type = field.type();
        if (type instanceof CtfType.Int || type instanceof CtfType.Enumeration) {
            int slot = scope.isAsked(field.name()) ? fSlots++ : -1;
            run.integer(type instanceof CtfType.Enumeration names ? names.container() : (CtfType.Int) type, slot);
            if (slot >= 0) {
                scope.known().add(new Known(field.name(), slot, type));
            }
        } else {
            pass(run, type, scope);
        }
    }

    private void pass(FieldRun run, CtfType type, Scope scope) throws UnknownTypes {
        if (type instanceof CtfType.Int integer) {
            run.integer(integer, -1);
        } else if (type instanceof CtfType.Enumeration names) {
            run.integer(names.container(), -1);
        } else if (type instanceof CtfType.Real real) {
            run.fixed(real.size(), real.align());
        } else if (type instanceof CtfType.Text) {
            run.step(new Step.Text(-1));
        } else if (type instanceof CtfType.Struct struct) {
            struct(run, struct, scope, name -> -1);
        } else if (type instanceof CtfType.Variant variant) {
            run.step(variant(variant, scope));
        } else if (type instanceof CtfType.Array array) {
            run.align(array.align());
            array(run, array, scope);
        } else if (type instanceof CtfType.Sequence sequence) {
            int length = number(scope.find(sequence.length()), sequence.length()).slot();
            Step[] element = element(sequence.element(), scope);
            int bits = FieldRun.bits(element, sequence.align());
            run.step(bits > 0 ? new Step.Sequence(length, sequence.align(), bits)
                    : new Step.Repeat(length, 0, sequence.align(), element));
        }
    }

    private void array(FieldRun run, CtfType.Array array, Scope scope) throws UnknownTypes {
        Step[] element = element(array.element(), scope);
        int bits = FieldRun.bits(element, array.align());
        if (bits > 0 && (long) bits * array.length() <= Integer.MAX_VALUE) {
            run.fixed(bits * array.length(), array.align());
        } else {
            run.step(new Step.Repeat(-1, array.length(), array.align(), element));
        }
    }

    private Step[] element(CtfType element, Scope scope) throws UnknownTypes {
        FieldRun run = new FieldRun();
        pass(run, element, scope);
        return run.steps();
    }

    private static Known number(Known known, String name) throws UnknownTypes {
        if (!(known.type() instanceof CtfType.Int)) {
            throw new UnknownTypes("the length " + name + " is no integer");
        }
        return known;
    }

    private Step variant(CtfType.Variant variant, Scope scope) throws UnknownTypes {
        Known tag = scope.find(String.valueOf(variant.tag()));
        if (!(tag.type() instanceof CtfType.Enumeration names)) {
            throw new UnknownTypes("the tag " + variant.tag() + " is no enumeration");
        }
        CtfType.Label[] labels = names.labels().toArray(CtfType.Label[]::new);
        Step[][] options = new Step[labels.length][];
        for (int i = 0; i < labels.length; i++) {
            for (CtfType.Field option : variant.options()) {
                if (option.name().equals(labels[i].name())) {
                    FieldRun run = new FieldRun();
                    pass(run, option, scope);
                    options[i] = run.steps();
                }
            }
            for (int j = 0; j < i; j++) {
                if (labels[j].from() <= labels[i].until() && labels[i].from() <= labels[j].until()) {
                    throw new UnknownTypes("labels of the tag " + variant.tag() + " overlap");
                }
            }
        }
        return new Step.Variant(tag.slot(), labels, options);
    }
}
