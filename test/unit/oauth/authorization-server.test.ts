import { authorizationServer, clientOfConsent } from '#shared/accounts/oauth/authorization-server';
import type { UserId } from '#shared/foundation/core/ids';
import type { LimitOverrides } from '#shared/foundation/core/limits';
import { useFactory } from '#shared/foundation/core/uses';
import { aWorld } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const ADA = 'usr_ada' as UserId;
const GRACE = 'usr_grace' as UserId;

/** A server of clients whose documents are not there, with those that were asked for. */
function aServer(limits: LimitOverrides = { agent_documents: 3 }) {
  const asked: string[] = [];
  const provider = authorizationServer({
    ...aWorld({ useOf: useFactory(limits) }).context,
    ...{ appUrl: 'https://app.example.test', key: new Uint8Array(32), resource: 'https://app.example.test/mcp' },
    fetchDocument: async ({ url }) => {
      asked.push(url);
      return new Response(null, { status: 404 });
    },
    isUser: async () => true,
    onFailure: () => undefined,
  });
  return { provider, asked };
}

describe('the documents of clients for a consent page', () => {
  it('are fetched for each user as often as the limit allows, however often the page is opened', async () => {
    const { provider, asked } = aServer();
    const open = (userId: UserId) => clientOfConsent(provider, 'https://slow.test/client.json', userId);

    for (let nth = 0; nth < 8; nth += 1) expect(await open(ADA)).toBeUndefined();
    expect(asked).toHaveLength(3);
    await open(GRACE);

    expect(asked).toHaveLength(4);
  });

  it('are fetched for no user while the deployment has ten', async () => {
    const { provider, asked } = aServer({ agent_documents: 60 });

    const users = Array.from({ length: 15 }, (_, nth) => `usr_${nth}` as UserId);
    await Promise.all(users.map((userId) => clientOfConsent(provider, `https://slow.test/${userId}.json`, userId)));

    expect(asked).toHaveLength(10);
  });

  it('are fetched for no one where it is not known who asks', async () => {
    const { provider, asked } = aServer();

    await expect(provider.Client.find('https://slow.test/client.json')).rejects.toThrow();

    expect(asked).toEqual([]);
  });
});
