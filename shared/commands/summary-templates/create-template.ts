import type { WorkspaceId } from '#shared/domain/ids';
import type { SummaryTemplate } from '#shared/domain/summaries/summary-template';
import type { ChangeStore } from '#shared/ports/changes';
import type { Clock } from '#shared/ports/clock';
import type { IdMaker } from '#shared/ports/ids';

interface Needs {
  readonly changes: ChangeStore;
  readonly ids: IdMaker;
  readonly clock: Clock;
}

export type NewTemplate = Pick<SummaryTemplate, 'name' | 'instructions' | 'sections'>;

/** Makes a template of the workspace. It builds on nothing that anybody else could change meanwhile. */
export const createTemplate =
  ({ changes, ids, clock }: Needs) =>
  async (workspaceId: WorkspaceId, wanted: NewTemplate): Promise<SummaryTemplate> => {
    const at = clock.now();
    const template = { id: ids.make('tpl'), workspaceId, ...wanted, createdAt: at, updatedAt: at };
    await changes.save({ at, summaryTemplates: [{ before: undefined, after: template }] });
    return template;
  };
