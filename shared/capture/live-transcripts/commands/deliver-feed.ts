import { rightsOf } from '#shared/capture/live-transcripts/commands/find-right';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { Sleep } from '#shared/foundation/core/clock';
import type { BotId, WorkspaceId } from '#shared/foundation/core/ids';
import { LostRace } from '#shared/foundation/core/store';
import { type Instant, later, SECOND_MS } from '#shared/foundation/core/time';
import { type Feed, liveFeeds, liveReaders } from '#shared/meetings/live-transcripts/feeds-store';
import type { LiveConnections } from '#shared/meetings/live-transcripts/ports';
import {
  type FeedState,
  isLookQueued,
  isStatusDue,
  type LiveReader,
  type LiveStatus,
} from '#shared/meetings/live-transcripts/rules/live-feed';
import { framesOf, messagesFor } from '#shared/meetings/live-transcripts/rules/live-messages';

interface Needs extends Pick<CommandContext, 'table' | 'clock' | 'changes'> {
  readonly connections: LiveConnections;
  readonly sleep: Sleep;
}

interface Delivery {
  readonly botId: BotId;
  /** By which this worker has the lease. */
  readonly holder: string;
  readonly status: LiveStatus;
  /** Until the next look, while someone reads. */
  readonly lookInSeconds: number;
  /** The look that this worker makes; left out where another message is still in the queue for it. */
  readonly lookAt: Instant | undefined;
}

/** How long a round waits for a slow connection, before the others get what is new. */
const ROUND_MS = 100;
/** The gateway opens a connection some time after the reader was admitted. */
const OPENING_MS = 10 * SECOND_MS;
/** A feed that changes faster than it is read again is left to the next worker, whose lease begins later. */
const LONGEST_MS = 20 * SECOND_MS;
/**
 * Rights are read again after this long within a run. With the time between two looks (`serve-feed.ts`) and that of a slow
 * connection, a right that ended is ended here within five seconds: docs/security.md#open-channels.
 */
const RIGHTS_MS = SECOND_MS;

/** The connections of one run, and how far each has come. */
interface Run extends Needs, Delivery {
  /** By the id of the connection, for those that were sent something. */
  readonly cursors: Map<string, number>;
  readonly told: Map<string, LiveStatus>;
  /** Connections that have not answered yet. */
  readonly pending: Map<string, Promise<void>>;
  /** Connections that were not open yet, and those that could not be ended: they are tried again at the next look. */
  readonly retried: Set<string>;
  /** Whether every reader gets the status once in this run; undefined before the feed was read. */
  repeatsStatus: boolean | undefined;
  rights: Rights;
}

/** Whether each connection may read, by its id, as it was at a time. */
interface Rights {
  readonly readAt: Instant;
  readonly mayRead: Map<string, boolean>;
}

/**
 * Sends each reader what it lacks, in order, until no reader lacks anything, and gives up the lease in the write that
 * requires that the feed has not changed since. A connection that has not taken a frame gets no other, and delays no
 * other connection; one that fails is ended. Answers the next look that is to be queued: null where no one reads, or
 * one is queued already.
 */
export async function deliverFeed(needs: Needs, delivery: Delivery): Promise<Instant | null> {
  const run: Run = {
    ...needs,
    ...delivery,
    cursors: new Map(),
    told: new Map(),
    pending: new Map(),
    retried: new Set(),
    repeatsStatus: undefined,
    rights: { readAt: needs.clock.now(), mayRead: new Map() },
  };
  try {
    return await sendUntilWhole(run);
  } finally {
    // Lambda freezes the function when it returns: what is being sent would end with its next invocation, or never.
    await Promise.allSettled(run.pending.values());
  }
}

async function sendUntilWhole(run: Run): Promise<Instant | null> {
  const { table, clock, sleep, botId, holder } = run;
  const until = later(clock.now(), LONGEST_MS);
  while (clock.now() < until) {
    const feed = await liveFeeds.load(table, botId);
    if (feed.head?.state.lease?.holder !== holder) return null;
    run.repeatsStatus ??= isStatusDue(feed.head.state, clock.now());
    await startPosts(run, feed, feed.head.state);
    if (run.pending.size > 0) {
      await Promise.race([Promise.all(run.pending.values()), sleep(ROUND_MS)]);
      continue;
    }
    const next = await giveUpLease(run, feed);
    if (next !== 'changed') return next;
  }
  throw new Error('A live transcript changes faster than it is sent.');
}

