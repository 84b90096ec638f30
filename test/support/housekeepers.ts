import { housekeeping } from '#functions/workers/housekeeping/index';
import { MINUTE_MS } from '#shared/core/time';
import type { FileStorage } from '#shared/files/ports/file-storage';
import type { AppContext } from '#shared/http/ports/app-context';
import type { World } from '#test/support/api';

interface Given {
  readonly context?: AppContext;
  readonly files?: FileStorage;
  /** Milliseconds left at each look: a run that has none does one step. */
  readonly timeLeft?: number;
}

/** The worker for what takes longer than a request, driven by hand. */
export function housekeepers({ context, clock, dynamo, files }: World, given: Given = {}) {
  const work = housekeeping(given.context ?? context, { files: given.files ?? files, note: () => undefined });
  const invocation = { getRemainingTimeInMillis: () => given.timeLeft ?? 5 * MINUTE_MS };

  const jobs = () =>
    dynamo.items().flatMap(({ pk, sk, due_pk, due_at }) => {
      const [, type = ''] = String(sk?.S ?? '').split('#');
      const isOurs = TYPES.includes(type) && due_pk !== undefined;
      return isOurs ? [{ id: String(pk?.S), type, dueAt: Number(due_at?.N) }] : [];
    });

  /** Runs every job that is left once, as the stream or the sweeper would; how many there were. */
  const runOnce = async (): Promise<number> => {
    const left = jobs();
    for (const { id, type } of left) await work({ 'detail-type': type, detail: { id } }, invocation);
    return left.length;
  };

  return {
    jobs,
    /** As the sweeper tells of a workspace that is due. */
    due: (workspaceId: string) => work({ 'detail-type': 'job.workspace_due', detail: { id: workspaceId } }, invocation),
    runOnce,
    /** Until no job is left, the clock moved on between the runs; how many runs that took. */
    async untilQuiet(): Promise<number> {
      let runs = 0;
      while ((await runOnce()) > 0) {
        runs += 1;
        clock.advance(MINUTE_MS);
        if (runs > 1000) throw new Error('The jobs do not end.');
      }
      return runs;
    },
  };
}

const TYPES = [
  'job.event_endings',
  'job.member_leaving',
  'job.person_naming',
  'job.workspace_closing',
  'job.workspace_purge',
];
