import * as v from 'valibot';
import { idParams, nameField, workspaceField } from '#shared/foundation/http/fields';
import { resourceContracts } from '#shared/foundation/http/resource-contracts';
import { styleFields } from '#shared/texts/style-guides/fields';
import { StyleGuideBody } from '#shared/texts/style-guides/present';
import { MOST_STYLE_GUIDES, OPERATIONS } from '#shared/texts/style-guides/rules/style-guide';

const RULES =
  '`organization_default: true` makes the guide the default of the workspace for its operation, in place of another. Lengths, reading speed and durations are for `subtitles` alone (422).';

export const styleGuideContracts = resourceContracts({
  object: 'style_guide',
  plural: 'style_guides',
  params: idParams('sty'),
  schema: StyleGuideBody,
  faults: ['blank', 'inclusion', 'invalid', 'invalid_type', 'invalid_format', 'too_long', 'unknown_field'],
  create: {
    description: `Fields that are left out have their defaults: nothing is kept or added, and subtitles have the limits of the Netflix Timed Text Style Guide. ${RULES} A workspace has at most ${MOST_STYLE_GUIDES} style guides (409).`,
    body: v.strictObject({
      workspace_id: workspaceField,
      name: nameField,
      operation: v.picklist(OPERATIONS),
      organization_default: v.optional(v.boolean(), false),
      ...styleFields,
    }),
    example: {
      name: 'Broadcast',
      operation: 'subtitles',
      organization_default: true,
      max_characters_per_line: 37,
      speaker_id: 'dash',
    },
  },
  update: {
    description: `Only the fields sent are written. The operation stays. ${RULES} With \`false\`, a default is none any more.`,
    body: v.strictObject({
      name: v.optional(nameField),
      organization_default: v.optional(v.boolean()),
      ...styleFields,
    }),
    example: { max_lines: 1 },
  },
  list: 'The style guides of the workspace, newest first.',
  get: 'Lengths, reading speed and durations are null in a guide for `transcription`.',
  remove: 'Texts that were made with it stay. Without a default, the operation has the built-in defaults again.',
});
