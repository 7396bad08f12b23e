/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;
final class BootReportHtml { static String write(BootReport r) { return ""; } }
