import { loadMeetingOf } from '#shared/bots/commands/load-bot';
import { saveTransition } from '#shared/bots/commands/save-transition';
import type { Bot, BotStatus } from '#shared/bots/rules/bot';
import { atRecorder } from '#shared/bots/rules/bot-recorder';
import { LEAD_MS } from '#shared/bots/rules/plan-automatic-bot';
import { failed, givesUpAt, lookedAt, recordingStarted } from '#shared/bots/rules/transitions';
import type { CommandContext } from '#shared/commands/context';
import type { Pace } from '#shared/core/clock';
import { Refusal, unprocessable } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import { earlier, type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/core/time';
import type { Job } from '#shared/events/rules/domain-event';
import {
  type Availability,
  InvalidRecorderAnswer,
  type Recorder,
  type RecorderAvailability,
  RecorderUnreachable,
} from '#shared/recorders/ports';
import type { RecorderFailure, RecorderObservation } from '#shared/recorders/rules/observation';

/** What the work on a due bot needs beside the table. */
export interface BotWorkContext extends CommandContext {
  readonly recorder: Recorder;
  readonly pace: Pace;
}

/** When a bot is due again; null when nothing more is to be waited for. */
export type NextDue = Instant | null;

/** Time between two checks where the recorder gives no hint (docs/architecture.md, Life of a bot). */
export const WAIT_WHILE_JOINING_MS = MINUTE_MS;
const WAIT_IN_CALL_MS = 5 * MINUTE_MS;
/** How long a bot waits to be admitted. */
const LOBBY_SECONDS = 10 * 60;
const WAIT_UNREACHABLE_MS = 15 * SECOND_MS;

/**
 * Asks the recorder for the state of a bot, and saves the transition that follows from it. The recorder has a clock of its
 * own: nothing that it reports is stored as later than the event that reports it.
 */
export async function checkRecorder(context: BotWorkContext, bot: Loaded<Bot>): Promise<NextDue> {
  try {
    const observation = await observe(context, bot.state);
    return await saveObservation(context, bot, observation, context.clock.now());
  } catch (error) {
    if (!(error instanceof RecorderUnreachable)) throw error;
    return failOrRetry(context, bot, context.clock.now());
  }
}

/** What the recorder knows of the bot. A joining bot that it does not know is sent first. */
async function observe({ recorder }: BotWorkContext, bot: Bot): Promise<RecorderObservation | undefined> {
  const observation = await recorder.observe(atRecorder(bot));
  if (observation || bot.status !== 'joining') return observation;
  await recorder.send({
    botId: bot.id,
    meetingUrl: bot.meetingUrl,
    botName: bot.botName,
    welcomeMessage: bot.welcomeMessage,
    mode: bot.choices.recordingMode,
    start: bot.choices.recordingStart,
    silenceAlert: bot.choices.silenceAlert,
    language: bot.choices.language,
    lobbySeconds: LOBBY_SECONDS,
  });
  return recorder.observe(atRecorder(bot));
}

/** A recorder that cannot be reached may be recording: only a bot that is still joining fails, after ten minutes. */
async function failOrRetry(context: BotWorkContext, bot: Loaded<Bot>, now: Instant): Promise<NextDue> {
  const loaded = await loadMeetingOf(context, bot);
  if (bot.state.status === 'joining' && now >= givesUpAt(bot.state)) {
    const decision = failed(bot.state, 'bot_error', 'The recorder could not be reached in time.', now);
    await saveTransition(context, loaded, decision, now);
    return null;
  }
  const nextLookAt = later(now, context.pace.scaled(WAIT_UNREACHABLE_MS));
  await saveTransition(context, loaded, lookedAt(bot.state, nextLookAt), now);
  return nextLookAt;
}

const REASONS: Readonly<Record<RecorderFailure, Parameters<typeof failed>[1]>> = {
  invalid_link: 'invalid_meeting_url',
  not_admitted: 'no_recording',
  no_media: 'no_recording',
  crashed: 'bot_error',
};

/** A bot that is in a call has a working link: an invalid link reported afterwards is an error of the recorder. */
const reasonOf = (failure: RecorderFailure, { status }: Bot): Parameters<typeof failed>[1] =>
  status === 'in_call' && failure === 'invalid_link' ? 'bot_error' : REASONS[failure];

async function saveObservation(
  context: BotWorkContext,
  bot: Loaded<Bot>,
  observation: RecorderObservation | undefined,
  now: Instant,
): Promise<NextDue> {
  const loaded = await loadMeetingOf(context, bot);
  const nextLookAt = nextCheck(context, bot.state.status, observation, now);
  if (observation?.state === 'failed') {
    const { failure, detail, endedAt } = observation;
    const decision = failed(bot.state, reasonOf(failure, bot.state), detail, earlier(endedAt, now));
    await saveTransition(context, loaded, decision, now);
    return null;
  }
  if (observation && 'startedAt' in observation && bot.state.status === 'joining') {
    const startedAt = earlier(observation.startedAt, now);
    await saveTransition(context, loaded, recordingStarted(bot.state, startedAt, nextLookAt), now);
    return hasMedia(observation) ? now : nextLookAt;
  }
  const jobs: readonly Job[] = hasMedia(observation) ? [{ type: 'job.recording', botId: bot.state.id }] : [];
  await saveTransition(context, loaded, lookedAt(bot.state, nextLookAt), now, { jobs });
  return hasMedia(observation) ? null : nextLookAt;
}

/** It has left, and its recording can be copied. */
const hasMedia = (observation: RecorderObservation | undefined): boolean =>
  observation?.state === 'ended' && observation.files !== null;

/** The recorder's hint, or the usual wait. After the end of a call the job does the work, and the usual wait is its fallback. */
function nextCheck(
  context: BotWorkContext,
  status: BotStatus,
  observation: RecorderObservation | undefined,
  now: Instant,
): Instant {
  const usual = later(now, context.pace.scaled(status === 'joining' ? WAIT_WHILE_JOINING_MS : WAIT_IN_CALL_MS));
  const hint = hasMedia(observation) ? null : (observation?.lookAgainAt ?? null);
  return hint !== null && hint < usual ? (Math.max(hint, later(now, SECOND_MS / 10)) as Instant) : usual;
}

interface Joining {
  readonly meetingUrl: string;
  readonly joinAt: Instant | null;
}

const RETRY_IN_SECONDS = 5;

/**
 * Refuses a bot that is to join at once where the recorder does not accept it, so that the caller need not wait for the
 * bot to fail. One that joins later is not checked: by then the recorder may have room again, and dispatch retries.
 */
export async function requireRecorder(
  recorder: RecorderAvailability,
  { meetingUrl, joinAt }: Joining,
  now: Instant,
): Promise<void> {
  if (joinAt !== null && joinAt >= later(now, LEAD_MS)) return;
  const availability = await recorder.check(meetingUrl).catch(refuseOutage);
  if (availability === 'full')
    throw unprocessable('join_at', 'unavailable', 'The recorder has no free bot: try again later.');
  if (availability === 'refused')
    throw unprocessable('meeting_url', 'provider_rejected', 'The recorder refused meeting_url.');
}

function refuseOutage(thrown: unknown): Availability {
  if (thrown instanceof RecorderUnreachable)
    throw new Refusal(
      'unavailable',
      [{ code: 'provider_unavailable', message: 'The recorder is temporarily unavailable: try again.' }],
      { retryInSeconds: RETRY_IN_SECONDS },
    );
  if (thrown instanceof InvalidRecorderAnswer)
    throw new Refusal('provider_broke', [
      { code: 'provider_error', message: 'The recorder returned an invalid response: try again.' },
    ]);
  throw thrown;
}
