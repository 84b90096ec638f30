import { LEAD_MS } from '#shared/bots/rules/plan-automatic-bot';
import { Refusal, unprocessable } from '#shared/core/refusal';
import { type Instant, later } from '#shared/core/time';
import { RecorderUnreachable } from '#shared/recorders/ports/recorder';
import {
  type Availability,
  InvalidRecorderAnswer,
  type RecorderAvailability,
} from '#shared/recorders/ports/recorder-availability';

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
