import * as v from 'valibot';
import { MEETINGS_READ } from '#shared/oauth/scopes';
import { PageError } from '#shared/page-kit/page-error';
import { answerOf } from './bridge.ts';
import type { OauthPage } from './dependencies.ts';

/** The longest that browsers and the gateway pass on; registrations are shorter than this by far. */
const MAX_QUERY_CHARACTERS = 8_000;

/** An error that cannot be sent to the client, since the client or its redirect is not known. */
const Shown = v.object({ error: v.string(), error_description: v.optional(v.string(), '') });

/**
 * GET /oauth/authorize: checks what a client asks for and leads to the consent page. GET /oauth/authorize/{consent}: back
 * from it, and on to the client with a code.
 */
export const authorize: OauthPage = async ({ provider }, c) => {
  const url = new URL(c.req.url);
  if (url.search.length > MAX_QUERY_CHARACTERS) throw cannotConnect(400, 'The request is too long.');
  if ((url.searchParams.get('response_mode') ?? 'query') !== 'query')
    throw cannotConnect(400, 'Its request has a response_mode that is not supported: only query is.');
  // The default of RFC 6749, section 3.3.
  if (c.req.param('consent') === undefined && !url.searchParams.get('scope'))
    url.searchParams.set('scope', MEETINGS_READ);
  const answer = await answerOf(await provider(), c, { url });
  if (answer.status < 400) return answer;
  const shown = v.safeParse(Shown, await answer.json());
  throw cannotConnect(
    answer.status === 404 ? 404 : 400,
    shown.success ? describe(shown.output) : 'Its request is not valid.',
  );
};

const describe = ({ error, error_description }: v.InferOutput<typeof Shown>): string =>
  error === 'invalid_request' && error_description === 'authorization request has expired'
    ? 'The request has expired. Start again in the agent.'
    : `Its request was refused: ${error_description || error}. Start again in the agent.`;

export const cannotConnect = (status: 400 | 404 | 409 | 410, message: string) =>
  new PageError({ status, title: 'This agent cannot be connected', message });
