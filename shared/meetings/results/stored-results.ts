import * as v from 'valibot';
import { SUMMARY_ENGINES, type Summary, type Transcript } from '#shared/meetings/results/rules/results';

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

/** The segments are last, so that `transcriptHeadIn` finds the rest before them. */
export const transcriptBytes = ({ language, speakers, segments }: Transcript): Uint8Array =>
  bytesOf({
    object: 'transcript',
    language,
    speakers,
    segments: segments.map(({ id, speakerId, ...segment }) => ({ id, speaker_id: speakerId, ...segment })),
  });

export const transcriptIn = (bytes: Uint8Array): Transcript => v.parse(StoredTranscript, jsonIn(bytes));

/** Within a string its quotes would be escaped. */
const SEGMENTS = '"segments":[';

/** Language and speakers, without segments, from the first bytes of a file; undefined where they are not all in these. */
export function transcriptHeadIn(bytes: Uint8Array): Transcript | undefined {
  const start = Buffer.from(bytes).indexOf(SEGMENTS);
  if (start === -1) return undefined;
  const head = Buffer.concat([bytes.subarray(0, start), Buffer.from(`${SEGMENTS}]}`)]);
  const { success, output } = v.safeParse(StoredTranscript, jsonIn(head));
  return success ? output : undefined;
}

export const summaryBytes = (summary: Summary): Uint8Array => bytesOf(summary);

export const summaryIn = (bytes: Uint8Array): Summary => v.parse(StoredSummary, jsonIn(bytes));

const bytesOf = (content: unknown): Uint8Array => Buffer.from(JSON.stringify(content));

const jsonIn = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString('utf8'));
