import * as v from 'valibot';
import type { ProviderClients } from '#shared/calendars/consent/ports/provider-clients';
import type { Sealer } from '#shared/core/sealer';
import type { Table } from '#shared/core/table';
import { providerClientKey } from '#shared/dynamodb/keys';

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
