import type { ChangeStore } from '#shared/commands/changes';
import { type Keep, keepNothing } from '#shared/commands/idempotency-records';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import type { IdMaker } from '#shared/core/id-maker';
import type { WorkspaceId } from '#shared/core/ids';
import type { SummaryTemplate } from '#shared/summaries/rules/summary-template';

interface Needs {
  readonly changes: ChangeStore;
  readonly ids: IdMaker;
  readonly clock: Clock;
  readonly backoff: Backoff;
}

export type NewTemplate = Pick<SummaryTemplate, 'name' | 'instructions' | 'sections'>;

/** Makes a template of the workspace. */
export const createTemplate =
  ({ changes, ids, clock, backoff }: Needs) =>
  (
    workspaceId: WorkspaceId,
    wanted: NewTemplate,
    keep: Keep<SummaryTemplate> = keepNothing,
  ): Promise<SummaryTemplate> =>
    withRetry({ backoff }, async () => {
      const at = clock.now();
      const template = { id: ids.make('tpl'), workspaceId, ...wanted, createdAt: at, updatedAt: at };
      const answer = await keep(template);
      await changes.save({ at, summaryTemplates: [{ before: undefined, after: template }], answer });
      return template;
    });
