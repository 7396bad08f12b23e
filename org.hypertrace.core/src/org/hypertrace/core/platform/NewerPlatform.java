/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.platform;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

import org.eclipse.tracecompass.tmf.core.dataprovider.DataType;
import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor;
import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.eclipse.tracecompass.tmf.core.model.ITableColumnDescriptor;
import org.eclipse.tracecompass.tmf.core.model.OutputElementStyle;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;

/**
 * Classes of newer versions of Trace Compass that 6.2 does not have. The binary is one for all versions, so they are found by their
 * names when it runs. Where one is missing, each method does what 6.2 can.
 */
public final class NewerPlatform {

    /** What the Trace Compass has that this runs in. */
    public static final NewerPlatform HERE = new NewerPlatform(NewerPlatform::find);

    private static final String MODEL = "org.eclipse.tracecompass.tmf.core.model.";
    /** Since 8.2; before, a class of this name was internal. */
    private static final String DESCRIPTOR = MODEL + "DataProviderDescriptor$Builder";
    /** With {@code getDataType} in 9.3. */
    private static final String COLUMN = MODEL + "ITableColumnDescriptor";
    /** Since 8.3. */
    private static final String CHART_ROW = MODEL + "xy.TmfXyTreeDataModel";

    private final Class<?> fDescriptor;
    private final boolean fHasColumnTypes;
    private final Class<?> fChartRow;

    /**
     * @param classes
     *            a class by its name, null if there is none
     */
    public NewerPlatform(Function<String, Class<?>> classes) {
        fDescriptor = classes.apply(DESCRIPTOR);
        Class<?> column = classes.apply(COLUMN);
        fHasColumnTypes = column != null && Stream.of(column.getMethods()).anyMatch(method -> method.getName().equals("getDataType"));
        fChartRow = classes.apply(CHART_ROW);
    }

    private static Class<?> find(String name) {
        try {
            return Class.forName(name, true, NewerPlatform.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    /**
     * The trace server writes Trace Compass' own descriptors only: one of another class makes its whole list of outputs fail.
     *
     * @param id
     *            of a data provider
     * @param name
     *            for people
     * @param description
     *            one sentence
     * @param type
     *            its form
     * @return Trace Compass' own descriptor where its class is public, else a plain one
     */
    public IDataProviderDescriptor descriptor(String id, String name, String description, ProviderType type) {
        if (fDescriptor == null) {
            return new PlainDescriptor(id, name, description, type);
        }
        return (IDataProviderDescriptor) new Builder(fDescriptor).set("setId", String.class, id).set("setName", String.class, name)
                .set("setDescription", String.class, description).set("setProviderType", ProviderType.class, type).build();
    }

    /** @return whether the columns of a table can have types */
    public boolean hasColumnTypes() {
        return fHasColumnTypes;
    }

    /**
     * @param columns
     *            the headers
     * @param types
     *            of each of them
     * @param rows
     *            with a label per column
     * @return a table whose columns have types; without them where Trace Compass asks for none
     */
    public TmfTreeModel<TmfTreeDataModel> tree(List<String> columns, List<DataType> types, List<TmfTreeDataModel> rows) {
        List<ITableColumnDescriptor> descriptors = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            descriptors.add(new TypedColumn(columns.get(i), types.get(i)));
        }
        return new TmfTreeModel.Builder<TmfTreeDataModel>().setColumnDescriptors(descriptors).setEntries(rows).build();
    }

    /** {@code getDataType} is of newer versions: there it overrides, in 6.2 nobody calls it. */
    private record TypedColumn(String text, DataType type) implements ITableColumnDescriptor {

        @Override
        public String getText() {
            return text;
        }

        @Override
        public String getTooltip() {
            return "";
        }

        @SuppressWarnings("unused")
        public DataType getDataType() {
            return type;
        }
    }

    /**
     * Charts of newer versions show at first only what is marked so.
     *
     * @param row
     *            of the table beside a chart
     * @return the row; if it has a line, marked as one that is shown at first
     */
    public TmfTreeDataModel shownAtFirst(TmfTreeDataModel row) {
        if (fChartRow == null || !row.hasRowModel()) {
            return row;
        }
        try {
            return (TmfTreeDataModel) fChartRow
                    .getConstructor(long.class, long.class, List.class, boolean.class, OutputElementStyle.class, boolean.class)
                    .newInstance(row.getId(), row.getParentId(), row.getLabels(), true, row.getStyle(), true);
        } catch (ReflectiveOperationException e) {
            throw changed(fChartRow, e);
        }
    }

    private static IllegalStateException changed(Class<?> type, ReflectiveOperationException e) {
        return new IllegalStateException("This Trace Compass has another " + type.getName() + " than the versions up to 12.", e);
    }

    /** A builder whose class 6.2 does not have. */
    private static final class Builder {

        private final Class<?> fType;
        private final Object fBuilder;

        Builder(Class<?> type) {
            fType = type;
            try {
                fBuilder = type.getConstructor().newInstance();
            } catch (ReflectiveOperationException e) {
                throw changed(type, e);
            }
        }

        Builder set(String method, Class<?> parameter, Object value) {
            try {
                fType.getMethod(method, parameter).invoke(fBuilder, value);
                return this;
            } catch (ReflectiveOperationException e) {
                throw changed(fType, e);
            }
        }

        Object build() {
            try {
                return fType.getMethod("build").invoke(fBuilder);
            } catch (ReflectiveOperationException e) {
                throw changed(fType, e);
            }
        }
    }
}
