import { HOUR_MS, later } from '#shared/core/time';
import type { MeetingStore } from '#shared/events/ports/stores';
import type { Reply } from '#shared/http/endpoint';
import { operation } from '#shared/http/operation';
import { found, type Places } from '#shared/http/places';
import { getResultsContract } from '#shared/meetings/contract';
import { type ContentNeeds, contentOf, NOTHING } from '#shared/meetings/endpoints/results-content';
import type { Meeting } from '#shared/meetings/rules/meeting';
import {
  presentResults,
  presentTranscriptAlone,
  presentTranscriptElsewhere,
  type ResultsContent,
} from '#shared/results/present';
import { transcriptAs } from '#shared/results/rules/formats';

interface Needs extends ContentNeeds {
  readonly meetings: MeetingStore;
  readonly places: Places;
}

/** A Lambda answers with at most 6 MB; over this the segments are left to the transcript's own link. */
const LARGEST_INLINE = 4_000_000;

const TEXT_TYPES = { txt: 'text/plain', vtt: 'text/vtt', srt: 'application/x-subrip' } as const;

/** GET /meetings/{id}/results: 200 whatever the status; content only ever stands here. */
export const getResults = (needs: Needs) =>
  operation(getResultsContract, {
    ahead: ({ params }) => ({ meeting: needs.meetings.find(params.id) }),
    async run({ ahead, caller, query, now }) {
      const loading = ahead.meeting.then((meeting) => meeting && contentOf(needs, meeting.state, later(now, HOUR_MS)));
      loading.catch(() => undefined);
      const { resource } = await found(needs.places, caller.userId, ahead.meeting, 'meeting');
      const content = await loading;
      const view = { ...NOTHING, ...content, linksExpireAt: later(now, HOUR_MS), withWords: query.include === 'words' };
      if (query.format) return transcriptAlone(query.format, resource.state, view);
      const whole = { status: 200, body: presentResults(resource.state, { ...view, withSegments: true }) };
      if (sizeOf(whole.body) <= LARGEST_INLINE) return whole;
      return { status: 200, body: presentResults(resource.state, { ...view, withSegments: false }) };
    },
  });

type View = Pick<ResultsContent, 'transcript' | 'transcriptUrl' | 'linksExpireAt' | 'withWords'>;

function transcriptAlone(format: 'json' | keyof typeof TEXT_TYPES, meeting: Meeting, view: View): Reply {
  const transcript = view.transcript ?? { language: null, speakers: [], segments: [] };
  if (format !== 'json')
    return {
      status: 200,
      body: transcriptAs(format, transcript),
      contentType: `${TEXT_TYPES[format]}; charset=utf-8`,
    };
  const whole = { status: 200, body: presentTranscriptAlone(meeting, transcript, view.withWords) };
  if (sizeOf(whole.body) <= LARGEST_INLINE) return whole;
  return {
    status: 200,
    body: presentTranscriptElsewhere(meeting, transcript, view.transcriptUrl, view.linksExpireAt),
  };
}

const sizeOf = (body: unknown): number => Buffer.byteLength(JSON.stringify(body));
