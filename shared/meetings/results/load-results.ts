import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import type { FileStorage } from '#shared/foundation/files/ports';
import { type Bot, filesOf } from '#shared/meetings/bots/rules/bot';
import { bots } from '#shared/meetings/bots/store';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { shownRecording } from '#shared/meetings/meetings/rules/results-status';
import { type CountContent, type CountingContext, countContent } from '#shared/meetings/results/count-content';
import {
  keyOf,
  type ResultsStorage,
  summaryKey,
  type TranscriptFile,
  transcriptKey,
} from '#shared/meetings/results/ports';
import type { LinkedFile } from '#shared/meetings/results/present';
import type { Summary, Transcript } from '#shared/meetings/results/rules/results';
import {
  summaryBytes,
  summaryIn,
  transcriptBytes,
  transcriptHeadIn,
  transcriptIn,
} from '#shared/meetings/results/stored-results';

/** What requests read content with. */
interface Reading extends CountingContext {
  readonly files: FileStorage;
}

/** The content of a meeting's results, as far as it exists. */
export interface Results {
  readonly transcript: Transcript | undefined;
  /** False where the segments of the transcript were left out. */
  readonly isWhole: boolean;
  readonly transcriptUrl: string | null;
  readonly summary: Summary | undefined;
  readonly files: readonly LinkedFile[];
}

/** The bots that recorded a meeting: all that `loadResults` reads of the table, no content. */
export async function recordedBots(table: Table, { recordings }: Meeting): Promise<readonly Bot[]> {
  const recorded = recordings.filter(({ hasMedia }) => hasMedia);
  const loaded = await Promise.all(recorded.map(({ botId }) => bots.find(table, botId)));
  return loaded.flatMap((bot) => (bot ? [bot.state] : []));
}

/** The transcript and summary of the shown recording, and the media of every bot. Links are valid until `expiresAt`. */
export async function loadResults(sources: Reading, meeting: Meeting, expiresAt: Instant): Promise<Results> {
  const shown = shownRecording(meeting);
  const [transcript, summary, files] = await Promise.all([
    loadTranscript(sources, meeting),
    shown?.results.summary === 'ready' ? countedResults(sources).summary(keyOf(meeting, shown)) : undefined,
    linkedFiles(sources, meeting, expiresAt),
  ]);
  const transcriptUrl = transcript ? await linkToShownTranscript(sources, meeting, expiresAt) : null;
  return { transcript: transcript?.transcript, isWhole: transcript?.isWhole ?? true, transcriptUrl, summary, files };
}

/** The transcript of the shown recording, as `readTranscriptFile` does; undefined while there is none. */
export async function loadTranscript(
  sources: Reading,
  meeting: Meeting,
  mostBytes?: number,
): Promise<ReadTranscript | undefined> {
  const shown = shownRecording(meeting);
  return shown?.results.transcript === 'ready'
    ? readTranscriptFile(sources, keyOf(meeting, shown), mostBytes)
    : undefined;
}

/** A link to the file of that transcript; null while there is none. */
export async function linkToShownTranscript(
  { files }: Pick<Reading, 'files'>,
  meeting: Meeting,
  expiresAt: Instant,
): Promise<string | null> {
  const shown = shownRecording(meeting);
  if (shown?.results.transcript !== 'ready') return null;
  return linkToTranscript({ files }, keyOf(meeting, shown), { filename: `${meeting.id}-transcript.json`, expiresAt });
}

interface Download {
  readonly filename: string;
  readonly expiresAt: Instant;
}

/** A stored transcript as a request reads it. */
interface ReadTranscript {
  readonly transcript: Transcript;
  /** False where it has no segments because its file has more bytes than were asked for. */
  readonly isWhole: boolean;
}

/** Enough for the language and the speakers, which come first. */
const HEAD_BYTES = 250_000;

/** A stored transcript; undefined where there is none. One whose file has more than `mostBytes` is read without its segments. */
export async function readTranscriptFile(
  context: Reading,
  of: TranscriptFile,
  mostBytes = Number.POSITIVE_INFINITY,
): Promise<ReadTranscript | undefined> {
  const count = countContent(context);
  let isWhole = true;
  const bytes = await context.files.get(transcriptKey(of), async (sizeBytes) => {
    isWhole = sizeBytes <= mostBytes;
    if (!isWhole) return HEAD_BYTES;
    await count(of.workspaceId, sizeBytes);
    return sizeBytes;
  });
  if (!bytes) return undefined;
  if (isWhole) return { transcript: transcriptIn(bytes), isWhole };
  const head = transcriptHeadIn(bytes);
  return head ? { transcript: head, isWhole } : readTranscriptFile(context, of);
}

/** A link to the file of a transcript. */
export const linkToTranscript = (
  { files }: Pick<Reading, 'files'>,
  of: TranscriptFile,
  download: Download,
): Promise<string> => files.linkTo(transcriptKey(of), { ...download, contentType: JSON_TYPE });

/** Links to the media of every bot that recorded a meeting. */
export async function linkedFiles(
  { table, files }: Pick<Reading, 'table' | 'files'>,
  meeting: Meeting,
  expiresAt: Instant,
): Promise<readonly LinkedFile[]> {
  const recorded = await recordedBots(table, meeting);
  const listed = recorded.flatMap((bot) => filesOf(bot).map((file) => ({ botId: bot.id, file })));
  return Promise.all(
    listed.map(async ({ botId, file }) => {
      const filename = `${meeting.id}-${file.key.slice(file.key.lastIndexOf('/') + 1)}`;
      return { botId, file, url: await files.linkTo(file.key, { expiresAt, contentType: file.contentType, filename }) };
    }),
  );
}

const JSON_TYPE = 'application/json';

/**
 * Transcripts and summaries as JSON files: an item of the table holds 400 KB, a day-long transcript does not fit. Requests
 * read them by `countedResults`.
 */
export const resultsInFiles = (files: FileStorage, count?: CountContent): ResultsStorage => {
  const get = (key: string, { workspaceId }: { readonly workspaceId: WorkspaceId }) =>
    files.get(
      key,
      count &&
        (async (sizeBytes) => {
          await count(workspaceId, sizeBytes);
          return sizeBytes;
        }),
    );
  return {
    saveTranscript: (of, transcript) => files.put(transcriptKey(of), transcriptBytes(transcript), JSON_TYPE),
    removeTranscript: (of) => files.remove(transcriptKey(of)),
    async transcript(of) {
      const bytes = await get(transcriptKey(of), of);
      return bytes && transcriptIn(bytes);
    },
    saveSummary: (of, summary) => files.put(summaryKey(of), summaryBytes(summary), JSON_TYPE),
    removeSummary: (of) => files.remove(summaryKey(of)),
    async summary(of) {
      const bytes = await get(summaryKey(of), of);
      return bytes && summaryIn(bytes);
    },
  };
};

/** The same for requests: each text is counted by its size before its bytes are read. Throws the 429 of the limit. */
export const countedResults = (context: Reading): ResultsStorage =>
  resultsInFiles(context.files, countContent(context));
