import { openLink } from '#shared/capture/recorders/requests/open-link';
import { isSuccess, parseResponse } from '#shared/capture/recorders/requests/send-request';
import { later, SECOND_MS } from '#shared/foundation/core/time';
import type {
  AcceptedBot,
  BotAtRecorder,
  Recorder,
  RecorderAdapter,
  RecorderConfiguration,
  RecorderTools,
  RecordingOrder,
  SendResult,
  Transcription,
} from '#shared/meetings/recorders/ports';
import type { RecordedFile } from '#shared/meetings/recorders/rules/observation';
import type { SpeakerTimeline } from '#shared/meetings/recorders/rules/speaker-timeline';
import { type AttendeeApi, attendeeApi, RECORDER } from './attendee-api.ts';
import { isDuplicate, refusalOf, unexpected } from './attendee-errors.ts';
import { readAttendeeHint } from './attendee-hint.ts';
import { hasLeft, isDeleted, isOver, mayHaveMedia, observationOf, recordingStart } from './attendee-observation.ts';
import { attendeeOrder } from './attendee-order.ts';
import { AttendeeBot, type AttendeeRecording } from './attendee-schemas.ts';
import { readAttendeeTimeline } from './attendee-timeline.ts';
import { readAttendeeTranscript } from './attendee-transcript.ts';
import { ATTENDEE_CAPABILITIES } from './capabilities.ts';

/** How long until a transcript that is still being made is looked at again. */
const TRANSCRIPT_POLL_MS = 30 * SECOND_MS;

/** Attendee, run by oneself or at app.attendee.dev: docs/recorders.md#attendee. */
export const attendee: RecorderAdapter = {
  capabilities: ATTENDEE_CAPABILITIES,
  make: attendeeRecorder,
};

function attendeeRecorder(configuration: RecorderConfiguration, tools: RecorderTools): Recorder {
  const api = attendeeApi(configuration, tools.fetch);
  return {
    send: (order) => send(api, order, configuration.hookUrl),
    find: ({ botId }) => findBot(api, botId),
    async observe({ externalId }) {
      const bot = await api.bot(externalId);
      if (!bot) return undefined;
      const recording = mayHaveMedia(bot) ? await api.recording(externalId) : undefined;
      return observationOf(bot, recording && fileBehind(recording), tools.clock.now());
    },
    leave: (bot) => leave(api, bot),
    async cancel(bot) {
      await leave(api, bot);
      const left = await api.bot(bot.externalId);
      if (left && isOver(left)) await deleteData(api, bot);
    },
    deleteData: (bot) => deleteData(api, bot),
    // Each link is signed for 30 minutes. A new one for each range never expires within it.
    openMedia: ({ externalId }, _file, range) =>
      openLink(tools.fetch, { find: async () => (await api.recording(externalId))?.url, range }),
    transcript: (bot) => transcript(api, tools, bot),
    speakerTimeline: ({ externalId }) => speakerTimeline(api, externalId),
    // It sends what is said by webhooks.
    liveLines: async () => undefined,
    verifyHint: (request) => readAttendeeHint(configuration.webhookSecret, request),
  };
}

async function send(api: AttendeeApi, order: RecordingOrder, hookUrl: string | null): Promise<SendResult> {
  const response = await api.send('POST', '/bots', attendeeOrder(order, hookUrl));
  if (isSuccess(response)) {
    const { id } = parseResponse(AttendeeBot, response, RECORDER);
    return { outcome: 'accepted', externalId: id, otherIds: [] };
  }
  if (!isDuplicate(response)) return refusalOf(response);
  const earlier = await findBot(api, order.botId);
  if (!earlier) throw unexpected(response);
  return { outcome: 'accepted', ...earlier };
}

/** Of several bots with the key, which an ended bot frees, the one that is live, else the newest. */
async function findBot(api: AttendeeApi, botId: string): Promise<AcceptedBot | undefined> {
  const bots = await api.botsWithKey(botId);
  const found = bots.findLast((bot) => !isOver(bot)) ?? bots.at(-1);
  return found && { externalId: found.id, otherIds: [] };
}

/** Attendee answers 400 in a state that it cannot leave from: one that has left is in order. */
async function leave(api: AttendeeApi, { externalId }: BotAtRecorder): Promise<void> {
  const response = await api.command(externalId, 'leave');
  if (isSuccess(response) || response.status === 404) return;
  const bot = await api.bot(externalId);
  if (response.status !== 400 || (bot && !hasLeft(bot))) throw unexpected(response);
}

/** Attendee answers 400 to a second deletion, and while the bot is in the call. */
async function deleteData(api: AttendeeApi, { externalId }: BotAtRecorder): Promise<void> {
  const response = await api.command(externalId, 'delete_data');
  if (isSuccess(response) || response.status === 404) return;
  const bot = await api.bot(externalId);
  if (response.status !== 400 || (bot && !isDeleted(bot))) throw unexpected(response);
}

async function transcript(
  api: AttendeeApi,
  { clock }: RecorderTools,
  { externalId }: BotAtRecorder,
): Promise<Transcription | undefined> {
  const bot = await api.bot(externalId);
  if (!bot || isDeleted(bot)) return undefined;
  switch (bot.transcription_state) {
    case 'failed':
      return { status: 'failed', detail: 'Attendee could not transcribe the recording.' };
    case 'complete': {
      const [utterances, recording] = await Promise.all([api.transcript(externalId), api.recording(externalId)]);
      const startedAt = recording?.start_timestamp_ms ?? recordingStart(bot);
      if (startedAt === undefined) return undefined;
      return { status: 'done', transcript: readAttendeeTranscript(utterances, startedAt) };
    }
    case 'in_progress':
      return { status: 'running', lookAgainAt: later(clock.now(), TRANSCRIPT_POLL_MS) };
    default:
      return undefined;
  }
}

/** Undefined where its people were not watched, as in a bot of before, and where the recording has no beginning. */
async function speakerTimeline(api: AttendeeApi, id: string): Promise<SpeakerTimeline | undefined> {
  const [bot, recording, events] = await Promise.all([api.bot(id), api.recording(id), api.participantEvents(id)]);
  const startedAt = recording?.start_timestamp_ms ?? (bot && recordingStart(bot));
  return startedAt === undefined ? undefined : readAttendeeTimeline(events, startedAt);
}

const FILES = {
  mp4: { name: 'video.mp4', kind: 'video', contentType: 'video/mp4', sizeBytes: null },
  webm: { name: 'video.webm', kind: 'video', contentType: 'video/webm', sizeBytes: null },
  mp3: { name: 'audio.mp3', kind: 'audio', contentType: 'audio/mpeg', sizeBytes: null },
} as const satisfies Record<string, RecordedFile>;

/** What the link's file is, by its name: Attendee does not say. */
function fileBehind({ url }: AttendeeRecording): RecordedFile {
  const extension = new URL(url).pathname.split('.').at(-1) ?? '';
  return FILES[extension as keyof typeof FILES] ?? FILES.mp4;
}
