/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor;

/** Reports the trace server what a data provider offers. (Trace Compass' own class for this is internal in 6.2.) */
public final class ProviderDescriptor implements IDataProviderDescriptor {

    private final String fId;
    private final String fName;
    private final String fDescription;
    private final ProviderType fType;

    /**
     * @param id
     *            the id of the data provider
     * @param name
     *            its name for people
     * @param description
     *            what it shows, one sentence
     * @param type
     *            its form
     */
    public ProviderDescriptor(String id, String name, String description, ProviderType type) {
        fId = id;
        fName = name;
        fDescription = description;
        fType = type;
    }

    @Override
    public String getId() {
        return fId;
    }

    @Override
    public String getName() {
        return fName;
    }

    @Override
    public String getDescription() {
        return fDescription;
    }

    @Override
    public ProviderType getType() {
        return fType;
    }
}
