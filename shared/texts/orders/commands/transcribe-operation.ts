import { countSecondsBeyond } from '#shared/accounts/usage/commands/count-seconds-beyond';
import { useWithinLimits } from '#shared/accounts/usage/commands/use-within-limits';
import { recognizedSeconds } from '#shared/accounts/usage/rules/recognized-seconds';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { CursorLease, CursorStep } from '#shared/foundation/core/cursor-lease';
import { DAY_MS, type Instant, later, MINUTE_MS, spread } from '#shared/foundation/core/time';
import { formatOf } from '#shared/foundation/media/rules/media-format';
import {
  type Transcriber,
  TranscriberUnavailable,
  type Transcription,
  type TranscriptionJob,
} from '#shared/meetings/recorders/ports';
import { heardSecondsOf } from '#shared/meetings/recorders/rules/heard-seconds';
import { mendTranscript } from '#shared/meetings/recorders/rules/mend-transcript';
import { conversationMediaKey, type ResultsStorage } from '#shared/meetings/results/ports';
import type { Transcript } from '#shared/meetings/results/rules/results';
import { FIRST_REVISION } from '#shared/texts/conversations/rules/conversation';
import { loadTerms } from '#shared/texts/glossaries/commands/order-glossaries';
import type { TermsStorage } from '#shared/texts/glossaries/ports';
import { correctBySources } from '#shared/texts/glossaries/rules/correct-by-sources';
import { indexSources } from '#shared/texts/glossaries/rules/source-index';
import {
  afterOutage,
  endWork,
  type FoundOperation,
  findOperation,
  markBegun,
  markWaiting,
  removeLeftovers,
  textOf,
  turnAfterMs,
} from '#shared/texts/orders/commands/operation-progress';
import { saveRecognized } from '#shared/texts/orders/commands/save-recognized';
import type { EnginePlaces, TranslatedSlices, Waiting } from '#shared/texts/orders/ports';
import { heardTracks } from '#shared/texts/orders/rules/audio-tracks';
import { holdsPlace, isOfMedia, type OperationJob } from '#shared/texts/orders/rules/order';
import type { OrderIngestion } from '#shared/texts/orders/rules/order-ingestion';

/** How far a transcription is. A type and not an interface, since it is stored as JSON. */
export type TranscriptionCursor = {
  /** Since when the engine is at work; null before it was asked. */
  readonly runningSince: Instant | null;
  /** Since when the engine has answered nothing. */
  readonly unavailableSince: Instant | null;
  /** What an engine at work has said that it heard. */
  readonly heardSeconds?: number;
};

export interface Transcribing extends CommandContext {
  readonly transcriber: Transcriber;
  readonly places: EnginePlaces;
  /** Of glossaries. */
  readonly terms: Pick<TermsStorage, 'find'>;
  readonly slices: Pick<TranslatedSlices, 'clear' | 'clearAll'>;
  readonly results: Pick<ResultsStorage, 'saveTranscript'>;
}

type TranscriptionLease = CursorLease<TranscriptionCursor>;
type TranscriptionStep = CursorStep<TranscriptionCursor>;

const NEW: TranscriptionCursor = { runningSince: null, unavailableSince: null };
const LONGEST_MS = DAY_MS;
/** What the service fails at may be the file itself: it is not asked for it often. */
const LONGEST_AFTER_ERROR_MS = 10 * MINUTE_MS;

/**
 * One step of a transcription: the engine is asked, or looked at. The engine is asked by the id of the operation, so that
 * a step that is repeated finds its job. The result of an order that was canceled meanwhile is dropped.
 */
export const transcribeStep =
  (context: Transcribing) =>
  async (job: OperationJob, lease: TranscriptionLease): Promise<TranscriptionStep> => {
    const found = await findOperation(context, job);
    const media = found && mediaOf(found);
    if (!found || !media || !isOfMedia(found.order)) return 'done';
    const work = { job, found, media, tracks: heardTracks(found.order), lease };
    if (!holdsPlace(found.operation)) return cleanUpEndedOperation(context, work);
    const { cursor = NEW } = lease;
    const { id: operationId } = found.operation;
    const taken = await context.places.take({ operationId, workspaceId: job.workspaceId });
    if (taken !== 'taken') return wait(context, work, cursor, taken);
    if (cursor.runningSince !== null) return after(context, work, cursor, await ask(context, work, cursor));
    if ((await use(context, work)) === 'beyond_limit') return end(context, work, 'usage_limit');
    // A speech server recognizes for minutes before it answers; an operation that waited is shown as it was until then.
    if (cursor.unavailableSince === null) await markBegun(context)(job);
    return after(context, work, cursor, await ask(context, work, cursor));
  };

