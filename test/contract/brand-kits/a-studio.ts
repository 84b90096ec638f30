import { brandKits } from '#functions/api/brand-kits/index';
import { files } from '#functions/api/files/index';
import type { WorkspaceId } from '#shared/core/ids';
import type { Role } from '#shared/workspaces/rules/workspace';
import { putMembership } from '#shared/workspaces/store';
import type { Answered } from '#test/support/answered';
import { aWorld, callsTo } from '#test/support/api';
import { aPng } from '#test/unit/files/rules/images';

/** A workspace with an owner, in which files are kept and kits are made. */
export async function aStudio() {
  const world = aWorld();
  const owner = await world.anOwner();
  const shelf = callsTo(files(world.context));
  const call = callsTo(brandKits(world.context));
  const { key, workspaceId } = owner;
  return {
    ...world,
    world,
    owner,
    call,
    /** The id of a new file. */
    async aFile(bytes: Uint8Array = aPng(), as = owner): Promise<string> {
      const parts = { file: { bytes, filename: 'logo' }, purpose: 'brand_kit', workspace_id: as.workspaceId };
      return (await shelf('POST', '/files', { key: as.key, parts })).body.id;
    },
    deleteFile: (id: string): Promise<Answered> => shelf('DELETE', `/files/${id}`, { key }),
    readFile: (id: string): Promise<Answered> => shelf('GET', `/files/${id}`, { key }),
    create: (body: object = {}, as = key): Promise<Answered> =>
      call('POST', '/brand_kits', { key: as, body: { workspace_id: workspaceId, ...body } }),
    read: (id: string, as = key): Promise<Answered> => call('GET', `/brand_kits/${id}`, { key: as }),
    update: (id: string, body: object, as = key): Promise<Answered> =>
      call('PATCH', `/brand_kits/${id}`, { key: as, body }),
    remove: (id: string, as = key): Promise<Answered> => call('DELETE', `/brand_kits/${id}`, { key: as }),
    list: (workspace: string = workspaceId, as = key): Promise<Answered> =>
      call('GET', `/brand_kits?workspace_id=${workspace}`, { key: as }),
    follow: (url: string): Promise<Answered> => shelf('GET', url.replace('https://api.example.test', '')),
    /** A further workspace in which the owner has a role. */
    async another(role: Role, name = 'Branch') {
      const other = await world.anOwner(name);
      const createdAt = world.clock.now();
      const membership = { userId: owner.userId, workspaceId: other.workspaceId, role, createdAt };
      await world.context.changes.save({ at: createdAt, writes: [putMembership(membership)] });
      return { ...other, id: other.workspaceId as WorkspaceId };
    },
  };
}
