import { loadBot } from '#shared/bots/commands/load-bot';
import { saveTransition } from '#shared/bots/commands/save-transition';
import type { Bot } from '#shared/bots/rules/bot';
import { askToLeave } from '#shared/bots/rules/transitions';
import { command } from '#shared/commands/command';
import type { BotId } from '#shared/core/ids';
import { conflict } from '#shared/core/refusal';

/** Ends the recording and keeps it. The bot's status changes when the recorder reports; asking twice is fine. */
export const leaveCall = command(async (context, id: BotId): Promise<Bot> => {
  const loaded = await loadBot(context, id);
  const { state } = loaded.bot;
  if (state.status !== 'in_call') throw conflict(`A bot that is ${state.status} is not in a call.`);
  const now = context.clock.now();
  const decision = askToLeave(state, now);
  if (decision.state !== state)
    await saveTransition(context, loaded, decision, now, { jobs: [{ type: 'job.recording', botId: id }] });
  return decision.state;
});
