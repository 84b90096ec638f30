import * as v from 'valibot';
import { idOf } from '#shared/core/ids';
import { documented } from '#shared/http/fields';
import { builtInTemplate, TEMPLATES_ALLOWED } from '#shared/summaries/rules/templates';

/** A built-in slug, or the id of a custom template, whose workspace is asked for later (usable-template.ts). */
export const templateField = documented(
  v.pipe(
    v.string(),
    v.check(
      (name) => (builtInTemplate(name) ?? idOf('tpl', name)) !== undefined,
      `[unusable_setting] must be ${TEMPLATES_ALLOWED}.`,
    ),
  ),
  { type: 'string', description: 'A built-in slug, or a `tpl_` id.', examples: ['general'] },
) as v.GenericSchema<string, string>;
