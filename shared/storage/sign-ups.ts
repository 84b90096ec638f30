import * as v from 'valibot';
import { SECOND_MS } from '#shared/domain/time';
import type { SignUps } from '#shared/ports/sign-ups';
import { unlessThere } from '#shared/storage/conditions';
import { signUpKey } from '#shared/storage/keys';
import { instant } from '#shared/storage/row-parts';
import { stateOf } from '#shared/storage/rows';
import type { Table } from '#shared/storage/table';

const SignUpRow = v.object({ madeIt: v.boolean(), endsAt: instant });

/** Of the address and the browser nothing lies there but a digest of both. */
export const signUps = (table: Table): SignUps => ({
  async keep(signUp, { madeIt, endsAt }) {
    const ttl = Math.ceil(endsAt / SECOND_MS);
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
