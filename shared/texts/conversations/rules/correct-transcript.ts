import { type Fault, Refusal } from '#shared/foundation/core/refusal';
import type { Segment, Speaker, Transcript } from '#shared/meetings/results/rules/results';
import { wordsOf } from '#shared/texts/conversations/rules/corrected-words';

/** More than any transcript of a day has. */
export const MOST_SEGMENTS = 30_000;
export const MOST_SPEAKERS = 200;
export const LONGEST_SEGMENT = 10_000;

/** A segment as a request replaces it. Times are seconds from the start of the recording. */
export interface NewSegment {
  readonly id?: string | undefined;
  readonly speaker_id: string | null;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Speakers and segments in place of all existing ones. */
export interface Replacement {
  readonly speakers: readonly Speaker[];
  readonly segments: readonly NewSegment[];
}

/** What changes in one segment; undefined leaves it as it is. */
export interface SegmentPatch {
  readonly id: string;
  readonly text?: string | undefined;
  readonly speaker_id?: string | null | undefined;
}

/**
 * The transcript with other speakers and segments. Words whose text is unchanged keep their times; of a segment with
 * another text, the other words share the time between them. Throws 422 naming each segment that lies outside the audio
 * (`lengthSeconds`), before the one in front of it, ends before it begins, or names no speaker.
 */
export function replaceTranscript(
  before: Transcript,
  { speakers, segments }: Replacement,
  lengthSeconds: number,
): Transcript {
  const known = new Map(before.segments.map((segment) => [segment.id, segment]));
  // Recognized segments may end a moment after the media: those can be sent back as they were read.
  const latest = Math.max(lengthSeconds, ...lastEnd(before));
  refuse([...speakerFaults(speakers), ...segmentFaults(segments, new Set(speakers.map(({ id }) => id)), latest)]);
  const ids = newIds(segments);
  return {
    language: before.language,
    speakers,
    segments: segments.map((sent, at) => {
      const id = sent.id ?? ids(at);
      return segmentFrom({ ...sent, id }, known.get(id));
    }),
  };
}

/** The transcript with some segments corrected. Throws 422 naming each that does not exist or names no speaker. */
export function patchTranscript(before: Transcript, patches: readonly SegmentPatch[]): Transcript {
  const known = new Map(before.segments.map((segment) => [segment.id, segment]));
  const speakers = new Set(before.speakers.map(({ id }) => id));
  refuse(
    patches.flatMap(({ id, speaker_id: speakerId }, at) => [
      ...(known.has(id) ? [] : [fault(`segments.${at}.id`, 'invalid', 'is not a segment of the transcript.')]),
      ...(isSpeaker(speakerId, speakers) ? [] : [noSpeaker(at)]),
    ]),
  );
  for (const { id, text, speaker_id: speakerId } of patches) {
    const segment = known.get(id);
    if (!segment) continue;
    const { start, end } = segment;
    const named = speakerId === undefined ? segment.speakerId : speakerId;
    known.set(id, segmentFrom({ id, start, end, text: text ?? segment.text, speaker_id: named }, segment));
  }
  return { ...before, segments: before.segments.map((segment) => known.get(segment.id) ?? segment) };
}

function segmentFrom(sent: NewSegment & { readonly id: string }, before: Segment | undefined): Segment {
  const { id, start, end, text, speaker_id: speakerId } = sent;
  const isSame = before?.text === text && before.start === start && before.end === end;
  if (isSame) return { ...before, speakerId };
  return {
    id,
    speakerId,
    start,
    end,
    text,
    confidence: null,
    words: wordsOf({ text, start, end }, before?.words ?? []),
  };
}

function segmentFaults(
  segments: readonly NewSegment[],
  speakers: ReadonlySet<string>,
  latest: number,
): readonly Fault[] {
  const ids = new Set<string>();
  return segments.flatMap(({ id, start, end, speaker_id: speakerId }, at) => {
    const isTwice = id !== undefined && ids.has(id);
    if (id !== undefined) ids.add(id);
    return [
      ...(isTwice ? [fault(`segments.${at}.id`, 'invalid', 'is the id of an earlier segment.')] : []),
      ...(start < (segments[at - 1]?.start ?? 0) ? [fault(`segments.${at}.start`, 'invalid', 'is out of order.')] : []),
      ...(end < start ? [fault(`segments.${at}.end`, 'invalid', 'is before the start.')] : []),
      ...(end > latest ? [fault(`segments.${at}.end`, 'invalid', `is after the end of the audio, ${latest} s.`)] : []),
      ...(isSpeaker(speakerId, speakers) ? [] : [noSpeaker(at)]),
    ];
  });
}

const speakerFaults = (speakers: readonly Speaker[]): readonly Fault[] =>
  speakers.flatMap(({ id }, at) =>
    speakers.findIndex((other) => other.id === id) < at
      ? [fault(`speakers.${at}.id`, 'invalid', 'is the id of an earlier speaker.')]
      : [],
  );

const isSpeaker = (id: string | null | undefined, speakers: ReadonlySet<string>): boolean =>
  id === undefined || id === null || speakers.has(id);

const noSpeaker = (at: number): Fault => fault(`segments.${at}.speaker_id`, 'invalid', 'is not one of the speakers.');

const fault = (field: string, code: string, why: string): Fault => ({ field, code, message: `${field} ${why}` });

/** Errors that one refusal lists; the others are counted. */
const MOST_FAULTS = 100;

function refuse(faults: readonly Fault[]): void {
  if (faults.length === 0) return;
  throw new Refusal('unprocessable', faults.slice(0, MOST_FAULTS), { more: Math.max(0, faults.length - MOST_FAULTS) });
}

const lastEnd = ({ segments }: Transcript): readonly number[] => {
  const last = segments.at(-1);
  return last ? [segments.reduce((latest, { end }) => Math.max(latest, end), last.end)] : [];
};

/** Ids for segments that came without one, by their place, none of them taken. */
function newIds(segments: readonly NewSegment[]): (at: number) => string {
  const taken = new Set(segments.map(({ id }) => id));
  return (at) => {
    let number = at + 1;
    while (taken.has(`seg_${number}`)) number += segments.length;
    taken.add(`seg_${number}`);
    return `seg_${number}`;
  };
}
