import { LEAD_MS } from '#shared/bots/rules/plan-automatic-bot';
import { Refusal, unprocessable } from '#shared/core/refusal';
import { type Instant, later } from '#shared/core/time';
import { RecorderUnreachable } from '#shared/recorders/ports/recorder';
import { type DeskAnswer, RecorderBroke, type RecorderDesk } from '#shared/recorders/ports/recorder-desk';

interface Asked {
  readonly meetingUrl: string;
  readonly joinAt: Instant | null;
}

const RETRY_IN_SECONDS = 5;

/**
 * Asks the recorder whether it takes a bot that is to join at once, so that a no is told now and not by a failed bot.
 * One that joins later is taken: until then the recorder may have room again, and its dispatch tries for ten minutes.
 */
export async function askDesk(desk: RecorderDesk, { meetingUrl, joinAt }: Asked, now: Instant): Promise<void> {
  if (joinAt !== null && joinAt >= later(now, LEAD_MS)) return;
  const answer = await desk.ask(meetingUrl).catch(refuseOutage);
  if (answer === 'full') throw unprocessable('join_at', 'unavailable', 'join_at: the recorder has no bot free now.');
  if (answer === 'refused')
    throw unprocessable('meeting_url', 'provider_rejected', 'meeting_url is refused by the recorder.');
}

function refuseOutage(thrown: unknown): DeskAnswer {
  if (thrown instanceof RecorderUnreachable)
    throw new Refusal(
      'unavailable',
      [{ code: 'provider_unavailable', message: 'The recorder cannot be reached for a moment: try again.' }],
      { retryInSeconds: RETRY_IN_SECONDS },
    );
  if (thrown instanceof RecorderBroke)
    throw new Refusal('provider_broke', [
      { code: 'provider_error', message: 'The recorder broke while it was asked: try again.' },
    ]);
  throw thrown;
}
