import { Form } from '#test/support/multipart-form';
import { aPng } from '#test/unit/files/rules/images';
import type { Office } from '../office.ts';
import { always, type Scenario } from '../scenario.ts';

const anUpload = ({ workspaceId }: Office) =>
  new Form({ file: { bytes: aPng(), filename: 'logo.png' }, purpose: 'brand_kit', workspace_id: workspaceId });

const newFile = async (office: Office): Promise<{ readonly id: string; readonly url: string }> =>
  office.call('POST', '/files', anUpload(office));

const kitWith = ({ workspaceId }: Office, file: string) => ({
  workspace_id: workspaceId,
  name: 'Acme',
  bot: { name: 'Acme Notes', tile: { type: 'logo', logo: { file } } },
});

const newKit = async (office: Office): Promise<string> =>
  (await office.call('POST', '/brand_kits', kitWith(office, (await newFile(office)).id))).id;

/** Images, and what is made of them. */
export const branding: readonly Scenario[] = [
  {
    operation: 'POST /files',
    status: 201,
    prepare: async (office) => async () => office.request('POST', '/files', anUpload(office)),
  },
  {
    operation: 'GET /files',
    status: 200,
    prepare: always('GET', async (office) => {
      await newFile(office);
      return `/files?workspace_id=${office.workspaceId}`;
    }),
  },
  {
    operation: 'GET /files/{id}',
    status: 200,
    prepare: always('GET', async (office) => `/files/${(await newFile(office)).id}`),
  },
  {
    operation: 'GET /files/{id}/content',
    status: 200,
    prepare: always('GET', async (office) => {
      const { pathname, search } = new URL((await newFile(office)).url);
      return `${pathname.replace('/api/v1', '')}${search}`;
    }),
  },
  {
    operation: 'DELETE /files/{id}',
    status: 200,
    prepare: async (office) => async () => office.request('DELETE', `/files/${(await newFile(office)).id}`),
  },
  {
    operation: 'POST /brand_kits',
    status: 201,
    prepare: async (office) => async () =>
      office.request('POST', '/brand_kits', kitWith(office, (await newFile(office)).id)),
  },
  {
    operation: 'GET /brand_kits',
    status: 200,
    prepare: always('GET', async (office) => {
      for (let nth = 0; nth < 3; nth += 1) await newKit(office);
      return `/brand_kits?workspace_id=${office.workspaceId}`;
    }),
  },
  {
    operation: 'GET /brand_kits/{id}',
    status: 200,
    prepare: always('GET', async (office) => `/brand_kits/${await newKit(office)}`),
  },
  {
    operation: 'PATCH /brand_kits/{id}',
    status: 200,
    async prepare(office) {
      const kit = await newKit(office);
      return async () => {
        const { id } = await newFile(office);
        return office.request('PATCH', `/brand_kits/${kit}`, {
          bot: { name: `Notes ${id.slice(-6)}`, tile: { image: { file: id } } },
          workspace_ids: [office.workspaceId],
        });
      };
    },
  },
  {
    operation: 'DELETE /brand_kits/{id}',
    status: 200,
    prepare: async (office) => async () => office.request('DELETE', `/brand_kits/${await newKit(office)}`),
  },
];
