import type { Office } from '../office.ts';
import { always, type Scenario } from '../scenario.ts';
import { aRecordedMeeting } from './meetings.ts';

async function aSource({ call }: Office, id: Promise<string>): Promise<string> {
  return (await call('GET', `/meetings/${await id}`)).results.transcript.conversation_id;
}

const bodyFor = async (office: Office, confirm: boolean) => ({
  source_conversation_id: await aSource(office, aRecordedMeeting(office)),
  target_languages: ['fr', 'de'],
  confirm,
});

/** A new order for each request. */
const eachOf =
  (path: (id: string) => string, confirm: boolean): Scenario['prepare'] =>
  async (office) => {
    const body = await bodyFor(office, confirm);
    return async () => {
      const { id } = await office.call('POST', '/translate', body);
      return office.request('POST', path(id));
    };
  };

export const orderScenarios: readonly Scenario[] = [
  {
    operation: 'POST /translate',
    status: 201,
    async prepare(office) {
      const body = await bodyFor(office, true);
      return async () => office.request('POST', '/translate', body);
    },
  },
  {
    operation: 'GET /orders',
    status: 200,
    prepare: always('GET', async (office) => {
      await office.call('POST', '/translate', await bodyFor(office, true));
      return `/orders?workspace_id=${office.workspaceId}`;
    }),
  },
  {
    operation: 'GET /orders/{id}',
    status: 200,
    prepare: always(
      'GET',
      async (office) => `/orders/${(await office.call('POST', '/translate', await bodyFor(office, true))).id}`,
    ),
  },
  {
    operation: 'POST /orders/{id}/confirm',
    status: 200,
    prepare: eachOf((id) => `/orders/${id}/confirm`, false),
  },
  {
    operation: 'POST /orders/{id}/cancel',
    status: 200,
    prepare: eachOf((id) => `/orders/${id}/cancel`, true),
  },
];
