/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.platform;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor;

/** A descriptor for versions of Trace Compass whose own one is internal. */
record PlainDescriptor(String id, String name, String description, ProviderType type) implements IDataProviderDescriptor {

    @Override
    public String getId() {
        return id;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public String getDescription() {
        return description;
    }

    @Override
    public ProviderType getType() {
        return type;
    }
}
