import { isOfMedia, type MediaOrder } from '#shared/orders/rules/order';
import type { World } from '#test/support/api';
import type { VirtualSpeechService } from './a-virtual-speech-service.ts';
import type { MediaFiles } from './media-files.ts';
import { ordersOf } from './order-invariants.ts';

/** At the end: files that were not taken, and texts that were not made, without a reason. */
export async function brokenMediaOrders(
  world: World,
  media: Pick<MediaFiles, 'isUsable'>,
  speech: Pick<VirtualSpeechService, 'hasRefused'>,
): Promise<readonly string[]> {
  const all = (await ordersOf(world)).filter(isOfMedia);
  return all.flatMap((order) => [...brokenIngestion(order, media), ...brokenTranscription(order, speech)]);
}

function brokenIngestion({ ingestion }: MediaOrder, { isUsable }: Pick<MediaFiles, 'isUsable'>): readonly string[] {
  if (ingestion.state === 'failed' && isUsable(ingestion.url))
    return [`O7: a file that is there was not taken: ${ingestion.failureReason}`];
  return ingestion.state === 'done' && !isUsable(ingestion.url) ? ['O7: a file that is no media was taken'] : [];
}

/** Outages of the speech service are shorter than a day. */
const brokenTranscription = (
  { ingestion, operations }: MediaOrder,
  { hasRefused }: Pick<VirtualSpeechService, 'hasRefused'>,
): readonly string[] =>
  ingestion.state !== 'done'
    ? []
    : operations.flatMap((one) =>
        one.state === 'failed' && !hasRefused(one.id) ? [`O7: a text was not made: ${one.failureReason}`] : [],
      );
