import { CliError } from '#bin/cli/cli-error';
import { type ApiClient, ApiError } from '#bin/demo/api-client';
import { type Endpoint, EndpointSchema, ListedEndpointSchema, SettingsSchema } from '#bin/demo/api-schemas';
import { isListening } from '#bin/stack/ports';

const MADE_BY = 'npm run demo';

/** Enables recording for meetings with external attendees, or for all meetings of the workspace. */
export async function enableRecording(api: ApiClient, workspaceId: string, which: 'external' | 'all'): Promise<void> {
  const scope = which === 'external' ? 'meetings:external' : `workspace:${workspaceId}`;
  const recording = { enabled: true };
  try {
    await api.post('/settings', { workspace_id: workspaceId, recording, scope: [scope] }, SettingsSchema);
  } catch (error) {
    // 409: the scope has an assignment already, from an earlier run or from the user.
    if (!(error instanceof ApiError && error.status === 409)) throw error;
    const all = await api.list(`/settings?workspace_id=${workspaceId}&limit=100`, SettingsSchema);
    const assigned = all.find(({ assignments }) => assignments.some((one) => one.scope.join() === scope));
    if (!assigned) throw new CliError(`The workspace has an assignment for ${scope}, but no settings with it`);
    if (assigned.recording.enabled !== true) await api.patch(`/settings/${assigned.id}`, { recording });
  }
}

/** Creates a webhook endpoint for every event. Deletes endpoints of earlier runs that were killed. */
export async function subscribe(api: ApiClient, workspace_id: string, url: string): Promise<Endpoint> {
  const endpoints = await api.list(`/webhook_endpoints?workspace_id=${workspace_id}&limit=100`, ListedEndpointSchema);
  for (const old of endpoints)
    if (old.metadata['made_by'] === MADE_BY && !(await isListening(old.url)))
      await api.delete(`/webhook_endpoints/${old.id}`);
  const endpoint = { workspace_id, url, enabled_events: ['*'], metadata: { made_by: MADE_BY } };
  return (await api.post('/webhook_endpoints', endpoint, EndpointSchema)).body;
}
