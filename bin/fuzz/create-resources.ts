import type { Stack } from '#bin/stack/stack-file';
import { isJsonObject, type JsonObject } from '#shared/foundation/core/json';
import { DAY_MS } from '#shared/foundation/core/time';

/** Ids of existing resources by their prefix. */
export type IdsByPrefix = ReadonlyMap<string, readonly string[]>;

/** Where the API is, and the user and workspace that are used. */
export type Target = Pick<Stack, 'base_url' | 'api_key' | 'workspace_id'>;

/** Several of each kind, since generated DELETE requests remove them. */
const COPIES = 6;

/** Creates resources of every kind in the workspace, and a second workspace. */
export async function createResources(target: Target): Promise<IdsByPrefix> {
  const ids = new Map<string, string[]>([['wks', [target.workspace_id]]]);
  const add = (id: unknown) => {
    const prefix = String(id).split('_')[0] ?? '';
    ids.set(prefix, [...(ids.get(prefix) ?? []), String(id)]);
  };
  const create = async (path: string, body: JsonObject): Promise<JsonObject> => {
    const created = await call(target, 'POST', path, body);
    add(created['id']);
    if ('meeting_id' in created) add(created['meeting_id']);
    return created;
  };
  await create('/workspaces', { name: 'Other' });
  for (let index = 0; index < COPIES; index += 1) await createOneOfEach(create, target.workspace_id, index);
  const { data } = await call(target, 'GET', `/webhook_events?workspace_id=${target.workspace_id}&limit=${COPIES}`);
  if (Array.isArray(data)) for (const event of data) add(Object(event).id);
  return ids;
}

type Create = (path: string, body: JsonObject) => Promise<JsonObject>;

async function createOneOfEach(create: Create, workspace_id: string, index: number): Promise<void> {
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString();
  const letter = String.fromCharCode(97 + index);
  // No program listens at port 9: deliveries fail at once and leave their attempts.
  await create('/webhook_endpoints', { workspace_id, url: 'http://127.0.0.1:9/hooks', enabled_events: ['*'] });
  const member = await create('/members', { workspace_id, email: `person-${index}@acme.test` });
  const settings = await create('/settings', { workspace_id, recording: { enabled: index % 2 === 0 } });
  const scope = [`member:${member['id']}`];
  await create('/settings_assignments', { settings_id: String(settings['id']), scope });
  const sections = [{ key: 'decisions', title: 'Decisions', instructions: 'What was decided.' }];
  const name = `Template ${index}`;
  await create('/summary_templates', { workspace_id, name, instructions: 'Be brief.', sections });
  await create('/brand_kits', { workspace_id, name: `Kit ${index}` });
  const meeting_url = `https://meet.google.com/abc-good-de${letter}`;
  await create('/bots', { workspace_id, meeting_url, join_at: tomorrow });
  await create('/calendar_events', {
    workspace_id,
    member_id: String(member['id']),
    ical_uid: `event-${index}@acme.test`,
    starts_at: tomorrow,
    meeting_url: `https://meet.google.com/abc-good-dx${letter}`,
  });
}

async function call({ base_url, api_key }: Target, method: string, path: string, body?: JsonObject) {
  const response = await fetch(`${base_url}${path}`, {
    method,
    headers: { authorization: api_key, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const json: unknown = await response.json();
  if (!response.ok || !isJsonObject(json)) throw new Error(`${method} ${path} answered ${JSON.stringify(json)}`);
  return json;
}
