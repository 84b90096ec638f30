import type { Office } from '../office.ts';
import { always, type Scenario } from '../scenario.ts';

let folders = 0;

async function aFolder({ call, workspaceId }: Office, parentId: string | null = null): Promise<string> {
  folders += 1;
  const body = { workspace_id: workspaceId, name: `Folder ${folders}`, parent_id: parentId };
  return (await call('POST', '/folders', body)).id;
}

/** A folder in a folder in a folder. */
const aNestedFolder = async (office: Office): Promise<string> =>
  aFolder(office, await aFolder(office, await aFolder(office)));

export const folderScenarios: readonly Scenario[] = [
  {
    operation: 'POST /folders',
    status: 201,
    async prepare(office) {
      const parent = await aNestedFolder(office);
      let nth = 0;
      return async () => {
        nth += 1;
        const body = { workspace_id: office.workspaceId, name: `Call ${nth}`, parent_id: parent };
        return office.request('POST', '/folders', body);
      };
    },
  },
  {
    operation: 'GET /folders',
    status: 200,
    prepare: always('GET', async (office) => {
      await aNestedFolder(office);
      return `/folders?workspace_id=${office.workspaceId}`;
    }),
  },
  {
    operation: 'GET /folders/{id}',
    status: 200,
    prepare: always('GET', async (office) => `/folders/${await aNestedFolder(office)}`),
  },
  {
    operation: 'PATCH /folders/{id}',
    status: 200,
    async prepare(office) {
      const [id, parents] = [await aNestedFolder(office), [await aNestedFolder(office), await aNestedFolder(office)]];
      let nth = 0;
      return async () => {
        nth += 1;
        return office.request('PATCH', `/folders/${id}`, { parent_id: parents[nth % 2] });
      };
    },
  },
  {
    operation: 'DELETE /folders/{id}',
    status: 200,
    prepare: async (office) => async () => office.request('DELETE', `/folders/${await aNestedFolder(office)}`),
  },
];
