import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Order } from '../generated/types.gen.js';
import type { Rapporteur } from '../rapporteur.js';
import type { Command } from './program.js';

const POLL_MS = 1_000;
/** Of every part but the last: `POST /uploads`. */
const PART_BYTES = 8_388_608;

interface Transcribed {
  readonly conversation_id: string;
  readonly order_id: string;
  readonly text: string;
}

export const transcribe: Command = {
  usage: 'transcribe FILE [--language LANGUAGE] [--subtitles] [--workspace ID]',
  summary: 'Uploads a media file, orders its text or its subtitles, and prints it once it is there.',
  options: { language: { type: 'string' }, subtitles: { type: 'boolean' } },
  positionals: 1,
  async run({ api, workspace, options, positionals: [path = ''], note, signal }): Promise<Transcribed> {
    const client = await api();
    const workspace_id = await workspace();
    const url = await upload(client, workspace_id, path, note);
    const body = { workspace_id, url, language: String(options['language'] ?? 'auto') };
    const order = await (options['subtitles'] ? client.orderSubtitles({ body }) : client.orderTranscription({ body }));
    const conversation_id = await textOf(client, order, { note, signal });
    const format = options['subtitles'] ? 'srt' : 'txt';
    const text = await client.readTextOfConversation({
      path: { id: conversation_id },
      query: { format },
      parseAs: 'text',
    });
    return { conversation_id, order_id: order.id, text: String(text) };
  },
  text: ({ text }: Transcribed) => [text.trimEnd()],
};

async function upload(
  client: Rapporteur,
  workspace_id: string,
  path: string,
  note: (line: string) => void,
): Promise<string> {
  const { size } = await stat(path);
  const { id, parts } = await client.createUploadInParts({ body: { workspace_id, filename: basename(path), size } });
  const file = await open(path);
  const etags: { number: number; etag: string }[] = [];
  try {
    for (const { number, signed_url } of parts ?? []) {
      const bytes = new Uint8Array(Math.min(PART_BYTES, size - (number - 1) * PART_BYTES));
      await file.read(bytes, 0, bytes.length, (number - 1) * PART_BYTES);
      etags.push({ number, etag: await putPart(signed_url, bytes) });
      note(`uploaded ${Math.round((100 * etags.length) / (parts?.length ?? 1))} %`);
    }
  } finally {
    await file.close();
  }
  const completed = await client.completeUploadInParts({ path: { id }, body: { parts: etags } });
  return completed.url ?? '';
}

/** The link has a signature: an error names the status alone. */
async function putPart(link: string, body: Uint8Array<ArrayBuffer>): Promise<string> {
  const response = await fetch(link, { method: 'PUT', body });
  await response.arrayBuffer();
  const etag = response.headers.get('etag');
  if (!response.ok || etag === null) throw new Error(`The storage answered ${response.status}.`);
  return etag;
}

interface Following {
  readonly note: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Waits for the end of an order. Returns the conversation that it made; Ctrl-C cancels it. */
async function textOf(client: Rapporteur, { id }: Order, { note, signal }: Following): Promise<string> {
  const path = { id };
  let shown = '';
  for (;;) {
    const { state, outputs_ids, failure_reason, ingestions, operations } = await client.readOrder({ path });
    const [output] = outputs_ids;
    if (state === 'fulfilled' && output !== undefined) return output;
    if (state !== 'submitted') throw new Error(`The order is ${state}${failure_reason ? `: ${failure_reason}` : ''}.`);
    const activity = ingestions.some((one) => one.state !== 'done')
      ? 'reading the file'
      : `text ${operations[0]?.state ?? 'pending'}`;
    if (activity !== shown) note(activity);
    shown = activity;
    await setTimeout(POLL_MS, undefined, { signal }).catch(async () => {
      await client.cancelOrder({ path });
      throw new Error('The order is canceled.');
    });
  }
}
