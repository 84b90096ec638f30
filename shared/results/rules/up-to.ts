import type { Segment, Transcript } from '#shared/results/rules/results';

/** The transcript of a recording that ended early: only what was said in full by then. Speakers keep their ids. */
export function transcriptUpTo(seconds: number, transcript: Transcript): Transcript {
  const segments = transcript.segments.flatMap((segment) => segmentUpTo(seconds, segment));
  const heard = new Set(segments.map((segment) => segment.speakerId));
  return { ...transcript, speakers: transcript.speakers.filter(({ id }) => heard.has(id)), segments };
}

/** A segment that goes on later is cut by its word times, and left out where it has none. */
function segmentUpTo(seconds: number, segment: Segment): readonly Segment[] {
  if (segment.end <= seconds) return [segment];
  const words = segment.words.filter((word) => word.end <= seconds);
  const last = words.at(-1);
  if (!last) return [];
  return [{ ...segment, end: last.end, text: words.map((word) => word.text).join(' '), words }];
}
