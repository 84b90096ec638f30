import type { Template } from 'aws-cdk-lib/assertions';
import * as v from 'valibot';
import type { Matcher } from '#test/doubles/aws/eventbridge';
import { functionIdIn } from '#test/infra/call-graph';

/** A rule of the bus, and the queue that it sends its events to. Names are without the stage's prefix. */
export interface Route {
  readonly name: string;
  readonly detailTypes: readonly Matcher[];
  readonly queue: string;
}

/** A queue that Lambda polls for a function. */
export interface Consumer {
  readonly queue: string;
  readonly worker: string;
  readonly batchSize: number;
  readonly visibilitySeconds: number;
  /** `MaximumConcurrency`; undefined where Lambda starts as many as it can. */
  readonly maxConcurrency: number | undefined;
}

/** What the templates of a stage say about the way of an event: rules of the bus, queues, and the functions behind them. */
export interface Deployment {
  readonly routes: readonly Route[];
  readonly consumers: readonly Consumer[];
  /** By function, such as `bot-dispatch` or `api-meetings`. */
  readonly memoryGb: Readonly<Record<string, number>>;
}

const ARN = v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.literal('Arn')]) });
const DetailTypes = v.array(v.union([v.string(), v.strictObject({ prefix: v.string() })]));
const BusRule = v.object({
  EventBusName: v.object({ Ref: v.string() }),
  EventPattern: v.object({ 'detail-type': DetailTypes }),
  Targets: v.tuple([v.object({ Arn: ARN })]),
});
const QueueMapping = v.object({
  BatchSize: v.number(),
  EventSourceArn: ARN,
  FunctionName: v.unknown(),
  ScalingConfig: v.exactOptional(v.object({ MaximumConcurrency: v.number() })),
});
const Queue = v.object({ QueueName: v.string(), VisibilityTimeout: v.exactOptional(v.number(), 30) });
const Fn = v.object({ FunctionName: v.string(), MemorySize: v.number() });

/** Read from templates of one stage, whose resources are named `<prefix><name>`. */
export function deploymentIn(templates: readonly Template[], prefix: string): Deployment {
  const found = <Schema extends v.GenericSchema>(type: string, schema: Schema) =>
    templates.flatMap((template) =>
      Object.entries(template.findResources(type)).flatMap(([id, { Properties }]) => {
        const parsed = v.safeParse(schema, Properties);
        return parsed.success ? [{ id, properties: parsed.output }] : [];
      }),
    );
  const nameOf = (name: string) => name.replace(prefix, '');
  const functions = found('AWS::Lambda::Function', Fn);
  const allQueues = found('AWS::SQS::Queue', Queue);
  const queues = new Map(allQueues.map(({ id, properties }) => [id, nameOf(properties.QueueName)]));
  const visibilitySeconds = new Map(allQueues.map(({ id, properties }) => [id, properties.VisibilityTimeout]));
  const workers = new Map(functions.map(({ id, properties }) => [id, nameOf(properties.FunctionName)]));
  return {
    routes: found('AWS::Events::Rule', BusRule).map(({ id, properties }) => ({
      name: id,
      detailTypes: properties.EventPattern['detail-type'],
      queue: named(queues, properties.Targets[0].Arn['Fn::GetAtt'][0]),
    })),
    consumers: found('AWS::Lambda::EventSourceMapping', QueueMapping).map(({ properties }) => {
      const queue = properties.EventSourceArn['Fn::GetAtt'][0];
      return {
        queue: named(queues, queue),
        worker: named(workers, functionIdIn(templates, properties.FunctionName)),
        batchSize: properties.BatchSize,
        visibilitySeconds: named(visibilitySeconds, queue),
        maxConcurrency: properties.ScalingConfig?.MaximumConcurrency,
      };
    }),
    memoryGb: Object.fromEntries(
      functions.map(({ properties }) => [nameOf(properties.FunctionName), properties.MemorySize / 1_024]),
    ),
  };
}

function named<Value>(values: ReadonlyMap<string, Value>, id: string): Value {
  const value = values.get(id);
  if (value === undefined) throw new Error(`No queue and no function has the logical id ${id}.`);
  return value;
}
