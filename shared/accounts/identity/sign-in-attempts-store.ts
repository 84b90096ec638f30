import * as v from 'valibot';
import type { SignInAttempt, SignInAttempts } from '#shared/accounts/identity/ports';
import type { Table } from '#shared/foundation/core/table';
import { ttlAt } from '#shared/foundation/core/time';
import { signInKey } from '#shared/foundation/dynamodb/keys';
import { instant } from '#shared/foundation/dynamodb/row-parts';
import { stateOf, unlessThere } from '#shared/foundation/dynamodb/rows';

/** Without its state, of which only a digest lies there. */
const AttemptRow: v.GenericSchema<unknown, Omit<SignInAttempt, 'state'>> = v.object({
  nonce: v.string(),
  verifier: v.string(),
  browser: v.string(),
  next: v.string(),
  endsAt: instant,
});

export const signInAttempts = (table: Table): SignInAttempts => ({
  async keep({ state, ...attempt }) {
    const ttl = ttlAt(attempt.endsAt);
    const put = { ...signInKey(state), type: 'sign_in', state: JSON.stringify(attempt), ttl };
    await table.write({ put, when: unlessThere });
  },

  async take(state) {
    const item = await table.get(signInKey(state));
    if (!item) return undefined;
    const isOurs = await table.write({ remove: signInKey(state), when: { text: 'attribute_exists(pk)' } });
    return isOurs ? { state, ...stateOf(AttemptRow, item) } : undefined;
  },
});
