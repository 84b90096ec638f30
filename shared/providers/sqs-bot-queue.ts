import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { BotQueue } from '#shared/ports/bot-queue';

export const sqsBotQueue = (sqs: Pick<SQSClient, 'send'>, QueueUrl: string): BotQueue => ({
  async wake(botId, inSeconds) {
    await sqs.send(
      new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify({ botId }), DelaySeconds: inSeconds }),
    );
  },
});
