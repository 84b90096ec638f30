import { presentSegment } from '#shared/meetings/results/present';
import type { ExportedText } from './format.ts';

/** The transcript in the layout of the API, with the times of its words. Options do not change it. */
export const textAsJson = ({ transcript: { language, speakers, segments } }: ExportedText): string =>
  JSON.stringify({
    object: 'transcript',
    language,
    speakers: speakers.map(({ id, name }) => ({ id, name })),
    segments: segments.map((segment) => presentSegment(segment, true)),
  });
