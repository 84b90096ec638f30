import { type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import type { Arrival, Bot } from '#shared/meetings/bots/rules/bot';
import type { RecorderObservation } from '#shared/meetings/recorders/rules/observation';

const ARRIVES_WITHIN_MS = 3 * MINUTE_MS;

/** Until when a bot is in time: three minutes after the start, or after it was sent where that is later. */
export const arrivesUntil = ({ startsAt, joinAt, createdAt }: Bot): Instant => {
  const sentAt = joinAt ?? createdAt;
  return later(startsAt === null || startsAt < sentAt ? sentAt : startsAt, ARRIVES_WITHIN_MS);
};

/**
 * How the bot arrived, once that is known; undefined before, and for a bot with an invalid link, which has no call.
 * `bot` is as it is saved after the check; `observation` is what the recorder reported, undefined where it did not.
 */
export function arrivalOf(bot: Bot, observation: RecorderObservation | undefined, now: Instant): Arrival | undefined {
  const until = arrivesUntil(bot);
  if (observation && isInCall(observation)) {
    const arrivedAt = 'startedAt' in observation && observation.startedAt < now ? observation.startedAt : now;
    return arrivedAt <= until ? 'in_time' : 'late';
  }
  if (bot.status === 'failed') return FAILED[bot.reason];
  if (bot.status !== 'joining' || now < until) return undefined;
  return observation?.state === 'lobby' ? 'not_admitted' : 'late';
}

const isInCall = ({ state }: RecorderObservation): boolean =>
  state === 'in_call_idle' || state === 'recording' || state === 'paused' || state === 'ended';

const FAILED = {
  no_recording: 'not_admitted',
  bot_error: 'late',
  invalid_meeting_url: undefined,
  transcription_failed: undefined,
} as const;
