import {
  ListMessageMoveTasksCommand,
  type ListMessageMoveTasksResultEntry,
  SQSServiceException,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { type Operation, on } from '#test/doubles/aws/in-memory-client';
import type { Latency } from '#test/doubles/aws/latency';
import type { MemoryQueue } from './queue.ts';

interface QueueService {
  readonly arrive: Latency;
  queue(address: string | undefined): MemoryQueue;
  /** The queues that give up into this one. */
  sourcesOf(queue: MemoryQueue): readonly MemoryQueue[];
}

/** Looks at a task before it is done. */
const LOOKS = 2;

/** Moves dead letters back to where they came from. A task is under way until it has been looked at twice. */
export const moving = (service: QueueService): readonly Operation[] => {
  const tasks = new Map<string, { looks: number; moved: number }>();
  return [
    on(StartMessageMoveTaskCommand, async ({ SourceArn = '' }) => {
      const [source] = service.sourcesOf(service.queue(SourceArn));
      if (!source) throw unsupported('Source queue must be configured as a Dead Letter Queue.');
      if ((tasks.get(SourceArn)?.looks ?? 0) > 0)
        throw unsupported('There is already a task running. Only one active task is allowed for a source queue arn.');
      await service.arrive('StartMessageMoveTask');
      tasks.set(SourceArn, { looks: LOOKS, moved: 0 });
      return { TaskHandle: `task for ${SourceArn}` };
    }),
    on(ListMessageMoveTasksCommand, async ({ SourceArn = '' }) => {
      await service.arrive('ListMessageMoveTasks');
      const task = tasks.get(SourceArn);
      if (!task) return { Results: [] };
      const deadLetters = service.queue(SourceArn);
      if (task.looks > 0) task.looks -= 1;
      if (task.looks === 0) task.moved += moveAll(deadLetters, service.sourcesOf(deadLetters)[0]);
      const entry: ListMessageMoveTasksResultEntry = {
        Status: task.looks > 0 ? 'RUNNING' : 'COMPLETED',
        SourceArn,
        ApproximateNumberOfMessagesMoved: task.moved,
      };
      return { Results: [entry] };
    }),
  ];
};

function moveAll(deadLetters: MemoryQueue, source: MemoryQueue | undefined): number {
  const messages = deadLetters.drain();
  for (const message of messages) source?.add({ ...message, receives: 0 });
  return messages.length;
}

const unsupported = (message: string) =>
  new SQSServiceException({
    name: 'UnsupportedOperation',
    $fault: 'client',
    message,
    $metadata: { httpStatusCode: 400, attempts: 1 },
  });
