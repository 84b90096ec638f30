import * as v from 'valibot';
import { idOf } from '#shared/foundation/core/ids';
import type { JsonObject } from '#shared/foundation/core/json';
import { alsoDocumented, documented, isLanguage } from '#shared/foundation/http/fields';
import type { ValuesChange } from '#shared/meetings/settings/rules/change-values';
import { readScope, SCOPE_FORMS, type SentScope } from '#shared/meetings/settings/rules/scope';
import { MOST_RETENTION_DAYS, SUMMARY_EMAIL } from '#shared/meetings/settings/rules/settings';
import { builtInTemplate, TEMPLATES_ALLOWED } from '#shared/meetings/summaries/rules/templates';

interface Rule {
  /** After "must be": the allowed values in words. */
  readonly allowed: string;
  readonly accepts: (value: unknown) => boolean;
  /** The form of the ids that it takes: one that is unknown is `unusable_setting`, and any other value `invalid`. */
  readonly ids?: RegExp;
  readonly jsonSchema: JsonObject;
}

/** One setting: a value of its allowed set, or null to remove it. */
const settingField = ({ allowed, accepts, ids, jsonSchema }: Rule) =>
  v.optional(
    documented(
      v.pipe(
        v.unknown(),
        v.rawCheck(({ dataset, addIssue }) => {
          const { value } = dataset;
          if (value === null || accepts(value)) return;
          if (value === 'inherit') addIssue({ message: '[not_supported] does not support inherit.' });
          else
            addIssue({ message: `[${ids?.test(String(value)) ? 'unusable_setting' : 'invalid'}] must be ${allowed}.` });
        }),
      ),
      { anyOf: [jsonSchema, { type: 'null' }] },
    ),
  );

const oneOf = (...words: readonly string[]) =>
  settingField({
    allowed: `one of ${words.join(', ')}`,
    accepts: (value) => words.some((word) => word === value),
    jsonSchema: { type: 'string', enum: words },
  });

const yesOrNo = settingField({
  allowed: 'true or false',
  accepts: (value) => typeof value === 'boolean',
  jsonSchema: { type: 'boolean' },
});

const days = settingField({
  allowed: `a number of days from 1 to ${MOST_RETENTION_DAYS}`,
  accepts: (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_RETENTION_DAYS,
  jsonSchema: { type: 'integer', minimum: 1, maximum: MOST_RETENTION_DAYS },
});

const language = (...words: readonly string[]) =>
  settingField({
    allowed: `a BCP-47 language code such as en or de-CH, ${words.join(' or ')}`,
    accepts: (value) =>
      typeof value === 'string' && (words.includes(value) || isLanguage(value)) && value !== 'inherit',
    jsonSchema: { type: 'string', examples: ['en', 'de-CH', ...words] },
  });

const TEMPLATE_ID = /^tpl_/;

/** A built-in slug, or the id of a custom template, whose workspace is asked for later. */
export const templateField = documented(
  v.pipe(
    v.string(),
    v.check(
      (name) => builtInTemplate(name) !== undefined || TEMPLATE_ID.test(name),
      `[invalid] must be ${TEMPLATES_ALLOWED}.`,
    ),
    v.check(
      (name) => !TEMPLATE_ID.test(name) || idOf('tpl', name) !== undefined,
      `[unusable_setting] must be ${TEMPLATES_ALLOWED}.`,
    ),
  ),
  { type: 'string', description: 'A built-in slug, or a `tpl_` id.', examples: ['general'] },
) as v.GenericSchema<string, string>;

/** Fields that stand together; all or some of them may be sent. */
export const group = <Entries extends v.ObjectEntries>(entries: Entries) => v.optional(v.strictObject(entries));

/** The settings in a request, nested as in responses; only what is sent is written. */
export const settingEntries = {
  recording: group({
    enabled: settingField({
      allowed: "true or false, or inherit in a meeting's own settings",
      accepts: (value) => typeof value === 'boolean' || value === 'inherit',
      jsonSchema: { anyOf: [{ type: 'boolean' }, { type: 'string', enum: ['inherit'] }] },
    }),
    methods: group({
      bot: group({
        start: oneOf('on_join', 'on_command'),
        mode: oneOf('audio_and_video', 'audio_only', 'inherit'),
        silence_detection: group({ alert: yesOrNo }),
      }),
    }),
  }),
  transcription: group({ language: language('auto', 'multi') }),
  summary: v.optional(
    alsoDocumented(
      v.strictObject({
        template: settingField({
          allowed: TEMPLATES_ALLOWED,
          // Whose template it is takes a read.
          accepts: (value) => typeof value === 'string' && (builtInTemplate(value) ?? idOf('tpl', value)) !== undefined,
          ids: TEMPLATE_ID,
          jsonSchema: { type: 'string', description: 'A built-in slug, or a `tpl_` id.', examples: ['general'] },
        }),
        language: language('same_as_transcript'),
        email: oneOf(...SUMMARY_EMAIL),
      }),
      { description: 'How the recording is summarized.' },
    ),
  ),
  branding: group({
    brand_kit_id: settingField({
      allowed: 'none, or the id of a brand kit of the workspace',
      accepts: (value) => value === 'none' || idOf('brk', value) !== undefined,
      ids: /^brk_/,
      jsonSchema: { type: 'string', examples: ['none'] },
    }),
  }),
  retention: group({ media_days: days, transcript_days: days, meeting_days: days }),
};

/** The values by dotted path, from a body without its other fields, such as `workspace_id`. */
export const settingsIn = (groups: object, above = ''): ValuesChange =>
  Object.fromEntries(
    Object.entries(groups).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(settingsIn(value, `${above}${name}.`))
        : [[`${above}${name}`, value]],
    ),
  ) as ValuesChange;

/** Entries of one scope. */
export const SCOPE_MAX_ENTRIES = 10;

/** The scope of settings: entries that join with AND. */
export const scopeField = documented(
  v.pipe(
    v.array(v.string()),
    v.nonEmpty('[blank] must not be empty.'),
    v.maxLength(SCOPE_MAX_ENTRIES, `[too_long] has more than ${SCOPE_MAX_ENTRIES} entries.`),
    v.rawTransform(({ dataset, addIssue, NEVER }): SentScope => {
      const scope = readScope(dataset.value);
      if (scope) return scope;
      const oneEach = 'at most one member or meeting, and at most one category';
      addIssue({ message: `[invalid] must consist of ${SCOPE_FORMS}: ${oneEach}.` });
      return NEVER;
    }),
  ),
  { type: 'array', items: { type: 'string' }, minItems: 1, examples: [['meetings:external']] },
) as v.GenericSchema<string[], SentScope>;
