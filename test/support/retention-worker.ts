import { housekeeping } from '#functions/workers/housekeeping/index';
import type { AppContext } from '#shared/api/http/ports';
import type { writeLog } from '#shared/foundation/platform/log';
import type { World } from '#test/support/api';

/** The worker of retention, called directly as the sweeper and the relay call it. */
export function retentionWorker(
  { context: given, clock, dynamo, files }: World,
  changes: Partial<AppContext> = {},
  log: typeof writeLog = () => undefined,
) {
  const context = { ...given, ...changes };
  const work = housekeeping(context, { files, sealer: context.sealer, sleep: async () => undefined, log });
  const invocation = { getRemainingTimeInMillis: () => 300_000 };
  const items = () => dynamo.items().filter(({ due_at }) => due_at !== undefined);

  return {
    /** Runs what is due of retention by now; answers whether a walk took place. */
    async sweep(): Promise<boolean> {
      for (const { pk, sk, due_at } of items())
        if (sk?.S === 'RETENTION' && Number(due_at?.N) <= clock.now())
          await work({ 'detail-type': 'job.workspace_retention_due', detail: { id: pk?.S } }, invocation);
      const walks = items().filter(({ sk }) => sk?.S === 'EVENT#job.workspace_retention');
      for (const { pk } of walks)
        await work({ 'detail-type': 'job.workspace_retention', detail: { id: pk?.S } }, invocation);
      return walks.length > 0;
    },
  };
}