/** The engine is full or out of order: an operation that it has not begun is pending until it is asked again. */
async function wait(
  context: Transcribing,
  work: Work,
  cursor: TranscriptionCursor,
  turn: Waiting | 'out of order' | 'error',
): Promise<TranscriptionStep> {
  const now = context.clock.now();
  const outage = afterOutage(cursor.unavailableSince, now, turn === 'error' ? LONGEST_AFTER_ERROR_MS : undefined);
  if (outage === 'given up') return end(context, work, 'provider_unavailable');
  if (cursor.runningSince === null) await markWaiting(context)(work.job);
  const [random = 0] = context.randomBytes(1);
  const waitMs = typeof turn === 'string' ? outage.notBefore - now : turnAfterMs(turn.before);
  const notBefore = later(now, spread(waitMs, random / 256));
  return { cursor: { ...cursor, unavailableSince: outage.unavailableSince }, notBefore };
}

/** The service answers that it is full, or nothing. One that has begun the operation keeps what it has of it. */
const waitForService = async (context: Transcribing, work: Work, cursor: TranscriptionCursor) =>
  wait(
    context,
    work,
    cursor,
    cursor.runningSince === null ? await context.places.refuse(work.found.operation.id) : 'out of order',
  );

/** The service answers an error to this one: the others go on, and it takes a place again when it asks the next time. */
async function waitAlone(context: Transcribing, work: Work, cursor: TranscriptionCursor): Promise<TranscriptionStep> {
  await context.places.release(work.found.operation.id);
  return wait(context, work, cursor, 'error');
}

async function after(
  context: Transcribing,
  work: Work,
  cursor: TranscriptionCursor,
  result: Transcription | Unanswered,
): Promise<TranscriptionStep> {
  if (result === 'unavailable') return waitForService(context, work, cursor);
  if (result === 'error') return waitAlone(context, work, cursor);
  const heard = Math.max(cursor.heardSeconds ?? 0, heardSecondsOf(result));
  await useBeyond(context, work, heard, result.status !== 'running');
  if (result.status === 'failed') return end(context, work, result.reason ?? 'transcription_failed');
  if (result.status === 'done' && isLost(result, work.media)) return end(context, work, 'transcription_failed');
  if (result.status === 'done') return finish(context, work, result.transcript);
  const now = context.clock.now();
  const runningSince = cursor.runningSince ?? now;
  if (now - runningSince >= LONGEST_MS) return end(context, work, 'provider_unavailable');
  if (cursor.runningSince === null) await markBegun(context)(work.job);
  const { heardSeconds = 0 } = result;
  const next = { runningSince, unavailableSince: null, heardSeconds };
  // A speech server that has more pieces to recognize goes on behind the others: a piece may hold its worker for minutes.
  return result.lookAgainAt > now
    ? { cursor: next, notBefore: result.lookAgainAt }
    : { cursor: next, isTurnOver: true };
}

/** Someone speaks in the file, and no words are left of it. A file in which no one speaks has a text without segments. */
const isLost = ({ transcript, unheardSeconds = 0 }: Done, { durationSeconds }: StoredMedia): boolean =>
  transcript.segments.length === 0 && unheardSeconds >= Math.min(EVIDENCE_SECONDS, durationSeconds / 2);

/** So much speech is no accident of an engine; half of a short file. */
const EVIDENCE_SECONDS = 10;

type Done = Extract<Transcription, { readonly status: 'done' }>;

type StoredMedia = Extract<OrderIngestion, { readonly state: 'done' }>;

interface Work {
  readonly job: OperationJob;
  readonly found: FoundOperation;
  readonly media: StoredMedia;
  /** How many tracks of it are heard. */
  readonly tracks: number;
  readonly lease: TranscriptionLease;
}

/** Undefined for an order whose file was never stored. */
const mediaOf = ({ order }: FoundOperation): StoredMedia | undefined =>
  isOfMedia(order) && order.ingestion.state === 'done' ? order.ingestion : undefined;

async function ask(
  context: Transcribing,
  work: Work,
  { runningSince }: TranscriptionCursor,
): Promise<Transcription | Unanswered> {
  const { transcriber } = context;
  const terms = await termsOf(context, work);
  const job = { ...jobOf(work), terms: terms.map(({ source }) => source) };
  return orUnavailable(runningSince === null ? transcriber.start(job) : transcriber.check(job));
}

