import type * as v from 'valibot';
import { correctTranscriptContract } from '#shared/conversations/contract';
import { textFileOf } from '#shared/conversations/ports';
import { patchTranscript } from '#shared/conversations/rules/correct-transcript';
import { textEtag } from '#shared/conversations/rules/text-etag';
import { Refusal } from '#shared/core/refusal';
import { requireMatch } from '#shared/http/request/if-match';
import { readFields } from '#shared/http/request/read-input';
import type { PageContext } from '#shared/page-kit/page-kit';
import type { Segment } from '#shared/results/rules/results';
import type { AppDependencies, AppPage } from '../dependencies.ts';
import { formErrors } from '../form-errors.ts';
import { anchorOf } from '../transcript/transcript-view.ts';
import { requireRole } from '../workspace-access.ts';
import { renderConversation } from './conversation-page.ts';
import { correctionIn, markOf, type SubmittedCorrection } from './correction-form.ts';
import { isEditor, type LoadedConversation, loadConversation, pageOf } from './load-conversation.ts';

/** Corrections of other segments in a row after which one of this segment gives up. */
const ATTEMPTS = 4;

/**
 * POST /app/conversations/{conversation}/segments/{segment}: like `PATCH /conversations/{id}/transcript` with `If-Match`.
 * Where only other segments have changed since, it is sent again with the new `ETag`; else the page shows what changed.
 */
export const correctSegment: AppPage = (app, c) => attempt(app, c, correctionIn(c), 1);

async function attempt(app: AppDependencies, c: PageContext, sent: SubmittedCorrection, number: number) {
  const loaded = await loadConversation(app, c);
  requireRole(loaded.access, 'participate');
  try {
    const segment = await save(app, loaded, sent);
    return c.redirect(`${pageOf(loaded.found)}${segment ? `#${anchorOf(segment)}` : ''}`, 303);
  } catch (thrown) {
    const { messages, status } = formErrors(thrown, LABELS);
    if (!isStale(thrown))
      return renderConversation(app, c, loaded, { status, correction: { ...sent, messages, isOutdated: false } });
    if (number < ATTEMPTS && (await isUnchanged(app, loaded, sent)))
      return attempt(app, c, { ...sent, etag: textEtag(loaded.found) }, number + 1);
    return renderConversation(app, c, loaded, { status, correction: { ...sent, messages: [], isOutdated: true } });
  }
}

const isStale = (thrown: unknown): boolean => thrown instanceof Refusal && thrown.kind === 'precondition_failed';

const LABELS = { segments: 'The text' };

/** The segment as it is saved. */
async function save(
  app: AppDependencies,
  loaded: LoadedConversation,
  { segmentId, text, speaker, etag }: SubmittedCorrection,
): Promise<Segment | undefined> {
  const { segments } = asRequestBody({ id: segmentId, text, speaker_id: speaker === '' ? null : speaker });
  const { transcript } = await app.correctTranscript(loaded.found.conversation.id, {
    isEditor: isEditor(loaded),
    requireRead: (current) => requireMatch(etag, current, 'transcript'),
    correct: (before) => patchTranscript(before, segments),
  });
  return transcript.segments.find(({ id }) => id === segmentId);
}

/** Validated by the API's contract. */
const asRequestBody = (segment: object) =>
  readFields(correctTranscriptContract, { segments: [segment] }, false) as v.InferOutput<
    typeof correctTranscriptContract.body
  >;

async function isUnchanged(
  app: AppDependencies,
  { found }: LoadedConversation,
  { segmentId, seen }: SubmittedCorrection,
): Promise<boolean> {
  const file = textFileOf(found);
  const transcript = file && (await app.results.transcript(file));
  const segment = transcript?.segments.find(({ id }) => id === segmentId);
  return segment !== undefined && markOf(segment) === seen;
}
