import { reserveFile } from '#shared/accounts/usage/commands/store-within-limit';
import { limitFile } from '#shared/accounts/usage/stored-files-store';
import { founderOf } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { CursorLease, CursorStep } from '#shared/foundation/core/cursor-lease';
import { type Sealer, undefinedIfUndecryptable } from '#shared/foundation/core/secrets';
import type { Write } from '#shared/foundation/core/table';
import { type Instant, later } from '#shared/foundation/core/time';
import type { Job } from '#shared/foundation/events/rules/domain-event';
import { conversationMediaKey } from '#shared/meetings/results/ports';
import { ingestMedia } from '#shared/texts/ingestions/commands/ingest-media';
import type { IngestionContext } from '#shared/texts/ingestions/ports';
import {
  afterWait,
  type Ingested,
  type IngestionCursor,
  NEW_INGESTION,
  waitForPlace,
} from '#shared/texts/ingestions/rules/ingestion';
import { saveOrder } from '#shared/texts/orders/commands/save-order';
import { openSource } from '#shared/texts/orders/commands/sealed-source';
import {
  releaseIngestionPlace,
  releaseLongIngestion,
  takeIngestionPlace,
  takeLongIngestion,
} from '#shared/texts/orders/ingestion-places-store';
import type { TranslatedSlices, UnfinishedText } from '#shared/texts/orders/ports';
import { MOST_TRACKS } from '#shared/texts/orders/rules/audio-tracks';
import { beginIngestion, endIngestion } from '#shared/texts/orders/rules/change-order';
import { type IngestionJob, isOfMedia, type MediaOrder } from '#shared/texts/orders/rules/order';
import {
  type EndedIngestion,
  identityOf,
  isDownload,
  isUnfinishedIngestion,
  type SealedSource,
  uploadIdOf,
} from '#shared/texts/orders/rules/order-ingestion';
import { orders } from '#shared/texts/orders/store';
import { reservedBytes, uploadKeyOf, uploadRemovedJobs, uploadStoredJobs } from '#shared/texts/uploads/rules/upload';
import { findUpload } from '#shared/texts/uploads/store';

/** The lease of the job of an ingestion. */
export interface IngestionJobLease extends CursorLease<IngestionCursor> {
  /** Milliseconds left in this invocation. */
  timeLeft(): number;
}

export interface Ingesting extends CommandContext {
  readonly ingestion: IngestionContext;
  readonly sealer: Pick<Sealer, 'open'>;
  readonly slices: Pick<TranslatedSlices, 'clearAll'>;
  /** Ingestions that may hold a worker for longer than a turn at a time, in the deployment. */
  readonly mostLongIngestions: number;
}

export type IngestionStep = CursorStep<IngestionCursor>;

/**
 * Copies and reads the media file of an order, as far as the time of an invocation goes. The file of an order that was
 * canceled meanwhile is deleted.
 */
export const ingestStep =
  (context: Ingesting) =>
  async (job: IngestionJob, lease: IngestionJobLease): Promise<IngestionStep> => {
    const found = await findMediaOrder(context, job);
    if (!found) return 'done';
    const { ingestion } = found;
    let cursor = lease.cursor ?? NEW_INGESTION;
    if (!isUnfinishedIngestion(ingestion)) return removeUnused(context, found, cursor);
    if (!(await takePlaces(context, found, lease, cursor))) {
      const [random = 0] = context.randomBytes(1);
      return waitForPlace(cursor, context.clock.now(), random / 256);
    }
    cursor = afterWait(cursor);
    const ingested = await ingestInPlace(context, found, ingestion.source, {
      cursor: () => cursor,
      timeLeft: () => lease.timeLeft(),
      mayHoldWorker: () => takeLong(context, found, lease),
      async save(next) {
        await lease.save(next);
        cursor = next;
      },
    });
    // Where its turn is over, it goes on behind the other jobs of its workspace.
    if (ingested.outcome === 'later')
      return ingested.at > context.clock.now() ? { cursor, notBefore: ingested.at } : { cursor, isTurnOver: true };
    await saveEnd(context)(job, ingested);
    const after = await findMediaOrder(context, job);
    return after ? removeUnused(context, after, cursor) : 'done';
  };

