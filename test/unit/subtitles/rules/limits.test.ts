import fc from 'fast-check';
import type { Transcript } from '#shared/meetings/results/rules/results';
import { DEFAULT_STYLE, type SubtitleStyle } from '#shared/texts/subtitles/rules/style';
import { subtitlesOf } from '#shared/texts/subtitles/rules/subtitles-of';
import { widthOf } from '#shared/texts/subtitles/rules/text-width';
import { describe, expect, it } from '#test/support/jest';
import { anyStyle, anyTranscript } from './any-transcript.ts';

type Cues = ReturnType<typeof subtitlesOf>;

const holdsFor = (property: (cues: Cues, style: SubtitleStyle, transcript: Transcript) => void): void =>
  fc.assert(
    fc.property(anyTranscript, anyStyle, (transcript, style) =>
      property(subtitlesOf(transcript, style, null), style, transcript),
    ),
  );

describe('subtitles of any transcript in any style', () => {
  it('have lines within the line length, but for one word that is wider and marked', () => {
    holdsFor((cues, { maxCharactersPerLine }) => {
      for (const { lines, violations } of cues) {
        const tooLong = lines.filter((text) => widthOf(text) > maxCharactersPerLine);
        expect(tooLong.filter((text) => text.includes(' '))).toEqual([]);
        expect(violations.includes('line_length')).toBe(tooLong.length > 0);
      }
    });
  });

  it('have at least one line, none empty, and at most as many as the style allows', () => {
    holdsFor((cues, { maxLines }) => {
      for (const { lines } of cues) {
        expect(lines.length).toBeGreaterThan(0);
        expect(lines.length).toBeLessThanOrEqual(maxLines);
        expect(lines).not.toContain('');
      }
    });
  });

  it('are shown for at least the shortest duration and at most the longest', () => {
    holdsFor((cues, { minDurationMs, maxDurationMs }) => {
      for (const { startMs, endMs } of cues) {
        expect(endMs - startMs).toBeGreaterThanOrEqual(minDurationMs);
        expect(endMs - startMs).toBeLessThanOrEqual(maxDurationMs);
      }
    });
  });

  it('leave the gap between each other', () => {
    holdsFor((cues, { minGapMs }) => {
      for (const [index, { startMs }] of cues.entries())
        expect(startMs - (cues[index - 1]?.endMs ?? -minGapMs)).toBeGreaterThanOrEqual(minGapMs);
    });
  });

  it('are within the reading speed or marked', () => {
    holdsFor((cues, { maxCharactersPerSecond }) => {
      for (const { startMs, endMs, lines, violations } of cues) {
        const perSecond = (widthOf(lines.join('')) * 1000) / (endMs - startMs);
        expect(violations.includes('reading_speed')).toBe(perSecond > maxCharactersPerSecond);
      }
    });
  });

  it('have every word when they are verbatim with tags and without labels', () => {
    const everything = { ...DEFAULT_STYLE, isVerbatim: true, notationTags: true };
    fc.assert(
      fc.property(anyTranscript, (transcript) => {
        const shown = subtitlesOf(transcript, everything, null).flatMap(({ lines }) => lines);
        expect(lettersOf(shown)).toBe(lettersOf(transcript.segments.map(({ text }) => text)));
      }),
    );
  });
});

/** Sorted, since speech at the same time is shown in order of its cues; without hyphens, which two voices have. */
const lettersOf = (texts: readonly string[]): string => [...texts.join('').replaceAll(/[\s-]/g, '')].sort().join('');
