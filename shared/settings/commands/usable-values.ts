import { readNamedKit, refuseForeignKit } from '#shared/brand-kits/commands/usable-kit';
import { brandKitStore } from '#shared/brand-kits/store';
import type { WorkspaceId } from '#shared/core/ids';
import type { Table } from '#shared/core/table';
import type { ValuesChange } from '#shared/settings/rules/change-values';
import { readNamedTemplate, refuseForeignTemplate } from '#shared/summaries/commands/usable-template';
import { summaryTemplateStore } from '#shared/summaries/store';

/** Reads the summary template and the brand kit that values name. */
export const readNamedResources = (table: Table, values: ValuesChange) =>
  Promise.all([
    readNamedTemplate(summaryTemplateStore(table), values['summary.template']),
    readNamedKit(brandKitStore(table), values['branding.brand_kit_id']),
  ]);

/** 422 for values that name a summary template or a brand kit which the workspace does not have. */
export async function requireUsable(table: Table, workspace: WorkspaceId, values: ValuesChange): Promise<void> {
  const [template, kit] = await readNamedResources(table, values);
  refuseForeignTemplate(template, workspace, 'summary.template');
  refuseForeignKit(kit, workspace);
}
