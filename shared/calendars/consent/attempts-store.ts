import * as v from 'valibot';
import type { ConsentAttemptStore } from '#shared/calendars/consent/ports/connect-links';
import type { ConsentAttempt } from '#shared/calendars/consent/rules/consent-attempt';
import type { Table } from '#shared/core/table';
import { SECOND_MS } from '#shared/core/time';
import { unlessThere } from '#shared/dynamodb/conditions';
import { consentKey } from '#shared/dynamodb/keys';
import { id, instant } from '#shared/dynamodb/row-parts';
import { stateOf } from '#shared/dynamodb/rows';

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
