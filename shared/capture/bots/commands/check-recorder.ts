import { afterOutage, type BotRunContext, type NextDue, nextCheckAt } from '#shared/capture/bots/commands/bot-work';
import { callRecorder, tryRecorder } from '#shared/capture/bots/commands/call-recorder';
import { loadMeetingOf } from '#shared/capture/bots/commands/load-bot';
import { countFailure, countNeutral, countSuccess, isAnotherLeft } from '#shared/capture/bots/commands/pick-recorder';
import { type BotInMeeting, saveStatusCheck } from '#shared/capture/bots/commands/save-transition';
import type { Loaded } from '#shared/foundation/core/store';
import type { Write } from '#shared/foundation/core/table';
import { earlier, type Instant } from '#shared/foundation/core/time';
import type { Job } from '#shared/foundation/events/rules/domain-event';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import { asSeen, atRecorder, withNotes } from '#shared/meetings/bots/rules/bot-recorder';
import {
  type BotDecision,
  failed,
  givesUpAt,
  recordingStarted,
  withNextCheck,
  withoutRecorder,
} from '#shared/meetings/bots/rules/transitions';
import {
  CHECKS_AFTER_LEAVE,
  FILES_ARE_LATE,
  filesAreLate,
  isUnreachableTooLong,
  reasonToGiveUp,
  reasonToLeave,
} from '#shared/meetings/bots/rules/watch-bot';
import type { AcceptedBot, Recorder } from '#shared/meetings/recorders/ports';
import type { RecorderFailure, RecorderObservation } from '#shared/meetings/recorders/rules/observation';
import { recorderBots } from '#shared/meetings/recorders/store';

/**
 * Asks the recorder for the state of a bot, and saves the transition that follows from it. The recorder has a clock of
 * its own: nothing that it reports is stored as later than the event that reports it. `accepted` is what the recorder
 * answered just now to the request for this bot.
 */
export async function checkRecorder(
  context: BotRunContext,
  before: Loaded<Bot>,
  accepted?: AcceptedBot,
): Promise<NextDue> {
  const bot = withIds(before.state, accepted);
  const answer = await observe(context, bot);
  const now = context.clock.now();
  const check: StatusCheck = {
    context,
    loaded: await loadMeetingOf(context, before),
    bot: answer === 'out of reach' ? bot : asSeen(bot, answer, now),
    observation: answer === 'out of reach' ? undefined : answer,
    writes: bot.recorder && accepted ? [recorderBots.put(bot.recorder.name, idsOf(accepted), bot.id, now)] : [],
    now,
  };
  if (answer === 'out of reach') return failOrRetry(check);
  if (bot.recorder && answer && hasJoined(bot, answer)) await countSuccess(context, bot.recorder.name);
  return saveObservation(check);
}

/** The first look that finds the bot in a call or at its door: recorders first report that it is joining. */
const hasJoined = ({ recorder }: Bot, { state }: RecorderObservation): boolean =>
  (recorder?.seen?.state ?? 'joining') === 'joining' && state !== 'joining' && state !== 'failed';

/** One status check of a bot: what was read, and the bot with what the recorder reported. */
interface StatusCheck {
  readonly context: BotRunContext;
  readonly loaded: BotInMeeting;
  readonly bot: Bot;
  /** Undefined where the recorder does not know the bot, or is out of reach. */
  readonly observation: RecorderObservation | undefined;
  /** Saved with whatever follows. */
  readonly writes: readonly (readonly Write[])[];
  readonly now: Instant;
}

function withIds(bot: Bot, accepted: AcceptedBot | undefined): Bot {
  if (!bot.recorder || !accepted) return bot;
  const { unclear: _over, ...recorder } = bot.recorder;
  return { ...bot, recorder: { ...recorder, externalId: accepted.externalId } };
}

const idsOf = ({ externalId, otherIds }: AcceptedBot): readonly string[] => [externalId, ...otherIds];

/** What a recorder fails to say of bots in calls does not count: it gets new bots by how it serves new ones. */
async function observe(context: BotRunContext, bot: Bot): Promise<RecorderObservation | undefined | 'out of reach'> {
  const remoteBot = atRecorder(bot);
  if (!remoteBot || !bot.recorder) throw new Error('A bot that was given to no recorder is observed.');
  const look = (remote: Recorder) => remote.observe(remoteBot);
  const call = bot.status === 'joining' ? callRecorder : tryRecorder;
  const seen = await call(context, bot.recorder.name, look);
  return 'outage' in seen ? 'out of reach' : seen.answer;
}

const save = (
  { context, loaded, observation, writes, now }: StatusCheck,
  decision: BotDecision,
  jobs: readonly Job[] = [],
): Promise<void> => saveStatusCheck(context, loaded, decision, now, { observation, jobs, writes });

/** The recorder may have the bot in a call: the job asks it to leave as soon as it can be reached. */
const leavingJob = ({ bot }: StatusCheck): readonly Job[] => [{ type: 'job.recording', botId: bot.id }];

/**
 * A recorder out of reach may be recording: only a bot that is still joining fails soon, ten minutes past its start.
 */
async function failOrRetry(check: StatusCheck): Promise<NextDue> {
  const { context, bot, now } = check;
  if ((bot.status === 'joining' && now >= givesUpAt(bot)) || isUnreachableTooLong(bot, now, context.stayLimits)) {
    await save(check, failed(bot, 'bot_error', 'The recorder could not be reached in time.', now), leavingJob(check));
    return null;
  }
  const nextLookAt = afterOutage(context, now);
  await save(check, withNextCheck(bot, nextLookAt));
  return nextLookAt;
}

