import { ListMessageMoveTasksCommand, StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs';
import { CliError } from '#bin/cli/cli-error';
import type { DeadLetterQueue, Sqs } from '#bin/operator/redrive/dead-letter-queue';

const POLL_INTERVAL_MS = 2_000;

/** Starts a message move task of SQS, unless one is running, and waits until it ends. */
export async function runMessageMoveTask({ sqs, sleep }: Sqs, { arn }: DeadLetterQueue): Promise<number> {
  // Explicit: SQS knows no source queue for messages that a consumer sent to the dead-letter queue itself.
  const task = { SourceArn: arn, DestinationArn: arn.replace(/-dead-letters$/, '') };
  if ((await newestTask(sqs, arn))?.Status !== 'RUNNING') await sqs.send(new StartMessageMoveTaskCommand(task));
  for (;;) {
    const newest = await newestTask(sqs, arn);
    if (newest?.Status === 'FAILED') throw new CliError(`The move task failed: ${newest.FailureReason ?? 'no reason'}`);
    if (newest?.Status !== 'RUNNING') return newest?.ApproximateNumberOfMessagesMoved ?? 0;
    await sleep(POLL_INTERVAL_MS);
  }
}

async function newestTask(sqs: Sqs['sqs'], SourceArn: string) {
  const { Results = [] } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 1 }));
  return Results[0];
}
