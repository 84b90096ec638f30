import { Refusal } from '#shared/core/refusal';
import type { ReceiverJudge } from '#shared/webhooks/addresses/judge-receiver';

/** The URL in the form to store and to send to. */
export async function acceptedUrl(judge: ReceiverJudge, url: string): Promise<string> {
  const verdict = await judge(url);
  if ('fault' in verdict) throw new Refusal('unprocessable', [verdict.fault]);
  return verdict.accepted;
}
