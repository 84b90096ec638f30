import { type BotWithOverride, loadBot, loadBotWithOverride } from '#shared/capture/bots/commands/load-bot';
import { overrideMeeting } from '#shared/capture/bots/commands/override-meeting';
import { saveTransition } from '#shared/capture/bots/commands/save-transition';
import { command } from '#shared/foundation/commands/command';
import type { BotId } from '#shared/foundation/core/ids';
import { conflict } from '#shared/foundation/core/refusal';
import type { Job } from '#shared/foundation/events/rules/domain-event';
import { type Bot, isOnItsWay } from '#shared/meetings/bots/rules/bot';
import { askToLeave, cancel } from '#shared/meetings/bots/rules/transitions';

/**
 * Ends a bot and keeps nothing of it. If it was the meeting's last one, recording is turned off in the meeting's own
 * settings, so that its other settings do not send another bot.
 */
export const cancelBot = command(async (context, id: BotId): Promise<Bot> => {
  const loaded = await loadBotWithOverride(context, id);
  const { bot, meeting } = loaded;
  const now = context.clock.now();
  const decision = cancel(bot.state, now);
  if (decision.state === bot.state)
    throw conflict(`A bot that is ${bot.state.status} cannot be cancelled.`, 'bot_not_cancellable');
  const override = isLastBot(loaded)
    ? overrideMeeting(context, { ...loaded, meeting: meeting.state }, { 'recording.enabled': false }, now)
    : undefined;
  await saveTransition(context, loaded, decision, now, {
    ...(override && { meetingNow: override.meeting, writes: override.writes }),
    jobs: recorderJobs(bot.state),
  });
  return decision.state;
});

/** Cancels a bot of an archived workspace; one that has ended stays as it is. */
export const cancelUnfinishedBot = command(async (context, id: BotId): Promise<void> => {
  const loaded = await loadBot(context, id);
  const { state: bot } = loaded.bot;
  const now = context.clock.now();
  const decision = cancel(bot, now);
  if (decision.state !== bot) await saveTransition(context, loaded, decision, now, { jobs: recorderJobs(bot) });
});

/** A bot that was dispatched is cancelled at the recorder, too. */
const recorderJobs = ({ id, status }: Bot): readonly Job[] =>
  status === 'queued' ? [] : [{ type: 'job.recording', botId: id }];

const isLastBot = ({ bot, meeting }: BotWithOverride): boolean =>
  meeting.state.recordings.every(({ botId, status }) => botId === bot.state.id || !isOnItsWay(status));

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
