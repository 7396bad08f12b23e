# SPDX-License-Identifier: EPL-2.0
"""The parts of hypertrace-record. What they read was chosen by guests, their users and other users of the host."""
