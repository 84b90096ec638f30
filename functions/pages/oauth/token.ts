import * as v from 'valibot';
import { NONCE_BYTES, type Refresh, refreshAnswers } from '#shared/accounts/oauth/refresh-answers-store';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { answerOf } from './bridge.ts';
import type { OauthDependencies, OauthPage } from './dependencies.ts';
import { asProtocolError, bodyOf } from './protocol-error.ts';

/** The grant type (RFC 6749, section 6). */
const REFRESH = 'refresh_token';

const Pair = v.object({ refresh_token: v.string() });

/** POST /oauth/token: codes and refresh tokens (RFC 6749, section 5). */
export const token: OauthPage = async (oauth, c) => {
  try {
    const body = await bodyOf(c);
    const refresh = refreshIn(body);
    return refresh ? await answerRefresh(oauth, c, refresh, body) : await answerOf(await oauth.provider(), c, { body });
  } catch (error) {
    return asProtocolError(c, error);
  }
};

/** POST /oauth/revoke: RFC 7009. */
export const revoke: OauthPage = async ({ provider }, c) => {
  try {
    return await answerOf(await provider(), c, { body: await bodyOf(c) });
  } catch (error) {
    return asProtocolError(c, error);
  }
};

/** Undefined for a code, and for what the library refuses. */
function refreshIn(body: string): Refresh | undefined {
  const form = new URLSearchParams(body);
  if (form.get('grant_type') !== REFRESH) return undefined;
  const [clientId, ...otherClients] = form.getAll('client_id');
  const [token, ...otherTokens] = form.getAll('refresh_token');
  if (clientId === undefined || token === undefined || otherClients.length + otherTokens.length > 0) return undefined;
  return { clientId, token };
}

/** A client that lost the answer, or asks twice at once, gets the same pair. */
async function answerRefresh(
  oauth: OauthDependencies,
  c: PageContext,
  refresh: Refresh,
  body: string,
): Promise<Response> {
  const answers = refreshAnswers(oauth);
  const repeated = await answers.find(refresh);
  if (repeated !== undefined) return pair(c, repeated);
  const answer = await answerOf(await oauth.provider(), c, { body: withoutScope(body) });
  if (answer.status !== 200) return answer;
  const json = await answer.text();
  const { refresh_token: next } = v.parse(Pair, JSON.parse(json));
  const nonce = oauth.randomBytes(NONCE_BYTES);
  if (await answers.keep(refresh, { json, next, nonce })) return pair(c, json);
  const other = await answers.find(refresh);
  if (other !== undefined) return pair(c, other);
  return c.json({ error: 'invalid_grant', error_description: 'grant request is invalid' }, 400, NO_STORE);
}

/** What was granted is answered, whatever else is asked for. */
function withoutScope(body: string): string {
  const form = new URLSearchParams(body);
  form.delete('scope');
  return form.toString();
}

/** RFC 6749, section 5.1. */
const NO_STORE = { 'cache-control': 'no-store' };

const pair = (c: PageContext, json: string): Response =>
  c.body(json, 200, { ...NO_STORE, 'content-type': 'application/json; charset=utf-8' });
