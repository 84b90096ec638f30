import * as v from 'valibot';
import { badRequest } from '#shared/foundation/core/refusal';
import { countedResults } from '#shared/meetings/results/load-results';
import type { TranscriptFile } from '#shared/meetings/results/ports';
import { textFileOf } from '#shared/texts/conversations/ports';
import { namedText } from '../named-resources.ts';
import type { AgentRequest } from '../ports.ts';
import { firstThatFit, truncated } from '../size.ts';
import { tool } from '../tool.ts';
import { anId } from './shapes.ts';
import { transcriptFileOf } from './stored-results.ts';

/** What is read around a place: what led to it, and what it led to. */
const BEFORE_SECONDS = 60;
const AFTER_SECONDS = 120;

const seconds = v.pipe(v.number(), v.minValue(0));

export const getTranscript = tool({
  name: 'get_transcript',
  title: 'Get a transcript',
  description:
    'What was said in a meeting, or in the conversation of a file, in order, at most 20 KB at once. `around_seconds` is a place that search_meetings found: the minute before it and the two minutes after it. `from_seconds` and `to_seconds` are any other part. Where `next_position` is a number, call again with it as `position`.',
  input: {
    meeting_id: v.optional(anId),
    conversation_id: v.optional(anId),
    around_seconds: v.optional(seconds),
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
  async run(agentRequest, asked) {
    const part = partOf(asked);
    const file = fileOf(await namedText(agentRequest, asked));
    const { segments, lines, next } = await readTranscript(agentRequest, file, { ...part, position: asked.position });
    return {
      content: { segments: [...segments], next_position: next },
      text: lines.join('\n') || 'There is no text here.',
    };
  },
});

/** The file of its text; undefined while there is none. */
export const fileOf = (found: Awaited<ReturnType<typeof namedText>>): TranscriptFile | undefined =>
  'conversation' in found ? textFileOf(found) : transcriptFileOf(found.meeting);

interface Times {
  readonly around_seconds?: number | undefined;
  readonly from_seconds?: number | undefined;
  readonly to_seconds?: number | undefined;
}

function partOf({ around_seconds, from_seconds, to_seconds }: Times): Omit<Part, 'position'> {
  if (around_seconds === undefined)
    return { fromSeconds: from_seconds ?? 0, toSeconds: to_seconds ?? Number.POSITIVE_INFINITY };
  if (from_seconds !== undefined || to_seconds !== undefined)
    throw badRequest('Name either around_seconds, or from_seconds and to_seconds.', 'around_seconds');
  return { fromSeconds: around_seconds - BEFORE_SECONDS, toSeconds: around_seconds + AFTER_SECONDS };
}

interface Part {
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** Of the first segment that is read, among those between the times. */
  readonly position: number;
  readonly mostBytes?: number;
}

/** From the beginning, without an end. */
export const WHOLE_TRANSCRIPT: Part = { fromSeconds: 0, toSeconds: Number.POSITIVE_INFINITY, position: 0 };

/** As much of a transcript as fits into an answer, as segments and as lines, and the position where it goes on. */
export async function readTranscript(
  { context }: AgentRequest,
  file: TranscriptFile | undefined,
  { fromSeconds, toSeconds, position, mostBytes }: Part,
): Promise<{ readonly segments: readonly Line[]; readonly lines: readonly string[]; readonly next: number | null }> {
  const transcript = file && (await countedResults(context).transcript(file));
  const names = new Map(transcript?.speakers.map(({ id, name }) => [id, name]));
  const wanted = (transcript?.segments ?? []).filter(({ start, end }) => end > fromSeconds && start < toSeconds);
  const shown = wanted.slice(position).map(({ start, speakerId, text }) => ({
    ...{ start, speaker: (speakerId !== null && names.get(speakerId)) || null, text, is_cut: false },
  }));
  const whole = firstThatFit(shown, mostBytes);
  // A segment that is too long alone is cut.
  const segments =
    whole.length > 0
      ? whole
      : shown.slice(0, 1).map((one) => ({ ...one, text: truncated(one.text, mostBytes), is_cut: true }));
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
  `[${clock(start)}] ${speaker ?? 'Unknown'}: ${text}${is_cut ? ' […]' : ''}`;

/** A time in a recording: `12:05`, also past an hour. */
export const clock = (start: number): string =>
  `${Math.floor(start / 60)}:${String(Math.floor(start % 60)).padStart(2, '0')}`;
