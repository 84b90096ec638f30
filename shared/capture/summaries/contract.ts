import * as v from 'valibot';
import { SummaryTemplateBody } from '#shared/capture/summaries/present';
import { idOf } from '#shared/foundation/core/ids';
import { documented, nameField, textField, workspaceField } from '#shared/foundation/http/fields';
import { resourceContracts } from '#shared/foundation/http/resource-contracts';
import { LONGEST_INSTRUCTIONS, MOST_SECTIONS } from '#shared/meetings/summaries/rules/summary-template';
import { builtInTemplate, type TemplateSection } from '#shared/meetings/summaries/rules/templates';

/** By either name that settings know a template by. */
const params = v.object({
  id: documented(
    v.pipe(
      v.string(),
      v.check(
        (text) => idOf('tpl', text) !== undefined || builtInTemplate(text) !== undefined,
        '[invalid] must be a tpl_ id or the slug of a built-in template.',
      ),
    ),
    { type: 'string', description: 'A `tpl_` id, or the slug of a built-in template.', examples: ['general'] },
  ) as v.GenericSchema<string, string>,
});

const keyField = documented(
  v.pipe(
    v.string(),
    v.check((text) => text.length <= 40, '[too_long] is longer than 40 characters.'),
    v.check(
      (text) => /^[a-z][a-z0-9_]*$/.test(text),
      '[invalid_format] must begin with a letter and contain only lowercase letters, digits and underscores.',
    ),
  ),
  { type: 'string', maxLength: 40, pattern: '^[a-z][a-z0-9_]*$', examples: ['next_steps'] },
) as v.GenericSchema<string, string>;

const instructionsField = textField(LONGEST_INSTRUCTIONS);

const sectionsField = v.pipe(
  v.array(v.strictObject({ key: keyField, title: nameField, instructions: instructionsField })),
  v.minLength(1, '[blank] must have at least one section.'),
  v.maxLength(MOST_SECTIONS, `[too_long] has more than ${MOST_SECTIONS} sections.`),
  v.check(
    (sections) => new Set(sections.map(({ key }) => key)).size === sections.length,
    '[invalid] has the same key twice.',
  ),
) as v.GenericSchema<TemplateSection[], TemplateSection[]>;

const BOUNDS = `\`name\` and \`title\` have at most 100 characters and must not be a URL; \`instructions\` has at most ${LONGEST_INSTRUCTIONS} and may be empty. A template has 1 to ${MOST_SECTIONS} sections. Their keys are unique and have at most 40 lowercase letters, digits and underscores.`;

export const summaryTemplateContracts = resourceContracts({
  object: 'summary_template',
  plural: 'summary_templates',
  feature: 'summary_templates',
  params,
  schema: SummaryTemplateBody,
  faults: ['missing', 'blank', 'invalid', 'invalid_type', 'invalid_format', 'too_long', 'unknown_field'],
  create: {
    description: `Settings and bots of the workspace can then use it by its id. A summary has the sections in this order. Each section is written from its title and instructions; the instructions of the template say what matters most. ${BOUNDS}`,
    body: v.strictObject({
      workspace_id: workspaceField,
      name: nameField,
      instructions: instructionsField,
      sections: sectionsField,
    }),
    example: {
      name: 'Renewal call',
      instructions: 'Look at the contract and at what keeps the customer from renewing.',
      sections: [
        { key: 'overview', title: 'Overview', instructions: 'What came out of it, in three sentences.' },
        { key: 'contract', title: 'Contract', instructions: 'Price, term and what was said about the renewal.' },
      ],
    },
  },
  update: {
    description: `Only the fields sent are written; \`sections\` is replaced as a whole. Later summaries use the change; existing summaries stay as they are. A built-in template cannot be changed (409). ${BOUNDS}`,
    body: v.strictObject({
      name: v.optional(nameField),
      instructions: v.optional(instructionsField),
      sections: v.optional(sectionsField),
    }),
    example: { name: 'Renewal call, short' },
  },
  list: 'The templates of the workspace, newest first, then the built-in ones, whose id is their slug.',
  get: 'A built-in template is read by its slug.',
  remove:
    'Settings and bots that use the template keep its id; their later summaries use `general` until another template is set. Existing summaries stay. A built-in template cannot be deleted (409).',
});
