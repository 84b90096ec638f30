import { brandKits } from '#functions/api/brand-kits/index';
import { files } from '#functions/api/files/index';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Role } from '#shared/foundation/core/roles';
import { aWorld, callsTo } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { putOlderRole } from '#test/support/older-role';
import { aPng } from '#test/unit/files/rules/images';

/** A workspace with an owner, that uploads files and creates brand kits. */
export async function aBrandKitWorld(world = aWorld()) {
  const owner = await world.anOwner();
  const fileCalls = callsTo(files(world.context));
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
      return (await fileCalls('POST', '/files', { key: as.key, parts })).body.id;
    },
    deleteFile: (id: string): Promise<ApiResponse> => fileCalls('DELETE', `/files/${id}`, { key }),
    readFile: (id: string): Promise<ApiResponse> => fileCalls('GET', `/files/${id}`, { key }),
    create: (body: object = {}, as = key): Promise<ApiResponse> =>
      call('POST', '/brand_kits', { key: as, body: { workspace_id: workspaceId, ...body } }),
    read: (id: string, as = key): Promise<ApiResponse> => call('GET', `/brand_kits/${id}`, { key: as }),
    update: (id: string, body: object, as = key): Promise<ApiResponse> =>
      call('PATCH', `/brand_kits/${id}`, { key: as, body }),
    remove: (id: string, as = key): Promise<ApiResponse> => call('DELETE', `/brand_kits/${id}`, { key: as }),
    list: (workspace: string = workspaceId, as = key): Promise<ApiResponse> =>
      call('GET', `/brand_kits?workspace_id=${workspace}`, { key: as }),
    follow: (url: string): Promise<ApiResponse> => fileCalls('GET', url.replace('https://api.example.test', '')),
    /** A further workspace in which the owner has a role. */
    async another(role: Role, name = 'Branch') {
      const other = await world.anOwner(name);
      const createdAt = world.clock.now();
      const membership = { userId: owner.userId, workspaceId: other.workspaceId, role, createdAt };
      await world.context.changes.save({ at: createdAt, writes: [putOlderRole(membership)] });
      return { ...other, id: other.workspaceId as WorkspaceId };
    },
  };
}
