import { wavIn } from '#shared/recorders/openai-speech/wav';

/** What the server hears in one upload: `verbose_json`, or an error. */
export type Hearing = (upload: Uint8Array) => unknown;

export interface SpeechRequest {
  readonly authorization: string | null;
  /** The fields of the form but the file; of a repeated name, all. */
  readonly fields: readonly (readonly [string, string])[];
  readonly filename: string;
  readonly sizeBytes: number;
}

interface Options {
  readonly hear: Hearing;
  readonly apiKey?: string;
  readonly maxUploadBytes?: number;
}

/** `POST /v1/audio/transcriptions` as OpenAI has it (https://platform.openai.com/docs/api-reference/audio/createTranscription). */
export function aSpeechServer({ hear, apiKey, maxUploadBytes = 25 * 1024 * 1024 }: Options) {
  const requests: SpeechRequest[] = [];
  const faults: (Response | 'no answer')[] = [];

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
    failNext: (...next: readonly (Response | 'no answer')[]) => faults.push(...next),
    async fetch(request: Request): Promise<Response> {
      const fault = faults.shift();
      if (fault === 'no answer') throw new TypeError('fetch failed');
      if (fault) return fault;
      const isKnown = request.method === 'POST' && new URL(request.url).pathname === '/v1/audio/transcriptions';
      return isKnown ? transcribe(request) : refusal(404, 'not_found');
    },
  };
}

export const refusal = (status: number, code: string): Response =>
  Response.json({ error: { message: 'A message.', type: 'invalid_request_error', param: null, code } }, { status });

/** A WAV of one byte a sample and ten samples a second; each sample has the number of its second. */
export function aNumberedWav(seconds: number): Uint8Array {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + seconds * 10, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(10, 24);
  header.writeUInt32LE(10, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(seconds * 10, 40);
  const samples = Buffer.from(Array.from({ length: seconds * 10 }, (_, index) => Math.floor(index / 10)));
  return new Uint8Array(Buffer.concat([header, samples]));
}

/** Hears the number of each second that is whole in the upload. */
export const hearNumbers: Hearing = (upload) => {
  const samples = [...(wavIn(upload)?.data ?? [])];
  const words = [...new Set(samples)]
    .map((number) => ({ number, at: samples.indexOf(number), count: samples.filter((one) => one === number).length }))
    .filter(({ count }) => count === 10)
    .map(({ number, at }) => ({ word: ` ${number}`, start: at / 10 + 0.1, end: at / 10 + 0.8 }));
  return { task: 'transcribe', language: 'english', duration: samples.length / 10, text: '', words, segments: [] };
};
