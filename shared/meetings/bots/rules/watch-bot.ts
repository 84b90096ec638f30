import { HOUR_MS, type Instant, MINUTE_MS } from '#shared/foundation/core/time';
import type { Bot, FailureReason } from '#shared/meetings/bots/rules/bot';
import { STAY_LIMITS, type StayLimits } from '#shared/meetings/bots/rules/stay-limits';
import type { RecorderObservation } from '#shared/meetings/recorders/rules/observation';

/** How often a bot is found in the call after it was asked to leave, before it is given up. */
export const CHECKS_AFTER_LEAVE = 2;

/**
 * Why a bot has to leave: it joins for too long, records for too long, or its recorder does not know it any more. Null
 * while it may stay. `observation` is what the recorder answered now; undefined where it knows no such bot.
 */
export function reasonToLeave(
  bot: Bot,
  observation: RecorderObservation | undefined,
  now: Instant,
  limits: StayLimits,
): string | null {
  const { recorder } = bot;
  if (!recorder) return null;
  const state = observation?.state ?? 'unknown to its recorder';
  if (bot.status === 'joining') {
    const isInCall = observation?.state === 'in_call_idle';
    const limit = isInCall ? limits.call : limits.joining;
    if (now - recorder.askedAt <= limit) return null;
    return isInCall
      ? `The bot was in the call for ${hours(limit)} hours and did not record.`
      : `The bot was ${stateInWords(state)} ${minutes(limit)} minutes after ${recorder.name} was asked.`;
  }
  if (bot.status !== 'in_call') return null;
  if (now - bot.startedAt > limits.call) return `The recording reached ${hours(limits.call)} hours.`;
  const silentSince = recorder.seen?.at ?? bot.startedAt;
  return observation === undefined && now - silentSince > limits.unknown
    ? `${recorder.name} has not known the bot for ${minutes(limits.unknown)} minutes.`
    : null;
}

/** Whether the files of a recording that has ended are given up. */
export const filesAreLate = (observation: RecorderObservation, now: Instant): boolean =>
  observation.state === 'ended' && observation.files === null && now - observation.endedAt > STAY_LIMITS.files;

export const FILES_ARE_LATE = `The recorder made no file within ${hours(STAY_LIMITS.files)} hours of the end.`;

/** A recorder out of reach may be recording: a bot in a call is waited for as long as a call may last. */
export const isUnreachableTooLong = (bot: Bot, now: Instant, { call, files }: StayLimits): boolean =>
  bot.status === 'in_call' && now - bot.startedAt > call + files;

/** The reason of a bot that did not leave: one that waited was not admitted, for any other its recorder is at fault. */
export const reasonToGiveUp = ({ recorder }: Bot): Exclude<FailureReason, 'transcription_failed'> =>
  recorder?.seen?.state === 'lobby' || recorder?.seen?.state === 'in_call_idle' ? 'no_recording' : 'bot_error';

const stateInWords = (state: string): string =>
  ({ lobby: 'in the lobby', in_call_idle: 'in the call' })[state] ?? state;

function minutes(milliseconds: number): number {
  return milliseconds / MINUTE_MS;
}

function hours(milliseconds: number): number {
  return milliseconds / HOUR_MS;
}
