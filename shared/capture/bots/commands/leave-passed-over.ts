import type { FaultReports } from '#shared/capture/bots/ports';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { BotId } from '#shared/foundation/core/ids';
import type { Loaded } from '#shared/foundation/core/store';
import { DAY_MS, HOUR_MS, type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import { atRecorder, type PassedOver, settlesAt, withNotes } from '#shared/meetings/bots/rules/bot-recorder';
import { withPassedOver } from '#shared/meetings/bots/rules/transitions';
import { bots } from '#shared/meetings/bots/store';
import { isRecorderOutage } from '#shared/meetings/recorders/ports';
import type { Recorders } from '#shared/meetings/recorders/registry/ports';

interface LeavingContext extends CommandContext {
  readonly recorders: Pick<Recorders, 'named'>;
  readonly faults: FaultReports;
}

/** No bot is in a call for longer. */
const GIVE_UP_AFTER_MS = DAY_MS;

/**
 * Asks a recorder that was passed over whether it has the bot after all, and the bot to leave there once another recorder
 * has it, or it has ended. What is found is saved before the bot is asked to leave: until then it may still be taken over
 * where no other recorder takes it, and from then on it never is.
 */
export const leavePassedOver = command(
  async (context: LeavingContext, id: BotId, name: string): Promise<'done' | { readonly lookAgainAt: Instant }> => {
    const bot = await bots.find(context.table, id);
    const one = bot?.state.passedOver?.find((other) => other.name === name);
    if (!bot || !one) return 'done';
    const now = context.clock.now();
    if (now >= later(one.askedAt, GIVE_UP_AFTER_MS)) return drop(context, bot, one);
    if (!isTaken(bot.state)) return { lookAgainAt: nextTryAt(one, now) };
    try {
      return one.externalId === null ? await lookFor(context, bot, one) : await leave(context, bot, one);
    } catch (error) {
      if (!isRecorderOutage(error)) throw error;
      return { lookAgainAt: nextTryAt(one, context.clock.now()) };
    }
  },
);

/** Another recorder has it, or none needs it any more. */
const isTaken = (bot: Bot): boolean => bot.status !== 'joining' || atRecorder(bot) !== undefined;

const nextTryAt = ({ askedAt }: PassedOver, now: Instant): Instant =>
  later(now, now < later(askedAt, HOUR_MS) ? MINUTE_MS : 15 * MINUTE_MS);

async function lookFor(context: LeavingContext, bot: Loaded<Bot>, one: PassedOver) {
  const { id: botId, meetingUrl } = bot.state;
  const remote = await context.recorders.named(one.name);
  const found = await remote.find({ botId, meetingUrl });
  const now = context.clock.now();
  if (!found) return now < settlesAt(one) ? { lookAgainAt: settlesAt(one) } : drop(context, bot, one);
  const { externalId } = found;
  const noted = withNotes(bot.state, [`${one.name} had the bot after all, and was asked to leave.`]);
  await save(context, bot, withPassedOver(noted, one.name, { ...one, externalId }));
  context.faults.report('doubled', one.name);
  return { lookAgainAt: now };
}

/** What it recorded is thrown away, unless the bot failed without one: then there is no other. */
async function leave(context: LeavingContext, bot: Loaded<Bot>, { name, externalId }: PassedOver): Promise<'done'> {
  const remote = await context.recorders.named(name);
  const remoteBot = { botId: bot.state.id, externalId: externalId ?? '' };
  if (bot.state.status === 'failed' && bot.state.recorded === null) await remote.leave(remoteBot);
  else await remote.cancel(remoteBot);
  return drop(context, bot, { name });
}

async function drop(context: LeavingContext, bot: Loaded<Bot>, { name }: Pick<PassedOver, 'name'>): Promise<'done'> {
  await save(context, bot, withPassedOver(bot.state, name, undefined));
  return 'done';
}

const save = ({ changes, clock }: LeavingContext, before: Loaded<Bot>, after: Bot): Promise<void> =>
  changes.save({ at: clock.now(), writes: [bots.put(before, after)] });
