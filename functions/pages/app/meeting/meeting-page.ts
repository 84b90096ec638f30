import { idOf } from '#shared/core/ids';
import { notFound } from '#shared/core/refusal';
import { HOUR_MS, later } from '#shared/core/time';
import type { BotStore, MeetingStore } from '#shared/events/ports/stores';
import { found, type Places } from '#shared/http/places';
import { type ContentNeeds, contentOf, NOTHING } from '#shared/meetings/endpoints/results-content';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { shownRecording } from '#shared/meetings/rules/whole-results';
import type { PageContext } from '#shared/page-kit/page-kit';
import { personOf } from '#shared/page-kit/signed-in';
import { type TranscriptFormat, transcriptAs } from '#shared/results/rules/formats';
import { showIn } from '../frame.ts';
import { titleOf } from '../meeting-words.ts';
import { meetingView } from './meeting-view.ts';
import type { ShownRecording } from './recordings-view.ts';

interface Needs extends ContentNeeds {
  readonly meetings: MeetingStore;
  readonly places: Places;
}

/** GET /app/meetings/{meeting}: the recording, what was said, and what it came to. */
export const meetingPage = (needs: Needs) => async (c: PageContext) => {
  const now = c.var.kit.clock.now();
  const reading = find(needs, c);
  // Read along with the role of whoever asks, and shown only once that is known.
  const loading = reading.then((meeting) =>
    meeting
      ? Promise.all([contentOf(needs, meeting.state, later(now, HOUR_MS)), recordingsOf(needs.bots, meeting.state)])
      : undefined,
  );
  loading.catch(() => undefined);
  const { resource, place } = await found(needs.places, personOf(c).id, reading, 'meeting');
  const [content, recordings] = (await loading) ?? [NOTHING, []];
  return showIn(c, place, 'meetings', {
    title: titleOf(resource.state),
    mediaFrom: [...new Set(content.files.map(({ url }) => new URL(url).origin))],
    main: meetingView({ meeting: resource.state, now, content, recordings }),
  });
};

const TYPES: Readonly<Record<TranscriptFormat, string>> = {
  txt: 'text/plain',
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
};

/** GET /app/meetings/{meeting}/transcript.{txt, vtt or srt}: a file to keep. */
export const transcriptFile = (needs: Needs) => async (c: PageContext) => {
  const format = c.req.param('file')?.replace('transcript.', '') ?? '';
  if (!isFormat(format)) throw notFound('transcript');
  const { resource } = await found(needs.places, personOf(c).id, find(needs, c), 'meeting');
  const { id, workspaceId } = resource.state;
  const shown = shownRecording(resource.state);
  const transcript =
    shown?.results.transcript === 'ready'
      ? await needs.results.transcript({ workspaceId, botId: shown.botId })
      : undefined;
  if (!transcript) throw notFound('transcript');
  return c.body(transcriptAs(format, transcript), 200, {
    'content-type': `${TYPES[format]}; charset=utf-8`,
    'content-disposition': `attachment; filename="${id}.${format}"`,
  });
};

const isFormat = (text: string): text is TranscriptFormat => Object.hasOwn(TYPES, text);

/** An id that has not even the form of one names nothing. */
const find = async ({ meetings }: Needs, c: PageContext) => {
  const id = idOf('mtg', c.req.param('meeting'));
  return id && meetings.find(id);
};

/** Why a notetaker failed stands in its own row alone. */
const recordingsOf = async (bots: BotStore, { recordings }: Meeting): Promise<readonly ShownRecording[]> =>
  Promise.all(
    recordings.map(async (recording) => ({
      recording,
      bot: recording.status === 'failed' ? (await bots.find(recording.botId))?.state : undefined,
    })),
  );
