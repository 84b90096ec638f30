import { idOf, type WorkspaceId } from '#shared/core/ids';
import { folders } from '#shared/folders/store';
import { glossaries, glossaryCatalog } from '#shared/glossaries/store';
import type { AppContext } from '#shared/http/ports';
import type { BodyReader } from '#shared/http/request/body-reader';
import { MOST_GLOSSARIES } from '#shared/orders/fields';
import { styleGuideCatalog, styleGuides } from '#shared/style-guides/store';

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
