import * as v from 'valibot';
import type { Clock } from '#shared/core/clock';
import { findActiveAgent } from '#shared/oauth/agents-store';
import { modelsOf } from '#shared/oauth/models-store';
import type { AccessTokens } from '#shared/oauth/ports';

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
