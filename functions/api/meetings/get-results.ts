import type * as v from 'valibot';
import { byFound } from '#shared/api/http/early';
import { endpoint } from '#shared/api/http/endpoint';
import type { AppContext } from '#shared/api/http/ports';
import type { MeetingId } from '#shared/foundation/core/ids';
import { HOUR_MS, type Instant, later } from '#shared/foundation/core/time';
import type { FileStorage } from '#shared/foundation/files/ports';
import type { Reply } from '#shared/foundation/http/response/reply';
import { getResultsContract } from '#shared/meetings/meetings/contract';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { meetings } from '#shared/meetings/meetings/store';
import {
  linkToShownTranscript,
  loadResults,
  loadTranscript,
  type Results,
  recordedBots,
} from '#shared/meetings/results/load-results';
import { presentResults, presentTranscriptHead } from '#shared/meetings/results/present';
import { transcriptAs } from '#shared/meetings/results/rules/formats';
import { NO_TRANSCRIPT } from '#shared/meetings/results/rules/results';
import { mostStoredBytes, smaller, transcriptJson, transcriptText } from '#shared/meetings/results/transcript-reply';

export interface WithFiles extends AppContext {
  readonly files: FileStorage;
}

interface Named {
  readonly params: { readonly id: MeetingId };
  readonly context: WithFiles;
}

/** Media links are valid for this long: docs/limits-and-rules.md#results. */
const LINKS_VALID_MS = HOUR_MS;
const find = ({ context, params }: Named) => meetings.find(context.table, params.id);

type Query = v.InferOutput<typeof getResultsContract.query>;

/** GET /meetings/{id}/results: 200 whatever the status of the results. */
export const getResults = endpoint<
  typeof getResultsContract.params,
  typeof getResultsContract.query,
  undefined,
  Meeting,
  Results,
  WithFiles
>(getResultsContract, {
  resource: find,
  // Only rows: content is read once the role is known.
  early: byFound(find, recordedBots),
  run: ({ context, resource, query, now }) =>
    query.format === undefined
      ? loadResults(context, resource.state, later(now, LINKS_VALID_MS))
      : transcriptAlone(context, resource.state, mostStoredBytes(query)),
  reply: (results, { context, resource, query, now }) =>
    replyWith({ context, meeting: resource.state, query, linksExpireAt: later(now, LINKS_VALID_MS) }, results),
});

/** Without a link: few answers in a format have one. */
async function transcriptAlone(context: WithFiles, meeting: Meeting, mostBytes?: number): Promise<Results> {
  const read = await loadTranscript(context, meeting, mostBytes);
  const { transcript, isWhole = true } = read ?? {};
  return { transcript, isWhole, transcriptUrl: null, summary: undefined, files: [] };
}

interface Asked {
  readonly context: WithFiles;
  readonly meeting: Meeting;
  readonly query: Query;
  readonly linksExpireAt: Instant;
}

async function replyWith({ context, meeting, query, linksExpireAt }: Asked, results: Results): Promise<Reply> {
  const { format, include } = query;
  const content = { ...results, linksExpireAt, withWords: include === 'words' };
  const transcript = results.transcript ?? NO_TRANSCRIPT;
  if (format === undefined) {
    const present = (withSegments: boolean) => presentResults(meeting, { ...content, withSegments });
    const shown = { segments: transcript.segments, withWords: content.withWords };
    return smaller(
      shown,
      () => present(true),
      () => present(false),
    );
  }
  if (format !== 'json') return transcriptText(transcriptAs(format, transcript), format);
  const head = presentTranscriptHead({ meeting_id: meeting.id }, transcript);
  const link = () => linkToShownTranscript(context, meeting, linksExpireAt);
  return transcriptJson(head, transcript, { ...content, link });
}
