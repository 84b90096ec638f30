import * as v from 'valibot';
import { CouldNotStart } from '#bin/cli/cli-error';
import { type Api, Refusal } from '#bin/demo/api-client';
import { EndpointAnswer, ListAnswer, SettingsAnswer } from '#bin/demo/api-responses';
import { answers } from '#bin/stack/ports';

const MADE_BY = { made_by: 'npm run demo' };
const OldEndpoint = v.object({ id: v.string(), url: v.string(), metadata: v.record(v.string(), v.string()) });

/** Has the workspace's meetings with people from outside, or all of them, recorded from now on. */
export async function recordMeetings(api: Api, workspaceId: string, which: 'external' | 'all'): Promise<void> {
  const scope = which === 'external' ? 'meetings:external' : `workspace:${workspaceId}`;
  const recording = { enabled: true };
  try {
    await api.post('/settings', { workspace_id: workspaceId, recording, scope: [scope] }, SettingsAnswer);
  } catch (error) {
    // A scope has one assignment: what an earlier run or its owner chose is there.
    if (!(error instanceof Refusal && error.status === 409)) throw error;
    const there = await settingsFor(api, workspaceId, scope);
    if (there.recording.enabled !== true) await api.patch(`/settings/${there.id}`, { recording });
  }
}

async function settingsFor(api: Api, workspaceId: string, scope: string): Promise<SettingsAnswer> {
  const all = await everyOne(api, `/settings?workspace_id=${workspaceId}&limit=100`, SettingsAnswer);
  const found = all.find(({ assignments }) => assignments.some((one) => one.scope.join() === scope));
  if (!found) throw new CouldNotStart(`The workspace has an assignment for ${scope}, yet no settings show it`);
  return found;
}

/** Subscribes the receiver to every event. Those of earlier runs that were killed are taken away. */
export async function subscribe(api: Api, workspaceId: string, url: string): Promise<EndpointAnswer> {
  const old = await everyOne(api, `/webhook_endpoints?workspace_id=${workspaceId}&limit=100`, OldEndpoint);
  for (const { id, url: address, metadata } of old) {
    if (metadata['made_by'] === MADE_BY.made_by && !(await answers(address)))
      await api.remove(`/webhook_endpoints/${id}`);
  }
  const body = { workspace_id: workspaceId, url, enabled_events: ['*'], metadata: MADE_BY };
  return api.post('/webhook_endpoints', body, EndpointAnswer);
}

async function everyOne<Schema extends v.GenericSchema>(
  api: Api,
  path: string,
  one: Schema,
): Promise<readonly v.InferOutput<Schema>[]> {
  const { data, _links } = await api.get(path, ListAnswer);
  const next = _links?.next?.url;
  return [...data.map((item) => v.parse(one, item)), ...(next ? await everyOne(api, next, one) : [])];
}
