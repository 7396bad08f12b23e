/* SPDX-License-Identifier: EPL-2.0 */
#ifndef HT_READ_H
#define HT_READ_H

#include "dialect.h"

/* Reads the values of an event's kind. false: one of them cannot be; the text may be set. */
bool ht_read(const struct ht_words *words, const struct ht_form *form, struct ht_event *event);

#endif
