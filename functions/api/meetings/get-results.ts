import type * as v from 'valibot';
import type { MeetingId } from '#shared/core/ids';
import { HOUR_MS, type Instant, later } from '#shared/core/time';
import type { FileStorage } from '#shared/files/ports';
import { endpoint, ok, type Reply } from '#shared/http/endpoint';
import type { AppContext } from '#shared/http/ports';
import { getResultsContract } from '#shared/meetings/contract';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { meetings } from '#shared/meetings/store';
import { loadResults, type Results, recordedBots } from '#shared/results/load-results';
import { presentResults, presentTranscriptAlone, presentTranscriptElsewhere } from '#shared/results/present';
import { transcriptAs } from '#shared/results/rules/formats';

export interface WithFiles extends AppContext {
  readonly files: FileStorage;
}

interface Named {
  readonly params: { readonly id: MeetingId };
  readonly context: WithFiles;
}

/** Media links are valid for this long: docs/limits-and-rules.md#results. */
const LINKS_VALID_MS = HOUR_MS;
/** A Lambda answers with at most 6 MB; over this the segments are left to the transcript's own link. */
const LARGEST_INLINE_BYTES = 4_000_000;

const TEXT_TYPES = { txt: 'text/plain', vtt: 'text/vtt', srt: 'application/x-subrip' } as const;

const find = ({ context, params }: Named) => meetings.find(context.table, params.id);

/** Rows alone travel with the caller's role: content is read once the role is known. */
async function readRows(request: Named): Promise<void> {
  const meeting = await find(request);
  if (meeting) await recordedBots(request.context.table, meeting.state);
}

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
  prefetch: (request) => [readRows(request)],
  run: ({ context, resource, now }) => loadResults(context, resource.state, later(now, LINKS_VALID_MS)),
  reply: (results, { resource, query, now }) => replyWith(resource.state, results, query, later(now, LINKS_VALID_MS)),
});

function replyWith(meeting: Meeting, results: Results, { format, include }: Query, linksExpireAt: Instant): Reply {
  const content = { ...results, linksExpireAt, withWords: include === 'words' };
  if (format === undefined)
    return smaller(presentResults(meeting, { ...content, withSegments: true }), () =>
      presentResults(meeting, { ...content, withSegments: false }),
    );
  const transcript = results.transcript ?? { language: null, speakers: [], segments: [] };
  if (format !== 'json')
    return { ...ok(transcriptAs(format, transcript)), contentType: `${TEXT_TYPES[format]}; charset=utf-8` };
  return smaller(presentTranscriptAlone(meeting, transcript, content.withWords), () =>
    presentTranscriptElsewhere(meeting, transcript, results.transcriptUrl, linksExpireAt),
  );
}

/** The whole body, or the one without segments where it is too large for one answer. */
const smaller = (whole: unknown, withoutSegments: () => unknown): Reply =>
  ok(Buffer.byteLength(JSON.stringify(whole)) <= LARGEST_INLINE_BYTES ? whole : withoutSegments());
