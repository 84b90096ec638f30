import { wavHeader } from '#test/support/wav-header';

/** What the server hears in one upload: `verbose_json`, or an error. */
export type Hearing = (upload: Uint8Array) => unknown;

export interface SpeechRequest {
  readonly authorization: string | null;
  /** The fields of the form but the file; of a repeated name, all. */
  readonly fields: readonly (readonly [string, string])[];
  readonly filename: string;
  readonly sizeBytes: number;
}

export type Fault = Response | 'no answer' | 'no connection' | 'no answer in time';

interface Options {
  readonly hear: Hearing;
  readonly apiKey?: string;
  readonly maxUploadBytes?: number;
}

/** `POST /v1/audio/transcriptions` as OpenAI has it (https://platform.openai.com/docs/api-reference/audio/createTranscription). */
export function aSpeechServer({ hear, apiKey, maxUploadBytes = 25 * 1024 * 1024 }: Options) {
  const requests: SpeechRequest[] = [];
  const faults: Fault[] = [];

  async function transcribe(request: Request): Promise<Response> {
    const authorization = request.headers.get('authorization');
    if (apiKey !== undefined && authorization !== `Bearer ${apiKey}`) return refusal(401, 'invalid_api_key');
    const form = await request.formData();
    const file = form.get('file');
    if (!(file instanceof File)) return refusal(400, 'missing_file');
    const fields = [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
    requests.push({ authorization, fields, filename: file.name, sizeBytes: file.size });
    if (file.size > maxUploadBytes) return refusal(413, 'payload_too_large');
    if (!/\.(flac|mp3|mp4|m4a|ogg|wav|webm)$/.test(file.name)) return refusal(400, 'unsupported_format');
    const heard = hear(new Uint8Array(await file.arrayBuffer()));
    return heard instanceof Response ? heard : Response.json(heard);
  }

  return {
    requests,
    failNext: (...next: readonly Fault[]) => faults.push(...next),
    async fetch(request: Request): Promise<Response> {
      const fault = faults.shift();
      if (fault === 'no answer') throw new TypeError('fetch failed');
      if (fault === 'no connection') throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
      // As of the signal of the request, whose time is over.
      if (fault === 'no answer in time') throw new DOMException('It took too long.', 'TimeoutError');
      if (fault) return fault;
      const isKnown = request.method === 'POST' && new URL(request.url).pathname === '/v1/audio/transcriptions';
      return isKnown ? transcribe(request) : refusal(404, 'not_found');
    },
  };
}

export const refusal = (status: number, code: string): Response =>
  Response.json({ error: { message: 'A message.', type: 'invalid_request_error', param: null, code } }, { status });

/** Samples a second of a numbered WAV, of one byte each. */
export const NUMBERED_RATE = 1000;

/** A WAV of up to 256 seconds; each sample has the number of its second. */
export function aNumberedWav(seconds: number): Uint8Array {
  const samples = Buffer.concat(Array.from({ length: seconds }, (_, second) => Buffer.alloc(NUMBERED_RATE, second)));
  return new Uint8Array(Buffer.concat([wavHeader(samples.length, NUMBERED_RATE), samples]));
}

/** The samples of a WAV of one byte a sample. */
export function samplesIn(wav: Uint8Array): Uint8Array {
  const data = Buffer.from(wav).indexOf('data');
  return data < 0 ? new Uint8Array() : wav.subarray(data + 8);
}

/** Hears the number of each second that is whole in the upload. */
export const hearNumbers: Hearing = (upload) => {
  const samples = samplesIn(upload);
  const words = [...new Set(samples)]
    .map((number) => ({ number, at: samples.indexOf(number), end: samples.lastIndexOf(number) + 1 }))
    .filter(({ at, end }) => end - at === NUMBERED_RATE)
    .map(({ number, at }) => ({
      word: ` ${number}`,
      start: at / NUMBERED_RATE + 0.1,
      end: at / NUMBERED_RATE + 0.8,
    }));
  return {
    task: 'transcribe',
    language: 'english',
    duration: samples.length / NUMBERED_RATE,
    text: '',
    words,
    segments: [],
  };
};
