import type { Bot } from '#shared/bots/rules/bot';
import { atRecorder } from '#shared/bots/rules/bot-recorder';
import { bots } from '#shared/bots/store';
import { command } from '#shared/commands/command';
import type { Sleep } from '#shared/core/clock';
import { type Instant, later, SECOND_MS, secondsUntil } from '#shared/core/time';
import type { ErasureContext } from '#shared/erasures/ports';
import type { Queue } from '#shared/events/ports';
import { deliverFeed } from '#shared/live-transcripts/commands/deliver-feed';
import { endFeed } from '#shared/live-transcripts/commands/end-feed';
import { keepLines } from '#shared/live-transcripts/commands/keep-lines';
import { type Feed, liveFeeds } from '#shared/live-transcripts/feeds-store';
import type { BotToServe, LiveConnections } from '#shared/live-transcripts/ports';
import { liveStatusOf } from '#shared/live-transcripts/rules/live-bot';
import { type LiveStatus, MOST_SEGMENTS, newFeed } from '#shared/live-transcripts/rules/live-feed';
import { isRecorderOutage, type LiveLines } from '#shared/recorders/ports';
import type { Recorders } from '#shared/recorders/registry/ports';
import { recorderNamed } from '#shared/recorders/registry/rules/registry';
import { recorderRegistry } from '#shared/recorders/store';

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
const LOOK_SECONDS = { joining: 2, in_call: 3 } as const;
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
    const holder = Buffer.from(context.randomBytes(HOLDER_BYTES)).toString('base64url');
    if (!(await takeLease(context)(bot.state, holder))) return 'leased';
    const said = feed.readers.length > 0 ? await askRecorder(context, bot.state) : undefined;
    const lookInSeconds = secondsUntilLook(status, said, context.clock.now());
    const next = await deliverFeed(context, { botId, holder, status, lookInSeconds, lookAt });
    if (next !== null) await queueLook(context, bot.state, next);
    return 'served';
  };

/** A look that was made already: its message has a successor in the queue. */
const wasMade = (lookAt: Instant | undefined, { head }: Feed): boolean =>
  lookAt !== undefined && lookAt !== head?.state.lookAt;

const queueLook = ({ queue, clock }: ServeContext, { id: botId, workspaceId }: Bot, lookAt: Instant): Promise<void> =>
  queue.send([{ message: { botId, lookAt }, delaySeconds: secondsUntil(lookAt, clock.now()), group: workspaceId }]);

/**
 * False where another worker has it. Saved even so: the other one then finds that the feed has changed, and looks
 * again.
 */
const takeLease = command(
  async ({ table, clock, changes }: ServeContext, bot: Bot, holder: string): Promise<boolean> => {
    const { head } = await liveFeeds.load(table, bot.id);
    const now = clock.now();
    const state = head?.state ?? newFeed({ ...bot, botId: bot.id });
    const isTaken = state.lease !== null && state.lease.until > now;
    const lease = isTaken ? state.lease : { holder, until: later(now, LEASE_MS) };
    await changes.save({ at: now, writes: [liveFeeds.put(head, { ...state, lease }, [], now)] });
    return !isTaken;
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
