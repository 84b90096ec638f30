import type { StyleGuideId, WorkspaceId } from '#shared/foundation/core/ids';
import { unprocessable } from '#shared/foundation/core/refusal';
import type { Table } from '#shared/foundation/core/table';
import type { Operation, StyleGuide } from '#shared/texts/style-guides/rules/style-guide';
import { styleGuideCatalog, styleGuides } from '#shared/texts/style-guides/store';

interface Named {
  readonly workspaceId: WorkspaceId;
  readonly id: StyleGuideId;
  readonly operation: Operation;
}

/** A style guide that a request names. Throws 422 for one that is unknown, of another workspace, or for another operation. */
export async function requireStyleGuide(table: Table, { workspaceId, id, operation }: Named): Promise<StyleGuide> {
  const guide = (await styleGuides.find(table, id))?.state;
  if (guide?.workspaceId === workspaceId && guide.operation === operation) return guide;
  throw unprocessable(
    'style_guide_id',
    'invalid',
    `style_guide_id must be a style guide of the workspace for ${operation}.`,
  );
}

/** The default style guide of a workspace for an operation; null where it has none. */
export const defaultStyleGuide = async (
  table: Table,
  workspaceId: WorkspaceId,
  operation: Operation,
): Promise<StyleGuideId | null> => (await styleGuideCatalog.find(table, workspaceId)).state.defaults[operation] ?? null;

interface Asked extends Omit<Named, 'id'> {
  /** As the request names it: undefined stands for the default of the workspace, null for none. */
  readonly id: StyleGuideId | null | undefined;
}

/** The style guide of an order: the one that is named, or the default of the workspace for the operation; null for none. */
export async function orderStyleGuide(
  table: Table,
  { workspaceId, id, operation }: Asked,
): Promise<StyleGuideId | null> {
  if (id === undefined) return defaultStyleGuide(table, workspaceId, operation);
  return id && (await requireStyleGuide(table, { workspaceId, id, operation })).id;
}
