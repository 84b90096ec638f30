import * as v from 'valibot';
import {
  type RecorderTools,
  RecorderUnreachable,
  type Transcriber,
  type Transcription,
  type TranscriptionJob,
} from '#shared/recorders/ports';
import { isSuccess, type RecorderResponse, sendRequest } from '#shared/recorders/requests/send-request';
import { transcriptOf } from '#shared/recorders/transcripts/speech-to-transcript';
import { type AudioPiece, cutAudio } from './cut-audio.ts';
import { joinPieces } from './join-pieces.ts';
import { reportedLanguage, requestedLanguage } from './speech-languages.ts';
import { SpeechError, VerboseTranscription } from './speech-schemas.ts';
import { speechIn } from './speech-transcript.ts';

export interface SpeechServer {
  /** Without `/v1` and without a slash at the end: `https://api.openai.com`. */
  readonly baseUrl: string;
  /** Null for a server that asks for none. */
  readonly apiKey: string | null;
  /** `whisper-1` at OpenAI: its newer models give no word times. */
  readonly model: string;
  /** The largest upload: 25 MB at OpenAI. */
  readonly maxUploadBytes?: number;
}

/** Where the audio is. */
export interface AudioFiles {
  /** Undefined where there is no such file. */
  get(key: string): Promise<Uint8Array | undefined>;
}

/** The server is out of order, refuses the key, or has no quota left: the recording waits, and nothing is lost. */
export class SpeechUnavailable extends Error {
  override readonly name = 'SpeechUnavailable';
}

/** https://platform.openai.com/docs/guides/speech-to-text: 25 MB, and some for the other fields of the form. */
export const OPENAI_MAX_UPLOAD_BYTES = 25 * 1024 * 1024 - 16 * 1024;
/** From the request to the last byte of the response. OpenAI takes about a minute for 25 MB; a server on CPUs longer. */
const TIMEOUT_MS = 240_000;
/** Statuses that say something about the audio. All others pass, or are corrected by an operator. */
const FOR_GOOD = [400, 413, 415, 422];

/**
 * Speech recognition by `POST /v1/audio/transcriptions`: OpenAI, and servers that speak its wire (speaches, vLLM, LocalAI,
 * whisper.cpp). A call waits for its result. Audio over the limit is cut where its format permits. It knows no speakers.
 * Throws `SpeechUnavailable` when the server cannot be used now.
 */
export function openaiTranscriber(
  server: SpeechServer,
  { fetch, files }: Pick<RecorderTools, 'fetch'> & { readonly files: AudioFiles },
): Transcriber {
  const take = async ({ audioKey, language }: TranscriptionJob): Promise<Transcription> => {
    const audio = await files.get(audioKey);
    if (!audio) return { status: 'failed', detail: 'There is no audio to transcribe.' };
    const pieces = cutAudio(audio, audioKey, server.maxUploadBytes ?? OPENAI_MAX_UPLOAD_BYTES);
    if (!pieces) return { status: 'failed', detail: 'The audio is too large for the speech server.' };
    const heard: VerboseTranscription[] = [];
    for (const piece of pieces) {
      const result = await transcribe(fetch, server, { piece, language });
      if ('status' in result) return result;
      heard.push(result);
    }
    const whole = joinPieces(pieces, heard);
    const found = reportedLanguage(whole.language) ?? requestedLanguage(language) ?? null;
    return { status: 'done', transcript: transcriptOf(found, speechIn(whole)) };
  };
  return { start: take, check: take };
}

interface Heard {
  readonly piece: AudioPiece;
  readonly language: string;
}

async function transcribe(
  fetch: RecorderTools['fetch'],
  { baseUrl, apiKey, model }: SpeechServer,
  { piece, language }: Heard,
): Promise<VerboseTranscription | Extract<Transcription, { status: 'failed' }>> {
  const response = await sendRequest(fetch, {
    url: `${baseUrl}/v1/audio/transcriptions`,
    method: 'POST',
    headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
    body: formOf(piece, model, requestedLanguage(language)),
    timeoutMs: TIMEOUT_MS,
  }).catch((error: unknown) => {
    throw error instanceof RecorderUnreachable ? new SpeechUnavailable(error.message) : error;
  });
  if (!isSuccess(response)) return failureIn(response);
  const parsed = v.safeParse(VerboseTranscription, response.json);
  if (!parsed.success) throw new SpeechUnavailable('The speech server sent an invalid response.');
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

/** A failure for good, with the code of the server. Throws `SpeechUnavailable` for any other. */
function failureIn({ status, json }: RecorderResponse): Extract<Transcription, { status: 'failed' }> {
  const parsed = v.safeParse(SpeechError, json);
  const code = (parsed.success && (parsed.output.error.code ?? parsed.output.error.type)) || '';
  const nativeCode = /^\w{1,80}$/.test(code) ? code : `http_${status}`;
  if (!FOR_GOOD.includes(status)) throw new SpeechUnavailable(`The speech server answered ${status} (${nativeCode}).`);
  return { status: 'failed', detail: `The speech server refused the audio (${nativeCode}).` };
}
