import { summaryTemplateContracts } from '#shared/capture/summaries/contract';
import type { EntityOptions } from '#shared/foundation/dynamodb/entity';
import type { Contract } from '#shared/foundation/http/contract';
import { summaryTemplates } from '#shared/meetings/summaries/store';
import { styleGuideContracts } from '#shared/texts/style-guides/contract';
import { styleGuides } from '#shared/texts/style-guides/store';

/** What docs/table.md prints of an entity, and the workspace purge deletes. */
export interface TableEntity {
  readonly noun: string;
  readonly prefix: string;
  readonly options: Pick<EntityOptions<never>, 'list' | 'notes' | 'dependents' | 'workspaceRow'>;
}

/** A simple resource, as its contracts and its entity declare it. */
export interface Resource {
  readonly contracts: Readonly<Record<'create' | 'remove' | 'get' | 'list' | 'update', Contract>>;
  readonly entity: TableEntity;
}

/** One line for each resource with the five endpoints of `resource()`: routes, documents, the purge and tests know it by this. */
export const resources: readonly Resource[] = [
  { contracts: summaryTemplateContracts, entity: summaryTemplates },
  { contracts: styleGuideContracts, entity: styleGuides },
];
