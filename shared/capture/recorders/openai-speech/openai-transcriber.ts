import * as v from 'valibot';
import { isSuccess, type RecorderResponse, sendRequest } from '#shared/capture/recorders/requests/send-request';
import { transcriptOf } from '#shared/capture/recorders/transcripts/speech-to-transcript';
import { type Instant, later, SECOND_MS } from '#shared/foundation/core/time';
import type { FileStorage, MultipartStorage } from '#shared/foundation/files/ports';
import type { AudioCutter, AudioPiece, OpenAudio } from '#shared/foundation/media/ports';
import { LONGEST_PIECE_SECONDS, OVERLAP_SECONDS } from '#shared/foundation/media/rules/audio-pieces';
import { channelOf, channelsOf } from '#shared/foundation/media/rules/wav-channels';
import type { OpenaiSpeechServer } from '#shared/foundation/model-servers/ports';
import {
  RecorderTimedOut,
  type RecorderTools,
  RecorderUnreachable,
  type Transcriber,
  TranscriberUnavailable,
  type Transcription,
  type TranscriptionJob,
} from '#shared/meetings/recorders/ports';
import { countedHearings } from './counted-hearings.ts';
import { hearAgain } from './hear-again.ts';
import { secondsOfPieces } from './heard-seconds.ts';
import { joinPieces } from './join-pieces.ts';
import { type HeardPiece, type KeptPieces, keptPieces, removePieces } from './kept-pieces.ts';
import { reportedLanguage, requestedLanguage } from './speech-languages.ts';
import { RefusedFields, SpeechError, VerboseTranscription } from './speech-schemas.ts';
import { speechIn, unheardSeconds } from './speech-transcript.ts';
import { isGivenUp, SpeechTimedOut, type Timeouts, withTimeout } from './timed-out-pieces.ts';

/** Where the audio is, and beside it what was heard in each piece of a long recording, until the transcript is stored. */
export type AudioFiles = Pick<FileStorage, 'get' | 'put' | 'removeSome'> &
  Pick<MultipartStorage, 'sizeOf' | 'readRange'>;

/** https://platform.openai.com/docs/guides/speech-to-text: 25 MB, and some for the other fields of the form. */
export const OPENAI_MAX_UPLOAD_BYTES = 25 * 1024 * 1024 - 16 * 1024;
/** From the request to the last byte of the response. OpenAI takes about a minute for 25 MB; a server on CPUs longer. */
const TIMEOUT_MS = 240_000;
/** Statuses that say something about the audio. All others pass, or are corrected by an operator. */
const FOR_GOOD = [400, 413, 415, 422];

const TOO_LARGE = 'The audio is too large for the speech server, and cannot be cut.';
/** A long recording is continued in another run after that time: `TIMEOUT_MS` more is within the time of a function. */
const STEP_MS = 30 * SECOND_MS;

interface Tools extends RecorderTools {
  readonly files: AudioFiles;
  readonly openAudio: OpenAudio;
}

/**
 * Speech recognition by `POST /v1/audio/transcriptions`: OpenAI, and servers that speak its wire (speaches, vLLM, LocalAI,
 * whisper.cpp). A call waits for its result. Long audio is sent in pieces; what was heard in a
 * piece is kept, so that a repeated call goes on behind it. It knows no speakers.
 * Throws `TranscriberUnavailable` when the server cannot be used now.
 */
export function openaiTranscriber(server: OpenaiSpeechServer, tools: Tools): Transcriber {
  const maxBytes = server.maxUploadBytes ?? OPENAI_MAX_UPLOAD_BYTES;
  const take = async (job: TranscriptionJob): Promise<Transcription> => {
    const { audioKey, format, durationSeconds, language, terms, track } = job;
    const sizeBytes = await tools.files.sizeOf(audioKey);
    if (sizeBytes === undefined) return failed('There is no audio to transcribe.');
    const read = (firstByte: number, endByte: number) => tools.files.readRange(audioKey, firstByte, endByte - 1);
    const audio = tools.openAudio({ sizeBytes, read }, track);
    const recording = { audio, audioKey, format, sizeBytes, durationSeconds, maxBytes, language, terms, track };
    try {
      const pieces = await hearAll({ ...tools, server, ...recording });
      if ('status' in pieces) return pieces;
      const whole = joinPieces(pieces);
      const found = reportedLanguage(whole.language) ?? requestedLanguage(language) ?? null;
      const unheard = pieces.reduce((sum, { heard }) => sum + unheardSeconds(heard.segments), 0);
      return {
        ...{ status: 'done', transcript: transcriptOf(found, speechIn(whole)), heardSeconds: secondsOfPieces(pieces) },
        ...(unheard > 0 && { unheardSeconds: unheard }),
      };
    } finally {
      audio.close();
    }
  };
  return { start: take, check: take, deleteData: ({ audioKey }) => removePieces(tools.files, audioKey) };
}

