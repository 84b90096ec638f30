import type { Stack } from '#bin/stack-file';
import { isJsonObject, type JsonObject } from '#shared/core/json';

/** Ids of things that are there, by their prefix. */
export type MadeIds = ReadonlyMap<string, readonly string[]>;

/** Of each kind; what a DELETE takes away is missed soon. */
const OF_EACH = 6;

/** Puts some of everything into the stack's workspace, and a second workspace beside it. */
export async function prepareFuzz(stack: Pick<Stack, 'base_url' | 'api_key' | 'workspace_id'>): Promise<MadeIds> {
  const ids = new Map<string, string[]>([['wks', [stack.workspace_id]]]);
  const note = (...some: readonly unknown[]) => {
    for (const id of some.map(String)) {
      const prefix = id.split('_')[0] ?? '';
      ids.set(prefix, [...(ids.get(prefix) ?? []), id]);
    }
  };
  const make = async (path: string, body: JsonObject): Promise<JsonObject> => {
    const made = await ask(stack, 'POST', path, body);
    note(made['id'], ...('meeting_id' in made ? [made['meeting_id']] : []));
    return made;
  };
  await make('/workspaces', { name: 'Other' });
  for (let at = 0; at < OF_EACH; at += 1) await makeOneOfEach(make, stack.workspace_id, at);
  const events = await ask(stack, 'GET', `/webhook_events?workspace_id=${stack.workspace_id}&limit=${OF_EACH}`);
  for (const event of events['data'] as readonly JsonObject[]) note(event['id']);
  return ids;
}

type Make = (path: string, body: JsonObject) => Promise<JsonObject>;

async function makeOneOfEach(make: Make, workspaceId: string, at: number): Promise<void> {
  const here = { workspace_id: workspaceId };
  // Nothing listens there: deliveries fail at once and leave their attempts.
  await make('/webhook_endpoints', { ...here, url: 'http://127.0.0.1:9/hooks', enabled_events: ['*'] });
  const member = await make('/members', { ...here, email: `person-${at}@acme.test` });
  const settings = await make('/settings', { ...here, recording: { enabled: at % 2 === 0 } });
  await make('/settings_assignments', { settings_id: String(settings['id']), scope: [`member:${member['id']}`] });
  const sections = [{ key: 'decisions', title: 'Decisions', instructions: 'What was decided.' }];
  await make('/summary_templates', { ...here, name: `Template ${at}`, instructions: 'Be brief.', sections });
  await make('/brand_kits', { ...here, name: `Kit ${at}` });
  await make('/bots', { ...here, meeting_url: `https://meet.google.com/abc-good-de${letter(at)}`, join_at: inADay() });
  await make('/calendar_events', {
    ...here,
    member_id: String(member['id']),
    ical_uid: `event-${at}@acme.test`,
    starts_at: inADay(),
    meeting_url: `https://meet.google.com/abc-good-dx${letter(at)}`,
  });
}

const letter = (at: number): string => String.fromCharCode(97 + at);

const DAY_MS = 86_400_000;

const inADay = (): string => new Date(Date.now() + DAY_MS).toISOString();

async function ask(
  { base_url, api_key }: Pick<Stack, 'base_url' | 'api_key'>,
  method: 'GET' | 'POST',
  path: string,
  body?: JsonObject,
): Promise<JsonObject> {
  const response = await fetch(`${base_url}${path}`, {
    method,
    headers: { authorization: api_key, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answered: unknown = await response.json();
  if (!response.ok || !isJsonObject(answered))
    throw new Error(`${method} ${path} answered ${JSON.stringify(answered)}`);
  return answered;
}
