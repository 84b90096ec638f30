import * as v from 'valibot';
import { findActiveAgent } from '#shared/accounts/oauth/agents-store';
import { modelsOf } from '#shared/accounts/oauth/models-store';
import type { AccessTokens } from '#shared/accounts/oauth/ports';
import type { Clock } from '#shared/foundation/core/clock';

/** An opaque access token as the library keeps it. */
const TokenModel = v.object({
  grantId: v.string(),
  clientId: v.string(),
  aud: v.string(),
  scope: v.optional(v.string(), ''),
  exp: v.number(),
});

interface Needs {
  readonly clock: Clock;
  /** The URL of the connector: tokens for another resource are none. */
  readonly resource: string;
}

/** Reads access tokens. Each is read with its agent and its user, so that the end of either ends it. */
export const accessTokens = ({ clock, resource }: Needs): AccessTokens => ({
  async read(table, token) {
    const model = await modelsOf({ table, clock }, 'AccessToken').find(token);
    if (!model) return undefined;
    const { grantId, clientId, aud, scope, exp } = v.parse(TokenModel, model);
    const agent = aud === resource ? await findActiveAgent(table, grantId, clock.now()) : undefined;
    if (!agent) return undefined;
    return { userId: agent.userId, clientId, grantId, scopes: scope.split(' '), expiresAtSeconds: exp };
  },
});
