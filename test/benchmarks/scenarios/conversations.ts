import type { WorkspaceId } from '#shared/foundation/core/ids';
import { anOrderConversation } from '#test/contract/conversations/an-order-conversation';
import type { Office } from '../office.ts';
import { always, type Scenario } from '../scenario.ts';
import { aRecordedMeeting } from './meetings.ts';

export async function aConversation(office: Office): Promise<string> {
  const { results } = await office.call('GET', `/meetings/${await aRecordedMeeting(office)}`);
  return results.transcript.conversation_id;
}

const aText = async ({ world, workspaceId }: Office): Promise<string> =>
  (await anOrderConversation(world, { workspaceId: workspaceId as WorkspaceId })).id;

const scenariosAt = (path: string): readonly Scenario[] => [
  {
    operation: `GET ${path}`,
    status: 200,
    prepare: always('GET', async (office) => {
      await aConversation(office);
      return `${path}?workspace_id=${office.workspaceId}`;
    }),
  },
  {
    operation: `GET ${path}/{id}`,
    status: 200,
    prepare: always('GET', async (office) => `${path}/${await aConversation(office)}`),
  },
  {
    operation: `PATCH ${path}/{id}`,
    status: 200,
    async prepare(office) {
      const id = await aConversation(office);
      let nth = 0;
      return async () => {
        nth += 1;
        return office.request('PATCH', `${path}/${id}`, { name: `Call ${nth}` });
      };
    },
  },
  {
    operation: `DELETE ${path}/{id}`,
    status: 200,
    prepare: async (office) => async () => office.request('DELETE', `${path}/${await aText(office)}`),
  },
  {
    operation: `GET ${path}/{id}/summary`,
    status: 200,
    // The first call of each text, which writes the job.
    prepare: async (office) => async () => office.request('GET', `${path}/${await aText(office)}/summary`),
  },
  {
    operation: `POST ${path}/{id}/restore`,
    status: 200,
    prepare: async (office) => async () => {
      const id = await aText(office);
      await office.call('DELETE', `${path}/${id}`);
      return office.request('POST', `${path}/${id}/restore`);
    },
  },
];

const conversionsAt = (path: string): readonly Scenario[] => {
  const operation = `GET ${path}/{id}/convert_to_subtitles`;
  return [
    {
      operation,
      status: 200,
      async prepare(office) {
        const at = `${path}/${await aText(office)}/convert_to_subtitles`;
        await office.call('GET', at);
        return async () => office.request('GET', at);
      },
    },
    {
      operation,
      as: 'the first',
      status: 200,
      prepare: async (office) => async () =>
        office.request('GET', `${path}/${await aText(office)}/convert_to_subtitles`),
    },
  ];
};

export const conversations: readonly Scenario[] = [
  ...scenariosAt('/conversations'),
  ...scenariosAt('/transcriptions'),
  ...conversionsAt('/conversations'),
  ...conversionsAt('/transcriptions'),
  {
    operation: 'GET /conversations/{id}/transcript',
    status: 200,
    prepare: always('GET', async (office) => `/conversations/${await aConversation(office)}/transcript`),
  },
  {
    operation: 'PUT /conversations/{id}/transcript',
    status: 200,
    async prepare(office) {
      const path = `/conversations/${await aConversation(office)}/transcript`;
      const { speakers, segments } = await office.call('GET', path);
      let nth = 0;
      return async () => {
        nth += 1;
        const [first, ...rest] = segments;
        return office.request('PUT', path, { speakers, segments: [{ ...first, text: `Hello ${nth}.` }, ...rest] });
      };
    },
  },
  {
    operation: 'PATCH /conversations/{id}/transcript',
    status: 200,
    async prepare(office) {
      const path = `/conversations/${await aConversation(office)}/transcript`;
      const { segments } = await office.call('GET', path);
      let nth = 0;
      return async () => {
        nth += 1;
        return office.request('PATCH', path, { segments: [{ id: segments[0].id, text: `Hello ${nth}.` }] });
      };
    },
  },
];
