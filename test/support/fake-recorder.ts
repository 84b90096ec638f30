import { transcriptionFrom } from '#shared/capture/recorders/simulator/script';
import type { BotId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import type { ByteRange, OpenMedia } from '#shared/foundation/files/rules/open-media';
import {
  type LiveLines,
  type Recorder,
  RecorderUnreachable,
  type RecordingOrder,
  type Transcription,
} from '#shared/meetings/recorders/ports';
import type { RecordedFile, RecorderFailure, RecorderObservation } from '#shared/meetings/recorders/rules/observation';
import type { SpeakerTimeline } from '#shared/meetings/recorders/rules/speaker-timeline';

const AUDIO: RecordedFile = { name: 'audio.wav', kind: 'audio', contentType: 'audio/wav', sizeBytes: 4 };
export const SPOKEN =
  'WEBVTT\n\n00:01.000 --> 00:04.000\n<v Ada>We decided to ship the release on Friday.</v>\n\n00:05.000 --> 00:09.000\n<v Ben>I will write the release notes tomorrow.</v>\n';
export const SILENT = 'WEBVTT\n';

const joining: RecorderObservation = { state: 'joining', lookAgainAt: null };
export const recordingSince = (startedAt: Instant): RecorderObservation => ({
  state: 'recording',
  startedAt,
  lookAgainAt: null,
});
export const endedAfter = (startedAt: Instant, seconds: number): RecorderObservation => ({
  state: 'ended',
  startedAt,
  endedAt: (startedAt + seconds * 1000) as Instant,
  durationSeconds: seconds,
  files: [AUDIO],
  lookAgainAt: null,
});
export const failedWith = (failure: RecorderFailure, endedAt: Instant): RecorderObservation => ({
  state: 'failed',
  failure,
  nativeCode: null,
  detail: `It ${failure}.`,
  endedAt,
  lookAgainAt: null,
});

/** A recorder with scripted observations, which records its calls. */
export function fakeRecorder() {
  const seen = new Map<string, RecorderObservation>();
  const asked = {
    sent: [] as RecordingOrder[],
    left: [] as BotId[],
    cancelled: [] as BotId[],
    deleted: [] as BotId[],
    observed: 0,
    transcripts: 0,
  };
  let reachable = true;
  let whenSent = joining;
  let media: (range: ByteRange) => Promise<OpenMedia> = async () => ({
    stream: new Blob([new Uint8Array([1, 2, 3, 4])]).stream(),
    firstByte: 0,
    totalBytes: 4,
    etag: null,
  });
  let transcript: string | Transcription | undefined = SPOKEN;
  let timeline: SpeakerTimeline | undefined;
  let live: LiveLines | undefined;
  const reach = () => {
    if (!reachable) throw new RecorderUnreachable('The recorder does not answer.', 'none');
  };
  const recorder: Recorder = {
    async send(order) {
      reach();
      asked.sent.push(order);
      if (!seen.has(order.botId)) seen.set(order.botId, whenSent);
      return { outcome: 'accepted', externalId: order.botId, otherIds: [] };
    },
    async find({ botId }) {
      reach();
      return seen.has(botId) ? { externalId: botId, otherIds: [] } : undefined;
    },
    async observe({ botId }) {
      reach();
      asked.observed += 1;
      return seen.get(botId);
    },
    async leave({ botId }) {
      reach();
      asked.left.push(botId);
    },
    async cancel({ botId }) {
      reach();
      asked.cancelled.push(botId);
    },
    async deleteData({ botId }) {
      reach();
      asked.deleted.push(botId);
    },
    openMedia: (_bot, _file, range) => media(range),
    async transcript() {
      asked.transcripts += 1;
      return typeof transcript === 'string' ? transcriptionFrom(transcript) : transcript;
    },
    async speakerTimeline() {
      reach();
      return timeline;
    },
    async liveLines() {
      reach();
      return live;
    },
    verifyHint: () => 'forged',
  };
  return {
    recorder,
    asked,
    says: (botId: string, observation: RecorderObservation) => void seen.set(botId, observation),
    /** What it has of every call, when it is asked. */
    hears: (lines: LiveLines | undefined) => {
      live = lines;
    },
    /** The observation of every bot that is sent from now on. */
    saysWhenSent(observation: RecorderObservation) {
      whenSent = observation;
    },
    /** How every file is opened from now on. */
    opensMedia(open: (range: ByteRange) => Promise<OpenMedia>) {
      media = open;
    },
    isReachable(yes: boolean) {
      reachable = yes;
    },
    /** A WebVTT, or what the recorder says of its transcription. */
    transcribes(made: string | Transcription | undefined) {
      transcript = made;
    },
    seesSpeakers(turns: SpeakerTimeline | undefined) {
      timeline = turns;
    },
  };
}