const failed = (detail: string): Failed => ({ status: 'failed', detail });

interface Listening extends Tools {
  readonly server: OpenaiSpeechServer;
  readonly audio: AudioCutter;
  readonly audioKey: string;
  /** As a file name of it ends. */
  readonly format: string;
  readonly sizeBytes: number;
  /** As the file says; null where it is not known. */
  readonly durationSeconds: number | null;
  /** Of one upload. */
  readonly maxBytes: number;
  readonly language: string;
  readonly terms: readonly string[] | undefined;
  /** Of which the audio is; undefined for the main one. */
  readonly track: number | undefined;
}

type Failed = Extract<Transcription, { status: 'failed' }>;
type Unfinished = Extract<Transcription, { status: 'running' }> | Failed;

/** What is said in each piece. At work as long as some are left at the end of a step. */
async function hearAll(listening: Listening): Promise<readonly HeardPiece[] | Unfinished> {
  const { files, audioKey, maxBytes, clock, track } = listening;
  const kept = keptPieces(files, { audioKey, track, maxBytes });
  const stepEndsAt = later(clock.now(), STEP_MS);
  const pieces: HeardPiece[] = [];
  for (let fromSeconds: number | null = 0; fromSeconds !== null; ) {
    const before = await kept.find(pieces.length);
    if (!before && clock.now() > stepEndsAt)
      return { status: 'running', lookAgainAt: clock.now(), heardSeconds: secondsOfPieces(pieces) };
    const place: Place = { index: pieces.length, fromSeconds, stepEndsAt };
    const piece: HeardPiece | Failed = before ?? (await hearInTime(listening, kept, place));
    if ('status' in piece) return withHeard(piece, secondsOfPieces(pieces));
    const isWhole = pieces.length === 0 && piece.nextSeconds === null;
    if (!before && !isWhole) await kept.save(pieces.length, piece);
    pieces.push(piece);
    fromSeconds = piece.nextSeconds;
  }
  return pieces;
}

/** One piece of a recording, and until when it may be heard again. */
interface Place {
  readonly index: number;
  readonly fromSeconds: number;
  readonly stepEndsAt: Instant;
}

/**
 * What is said in a piece. One that the server did not answer in time is asked for again later, and given up after the
 * third time: the recording is not heard again and again for it.
 */
async function hearInTime(listening: Listening, kept: KeptPieces, place: Place): Promise<HeardPiece | Failed> {
  const { clock } = listening;
  const before = await kept.timeouts(place.index);
  if (isGivenUp(before)) return givenUp(before);
  if (clock.now() < before.askAgainAt) throw new TranscriberUnavailable(WAITS_AFTER_TIMEOUT, { isAboutJob: true });
  try {
    return withHeard(await hearPiece(listening, place, before), before.heardSeconds);
  } catch (error) {
    if (!(error instanceof SpeechTimedOut)) throw error;
    const after = withTimeout(before, error.seconds, clock.now());
    await kept.saveTimeouts(place.index, after);
    if (!isGivenUp(after)) throw error;
    return givenUp(after);
  }
}

const WAITS_AFTER_TIMEOUT = 'The speech server did not answer in time, and is asked again later.';

const givenUp = ({ heardSeconds }: Timeouts): Failed => ({
  ...{ status: 'failed', detail: 'The speech server did not answer in time, three times for the same sound.' },
  ...{ reason: 'provider_unavailable', heardSeconds },
});

/** With what was heard before. */
const withHeard = <Of extends HeardPiece | Failed>(piece: Of, seconds: number): Of =>
  seconds > 0 ? { ...piece, heardSeconds: seconds + (piece.heardSeconds ?? 0) } : piece;

/** Formats that servers read whole (https://platform.openai.com/docs/guides/speech-to-text). */
const READ_WHOLE = ['flac', 'm4a', 'mp3', 'mp4', 'mpeg', 'mpga', 'oga', 'ogg', 'wav', 'webm'];

/** What is said in the piece that begins there. */
async function hearPiece(
  listening: Listening,
  { fromSeconds, stepEndsAt }: Place,
  { count: requestsBefore }: Timeouts,
): Promise<HeardPiece | Failed> {
  const begun = await uploadOf(listening, fromSeconds);
  if (!('upload' in begun)) return begun;
  const { upload, piece } = begun;
  const ask = (sent: Upload, temperature: number) => transcribe(listening, sent, temperature);
  const hearings = countedHearings(ask, requestsBefore);
  const first = await hearChannels(hearings, upload);
  if ('status' in first) return first;
  const heard = await hearAgain(first, {
    hear: (temperature) => hearings.hear(upload, temperature).then(answered, noAnswer),
    mayHear: () => hearings.mayHear() && listening.clock.now() < stepEndsAt,
  });
  const heardSeconds = hearings.seconds();
  return { startSeconds: piece?.startSeconds ?? 0, nextSeconds: piece?.nextSeconds ?? null, heard, heardSeconds };
}

