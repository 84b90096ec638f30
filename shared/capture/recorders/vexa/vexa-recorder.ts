import { LinkExpired, openRange } from '#shared/capture/recorders/requests/open-range';
import { isSuccess } from '#shared/capture/recorders/requests/send-request';
import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { ByteRange } from '#shared/foundation/files/rules/open-media';
import {
  type BotAtRecorder,
  type LiveLines,
  MediaGone,
  type Recorder,
  type RecorderAdapter,
  type RecorderConfiguration,
  type RecorderTools,
  type Transcription,
} from '#shared/meetings/recorders/ports';
import { VEXA_CAPABILITIES } from './capabilities.ts';
import { findMeeting } from './find-meeting.ts';
import { acceptedIn, sendBot } from './send-bot.ts';
import { type VexaApi, vexaApi } from './vexa-api.ts';
import { unexpected } from './vexa-errors.ts';
import { readVexaHint } from './vexa-hint.ts';
import { readVexaLines } from './vexa-lines.ts';
import { isOver, isPlan, observationOf, recordingOf, soundOf } from './vexa-observation.ts';
import type { VexaMeeting } from './vexa-schemas.ts';
import { readVexaTranscript } from './vexa-transcript.ts';

/** How long until a transcript that is still being made is looked at again. */
const TRANSCRIPT_POLL_MS = 15 * SECOND_MS;
/** Segments are complete some seconds after the end of the meeting. After this time what is there is taken. */
const TRANSCRIPT_GRACE_MS = 2 * MINUTE_MS;

/** Vexa, run by oneself or at api.cloud.vexa.ai: docs/recorders.md#vexa. */
export const vexa: RecorderAdapter = {
  capabilities: VEXA_CAPABILITIES,
  make: vexaRecorder,
};

function vexaRecorder(configuration: RecorderConfiguration, { fetch, clock }: RecorderTools): Recorder {
  const api = vexaApi(configuration, fetch);
  return {
    send: (order) => sendBot(api, clock, order),
    async find({ botId }) {
      const found = await findMeeting(api, botId, clock);
      return found && !isPlan(found) ? acceptedIn(found) : undefined;
    },
    async observe({ externalId }) {
      const meeting = await api.meeting(externalId);
      return meeting && observationOf(meeting, clock.now());
    },
    leave: (bot) => leave(api, bot),
    async cancel(bot) {
      await leave(api, bot);
      const left = await api.meeting(bot.externalId);
      if (left && isOver(left)) await deleteData(api, bot);
    },
    deleteData: (bot) => deleteData(api, bot),
    openMedia: (bot, _file, range) => openMedia(api, fetch, bot, range),
    transcript: (bot) => transcript(api, clock.now(), bot),
    // Its transcript has the names; without a transcript it knows of no speakers.
    speakerTimeline: async () => undefined,
    liveLines: (bot) => liveLines(api, clock.now(), bot),
    verifyHint: (request) => readVexaHint(configuration.webhookSecret, request),
  };
}

/**
 * Vexa stops every bot of its user in a room, so a bot that has left already is not stopped again: another one of ours
 * may be there by now. 404: it has left, or has been asked to.
 */
async function leave(api: VexaApi, { externalId }: BotAtRecorder): Promise<void> {
  const meeting = await api.meeting(externalId);
  if (!meeting || isOver(meeting)) return;
  const { platform, native_meeting_id } = meeting;
  const room = `${encodeURIComponent(platform ?? '')}/${encodeURIComponent(native_meeting_id ?? '')}`;
  const response = await api.send('DELETE', `/bots/${room}`);
  if (!isSuccess(response) && response.status !== 404) throw unexpected(response);
}

/** Deletes recording and transcript. It may be repeated; 409 while the bot is in the call. */
async function deleteData(api: VexaApi, { externalId }: BotAtRecorder): Promise<void> {
  const response = await api.send('DELETE', `/meetings/${encodeURIComponent(externalId)}`);
  if (!isSuccess(response) && response.status !== 404) throw unexpected(response);
}

/** There is no signed link: each request carries the API key. Whole files are never asked for, as Vexa gives up at 30 s. */
async function openMedia(api: VexaApi, fetch: RecorderTools['fetch'], bot: BotAtRecorder, range: ByteRange) {
  const meeting = await api.meeting(bot.externalId);
  const recording = meeting && recordingOf(meeting);
  const file = recording && soundOf(recording);
  if (!recording || !file) throw gone();
  try {
    return await openRange(fetch, { ...api.media(recording.id, file.id), ...range });
  } catch (error) {
    throw error instanceof LinkExpired ? gone() : error;
  }
}

const gone = () => new MediaGone('Vexa has no recording of the bot any more.');

async function transcript(
  api: VexaApi,
  now: Instant,
  { externalId }: BotAtRecorder,
): Promise<Transcription | undefined> {
  const [meeting, segments] = await Promise.all([api.meeting(externalId), api.transcript(externalId)]);
  if (!meeting || !segments || meeting.data.transcribe_enabled === false) return undefined;
  const isComplete = segments.length > 0 && segments.every(({ completed }) => completed !== false);
  const isLate = meeting.end_time != null && now > later(meeting.end_time, TRANSCRIPT_GRACE_MS);
  if (!isOver(meeting) || !(isComplete || isLate))
    return { status: 'running', lookAgainAt: later(now, TRANSCRIPT_POLL_MS) };
  if (segments.length === 0 && hasFailed(meeting))
    return { status: 'failed', detail: 'Vexa could not transcribe the recording.' };
  return { status: 'done', transcript: readVexaTranscript(segments) };
}

/** How long until a call that someone reads along is looked at again. */
const LIVE_POLL_MS = 2 * SECOND_MS;

/** Vexa writes segments while the call goes on, those that it may still change with `completed: false`. */
async function liveLines(api: VexaApi, now: Instant, { externalId }: BotAtRecorder): Promise<LiveLines | undefined> {
  const segments = await api.transcript(externalId);
  return segments && { lines: readVexaLines(segments), lookAgainAt: later(now, LIVE_POLL_MS) };
}

const hasFailed = ({ data }: VexaMeeting): boolean => Boolean(data.stt_fault ?? data.transcript_finalize_failed);