/** Undefined where the order is gone, and where it has begun again with another ingestion. */
async function findMediaOrder({ table }: CommandContext, job: IngestionJob): Promise<MediaOrder | undefined> {
  const order = (await orders.find(table, job.orderId))?.state;
  return order && isOfMedia(order) && isAbout(job, order) ? order : undefined;
}

const isAbout = ({ ingestionId }: IngestionJob, { ingestion }: MediaOrder): boolean =>
  ingestionId === undefined || ingestionId === ingestion.id;

/**
 * Takes a place for a file at a URL of others, whose servers may be slow: those of one workspace leave workers to others. An
 * ingestion that is known to be long takes one for those as well. False where none is free.
 */
async function takePlaces(
  context: Ingesting,
  order: MediaOrder,
  lease: IngestionJobLease,
  { isLong }: IngestionCursor,
): Promise<boolean> {
  const { workspaceId, ingestion } = order;
  const place = placeOf(context, order, lease);
  if (isDownload(ingestion) && !(await takeIngestionPlace(context, workspaceId, place))) return false;
  if (!isLong || (await takeLong(context, order, lease))) return true;
  if (isDownload(ingestion)) await releaseIngestionPlace(context, workspaceId, ingestion.id);
  return false;
}

async function takeLong(context: Ingesting, order: MediaOrder, lease: IngestionJobLease): Promise<boolean> {
  const { workspaceId } = order;
  const workspace = await workspaces.find(context.table, workspaceId);
  if (!workspace) return false;
  const place = { ...placeOf(context, order, lease), workspaceId, founderId: founderOf(workspace.state) };
  return takeLongIngestion(context, place, context.mostLongIngestions);
}

/** For as long as this invocation goes on at most. */
const placeOf = ({ clock }: Ingesting, { ingestion }: MediaOrder, lease: IngestionJobLease) => ({
  ingestionId: ingestion.id,
  until: later(clock.now(), lease.timeLeft()),
});

/** Its places are free again after each turn, so that a large file keeps no smaller one waiting. */
async function ingestInPlace(
  context: Ingesting,
  order: MediaOrder,
  source: SealedSource,
  lease: Parameters<typeof ingestMedia>[2],
): Promise<Attempt> {
  const { workspaceId, ingestion, id: orderId } = order;
  // What is refused begins with a new cursor.
  const hasLongPlace = lease.cursor().isLong === true || isDownload(ingestion);
  try {
    const begun = await beginWithinLimit(context)({ workspaceId, orderId, ingestionId: ingestion.id });
    if (begun === 'beyond_limit') return { outcome: 'failed', reason: 'usage_limit' };
    return await ingest(context, order, source, lease);
  } finally {
    if (hasLongPlace) await releaseLongIngestion(context, ingestion.id);
    if (isDownload(ingestion)) await releaseIngestionPlace(context, workspaceId, ingestion.id);
  }
}

/** A URL that cannot be opened any more leads nowhere. */
async function ingest(
  { ingestion: context, sealer }: Ingesting,
  order: MediaOrder,
  source: SealedSource,
  lease: Parameters<typeof ingestMedia>[2],
): Promise<Ingested> {
  const { workspaceId, ingestion } = order;
  const opened = await undefinedIfUndecryptable(openSource(sealer, source, { workspaceId, ingestionId: ingestion.id }));
  if (!opened) return { outcome: 'failed', reason: 'media_unreachable' };
  return ingestMedia(context, { source: opened, key: conversationMediaKey(textOf(order)) }, lease);
}

/**
 * Marks an order whose file is about to be copied, and reserves the bytes of the file: those of an upload, or the most that
 * is taken. Nothing once it was begun.
 */
const beginWithinLimit = command(async (context, job: IngestionJob): Promise<'begun' | 'beyond_limit'> => {
  const { table, clock } = context;
  const before = await orders.find(table, job.orderId);
  const at = clock.now();
  const state = before && beginIngestion(before.state);
  if (!before || !state || state === before.state || !isOfMedia(before.state)) return 'begun';
  if (!isAbout(job, before.state)) return 'begun';
  const { workspaceId, conversationId: subject } = textOf(before.state);
  const { ingestion } = before.state;
  const uploadId = uploadIdOf(ingestion);
  const upload = uploadId && (await findUpload(table, uploadId, at));
  const bytes = reservedBytes(upload?.state.sizeBytes);
  const writes = await reserveFile(context, { workspaceId, subject, bytes }, at);
  if (writes === 'beyond_limit') return writes;
  await saveOrder(context, before, state, { at, writes });
  return 'begun';
});

