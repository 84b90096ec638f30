import { askRecorder } from '#shared/capture/bots/commands/ask-recorder';
import type { BotRunContext, BotWorkContext, NextDue } from '#shared/capture/bots/commands/bot-work';
import { checkRecorder } from '#shared/capture/bots/commands/check-recorder';
import { dispatchBot } from '#shared/capture/bots/commands/dispatch-bot';
import { releaseBot } from '#shared/capture/bots/commands/release-bot';
import type { ChangeStore } from '#shared/foundation/commands/changes';
import { type RetryPolicy, withRetry } from '#shared/foundation/commands/command';
import type { BotId } from '#shared/foundation/core/ids';
import type { Loaded } from '#shared/foundation/core/store';
import { type Instant, isDue } from '#shared/foundation/core/time';
import { type Bot, dueAtOf } from '#shared/meetings/bots/rules/bot';
import { atRecorder } from '#shared/meetings/bots/rules/bot-recorder';
import { bots } from '#shared/meetings/bots/store';
import { recorderRegistry } from '#shared/meetings/recorders/store';

/** What a message about a bot is for: the work that was due at a time, or a change that its recorder reports. */
export type BotMessageReason = { readonly dueAt: Instant } | 'changed';

/**
 * Bots of a workspace that are dispatched at once meet on the rows that count them. The pauses are at most five seconds in
 * all; a message that returns to its queue makes a bot late.
 */
const ATTEMPTS: RetryPolicy = { attempts: 9, firstPause: 0 };

/**
 * Does what a bot is due for: dispatches it, or checks what the recorder says of it. `stale`: nothing is done, since the
 * work of that time was done, or is not due yet; what is due has a message of its own. So each bot has one chain of
 * messages, however often one is delivered. Safe to run twice on one message, since every step is decided on the bot as
 * it is stored and saved against its revision.
 */
export const processDueBot =
  (context: BotWorkContext) =>
  (id: BotId, reason: BotMessageReason): Promise<NextDue | 'stale'> => {
    // A further attempt goes on with a bot that this run has moved itself.
    const { changes, hasSaved } = noted(context.changes);
    const startedAt = context.clock.now();
    const attemptOnce = async (attempt: number): Promise<NextDue | 'stale'> => {
      const [bot, stored] = await Promise.all([bots.find(context.table, id), recorderRegistry.find(context.table)]);
      const dueAt = bot ? dueAtOf(bot.state) : null;
      if (!bot || dueAt === null) return releaseIfCancelled(context, bot?.state, attempt);
      const now = context.clock.now();
      if (!hasSaved() && isStale(bot.state, dueAt, reason, now)) return 'stale';
      // What this run has saved itself has no message yet.
      const queuedLookAt = hasSaved() ? null : queuedAt(dueAt, reason, now);
      const registry = stored?.state ?? context.recorders.initial;
      return unlessQueued(queuedLookAt, await work({ ...context, changes, registry, queuedLookAt, startedAt }, bot));
    };
    return withRetry(context, attemptOnce, ATTEMPTS);
  };

/** Notes whether anything was saved. */
function noted({ save }: ChangeStore) {
  let any = false;
  const changes: ChangeStore = {
    async save(wanted) {
      await save(wanted);
      any = true;
    },
  };
  return { changes, hasSaved: () => any };
}

/** A report of a recorder comes between two messages of the bot's own: the later one is on its way. */
const queuedAt = (dueAt: Instant, reason: BotMessageReason, now: Instant): Instant | null =>
  reason === 'changed' && dueAt > now ? dueAt : null;

const unlessQueued = (queuedLookAt: Instant | null, next: NextDue): NextDue => (next === queuedLookAt ? null : next);

/** A recorder has nothing to report of a bot that it was not given. */
const isStale = ({ status }: Bot, dueAt: Instant, reason: BotMessageReason, now: Instant): boolean =>
  reason === 'changed' ? status === 'queued' : reason.dueAt !== dueAt || !isDue(dueAt, now);

/** Cancelled since the first attempt: the recorder may have had the cancellation before it had the bot. */
async function releaseIfCancelled(context: BotWorkContext, bot: Bot | undefined, attempt: number): Promise<null> {
  if (bot?.status === 'cancelled' && attempt > 0) await releaseBot(context, bot);
  return null;
}

function work(run: BotRunContext, bot: Loaded<Bot>): Promise<NextDue> {
  if (bot.state.status === 'queued') return dispatchBot(run, bot);
  return atRecorder(bot.state) ? checkRecorder(run, bot) : askRecorder(run, bot);
}
