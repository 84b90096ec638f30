import * as v from 'valibot';
import type { ConsentAttempt } from '#shared/domain/calendar-connections/consent-attempt';
import { SECOND_MS } from '#shared/domain/time';
import type { ConsentAttemptStore } from '#shared/ports/connect-links';
import { unlessThere } from '#shared/storage/conditions';
import { consentKey } from '#shared/storage/keys';
import { id, instant } from '#shared/storage/row-parts';
import { stateOf } from '#shared/storage/rows';
import type { Table } from '#shared/storage/table';

const AttemptRow: v.GenericSchema<unknown, ConsentAttempt> = v.object({
  linkId: id('ccl'),
  provider: v.picklist(['google', 'microsoft']),
  browserDigest: v.string(),
  expiresAt: instant,
});

export const consentAttemptStore = (table: Table): ConsentAttemptStore => ({
  async keep(state, attempt) {
    const ttl = Math.ceil(attempt.expiresAt / SECOND_MS);
    const put = { ...consentKey(state), type: 'consent_attempt', state: JSON.stringify(attempt), ttl };
    await table.write({ put, when: unlessThere });
  },

  async find(state) {
    const item = await table.get(consentKey(state));
    return item && stateOf(AttemptRow, item);
  },

  consume: (state) => table.write({ remove: consentKey(state), when: { text: 'attribute_exists(pk)' } }),
});
