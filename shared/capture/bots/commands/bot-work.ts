import type { ArrivalMeter, FaultReports } from '#shared/capture/bots/ports';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { TimeScale } from '#shared/foundation/core/clock';
import type { BotId } from '#shared/foundation/core/ids';
import { earlier, HOUR_MS, type Instant, later, laterOf, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import type { StayLimits } from '#shared/meetings/bots/rules/stay-limits';
import type { Recorders } from '#shared/meetings/recorders/registry/ports';
import type { RecorderRegistry } from '#shared/meetings/recorders/registry/rules/registry';
import type { RecorderObservation } from '#shared/meetings/recorders/rules/observation';

/** What the work on a due bot needs beside the table. */
export interface BotWorkContext extends CommandContext {
  readonly recorders: Recorders;
  readonly timeScale: TimeScale;
  readonly arrivals: ArrivalMeter;
  readonly faults: FaultReports;
  /** How long a bot may stay at its recorder. */
  readonly stayLimits: StayLimits;
}

/** One run for a due bot, with the registry of recorders as it was read at its beginning. */
export interface BotRunContext extends BotWorkContext {
  readonly startedAt: Instant;
  readonly registry: RecorderRegistry;
  /** When the queue delivers the message for the next status check, where one is on its way. */
  readonly queuedLookAt: Instant | null;
}

/** When a message about the bot is to be delivered next; null where none is, or one is on its way already. */
export type NextDue = Instant | null;

/** Time between two status checks where the recorder sends no webhook (docs/recorders.md, Polls). */
const WAIT_WHILE_JOINING_MS = 30 * SECOND_MS;
const WAIT_IN_CALL_MS = MINUTE_MS;
const WAIT_FOR_FILES_MS = 2 * MINUTE_MS;
/** A job copies the recording: an early check would begin a second one. By then it has copied it, or given it up. */
const AFTER_MEDIA_MS = 25 * HOUR_MS;
const WAIT_OUT_OF_REACH_MS = 15 * SECOND_MS;

/**
 * A run that is older begins no further request: one that creates a bot takes up to 20 seconds, and the status check after
 * it as long, and a worker has 75.
 */
const BEGINS_REQUESTS_FOR_MS = 25 * SECOND_MS;

export const hasTimeLeft = ({ clock, startedAt }: Pick<BotRunContext, 'clock' | 'startedAt'>): boolean =>
  clock.now() <= later(startedAt, BEGINS_REQUESTS_FOR_MS);

type Waiting = Pick<BotWorkContext, 'timeScale'>;

export const afterOutage = ({ timeScale }: Waiting, now: Instant): Instant =>
  later(now, timeScale.scaled(WAIT_OUT_OF_REACH_MS));

/**
 * The recorder's hint, or the usual wait. A hint of the past is raised to a tenth of a second. A check that is on its way
 * and comes no later stays the next one.
 */
export function nextCheckAt(
  { timeScale, queuedLookAt }: Pick<BotRunContext, 'timeScale' | 'queuedLookAt'>,
  bot: Pick<Bot, 'id' | 'status'>,
  observation: RecorderObservation | undefined,
  now: Instant,
): Instant {
  if (bot.status === 'in_call' && observation?.state === 'ended' && observation.files !== null)
    return later(now, timeScale.scaled(AFTER_MEDIA_MS));
  const usual = later(now, timeScale.scaled(spread(bot.id, waitFor(bot, observation))));
  const hint = observation?.lookAgainAt ?? null;
  const wanted = hint !== null && hint < usual ? laterOf(hint, later(now, SECOND_MS / 10)) : usual;
  return queuedLookAt === null ? wanted : earlier(queuedLookAt, wanted);
}

function waitFor({ status }: Pick<Bot, 'status'>, observation: RecorderObservation | undefined): number {
  if (observation?.state === 'ended') return WAIT_FOR_FILES_MS;
  return status === 'joining' ? WAIT_WHILE_JOINING_MS : WAIT_IN_CALL_MS;
}

/** A fifth more or less, by the id, so that bots of the same minute do not ask their recorder in the same second. */
function spread(id: BotId, milliseconds: number): number {
  const share = [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 401, 0);
  return Math.round(milliseconds * (0.8 + share / 1_000));
}
