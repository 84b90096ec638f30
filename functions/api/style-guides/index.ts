import { resourceGroup, resourceWithDefaults } from '#shared/api/http/resource';
import { styleGuideContracts } from '#shared/texts/style-guides/contract';
import { styleIn } from '#shared/texts/style-guides/fields';
import { presentStyleGuide } from '#shared/texts/style-guides/present';
import { createStyleGuide, updateStyleGuide } from '#shared/texts/style-guides/rules/style-guide';
import { styleGuides as entity } from '#shared/texts/style-guides/store';
import { served } from '#shared/wiring/served';

export const styleGuides = resourceGroup(
  resourceWithDefaults(styleGuideContracts, {
    entity,
    limit: 'style_guides',
    create: (id, now, workspaceId, body) =>
      createStyleGuide(id, now, { workspaceId, name: body.name, operation: body.operation, ...styleIn(body) }),
    update: (guide, body) => updateStyleGuide(guide, { name: body.name, ...styleIn(body) }),
    present: presentStyleGuide,
  }),
);

export const handler = served(styleGuides);
