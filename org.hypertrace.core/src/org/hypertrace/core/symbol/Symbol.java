/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.symbol;

/**
 * What is at an address of a guest's kernel.
 *
 * @param name
 *            of the function
 * @param module
 *            the module it is of, null for the kernel itself
 * @param offset
 *            how far in the function the address is, in bytes; 0: it is the function's start
 */
public record Symbol(String name, String module, long offset) {

    /** @return as kernels print it: {@code do_one_initcall+0x4c [virtio]} */
    public String label() {
        return name + (offset == 0 ? "" : "+0x" + Long.toHexString(offset)) + (module == null ? "" : " [" + module + ']');
    }
}