/** What became of a file, or that it has no room in its workspace. */
type Attempt = Ingested | { readonly outcome: 'failed'; readonly reason: 'usage_limit' };

type Outcome = Exclude<Attempt, { readonly outcome: 'later' }>;

const saveEnd = command(async (context, job: IngestionJob, outcome: Outcome) => {
  const before = await orders.find(context.table, job.orderId);
  if (!before || !isOfMedia(before.state) || !isAbout(job, before.state)) return;
  const at = context.clock.now();
  const jobs = await uploadJobs(context, before.state, outcome, at);
  const ended = endOf(before.state, outcome);
  const writes = await storedWrites(context, before.state, ended, at);
  await saveOrder(context, before, endIngestion(before.state, ended, at), { at, jobs, writes });
});

/** What was reserved for a file is corrected to what is stored: nothing of one that is not. */
const storedWrites = async (
  { table }: CommandContext,
  order: MediaOrder,
  ended: EndedIngestion,
  at: Instant,
): Promise<readonly Write[]> => {
  const { workspaceId, conversationId: subject } = textOf(order);
  const bytes = ended.state === 'done' ? ended.sizeBytes : 0;
  return limitFile(table, { workspaceId, subject, bytes }, at);
};

/** The size of an upload that one `PUT` brought is known from here on. One that is too large is removed. */
async function uploadJobs(
  { table }: CommandContext,
  { workspaceId, ingestion }: MediaOrder,
  outcome: Outcome,
  at: Instant,
): Promise<readonly Job[]> {
  const id = uploadIdOf(ingestion);
  if (!id) return [];
  if (outcome.outcome === 'failed')
    return outcome.reason === 'media_too_large' ? uploadRemovedJobs({ id, workspaceId }, at) : [];
  const upload = await findUpload(table, id, at);
  return upload?.state.workspaceId === workspaceId
    ? uploadStoredJobs({ ...upload.state, sizeBytes: outcome.sizeBytes }, at)
    : [];
}

function endOf({ ingestion, speakers }: MediaOrder, outcome: Outcome): EndedIngestion {
  const identity = identityOf(ingestion);
  if (outcome.outcome === 'failed') return { ...identity, state: 'failed', failureReason: outcome.reason };
  const { sizeBytes, facts } = outcome;
  if (speakers.tracks === true && facts.audioTracks > MOST_TRACKS)
    return { ...identity, state: 'failed', failureReason: 'too_many_tracks' };
  const { durationSeconds, audioTracks, contentType } = facts;
  return { ...identity, state: 'done', sizeBytes, durationSeconds, audioTracks, contentType };
}

/**
 * Nothing stays of a file whose order was canceled or failed: neither its copy nor the parts of one, nor an upload that is
 * too large. It follows the end of the order, so that a crash in between repeats it alone.
 */
async function removeUnused(
  { slices, ingestion: { uploads, files } }: Ingesting,
  order: MediaOrder,
  { copy }: IngestionCursor,
): Promise<'done'> {
  const { ingestion, workspaceId } = order;
  if (ingestion.state === 'done') return 'done';
  const text = textOf(order);
  if (copy && 'uploadId' in copy) await uploads.abort({ key: conversationMediaKey(text), uploadId: copy.uploadId });
  await slices.clearAll(text);
  const isTooLarge = ingestion.state === 'failed' && ingestion.failureReason === 'media_too_large';
  if (isTooLarge && ingestion.uploadId) await files.remove(uploadKeyOf({ workspaceId, id: ingestion.uploadId }));
  return 'done';
}

/** The conversation that an order of a media file makes. */
function textOf({ workspaceId, operations }: MediaOrder): UnfinishedText {
  const [operation] = operations;
  if (!operation) throw new Error('An order has no operation.');
  return { workspaceId, conversationId: operation.conversationId };
}
