import {
  ListMessageMoveTasksCommand,
  type ListMessageMoveTasksResultEntry,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { CouldNotStart } from '#bin/cli/cli-error';
import type { Client, DeadLine } from '#bin/operator/redrive/dead-letter-queue';

const LOOK_MS = 2_000;

/** Has SQS move them, and waits until it has. A task that somebody started before is the one that is waited for. */
export async function moveByTask({ sqs, rest }: Client, { deadLettersArn }: DeadLine): Promise<number> {
  const newest = await newestTask(sqs, deadLettersArn);
  // Said aloud, since SQS does not know whence a letter came that a consumer left there itself.
  const task = { SourceArn: deadLettersArn, DestinationArn: deadLettersArn.replace(/-dead-letters$/, '') };
  if (newest?.Status !== 'RUNNING') await sqs.send(new StartMessageMoveTaskCommand(task));
  for (;;) {
    const task = await newestTask(sqs, deadLettersArn);
    if (task?.Status === 'FAILED') throw new CouldNotStart(`SQS stopped moving: ${task.FailureReason ?? 'no reason'}`);
    if (task?.Status !== 'RUNNING') return task?.ApproximateNumberOfMessagesMoved ?? 0;
    await rest.rest(LOOK_MS);
  }
}

async function newestTask(sqs: Client['sqs'], SourceArn: string): Promise<ListMessageMoveTasksResultEntry | undefined> {
  const { Results = [] } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 1 }));
  return Results[0];
}
