import { appPages } from '#functions/pages/app/index';
import { agentsOf, agentWrites, newAgent } from '#shared/accounts/oauth/agents-store';
import { describe, expect, it } from '#test/support/jest';
import { aBrowserOf, aPageWorld } from '#test/support/pages';

const PATH = '/settings/personal/agents';

/** A user with two agents, another one with one, and the first one's browser. */
async function usersWithAgents() {
  const world = aPageWorld();
  const { context, clock } = world;
  const { table } = context;
  const [ada, ben] = [await world.anOwner('Acme'), await world.anOwner('Beta')];
  const connect = async ({ userId }: typeof ada, name: string, random: string) => {
    const asked = { userId, name, clientId: 'c', redirectHost: 'agent.test', scopes: ['meetings:read'] };
    const agent = newAgent(asked, { now: clock.now(), random });
    await table.transact(agentWrites(agent, false));
    clock.advance(1000);
    return agent.id;
  };
  const notes = await connect(ada, 'Notes', 'one');
  await connect(ada, '<b>Search</b>', 'two');
  const others = await connect(ben, 'Foreign', 'three');
  const browser = await aBrowserOf(appPages({ ...world.pages, files: world.files }), world, ada.userId);
  const names = async ({ userId }: typeof ada) => (await agentsOf(table, userId, clock.now())).map(({ name }) => name);
  return { ada, ben, browser, names, notes, others };
}

describe('GET /settings/personal/agents', () => {
  it('200: the own agents, the newest first, their names as text', async () => {
    const { browser } = await usersWithAgents();
    const { status, text } = await browser.get(PATH);
    expect(status).toBe(200);
    expect(text.indexOf('&lt;b&gt;Search')).toBeLessThan(text.indexOf('Notes'));
    expect(text).not.toContain('Foreign');
  });
});

describe('POST /settings/personal/agents', () => {
  it('ends the agent and its tokens, and no other', async () => {
    const { ada, ben, browser, names, notes, others } = await usersWithAgents();
    for (const agent of [notes, notes, others, 'none']) {
      await browser.get(PATH);
      expect((await browser.submit(PATH, { agent })).status).toBe(303);
    }
    expect([await names(ada), await names(ben)]).toEqual([['<b>Search</b>'], ['Foreign']]);
  });
});
