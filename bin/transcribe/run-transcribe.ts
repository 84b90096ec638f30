import { progressBar } from '#bin/cli/progress-bar';
import { minutesAndSeconds } from '#bin/cli/text-layout';
import type { Terminal } from '#bin/demo/output/terminal';
import type { Stack } from '#bin/stack/stack-file';
import type { ApiClient } from '#bin/transcribe/api-client';
import type { TextFormat } from '#shared/texts/exports/rules/export';
import { ConversationSchema, OrderSchema } from './api-schemas.ts';
import { followOrder } from './follow-order.ts';
import type { MediaFile } from './media-file.ts';
import { saveExport } from './save-export.ts';
import { uploadFile } from './upload-file.ts';

interface Work {
  readonly stack: Stack;
  readonly api: ApiClient;
  /** Works after an interruption. */
  readonly cleanUpApi: ApiClient;
  /** For progress alone: the text is the result. */
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

interface Wanted {
  readonly language: string;
  readonly subtitles: boolean;
  readonly translate: string | undefined;
  readonly saved: { readonly format: TextFormat; readonly target: string; readonly overwrite: boolean } | undefined;
}

export interface Transcribed {
  /** Of the text: of its translation, where one was wanted. */
  readonly conversation_id: string;
  readonly language: string | null;
  readonly audio_length_in_seconds: number | null;
  /** From the end of the upload to the end of the last order. */
  readonly work_seconds: number;
  /** Lines with their speakers, or SRT for subtitles. */
  readonly text: string;
  /** Path of the export. */
  readonly saved: string | null;
}

/** Uploads a file, orders its text, and its translation and export where they are wanted. */
export async function runTranscribe(work: Work, file: MediaFile, wanted: Wanted): Promise<Transcribed> {
  const { api, stack, terminal, signal } = work;
  const { subtitles, translate, saved } = wanted;
  const onProgress = (bytes: number) =>
    terminal.status(
      `  uploading ${progressBar(bytes, file.sizeBytes)} ${megabytes(bytes)} of ${megabytes(file.sizeBytes)} MB`,
    );
  onProgress(0);
  const url = await uploadFile(file, { api, workspaceId: stack.workspace_id, signal, onProgress });
  const startedAt = performance.now();
  const asked = { workspace_id: stack.workspace_id, url, language: wanted.language };
  const heard = await textOf(work, subtitles ? '/subtitle' : '/transcribe', asked);
  const conversationId =
    translate === undefined
      ? heard
      : await textOf(work, '/translate', { source_conversation_id: heard, target_languages: [translate] });
  const workSeconds = (performance.now() - startedAt) / 1000;
  if (saved) {
    terminal.status(`  exporting as ${saved.format}`);
    await saveExport(conversationId, { api, signal, ...saved });
  }
  const { language, audio_length_in_seconds } = await api.get(`/conversations/${conversationId}`, ConversationSchema);
  const text = await api.text(`/conversations/${conversationId}/transcript?format=${subtitles ? 'srt' : 'txt'}`);
  terminal.status('');
  return {
    ...{ conversation_id: conversationId, language, audio_length_in_seconds },
    ...{ work_seconds: Math.round(workSeconds * 10) / 10, text, saved: saved?.target ?? null },
  };
}

/** Orders a text and waits for it. An order that is waited for no longer is canceled. */
async function textOf({ api, cleanUpApi, terminal, signal }: Work, path: string, asked: object): Promise<string> {
  const { id } = (await api.post(path, asked, OrderSchema)).body;
  const startedAt = performance.now();
  const onProgress = (activity: string) =>
    terminal.status(`  ${minutesAndSeconds((performance.now() - startedAt) / 1000)} ${activity}`);
  try {
    return await followOrder(id, { api, signal, onProgress });
  } catch (error) {
    if (signal.aborted) await cleanUpApi.post(`/orders/${id}/cancel`, {}, OrderSchema).catch(() => undefined);
    throw error;
  }
}

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);
