import * as v from 'valibot';
import type { ProviderClients } from '#shared/calendars/consent/ports';
import type { ConnectLink, ConsentAttempt } from '#shared/calendars/consent/rules/connect-link';
import type { Sealer } from '#shared/foundation/core/secrets';
import type { Table } from '#shared/foundation/core/table';
import { DAY_MS, later, ttlAt } from '#shared/foundation/core/time';
import { entity } from '#shared/foundation/dynamodb/entity';
import { consentKey, providerClientKey } from '#shared/foundation/dynamodb/keys';
import { id, instant, metadata } from '#shared/foundation/dynamodb/row-parts';
import { stateOf, unlessThere } from '#shared/foundation/dynamodb/rows';

/** Kept a month after it expires, so that its page shows whether it was used or has expired. */
const KEPT_MS = 30 * DAY_MS;

/** Links to the consent page. They are in no list; the workspace purge leaves them to their `ttl`. */
export const connectLinks = entity<ConnectLink>({
  noun: 'connect link',
  type: 'connect_link',
  prefix: 'ccl',
  attributes: ({ expiresAt }) => ({ ttl: ttlAt(later(expiresAt, KEPT_MS)) }),
  schema: v.object({
    id: id('ccl'),
    workspaceId: id('wks'),
    secretDigest: v.string(),
    whose: v.union([
      v.object({ memberId: id('mem') }),
      v.object({
        memberData: v.object({ name: v.nullable(v.string()), email: v.nullable(v.string()), metadata }),
      }),
    ]),
    provider: v.nullable(v.picklist(['google', 'microsoft'])),
    emailMatch: v.picklist(['exact', 'any']),
    returnUrl: v.nullable(v.string()),
    state: v.nullable(v.string()),
    returnNamesMember: v.boolean(),
    metadata,
    used: v.nullable(v.object({ at: instant, connectionId: id('cal') })),
    createdAt: instant,
    expiresAt: instant,
  }),
});

const AttemptRow: v.GenericSchema<unknown, ConsentAttempt> = v.object({
  linkId: id('ccl'),
  provider: v.picklist(['google', 'microsoft']),
  browserDigest: v.string(),
  expiresAt: instant,
});

/** Attempts by the `state` that went to the provider, of which a digest is stored. Calls throw `Throttled`. */
export const consentAttemptStore = (table: Table) => ({
  async save(state: string, attempt: ConsentAttempt): Promise<void> {
    const ttl = ttlAt(attempt.expiresAt);
    const put = { ...consentKey(state), type: 'consent_attempt', state: JSON.stringify(attempt), ttl };
    await table.write({ put, when: unlessThere });
  },

  /** Strongly consistent. It may be over. */
  async find(state: string): Promise<ConsentAttempt | undefined> {
    const item = await table.get(consentKey(state));
    return item && stateOf(AttemptRow, item);
  },

  /** Removes the attempt; true for the first of several calls only. */
  consume: (state: string): Promise<boolean> =>
    table.write({ remove: consentKey(state), when: { text: 'attribute_exists(pk)' } }),
});

/** The client belongs to the deployment and not to a workspace. */
const CONTEXT = { workspace: '-', resource: 'provider-client' };

const Row = v.object({ client_id: v.string(), sealed: v.string() });

/** The deployment's OAuth clients, a row each; the secret is sealed. */
export const providerClients = (table: Table, sealer: Sealer): ProviderClients => ({
  has: async (provider) => (await table.get(providerClientKey(provider))) !== undefined,

  async find(provider) {
    const item = await table.get(providerClientKey(provider));
    if (!item) return undefined;
    const { client_id: clientId, sealed } = v.parse(Row, item);
    return { clientId, clientSecret: await sealer.open(sealed, CONTEXT) };
  },

  async save(provider, { clientId, clientSecret }) {
    const sealed = await sealer.seal(clientSecret, CONTEXT);
    await table.write({
      put: { ...providerClientKey(provider), type: 'provider_client', client_id: clientId, sealed },
    });
  },
});
