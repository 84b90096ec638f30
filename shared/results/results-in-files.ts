import * as v from 'valibot';
import type { FileStorage } from '#shared/files/ports/file-storage';
import { type ResultsStorage, summaryKey, transcriptKey } from '#shared/results/ports/results-storage';
import type { Summary, Transcript } from '#shared/results/rules/results';

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
  transcript: async (of) => read(StoredTranscript, await files.get(transcriptKey(of))),
  saveSummary: (of, summary) => files.put(summaryKey(of), bytesOf(summary), JSON_TYPE),
  summary: async (of) => read(StoredSummary, await files.get(summaryKey(of))),
});

const bytesOf = (content: unknown): Uint8Array => Buffer.from(JSON.stringify(content));

const read = <Content>(schema: v.GenericSchema<unknown, Content>, bytes: Uint8Array | undefined): Content | undefined =>
  bytes && v.parse(schema, JSON.parse(Buffer.from(bytes).toString('utf8')));
