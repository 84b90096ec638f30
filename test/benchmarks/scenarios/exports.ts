import { always, type Scenario } from '../scenario.ts';
import { aConversation } from './conversations.ts';

export const exportScenarios: readonly Scenario[] = [
  {
    operation: 'POST /exports',
    status: 201,
    async prepare(office) {
      const body = { conversation_ids: [await aConversation(office)], format: 'txt' };
      return async () => office.request('POST', '/exports', body);
    },
  },
  {
    operation: 'GET /exports/{id}',
    status: 200,
    prepare: always('GET', async (office) => {
      const body = { conversation_ids: [await aConversation(office)], format: 'txt' };
      return `/exports/${(await office.call('POST', '/exports', body)).id}`;
    }),
  },
];
