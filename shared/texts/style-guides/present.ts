import * as v from 'valibot';
import type { Listed } from '#shared/foundation/core/catalog';
import { isoOf } from '#shared/foundation/core/time';
import { dateTime, idText } from '#shared/foundation/http/response/wire';
import {
  OPERATIONS,
  SPEAKER_IDS,
  type StyleGuide,
  type SubtitleLimits,
} from '#shared/texts/style-guides/rules/style-guide';

const limit = v.nullable(v.pipe(v.number(), v.integer()));

export const StyleGuideBody = v.strictObject({
  id: idText('sty'),
  object: v.literal('style_guide'),
  workspace_id: idText('wks'),
  name: v.string(),
  operation: v.picklist(OPERATIONS),
  organization_default: v.boolean(),
  verbatim: v.boolean(),
  fix_grammar: v.boolean(),
  sdh: v.boolean(),
  speaker_id: v.picklist(SPEAKER_IDS),
  notation_tags: v.boolean(),
  max_characters_per_line: limit,
  max_lines: limit,
  max_characters_per_second: limit,
  min_duration_ms: limit,
  max_duration_ms: limit,
  min_gap_ms: limit,
  created_at: dateTime,
  updated_at: dateTime,
});

export const presentStyleGuide = ({ state: guide, isDefault }: Listed<StyleGuide>) => {
  const limits = limitsOf(guide);
  return {
    id: guide.id,
    object: 'style_guide',
    workspace_id: guide.workspaceId,
    name: guide.name,
    operation: guide.operation,
    organization_default: isDefault,
    verbatim: guide.style.isVerbatim,
    fix_grammar: guide.style.fixGrammar,
    sdh: guide.style.sdh,
    speaker_id: guide.style.speakerId,
    notation_tags: guide.style.notationTags,
    max_characters_per_line: limits?.maxCharactersPerLine ?? null,
    max_lines: limits?.maxLines ?? null,
    max_characters_per_second: limits?.maxCharactersPerSecond ?? null,
    min_duration_ms: limits?.minDurationMs ?? null,
    max_duration_ms: limits?.maxDurationMs ?? null,
    min_gap_ms: limits?.minGapMs ?? null,
    created_at: isoOf(guide.createdAt),
    updated_at: isoOf(guide.updatedAt),
  };
};

const limitsOf = (guide: StyleGuide): SubtitleLimits | undefined =>
  guide.operation === 'subtitles' ? guide.limits : undefined;
