import { storedBytes } from '#shared/accounts/usage/stored-bytes-store';
import { idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import { isOfMedia, type MediaOrder } from '#shared/texts/orders/rules/order';
import { uploads } from '#shared/texts/uploads/store';
import type { World } from '#test/support/api';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
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

/** At the end: bytes that count towards the limit of the workspace and are not stored, or the other way round. */
export async function brokenStoredBytes(world: World, workspaceId: WorkspaceId): Promise<readonly string[]> {
  const housekeeping = housekeepingWorker(world);
  await housekeeping.runOnce();
  await housekeeping.again('job.usage');
  const ids = world.dynamo.items().flatMap(({ type, pk }) => (type?.S === 'upload' ? (idOf('upl', pk?.S) ?? []) : []));
  const made = await Promise.all(ids.map((id) => uploads.find(world.context.table, id)));
  const ofUploads = made.reduce((sum, one) => sum + (one?.state.limitedBytes ?? 0), 0);
  const media = [...world.files.files].filter(([key]) => key.endsWith('/media'));
  const ofMedia = media.reduce((sum, [, bytes]) => sum + bytes.length, 0);
  const counted = (await storedBytes(world.context.table, workspaceId)) - ofUploads;
  return counted === ofMedia
    ? []
    : [`O8: ${counted} bytes of media count towards the limit, and ${ofMedia} are stored`];
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
