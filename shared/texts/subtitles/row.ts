import * as v from 'valibot';
import { SPEAKER_IDS } from '#shared/texts/style-guides/rules/style-guide';
import type { SubtitleStyle } from '#shared/texts/subtitles/rules/style';

/** A style as rows of exports and conversations hold it. */
export const SubtitleStyleRow: v.GenericSchema<unknown, SubtitleStyle> = v.object({
  maxCharactersPerLine: v.number(),
  maxLines: v.number(),
  maxCharactersPerSecond: v.number(),
  minDurationMs: v.number(),
  maxDurationMs: v.number(),
  minGapMs: v.number(),
  isVerbatim: v.boolean(),
  fixGrammar: v.boolean(),
  sdh: v.boolean(),
  speakerId: v.picklist(SPEAKER_IDS),
  notationTags: v.boolean(),
});
