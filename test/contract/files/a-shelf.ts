import { files } from '#functions/api/files/index';
import type { Answered } from '#test/support/answered';
import { aWorld, callsTo } from '#test/support/api';
import { aPng } from '#test/unit/files/rules/images';

interface Sent {
  readonly bytes: Uint8Array;
  readonly filename?: string;
}

/** A workspace with an owner, in which files are kept. */
export async function aShelf() {
  const world = aWorld();
  const owner = await world.anOwner();
  const call = callsTo(files(world.context));
  const { key, workspaceId } = owner;
  return {
    ...world,
    world,
    owner,
    call,
    upload: (file: Sent = { bytes: aPng(), filename: 'logo.png' }, more: object = {}, as = key): Promise<Answered> =>
      call('POST', '/files', { key: as, parts: { file, purpose: 'brand_kit', workspace_id: workspaceId, ...more } }),
    read: (id: string, as = key): Promise<Answered> => call('GET', `/files/${id}`, { key: as }),
    /** As a client with the link and no key. */
    follow: (url: string): Promise<Answered> => call('GET', url.replace('https://api.example.test', '')),
  };
}
