import { answerOf } from './bridge.ts';
import type { OauthPage } from './dependencies.ts';
import { asProtocolError, bodyOf } from './protocol-error.ts';

/** POST /oauth/token: codes and refresh tokens (RFC 6749, section 5). POST /oauth/revoke: RFC 7009. */
export const byProtocol: OauthPage = async ({ provider }, c) => {
  try {
    return await answerOf(await provider(), c, { body: await bodyOf(c) });
  } catch (error) {
    return asProtocolError(c, error);
  }
};
