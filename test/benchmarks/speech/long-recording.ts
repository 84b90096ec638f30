import { setTimeout as sleep } from 'node:timers/promises';
import { openaiTranscriber } from '#shared/capture/recorders/openai-speech/openai-transcriber';
import { trackByTrack } from '#shared/capture/recorders/tracks/track-by-track';
import type { BotId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import { openAudio } from '#shared/foundation/media/cut-audio';
import { readMedia } from '#shared/foundation/media/read-media';
import { TranscriberUnavailable, type Transcription } from '#shared/meetings/recorders/ports';
import type { LongFile } from './long-files.ts';

interface Heard {
  readonly seconds: number;
  /** Ingestion, which reads the length of the recording. */
  readonly ingestionSeconds: number;
  /** The length that ingestion read. */
  readonly readSeconds: number;
  /** Of the recording. */
  readonly durationSeconds: number;
  readonly words: number;
  /** Times that the worker was begun again, since a run begins no piece after half a minute. */
  readonly runs: number;
  /** Between the end of the last word and the end of the recording. */
  readonly silenceAtEndSeconds: number;
}

type Uploaded = Pick<LongFile, 'format' | 'sizeBytes' | 'read'>;

/** The language that is spoken, and how many tracks are heard; left out, the main one is. */
interface Asked {
  readonly language?: string;
  readonly tracks?: number | undefined;
}

/** Transcribes a recording as the worker does, piece by piece, in as many runs as it takes. */
export async function transcribeAsWorker(
  url: string,
  { format, sizeBytes, read }: Uploaded,
  { language = 'en', tracks }: Asked = {},
) {
  const kept = new Map<string, Uint8Array>();
  const files = {
    readRange: (_key: string, firstByte: number, lastByte: number) => read(firstByte, lastByte + 1),
    sizeOf: async () => sizeBytes,
    get: async (key: string) => kept.get(key) ?? (key === AUDIO_KEY ? read(0, sizeBytes) : undefined),
    put: async (key: string, bytes: Uint8Array) => void kept.set(key, bytes),
    async removeSome(prefix: string) {
      const some = [...kept.keys()].filter((key) => key.startsWith(prefix));
      for (const key of some) kept.delete(key);
      return some.length > 0;
    },
  };
  const server = {
    kind: 'openai_compatible',
    baseUrl: url,
    model: 'tiny.en',
    apiKey: null,
    maxUploadBytes: null,
  } as const;
  const clock = { now: () => Date.now() as Instant };
  const transcriber = trackByTrack(openaiTranscriber(server, { fetch, files, clock, openAudio }), { files, clock });
  const job = {
    ...{ name: 'bot_long' as BotId, madeBy: null, audioKey: AUDIO_KEY, format },
    ...{ durationSeconds: null, language, ...(tracks !== undefined && { tracks }) },
  };
  let runs = 0;
  let result: Transcription;
  do {
    runs += 1;
    result = await transcriber.check(job).catch(async (error: unknown) => {
      if (!(error instanceof TranscriberUnavailable)) throw error;
      await sleep(10_000);
      console.log(`run ${runs}: ${error.message}`);
      return { status: 'running', lookAgainAt: clock.now() };
    });
  } while (result.status === 'running');
  return { result, runs };
}

const AUDIO_KEY = 'long';

/** Reads a recording for its length as ingestion does, and transcribes it. */
export async function hearLongRecording(url: string, recording: LongFile): Promise<Heard> {
  const { durationSeconds } = recording;
  const beganAt = performance.now();
  const facts = await readMedia(recording);
  if (typeof facts === 'string') throw new Error(facts);
  const startedAt = performance.now();
  const { result, runs } = await transcribeAsWorker(url, recording);
  if (result.status !== 'done') throw new Error(result.status);
  const { segments } = result.transcript;
  return {
    seconds: (performance.now() - startedAt) / 1000,
    ingestionSeconds: (startedAt - beganAt) / 1000,
    readSeconds: facts.durationSeconds,
    durationSeconds,
    words: segments.reduce((sum, { words }) => sum + words.length, 0),
    runs,
    silenceAtEndSeconds: durationSeconds - (segments.at(-1)?.end ?? 0),
  };
}