const REASONS: Readonly<Record<RecorderFailure, Parameters<typeof failed>[1]>> = {
  invalid_link: 'invalid_meeting_url',
  not_admitted: 'no_recording',
  no_media: 'no_recording',
  blocked: 'bot_error',
  crashed: 'bot_error',
  unexplained: 'bot_error',
};

/** A bot that is in a call has a working link: an invalid link reported afterwards is an error of the recorder. */
const reasonOf = (failure: RecorderFailure, { status }: Bot): Parameters<typeof failed>[1] =>
  status === 'in_call' && failure === 'invalid_link' ? 'bot_error' : REASONS[failure];

type Failed = Extract<RecorderObservation, { state: 'failed' }>;
const isCrash = (observation: RecorderObservation): observation is Failed =>
  observation.state === 'failed' && observation.failure === 'crashed';
/** Whether another recorder may get into the call. */
const mayAnotherGetIn = ({ failure }: Failed): boolean =>
  failure === 'crashed' || failure === 'blocked' || failure === 'unexplained';

async function saveObservation(check: StatusCheck): Promise<NextDue> {
  const { context, bot, observation, now } = check;
  if (observation?.state === 'failed') return saveFailure(check, observation);
  if (observation && filesAreLate(observation, now)) {
    await save(check, failed(bot, 'no_recording', FILES_ARE_LATE, now));
    return null;
  }
  const nextLookAt = nextCheckAt(context, bot, observation, now);
  if (observation && 'startedAt' in observation && bot.status === 'joining') {
    const nextAt = hasMedia(observation) ? now : nextLookAt;
    await save(check, recordingStarted(bot, earlier(observation.startedAt, now), nextAt));
    return nextAt;
  }
  const why = bot.recorder?.leaving?.why ?? reasonToLeave(bot, observation, now, context.stayLimits);
  if (why !== null && observation?.state !== 'ended') return askToLeaveOrGiveUp(check, why, nextLookAt);
  const jobs: readonly Job[] = hasMedia(observation) ? [{ type: 'job.recording', botId: bot.id }] : [];
  await save(check, withNextCheck(bot, nextLookAt), jobs);
  // After the end of a call the job does the work, and the next check is its fallback.
  return hasMedia(observation) ? null : nextLookAt;
}

/** It has left, and its recording can be copied. */
const hasMedia = (observation: RecorderObservation | undefined): boolean =>
  observation?.state === 'ended' && observation.files !== null;

/** A recorder that failed before it recorded is followed by another, once for each, while the meeting still runs. */
async function saveFailure(check: StatusCheck, observation: Failed): Promise<NextDue> {
  const { context, loaded, bot, now } = check;
  const { failure, detail, endedAt } = observation;
  const name = bot.recorder?.name;
  if (name !== undefined) await countFailed(check, name, observation);
  if (name !== undefined && mayAnotherGetIn(observation)) {
    const next = withNotes(withoutRecorder(bot, [name]), [`${name} failed before it recorded: ${detail}`]);
    if (mayFallBack(check) && isAnotherLeft(context, next, loaded.workspace)) {
      await save({ ...check, bot: next }, withNextCheck(next, now));
      return now;
    }
  }
  await save(check, failed(bot, reasonOf(failure, bot), detail, earlier(endedAt, now)));
  return null;
}

/**
 * Only a crash before a bot is in its call counts as a failure of the recorder. A tenant can choose a call that blocks bots,
 * and what happens in it, and may cause codes that the adapter does not know: these keep no bots of others from the recorder.
 */
async function countFailed({ context, bot, now }: StatusCheck, name: string, observation: Failed): Promise<void> {
  if (bot.status !== 'joining') return;
  const count = isCrash(observation) ? countFailure : countNeutral;
  await count(context, name, now);
}

/** A bot that was asked to leave is not sent again. */
function mayFallBack({ bot, loaded, now }: StatusCheck): boolean {
  const { endsAt } = loaded.meeting.state;
  return bot.status === 'joining' && !bot.recorder?.leaving && (endsAt === null || now < endsAt);
}

/** The bot is asked to leave; found there twice after that, it is given up, and asked once more by the job. */
async function askToLeaveOrGiveUp(check: StatusCheck, why: string, nextLookAt: Instant): Promise<NextDue> {
  const { context, bot, now } = check;
  if (!bot.recorder) return null;
  const looks = bot.recorder.leaving ? bot.recorder.leaving.looks + 1 : 0;
  if (looks >= CHECKS_AFTER_LEAVE) {
    await save(check, failed(bot, reasonToGiveUp(bot), why, now), leavingJob(check));
    return null;
  }
  if (looks === 0) await askToLeave(context, bot);
  const leaving = { ...bot, recorder: { ...bot.recorder, leaving: { why, looks } } };
  await save(check, withNextCheck(leaving, nextLookAt));
  return nextLookAt;
}

/** One out of reach is asked again by the job. */
async function askToLeave(context: BotRunContext, bot: Bot): Promise<void> {
  const remoteBot = atRecorder(bot);
  if (!remoteBot || !bot.recorder) return;
  await tryRecorder(context, bot.recorder.name, (remote) => remote.leave(remoteBot));
}
