import { type Instant, later, SECOND_MS } from '#shared/foundation/core/time';
import { heardTracks } from '#shared/texts/orders/rules/audio-tracks';
import { isOfMedia, type Operation, type Order } from '#shared/texts/orders/rules/order';

/**
 * When the text of an operation is expected, in whole seconds: the last change of the order plus the length of the audio,
 * once for each track that is heard.
 * The order changes when its file is stored and when the engine begins; engines take less time than the audio lasts
 * (`npm run bench -- speech`). Null where the length is not known, where people work on the text, and for drafts,
 * translations and ended operations.
 */
export function estimatedAt(order: Order, { state }: Operation): Instant | null {
  if (order.state !== 'submitted' || order.service === 'pro' || !isOfMedia(order)) return null;
  if (order.ingestion.state !== 'done' || (state !== 'pending' && state !== 'processing')) return null;
  const at = later(order.updatedAt, order.ingestion.durationSeconds * heardTracks(order) * SECOND_MS);
  return (Math.ceil(at / SECOND_MS) * SECOND_MS) as Instant;
}
