import * as v from 'valibot';
import { documented } from '#shared/api/fields';
import { BUILT_IN_TEMPLATES, builtInTemplate } from '#shared/domain/summaries/templates';

/** A built-in slug. */
export const templateField = documented(
  v.pipe(
    v.string(),
    v.check(
      (slug) => builtInTemplate(slug) !== undefined,
      `[unusable_setting] must be one of ${BUILT_IN_TEMPLATES.map(({ id }) => id).join(', ')}, or the id of a template of the workspace.`,
    ),
  ),
  { type: 'string', examples: ['general'] },
) as v.GenericSchema<string, string>;