/** Begins to send to every reader that lacks something and has taken all that it was sent. */
async function startPosts(run: Run, { readers, segments }: Feed, state: FeedState): Promise<void> {
  await readRights(run, readers, state.workspaceId);
  for (const reader of readers) {
    const { connectionId } = reader;
    if (run.pending.has(connectionId) || run.retried.has(connectionId)) continue;
    const after = run.cursors.get(connectionId) ?? reader.after ?? state.sentId;
    if (!run.rights.mayRead.get(connectionId)) {
      await drop(run, reader, after);
      continue;
    }
    const told = run.told.get(connectionId) ?? (run.repeatsStatus ? null : reader.told);
    const frames = framesOf(messagesFor({ told }, { status: run.status, segments, after }));
    if (frames.length === 0) continue;
    const missing = { frames, after, lastId: state.lastId };
    const posting = post(run, reader, missing).finally(() => run.pending.delete(connectionId));
    run.pending.set(connectionId, posting);
  }
}

/** Reads the rights of connections that are new, and of all after a second: one whose right has ended reads no further. */
async function readRights(run: Run, readers: readonly LiveReader[], workspace: WorkspaceId): Promise<void> {
  const { table, clock } = run;
  const now = clock.now();
  if (now >= later(run.rights.readAt, RIGHTS_MS)) run.rights = { readAt: now, mayRead: new Map() };
  const { mayRead } = run.rights;
  const unknown = readers.filter(({ connectionId }) => !mayRead.has(connectionId));
  const rights = await rightsOf(table, unknown, workspace, now);
  for (const [at, { connectionId }] of unknown.entries()) mayRead.set(connectionId, rights[at] ?? false);
}

/** What a reader lacks: the segments after one id, up to another. */
interface Missing {
  readonly frames: readonly string[];
  readonly after: number;
  readonly lastId: number;
}

async function post(run: Run, reader: LiveReader, { frames, after, lastId }: Missing): Promise<void> {
  const { connectionId } = reader;
  for (const frame of frames) {
    // A slow connection takes seconds for what it lacks, in which its right may end.
    if (run.rights.mayRead.get(connectionId) === false) {
      await drop(run, reader, after);
      return;
    }
    const outcome = await run.connections.post(connectionId, frame);
    if (outcome === 'sent') continue;
    const isOpening = outcome === 'gone' && run.clock.now() < later(reader.connectedAt, OPENING_MS);
    if (isOpening) run.retried.add(connectionId);
    else await drop(run, reader, after);
    return;
  }
  run.cursors.set(connectionId, lastId);
  run.told.set(connectionId, run.status);
  if (reader.after === null && reader.told === run.status) return;
  await liveReaders.save(run.table, run.botId, { ...reader, after: null, told: run.status });
}

/** Ends a connection, and only then removes its row: without one, the connection would stay open and get nothing. */
async function drop({ table, botId, connections, retried }: Run, reader: LiveReader, after: number): Promise<void> {
  const { connectionId } = reader;
  if ((await connections.close(connectionId)) === 'ended') {
    await liveReaders.remove(table, botId, reader);
    return;
  }
  retried.add(connectionId);
  await liveReaders.save(table, botId, { ...reader, after });
}

/** `changed`: the feed was saved since it was read, so a reader may lack something. */
async function giveUpLease(
  { changes, clock, lookInSeconds, lookAt: made, retried, repeatsStatus }: Run,
  { head, readers }: Feed,
): Promise<Instant | null | 'changed'> {
  if (!head) return null;
  const now = clock.now();
  const inSeconds = retried.size > 0 ? 1 : lookInSeconds;
  const before = head.state.lookAt;
  const isWanted = readers.length > 0 && !isLookQueued(before, made, now);
  const lookAt = isWanted ? later(now, inSeconds * SECOND_MS) : before;
  const sent = { sentId: head.state.lastId, ...(repeatsStatus && { statusAt: now }) };
  const state: FeedState = { ...head.state, ...sent, lease: null, lookAt };
  try {
    await changes.save({ at: now, writes: [liveFeeds.put(head, state, [], now)] });
    return isWanted ? lookAt : null;
  } catch (error) {
    if (error instanceof LostRace) return 'changed';
    throw error;
  }
}
