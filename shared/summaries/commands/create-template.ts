import { againAfterLostRace } from '#shared/core/again-after-lost-race';
import type { Clock } from '#shared/core/clock';
import type { IdMaker } from '#shared/core/id-maker';
import type { WorkspaceId } from '#shared/core/ids';
import type { Patience } from '#shared/core/patience';
import type { ChangeStore } from '#shared/events/ports/changes';
import { type Keep, keepNothing } from '#shared/events/ports/kept-answers';
import type { SummaryTemplate } from '#shared/summaries/rules/summary-template';

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
