import * as v from 'valibot';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { id } from '#shared/foundation/dynamodb/row-parts';
import { type Invocation, type JobEvent, type JobHandler, jobIn } from '#shared/foundation/events/job-worker';
import { type JobRef, jobRows } from '#shared/foundation/events/jobs';
import type { DueResource, Outgoing, Queue, Visibility } from '#shared/foundation/events/ports';
import { type OutboxSubject, subjectIn } from '#shared/foundation/events/rules/outbox-subject';
import type { writeLog } from '#shared/foundation/platform/log';
import {
  type BatchResponse,
  eachMessage,
  type QueueEvent,
  type QueueRecord,
  receivedIn,
} from '#shared/foundation/platform/queue-batch';

/** What is due by its own row. */
interface DueRef {
  readonly id: DueResource['id'];
  readonly type: string;
}

/** A job in the queue of its worker, or what is due by its own row. */
export interface JobMessage {
  readonly job: JobRef | DueRef;
  /** The message group; undefined for a due row in which no workspace is found: its own id is the group. */
  readonly workspaceId?: WorkspaceId | undefined;
}

/** For its queue, in its message group. */
export const inItsGroup = (message: JobMessage): Outgoing<JobMessage> => ({
  message,
  group: message.workspaceId ?? message.job.id,
});

const Subject = v.custom<OutboxSubject>((text) => subjectIn(text) !== undefined);
const Ref = v.object({ id: id('out'), type: v.string(), subject: v.exactOptional(Subject) });
const DueId = v.union([id('wks'), id('mtg'), id('per'), id('com'), id('ord'), id('con'), id('upl')]);
const Due = v.object({ id: DueId, type: v.string() });
/** `JobMessage` as it is received. */
export const OwnMessage: v.GenericSchema<unknown, JobMessage> = v.object({
  job: v.union([Ref, Due]),
  workspaceId: v.optional(id('wks')),
});
const BusEvent = v.object({ 'detail-type': v.string(), detail: v.unknown() });
const Message = v.union([OwnMessage, BusEvent]);

interface Grouping {
  readonly work: JobHandler;
  /** The queue that the messages come from. */
  readonly queue: Queue<JobMessage>;
  /**
   * The workspace of a job that waits; undefined where it is finished or leased. By default that in its row, which a job
   * with a subject may not have.
   */
  readonly workspaceOf?: (job: JobRef) => Promise<WorkspaceId | undefined>;
}

interface Dependencies extends Grouping {
  /** Of the queue. */
  readonly visibility?: Visibility;
  /** Returns failed messages sooner than the queue does, whose visibility timeout is six times that of a long worker. */
  readonly isLong?: true;
  /** The name of the worker in its log lines. */
  readonly worker: string;
  readonly log: typeof writeLog;
}

/**
 * Works on jobs of a queue. The bus cannot set a message group, so a job that comes from it is queued once more with its
 * workspace as the group: SQS then serves the workspaces fairly, and the many jobs of one do not delay those of another.
 * A job whose time ran out is queued behind the others of its workspace.
 */
export function jobsInGroups(context: CommandContext, { work, queue, ...given }: Grouping) {
  const jobs = jobRows(context.table);
  const { workspaceOf = (job) => jobs.workspaceOfWaiting(job, context.clock.now()) } = given;
  return {
    fromQueue(message: JobMessage, invocation: Invocation): Promise<string> {
      const requeue = () => queue.send([inItsGroup(message)]);
      return work({ 'detail-type': message.job.type, detail: message.job }, invocation, requeue);
    },
    async fromBus(event: JobEvent): Promise<string> {
      const job = jobIn(event);
      const workspaceId = await workspaceOf(job);
      if (!workspaceId) return 'not_leased';
      await queue.send([inItsGroup({ job, workspaceId })]);
      return 'grouped';
    },
  };
}

/** The handler of a worker whose queue has jobs, and what is due by its own row: the sweeper sends that in its group. */
export function queuedJobs(context: CommandContext, { visibility, isLong, worker, log, ...given }: Dependencies) {
  const { fromQueue, fromBus } = jobsInGroups(context, given);
  return (event: QueueEvent, invocation: Invocation): Promise<BatchResponse> =>
    eachMessage(event, {
      worker,
      read: (body) => v.parse(Message, JSON.parse(body)),
      work: async (message) => {
        if ('job' in message) return fromQueue(message, invocation);
        return isJob(message) ? fromBus(message) : given.work(message, invocation);
      },
      visibility,
      ...(visibility && isLong && { failed: (record) => hideFailed(visibility, record) }),
      log,
    });
}

const FIRST_RETRY_SECONDS = 60;
const LONGEST_RETRY_SECONDS = 900;

/** A failed message returns after 1, 2, 4, 8 and 15 minutes, and is a dead letter after an hour and a half. */
function hideFailed(visibility: Visibility, record: QueueRecord): Promise<void> {
  const seconds = FIRST_RETRY_SECONDS * 2 ** (Number(record.attributes.ApproximateReceiveCount) - 1);
  return visibility.hideFor(receivedIn(record), Math.min(seconds, LONGEST_RETRY_SECONDS));
}

const isJob = ({ detail }: JobEvent): boolean => v.is(v.object({ id: id('out') }), detail);
