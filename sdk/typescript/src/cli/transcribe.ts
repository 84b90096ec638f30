import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { reasonOf } from '../errors.js';
import type { Order } from '../generated/types.gen.js';
import type { Rapporteur } from '../rapporteur.js';
import { type Command, Interrupted, type Invocation, UsageError, WORKSPACE } from './program.js';

const POLL_MS = 1_000;
/** Of every part but the last: `POST /uploads`. */
const PART_BYTES = 8_388_608;
const PART_ATTEMPTS = 4;
const BAR_WIDTH = 24;

interface Transcribed {
  readonly conversation_id: string;
  readonly order_id: string;
  readonly text: string;
}

export const transcribe: Command = {
  summary: 'Uploads a media file, orders its text or its subtitles, and prints it once it is there.',
  argument: { name: 'FILE', help: 'MP3, MP4, WAV or another media file of at most 2 GB and four hours' },
  options: {
    language: { value: 'LANGUAGE', help: 'the language that is spoken, such as en; recognized without it' },
    subtitles: { help: 'makes subtitles, and prints them as SRT' },
    ...WORKSPACE,
  },
  async run(invocation): Promise<Transcribed> {
    const { api, workspace, options, positionals, status, note } = invocation;
    const [path = ''] = positionals;
    const size = await sizeOf(path);
    const client = await api();
    const workspace_id = await workspace();
    const url = await upload(client, { workspace_id, path, size }, invocation);
    const body = { workspace_id, url, language: String(options['language'] ?? 'auto') };
    const order = await (options['subtitles'] ? client.subtitle({ body }) : client.transcribe({ body }));
    const conversation_id = await textOf(client, order, invocation);
    const format = options['subtitles'] ? 'srt' : 'txt';
    const text = await client.readTranscript({
      path: { id: conversation_id },
      query: { format },
      parseAs: 'text',
    });
    status('');
    if (String(text).trim() === '') note(`No speech was recognized in ${basename(path)}.`);
    return { conversation_id, order_id: order.id, text: String(text) };
  },
  text: ({ text }: Transcribed) => (text.trim() === '' ? [] : [text.trimEnd()]),
};

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((error) => {
    throw new UsageError(error.code === 'ENOENT' ? `There is no file ${path}.` : reasonOf(error));
  });
  if (!found.isFile()) throw new UsageError(`${path} is not a file.`);
  return found.size;
}

interface Local {
  readonly workspace_id: string;
  readonly path: string;
  readonly size: number;
}

type Watching = Pick<Invocation, 'status' | 'signal'>;

async function upload(client: Rapporteur, { workspace_id, path, size }: Local, { status, signal }: Watching) {
  const { id, parts } = await client.createUploadInParts({ body: { workspace_id, filename: basename(path), size } });
  const file = await open(path);
  const etags: { number: number; etag: string }[] = [];
  try {
    for (const { number, signed_url } of parts ?? []) {
      status(`uploading ${progressBar(etags.length / (parts?.length ?? 1))}`);
      const bytes = await partOf(file, size, number);
      etags.push({ number, etag: await putPart(signed_url, bytes, signal) });
    }
    status(`uploading ${progressBar(1)}`);
  } finally {
    await file.close();
  }
  const completed = await client.completeUploadInParts({ path: { id }, body: { parts: etags } });
  return completed.url ?? '';
}

function progressBar(share: number): string {
  const full = Math.round(share * BAR_WIDTH);
  return `${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)} ${Math.round(100 * share)} %`;
}

async function partOf(file: FileHandle, size: number, number: number): Promise<Uint8Array<ArrayBuffer>> {
  const from = (number - 1) * PART_BYTES;
  const bytes = new Uint8Array(Math.min(PART_BYTES, size - from));
  const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
  if (bytesRead < bytes.length) throw new Error('The file became shorter while it was uploaded.');
  return bytes;
}

/** The link has a signature: an error names the status or the cause alone. */
async function putPart(link: string, body: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<string> {
  let reason = '';
  for (let attempt = 1; attempt <= PART_ATTEMPTS; attempt += 1) {
    if (attempt > 1) await setTimeout(POLL_MS);
    if (signal.aborted) throw new Interrupted('Interrupted: nothing is ordered.');
    try {
      const response = await fetch(link, { method: 'PUT', body, signal });
      await response.arrayBuffer();
      const etag = response.headers.get('etag');
      if (response.ok && etag !== null) return etag;
      reason = `status ${response.status}`;
    } catch (error) {
      reason = reasonOf(error);
    }
  }
  throw new Error(`A part of the file was not stored: ${reason}`);
}

/** Waits for the end of an order. Returns the conversation that it made; Ctrl-C cancels it. */
async function textOf(client: Rapporteur, { id }: Order, { status, signal }: Watching): Promise<string> {
  const path = { id };
  for (;;) {
    const { state, outputs_ids, failure_reason, ingestions, operations } = await client.readOrder({ path });
    const [output] = outputs_ids;
    if (state === 'fulfilled' && output !== undefined) return output;
    if (state !== 'submitted') throw new Error(`The order is ${state}${failure_reason ? `: ${failure_reason}` : ''}.`);
    status(activityOf(ingestions, operations));
    await setTimeout(POLL_MS, undefined, { signal }).catch(async () => {
      await client.cancelOrder({ path });
      throw new Interrupted('Interrupted: the order is canceled.');
    });
  }
}

function activityOf(ingestions: Order['ingestions'], operations: Order['operations']): string {
  if (ingestions.some(({ state }) => state !== 'done')) return 'reading the file';
  return operations.every(({ state }) => state === 'pending')
    ? 'waiting for the speech server'
    : 'recognizing the words';
}
