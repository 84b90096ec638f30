import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '#bin/cli/cli-error';
import type { ApiClient } from '#bin/transcribe/api-client';
import type { TextFormat } from '#shared/texts/exports/rules/export';
import { ExportSchema } from './api-schemas.ts';
import { EXPORT_FAILURE_SENTENCES } from './failure-sentences.ts';
import { alreadyThere } from './media-file.ts';

const POLL_INTERVAL_MS = 500;

interface Saving {
  readonly api: ApiClient;
  readonly format: TextFormat;
  readonly target: string;
  readonly overwrite: boolean;
  readonly signal: AbortSignal;
}

/** Exports a conversation into a file. Without `overwrite`, a file that came into being meanwhile is kept. */
export async function saveExport(
  conversationId: string,
  { api, format, target, overwrite, signal }: Saving,
): Promise<void> {
  const asked = { conversation_ids: [conversationId], format };
  const { id } = (await api.post('/exports', asked, ExportSchema)).body;
  const link = await readyLink(api, id, signal);
  const response = await fetch(link, { signal });
  if (!response.ok) throw new CliError(`The file of the export was answered ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  await writeFile(target, bytes, { flag: overwrite ? 'w' : 'wx' }).catch((error: unknown) => {
    const { code } = Object(error);
    throw code === 'EEXIST' ? alreadyThere(target) : new CliError(`${target} could not be written (${code})`);
  });
}

async function readyLink(api: ApiClient, id: string, signal: AbortSignal): Promise<string> {
  for (;;) {
    const { state, failure_reason, download_link } = await api.get(`/exports/${id}`, ExportSchema);
    if (download_link !== null) return download_link;
    if (failure_reason !== null) throw new CliError(`${EXPORT_FAILURE_SENTENCES[failure_reason]} (${failure_reason})`);
    if (state === 'expired') throw new CliError('The export has expired');
    await sleep(POLL_INTERVAL_MS, undefined, { signal });
  }
}
