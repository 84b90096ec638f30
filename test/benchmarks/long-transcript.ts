import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Transcript } from '#shared/meetings/results/rules/results';
import { parseWebVtt } from '#shared/meetings/results/rules/webvtt';

const MEETINGS = join(import.meta.dirname, '../../assets/simulator');

/** The recorded meetings that are shipped with the simulator. */
export const meetings = readdirSync(MEETINGS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({ name, transcript: transcriptOf(readFileSync(join(MEETINGS, name, 'script.vtt'), 'utf8')) }));

function transcriptOf(script: string): Transcript {
  const parsed = parseWebVtt(script);
  if (!parsed) throw new Error('The script is not WebVTT.');
  return parsed.transcript;
}

/** The meetings one after the other until they last some hours. */
export function longTranscript(hours: number): Transcript {
  const [first] = [...meetings].sort((a, b) => b.transcript.segments.length - a.transcript.segments.length);
  const { segments = [], speakers = [], language = null } = first?.transcript ?? {};
  const lasts = Math.ceil(segments.at(-1)?.end ?? 1);
  const copies = Array.from({ length: Math.ceil((hours * 3600) / lasts) }, (_, nth) => nth * lasts);
  const later = <T extends { start: number; end: number }>(one: T, by: number): T => ({
    ...one,
    start: one.start + by,
    end: one.end + by,
  });
  return {
    language,
    speakers,
    segments: copies.flatMap((by) =>
      segments.map((segment) => ({ ...later(segment, by), words: segment.words.map((word) => later(word, by)) })),
    ),
  };
}
