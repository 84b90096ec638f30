import * as v from 'valibot';
import { documented } from '#shared/foundation/http/fields';
import {
  LIMIT_RANGES,
  SPEAKER_IDS,
  type StyleGuidePatch,
  type SubtitleLimits,
} from '#shared/texts/style-guides/rules/style-guide';

const limitField = (limit: keyof SubtitleLimits) => {
  const [from, to] = LIMIT_RANGES[limit];
  return v.optional(
    documented(
      v.pipe(
        v.number(),
        v.check((value) => Number.isInteger(value), '[invalid_type] must be a whole number.'),
        v.check((value) => value >= from && value <= to, `[invalid] must be between ${from} and ${to}.`),
      ),
      { type: 'integer', minimum: from, maximum: to },
    ) as v.GenericSchema<number, number>,
  );
};

/** What a request may say of how texts are written; the same when a guide is created and changed. */
export const styleFields = {
  verbatim: v.optional(v.boolean()),
  fix_grammar: v.optional(v.boolean()),
  sdh: v.optional(v.boolean()),
  speaker_id: v.optional(v.picklist(SPEAKER_IDS)),
  notation_tags: v.optional(v.boolean()),
  max_characters_per_line: limitField('maxCharactersPerLine'),
  max_lines: limitField('maxLines'),
  max_characters_per_second: limitField('maxCharactersPerSecond'),
  min_duration_ms: limitField('minDurationMs'),
  max_duration_ms: limitField('maxDurationMs'),
  min_gap_ms: limitField('minGapMs'),
};

type Sent = { readonly [Field in keyof typeof styleFields]?: v.InferOutput<(typeof styleFields)[Field]> };

/** The fields of a body under the names of the rules. */
export const styleIn = (body: Sent): Pick<StyleGuidePatch, 'style' | 'limits'> => ({
  style: {
    isVerbatim: body.verbatim,
    fixGrammar: body.fix_grammar,
    sdh: body.sdh,
    speakerId: body.speaker_id,
    notationTags: body.notation_tags,
  },
  limits: {
    maxCharactersPerLine: body.max_characters_per_line,
    maxLines: body.max_lines,
    maxCharactersPerSecond: body.max_characters_per_second,
    minDurationMs: body.min_duration_ms,
    maxDurationMs: body.max_duration_ms,
    minGapMs: body.min_gap_ms,
  },
});
