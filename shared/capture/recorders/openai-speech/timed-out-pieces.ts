import * as v from 'valibot';
import { HOUR_MS, type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import { TranscriberUnavailable } from '#shared/meetings/recorders/ports';

/**
 * The server was sent sound, and did not answer in time: it may have heard all of it. The sound can be the cause: a server
 * that is full or out of order says so, or takes no connection.
 */
export class SpeechTimedOut extends TranscriberUnavailable {
  /** How long the sound plays. */
  readonly seconds: number;

  constructor(message: string, seconds: number) {
    super(message, { isAboutJob: true });
    this.seconds = seconds;
  }
}

/** The requests for one piece that timed out. */
export const Timeouts = v.object({
  count: v.number(),
  /** Of all of them together. */
  heardSeconds: v.number(),
  /** Before which the piece is not asked for again. */
  askAgainAt: v.pipe(
    v.number(),
    v.transform((milliseconds) => milliseconds as Instant),
  ),
});
export type Timeouts = v.InferOutput<typeof Timeouts>;

export const NO_TIMEOUTS: Timeouts = { count: 0, heardSeconds: 0, askAgainAt: 0 as Instant };

const MOST_TIMEOUTS = 3;
/** After the first and the second: a server that has more to hear than it can has hours to do it. */
const WAITS_MS = [10 * MINUTE_MS, 2 * HOUR_MS];

/** After one more, of a request with so much sound. */
export const withTimeout = ({ count, heardSeconds }: Timeouts, seconds: number, now: Instant): Timeouts => ({
  count: count + 1,
  heardSeconds: heardSeconds + seconds,
  askAgainAt: later(now, WAITS_MS[count] ?? 0),
});

export const isGivenUp = ({ count }: Timeouts): boolean => count >= MOST_TIMEOUTS;
