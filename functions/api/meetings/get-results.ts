import { getResultsContract } from '#shared/api/contracts/meetings';
import { operation, type Reply } from '#shared/api/operation';
import { found, type Places } from '#shared/api/places';
import {
  type LinkedFile,
  presentResults,
  presentTranscriptAlone,
  presentTranscriptElsewhere,
  type ResultsContent,
} from '#shared/api/resources/results';
import { filesOf } from '#shared/domain/bots/bot';
import type { Meeting } from '#shared/domain/meetings/meeting';
import { shownRecording } from '#shared/domain/meetings/whole-results';
import type { Summary, Transcript } from '#shared/domain/results';
import { HOUR_MS, type Instant, later } from '#shared/domain/time';
import { transcriptAs } from '#shared/domain/transcripts/formats';
import type { FileStorage } from '#shared/ports/file-storage';
import { type ResultsStorage, transcriptKey } from '#shared/ports/results-storage';
import type { BotStore, MeetingStore } from '#shared/ports/stores';

interface Needs {
  readonly meetings: MeetingStore;
  readonly bots: BotStore;
  readonly places: Places;
  readonly files: FileStorage;
  readonly results: ResultsStorage;
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

const NOTHING = { transcript: undefined, transcriptUrl: null, summary: undefined, files: [] };

interface Content {
  readonly transcript: Transcript | undefined;
  readonly transcriptUrl: string | null;
  readonly summary: Summary | undefined;
  readonly files: readonly LinkedFile[];
}

/** The shown bot's words, and every bot's files. */
async function contentOf(needs: Needs, meeting: Meeting, expiresAt: Instant): Promise<Content> {
  const shown = shownRecording(meeting);
  const of = shown && { workspaceId: meeting.workspaceId, botId: shown.botId };
  const [transcript, summary, files] = await Promise.all([
    of && shown.results.transcript === 'ready' ? needs.results.transcript(of) : undefined,
    of && shown.results.summary === 'ready' ? needs.results.summary(of) : undefined,
    linkedFiles(needs, meeting, expiresAt),
  ]);
  const link = { expiresAt, contentType: 'application/json', filename: `${meeting.id}-transcript.json` };
  const transcriptUrl = of && transcript ? await needs.files.linkTo(transcriptKey(of), link) : null;
  return { transcript, transcriptUrl, summary, files };
}

async function linkedFiles(
  { bots, files }: Needs,
  meeting: Meeting,
  expiresAt: Instant,
): Promise<readonly LinkedFile[]> {
  const recorded = meeting.recordings.filter((recording) => recording.hasMedia);
  const loaded = await Promise.all(recorded.map((recording) => bots.find(recording.botId)));
  const listed = loaded.flatMap((bot) =>
    bot ? filesOf(bot.state).map((file) => ({ botId: bot.state.id, file })) : [],
  );
  return Promise.all(
    listed.map(async ({ botId, file }) => {
      const filename = `${meeting.id}-${file.key.slice(file.key.lastIndexOf('/') + 1)}`;
      return { botId, file, url: await files.linkTo(file.key, { expiresAt, contentType: file.contentType, filename }) };
    }),
  );
}

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
