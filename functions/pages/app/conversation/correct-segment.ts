import type * as v from 'valibot';
import { requireMatch } from '#shared/foundation/http/request/if-match';
import { readFields } from '#shared/foundation/http/request/read-input';
import { correctTranscriptContract } from '#shared/texts/conversations/contract';
import { patchTranscript } from '#shared/texts/conversations/rules/correct-transcript';
import type { AppPage } from '../dependencies.ts';
import { anchorOf } from '../transcript/transcript-view.ts';
import { renderConversation } from './conversation-page.ts';
import { type CorrectTranscript, correctionBy } from './correction-by.ts';
import { correctionIn, markOf, type SubmittedCorrection } from './correction-form.ts';
import { isEditor, type LoadedConversation, pageOf } from './load-conversation.ts';
import { underIfMatch } from './under-if-match.ts';

/** POST /app/conversations/{conversation}/segments/{segment}: like `PATCH /conversations/{id}/transcript`. */
export const correctSegment: AppPage = async (app, c) => {
  const sent = correctionIn(c);
  const outcome = await underIfMatch(app, c, {
    etag: sent.etag,
    save: (loaded, etag) => save(correctionBy(app, c, loaded), loaded, { ...sent, etag }),
    isUnchanged: ({ segments }) => segments.some((one) => one.id === sent.segmentId && markOf(one) === sent.seen),
  });
  const { loaded } = outcome;
  if ('saved' in outcome) {
    const { saved: segment } = outcome;
    return c.redirect(`${pageOf(loaded.found)}${segment ? `#${anchorOf(segment)}` : ''}`, 303);
  }
  const { status, messages } = outcome.errors;
  const correction = { ...sent, messages, isOutdated: outcome.isOutdated };
  return renderConversation(app, c, loaded, { status, correction });
};

/** The segment as it is saved. */
async function save(
  correct: CorrectTranscript,
  loaded: LoadedConversation,
  { segmentId, text, speaker, etag }: SubmittedCorrection,
) {
  const { segments } = asRequestBody({ id: segmentId, text, speaker_id: speaker === '' ? null : speaker });
  const { transcript } = await correct(loaded.found.conversation.id, {
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
