import { uploads } from '#functions/api/uploads/index';
import { aWorld, callsTo } from '#test/support/api';
import { inMemoryUploads } from '#test/support/in-memory-uploads';

/** A workspace whose owner uploads media. */
export async function anUploadWorld() {
  const world = aWorld();
  const owner = await world.anOwner();
  const storage = inMemoryUploads(world.files);
  const call = callsTo(uploads({ ...world.context, uploadStorage: storage }));
  const { key, workspaceId } = owner;
  const create = (body: object = {}, headers: Readonly<Record<string, string>> = {}) =>
    call('POST', '/uploads', {
      key,
      headers,
      body: { workspace_id: workspaceId, filename: 'call.mp4', size: 20_000_000, ...body },
    });
  return {
    ...{ world, owner, storage, call, create },
    createByGet: (query = 'filename=call.mp3', method = 'GET') => call(method, `/uploads/new?${query}`, { key }),
    read: (id: string) => call('GET', `/uploads/${id}`, { key }),
    complete: (id: string, parts: readonly object[]) =>
      call('POST', `/uploads/${id}/complete`, { key, body: { parts } }),
    keyOf: (id: string) => `uploads/${workspaceId}/${id}`,
    /** Rows of uploads in the table. */
    rows: () => world.dynamo.items().filter(({ type }) => type?.S === 'upload'),
  };
}
