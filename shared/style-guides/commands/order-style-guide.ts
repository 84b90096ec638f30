import type { StyleGuideId, WorkspaceId } from '#shared/core/ids';
import { unprocessable } from '#shared/core/refusal';
import type { Table } from '#shared/core/table';
import type { Operation } from '#shared/style-guides/rules/style-guide';
import { styleGuideCatalog, styleGuides } from '#shared/style-guides/store';

interface Asked {
  readonly workspaceId: WorkspaceId;
  /** As the request names it: undefined stands for the default of the workspace, null for none. */
  readonly id: StyleGuideId | null | undefined;
  readonly operation: Operation;
}

/**
 * The style guide of an order: the one that is named, or the default of the workspace for the operation; null for none.
 * Throws 422 for one that is unknown, of another workspace, or for another operation.
 */
export async function orderStyleGuide(
  table: Table,
  { workspaceId, id, operation }: Asked,
): Promise<StyleGuideId | null> {
  if (id === null) return null;
  if (id === undefined) return (await styleGuideCatalog.find(table, workspaceId)).state.defaults[operation] ?? null;
  const guide = (await styleGuides.find(table, id))?.state;
  if (guide?.workspaceId === workspaceId && guide.operation === operation) return id;
  throw unprocessable(
    'style_guide_id',
    'invalid',
    `style_guide_id must be a style guide of the workspace for ${operation}.`,
  );
}
