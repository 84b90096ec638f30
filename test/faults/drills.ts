import {
  DeleteRuleCommand,
  DescribeRuleCommand,
  ListRulesCommand,
  ListTargetsByRuleCommand,
  PutRuleCommand,
  PutTargetsCommand,
  RemoveTargetsCommand,
} from '@aws-sdk/client-eventbridge';
import { ListEventSourceMappingsCommand, UpdateEventSourceMappingCommand } from '@aws-sdk/client-lambda';
import { PurgeQueueCommand } from '@aws-sdk/client-sqs';
import type { Bench } from './bench.ts';
import type { Told } from './partner.ts';
import { arrived, untilSo } from './quiet.ts';
import { pushAll } from './run-case.ts';

export interface Drill {
  readonly name: string;
  readonly run: (bench: Bench) => Promise<readonly Told[]>;
}

/** Two minutes until a row counts as lost, a minute to the next sweep, and sweeps that meet faults themselves. */
const REPAIRED_WITHIN_SECONDS = 360;
/** With three endpoints, 501 deliveries. */
const EVENTS_IN_QUEUES = 167;
const EVENTS_ON_THE_WAY = 10;

/** Something on the path is taken away, and no data is edited by hand. */
export const DRILLS: readonly Drill[] = [
  { name: 'queues purged while 501 deliveries wait', run: purgeQueues },
  { name: 'rule of the bus deleted, and put back', run: deleteRule },
  { name: "stream's mapping disabled, and enabled after the sweeper's repair", run: disableMapping },
];

const BUS = 'rapporteur-local-bus';
const ON_THE_PATH = /\/rapporteur-local-(?:fanout|deliver-[a-z]+)$/;

async function purgeQueues(bench: Bench): Promise<readonly Told[]> {
  const { partner, aws } = bench;
  partner.behave(() => 500);
  const told = await pushAll(bench, 'purged', EVENTS_IN_QUEUES);
  await untilSo(() => told.every((one) => partner.heardOf(one).every(({ length }) => length > 0)), 120);
  const urls = (await aws.queues()).filter((url) => ON_THE_PATH.test(url));
  for (const QueueUrl of urls) await aws.sqs.send(new PurgeQueueCommand({ QueueUrl }));
  partner.behave();
  await arrived(bench, told, REPAIRED_WITHIN_SECONDS);
  return told;
}

async function deleteRule(bench: Bench): Promise<readonly Told[]> {
  const { bus } = bench.aws;
  const at = { EventBusName: BUS, Rule: await ruleOfPublicEvents(bench) };
  const named = { EventBusName: BUS, Name: at.Rule };
  const { EventPattern } = await bus.send(new DescribeRuleCommand(named));
  const { Targets = [] } = await bus.send(new ListTargetsByRuleCommand(at));
  await bus.send(new RemoveTargetsCommand({ ...at, Ids: Targets.flatMap(({ Id }) => Id ?? []) }));
  await bus.send(new DeleteRuleCommand(named));
  const told = await pushAll(bench, 'unruled', EVENTS_ON_THE_WAY);
  // Long enough for the relay to have published them to no queue.
  await arrived(bench, told, 10);
  await bus.send(new PutRuleCommand({ ...named, EventPattern }));
  await bus.send(new PutTargetsCommand({ ...at, Targets }));
  await arrived(bench, told, REPAIRED_WITHIN_SECONDS);
  return told;
}

async function ruleOfPublicEvents({ aws: { bus } }: Bench): Promise<string> {
  const { Rules = [] } = await bus.send(new ListRulesCommand({ EventBusName: BUS }));
  const found = Rules.find(({ EventPattern = '' }) => EventPattern.includes('meeting.'));
  if (!found?.Name) throw new Error('No rule of the bus takes what happens to meetings.');
  return found.Name;
}

async function disableMapping(bench: Bench): Promise<readonly Told[]> {
  const { lambda } = bench;
  const asked = new ListEventSourceMappingsCommand({ FunctionName: 'rapporteur-local-outbox-relay' });
  const { EventSourceMappings = [] } = await lambda.send(asked);
  const UUID = EventSourceMappings[0]?.UUID;
  await lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled: false }));
  const told = await pushAll(bench, 'unmapped', EVENTS_ON_THE_WAY);
  await arrived(bench, told, REPAIRED_WITHIN_SECONDS);
  // What the sweeper has published comes a second time, by the stream.
  await lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled: true }));
  return told;
}
