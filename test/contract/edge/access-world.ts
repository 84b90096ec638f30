import type { Role } from '#shared/foundation/core/roles';
import type { Contract } from '#shared/foundation/http/contract';
import { appContext } from '#shared/wiring/app-context';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { callsTo } from '#test/support/api';
import { inMemoryFiles } from '#test/support/in-memory-files';
import type { FormParts } from '#test/support/multipart-form';
import { putOlderRole } from '#test/support/older-role';
import { requestCounter } from '#test/support/request-counter';
import { everyGroup } from './a-deployment.ts';
import type { AccessRow } from './access-rows.ts';
import { type IdPlace, idPlacesIn } from './ids-in-contracts.ts';
import { type Office, twoOffices } from './two-offices.ts';

/** Two workspaces with one of each resource, and users of each role. Built once; tests use copies. */
export async function theOffices() {
  const offices = await twoOffices();
  const { context, owner, stranger, aColleague, call } = offices;
  const hired = async (role: Role) => (await aColleague(owner.workspaceId, role)).key;
  const inBoth = await aColleague(owner.workspaceId, 'owner');
  const at = context.clock.now();
  await context.changes.save({
    at,
    writes: [putOlderRole({ userId: inBoth.userId, workspaceId: stranger.workspaceId, role: 'owner', createdAt: at })],
  });
  const keys = {
    owner: owner.key,
    admin: await hired('admin'),
    member: await hired('member'),
    guest: await hired('guest'),
    stranger: stranger.key,
    inBoth: inBoth.key,
    wrong: context.apiKeys.make(context.ids.make('usr')).key,
  };
  // The first call of a key is remembered: from here on it writes nothing.
  for (const key of Object.values(keys)) await call('GET', '/workspaces', { key });
  return { ...offices, keys };
}

export type Offices = Awaited<ReturnType<typeof theOffices>>;

/** A copy that a test may change. Requests to the table are counted for each call. */
export function aCopyOf({ context, dynamo, files, keys }: Offices) {
  const copy = inMemoryMainTable({ items: dynamo.items() });
  const counter = requestCounter();
  const table = tableOver(counter.watch(copy));
  const here = { ...context, ...appContext({ ...context, table }), files: inMemoryFiles(files.files) };
  const call = callsTo(everyGroup(here));
  return {
    context: here,
    /** Without what requests before read and were answered, which is counted beside the next one. */
    items: () => copy.items().filter(({ pk }) => !pk?.S?.includes('#work_bytes#')),
    call,
    counted: (...request: Parameters<typeof call>) => counter.during(() => call(...request)),
    /** By its owner, who then has no role in it. */
    async archive({ wks }: Office): Promise<void> {
      const { status } = await call('DELETE', `/workspaces/${wks}`, { key: keys.owner });
      if (status !== 200) throw new Error(`The workspace was not archived: ${status}.`);
    },
  };
}

/** Returns a copy in which no call has changed a row yet: the one of the last time, where its calls were refused or read. */
export function untouchedCopies(offices: Offices): () => ReturnType<typeof aCopyOf> {
  let world = aCopyOf(offices);
  let rows = world.items();
  return () => {
    const now = world.items();
    // A row that is written is another object.
    if (now.length === rows.length && now.every((row, nth) => row === rows[nth])) return world;
    world = aCopyOf(offices);
    rows = world.items();
    return world;
  };
}

/** The parts of a request that ids stand in. */
export interface Parts {
  readonly id?: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** A valid request for what an office has. */
export function partsFor(
  contract: Contract,
  { body = {}, query = {} }: AccessRow,
  office: Office,
  kindInPath?: string,
): Parts {
  const places = idPlacesIn(contract).map(({ where, field }) => `${where}.${field}`);
  const named = (where: string) =>
    Object.fromEntries(
      ['workspace_id', 'organization_id'].flatMap((name) =>
        places.includes(`${where}.${name}`) ? [[name, office.wks]] : [],
      ),
    );
  const fields = typeof body === 'function' ? body(office) : body;
  return {
    ...(kindInPath !== undefined && { id: idIn(office, kindInPath) }),
    query: { ...named('query'), ...query },
    ...(contract.body && { body: { ...named('body'), ...fields } }),
  };
}

export function idIn(office: Office, kind: string): string {
  const id = (office as Readonly<Record<string, string>>)[kind];
  if (id === undefined) throw new Error(`two-offices.ts makes no ${kind}.`);
  return id;
}

/** Another value at one place of a request. */
export const withId = (parts: Parts, { where, field }: IdPlace, value: unknown): Parts =>
  where === 'path' ? { ...parts, id: String(value) } : { ...parts, [where]: placed(parts[where] ?? {}, field, value) };

function placed(group: object, field: string, value: unknown): Readonly<Record<string, unknown>> {
  const [name = '', ...rest] = field.split('.');
  const inner = (group as Readonly<Record<string, unknown>>)[name];
  const child =
    rest.length > 0 ? placed(typeof inner === 'object' && inner ? inner : {}, rest.join('.'), value) : value;
  return { ...group, [name]: child };
}

/** A request's parts as arguments of a call. */
export function asCall(
  { method, path, multipart }: Contract,
  { id = '', query, body }: Parts,
  key: string | undefined,
) {
  const asked = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  const whole = [
    path.replace(/\{id[^}]*\}/, encodeURIComponent(id)),
    ...(asked.length > 0 ? [asked.join('&')] : []),
  ].join('?');
  return [
    method,
    whole,
    { ...(key !== undefined && { key }), ...(body && (multipart ? { parts: texts(body) } : { body })) },
  ] as const;
}

/** Form values are texts. */
const texts = (body: object): FormParts =>
  Object.fromEntries(Object.entries(body).map(([name, one]) => [name, typeof one === 'number' ? String(one) : one]));

/** The same id with other last characters: one that does not exist. */
export const unknownIdLike = (id: string): string => `${id.slice(0, -8)}0000zzzz`;
