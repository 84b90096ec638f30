import { SQSClient } from '@aws-sdk/client-sqs';
import type { Mover } from '#bin/operator/redrive/dead-letter-queue';
import { moveByTask } from '#bin/operator/redrive/message-move-task';
import { moveByHand } from '#bin/operator/redrive/move-messages';
import { localAws } from '#bin/operator/stage';

interface Queues {
  readonly sqs: Pick<SQSClient, 'send'>;
  readonly move: Mover;
}

/** Does something with the queues of a stage, and closes the client behind it, which would keep the program running. */
export async function withQueues<Result>(stage: string, use: (queues: Queues) => Promise<Result>): Promise<Result> {
  // The emulator has no move tasks.
  const isLocal = stage === 'local';
  const sqs = isLocal ? await localClient() : new SQSClient({});
  try {
    return await use({ sqs, move: isLocal ? moveByHand : moveByTask });
  } finally {
    sqs.destroy();
  }
}

const localClient = async (): Promise<SQSClient> =>
  new SQSClient({ ...(await localAws()), credentials: { accessKeyId: 'test', secretAccessKey: 'test' } });
