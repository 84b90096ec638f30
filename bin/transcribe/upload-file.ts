import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '#bin/cli/cli-error';
import type { ApiClient } from '#bin/transcribe/api-client';
import { partSizesOf } from '#shared/texts/uploads/rules/upload';
import { UploadSchema } from './api-schemas.ts';
import type { MediaFile } from './media-file.ts';

const ATTEMPTS = 4;
const PAUSE_MS = 1_000;
/** Parts that travel at a time: each has 8 MB in memory. */
const AT_A_TIME = 3;

interface Uploading {
  readonly api: ApiClient;
  readonly workspaceId: string;
  readonly signal: AbortSignal;
  /** After each part. */
  readonly onProgress: (bytesSent: number) => void;
}

interface Part {
  readonly number: number;
  readonly firstByte: number;
  readonly sizeBytes: number;
}

/** Uploads a file in parts, each up to four times. Answers the `url` for an order. */
export async function uploadFile(file: MediaFile, uploading: Uploading): Promise<string> {
  const { api, workspaceId } = uploading;
  const asked = { workspace_id: workspaceId, filename: file.name, size: file.sizeBytes };
  const { id, parts } = (await api.post('/uploads', asked, UploadSchema)).body;
  const links = new Map(parts?.map(({ number, signed_url }) => [number, signed_url]));
  const handle = await open(file.path);
  try {
    const etags = await sendAll(partsOf(file.sizeBytes), { ...uploading, file, handle, id, links });
    const { body } = await api.post(`/uploads/${id}/complete`, { parts: etags }, UploadSchema);
    if (body.url === null) throw new CliError('The completed upload has no URL');
    return body.url;
  } finally {
    await handle.close();
  }
}

const partsOf = (sizeBytes: number): readonly Part[] => {
  let firstByte = 0;
  return partSizesOf(sizeBytes).map((size, at) => {
    const part = { number: at + 1, firstByte, sizeBytes: size };
    firstByte += size;
    return part;
  });
};

interface Sending extends Uploading {
  readonly file: MediaFile;
  readonly handle: FileHandle;
  readonly id: string;
  /** By the number of the part; renewed before a repetition, since they are valid for an hour. */
  readonly links: Map<number, string>;
}

async function sendAll(parts: readonly Part[], sending: Sending) {
  const waiting = [...parts];
  const etags: { readonly number: number; readonly etag: string }[] = [];
  let bytesSent = 0;
  const sendNext = async (): Promise<void> => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      etags.push({ number: part.number, etag: await sendPart(part, sending) });
      bytesSent += part.sizeBytes;
      sending.onProgress(bytesSent);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, sendNext));
  return etags.sort((one, other) => one.number - other.number);
}

async function sendPart(part: Part, sending: Sending): Promise<string> {
  const bytes = await readPart(part, sending);
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await put(sending.links.get(part.number) ?? '', bytes, sending.signal);
    if ('etag' in outcome) return outcome.etag;
    if (attempt === ATTEMPTS)
      throw new CliError(`Part ${part.number} of ${sending.file.name} was not stored: ${outcome.reason}`);
    await sleep(PAUSE_MS, undefined, { signal: sending.signal });
    const { parts } = await sending.api.get(`/uploads/${sending.id}`, UploadSchema);
    for (const { number, signed_url } of parts ?? []) sending.links.set(number, signed_url);
  }
}

async function readPart({ firstByte, sizeBytes }: Part, { handle, file }: Sending): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(sizeBytes);
  for (let at = 0; at < sizeBytes; ) {
    const { bytesRead } = await handle.read(bytes, at, sizeBytes - at, firstByte + at);
    if (bytesRead === 0) throw new CliError(`${file.name} became shorter while it was uploaded`);
    at += bytesRead;
  }
  return bytes;
}

/** A link holds a signature: errors name the status or the code alone. */
async function put(
  url: string,
  body: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<{ readonly etag: string } | { readonly reason: string }> {
  try {
    const response = await fetch(url, { method: 'PUT', body, signal });
    await response.arrayBuffer();
    const etag = response.headers.get('etag');
    return response.ok && etag !== null ? { etag } : { reason: `the storage answered ${response.status}` };
  } catch (error) {
    signal.throwIfAborted();
    return { reason: String(Object(Object(error).cause).code ?? 'no connection') };
  }
}
