import type { DeliveryId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import { bodyText } from '#shared/webhooks/delivery/payload';
import { signedRequest } from '#shared/webhooks/signing/send-signed';
import { newSecret } from '#shared/webhooks/signing/signature';
import { seededBytes, seededRandom } from '../random.ts';

/** What the deliverer does for each delivery before it sends: body and all three signatures, made anew. */
export function deliveries(
  urls: readonly string[],
  { seed, bytes }: { readonly seed: number; readonly bytes: number },
) {
  const random = seededRandom(seed);
  const secrets = urls.map(() => newSecret(seededBytes(random)(32)));
  const objectText = JSON.stringify({ object: 'meeting', title: 'x'.repeat(bytes) });
  return (number: number) => {
    const place = number % urls.length;
    const id = `evt_${String(number).padStart(26, '0')}` as DeliveryId;
    const now = Date.now() as Instant;
    const text = bodyText({ id, type: 'meeting.updated', createdAt: now, objectText });
    return signedRequest({
      id,
      type: 'meeting.updated',
      url: urls[place] ?? '',
      secrets: [secrets[place] ?? ''],
      headers: {},
      bodyText: text,
      now,
    });
  };
}
