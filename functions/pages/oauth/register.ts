import * as v from 'valibot';
import { mayRedirectTo } from '#shared/oauth/redirects';
import { addressHash } from '#shared/page-kit/page-app';
import { answerOf } from './bridge.ts';
import type { OauthPage } from './dependencies.ts';
import { asProtocolError, bodyOf } from './protocol-error.ts';

const MAX_REDIRECTS = 10;
const MAX_URI_CHARACTERS = 500;
const MAX_NAME_CHARACTERS = 100;

/** What is kept of client metadata (RFC 7591, section 2): the rest is replaced, as section 3.2.1 allows. */
const Registration = v.object({
  redirect_uris: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(MAX_URI_CHARACTERS), v.check(mayRedirectTo))),
    v.minLength(1),
    v.maxLength(MAX_REDIRECTS),
  ),
  client_name: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_NAME_CHARACTERS))),
});

/** Else the library makes a secret. */
const PUBLIC = { token_endpoint_auth_method: 'none' } as const;

/** POST /oauth/register: RFC 7591. Every client is a public one. An address registers a few an hour. */
export const register: OauthPage = async (oauth, c) => {
  const { limitCounter, useOf, clock, provider } = oauth;
  try {
    await limitCounter.take(useOf('agent_registrations', addressHash(c), clock.now()));
    const sent = v.safeParse(Registration, JSON.parse(await bodyOf(c)));
    if (!sent.success) return c.json(refusalOf(sent.issues), 400);
    return await answerOf(await provider(), c, { body: JSON.stringify({ ...sent.output, ...PUBLIC }) });
  } catch (error) {
    if (error instanceof SyntaxError) return c.json(invalid('The body must be JSON.'), 400);
    return asProtocolError(c, error);
  }
};

const invalid = (error_description: string) => ({ error: 'invalid_client_metadata', error_description });

function refusalOf([issue]: readonly [v.InferIssue<typeof Registration>, ...unknown[]]) {
  const path = v.getDotPath(issue);
  if (path === null) return invalid('The body must be a JSON object.');
  if (!path.startsWith('redirect_uris'))
    return invalid(`client_name must have one to ${MAX_NAME_CHARACTERS} characters.`);
  return {
    error: 'invalid_redirect_uri',
    error_description: `redirect_uris must be a list of one to ${MAX_REDIRECTS} URIs of at most ${MAX_URI_CHARACTERS} characters: https, http of this machine, a scheme of an app in the form com.example.app, or the callback of a known agent.`,
  };
}
