import * as v from 'valibot';
import { idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import type { Item, Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { dueShard, pollPartition } from '#shared/foundation/dynamodb/keys';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { jsonOfState } from '#shared/foundation/dynamodb/rows';

/** An entry of the due index, which may lag behind the row. */
export interface DueEntry {
  readonly pk: string;
  readonly sk: string;
  /** `bot`, `delivery`, `event`, `job`, … */
  readonly type: string;
  readonly dueAt: Instant;
}

/** The row of an entry, strongly consistent. */
export interface DueRow {
  readonly entry: DueEntry;
  /** How often its due time was postponed since it last made progress. */
  readonly moves: number;
  /** The due time before it was postponed. */
  readonly since: Instant;
  readonly item: Item;
  /** Reads it in the row, which takes time for a long one; undefined where the row names none. */
  readonly workspaceId: () => WorkspaceId | undefined;
}

export interface DuePage {
  /** Longest due first. */
  readonly entries: readonly DueEntry[];
  /** The position of the next page of the shard; undefined after the last. */
  readonly next: string | undefined;
}

/** The due index. Throws `Throttled`. */
export interface DueRows {
  page(shard: number, until: Instant, after: string | undefined): Promise<DuePage>;
  /** Calendars that are polled in a minute of this slot. */
  polls(slot: number, after: string | undefined): Promise<DuePage>;
  /** Undefined if the row is gone, or has another due time than the entry. */
  read(entry: DueEntry): Promise<DueRow | undefined>;
  /** Only if the due time is still the one that was read; otherwise another worker has processed the row. */
  postpone(row: DueRow, to: Instant): Promise<void>;
}

/** Entries a page: fifty calls of ten messages each, a second or two of work. */
const PAGE = 500;

const Entry = v.object({ pk: v.string(), sk: v.string(), type: v.string(), due_at: instant });

export const dueRows = (table: Table): DueRows => ({
  page: (shard, until, after) => pageOf(table, dueShard(shard), until, after),

  polls: (slot, after) => pageOf(table, pollPartition(slot), 0, after),

  async read(entry) {
    const item = await table.get({ pk: entry.pk, sk: entry.sk });
    if (item?.due_at !== entry.dueAt) return undefined;
    const moved = v.parse(Moved, { since: entry.dueAt, ...item });
    return { entry, ...moved, item, workspaceId: () => workspaceIn(item) };
  },

  async postpone({ entry, moves, since }, to) {
    await table.write({
      update: { pk: entry.pk, sk: entry.sk },
      set: {
        text: 'SET due_at = :to, moves = :moves, since = :since',
        values: { ':to': to, ':moves': moves + 1, ':since': since },
      },
      when: { text: 'due_at = :seen', values: { ':seen': entry.dueAt } },
    });
  },
});

async function pageOf(table: Table, partition: string, until: number, after: string | undefined): Promise<DuePage> {
  const { items, last } = await table.query({
    index: 'due',
    where: { text: 'due_pk = :partition AND due_at <= :until', values: { ':partition': partition, ':until': until } },
    limit: PAGE,
    ...(after !== undefined && { after: v.parse(Position, JSON.parse(after)) }),
  });
  return { entries: items.map(entryOf), next: last && JSON.stringify(last) };
}

const Position = v.record(v.string(), v.union([v.string(), v.number()]));
const Moved = v.object({ moves: v.optional(v.number(), 0), since: instant });

function entryOf(item: Item): DueEntry {
  const { pk, sk, type, due_at: dueAt } = v.parse(Entry, item);
  return { pk, sk, type, dueAt };
}

const WithWorkspace = v.object({ workspaceId: id('wks') });

/** A workspace's own row is under its id; a row without a state names its workspace, and one that cannot be parsed none. */
function workspaceIn(item: Item): WorkspaceId | undefined {
  const named = idOf('wks', item.pk) ?? idOf('wks', item['workspace_id']);
  if (named || item.state === undefined) return named;
  try {
    return v.parse(WithWorkspace, jsonOfState(item.state)).workspaceId;
  } catch {
    return undefined;
  }
}
