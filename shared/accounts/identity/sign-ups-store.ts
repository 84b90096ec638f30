import * as v from 'valibot';
import type { SignUps } from '#shared/accounts/identity/ports';
import type { Table } from '#shared/foundation/core/table';
import { ttlAt } from '#shared/foundation/core/time';
import { signUpKey } from '#shared/foundation/dynamodb/keys';
import { instant } from '#shared/foundation/dynamodb/row-parts';
import { stateOf, unlessThere } from '#shared/foundation/dynamodb/rows';

const SignUpRow = v.object({ madeIt: v.boolean(), endsAt: instant });

/** Of the address and the browser nothing lies there but a digest of both. */
export const signUps = (table: Table): SignUps => ({
  async keep(signUp, { madeIt, endsAt }) {
    const ttl = ttlAt(endsAt);
    const put = { ...signUpKey(signUp), type: 'sign_up', state: JSON.stringify({ madeIt, endsAt }), ttl };
    await table.write({ put, ...(!madeIt && { when: unlessThere }) });
  },

  async madeIn(signUp, now) {
    const item = await table.get(signUpKey(signUp));
    if (!item) return false;
    const { madeIt, endsAt } = stateOf(SignUpRow, item);
    return madeIt && now < endsAt;
  },
});
