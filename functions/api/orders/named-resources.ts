import type { AppContext } from '#shared/api/http/ports';
import { idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import type { BodyReader } from '#shared/foundation/http/request/body-reader';
import { folders } from '#shared/texts/folders/store';
import { glossaries, glossaryCatalog } from '#shared/texts/glossaries/store';
import { MOST_GLOSSARIES } from '#shared/texts/orders/fields';
import { styleGuideCatalog, styleGuides } from '#shared/texts/style-guides/store';

/** The folder that a body names, read in the same batch as the caller's role. */
export async function readFolder({ table }: Pick<AppContext, 'table'>, body: BodyReader): Promise<void> {
  const id = body.id('fol', 'folder_id');
  if (id) await folders.find(table, id);
}

/** The glossaries that a body names. */
async function readNamedGlossaries({ table }: Pick<AppContext, 'table'>, body: BodyReader): Promise<void> {
  const ids = body.texts('glossary_ids', MOST_GLOSSARIES).flatMap((text) => idOf('glo', text) ?? []);
  await Promise.all(ids.map((id) => glossaries.find(table, id)));
}

/** The glossaries and the style guide that a body names, or the catalogs of the workspace that have the defaults. */
export async function readTextRules(
  { table }: Pick<AppContext, 'table'>,
  body: BodyReader,
  workspace: WorkspaceId | undefined | Promise<WorkspaceId | undefined>,
): Promise<void> {
  const read = async (catalog: typeof glossaryCatalog | typeof styleGuideCatalog) => {
    const workspaceId = await workspace;
    if (workspaceId) await catalog.find(table, workspaceId);
  };
  const styleGuideId = body.id('sty', 'style_guide_id');
  await Promise.all([
    body.value('glossary_ids') === undefined ? read(glossaryCatalog) : readNamedGlossaries({ table }, body),
    styleGuideId && styleGuides.find(table, styleGuideId),
    body.value('style_guide_id') === undefined && read(styleGuideCatalog),
  ]);
}
