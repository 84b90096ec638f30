import { mediaProcessing } from '#functions/workers/media-processing/index';
import { orderProcessing } from '#functions/workers/order-processing/index';
import type { Instant } from '#shared/foundation/core/time';
import type { JobHandler } from '#shared/foundation/events/job-worker';
import type { PartSizes } from '#shared/foundation/files/rules/copy-progress';
import { readMedia } from '#shared/foundation/media/read-media';
import type { Transcriber } from '#shared/meetings/recorders/ports';
import type { IngestionContext, StoredMedia } from '#shared/texts/ingestions/ports';
import { enginePlaces } from '#shared/texts/orders/engine-places-store';
import type { EngineLimits } from '#shared/texts/orders/rules/engine-places';
import { checkedTranslator } from '#shared/texts/translation/checked-translator';
import type { Translator } from '#shared/texts/translation/ports';
import { pseudoEngine } from '#shared/texts/translation/pseudo-engine';
import { aRemoteFile } from '#test/support/a-remote-file';
import { aTranscriber } from '#test/support/a-transcriber';
import type { World } from '#test/support/api';
import { inMemoryMedia } from '#test/support/in-memory-media';

interface Given {
  readonly translator?: Translator;
  readonly transcriber?: Transcriber;
  /** The documented ones where it is left out. */
  readonly engineLimits?: EngineLimits;
  /** Of public URLs; they lead nowhere where it is left out. */
  readonly fileAt?: IngestionContext['fileAt'];
  readonly readMedia?: IngestionContext['readMedia'];
  readonly timeLeft?: () => number;
  readonly partSizes?: PartSizes;
  readonly mostLongIngestions?: number;
  /** What differs from media files in memory. */
  readonly media?: Partial<StoredMedia>;
}

/** The workers of orders, called directly, with a clock that jumps to the next due time. */
export function orderWorker({ context, clock, dynamo, files }: World, given: Given = {}) {
  const translator = given.translator ?? checkedTranslator(pseudoEngine());
  const lines: Readonly<Record<string, unknown>>[] = [];
  const log = (line: Readonly<Record<string, unknown>>) => void lines.push(line);
  const ofOrders = orderProcessing(context, { translator, files, personHashes: context.personHashes, log });
  const ofMedia = mediaProcessing(context, {
    transcriber: given.transcriber ?? aTranscriber().transcriber,
    places: enginePlaces(context, given.engineLimits),
    files,
    ingestion: {
      ...{ clock, files, uploads: files.uploads, media: { ...inMemoryMedia(files), ...given.media } },
      readMedia: given.readMedia ?? readMedia,
      ...(given.partSizes && { partSizes: given.partSizes }),
      fileAt: given.fileAt ?? (() => aRemoteFile({ bytes: new Uint8Array(), mishaps: ['refused'] }).source),
    },
    mostLongIngestions: given.mostLongIngestions ?? 5,
    sealer: context.sealer,
    log,
  });
  const invocation = { getRemainingTimeInMillis: given.timeLeft ?? (() => 900_000) };
  const work: JobHandler = (event, ...rest) => {
    const isOfMedia = MEDIA_JOBS.includes(event['detail-type']);
    return (isOfMedia ? ofMedia : ofOrders)(event, ...rest);
  };

  /** Jobs, orders and conversations that are due, as the bus would hand them over. */
  const due = () =>
    dynamo.items().flatMap((item) => {
      const { type, id, dueAt } = partsOf(item);
      if (type === 'conversation') return [{ dueAt, event: { 'detail-type': 'job.conversation_due', detail: { id } } }];
      if (type === 'order') return [{ dueAt, event: { 'detail-type': 'job.order_due', detail: { id } } }];
      if (!type || !JOBS.includes(type)) return [];
      // A job that no worker has is started by the relay at once, and not when the sweeper would.
      const startsAt = item['busy_until'] || item['reached'] ? dueAt : clock.now();
      return [{ dueAt: startsAt, event: { 'detail-type': type, detail: { id } } }];
    });

  /** Works on everything that is due now, until nothing is. */
  const untilQuiet = async () => {
    for (let turn = 0; turn < 500; turn += 1) {
      const [next] = due().filter(({ dueAt }) => dueAt <= clock.now());
      if (!next) return;
      await work(next.event, invocation);
    }
    throw new Error('The worker does not come to rest.');
  };

  return {
    lines: lines as readonly Readonly<Record<string, unknown>>[],
    due,
    untilQuiet,
    /** Processes the uploads that are due by now, as the sweeper would have it. */
    async checkUploads(): Promise<void> {
      for (const item of dynamo.items()) {
        const { id } = partsOf(item);
        const isDue = item['type']?.S === 'upload' && Number(item['due_at']?.N) <= clock.now();
        if (isDue) await work({ 'detail-type': 'job.upload_due', detail: { id } }, invocation);
      }
    },
    /** Hands one over, whenever it is due. */
    deliver: async (one: ReturnType<typeof due>[number] | undefined, requeue?: () => Promise<void>) =>
      one && work(one.event, invocation, requeue),
    /** Jumps to the next due time, and works. False where nothing is due any more. */
    async next(): Promise<boolean> {
      const [soonest] = due().sort((one, other) => one.dueAt - other.dueAt);
      if (!soonest) return false;
      clock.set(Math.max(clock.now(), soonest.dueAt) as Instant);
      await untilQuiet();
      return true;
    },
  };
}

const MEDIA_JOBS: readonly string[] = ['job.ingestion', 'job.transcription', 'job.upload_due'];
const JOBS: readonly string[] = ['job.order', 'job.translation', ...MEDIA_JOBS];

/** The type of what is due; none of a row that is not. */
function partsOf(item: Readonly<Record<string, { readonly S?: string; readonly N?: string } | undefined>>) {
  const row = item['type']?.S;
  const kind = row === 'order' || row === 'conversation' ? row : item['sk']?.S?.split('#')[1];
  return { type: item['due_pk'] && kind, id: item['pk']?.S ?? '', dueAt: Number(item['due_at']?.N) };
}
