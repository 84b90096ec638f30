import { idOf, type WorkspaceId } from '#shared/core/ids';
import { unprocessable } from '#shared/core/refusal';
import type { SummaryTemplateStore } from '#shared/events/ports/stores';
import type { SummaryTemplate } from '#shared/summaries/rules/summary-template';
import { TEMPLATES_ALLOWED } from '#shared/summaries/rules/templates';

/** What a request names as template. A slug is known to be right; a `tpl_` id is read along with the key. */
export interface NamedTemplate {
  readonly isOwn: boolean;
  readonly template: SummaryTemplate | undefined;
}

export async function readNamedTemplate(
  templates: Pick<SummaryTemplateStore, 'find'>,
  named: string | null | undefined,
): Promise<NamedTemplate> {
  const id = idOf('tpl', named);
  return { isOwn: id !== undefined, template: id && (await templates.find(id))?.state };
}

/** Refuses a template of another workspace as one that nobody has. `field` is the dotted path that named it. */
export function refuseForeignTemplate(
  { isOwn, template }: NamedTemplate,
  workspace: WorkspaceId,
  field: 'summary.template' | 'summary_template',
): void {
  if (isOwn && template?.workspaceId !== workspace)
    throw unprocessable(field, 'unusable_setting', `${field} must be ${TEMPLATES_ALLOWED}.`);
}
