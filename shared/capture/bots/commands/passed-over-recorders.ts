import { type BotRunContext, hasTimeLeft } from '#shared/capture/bots/commands/bot-work';
import { callRecorder } from '#shared/capture/bots/commands/call-recorder';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import { type BotRecorder, isBelieved, type PassedOver } from '#shared/meetings/bots/rules/bot-recorder';
import { withPassedOver } from '#shared/meetings/bots/rules/transitions';
import type { AcceptedBot } from '#shared/meetings/recorders/ports';

/** A recorder that was passed over and has the bot. */
interface Adopted {
  readonly recorder: BotRecorder;
  readonly accepted: AcceptedBot;
}

/**
 * Asks the recorders that were passed over whether they have a bot that no other has taken, until one has. `state` is the
 * bot without those that have not, which may be asked for it again, and without the one that has.
 */
export async function findPassedOver(
  context: BotRunContext,
  bot: Bot,
): Promise<{ readonly state: Bot; readonly adopted?: Adopted }> {
  let state = bot;
  for (const one of bot.passedOver ?? []) {
    if (one.externalId !== null || !hasTimeLeft(context)) continue;
    const found = await callRecorder(context, one.name, (remote) =>
      remote.find({ botId: bot.id, meetingUrl: bot.meetingUrl }),
    );
    if ('outage' in found) continue;
    if (found.answer) {
      return {
        state: withPassedOver(state, one.name, undefined),
        adopted: { recorder: again(one), accepted: found.answer },
      };
    }
    if (isBelieved(asked(one), context.clock.now())) state = withPassedOver(state, one.name, undefined);
  }
  return { state };
}

const asked = ({ askedAt, isAnswered }: PassedOver) => ({ askedAt, unclear: { since: askedAt, isAnswered } });

const again = ({ name, askedAt, leavesOut }: PassedOver): BotRecorder => ({
  ...{ name, askedAt, leavesOut },
  externalId: null,
  seen: null,
});
