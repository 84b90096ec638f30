import { accepts } from 'hono/accepts';
import * as v from 'valibot';
import { MEETINGS_READ, OAUTH_PATHS } from '#shared/accounts/oauth/scopes';
import { PageError } from '#shared/api/page-kit/page-error';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { parseUrl } from '#shared/foundation/core/url';
import { answerOf } from './bridge.ts';
import type { OauthPage } from './dependencies.ts';

/** The longest that browsers and the gateway pass on; registrations are shorter than this by far. */
const MAX_QUERY_CHARACTERS = 8_000;

/** An error of the library, which it answers with or adds to a redirect. */
const AuthorizationError = v.object({ error: v.string(), error_description: v.optional(v.string(), '') });

/**
 * GET /oauth/authorize: checks what a client asks for and leads to the consent page. An error is shown on a page: the author
 * of the link chose its redirect, and no person has agreed to it yet (RFC 9700, section 4.11.2). A program that asks before it
 * opens a browser gets the error as JSON: mcp-remote does, and registers anew where its client is unknown.
 */
export const authorize: OauthPage = async ({ provider }, c) => {
  const url = new URL(c.req.url);
  if (url.search.length > MAX_QUERY_CHARACTERS) throw cannotConnect(400, 'The request is too long.');
  if ((url.searchParams.get('response_mode') ?? 'query') !== 'query')
    throw cannotConnect(400, 'Its request has a response_mode that is not supported: only query is.');
  // What else a client asks for is passed over, as RFC 6749, section 3.3, allows: the answer names what was granted.
  url.searchParams.set('scope', MEETINGS_READ);
  const answer = await answerOf(await provider(), c, { url });
  if (leadsToConsent(answer)) return answer;
  const error = await errorIn(answer);
  if (error && asksForJson(c)) return c.json(error, 400, { 'cache-control': 'no-store' });
  throw cannotConnect(400, describe(error));
};

/** GET /oauth/authorize/{consent}: back from the consent page, on to the client with a code or an error. */
export const resume: OauthPage = async ({ provider }, c) => {
  const answer = await answerOf(await provider(), c);
  if (answer.status < 400) return answer;
  throw cannotConnect(answer.status === 404 ? 404 : 400, describe(await errorIn(answer)));
};

const leadsToConsent = ({ headers }: Response): boolean =>
  headers.get('location')?.startsWith(`${OAUTH_PATHS.consent}/`) ?? false;

/** Browsers ask for HTML, and a program that asks for anything gets it too. */
const asksForJson = (c: PageContext): boolean =>
  accepts(c, { header: 'Accept', supports: ['text/html', JSON_TYPE], default: 'text/html' }) === JSON_TYPE;

const JSON_TYPE = 'application/json';

type AuthorizationError = v.InferOutput<typeof AuthorizationError>;

/** Of the body, or of the redirect to the client, which has it in the fragment where tokens were asked for. */
async function errorIn(answer: Response): Promise<AuthorizationError | undefined> {
  const location = parseUrl(answer.headers.get('location')?.replace('#', '?') ?? '');
  const sent: unknown = location ? Object.fromEntries(location.searchParams) : await answer.json();
  const read = v.safeParse(AuthorizationError, sent);
  return read.success ? read.output : undefined;
}

/** As the library says it. */
const UNKNOWN_CLIENT = 'client is invalid';

function describe(read: AuthorizationError | undefined): string {
  if (!read) return 'Its request is not valid.';
  const { error, error_description } = read;
  if (error_description === UNKNOWN_CLIENT)
    return 'Its registration is not known any more: one that no user allows is deleted after a day. Remove the connector in the agent, and add it again.';
  return error === 'invalid_request' && error_description === 'authorization request has expired'
    ? 'The request has expired. Start again in the agent.'
    : `Its request was refused: ${error_description || error}. Start again in the agent.`;
}

export const cannotConnect = (status: 400 | 404 | 409 | 410, message: string) =>
  new PageError({ status, title: 'This agent cannot be connected', message });
