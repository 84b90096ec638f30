import { againAfterLostRace } from '#shared/commands/again-after-lost-race';
import type { WorkspaceId } from '#shared/domain/ids';
import type { SummaryTemplate } from '#shared/domain/summaries/summary-template';
import type { ChangeStore } from '#shared/ports/changes';
import type { Clock } from '#shared/ports/clock';
import type { IdMaker } from '#shared/ports/ids';
import { type Keep, keepNothing } from '#shared/ports/kept-answers';
import type { Patience } from '#shared/ports/patience';

interface Needs {
  readonly changes: ChangeStore;
  readonly ids: IdMaker;
  readonly clock: Clock;
  readonly patience: Patience;
}

export type NewTemplate = Pick<SummaryTemplate, 'name' | 'instructions' | 'sections'>;

/** Makes a template of the workspace. */
export const createTemplate =
  ({ changes, ids, clock, patience }: Needs) =>
  (
    workspaceId: WorkspaceId,
    wanted: NewTemplate,
    keep: Keep<SummaryTemplate> = keepNothing,
  ): Promise<SummaryTemplate> =>
    againAfterLostRace(patience, async () => {
      const at = clock.now();
      const template = { id: ids.make('tpl'), workspaceId, ...wanted, createdAt: at, updatedAt: at };
      const answer = await keep(template);
      await changes.save({ at, summaryTemplates: [{ before: undefined, after: template }], answer });
      return template;
    });
