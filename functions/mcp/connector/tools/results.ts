import * as v from 'valibot';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { shownRecording } from '#shared/meetings/rules/whole-results';
import { resultsInFiles } from '#shared/results/load-results';
import { keyOf } from '#shared/results/ports';
import type { Segment, Summary, Transcript } from '#shared/results/rules/results';
import type { Asking, ConnectorContext } from '../ports.ts';
import { meetingAsked } from '../reach.ts';
import { tool } from '../tool.ts';
import { actionItem, anId, shownActionItem } from './shapes.ts';

/** The text and the structured content of an answer hold the same words: both together stay below 50 KB. */
const MOST_BYTES = 20_000;
/** What a segment takes beside its text: JSON, its time, and the name of its speaker. */
const FRAME_BYTES = 200;
const MOST_ITEMS = 50;

const seconds = v.pipe(v.number(), v.minValue(0));

/** The transcript of the recording that the meeting shows; undefined while there is none. */
async function transcriptOf({ files }: ConnectorContext, meeting: Meeting): Promise<Transcript | undefined> {
  const shown = shownRecording(meeting);
  return shown?.results.transcript === 'ready' ? resultsInFiles(files).transcript(keyOf(meeting, shown)) : undefined;
}

/** Its summary, in the same way. */
export async function summaryOf({ files }: ConnectorContext, meeting: Meeting): Promise<Summary | undefined> {
  const shown = shownRecording(meeting);
  return shown?.results.summary === 'ready' ? resultsInFiles(files).summary(keyOf(meeting, shown)) : undefined;
}

export const getTranscript = tool({
  name: 'get_transcript',
  title: 'Get a transcript',
  description:
    'What was said in a meeting, in order, at most 20 KB at once. Where `next_position` is a number, call again with it as `position`. `from_seconds` and `to_seconds` narrow it to a part of the recording.',
  input: {
    meeting_id: anId,
    from_seconds: v.optional(seconds),
    to_seconds: v.optional(seconds),
    position: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
  },
  output: {
    segments: v.array(
      v.object({ start: v.number(), speaker: v.nullable(v.string()), text: v.string(), is_cut: v.boolean() }),
    ),
    next_position: v.nullable(v.number()),
  },
  async run(asking, asked) {
    const { segments, lines, next } = await readTranscript(asking, asked);
    return {
      content: { segments: [...segments], next_position: next },
      text: lines.join('\n') || 'There is no text here.',
    };
  },
});

interface Part {
  readonly meeting_id: string;
  readonly from_seconds?: number | undefined;
  readonly to_seconds?: number | undefined;
  /** Of the first segment that is read, among those between the times. */
  readonly position: number;
}

/** As much of a transcript as fits into an answer, as segments and as lines, and the position where it goes on. */
export async function readTranscript(
  asking: Asking,
  { meeting_id, from_seconds = 0, to_seconds = Number.POSITIVE_INFINITY, position }: Part,
): Promise<{ readonly segments: readonly Line[]; readonly lines: readonly string[]; readonly next: number | null }> {
  const transcript = await transcriptOf(asking.context, await meetingAsked(asking, meeting_id));
  const names = new Map(transcript?.speakers.map(({ id, name }) => [id, name]));
  const wanted = (transcript?.segments ?? []).filter(({ start, end }) => end > from_seconds && start < to_seconds);
  const segments = fitting(wanted.slice(position)).map(({ start, speakerId, text, isCut }) => ({
    ...{ start, speaker: (speakerId !== null && names.get(speakerId)) || null, text, is_cut: isCut },
  }));
  const next = position + segments.length;
  return { segments, lines: segments.map(lineOf), next: next < wanted.length ? next : null };
}

interface Line {
  readonly start: number;
  readonly speaker: string | null;
  readonly text: string;
  readonly is_cut: boolean;
}

const lineOf = ({ start, speaker, text, is_cut }: Line): string =>
  `[${Math.floor(start / 60)}:${String(Math.floor(start % 60)).padStart(2, '0')}] ${speaker ?? 'Unknown'}: ${text}${is_cut ? ' […]' : ''}`;

type Fitting = Segment & { readonly isCut: boolean };

/** As many segments as fit, and at least one: one that is too long alone is cut. */
function fitting(segments: readonly Segment[]): readonly Fitting[] {
  let bytes = 0;
  const end = segments.findIndex(({ text }) => {
    bytes += Buffer.byteLength(text) + FRAME_BYTES;
    return bytes > MOST_BYTES;
  });
  const whole = end < 0 ? segments : segments.slice(0, end);
  if (end !== 0) return whole.map((one) => ({ ...one, isCut: false }));
  return segments.slice(0, 1).map((one) => ({ ...one, text: cut(one.text), isCut: true }));
}

/** A character has at most four bytes of UTF-8. */
const cut = (text: string): string =>
  Buffer.byteLength(text) <= MOST_BYTES ? text : text.slice(0, MOST_BYTES / 4).replace(/[\uD800-\uDBFF]$/, '');

export const getSummary = tool({
  name: 'get_summary',
  title: 'Get a summary',
  description: 'The summary of a meeting as Markdown, at most 20 KB, with up to 50 action items.',
  input: { meeting_id: anId },
  output: { markdown: v.nullable(v.string()), is_cut: v.boolean(), action_items: v.array(actionItem) },
  async run(asking, { meeting_id }) {
    const summary = await summaryOf(asking.context, await meetingAsked(asking, meeting_id));
    const markdown = summary ? cut(summary.markdown) : null;
    const items = (summary?.actionItems ?? []).slice(0, MOST_ITEMS).map(shownActionItem);
    return {
      content: { markdown, is_cut: markdown !== (summary?.markdown ?? null), action_items: items },
      text: markdown ?? 'There is no summary.',
    };
  },
});
