import { files } from '#functions/api/files/index';
import { aWorld, callsTo } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { aPng } from '#test/unit/files/rules/images';

interface Sent {
  readonly bytes: Uint8Array;
  readonly filename?: string;
}

/** A workspace with an owner who uploads files. */
export async function aFileWorld(world = aWorld()) {
  const owner = await world.anOwner();
  const call = callsTo(files(world.context));
  const { key, workspaceId } = owner;
  return {
    ...world,
    world,
    owner,
    call,
    upload: (file: Sent = { bytes: aPng(), filename: 'logo.png' }, more: object = {}, as = key): Promise<ApiResponse> =>
      call('POST', '/files', { key: as, parts: { file, purpose: 'brand_kit', workspace_id: workspaceId, ...more } }),
    read: (id: string, as = key): Promise<ApiResponse> => call('GET', `/files/${id}`, { key: as }),
    /** As a client with the link and no key. */
    follow: (url: string): Promise<ApiResponse> => call('GET', url.replace('https://api.example.test', '')),
  };
}
