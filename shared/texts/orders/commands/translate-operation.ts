import { useWithinLimits } from '#shared/accounts/usage/commands/use-within-limits';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { CursorLease, CursorStep } from '#shared/foundation/core/cursor-lease';
import type { Instant } from '#shared/foundation/core/time';
import type { ResultsStorage, TranscriptFile } from '#shared/meetings/results/ports';
import type { Segment, Transcript } from '#shared/meetings/results/rules/results';
import { textFileOf } from '#shared/texts/conversations/ports';
import { FIRST_REVISION, lengthOf } from '#shared/texts/conversations/rules/conversation';
import { conversations, withMeeting } from '#shared/texts/conversations/store';
import { loadTerms } from '#shared/texts/glossaries/commands/order-glossaries';
import type { TermsStorage } from '#shared/texts/glossaries/ports';
import { termsInto } from '#shared/texts/glossaries/rules/order-terms';
import {
  afterOutage,
  endWork,
  type FoundOperation,
  findOperation,
  markBegun,
  removeLeftovers,
  textOf,
} from '#shared/texts/orders/commands/operation-progress';
import type { TranslatedSlice, TranslatedSlices, UnfinishedText } from '#shared/texts/orders/ports';
import type { FailureReason } from '#shared/texts/orders/rules/failure-reasons';
import { holdsPlace, isOfMedia, type Operation, type OperationJob, type Order } from '#shared/texts/orders/rules/order';
import { slicesOf, translatedTranscript } from '#shared/texts/orders/rules/slices';
import { type Translation, type Translator, TranslatorUnavailable } from '#shared/texts/translation/ports';
import { translatedCharacters } from '#shared/texts/translation/rules/translated-characters';
import { isFailedTranslation, type TranslationIssue } from '#shared/texts/translation/rules/translation-issue';

/** How far a translation is. A type and not an interface, since it is stored as JSON. */
export type TranslationCursor = {
  /** The text as it was when the translation began: later corrections do not change it. */
  readonly source: TranscriptFile;
  readonly durationSeconds: number | null;
  readonly slicesDone: number;
  /** Since when the engine has answered nothing. */
  readonly unavailableSince: Instant | null;
};

export interface Translating extends CommandContext {
  readonly translator: Translator;
  /** Of glossaries. */
  readonly terms: Pick<TermsStorage, 'find'>;
  readonly slices: TranslatedSlices;
  readonly results: Pick<ResultsStorage, 'transcript' | 'saveTranscript'>;
}

type TranslationLease = CursorLease<TranslationCursor>;
type TranslationStep = CursorStep<TranslationCursor>;

/**
 * One step of a translation: a slice of the text. Each slice is stored before the cursor moves, so that none is asked
 * for twice. The result of an order that was canceled meanwhile is dropped.
 */
export const translateStep =
  (context: Translating) =>
  async (job: OperationJob, lease: TranslationLease): Promise<TranslationStep> => {
    const found = await findOperation(context, job);
    if (!found || !holdsPlace(found.operation)) return removeLeftovers(context, job, found?.operation);
    const cursor = lease.cursor ?? (await begin(context, found.order));
    const source = cursor && (await context.results.transcript(cursor.source));
    if (!cursor || !source) return endWork(context, job, found.operation, 'source_failed');
    const [next, ...more] = slicesOf(source.segments).slice(cursor.slicesDone);
    if (!next) return finish(context, { job, operation: found.operation, cursor, source, lease });
    const translated = await translateSlice(context, { job, found, cursor, source, slice: next, lease });
    if (translated !== 'stored') return translated;
    if (cursor.slicesDone === 0 && more.length > 0) await markBegun(context)(job);
    return { cursor: { ...cursor, slicesDone: cursor.slicesDone + 1, unavailableSince: null } };
  };

/** The text as it is now; undefined where it is gone. */
async function begin({ table }: CommandContext, order: Order): Promise<TranslationCursor | undefined> {
  const source = isOfMedia(order) ? undefined : await conversations.find(table, order.sourceConversationId);
  const found = source && (await withMeeting(table, source.state));
  const file = found && textFileOf(found);
  if (!file) return undefined;
  return { source: file, durationSeconds: lengthOf(found), slicesDone: 0, unavailableSince: null };
}

interface SliceWork {
  readonly job: OperationJob;
  readonly found: FoundOperation;
  readonly cursor: TranslationCursor;
  readonly source: Transcript;
  readonly slice: readonly Segment[];
  readonly lease: TranslationLease;
}

