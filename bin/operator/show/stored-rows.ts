import { type MaskOptions, masked } from '#bin/operator/show/mask';
import { idsWithin } from '#bin/operator/show/subject';
import { idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import { isJsonObject, parsedJson } from '#shared/foundation/core/json';
import type { Item, Table } from '#shared/foundation/core/table';
import { type Instant, isoOf } from '#shared/foundation/core/time';
import { inflated } from '#shared/foundation/dynamodb/deflated-text';
import {
  ATTENDANCES,
  DUE_SHARDS,
  dueShard,
  ROLES,
  resourceKey,
  SEEN,
  SOURCES,
  SYNC,
} from '#shared/foundation/dynamodb/keys';
import { jsonOfState } from '#shared/foundation/dynamodb/rows';

/** Rows of one partition that are printed: a user has one for each recent request, a calendar one for each event. */
export const MOST_ROWS = 100;
/** Neighbours that are printed. */
const MOST_NEIGHBOURS = 30;
/** Due rows of a shard that are looked through for jobs. */
const MOST_DUE = 500;

/** Attributes that are keys of an index, or printed by another name. */
const LEFT_OUT = new Set(['pk', 'sk', 'type', 'revision', 'state', 'ttl']);
const isIndexKey = (name: string): boolean => /^(?:list|order|due)_(?:pk|sk)$|^due_at$/.test(name);

/** Answers of earlier requests, which may hold what is shown once, such as a signing secret; and access tokens. */
const isSecretRow = ({ sk }: Item): boolean => sk.startsWith('IDEM#') || sk === `${SYNC}#ACCESS`;

/** Rows that may be many and say little of their own: records of requests, events of a calendar, meetings of a person. */
const CROWDS: Readonly<Record<string, readonly [from: string, to: string]>> = {
  usr: ['IDEM#', 'IDEM#~'],
  cal: [SEEN, `${SOURCES}~`],
  cfd: [SEEN, `${SOURCES}~`],
  per: [ATTENDANCES, `${ATTENDANCES}~`],
};

const NO_CROWD = ['~', '~'] as const;

/** The rows under an id without those of a crowd, and whether there are more of them. */
export async function rowsOfId(
  table: Table,
  id: string,
): Promise<{ readonly rows: readonly Item[]; readonly hasMore: boolean }> {
  const [from, to] = CROWDS[id.slice(0, 3)] ?? NO_CROWD;
  const spans = [
    [' ', from],
    [to, '~~'],
  ];
  const pages = await Promise.all(
    spans.map(([first, last]) =>
      table.query({
        where: { text: 'pk = :pk AND sk BETWEEN :from AND :to', values: { ':pk': id, ':from': first, ':to': last } },
        limit: MOST_ROWS,
      }),
    ),
  );
  const rows = pages.flatMap(({ items }) => items);
  return { rows, hasMore: pages.some(({ last }) => last !== undefined) };
}

/** A row as JSON. A stored state that is no JSON is named, since it may be what is wrong. */
export function shownRow(item: Item, options: MaskOptions): Readonly<Record<string, unknown>> {
  const { pk, sk, type, revision, due_at: dueAt } = item;
  const head = { pk, sk, type, ...(revision !== undefined && { revision }), ...due(dueAt) };
  if (isSecretRow(item)) return { ...head, state: '(secret)' };
  const others = Object.entries(item).filter(([name]) => !LEFT_OUT.has(name) && !isIndexKey(name));
  return {
    ...head,
    ...(item.state !== undefined && { state: masked(stateIn(item), options) }),
    ...Object.fromEntries(others.map(([name, value]) => [name, masked(jsonText(value), options, name)])),
  };
}

/** In one line: what it is, how it stands and when it is due. */
export function summaryOf(item: Item): Readonly<Record<string, unknown>> {
  const state = stateIn(item);
  const status = isJsonObject(state) ? state['status'] : undefined;
  return { id: item.pk, type: item.type, ...(typeof status === 'string' && { status }), ...due(item.due_at) };
}

const due = (at: number | undefined) => (at === undefined ? {} : { due_at: isoOf(at as Instant) });

function stateIn(item: Item): unknown {
  try {
    return jsonOfState(item.state);
  } catch {
    return '(unreadable)';
  }
}

/** Jobs keep their content and cursor as JSON text, events deflated. Bytes of anything else stay as they are. */
function jsonText(value: unknown): unknown {
  if (value instanceof Uint8Array) return parsedJson(inflatedOr(value)) ?? value;
  return typeof value === 'string' && /^[{[]/.test(value) ? (parsedJson(value) ?? value) : value;
}

function inflatedOr(bytes: Uint8Array): string {
  try {
    return inflated(bytes);
  } catch {
    return '';
  }
}

/** The text of everything that a row says, by which ids are found in it. */
const textOf = (item: Item): string => {
  const { state: _, ...others } = item;
  const read = Object.entries(others).map(([name, value]) => [name, jsonText(value)]);
  return `${JSON.stringify(stateIn(item))} ${JSON.stringify(Object.fromEntries(read))}`;
};

/** The workspaces that rows belong to: whose audit logs tell that they were read. */
export function workspacesIn(rows: readonly Item[]): readonly WorkspaceId[] {
  const found = rows.flatMap((item) => {
    const state = stateIn(item);
    const content = jsonText(item['content']);
    const named = [state, content].flatMap((one) => (isJsonObject(one) ? [one['workspaceId']] : []));
    const ofRole = item.sk.startsWith(ROLES) ? [item.sk.slice(ROLES.length)] : [];
    return [item.pk, ...ofRole, ...named].flatMap((one) => idOf('wks', one) ?? []);
  });
  return [...new Set(found)];
}

/** The rows of ids that the rows name, of one workspace's own or of no workspace: none of another tenant. */
export async function neighboursOf(table: Table, rows: readonly Item[]): Promise<readonly Item[]> {
  const own = new Set(rows.map(({ pk }) => pk));
  const ids = [...new Set(rows.filter((row) => !isSecretRow(row)).flatMap((row) => idsWithin(textOf(row))))];
  const asked = ids.filter((id) => !own.has(id)).slice(0, MOST_NEIGHBOURS);
  const found = await Promise.all(asked.map((id) => table.get(resourceKey(id))));
  return found.flatMap((item) => item ?? []);
}

/** Jobs and events that are under way and name an id. */
export async function jobsNaming(table: Table, id: string): Promise<readonly Item[]> {
  const shards = Array.from({ length: DUE_SHARDS.swept }, (_, shard) => shard);
  const pages = await Promise.all(
    shards.map((shard) =>
      table.query({
        index: 'due',
        where: { text: 'due_pk = :pk', values: { ':pk': dueShard(shard) } },
        limit: MOST_DUE,
      }),
    ),
  );
  const keys = pages.flatMap(({ items }) => items).filter(({ pk }) => pk.startsWith('out_'));
  const rows = await Promise.all(keys.map(({ pk, sk }) => table.get({ pk, sk })));
  return rows.flatMap((row) => (row && textOf(row).includes(id) ? [row] : []));
}
