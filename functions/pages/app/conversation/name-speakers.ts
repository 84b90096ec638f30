import type * as v from 'valibot';
import { requireMatch } from '#shared/foundation/http/request/if-match';
import { readFields } from '#shared/foundation/http/request/read-input';
import type { Transcript } from '#shared/meetings/results/rules/results';
import { replaceTranscriptContract } from '#shared/texts/conversations/contract';
import { replaceTranscript } from '#shared/texts/conversations/rules/correct-transcript';
import type { AppPage } from '../dependencies.ts';
import { renderConversation } from './conversation-page.ts';
import { type CorrectTranscript, correctionBy } from './correction-by.ts';
import { isEditor, type LoadedConversation, pageOf } from './load-conversation.ts';
import { markOfSpeakers, type SubmittedSpeakers, speakersIn } from './speakers-form.ts';
import { underIfMatch } from './under-if-match.ts';

/** POST /app/conversations/{conversation}/speakers: like `PUT /conversations/{id}/transcript` with the same segments. */
export const nameSpeakers: AppPage = async (app, c) => {
  const sent = speakersIn(c);
  const outcome = await underIfMatch(app, c, {
    etag: sent.etag,
    save: (loaded, etag) => save(correctionBy(app, c, loaded), loaded, { ...sent, etag }),
    isUnchanged: ({ speakers }) => markOfSpeakers(speakers) === sent.seen,
  });
  if ('saved' in outcome) return c.redirect(`${pageOf(outcome.loaded.found)}?saved=yes`, 303);
  const { loaded, errors, isOutdated } = outcome;
  const { status, messages } = errors;
  return renderConversation(app, c, loaded, { status, speakers: { ...sent, messages, isOutdated } });
};

const save = (correct: CorrectTranscript, loaded: LoadedConversation, { names, etag }: SubmittedSpeakers) =>
  correct(loaded.found.conversation.id, {
    isEditor: isEditor(loaded),
    requireRead: (current) => requireMatch(etag, current, 'transcript'),
    correct: (before, lengthSeconds) => replaceTranscript(before, withNames(before, names), lengthSeconds),
  });

/** Its names are validated by the API's contract. The segments come from the store. */
function withNames({ speakers, segments }: Transcript, names: SubmittedSpeakers['names']) {
  const named = speakers.map(({ id, name }) => ({ id, name: (names.get(id) ?? name) || null }));
  const body = readFields(replaceTranscriptContract, { speakers: named, segments: [] }, false) as v.InferOutput<
    typeof replaceTranscriptContract.body
  >;
  return {
    speakers: body.speakers,
    segments: segments.map(({ id, speakerId, start, end, text }) => ({ id, speaker_id: speakerId, start, end, text })),
  };
}
