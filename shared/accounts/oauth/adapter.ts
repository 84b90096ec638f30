import { type Adapter, errors, type Payload } from 'oidc-provider';
import { type Agent, findActiveAgent } from '#shared/accounts/oauth/agents-store';
import { endAgent } from '#shared/accounts/oauth/commands/connect-agent';
import { modelsOf, REFRESH_KIND } from '#shared/accounts/oauth/models-store';
import { refreshAnswers } from '#shared/accounts/oauth/refresh-answers-store';
import { partsOf } from '#shared/accounts/oauth/rules/agent-id';
import type { ChangeStore } from '#shared/foundation/commands/changes';
import type { Clock } from '#shared/foundation/core/clock';
import type { IdMaker } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import { DAY_MS, SECOND_MS } from '#shared/foundation/core/time';

export interface AdapterContext {
  readonly table: Table;
  readonly clock: Clock;
  readonly ids: IdMaker;
  readonly changes: ChangeStore;
  /** The URL of the connector. */
  readonly resource: string;
}

/** A registration that no user consents to. */
const UNUSED_CLIENT_SECONDS = DAY_MS / SECOND_MS;

/** Keeps what the library stores in the table. Grants are agents, which only the consent page saves. */
export const tableAdapter =
  (context: AdapterContext) =>
  (kind: string): Adapter => {
    if (kind === 'Grant') return agentsAdapter(context);
    if (kind === 'Session') return NO_SESSIONS;
    return modelsAdapter(context, kind);
  };

function modelsAdapter(context: AdapterContext, kind: string): Adapter {
  const models = modelsOf(context, kind);
  const answers = refreshAnswers(context);
  const find = async (id: string): Promise<Payload | undefined> => {
    const found = await models.find(id);
    const isRepeated = kind === REFRESH_KIND && found?.['consumed'] !== undefined && (await answers.isRepeatable(id));
    const { consumed: _, ...unused } = found ?? {};
    const model = isRepeated ? unused : found;
    // A client has its id in its metadata.
    return model && (kind === 'Client' ? model : { ...model, jti: id });
  };
  return {
    ...UNSUPPORTED,
    upsert: (id, payload, expiresIn = UNUSED_CLIENT_SECONDS) => models.save(id, payload, expiresIn),
    find,
    async consume(id) {
      // Its use is saved with its answer: refresh-answers-store.ts.
      if (kind === REFRESH_KIND) return;
      if (await models.consume(id)) return;
      // Another request used it in the same moment: the library sees only what was used before.
      const grantId = (await models.find(id))?.['grantId'];
      if (typeof grantId === 'string') await endedByAgent(context, grantId);
      throw new errors.InvalidGrant('it was already used');
    },
    destroy: models.remove,
    // Tokens are void without their agent.
    revokeByGrantId: (grantId) => endedByAgent(context, grantId),
  };
}

/** By a revocation, or since a token was used twice. */
async function endedByAgent(context: AdapterContext, agentId: string): Promise<void> {
  const userId = partsOf(agentId)?.userId;
  const at = context.clock.now();
  if (userId) await endAgent(context)(agentId, { actor: { type: 'agent', userId }, addressHash: () => null, at });
}

const agentsAdapter = (context: AdapterContext): Adapter => ({
  ...UNSUPPORTED,
  async find(id) {
    const agent = await findActiveAgent(context.table, id, context.clock.now());
    return agent && grantOf({ ...agent, id }, context.resource);
  },
  destroy: (id) => endedByAgent(context, id),
});

const grantOf = ({ id, userId, clientId, scopes, createdAt, endsAt }: Agent, resource: string): Payload => ({
  kind: 'Grant',
  jti: id,
  accountId: userId,
  clientId,
  resources: { [resource]: scopes.join(' ') },
  iat: Math.floor(createdAt / SECOND_MS),
  exp: Math.floor(endsAt / SECOND_MS),
});

const unsupported = async (): Promise<never> => {
  throw new Error('The authorization server does not use this.');
};

const UNSUPPORTED: Adapter = {
  upsert: unsupported,
  find: unsupported,
  findByUid: unsupported,
  findByUserCode: unsupported,
  consume: unsupported,
  destroy: unsupported,
  revokeByGrantId: unsupported,
};

/** The library's own sessions are not kept: the pages' session is the one there is, and each consent is asked for. */
const NO_SESSIONS: Adapter = {
  ...UNSUPPORTED,
  upsert: async () => undefined,
  find: async () => undefined,
  findByUid: async () => undefined,
  destroy: async () => undefined,
};