/**
 * The piece that begins there, as it is sent. A recording that is one piece is sent as it is where servers read its
 * format, but for WAV, whose header may be that of a recorder that was not finished. One track of several never is.
 */
async function uploadOf(
  listening: Listening,
  fromSeconds: number,
): Promise<HeardPiece | Failed | { readonly upload: Upload; readonly piece: AudioPiece | undefined }> {
  const { audio, audioKey, format, sizeBytes, durationSeconds, maxBytes, track } = listening;
  const piece = await audio.cut(fromSeconds, maxBytes);
  if (track !== undefined && !piece) return (await audio.isEmpty()) ? NOTHING_HEARD : UNCUT_TRACK;
  const isSentWhole =
    piece === undefined || (piece.isWholeFile && piece.extension !== 'wav' && READ_WHOLE.includes(format));
  const isWhole = fromSeconds === 0 && sizeBytes <= maxBytes && isSentWhole;
  if (isWhole && piece === undefined && (durationSeconds ?? 0) > LONGEST_PIECE_SECONDS) return UNCUT_FILE;
  const bytes = isWhole ? await listening.files.get(audioKey) : piece?.bytes;
  if (!bytes) return failed(TOO_LARGE);
  const filename = `audio.${isWhole ? format : piece?.extension}`;
  return { upload: { bytes: new Uint8Array(bytes), filename, seconds: secondsOfPiece(listening, piece) }, piece };
}

/** How long it plays: the last one to the end of the recording, where that is known. */
function secondsOfPiece({ durationSeconds }: Listening, piece: AudioPiece | undefined): number {
  const { startSeconds = 0, nextSeconds = null } = piece ?? {};
  const endSeconds = nextSeconds === null ? durationSeconds : nextSeconds + OVERLAP_SECONDS;
  const seconds = endSeconds === null ? LONGEST_PIECE_SECONDS : endSeconds - startSeconds;
  return Math.min(Math.max(seconds, 0), LONGEST_PIECE_SECONDS);
}

const NOTHING_HEARD: HeardPiece = {
  ...{ startSeconds: 0, nextSeconds: null, heardSeconds: 0 },
  heard: { text: '', language: null, duration: 0, words: [], segments: [] },
};

const UNCUT_TRACK: Failed = {
  ...{ status: 'failed', detail: 'A track of the audio cannot be cut.', reason: 'unsupported_media' },
};

/** What is sent at once is no longer than a piece, or the server is busy with it for as long as the file likes. */
const UNCUT_FILE: Failed = {
  ...{ status: 'failed', detail: 'The audio is longer than five minutes and cannot be cut.' },
  reason: 'unsupported_media',
};

type Hearings = ReturnType<typeof countedHearings<Upload, Failed>>;

/**
 * Servers mix the channels of an upload, so that those of opposite phase cancel each other out: of a WAV without words the
 * first two channels are heard one by one, up to the first with words. Channels of compressed audio cannot be taken out
 * without a decoder.
 */
async function hearChannels(
  { hear, mayHear }: Hearings,
  { bytes, filename, seconds }: Upload,
): Promise<VerboseTranscription | Failed> {
  const mixed = await hear({ bytes, filename, seconds }, 0);
  const hasWords = (heard: VerboseTranscription | Failed): boolean => 'status' in heard || speechIn(heard).length > 0;
  if (hasWords(mixed)) return mixed;
  for (let index = 0; index < channelsOf(bytes) && mayHear(); index += 1) {
    const channel = channelOf(bytes, index);
    const upload = channel && { bytes: channel, filename: 'channel.wav', seconds };
    const heard = upload && (await hear(upload, 0).catch(notInTime));
    if (heard && !('status' in heard) && hasWords(heard)) return heard;
  }
  return mixed;
}

const answered = (heard: VerboseTranscription | Failed): VerboseTranscription | undefined =>
  'status' in heard ? undefined : heard;

/** The channels were heard together: that stays, since no piece is heard more than three times. */
function notInTime(error: unknown): undefined {
  if (!(error instanceof SpeechTimedOut)) throw error;
}

/** What was heard before stays. */
function noAnswer(error: unknown): undefined {
  if (!(error instanceof TranscriberUnavailable)) throw error;
}

