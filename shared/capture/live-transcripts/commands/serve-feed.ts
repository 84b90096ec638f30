import { deliverFeed } from '#shared/capture/live-transcripts/commands/deliver-feed';
import { endFeed } from '#shared/capture/live-transcripts/commands/end-feed';
import { keepLines } from '#shared/capture/live-transcripts/commands/keep-lines';
import { command } from '#shared/foundation/commands/command';
import type { Sleep } from '#shared/foundation/core/clock';
import { type Instant, isDue, later, SECOND_MS, secondsUntil } from '#shared/foundation/core/time';
import type { Queue } from '#shared/foundation/events/ports';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import { atRecorder } from '#shared/meetings/bots/rules/bot-recorder';
import { bots } from '#shared/meetings/bots/store';
import type { ErasureContext } from '#shared/meetings/erasures/ports';
import { type Feed, liveFeeds } from '#shared/meetings/live-transcripts/feeds-store';
import type { BotToServe, LiveConnections } from '#shared/meetings/live-transcripts/ports';
import { liveStatusOf } from '#shared/meetings/live-transcripts/rules/live-bot';
import {
  type LiveStatus,
  LONGEST_LOOK_SECONDS,
  lookAfterLease,
  MOST_SEGMENTS,
  newFeed,
} from '#shared/meetings/live-transcripts/rules/live-feed';
import { isRecorderOutage, type LiveLines } from '#shared/meetings/recorders/ports';
import type { Recorders } from '#shared/meetings/recorders/registry/ports';
import { recorderNamed } from '#shared/meetings/recorders/registry/rules/registry';
import { recorderRegistry } from '#shared/meetings/recorders/store';

/** What the worker serves live transcripts with. */
export interface ServeContext extends ErasureContext {
  readonly recorders: Recorders;
  readonly connections: LiveConnections;
  readonly queue: Queue<BotToServe>;
  readonly sleep: Sleep;
}

/** One worker sends to the readers of a bot at a time, so that each of them gets the segments in order. */
const LEASE_MS = 30 * SECOND_MS;
/**
 * Until the next look at a bot that joins, and at one in the call: at most, where its recorder is asked. Each look reads the
 * rights of its readers, so that one that ended is ended within five seconds: docs/security.md#open-channels.
 */
const LOOK_SECONDS = { joining: 2, in_call: LONGEST_LOOK_SECONDS } as const;
const HOLDER_BYTES = 9;

/**
 * Serves the readers of a bot: asks the recorder where it has to be asked, sends what they lack, and looks again while
 * someone reads. Once the call is over, they get the end of it and all rows are removed. Safe to run twice and at the
 * same time: one worker has the lease, and goes on until nothing is left to send.
 */
export const serveFeed =
  (context: ServeContext) =>
  async ({ botId, lookAt }: BotToServe): Promise<'served' | 'leased' | 'ended' | 'no_readers' | 'stale'> => {
    const [feed, bot] = await Promise.all([liveFeeds.load(context.table, botId), bots.find(context.table, botId)]);
    if (!feed.head && feed.readers.length === 0) return 'no_readers';
    const status = liveStatusOf(bot?.state);
    if (!bot || status === 'ended') {
      await endFeed(context, botId, feed);
      return 'ended';
    }
    if (wasMade(lookAt, feed)) return 'stale';
    return lookAtBot(context, bot.state, { status, isRead: feed.readers.length > 0, made: lookAt });
  };

interface Look {
  readonly status: Exclude<LiveStatus, 'ended'>;
  readonly isRead: boolean;
  /** The look that the message is for. */
  readonly made: Instant | undefined;
}

async function lookAtBot(
  context: ServeContext,
  bot: Bot,
  { status, isRead, made }: Look,
): Promise<'served' | 'leased'> {
  const holder = Buffer.from(context.randomBytes(HOLDER_BYTES)).toString('base64url');
  const taken = await takeLease(context)(bot, { holder, made });
  if (!taken.isOurs) {
    if (taken.lookAt !== undefined) await queueLook(context, bot, taken.lookAt);
    return 'leased';
  }
  const said = isRead ? await askRecorder(context, bot) : undefined;
  const lookInSeconds = secondsUntilLook(status, said, context.clock.now());
  const next = await deliverFeed(context, { botId: bot.id, holder, status, lookInSeconds, lookAt: made });
  if (next !== null) await queueLook(context, bot, next);
  return 'served';
}