const use = (context: Transcribing, work: Work) =>
  useWithinLimits(context)({ ...speechOf(work), kind: 'recognized_seconds', amount: secondsOf(work) });

/** By what the engine heard, for which it is paid. */
const useBeyond = (context: Transcribing, work: Work, heardSeconds: number, isEnd: boolean) =>
  countSecondsBeyond(context)({ ...speechOf(work), countedSeconds: secondsOf(work), heardSeconds, isEnd });

const speechOf = ({ job, found }: Work) => ({
  workspaceId: job.workspaceId,
  memberId: null,
  subject: found.operation.id,
});

/** Each track counts as a file of its own. */
const secondsOf = ({ media, tracks }: Work): number => tracks * recognizedSeconds(media.durationSeconds);

const termsOf = async (context: Transcribing, { found }: Work) =>
  (await loadTerms(context, found.order.glossaryIds)).flat();

function jobOf({ job, found, media, tracks }: Work): TranscriptionJob {
  const { order, operation } = found;
  return {
    name: operation.id,
    madeBy: null,
    audioKey: conversationMediaKey(textOf(job, operation)),
    format: formatOf(media.contentType),
    durationSeconds: media.durationSeconds,
    language: order.language ?? 'auto',
    ...(isOfMedia(order) && { speakers: order.speakers }),
    ...(tracks > 1 && { tracks }),
  };
}

/** A worker whose lease was over stops before it writes: the text of the one that took over stays. */
async function finish(context: Transcribing, work: Work, recognized: Transcript): Promise<TranscriptionStep> {
  const { job, found, media, lease } = work;
  const { transcript: mended } = mendTranscript(recognized);
  const transcript = correctBySources(mended, indexSources(await termsOf(context, work)));
  await lease.save(lease.cursor ?? NEW);
  const of = textOf(job, found.operation);
  const { durationSeconds, contentType, sizeBytes } = media;
  const style = await saveRecognized(context, { order: found.order, of, transcript, durationSeconds });
  const text = { revision: FIRST_REVISION, durationSeconds, media: { contentType, sizeBytes } };
  const { language } = transcript;
  return end(context, work, { text, ...(language !== null && { language }), ...(style && { style }) });
}

async function end(
  context: Transcribing,
  work: Work,
  outcome: Parameters<typeof endWork>[3],
): Promise<TranscriptionStep> {
  await endWork(context, work.job, work.found.operation, outcome);
  return typeof outcome === 'string' ? awaitEngineEnd(context, work) : deleteAtEngine(context, work);
}

/** The operation has ended already: an earlier run of this job ended it, or its order was canceled. */
async function cleanUpEndedOperation(context: Transcribing, work: Work): Promise<TranscriptionStep> {
  const { operation } = work.found;
  await removeLeftovers(context, work.job, operation);
  return operation.state === 'done' ? deleteAtEngine(context, work) : awaitEngineEnd(context, work);
}

/**
 * A running engine job cannot be stopped: its result is awaited, counted and deleted. An engine without a job finds no media
 * and starts none.
 */
async function awaitEngineEnd(context: Transcribing, work: Work): Promise<TranscriptionStep> {
  const { cursor = NEW } = work.lease;
  const result = await orUnavailable(context.transcriber.check(jobOf(work)));
  if (typeof result !== 'string' && result.status === 'running') return { cursor, notBefore: result.lookAgainAt };
  const heardAtEnd = typeof result === 'string' ? 0 : heardSecondsOf(result);
  await useBeyond(context, work, Math.max(cursor.heardSeconds ?? 0, heardAtEnd), true);
  return deleteAtEngine(context, work);
}

/** An engine that is out of reach keeps its copy until it deletes it by itself. */
async function deleteAtEngine(context: Transcribing, work: Work): Promise<'done'> {
  await orUnavailable(context.transcriber.deleteData(jobOf(work)));
  await context.places.release(work.found.operation.id);
  return 'done';
}

/** `error`: to this job alone, as far as can be told. */
type Unanswered = 'unavailable' | 'error';

async function orUnavailable<Answer>(asked: Promise<Answer>): Promise<Answer | Unanswered> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof TranscriberUnavailable) return error.isAboutJob ? 'error' : 'unavailable';
    throw error;
  }
}
