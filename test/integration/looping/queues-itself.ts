import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

interface Batch {
  readonly Records: readonly { readonly body: string }[];
}

const sqs = new SQSClient({});

/** Sends itself the next number, and the last one to another queue. The entry of the bundle that a test deploys. */
export const handler = async ({ Records }: Batch): Promise<void> => {
  for (const { body } of Records) {
    const isLast = body === process.env['LAST_HOP'];
    const QueueUrl = process.env[isLast ? 'LAST_URL' : 'QUEUE_URL'];
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: isLast ? body : String(Number(body) + 1) }));
  }
};
