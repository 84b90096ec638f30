import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import { loadNamedKit, refuseForeignKit } from '#shared/meetings/brand-kits/commands/usable-kit';
import type { ValuesChange } from '#shared/meetings/settings/rules/change-values';
import { refuseForeignTemplate, templateNamed } from '#shared/meetings/summaries/commands/templates';

type Naming = {
  readonly [Path in 'summary.template' | 'branding.brand_kit_id']?: ValuesChange[Path] | undefined;
};

/** The summary template and the brand kit that values name. */
export const loadNamedResources = (table: Table, values: Naming) =>
  Promise.all([templateNamed(table, values['summary.template']), loadNamedKit(table, values['branding.brand_kit_id'])]);

/** 422 for values that name a summary template or a brand kit which the workspace does not have. */
export async function requireUsable(table: Table, workspace: WorkspaceId, values: ValuesChange): Promise<void> {
  const named = values['summary.template'];
  const [template, kit] = await loadNamedResources(table, values);
  refuseForeignTemplate(template, workspace, { field: 'summary.template', named });
  refuseForeignKit(kit, workspace);
}