async function translateSlice(context: Translating, work: SliceWork): Promise<'stored' | TranslationStep> {
  const { job, found, cursor } = work;
  const text = textOf(job, found.operation);
  if (await context.slices.read(text, cursor.slicesDone)) return 'stored';
  if ((await use(context, work)) === 'beyond_limit') return endWork(context, job, found.operation, 'usage_limit');
  const translation = await translate(context, work);
  if (translation === 'unavailable') {
    const outage = afterOutage(cursor.unavailableSince, context.clock.now());
    if (outage === 'given up') return endWork(context, job, found.operation, 'provider_unavailable');
    return { cursor: { ...cursor, unavailableSince: outage.unavailableSince }, notBefore: outage.notBefore };
  }
  const slice = sliceOf(work, translation);
  if (typeof slice === 'string') return endWork(context, job, found.operation, slice);
  await context.slices.save(text, cursor.slicesDone, slice);
  return 'stored';
}

/**
 * What is stored of a slice: the text of the source where the engine translates nothing of it, since the end decides by all
 * slices. Otherwise why the translation fails at once: for good, or since nothing of the first slice is translated.
 */
function sliceOf({ slice, cursor }: SliceWork, translation: Translation): TranslatedSlice | FailureReason {
  if (translation.status === 'done') return { segments: translation.segments, issues: translation.issues };
  if (translation.reason !== 'translation_failed' || cursor.slicesDone === 0) return translation.reason;
  return {
    segments: slice.map(({ id, text }) => ({ id, text })),
    issues: slice.filter(isSpoken).map(({ id }) => ({ segmentId: id, kind: 'missing', missing: '' })),
  };
}

const isSpoken = ({ text }: Segment): boolean => text.trim() !== '';

/** A slice is counted once: of one that is asked for again, the engine is paid twice. */
const use = (context: Translating, { job, found, cursor, slice }: SliceWork) =>
  useWithinLimits(context)({
    ...{ workspaceId: job.workspaceId, kind: 'translated_characters', memberId: null },
    ...{ subject: `${found.operation.id}#${cursor.slicesDone}`, amount: translatedCharacters(slice) },
  });

async function translate(
  context: Translating,
  { found, cursor, source, slice, lease }: SliceWork,
): Promise<Translation | 'unavailable'> {
  try {
    const glossaries = await loadTerms(context, found.order.glossaryIds);
    return await context.translator.translate({
      segments: slice.map(({ id, text }) => ({ id, text })),
      from: source.language,
      to: targetOf(found.operation),
      terms: termsInto(glossaries, targetOf(found.operation)),
      names: source.speakers.flatMap(({ name }) => name ?? []),
      onProgress: () => lease.save(cursor),
    });
  } catch (error) {
    if (error instanceof TranslatorUnavailable) return 'unavailable';
    throw error;
  }
}

interface Finishing {
  readonly job: OperationJob;
  readonly operation: Operation;
  readonly cursor: TranslationCursor;
  readonly source: Transcript;
  readonly lease: TranslationLease;
}

/**
 * A worker whose lease was over stops before it writes: the one that took over may have ended the translation, and deletes
 * its slices.
 */
async function finish(context: Translating, work: Finishing): Promise<TranslationStep> {
  const { job, operation, cursor, source, lease } = work;
  const text = textOf(job, operation);
  const read = await readSlices(context, text, cursor.slicesDone);
  await lease.save(cursor);
  if (read.missing !== undefined) return { cursor: { ...cursor, slicesDone: read.missing } };
  const { texts, issues } = read;
  if (isFailedTranslation(issues, source.segments.filter(isSpoken).length))
    return endWork(context, job, operation, 'translation_failed');
  const transcript = translatedTranscript(source, texts, targetOf(operation));
  await context.results.saveTranscript({ ...text, revision: FIRST_REVISION }, transcript);
  const { durationSeconds } = cursor;
  const characters = translatedCharacters(source.segments);
  const made = { text: { revision: FIRST_REVISION, durationSeconds }, characters, issues };
  return endWork(context, job, operation, made);
}

type ReadSlices =
  | {
      readonly missing?: undefined;
      readonly texts: ReadonlyMap<string, string>;
      readonly issues: readonly TranslationIssue[];
    }
  | { readonly missing: number };

/** What was translated, by segment, with all its issues; or the number of the first slice that is not stored. */
async function readSlices({ slices }: Translating, of: UnfinishedText, count: number): Promise<ReadSlices> {
  const texts = new Map<string, string>();
  const issues: TranslationIssue[] = [];
  for (let number = 0; number < count; number += 1) {
    const slice = await slices.read(of, number);
    if (!slice) return { missing: number };
    for (const segment of slice.segments) texts.set(segment.id, segment.text);
    issues.push(...slice.issues);
  }
  return { texts, issues };
}

function targetOf({ targetLanguage }: Operation): string {
  if (targetLanguage === null) throw new Error('A translation has no target language.');
  return targetLanguage;
}
