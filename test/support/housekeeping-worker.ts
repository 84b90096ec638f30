import { countingAccessLogs } from '#functions/workers/housekeeping/access-log-step';
import { housekeeping } from '#functions/workers/housekeeping/index';
import type { AppContext } from '#shared/api/http/ports';
import { MINUTE_MS } from '#shared/foundation/core/time';
import type { FileStorage } from '#shared/foundation/files/ports';
import { OBJECT_CREATED } from '#shared/foundation/infrastructure-names';
import type { writeLog } from '#shared/foundation/platform/log';
import type { AccessLogs } from '#shared/texts/downloads/ports';
import type { World } from '#test/support/api';

interface Given {
  readonly context?: AppContext;
  readonly files?: FileStorage;
  readonly accessLogs?: AccessLogs;
  /** Milliseconds left at each look: a run that has none does one step. */
  readonly timeLeft?: number;
  readonly log?: typeof writeLog;
}

/** The housekeeping worker, called directly. */
export function housekeepingWorker({ context, clock, dynamo, files }: World, given: Given = {}) {
  const { accessLogs = NO_ACCESS_LOGS, log = () => undefined } = given;
  const work = countingAccessLogs(given.context ?? context, {
    accessLogs,
    work: housekeeping(given.context ?? context, {
      files: given.files ?? files,
      sealer: context.sealer,
      sleep: async () => undefined,
      log,
    }),
    log,
  });
  const invocation = { getRemainingTimeInMillis: () => given.timeLeft ?? 5 * MINUTE_MS };

  const jobs = () =>
    dynamo.items().flatMap(({ pk, sk, due_pk, due_at }) => {
      const [, type = ''] = String(sk?.S ?? '').split('#');
      const isOurs = TYPES.includes(type) && due_pk !== undefined;
      return isOurs ? [{ id: String(pk?.S), type, dueAt: Number(due_at?.N) }] : [];
    });

  /** Runs every pending job once, as the stream or the sweeper would; returns their number. */
  const runOnce = async (): Promise<number> => {
    const left = jobs();
    for (const { id, type } of left) await work({ 'detail-type': type, detail: { id } }, invocation);
    return left.length;
  };

  return {
    jobs,
    /** Delivers the messages of all jobs of a type once more, of those that are done as well. */
    async again(type: string): Promise<void> {
      const rows = dynamo.items().filter(({ sk }) => sk?.S === `EVENT#${type}`);
      for (const { pk } of rows) await work({ 'detail-type': type, detail: { id: pk?.S } }, invocation);
    },
    /** The message of S3 about a new access log. */
    accessLogStored: (key: string) =>
      work({ 'detail-type': OBJECT_CREATED, detail: { bucket: { name: 'logs' }, object: { key } } }, invocation),
    /** The message of the sweeper for a workspace that is due. */
    due: (workspaceId: string) => work({ 'detail-type': 'job.workspace_due', detail: { id: workspaceId } }, invocation),
    /** The same for a workspace whose segments are due to be merged. */
    mergeDue: (workspaceId: string) =>
      work({ 'detail-type': 'job.workspace_search_due', detail: { id: workspaceId } }, invocation),
    runOnce,
    /** Runs until no job is left, and advances the clock between runs; returns the number of runs. */
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

/** The emulator writes none, either. */
const NO_ACCESS_LOGS: AccessLogs = { async *lines() {} };

const TYPES = [
  'job.conversation_deletion',
  'job.conversation_indexing',
  'job.event_endings',
  'job.meeting_deletion',
  'job.member_leaving',
  'job.people_backfill',
  'job.people_regrouping',
  'job.person_erasure',
  'job.person_event',
  'job.person_naming',
  'job.usage',
  'job.workspace_closing',
  'job.workspace_purge',
  'job.workspace_resuming',
  'job.workspace_search',
  'job.workspace_search_backfill',
];
