import * as v from 'valibot';
import { idOf } from '#shared/core/ids';
import { contract } from '#shared/http/contract';
import { documented, nameField, none, pageQuery, textField, workspaceField } from '#shared/http/fields';
import { listOf } from '#shared/http/response/wire';
import { SummaryTemplateBody } from '#shared/summaries/present';
import { LONGEST_INSTRUCTIONS, MOST_SECTIONS } from '#shared/summaries/rules/summary-template';
import { builtInTemplate, type TemplateSection } from '#shared/summaries/rules/templates';

const group = 'summary-templates';

/** By either name that settings know a template by. */
const params = v.object({
  id: documented(
    v.pipe(
      v.string(),
      v.check(
        (text) => idOf('tpl', text) !== undefined || builtInTemplate(text) !== undefined,
        '[invalid] is neither.',
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
      '[invalid_format] must begin with a letter and have small letters, digits and underscores alone.',
    ),
  ),
  { type: 'string', maxLength: 40, pattern: '^[a-z][a-z0-9_]*$', examples: ['next_steps'] },
) as v.GenericSchema<string, string>;

const instructionsField = textField(LONGEST_INSTRUCTIONS);

const sectionsField = v.pipe(
  v.array(v.strictObject({ key: keyField, title: nameField, instructions: instructionsField })),
  v.minLength(1, '[blank] must have at least one section.'),
  v.maxLength(MOST_SECTIONS, `[too_long] has more than ${MOST_SECTIONS} sections.`),
  v.check((sections) => new Set(sections.map(({ key }) => key)).size === sections.length, '[invalid] has a key twice.'),
) as v.GenericSchema<TemplateSection[], TemplateSection[]>;

const BOUNDS = `A name and a title have at most 100 characters and are no URL, instructions at most ${LONGEST_INSTRUCTIONS} and may be empty. There are 1 to ${MOST_SECTIONS} sections; their keys are unique, of small letters, digits and underscores, at most 40.`;

const FAULTS = ['missing', 'blank', 'invalid', 'invalid_type', 'invalid_format', 'too_long', 'unknown_field'];

export const createSummaryTemplateContract = contract({
  method: 'POST',
  path: '/summary_templates',
  group,
  feature: 'summary_templates',
  summary: 'Create a summary template',
  description: `Settings and bots of the workspace name it by its id from then on. A summary has its sections in this order, each written by its title and instructions; the instructions of the whole say what matters most. ${BOUNDS}`,
  params: none,
  query: none,
  body: v.strictObject({
    workspace_id: workspaceField,
    name: nameField,
    instructions: instructionsField,
    sections: sectionsField,
  }),
  example: {
    workspace_id: 'wks_01jbzq1f0he2k9m4vxr8t6d5cp',
    name: 'Renewal call',
    instructions: 'Look at the contract and at what keeps the customer from renewing.',
    sections: [
      { key: 'overview', title: 'Overview', instructions: 'What came out of it, in three sentences.' },
      { key: 'contract', title: 'Contract', instructions: 'Price, term and whatever was said of the renewal.' },
    ],
  },
  answers: { 201: { description: 'The template.', schema: SummaryTemplateBody } },
  refusals: { 400: ['bad_request', 'missing'], 401: ['unauthorized'], 409: ['conflict'], 422: FAULTS },
});

export const listSummaryTemplatesContract = contract({
  method: 'GET',
  path: '/summary_templates',
  group,
  summary: 'List summary templates',
  description: "The workspace's own, newest first, then the built-in ones, whose id is their slug.",
  params: none,
  query: v.strictObject({ workspace_id: workspaceField, ...pageQuery }),
  body: undefined,
  answers: { 200: { description: 'A page of templates.', schema: listOf(SummaryTemplateBody) } },
  refusals: { 400: ['bad_request'], 401: ['unauthorized'] },
});

export const getSummaryTemplateContract = contract({
  method: 'GET',
  path: '/summary_templates/{id}',
  group,
  summary: 'Read a summary template',
  description: 'A built-in one by its slug.',
  params,
  query: none,
  body: undefined,
  answers: { 200: { description: 'The template.', schema: SummaryTemplateBody } },
  refusals: { 404: ['not_found'] },
});

export const updateSummaryTemplateContract = contract({
  method: 'PATCH',
  path: '/summary_templates/{id}',
  group,
  feature: 'summary_templates',
  summary: 'Change a summary template',
  description: `What is sent is written; \`sections\` are replaced as a whole. Summaries made from then on follow it, those that are there stay as they are. A built-in template cannot be changed: 409. ${BOUNDS}`,
  params,
  query: none,
  body: v.strictObject({
    name: v.optional(nameField),
    instructions: v.optional(instructionsField),
    sections: v.optional(sectionsField),
  }),
  example: { name: 'Renewal call, short' },
  answers: { 200: { description: 'The template as it is now.', schema: SummaryTemplateBody } },
  refusals: { 400: ['bad_request'], 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'], 422: FAULTS },
});

export const deleteSummaryTemplateContract = contract({
  method: 'DELETE',
  path: '/summary_templates/{id}',
  group,
  feature: 'summary_templates',
  summary: 'Delete a summary template',
  description:
    'Settings and bots that name it keep doing so; a summary made for them after this follows `general`. Name another to change that. Summaries that are there stay. A built-in template cannot be deleted: 409.',
  params,
  query: none,
  body: undefined,
  answers: { 200: { description: 'The template as it was left.', schema: SummaryTemplateBody } },
  refusals: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'] },
});
