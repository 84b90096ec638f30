import { fanOut } from '#functions/workers/webhook-fanout/fan-out';
import type { OutboxId } from '#shared/foundation/core/ids';
import { noon } from '#test/support/api';
import type { Office } from '../office.ts';
import { always, type Scenario } from '../scenario.ts';

const wanted = ({ workspaceId }: Office) => ({
  workspace_id: workspaceId,
  url: 'https://partner.test/more',
  enabled_events: ['meeting.created'],
});

const anEndpoint = async (office: Office): Promise<string> =>
  (await office.call('POST', '/webhook_endpoints', wanted(office))).id;

/** How many events of the office are taken as far as their deliveries. */
const EVENTS = 20;

/** Fans out some of what happened in the office, as the relay and the bus would have it done. */
async function deliveriesIn({ world: { context, dynamo } }: Office): Promise<void> {
  const { table, clock, server } = context;
  const first = { send: async () => undefined };
  const rateLimiter = { slotFor: async () => undefined };
  const fan = fanOut({ table, first, rateLimiter, clock, server, stage: 'bench', log: () => undefined });
  const left = dynamo.items().flatMap(({ pk, sk }) => {
    const [, type] = /^EVENT#(meeting\..*)$/.exec(sk?.S ?? '') ?? [];
    return type ? [{ id: pk?.S as OutboxId, type }] : [];
  });
  for (const ref of left.slice(0, EVENTS)) await fan(ref);
}

async function aDelivery(office: Office): Promise<string> {
  await deliveriesIn(office);
  return (await office.call('GET', `/webhook_events?workspace_id=${office.workspaceId}`)).data[0].id;
}

export const webhooks: readonly Scenario[] = [
  {
    operation: 'POST /webhook_endpoints',
    status: 201,
    async prepare(office) {
      return async () => {
        // A workspace has at most twenty.
        const { data } = await office.call('GET', `/webhook_endpoints?workspace_id=${office.workspaceId}`);
        if (data.length > 10) await office.call('DELETE', `/webhook_endpoints/${data[0].id}`);
        return office.request('POST', '/webhook_endpoints', wanted(office));
      };
    },
  },
  {
    operation: 'GET /webhook_endpoints',
    status: 200,
    prepare: always('GET', ({ workspaceId }) => `/webhook_endpoints?workspace_id=${workspaceId}`),
  },
  {
    operation: 'GET /webhook_endpoints/{id}',
    status: 200,
    prepare: always('GET', async (office) => `/webhook_endpoints/${await anEndpoint(office)}`),
  },
  {
    operation: 'GET /webhook_endpoints/{id}/stats',
    status: 200,
    prepare: always('GET', async (office) => `/webhook_endpoints/${await anEndpoint(office)}/stats`),
  },
  {
    operation: 'PATCH /webhook_endpoints/{id}',
    status: 200,
    async prepare(office) {
      const path = `/webhook_endpoints/${await anEndpoint(office)}`;
      let calls = 0;
      return async () => {
        calls += 1;
        return office.request('PATCH', path, { status: calls % 2 === 0 ? 'enabled' : 'disabled' });
      };
    },
  },
  {
    operation: 'POST /webhook_endpoints/{id}/rotate_secret',
    status: 200,
    async prepare(office) {
      return async () => {
        // One endpoint holds five secrets at most, a workspace twenty endpoints.
        const id = await anEndpoint(office);
        const { data } = await office.call('GET', `/webhook_endpoints?workspace_id=${office.workspaceId}`);
        if (data.length > 10) await office.call('DELETE', `/webhook_endpoints/${data.at(-1).id}`);
        return office.request('POST', `/webhook_endpoints/${id}/rotate_secret`);
      };
    },
  },
  {
    operation: 'POST /webhook_endpoints/{id}/test',
    status: 200,
    prepare: always('POST', async (office) => `/webhook_endpoints/${await anEndpoint(office)}/test`, {}),
  },
  {
    operation: 'POST /webhook_endpoints/{id}/redeliver',
    status: 202,
    async prepare(office) {
      const id = await anEndpoint(office);
      return async () => {
        const since = new Date(noon).toISOString();
        return office.request('POST', `/webhook_endpoints/${id}/redeliver`, { since, delivery_status: 'skipped' });
      };
    },
  },
  {
    operation: 'DELETE /webhook_endpoints/{id}',
    status: 200,
    async prepare(office) {
      return async () => office.request('DELETE', `/webhook_endpoints/${await anEndpoint(office)}`);
    },
  },
  {
    operation: 'GET /webhook_events',
    as: '25',
    status: 200,
    prepare: always('GET', async (office) => {
      await deliveriesIn(office);
      return `/webhook_events?workspace_id=${office.workspaceId}&limit=25`;
    }),
  },
  {
    operation: 'GET /webhook_events/{id}',
    status: 200,
    prepare: always('GET', async (office) => `/webhook_events/${await aDelivery(office)}`),
  },
  {
    operation: 'POST /webhook_events/{id}/redeliver',
    status: 202,
    prepare: always('POST', async (office) => `/webhook_events/${await aDelivery(office)}/redeliver`),
  },
];
