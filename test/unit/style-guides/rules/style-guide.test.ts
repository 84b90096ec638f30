import type { StyleGuideId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import {
  createStyleGuide,
  type NewStyleGuide,
  subtitleStyleOf,
  updateStyleGuide,
} from '#shared/texts/style-guides/rules/style-guide';
import { DEFAULT_STYLE } from '#shared/texts/subtitles/rules/style';
import { describe, expect, it } from '#test/support/jest';

const NOTHING = { style: {}, limits: {} };

const aGuide = (changes: Partial<NewStyleGuide> = {}) =>
  createStyleGuide('sty_one' as StyleGuideId, 0 as Instant, {
    ...{ workspaceId: 'wks_one' as WorkspaceId, name: 'Broadcast', operation: 'subtitles', ...NOTHING },
    ...changes,
  });

const aSubtitleGuide = (changes: Partial<NewStyleGuide> = {}) => {
  const guide = aGuide(changes);
  if (guide.operation !== 'subtitles') throw new Error('The guide is not for subtitles.');
  return guide;
};

describe('a style guide', () => {
  it('for subtitles has the default style where nothing is said', () => {
    expect(subtitleStyleOf(aSubtitleGuide())).toEqual(DEFAULT_STYLE);
  });

  it('for subtitles has what is said, and keeps what a change leaves out', () => {
    const guide = aSubtitleGuide({ style: { sdh: true }, limits: { maxLines: 1 } });

    const changed = updateStyleGuide(guide, { style: { speakerId: 'dash' }, limits: { minGapMs: 0 } });

    expect(changed).toMatchObject({ style: { sdh: true, speakerId: 'dash' }, limits: { maxLines: 1, minGapMs: 0 } });
  });

  it('for transcription refuses each limit of subtitles by its field', () => {
    const guide = aGuide({ operation: 'transcription' });

    expect(() => updateStyleGuide(guide, { style: {}, limits: { maxLines: 1, minGapMs: 0 } })).toThrow(
      'max_lines is for guides whose operation is subtitles. min_gap_ms is for guides whose operation is subtitles.',
    );
    expect(guide).not.toHaveProperty('limits');
  });

  it('refuses a shortest duration over the longest, whichever of them changes', () => {
    const guide = aSubtitleGuide({ limits: { minDurationMs: 1_500 } });

    expect(() => updateStyleGuide(guide, { style: {}, limits: { maxDurationMs: 1_000 } })).toThrow('min_duration_ms');
    expect(() => aGuide({ limits: { minDurationMs: 2_000, maxDurationMs: 1_999 } })).toThrow('min_duration_ms');
  });
});
