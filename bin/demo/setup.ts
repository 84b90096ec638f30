import * as v from 'valibot';
import { CliError } from '#bin/cli/cli-error';
import { type Endpoint, EndpointSchema, ListedEndpointSchema, SettingsSchema } from '#bin/demo/api-schemas';
import { ApiError, type Client, itemsOf } from '#bin/demo/client';
import { isListening } from '#bin/stack/ports';

const MADE_BY = 'npm run demo';

/** Enables recording for meetings with external attendees, or for all meetings of the workspace. */
export async function enableRecording(api: Client, workspaceId: string, which: 'external' | 'all'): Promise<void> {
  const scope = which === 'external' ? 'meetings:external' : `workspace:${workspaceId}`;
  const recording = { enabled: true };
  try {
    await api.createSettings({ body: { workspace_id: workspaceId, recording, scope: [scope] } });
  } catch (error) {
    // 409: the scope has an assignment already, from an earlier run or from the user.
    if (!(error instanceof ApiError && error.status === 409)) throw error;
    const query = { workspace_id: workspaceId, limit: 100 };
    const all = await itemsOf(api, api.listSettings({ query }), SettingsSchema);
    const assigned = all.find(({ assignments }) => assignments.some((one) => one.scope.join() === scope));
    if (!assigned) throw new CliError(`The workspace has an assignment for ${scope}, but no settings with it`);
    if (assigned.recording.enabled !== true)
      await api.changeSettings({ path: { id: assigned.id }, body: { recording } });
  }
}

/** Creates a webhook endpoint for every event. Deletes endpoints of earlier runs that were killed. */
export async function subscribe(api: Client, workspace_id: string, url: string): Promise<Endpoint> {
  const query = { workspace_id, limit: 100 };
  const endpoints = await itemsOf(api, api.listWebhookEndpoints({ query }), ListedEndpointSchema);
  for (const old of endpoints)
    if (old.metadata['made_by'] === MADE_BY && !(await isListening(old.url)))
      await api.deleteWebhookEndpoint({ path: { id: old.id } });
  const endpoint = { workspace_id, url, enabled_events: ['*'], metadata: { made_by: MADE_BY } };
  return v.parse(EndpointSchema, await api.createWebhookEndpoint({ body: endpoint }));
}
