import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { GetQueueAttributesCommand, paginateListQueues, SQSClient } from '@aws-sdk/client-sqs';
import type { Stack } from '#bin/stack/stack-file';
import { stackOutputs } from '#bin/stack/stack-outputs';

/** AWS past the proxy: what a person sees who looks after the stack. */
export function awsOf({ endpoint_url, region }: Pick<Stack, 'endpoint_url' | 'region'>) {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const given = { endpoint: endpoint_url, region, credentials };
  const dynamo = new DynamoDBClient(given);
  const sqs = new SQSClient({ ...given, useQueueUrlAsEndpoint: false });
  const bus = new EventBridgeClient(given);

  const queues = async (): Promise<readonly string[]> => {
    const urls: string[] = [];
    for await (const { QueueUrls = [] } of paginateListQueues({ client: sqs }, {})) urls.push(...QueueUrls);
    return urls;
  };

  return {
    sqs,
    bus,
    /** Addresses of all queues. */
    queues,

    /** Messages of each queue, whether they can be seen now or not. */
    async depths(): Promise<ReadonlyMap<string, number>> {
      const depthOf = async (QueueUrl: string) => {
        const asked = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] });
        const { Attributes = {} } = await sqs.send(asked);
        const counted = Object.entries(Attributes).filter(([name]) => name.startsWith('ApproximateNumberOf'));
        return counted.reduce((sum, [, count]) => sum + Number(count), 0);
      };
      const urls = await queues();
      return new Map(await Promise.all(urls.map(async (url) => [nameOf(url), await depthOf(url)] as const)));
    },

    /** Events and deliveries that the sweeper still looks at; it has bots and jobs to look at as well. */
    async due(): Promise<number> {
      const { tableName } = await stackOutputs(given);
      let count = 0;
      for await (const { Count = 0 } of paginateScan(
        { client: dynamo },
        { ...UNDER_WAY, TableName: tableName, IndexName: 'due', Select: 'COUNT' },
      ))
        count += Count;
      return count;
    },

    close: () => {
      for (const client of [dynamo, sqs, bus]) client.destroy();
    },
  };
}

const UNDER_WAY = {
  FilterExpression: '#type IN (:event, :delivery)',
  ExpressionAttributeNames: { '#type': 'type' },
  ExpressionAttributeValues: { ':event': { S: 'event' }, ':delivery': { S: 'delivery' } },
};

const nameOf = (url: string): string => url.split('/').at(-1) ?? url;
