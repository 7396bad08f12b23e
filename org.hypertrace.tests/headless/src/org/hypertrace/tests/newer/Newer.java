/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.newer;

import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.tmf.core.dataprovider.DataType;
import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor;
import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderFactory;
import org.eclipse.tracecompass.tmf.core.model.ITableColumnDescriptor;
import org.eclipse.tracecompass.tmf.core.model.OutputElementStyle;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.platform.NewerPlatform;

/**
 * Stand-ins for what Trace Compass 11.3 has and 6.2 lacks. Names, constructors and methods are those of the sources of v11.3.0, as far as a
 * plug-in sees them.
 */
public final class Newer {

    private static final String MODEL = "org.eclipse.tracecompass.tmf.core.model.";

    /** Trace Compass 11.3, as far as a plug-in looks for its classes. */
    public static final NewerPlatform PLATFORM = new NewerPlatform(Map.of(
            MODEL + "DataProviderDescriptor$Builder", Descriptor.Builder.class,
            MODEL + "ITableColumnDescriptor", Column.class,
            MODEL + "xy.TmfXyTreeDataModel", ChartRow.class)::get);

    private Newer() {
    }

    /** DataProviderDescriptor. */
    public static final class Descriptor implements IDataProviderDescriptor {

        private final Builder fOf;

        private Descriptor(Builder of) {
            fOf = of;
        }

        @Override
        public String getId() {
            return fOf.fId;
        }

        @Override
        public String getName() {
            return fOf.fName;
        }

        @Override
        public String getDescription() {
            return fOf.fDescription;
        }

        @Override
        public ProviderType getType() {
            return fOf.fType;
        }

        /** Its builder. */
        public static final class Builder {

            private String fId = "";
            private String fName = "";
            private String fDescription = "";
            private ProviderType fType;

            public Builder setId(String id) {
                fId = id;
                return this;
            }

            public Builder setName(String name) {
                fName = name;
                return this;
            }

            public Builder setDescription(String description) {
                fDescription = description;
                return this;
            }

            public Builder setProviderType(ProviderType type) {
                fType = type;
                return this;
            }

            public IDataProviderDescriptor build() {
                return new Descriptor(this);
            }
        }
    }

    /** ITableColumnDescriptor. */
    public interface Column extends ITableColumnDescriptor {

        default DataType getDataType() {
            return DataType.STRING;
        }
    }

    /** TmfXyTreeDataModel. */
    public static final class ChartRow extends TmfTreeDataModel {

        private final boolean fIsDefault;

        public ChartRow(long id, long parent, List<String> labels, boolean hasRowModel, OutputElementStyle style, boolean isDefault) {
            super(id, parent, labels, hasRowModel, style);
            fIsDefault = isDefault;
        }

        public boolean isDefault() {
            return fIsDefault;
        }
    }


    /** IDataProviderFactory with both generations of methods, the older as in 6.2. */
    public interface Factory extends IDataProviderFactory {

        Object createDataProvider(ITmfTrace trace);

        Object createDataProvider(ITmfTrace trace, String secondaryId);

        <T> T getAdapter(Class<T> adapter);

        void dispose();

        default String later() {
            return "later";
        }
    }
}
