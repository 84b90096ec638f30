import type { Segment, Transcript } from '#shared/results/rules/results';

/** The transcript of a recording that ended early: only what was said in full by then. Speakers stay numbered alike. */
export function transcriptUpTo(seconds: number, transcript: Transcript): Transcript {
  const segments = transcript.segments.flatMap((segment) => segmentUpTo(seconds, segment));
  const heard = new Set(segments.map((segment) => segment.speakerId));
  return { ...transcript, speakers: transcript.speakers.filter(({ id }) => heard.has(id)), segments };
}

/** A segment cut in half needs word times; without them nobody knows which half was said. */
function segmentUpTo(seconds: number, segment: Segment): readonly Segment[] {
  if (segment.end <= seconds) return [segment];
  const words = segment.words.filter((word) => word.end <= seconds);
  const last = words.at(-1);
  if (!last) return [];
  return [{ ...segment, end: last.end, text: words.map((word) => word.text).join(' '), words }];
}
