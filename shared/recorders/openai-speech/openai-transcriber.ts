import * as v from 'valibot';
import { later, SECOND_MS } from '#shared/core/time';
import type { FileStorage, MultipartStorage } from '#shared/files/ports';
import type { OpenaiSpeechServer } from '#shared/model-servers/ports';
import {
  type RecorderTools,
  RecorderUnreachable,
  type Transcriber,
  TranscriberUnavailable,
  type Transcription,
  type TranscriptionJob,
} from '#shared/recorders/ports';
import { isSuccess, type RecorderResponse, sendRequest } from '#shared/recorders/requests/send-request';
import { transcriptOf } from '#shared/recorders/transcripts/speech-to-transcript';
import { type AudioPiece, cutAudio } from './cut-audio.ts';
import { joinPieces } from './join-pieces.ts';
import { keptPieces } from './kept-pieces.ts';
import { reportedLanguage, requestedLanguage } from './speech-languages.ts';
import { SpeechError, VerboseTranscription } from './speech-schemas.ts';
import { speechIn } from './speech-transcript.ts';

/** Where the audio is, and beside it what was heard in each piece of a long recording, until all are. */
export type AudioFiles = Pick<FileStorage, 'get' | 'put' | 'remove'> & Pick<MultipartStorage, 'sizeOf'>;

/** https://platform.openai.com/docs/guides/speech-to-text: 25 MB, and some for the other fields of the form. */
export const OPENAI_MAX_UPLOAD_BYTES = 25 * 1024 * 1024 - 16 * 1024;
/** From the request to the last byte of the response. OpenAI takes about a minute for 25 MB; a server on CPUs longer. */
const TIMEOUT_MS = 240_000;
/** Statuses that say something about the audio. All others pass, or are corrected by an operator. */
const FOR_GOOD = [400, 413, 415, 422];

/** The audio and its pieces are held in memory. Seven hours of MP3 at 64 kbit/s, two hours of WAV at 16 kHz. */
const MAX_AUDIO_BYTES = 200 * 1024 * 1024;
const TOO_LARGE = 'The audio is too large for the speech server.';
/** A long recording is continued in another run after that time: `TIMEOUT_MS` more is within the time of a function. */
const STEP_MS = 30 * SECOND_MS;

interface Tools extends RecorderTools {
  readonly files: AudioFiles;
}

/**
 * Speech recognition by `POST /v1/audio/transcriptions`: OpenAI, and servers that speak its wire (speaches, vLLM, LocalAI,
 * whisper.cpp). A call waits for its result. Audio over the limit is cut where its format permits; what was heard in a
 * piece is kept, so that a repeated call goes on behind it. It knows no speakers.
 * Throws `TranscriberUnavailable` when the server cannot be used now.
 */
export function openaiTranscriber(server: OpenaiSpeechServer, tools: Tools): Transcriber {
  const take = async ({ audioKey, language }: TranscriptionJob): Promise<Transcription> => {
    const isTooLarge = ((await tools.files.sizeOf(audioKey)) ?? 0) > MAX_AUDIO_BYTES;
    const audio = isTooLarge ? undefined : await tools.files.get(audioKey);
    const pieces = audio && cutAudio(audio, audioKey, server.maxUploadBytes ?? OPENAI_MAX_UPLOAD_BYTES);
    if (!pieces) return failed(audio || isTooLarge ? TOO_LARGE : 'There is no audio to transcribe.');
    const heard = await hearAll(pieces, language, { server, audioKey, ...tools });
    if ('status' in heard) return heard;
    const whole = joinPieces(pieces, heard);
    const found = reportedLanguage(whole.language) ?? requestedLanguage(language) ?? null;
    return { status: 'done', transcript: transcriptOf(found, speechIn(whole)) };
  };
  // What was heard in pieces is removed with the last of them.
  return { start: take, check: take, deleteData: async () => undefined };
}

const failed = (detail: string): Unfinished => ({ status: 'failed', detail });

interface Listening extends Tools {
  readonly server: OpenaiSpeechServer;
  readonly audioKey: string;
}

type Unfinished = Extract<Transcription, { status: 'running' | 'failed' }>;

/** What is said in each piece. At work as long as some are left at the end of a step. */
async function hearAll(
  pieces: readonly AudioPiece[],
  language: string,
  { server, audioKey, files, clock, fetch }: Listening,
): Promise<readonly VerboseTranscription[] | Unfinished> {
  const kept = keptPieces(files, audioKey, pieces.length);
  const stepEndsAt = later(clock.now(), STEP_MS);
  const heard: VerboseTranscription[] = [];
  for (const [index, piece] of pieces.entries()) {
    const before = await kept.find(index);
    if (!before && clock.now() > stepEndsAt) return { status: 'running', lookAgainAt: clock.now() };
    const result = before ?? (await transcribe(fetch, server, { piece, language }));
    if ('status' in result) return result;
    if (!before) await kept.save(index, result);
    heard.push(result);
  }
  await kept.remove();
  return heard;
}

interface Heard {
  readonly piece: AudioPiece;
  readonly language: string;
}

async function transcribe(
  fetch: RecorderTools['fetch'],
  { baseUrl, apiKey, model }: OpenaiSpeechServer,
  { piece, language }: Heard,
): Promise<VerboseTranscription | Extract<Transcription, { status: 'failed' }>> {
  const response = await sendRequest(fetch, {
    url: `${baseUrl}/v1/audio/transcriptions`,
    method: 'POST',
    headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
    body: formOf(piece, model, requestedLanguage(language)),
    timeoutMs: TIMEOUT_MS,
  }).catch((error: unknown) => {
    throw error instanceof RecorderUnreachable ? new TranscriberUnavailable(error.message) : error;
  });
  if (!isSuccess(response)) return failureIn(response);
  const parsed = v.safeParse(VerboseTranscription, response.json);
  if (!parsed.success) throw new TranscriberUnavailable('The speech server sent an invalid response.');
  return parsed.output;
}

function formOf({ bytes, filename }: AudioPiece, model: string, language: string | undefined): FormData {
  const form = new FormData();
  form.set('model', model);
  form.set('response_format', 'verbose_json');
  form.append('timestamp_granularities[]', 'word');
  form.append('timestamp_granularities[]', 'segment');
  form.set('temperature', '0');
  if (language !== undefined) form.set('language', language);
  // The server reads the format from the name.
  form.set('file', new Blob([bytes]), filename);
  return form;
}

/** A failure for good, with the code of the server. Throws `TranscriberUnavailable` for any other. */
function failureIn({ status, json }: RecorderResponse): Extract<Transcription, { status: 'failed' }> {
  const parsed = v.safeParse(SpeechError, json);
  const code = (parsed.success && (parsed.output.error.code ?? parsed.output.error.type)) || '';
  const nativeCode = /^\w{1,80}$/.test(code) ? code : `http_${status}`;
  if (!FOR_GOOD.includes(status))
    throw new TranscriberUnavailable(`The speech server answered ${status} (${nativeCode}).`);
  return { status: 'failed', detail: `The speech server refused the audio (${nativeCode}).` };
}
