import type { UploadId } from '#shared/foundation/core/ids';
import { uploadKeyOf } from '#shared/texts/uploads/rules/upload';
import type { Office } from '../office.ts';
import { always, type Scenario } from '../scenario.ts';

const aFile = ({ workspaceId }: Office) => ({ workspace_id: workspaceId, filename: 'call.mp4', size: 20_000_000 });

const anUpload = async (office: Office): Promise<UploadId> => (await office.call('POST', '/uploads', aFile(office))).id;

export const uploadScenarios: readonly Scenario[] = [
  {
    operation: 'GET /uploads/new',
    status: 200,
    prepare: always('GET', ({ workspaceId }) => `/uploads/new?workspace_id=${workspaceId}&filename=call.mp4`),
  },
  {
    operation: 'POST /uploads',
    status: 201,
    prepare: async (office) => async () => office.request('POST', '/uploads', aFile(office)),
  },
  {
    operation: 'GET /uploads/{id}',
    status: 200,
    prepare: always('GET', async (office) => `/uploads/${await anUpload(office)}`),
  },
  {
    operation: 'POST /uploads/{id}/complete',
    status: 200,
    async prepare(office) {
      const { uploadStorage } = office.world.context;
      return async () => {
        const id = await anUpload(office);
        const key = uploadKeyOf({ workspaceId: office.workspaceId, id });
        const parts = [1, 2, 3].map((number) => ({
          number,
          etag: uploadStorage.putPart(key, number, new Uint8Array(1)),
        }));
        return office.request('POST', `/uploads/${id}/complete`, { parts });
      };
    },
  },
];
