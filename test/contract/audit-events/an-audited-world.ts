import { settings } from '#functions/api/settings/index';
import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import { workspaces } from '#functions/api/workspaces/index';
import { aWorld, callsTo } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';

const lookUp = async () => ['93.184.216.34'];

/** An owner who administers, and reads the audit log of the workspace. */
export async function anAuditedWorld() {
  const world = aWorld();
  const owner = await world.anOwner();
  const { key, workspaceId: workspace_id } = owner;
  const calls = {
    settings: callsTo(settings(world.context)),
    endpoints: callsTo(webhookEndpoints({ ...world.context, lookUp })),
    workspaces: callsTo(workspaces(world.context)),
  };
  const wanted = { workspace_id, url: 'https://partner.test/hooks', enabled_events: ['*'] };
  return {
    world,
    owner,
    calls,
    anEndpoint: (more: object = {}) =>
      calls.endpoints('POST', '/webhook_endpoints', { key, body: { ...wanted, ...more } }),
    someSettings: (values: object) => calls.settings('POST', '/settings', { key, body: { workspace_id, ...values } }),
    list: (query = '', as = key): Promise<ApiResponse> =>
      calls.workspaces('GET', `/audit_events?workspace_id=${workspace_id}${query}`, { key: as }),
  };
}

/** Actions of a page, newest first. */
export const actionsIn = ({ body }: ApiResponse): readonly string[] =>
  body.data.map(({ action }: { readonly action: string }) => action);
