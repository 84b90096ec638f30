import { Refusal } from '#shared/core/refusal';
import type { ReceiverValidator } from '#shared/webhooks/addresses/validate-receiver';

/** The URL in the form to store and to send to. */
export async function acceptedUrl(judge: ReceiverValidator, url: string): Promise<string> {
  const verdict = await judge(url);
  if ('fault' in verdict) throw new Refusal('unprocessable', [verdict.fault]);
  return verdict.accepted;
}
