import { idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import { unprocessable } from '#shared/foundation/core/refusal';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import type { SummaryTemplate } from '#shared/meetings/summaries/rules/summary-template';
import { TEMPLATES_ALLOWED } from '#shared/meetings/summaries/rules/templates';
import { summaryTemplates } from '#shared/meetings/summaries/store';

/** The workspace's own template that a request names; undefined for a built-in template and where none is named. */
export async function templateNamed(
  table: Table,
  named: string | null | undefined,
): Promise<Loaded<SummaryTemplate> | undefined> {
  const id = idOf('tpl', named);
  return id && summaryTemplates.find(table, id);
}

interface NamedTemplate {
  /** The dotted path of the field or the query parameter that names it. */
  readonly field: 'summary.template' | 'summary_template' | 'template';
  readonly named: string | null | undefined;
}

/** Refuses a template that does not exist or belongs to another workspace. A slug was checked when the body was parsed. */
export const requireUsableTemplate = async (
  table: Table,
  workspace: WorkspaceId,
  named: NamedTemplate,
): Promise<void> => refuseForeignTemplate(await templateNamed(table, named.named), workspace, named);

/** The same of a template that was looked up. */
export function refuseForeignTemplate(
  template: Loaded<SummaryTemplate> | undefined,
  workspace: WorkspaceId,
  { field, named }: NamedTemplate,
): void {
  if (idOf('tpl', named) !== undefined && template?.state.workspaceId !== workspace)
    throw unprocessable(field, 'unusable_setting', `${field} must be ${TEMPLATES_ALLOWED}.`);
}