async function transcribe(
  { fetch, server: { baseUrl, apiKey, model }, language, terms }: Listening,
  upload: Upload,
  temperature: number,
): Promise<VerboseTranscription | Failed> {
  const response = await sendRequest(fetch, {
    url: `${baseUrl}/v1/audio/transcriptions`,
    method: 'POST',
    headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
    body: formOf(upload, { model, language: requestedLanguage(language), terms, temperature }),
    timeoutMs: TIMEOUT_MS,
  }).catch((error: unknown) => {
    if (error instanceof RecorderTimedOut) throw new SpeechTimedOut(error.message, upload.seconds);
    if (!(error instanceof RecorderUnreachable)) throw error;
    // A connection that breaks once the sound is sent may do so by the sound.
    throw new TranscriberUnavailable(error.message, { isAboutJob: error.effect === 'unknown' });
  });
  if (!isSuccess(response)) return failureIn(response);
  const parsed = v.safeParse(VerboseTranscription, response.json);
  if (!parsed.success)
    throw new TranscriberUnavailable('The speech server sent an invalid response.', { isAboutJob: true });
  return parsed.output;
}

interface Upload {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly filename: string;
  /** How long it plays. */
  readonly seconds: number;
}

interface Recognition {
  readonly model: string;
  readonly language: string | undefined;
  readonly terms: readonly string[] | undefined;
  readonly temperature: number;
}

/** Characters of a prompt: servers read its last 224 tokens (https://platform.openai.com/docs/guides/speech-to-text#prompting). */
const PROMPT_CHARACTERS = 600;

function formOf({ bytes, filename }: Upload, { model, language, terms = [], temperature }: Recognition): FormData {
  const form = new FormData();
  form.set('model', model);
  form.set('response_format', 'verbose_json');
  form.append('timestamp_granularities[]', 'word');
  form.append('timestamp_granularities[]', 'segment');
  form.set('temperature', String(temperature));
  if (language !== undefined) form.set('language', language);
  if (terms.length > 0) form.set('prompt', promptOf(terms));
  // The server reads the format from the name.
  form.set('file', new Blob([bytes]), filename);
  return form;
}

/** As many terms as a prompt holds. */
function promptOf(terms: readonly string[]): string {
  let prompt = '';
  for (const term of terms) {
    const longer = prompt === '' ? term : `${prompt}, ${term}`;
    if (longer.length > PROMPT_CHARACTERS) break;
    prompt = longer;
  }
  return prompt;
}

/** 503, as 429, says that the server has no room. Any other error of a server may be caused by what it was sent. */
const isErrorOfServer = (status: number): boolean => status >= 500 && status !== 503;

/** A failure for good, with the code of the server. Throws `TranscriberUnavailable` for any other. */
function failureIn({ status, json }: RecorderResponse): Failed {
  const parsed = v.safeParse(SpeechError, json);
  const code = (parsed.success && (parsed.output.error.code ?? parsed.output.error.type)) || '';
  const nativeCode = /^\w{1,80}$/.test(code) ? code : `http_${status}`;
  if (!FOR_GOOD.includes(status))
    throw new TranscriberUnavailable(`The speech server answered ${status} (${nativeCode}).`, {
      isAboutJob: isErrorOfServer(status),
    });
  if (isOfConfiguration(json))
    throw new TranscriberUnavailable(`The model of the speech server does not take the request (${nativeCode}).`);
  if (isOfLanguage(json)) {
    const detail = `The speech server does not know the language (${nativeCode}).`;
    return { status: 'failed', detail, reason: 'language_not_supported' };
  }
  return { status: 'failed', detail: `The speech server refused the audio (${nativeCode}).` };
}

/**
 * Says nothing of the audio: a model that has no times (`gpt-4o-transcribe`) refuses `verbose_json`, and an operator may
 * have named one that the server lacks. What is recorded until this is corrected is heard then.
 */
function isOfConfiguration(json: unknown): boolean {
  const named = v.safeParse(SpeechError, json);
  if (named.success && CONFIGURED.includes(named.output.error.param ?? '')) return true;
  const fields = v.safeParse(RefusedFields, json);
  return fields.success && fields.output.detail.some(({ loc }) => CONFIGURED.some((field) => loc.includes(field)));
}

const CONFIGURED = ['model', 'response_format', 'timestamp_granularities', 'timestamp_granularities[]'];

/** OpenAI names the parameter, servers around Whisper the code or the field of the form. */
function isOfLanguage(json: unknown): boolean {
  const named = v.safeParse(SpeechError, json);
  if (named.success && named.output.error.param === 'language') return true;
  if (named.success && named.output.error.code === 'language_not_supported') return true;
  const fields = v.safeParse(RefusedFields, json);
  return fields.success && fields.output.detail.some(({ loc }) => loc.includes('language'));
}
