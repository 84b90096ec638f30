import * as v from 'valibot';
import type { CommandContext } from '#shared/commands/context';
import type { WorkspaceId } from '#shared/core/ids';
import { id } from '#shared/dynamodb/row-parts';
import { type Invocation, type JobEvent, type JobHandler, jobIn } from '#shared/events/job-worker';
import { type JobRef, jobRows } from '#shared/events/jobs';
import type { Queue } from '#shared/events/ports';
import type { writeLog } from '#shared/platform/log';
import { type BatchResponse, eachMessage, type QueueEvent } from '#shared/platform/queue-batch';

/** A job in the queue of its worker, with the workspace that is its message group. */
export interface JobMessage {
  readonly job: Pick<JobRef, 'id' | 'type'>;
  readonly workspaceId: WorkspaceId;
}

const OwnMessage = v.object({ job: v.object({ id: id('out'), type: v.string() }), workspaceId: id('wks') });
const BusEvent = v.object({ 'detail-type': v.string(), detail: v.unknown() });
const Message = v.union([OwnMessage, BusEvent]);

interface Dependencies {
  readonly work: JobHandler;
  /** The queue that the messages come from. */
  readonly queue: Queue<JobMessage>;
  /** The name of the worker in its log lines. */
  readonly worker: string;
  readonly log: typeof writeLog;
}

/**
 * The handler of a worker whose jobs come from a queue. The bus cannot set a message group, so a job that comes from it is
 * queued once more with its workspace as the group: SQS then serves the workspaces fairly, and the many jobs of one do not
 * delay those of another. A job whose time ran out is queued behind the others of its workspace.
 */
export function queuedJobs(context: CommandContext, { work, queue, worker, log }: Dependencies) {
  const jobs = jobRows(context.table);

  const fromQueue = (message: JobMessage, invocation: Invocation): Promise<string> => {
    const requeue = () => queue.send([{ message, group: message.workspaceId }]);
    const { id, type } = message.job;
    return work({ 'detail-type': type, detail: { id } }, invocation, requeue);
  };

  const fromBus = async (event: JobEvent, invocation: Invocation): Promise<string> => {
    // The row of a due workspace or meeting says that it is due: it has no job, and its work is short.
    if (!isJob(event)) return work(event, invocation);
    const job = jobIn(event);
    const workspaceId = await jobs.workspaceOfWaiting(job, context.clock.now());
    if (!workspaceId) return 'not_leased';
    await queue.send([{ message: { job: { id: job.id, type: job.type }, workspaceId }, group: workspaceId }]);
    return 'grouped';
  };

  return (event: QueueEvent, invocation: Invocation): Promise<BatchResponse> =>
    eachMessage(event, {
      worker,
      work: async ({ body }) => {
        const message = v.parse(Message, JSON.parse(body));
        return 'job' in message ? fromQueue(message, invocation) : fromBus(message, invocation);
      },
      log,
    });
}

const isJob = ({ detail }: JobEvent): boolean => v.is(v.object({ id: id('out') }), detail);
