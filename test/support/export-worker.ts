import { exportWriting } from '#functions/workers/export-writing/index';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { FileStorage } from '#shared/foundation/files/ports';
import type { writeLog } from '#shared/foundation/platform/log';
import type { FontSource } from '#shared/texts/exports/formats/pdf/font-source';
import type { World } from '#test/support/api';
import { installedFonts } from '#test/support/installed-fonts';

const INVOCATION = { getRemainingTimeInMillis: () => 90_000 };

interface Given {
  readonly context?: CommandContext;
  readonly files?: FileStorage;
  readonly fonts?: FontSource;
  readonly log?: typeof writeLog;
}

/** The worker of exports, called directly. */
export function exportWorker({ context, clock, dynamo, files }: World, given: Given = {}) {
  const work = exportWriting(given.context ?? context, {
    files: given.files ?? files,
    fonts: given.fonts ?? installedFonts,
    log: given.log ?? (() => undefined),
  });

  /** Jobs whose time has come by now. */
  const due = () =>
    dynamo.items().flatMap(({ pk, sk, due_pk, due_at }) => {
      const isDue = sk?.S === 'EVENT#job.export' && due_pk !== undefined;
      return isDue ? [{ id: String(pk?.S), dueAt: Number(due_at?.N) }] : [];
    });

  return {
    due,
    /** Runs each job that is not finished once, as a message of it would; answers the outcomes. */
    async run(): Promise<readonly string[]> {
      const outcomes: string[] = [];
      for (const { id } of due())
        outcomes.push(await work({ 'detail-type': 'job.export', detail: { id } }, INVOCATION));
      return outcomes;
    },
    /** Moves the clock to the next due time. */
    untilDue: () => clock.set(Math.max(clock.now(), ...due().map(({ dueAt }) => dueAt)) as never),
  };
}
