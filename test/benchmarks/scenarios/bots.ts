import { MINUTE_MS } from '#shared/foundation/core/time';
import { botWorkers } from '#test/support/bot-workers';
import type { Office } from '../office.ts';
import { always, type Scenario } from '../scenario.ts';

/** A bot for a call that no calendar knows of. */
const anOrder = ({ workspaceId, aFreshLink }: Office) => ({
  workspace_id: workspaceId,
  meeting_url: aFreshLink(),
  title: 'A call',
  metadata: { source: 'crm' },
});

const aBot = async (office: Office): Promise<string> => (await office.call('POST', '/bots', anOrder(office))).id;

/** A bot that records at this moment. */
async function aBotInACall(office: Office, order: object): Promise<string> {
  const { work } = botWorkers(office.world);
  const { id } = await office.call('POST', '/bots', order);
  for (let look = 0; look < 10; look += 1) {
    await work(id);
    if ((await office.call('GET', `/bots/${id}`)).status === 'in_call') return id;
    office.world.clock.advance(MINUTE_MS / 6);
  }
  throw new Error('The bot never got into its call');
}

export const bots: readonly Scenario[] = [
  {
    operation: 'POST /bots',
    as: 'new meeting',
    status: 201,
    aimMs: 3,
    async prepare(office) {
      return async () => office.request('POST', '/bots', anOrder(office));
    },
  },
  {
    operation: 'POST /bots',
    as: 'link already in use',
    status: 409,
    async prepare(office) {
      const order = anOrder(office);
      await office.call('POST', '/bots', order);
      return async () => office.request('POST', '/bots', order);
    },
  },
  ...['/meetings', '/meeting_bots'].map(
    (path): Scenario => ({
      operation: `POST ${path}`,
      status: 201,
      async prepare(office) {
        return async () => office.request('POST', path, anOrder(office));
      },
    }),
  ),
  {
    operation: 'GET /meetings/{id:bot}',
    status: 200,
    prepare: always('GET', async (office) => `/meetings/${await aBot(office)}`),
  },
  {
    operation: 'GET /meeting_bots/{id}',
    status: 200,
    prepare: always('GET', async (office) => `/meeting_bots/${await aBot(office)}`),
  },
  {
    operation: 'GET /bots',
    as: '25',
    status: 200,
    prepare: always('GET', ({ workspaceId }) => `/bots?workspace_id=${workspaceId}&limit=25`),
  },
  { operation: 'GET /bots/{id}', status: 200, prepare: always('GET', async (office) => `/bots/${await aBot(office)}`) },
  {
    operation: 'PATCH /bots/{id}',
    status: 200,
    async prepare(office) {
      const id = await aBot(office);
      let nth = 0;
      return async () => {
        nth += 1;
        return office.request('PATCH', `/bots/${id}`, { bot_name: `Notes ${nth}`, metadata: { turn: String(nth) } });
      };
    },
  },
  {
    operation: 'DELETE /bots/{id}',
    status: 200,
    async prepare(office) {
      return async () => {
        const { id } = await office.call('POST', '/bots', anOrder(office));
        return office.request('DELETE', `/bots/${id}`);
      };
    },
  },
  {
    operation: 'POST /bots/{id}/leave',
    status: 200,
    async prepare(office) {
      return async () => office.request('POST', `/bots/${await aBotInACall(office, anOrder(office))}/leave`);
    },
  },
];
