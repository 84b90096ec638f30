import { loadAround, saveBot, type WorkDone, type WorkNeeds } from '#shared/bots/commands/bot-at-work';
import type { Bot, BotStatus } from '#shared/bots/rules/bot';
import { failed, givesUpAt, lookedAt, recordingStarted } from '#shared/bots/rules/transitions';
import type { Loaded } from '#shared/core/store';
import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/core/time';
import type { Job } from '#shared/events/rules/domain-event';
import { type RecorderFailure, type RecorderObservation, RecorderUnreachable } from '#shared/recorders/ports/recorder';

/** How often a live bot is looked at where the recorder gives no hint (docs/architecture.md, Life of a bot). */
export const LOOK_WHILE_JOINING_MS = MINUTE_MS;
const LOOK_IN_CALL_MS = 5 * MINUTE_MS;
const RETRY_UNREACHABLE_MS = 15 * SECOND_MS;

/** Asks the recorder what became of a bot, and brings the bot in step with it. */
export async function lookAtRecorder(needs: WorkNeeds, bot: Loaded<Bot>): Promise<WorkDone> {
  const now = needs.clock.now();
  try {
    const seen = await observed(needs, bot.state);
    return await follow(needs, bot, seen, now);
  } catch (error) {
    if (!(error instanceof RecorderUnreachable)) throw error;
    return givenUpOrLater(needs, bot, now);
  }
}

/** What the recorder knows of it; one that never heard of a joining bot is told now. */
async function observed({ recorder }: WorkNeeds, bot: Bot): Promise<RecorderObservation | undefined> {
  const seen = await recorder.observe(bot.id);
  if (seen || bot.status !== 'joining') return seen;
  await recorder.send({
    botId: bot.id,
    meetingUrl: bot.meetingUrl,
    botName: bot.botName,
    welcomeMessage: bot.welcomeMessage,
    mode: bot.choices.recordingMode,
    start: bot.choices.recordingStart,
    silenceAlert: bot.choices.silenceAlert,
    language: bot.choices.language,
  });
  return recorder.observe(bot.id);
}

/** A recorder that cannot be reached may well be recording: only a bot that never got there is given up. */
async function givenUpOrLater(needs: WorkNeeds, bot: Loaded<Bot>, now: Instant): Promise<WorkDone> {
  const context = await loadAround(needs, bot);
  if (bot.state.status === 'joining' && now >= givesUpAt(bot.state)) {
    await saveBot(
      needs,
      context,
      failed(bot.state, 'bot_error', 'The recorder could not be reached in time.', now),
      now,
    );
    return null;
  }
  const nextLookAt = later(now, needs.pace.scaled(RETRY_UNREACHABLE_MS));
  await saveBot(needs, context, lookedAt(bot.state, nextLookAt), now);
  return nextLookAt;
}

const REASONS: Readonly<Record<RecorderFailure, Parameters<typeof failed>[1]>> = {
  invalid_link: 'invalid_meeting_url',
  not_admitted: 'no_recording',
  no_media: 'no_recording',
  crashed: 'bot_error',
};

/** A link that a bot is in a call by leads somewhere, whatever the recorder says of it afterwards. */
const reasonOf = (failure: RecorderFailure, { status }: Bot): Parameters<typeof failed>[1] =>
  status === 'in_call' && failure === 'invalid_link' ? 'bot_error' : REASONS[failure];

/** Brings the bot in step with what the recorder says. */
async function follow(
  needs: WorkNeeds,
  bot: Loaded<Bot>,
  seen: RecorderObservation | undefined,
  now: Instant,
): Promise<WorkDone> {
  const context = await loadAround(needs, bot);
  const nextLookAt = nextLook(needs, bot.state.status, seen, now);
  if (seen?.state === 'failed') {
    await saveBot(needs, context, failed(bot.state, reasonOf(seen.failure, bot.state), seen.detail, seen.endedAt), now);
    return null;
  }
  const recording = seen?.state === 'recording' || seen?.state === 'ended';
  if (recording && bot.state.status === 'joining') {
    await saveBot(needs, context, recordingStarted(bot.state, seen.startedAt, nextLookAt), now);
    return seen.state === 'ended' ? now : nextLookAt;
  }
  const jobs: readonly Job[] = seen?.state === 'ended' ? [{ type: 'job.recording', botId: bot.state.id }] : [];
  await saveBot(needs, context, lookedAt(bot.state, nextLookAt), now, { jobs });
  return seen?.state === 'ended' ? null : nextLookAt;
}

/** The recorder's hint, or the usual wait. One that has ended is left to the job; the usual wait is its safety. */
function nextLook(needs: WorkNeeds, status: BotStatus, seen: RecorderObservation | undefined, now: Instant): Instant {
  const usual = later(now, needs.pace.scaled(status === 'joining' ? LOOK_WHILE_JOINING_MS : LOOK_IN_CALL_MS));
  const hint = seen?.state === 'ended' ? null : (seen?.lookAgainAt ?? null);
  return hint !== null && hint < usual ? (Math.max(hint, later(now, SECOND_MS / 10)) as Instant) : usual;
}
