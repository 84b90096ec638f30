import * as v from 'valibot';
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

/** Attempts by the `state` that went to the provider, of which a digest is stored. Calls throw `Throttled`. */
export const consentAttemptStore = (table: Table) => ({
  async save(state: string, attempt: ConsentAttempt): Promise<void> {
    const ttl = Math.ceil(attempt.expiresAt / SECOND_MS);
    const put = { ...consentKey(state), type: 'consent_attempt', state: JSON.stringify(attempt), ttl };
    await table.write({ put, when: unlessThere });
  },

  /** Strongly consistent. It may be over. */
  async find(state: string): Promise<ConsentAttempt | undefined> {
    const item = await table.get(consentKey(state));
    return item && stateOf(AttemptRow, item);
  },

  /** Removes the attempt; true for the first of several calls only. */
  consume: (state: string): Promise<boolean> =>
    table.write({ remove: consentKey(state), when: { text: 'attribute_exists(pk)' } }),
});
