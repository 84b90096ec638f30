import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import { isDefaultIn, withDefault, withNew, without } from '#shared/foundation/core/catalog';
import type { StyleGuideId } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import { notFound } from '#shared/foundation/core/refusal';
import {
  createStyleGuide,
  type ListedStyleGuide,
  MOST_STYLE_GUIDES,
  type NewStyleGuide,
  type StyleGuidePatch,
  updateStyleGuide,
} from '#shared/texts/style-guides/rules/style-guide';
import { styleGuideCatalog, styleGuides } from '#shared/texts/style-guides/store';

interface Defaulting {
  /** Whether it is the default for its operation; undefined leaves that as it is. */
  readonly isDefault?: boolean | undefined;
}

/** Makes a style guide, and the default if that is asked; 409 where the workspace has the maximum. */
export const addStyleGuide = command(
  async (context, asked: NewStyleGuide, { isDefault = false }: Defaulting): Promise<ListedStyleGuide> => {
    const at = context.clock.now();
    const catalog = await styleGuideCatalog.find(context.table, asked.workspaceId);
    const guide = createStyleGuide(context.ids.make('sty'), at, asked);
    const after = withNew(
      catalog.state,
      { id: guide.id, use: guide.operation, isDefault },
      { most: MOST_STYLE_GUIDES, nouns: 'style guides' },
    );
    const result = { guide, isDefault };
    await context.changes.save({
      at,
      writes: [styleGuides.put(undefined, guide), styleGuideCatalog.put(catalog, after)],
      limits: [context.useOf('style_guides', guide.workspaceId, at)],
      result,
    });
    return result;
  },
);

/** Writes what was sent over the newest state, and moves the default; nothing new writes nothing. */
export const saveStyleGuide = command(
  async (
    context,
    id: StyleGuideId,
    patch: StyleGuidePatch,
    { isDefault: asked }: Defaulting,
  ): Promise<ListedStyleGuide> => {
    const { before, catalog } = await load(context, id);
    const wasDefault = isDefaultIn(catalog.state, id);
    const isDefault = asked ?? wasDefault;
    const changed = updateStyleGuide(before.state, patch);
    if (isDefault === wasDefault && isSame(before.state, changed)) return { guide: before.state, isDefault };
    const at = context.clock.now();
    const guide = { ...changed, updatedAt: at };
    const result = { guide, isDefault };
    const catalogAfter = withDefault(catalog.state, { id, use: guide.operation, isDefault });
    await context.changes.save({
      at,
      writes: [
        styleGuides.put(before, guide),
        ...(isDefault === wasDefault ? [] : [styleGuideCatalog.put(catalog, catalogAfter)]),
      ],
      result,
    });
    return result;
  },
);

/** Deletes a style guide and answers it as it was. */
export const deleteStyleGuide = command(async (context, id: StyleGuideId): Promise<ListedStyleGuide> => {
  const { before, catalog } = await load(context, id);
  const result = { guide: before.state, isDefault: isDefaultIn(catalog.state, id) };
  await context.changes.save({
    at: context.clock.now(),
    writes: [styleGuides.remove(before), styleGuideCatalog.put(catalog, without(catalog.state, id))],
    result,
  });
  return result;
});

async function load({ table }: CommandContext, id: StyleGuideId) {
  const before = await styleGuides.find(table, id);
  if (!before) throw notFound(styleGuides.noun);
  return { before, catalog: await styleGuideCatalog.find(table, before.state.workspaceId) };
}
