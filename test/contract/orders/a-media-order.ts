import { conversations } from '#functions/api/conversations/index';
import { orders } from '#functions/api/orders/index';
import { uploads } from '#functions/api/uploads/index';
import { freePlaces, MOST_OPERATIONS } from '#shared/texts/orders/places-store';
import { aWorld, callsTo } from '#test/support/api';
import { orderWorker } from '#test/support/order-worker';
import { aVideo } from '#test/unit/media/media-files';

/** A workspace with an upload of a video of 53 seconds, to be transcribed. */
export async function aMediaOrderWorld(given: Parameters<typeof orderWorker>[1] = {}, world = aWorld()) {
  const owner = await world.anOwner();
  const { key, workspaceId } = owner;
  const call = callsTo(orders(world.context));
  const callUploads = callsTo(uploads(world.context));
  const callTexts = callsTo(conversations(world.context));
  const anUpload = async (bytes: Uint8Array = aVideo(), filename = 'interview.mp4') => {
    const { body } = await callUploads('GET', `/uploads/new?filename=${filename}`, { key });
    await world.files.put(`uploads/${workspaceId}/${body.id}`, bytes, '');
    return String(body.signed_url);
  };
  const url = await anUpload();
  const order = (changes: object = {}, { path = '/transcribe', as = key } = {}) =>
    call('POST', path, { key: as, body: { workspace_id: workspaceId, url, language: 'en', ...changes } });
  const worker = orderWorker(world, given);
  return {
    ...{ world, owner, call, callTexts, anUpload, url, order },
    worker,
    readOrder: async (id: string) => (await call('GET', `/orders/${id}`, { key })).body,
    act: (id: string, action: 'confirm' | 'cancel' | 'fulfill') => call('POST', `/orders/${id}/${action}`, { key }),
    conversation: (id: string, rest = '') => callTexts('GET', `/conversations/${id}${rest}`, { key }),
    /** Keys of files but uploads. */
    filesKept: () => [...world.files.files.keys()].filter((one) => !one.startsWith('uploads/')),
    /** Files but uploads, parts of files, places of operations, and what is still due. */
    leftBehind: async () => ({
      files: [...world.files.files.keys()].filter((one) => !one.startsWith('uploads/')),
      parts: world.files.openUploads.size,
      places: MOST_OPERATIONS - (await freePlaces(world.context.table, workspaceId)),
      due: worker.due().map(({ event }) => event['detail-type']),
    }),
  };
}

/** What a failed order leaves behind. */
export const NOTHING = { files: [], parts: 0, places: 0, due: [] };
