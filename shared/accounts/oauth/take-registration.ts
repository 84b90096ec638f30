import * as v from 'valibot';
import { mayRedirectTo } from '#shared/accounts/oauth/redirects';
import type { CommandContext } from '#shared/foundation/commands/context';
import { requireUses, usesOfDeployment } from '#shared/foundation/commands/take-uses';
import { DEPLOYMENT } from '#shared/foundation/core/limits';

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

/** By the hashes of its IP address and of its address block. */
interface Caller {
  readonly addressHash: string;
  readonly blockHash: string;
}

/** What the authorization server's library is given. */
type ClientMetadata = v.InferOutput<typeof Registration> & typeof PUBLIC;

/** RFC 7591, section 3.2.2. */
interface RegistrationError {
  readonly error: 'invalid_client_metadata' | 'invalid_redirect_uri';
  readonly error_description: string;
}

/**
 * The metadata of a client that registers, or why it is refused. Metadata that is refused counts for no limit: throws the
 * 429 over the limits of its address and of the deployment. The first registrations of a block do not count among the
 * further ones, which may be half of all: a few addresses that register all the time stop no other. They are counted by
 * address block: in IPv6 one site has 65,536 addresses.
 */
export const takeRegistration =
  (context: Pick<CommandContext, 'clock' | 'useOf' | 'limitCounter'>) =>
  async (body: string, { addressHash, blockHash }: Caller): Promise<ClientMetadata | RegistrationError> => {
    const json = jsonIn(body);
    if (json === undefined) return invalid('The body must be JSON.');
    const sent = v.safeParse(Registration, json);
    if (!sent.success) return refusalOf(sent.issues);
    const { clock, useOf, limitCounter } = context;
    const now = clock.now();
    const ofDeployment = await usesOfDeployment(limitCounter, {
      first: useOf('first_agent_registrations', blockHash, now),
      further: useOf('further_agent_registrations', DEPLOYMENT, now),
      all: useOf('all_agent_registrations', DEPLOYMENT, now),
    });
    await requireUses(context, [useOf('agent_registrations', addressHash, now), ...ofDeployment]);
    return { ...sent.output, ...PUBLIC };
  };

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const invalid = (error_description: string): RegistrationError => ({
  error: 'invalid_client_metadata',
  error_description,
});

function refusalOf([issue]: readonly [v.InferIssue<typeof Registration>, ...unknown[]]): RegistrationError {
  const path = v.getDotPath(issue);
  if (path === null) return invalid('The body must be a JSON object.');
  if (!path.startsWith('redirect_uris'))
    return invalid(`client_name must have one to ${MAX_NAME_CHARACTERS} characters.`);
  return {
    error: 'invalid_redirect_uri',
    error_description: `redirect_uris must be a list of one to ${MAX_REDIRECTS} URIs of at most ${MAX_URI_CHARACTERS} characters: https, http of this machine, a scheme of an app in the form com.example.app, or the callback of a known agent.`,
  };
}
