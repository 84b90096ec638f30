import { Form } from '#test/support/a-form';
import { aPng } from '#test/unit/domain/files/images';
import type { Office } from '../office.ts';
import { always, type Scenario } from '../scenario.ts';

const anUpload = ({ workspaceId }: Office) =>
  new Form({ file: { bytes: aPng(), filename: 'logo.png' }, purpose: 'brand_kit', workspace_id: workspaceId });

const newFile = async (office: Office): Promise<{ readonly id: string; readonly url: string }> =>
  office.call('POST', '/files', anUpload(office));

/** Images, and what is made of them. */
export const branding: readonly Scenario[] = [
  {
    operation: 'POST /files',
    status: 201,
    prepare: async (office) => async () => office.request('POST', '/files', anUpload(office)),
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
];