/**
 * The sweeper knows the key of a feed alone: its message is queued once more with the workspace as its group. A feed that
 * was moved on since the message was sent has another one for the time that it is due now.
 */
export const groupFeed =
  ({ table, queue, clock }: Pick<ServeContext, 'table' | 'queue' | 'clock'>) =>
  async (message: Omit<BotToServe, 'workspaceId'>): Promise<'grouped' | 'gone' | 'stale'> => {
    const due = await liveFeeds.due(table, message.botId);
    if (!due) return 'gone';
    const { dueAt, workspaceId } = due;
    if (!isDue(dueAt, clock.now())) return 'stale';
    await queue.send([{ message: { ...message, workspaceId }, group: workspaceId }]);
    return 'grouped';
  };

/** A look that was made already: its message has a successor in the queue. */
const wasMade = (lookAt: Instant | undefined, { head }: Feed): boolean =>
  lookAt !== undefined && lookAt !== head?.state.lookAt;

function queueLook({ queue, clock }: ServeContext, { id: botId, workspaceId }: Bot, lookAt: Instant): Promise<void> {
  const delaySeconds = secondsUntil(lookAt, clock.now());
  return queue.send([{ message: { botId, workspaceId, lookAt }, delaySeconds, group: workspaceId }]);
}

interface Asking extends Pick<Look, 'made'> {
  readonly holder: string;
}

type Taken = { readonly isOurs: true } | { readonly isOurs: false; readonly lookAt: Instant | undefined };

/**
 * Where another worker has it, the feed is saved even so: the other one then finds that it has changed, and looks again.
 * In case that one has died, a look is queued for the end of its lease.
 */
const takeLease = command(
  async ({ table, clock, changes }: ServeContext, bot: Bot, { holder, made }: Asking): Promise<Taken> => {
    const { head } = await liveFeeds.load(table, bot.id);
    const now = clock.now();
    const state = head?.state ?? newFeed({ ...bot, botId: bot.id });
    const isTaken = state.lease !== null && state.lease.until > now;
    const lookAt = isTaken ? lookAfterLease(state, made, now) : undefined;
    const after = isTaken
      ? { ...state, lookAt: lookAt ?? state.lookAt }
      : { ...state, lease: { holder, until: later(now, LEASE_MS) } };
    await changes.save({ at: now, writes: [liveFeeds.put(head, after, [], now)] });
    return isTaken ? { isOurs: false, lookAt } : { isOurs: true };
  },
);

/** Keeps what was said so far, of a recorder that has to be asked. One out of reach is asked again at the next look. */
async function askRecorder(context: ServeContext, bot: Bot): Promise<LiveLines | undefined> {
  const there = atRecorder(bot);
  const name = bot.recorder?.name;
  if (bot.status !== 'in_call' || !there || name === undefined) return undefined;
  const registry = (await recorderRegistry.find(context.table))?.state ?? context.recorders.initial;
  const kind = recorderNamed(registry, name)?.kind;
  if (!kind || context.recorders.capabilities[kind].liveTranscript !== 'asked') return undefined;
  try {
    const recorder = await context.recorders.named(name, registry);
    const said = await recorder.liveLines(there);
    if (said) await keepLines(context)(bot, said.lines.slice(-MOST_SEGMENTS));
    return said;
  } catch (error) {
    if (isRecorderOutage(error)) return undefined;
    throw error;
  }
}

function secondsUntilLook(status: Exclude<LiveStatus, 'ended'>, said: LiveLines | undefined, now: Instant): number {
  if (!said) return LOOK_SECONDS[status];
  return Math.min(LOOK_SECONDS[status], Math.max(1, Math.ceil((said.lookAgainAt - now) / SECOND_MS)));
}
