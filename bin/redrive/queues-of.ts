import { SQSClient } from '@aws-sdk/client-sqs';
import type { Mover } from '#bin/redrive/line-of';
import { moveByHand } from '#bin/redrive/move-by-hand';
import { moveByTask } from '#bin/redrive/move-by-task';
import { localAws } from '#bin/table-for';

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
