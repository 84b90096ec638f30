import { byBodyId } from '#shared/api/http/early';
import type { AppContext } from '#shared/api/http/ports';
import { idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import type { BodyReader } from '#shared/foundation/http/request/body-reader';
import { findGlossaries } from '#shared/texts/glossaries/commands/order-glossaries';
import { glossaryCatalog } from '#shared/texts/glossaries/store';
import { MOST_GLOSSARIES } from '#shared/texts/orders/fields';
import { styleGuideCatalog, styleGuides } from '#shared/texts/style-guides/store';

interface Sent {
  readonly context: AppContext;
  readonly body: BodyReader;
}

/** The glossaries and the style guide that a body names, or the catalogs of the workspace, which have the defaults. */
export function loadTextRules(
  request: Sent,
  workspace: () => Promise<WorkspaceId | undefined>,
): readonly Promise<unknown>[] {
  const { context, body } = request;
  const ofWorkspace = async (load: (table: Table, workspaceId: WorkspaceId) => Promise<unknown>) => {
    const workspaceId = await workspace();
    return workspaceId && load(context.table, workspaceId);
  };
  const ids = body.texts('glossary_ids', MOST_GLOSSARIES).flatMap((text) => idOf('glo', text) ?? []);
  return [
    body.value('glossary_ids') === undefined ? ofWorkspace(glossaryCatalog.find) : findGlossaries(context.table, ids),
    body.value('style_guide_id') === undefined
      ? ofWorkspace(styleGuideCatalog.find)
      : byBodyId(request, 'style_guide_id', styleGuides),
  ];
}
