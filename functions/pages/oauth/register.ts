import { takeRegistration } from '#shared/accounts/oauth/take-registration';
import { addressHash, blockHash } from '#shared/api/page-kit/page-app';
import { answerOf } from './bridge.ts';
import type { OauthPage } from './dependencies.ts';
import { asProtocolError, bodyOf } from './protocol-error.ts';

/** POST /oauth/register: RFC 7591. Every client is a public one. Both an address and the deployment have a limit. */
export const register: OauthPage = async (oauth, c) => {
  try {
    const taken = await takeRegistration(oauth)(await bodyOf(c), {
      addressHash: addressHash(c),
      blockHash: blockHash(c),
    });
    if ('error' in taken) return c.json(taken, 400);
    return await answerOf(await oauth.provider(), c, { body: JSON.stringify(taken) });
  } catch (error) {
    return asProtocolError(c, error);
  }
};
