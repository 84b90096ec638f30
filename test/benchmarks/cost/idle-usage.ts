import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { configFor } from '#lib/config';
import { addRapporteur } from '#lib/rapporteur';
import { DUE_SHARDS } from '#shared/foundation/dynamodb/keys';
import { productionOptions } from '#test/infra/production-options';
import type { Usage } from './usage.ts';

const MINUTES_A_MONTH = 30 * 24 * 60;
/**
 * Lambda polls a quiet queue with five pollers, and with as few as two where the mapping has no maximum concurrency
 * ("Configuring scaling behavior for SQS event source mappings" in the developer guide). A long poll lasts 20 seconds.
 */
const POLLERS = { withMaximum: 5, withoutMaximum: 2 } as const;
const POLLS_A_MINUTE = 3;
/** The partitions of the index `due` and a slot of polls, each half a unit for an empty page. */
const SWEEP_READ_UNITS = (DUE_SHARDS.swept + 1) * 0.5;
const SWEEP_SECONDS = 0.05;
const SWEEP_MEMORY_GB = 0.5;

/** What a month of a stage uses in which nothing happens: its fixed parts, counted in its templates. */
export function idleUsage(stage: IdleStage): Usage {
  const templates = templatesOf(stage);
  const count = (type: string) =>
    templates.reduce((total, template) => total + Object.keys(template.findResources(type)).length, 0);
  const mappings = templates.flatMap((template) =>
    Object.values(template.findResources('AWS::Lambda::EventSourceMapping')),
  );
  const pollers = mappings
    .filter(({ Properties }) => Properties.StartingPosition === undefined)
    .map(({ Properties }) => (Properties.ScalingConfig ? POLLERS.withMaximum : POLLERS.withoutMaximum))
    .reduce((total, count) => total + count, 0);
  return {
    'queue request': pollers * POLLS_A_MINUTE * MINUTES_A_MONTH,
    'function request': MINUTES_A_MONTH,
    'function GB-second': MINUTES_A_MONTH * SWEEP_SECONDS * SWEEP_MEMORY_GB,
    'table read unit': MINUTES_A_MONTH * SWEEP_READ_UNITS,
    'log GB': (MINUTES_A_MONTH * 500) / 1e9,
    trace: MINUTES_A_MONTH * 0.05,
    'key month': count('AWS::KMS::Key'),
    'alarm month': templates.reduce((total, template) => total + alarmMetrics(template), 0),
    'dashboard month': count('AWS::CloudWatch::Dashboard'),
    'flood limit month': count('AWS::WAFv2::WebACL'),
  };
}

/** Resources that are paid for by the month, whether they are used or not. */
const PAID_BY_THE_MONTH = [
  'AWS::KMS::Key',
  'AWS::CloudWatch::Alarm',
  'AWS::WAFv2::WebACL',
  // Of the polls of its queue.
  'AWS::Lambda::EventSourceMapping',
];

/** How many of those name the function of an entry, such as `mcp/connector`. */
export function paidForIdly(entry: string): number {
  const name = `-${entry.replaceAll('/', '-')}"`;
  const templates = templatesOf('production');
  const functions = templates.flatMap((template) => Object.entries(template.findResources('AWS::Lambda::Function')));
  const [id] = functions.find(([, { Properties }]) => JSON.stringify(Properties).includes(name)) ?? [];
  if (id === undefined) throw new Error(`There is no function of ${entry}.`);
  const paid = templates.flatMap((template) =>
    PAID_BY_THE_MONTH.flatMap((type) => Object.values(template.findResources(type))),
  );
  return paid.filter((resource) => JSON.stringify(resource).includes(`"${id}"`)).length;
}

/** An alarm is billed for each metric that it reads; an expression over them is free. */
const alarmMetrics = (template: Template): number =>
  Object.values(template.findResources('AWS::CloudWatch::Alarm'))
    .map(({ Properties }) => Properties.Metrics ?? [{ MetricStat: Properties }])
    .reduce((total, metrics: readonly object[]) => total + metrics.filter((one) => 'MetricStat' in one).length, 0);

const OPTIONS = {
  sandbox: {},
  'sandbox with alarms': { alarmEmail: productionOptions.alarmEmail },
  production: productionOptions,
};

/** A sandbox has alarms and the dashboard with an `alarmEmail` alone. */
export type IdleStage = keyof typeof OPTIONS;

/** The synthesized templates of a stage. */
export function templatesOf(stage: IdleStage): readonly Template[] {
  const { context } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../cdk.json'), 'utf8'));
  const app = new App({
    context: { ...context, 'aws:cdk:bundling-stacks': [] },
    builtinCloudFormationValidation: false,
  });
  const stacks = addRapporteur(app, {
    config: configFor(stage.split(' ')[0] ?? '', OPTIONS[stage]),
    codeFor: () => Code.fromInline('exports.handler = async () => {};'),
    env: { account: '111111111111', region: 'us-east-1' },
  });
  return Object.values(stacks).map((stack) => Template.fromStack(stack));
}
