import * as v from 'valibot';
import { CredentialRow } from '#shared/accounts/identity/row';
import { type BotId, idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import type { Loaded } from '#shared/foundation/core/store';
import type { Item, Key, Table, Write } from '#shared/foundation/core/table';
import { DAY_MS, type Instant, later, MINUTE_MS, ttlAt } from '#shared/foundation/core/time';
import {
  duePartition,
  LIVE_FEED,
  LIVE_READERS,
  LIVE_SEGMENTS,
  liveFeedKey,
  liveFeedPartition,
  liveReaderKey,
  liveSegmentKey,
  readingsOf,
} from '#shared/foundation/dynamodb/keys';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { loaded, partition, stateOf, storedState, unlessSavedSince } from '#shared/foundation/dynamodb/rows';
import { livePlaces, PlaceRow } from '#shared/meetings/live-transcripts/places-store';
import {
  type FeedState,
  type LiveReader,
  type LiveSegment,
  MOST_SEGMENTS,
} from '#shared/meetings/live-transcripts/rules/live-feed';

/** The live transcript of a bot, with everyone who reads it. */
export interface Feed {
  /** Undefined before the first line and the first look for a reader. */
  readonly head: Loaded<FeedState> | undefined;
  readonly segments: readonly LiveSegment[];
  readonly readers: readonly LiveReader[];
}

const FeedRow: v.GenericSchema<unknown, FeedState> = v.object({
  botId: id('bot'),
  meetingId: id('mtg'),
  workspaceId: id('wks'),
  count: v.number(),
  lastId: v.number(),
  sentId: v.number(),
  lease: v.nullable(v.object({ holder: v.string(), until: instant })),
  lookAt: v.nullable(instant),
  statusAt: v.exactOptional(instant),
});

const DueRow = v.object({ due_at: instant, since: v.optional(instant) });

const SegmentRow: v.GenericSchema<unknown, LiveSegment> = v.object({
  number: v.number(),
  id: v.number(),
  lineId: v.string(),
  speakerKey: v.nullable(v.string()),
  speakerName: v.nullable(v.string()),
  text: v.string(),
  start: v.number(),
  end: v.number(),
  isFinal: v.boolean(),
});

const ReaderRow: v.GenericSchema<unknown, LiveReader> = v.object({
  connectionId: v.string(),
  userId: id('usr'),
  credential: v.exactOptional(CredentialRow),
  place: v.exactOptional(PlaceRow),
  connectedAt: instant,
  after: v.nullable(v.number()),
  told: v.nullable(v.picklist(['joining', 'in_call', 'ended'])),
});

/** The sweeper looks at a feed by then: one of a call that has ended is removed. Each write moves it on when it is near. */
const DUE_AFTER_MS = 2 * MINUTE_MS;
const DUE_STEP_MS = MINUTE_MS;
/** In case no look removes a row. A call ends within a day. */
const KEPT_MS = DAY_MS;

const expiry = (now: Instant) => ({ ttl: ttlAt(later(now, KEPT_MS)) });

export const liveFeeds = {
  /** All of it in one query, strongly consistent. */
  async load(table: Table, bot: BotId): Promise<Feed> {
    const rows = await partition(table, liveFeedPartition(bot));
    const under = (prefix: string) => rows.filter(({ sk }) => sk.startsWith(prefix));
    return {
      head: loaded(
        FeedRow,
        rows.find(({ sk }) => sk === LIVE_FEED),
      ),
      segments: under(LIVE_SEGMENTS).map((row) => stateOf(SegmentRow, row)),
      readers: under(LIVE_READERS).map((row) => stateOf(ReaderRow, row)),
    };
  },

  /** When the sweeper looks at a feed, however often it looked since, and whose it is. Undefined where there is none. */
  async due(
    table: Table,
    bot: BotId,
  ): Promise<{ readonly dueAt: Instant; readonly workspaceId: WorkspaceId } | undefined> {
    const row = await table.get(liveFeedKey(bot));
    if (!row) return undefined;
    const { since, due_at: dueAt } = v.parse(DueRow, row);
    return { dueAt: since ?? dueAt, workspaceId: stateOf(FeedRow, row).workspaceId };
  },

  /** Saves the feed and segments of it; refused with `LostRace` where it was saved since it was read. */
  put(before: Loaded<FeedState> | undefined, after: FeedState, segments: readonly LiveSegment[], now: Instant) {
    const revision = before?.revision ?? 0;
    // In minutes, so that the entry of the index is rarely written.
    const due_at = Math.ceil((now + DUE_AFTER_MS) / DUE_STEP_MS) * DUE_STEP_MS;
    return [
      {
        put: {
          ...liveFeedKey(after.botId),
          type: 'live_feed',
          revision: revision + 1,
          state: storedState(after),
          due_pk: duePartition(after.botId),
          due_at,
          ...expiry(now),
        },
        when: unlessSavedSince(revision),
      },
      ...segments.map((segment) => putSegment(after.botId, segment, now)),
    ] satisfies readonly Write[];
  },

  /** The keys of all its rows. */
  async keys(table: Table, bot: BotId): Promise<readonly Key[]> {
    return (await partition(table, liveFeedPartition(bot))).map(({ pk, sk }) => ({ pk, sk }));
  },
};

const putSegment = (bot: BotId, segment: LiveSegment, now: Instant): Write => ({
  put: {
    ...liveSegmentKey(bot, segment.number % MOST_SEGMENTS),
    type: 'live_segment',
    state: storedState(segment),
    ...expiry(now),
  },
});

const readerRow = (bot: BotId, reader: LiveReader): Item => ({
  ...liveReaderKey(bot, reader.connectionId),
  type: 'live_reader',
  state: storedState(reader),
  list_pk: readingsOf(reader.connectionId),
  list_sk: bot,
  ...expiry(reader.connectedAt),
});

/** Connections of readers, one row each. */
export const liveReaders = {
  add: async (table: Table, bot: BotId, reader: LiveReader): Promise<void> => {
    await table.write({ put: readerRow(bot, reader) });
  },

  /** Nothing where the connection has ended meanwhile. */
  save: async (table: Table, bot: BotId, reader: LiveReader): Promise<void> => {
    await table.write({ put: readerRow(bot, reader), when: { text: 'attribute_exists(pk)' } });
  },

  async find(table: Table, bot: BotId, connectionId: string): Promise<LiveReader | undefined> {
    const item = await table.get(liveReaderKey(bot, connectionId));
    return item && stateOf(ReaderRow, item);
  },

  /** Removes a connection that has ended, and then frees its place. */
  remove: async (table: Table, bot: BotId, { connectionId, place }: LiveReader): Promise<void> => {
    await table.write({ remove: liveReaderKey(bot, connectionId) });
    if (place) await livePlaces.free(table, place);
  },

  /** The bot that a connection reads; the index may lag by about a second. */
  async botOf(table: Table, connectionId: string): Promise<BotId | undefined> {
    const where = { text: 'list_pk = :socket', values: { ':socket': readingsOf(connectionId) } };
    const { items } = await table.query({ index: 'list', where, limit: 1 });
    return idOf('bot', items[0]?.list_sk);
  },
};
