import * as v from 'valibot';
import { type Bot, filesOf } from '#shared/bots/rules/bot';
import { bots } from '#shared/bots/store';
import type { Table } from '#shared/core/table';
import type { Instant } from '#shared/core/time';
import type { FileStorage } from '#shared/files/ports';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { shownRecording } from '#shared/meetings/rules/results-status';
import { keyOf, type ResultsStorage, summaryKey, type TranscriptFile, transcriptKey } from '#shared/results/ports';
import type { LinkedFile } from '#shared/results/present';
import { SUMMARY_ENGINES, type Summary, type Transcript } from '#shared/results/rules/results';

interface Sources {
  readonly table: Table;
  readonly files: FileStorage;
}

/** The content of a meeting's results, as far as it exists. */
export interface Results {
  readonly transcript: Transcript | undefined;
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
export async function loadResults(sources: Sources, meeting: Meeting, expiresAt: Instant): Promise<Results> {
  const shown = shownRecording(meeting);
  const [transcript, summary, files] = await Promise.all([
    loadTranscript(sources, meeting),
    shown?.results.summary === 'ready' ? resultsInFiles(sources.files).summary(keyOf(meeting, shown)) : undefined,
    linkedFiles(sources, meeting, expiresAt),
  ]);
  const transcriptUrl = transcript ? await linkToShownTranscript(sources, meeting, expiresAt) : null;
  return { transcript, transcriptUrl, summary, files };
}

/** The transcript of the shown recording; undefined while there is none. */
export async function loadTranscript(
  { files }: Pick<Sources, 'files'>,
  meeting: Meeting,
): Promise<Transcript | undefined> {
  const shown = shownRecording(meeting);
  return shown?.results.transcript === 'ready' ? resultsInFiles(files).transcript(keyOf(meeting, shown)) : undefined;
}

/** A link to the file of that transcript; null while there is none. */
export async function linkToShownTranscript(
  { files }: Pick<Sources, 'files'>,
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

/** A link to the file of a transcript. */
export const linkToTranscript = (
  { files }: Pick<Sources, 'files'>,
  of: TranscriptFile,
  download: Download,
): Promise<string> => files.linkTo(transcriptKey(of), { ...download, contentType: JSON_TYPE });

/** Links to the media of every bot that recorded a meeting. */
export async function linkedFiles(
  { table, files }: Sources,
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

const Word = v.object({ text: v.string(), start: v.number(), end: v.number(), confidence: v.nullable(v.number()) });

/** The file that `transcript.url` serves to partners: its segments have the shape of the API. */
const StoredTranscript: v.GenericSchema<unknown, Transcript> = v.object({
  language: v.nullable(v.string()),
  speakers: v.array(v.object({ id: v.string(), name: v.nullable(v.string()) })),
  segments: v.array(
    v.pipe(
      v.object({
        id: v.string(),
        speaker_id: v.nullable(v.string()),
        start: v.number(),
        end: v.number(),
        text: v.string(),
        confidence: v.nullable(v.number()),
        words: v.array(Word),
      }),
      v.transform(({ speaker_id, ...segment }) => ({ ...segment, speakerId: speaker_id })),
    ),
  ),
});

const writtenTranscript = ({ language, speakers, segments }: Transcript) => ({
  object: 'transcript',
  language,
  speakers,
  segments: segments.map(({ id, speakerId, ...segment }) => ({ id, speaker_id: speakerId, ...segment })),
});

const StoredSummary: v.GenericSchema<unknown, Summary> = v.object({
  engine: v.optional(v.picklist(SUMMARY_ENGINES), 'extractive'),
  language: v.nullable(v.string()),
  template: v.string(),
  title: v.string(),
  markdown: v.string(),
  sections: v.array(v.object({ key: v.string(), title: v.string(), markdown: v.string() })),
  actionItems: v.array(
    v.object({ text: v.string(), assigneeName: v.nullable(v.string()), start: v.nullable(v.number()) }),
  ),
});

const JSON_TYPE = 'application/json';

/** Transcripts and summaries as JSON files: an item of the table holds 400 KB, a day-long transcript does not fit. */
export const resultsInFiles = (files: FileStorage): ResultsStorage => ({
  saveTranscript: (of, transcript) => files.put(transcriptKey(of), bytesOf(writtenTranscript(transcript)), JSON_TYPE),
  removeTranscript: (of) => files.remove(transcriptKey(of)),
  transcript: async (of) => read(StoredTranscript, await files.get(transcriptKey(of))),
  saveSummary: (of, summary) => files.put(summaryKey(of), bytesOf(summary), JSON_TYPE),
  removeSummary: (of) => files.remove(summaryKey(of)),
  summary: async (of) => read(StoredSummary, await files.get(summaryKey(of))),
});

const bytesOf = (content: unknown): Uint8Array => Buffer.from(JSON.stringify(content));

const read = <Content>(schema: v.GenericSchema<unknown, Content>, bytes: Uint8Array | undefined): Content | undefined =>
  bytes && v.parse(schema, JSON.parse(Buffer.from(bytes).toString('utf8')));
