import { setTimeout as sleep } from 'node:timers/promises';
import { SQSClient } from '@aws-sdk/client-sqs';
import { EXIT } from '#bin/cli/failure';
import { optional } from '#bin/cli/options';
import { choice } from '#bin/cli/value-types';
import { operatorCommand } from '#bin/operator/operator-command';
import { deadLetterQueueOf, type MoveMessages, type Sqs } from '#bin/operator/redrive/dead-letter-queue';
import { runMessageMoveTask } from '#bin/operator/redrive/message-move-task';
import { moveMessages } from '#bin/operator/redrive/move-messages';
import { QUEUES, type QueueName } from '#bin/operator/redrive/queues';
import { awsConfig } from '#bin/operator/stage';
import { withClient } from '#bin/stack/emulator-config';

const NAMES = Object.keys(QUEUES) as QueueName[];

/** npm run ops -- redrive: moves dead letters back to their source queues, in any stage. */
export const redrive = operatorCommand({
  name: 'redrive',
  description: `Moves dead letters back to their source queue and prints how many. It can be repeated at any time: consumers are
idempotent.`,
  options: {
    queue: optional(choice(...NAMES), 'queue; all of them without this option'),
  },
  run: async ({ queue, stage }) => {
    const move = stage === 'local' ? moveMessages : runMessageMoveTask;
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    const isComplete = await withClient(new SQSClient(await awsConfig(stage)), (sqs) =>
      redriveQueues({ sqs, sleep, move, print }, stage, queue ? [queue] : NAMES),
    );
    if (!isComplete) process.exitCode = EXIT.notDone;
    return { text: lines.join('\n'), json: { queues: lines, is_complete: isComplete } };
  },
});

interface Dependencies extends Sqs {
  readonly move: MoveMessages;
  readonly print: (line: string) => void;
}

/** Redrives one queue after the other; false when a dead-letter queue is not empty afterwards. */
export async function redriveQueues(
  { print, move, ...sqs }: Dependencies,
  stage: string,
  queues: readonly QueueName[],
): Promise<boolean> {
  let isComplete = true;
  for (const queue of queues) {
    const name = `rapporteur-${stage}-${QUEUES[queue]}`;
    const deadLetters = await deadLetterQueueOf(sqs, name);
    const moved = deadLetters.messageCount === 0 ? 0 : await move(sqs, deadLetters);
    const left = (await deadLetterQueueOf(sqs, name)).messageCount;
    print(`${name}: ${describe(moved, left)}`);
    isComplete &&= left === 0;
  }
  return isComplete;
}

function describe(moved: number, left: number): string {
  const done = moved === 0 ? 'no dead letter moved' : `${moved} dead ${moved === 1 ? 'letter' : 'letters'} moved back`;
  return left === 0 ? done : `${done}, ${left} still there or hidden by another reader for a minute: run it again`;
}
