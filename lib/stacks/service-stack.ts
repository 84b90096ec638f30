import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ENV } from '../../shared/infrastructure-names.ts';
import type { AppContext, CodeFor } from '../app-context.ts';
import type { StageConfig } from '../config.ts';
import { AlarmTopic } from '../constructs/alarm-topic.ts';
import { BotDispatch } from '../constructs/bot-dispatch.ts';
import { BulkRedelivery } from '../constructs/bulk-redelivery.ts';
import { CalendarSync } from '../constructs/calendar-sync.ts';
import { API_ROOT, Gateway } from '../constructs/gateway.ts';
import { HostedPages } from '../constructs/hosted-pages.ts';
import { JobWorker } from '../constructs/job-worker.ts';
import { OutboxRelay } from '../constructs/outbox-relay.ts';
import { OverviewDashboard } from '../constructs/overview-dashboard.ts';
import { PublicApi } from '../constructs/public-api.ts';
import { RecordingProcessing } from '../constructs/recording-processing.ts';
import { ServiceBus } from '../constructs/service-bus.ts';
import { Sweeper } from '../constructs/sweeper.ts';
import { WebhookDashboard } from '../constructs/webhook-dashboard.ts';
import { WebhookPipeline } from '../constructs/webhook-pipeline.ts';
import type { WorkQueue } from '../constructs/work-queue.ts';
import type { StorageStack } from './storage-stack.ts';

interface ServiceStackProps extends StackProps {
  readonly config: StageConfig;
  readonly storage: StorageStack;
  readonly codeFor: CodeFor;
}

/** The stateless resources: the API, the pages, the workers, and their queues. */
export class ServiceStack extends Stack {
  /** Host name of the HTTP API. */
  readonly origin: string;

  constructor(scope: Construct, id: string, { config, storage, codeFor, ...props }: ServiceStackProps) {
    super(scope, id, props);
    const gateway = new Gateway(this, 'Gateway', config);
    this.origin = `${gateway.api.apiId}.execute-api.${this.region}.${this.urlSuffix}`;
    const context: AppContext = {
      config,
      codeFor,
      environment: environmentOf(config, gateway.api.apiEndpoint),
      alarms: new AlarmTopic(this, 'Alarms', { config, key: storage.key }),
    };
    const { table, files, secrets, userPool } = storage;
    const bus = new ServiceBus(this, 'Events', context);
    new PublicApi(this, 'Api', { context, gateway, table, files, secrets });
    new HostedPages(this, 'Pages', { context, gateway, table, files, secrets, userPool });
    new OutboxRelay(this, 'OutboxRelay', { context, table, bus });
    const webhooks = new WebhookPipeline(this, 'Webhooks', { context, table, secrets, bus });
    const bots = new BotDispatch(this, 'Bots', { context, table, files, bus });
    const calendars = new CalendarSync(this, 'Calendars', { context, table, secrets, bus });
    const recordings = new RecordingProcessing(this, 'Recordings', { context, table, files, bus });
    const reach = new JobWorker(this, 'SettingsReach', {
      context,
      table,
      bus,
      name: 'settings-reach',
      description: 'Applies changed settings to upcoming meetings and their bots',
      jobs: ['job.reach'],
      indexes: ['list'],
      failureMeans:
        'A change of settings was not applied to upcoming meetings: bots may join unwanted, or be missing. Each job stays due and the sweeper starts it again. Read the log of settings-reach, fix the cause, then purge the queue.',
    });
    const housekeeping = new JobWorker(this, 'Housekeeping', {
      context,
      table,
      bus,
      name: 'housekeeping',
      description: 'Cleans up after removed members, calendars and workspaces',
      jobs: ['job.event_endings', 'job.member_leaving', 'job.person_naming', 'job.workspace_*'],
      indexes: ['list'],
      failureMeans:
        'The clean-up after a disconnected calendar, a removed member or an archived workspace failed: bots may still join its meetings. Each job stays due and the sweeper starts it again. Read the log of housekeeping, fix the cause, then purge the queue.',
    });
    const redelivery = new BulkRedelivery(this, 'BulkRedelivery', { context, table, bus });
    // A workspace purge deletes files.
    files.grantReadWrite(housekeeping.fn);
    const queues = [bots.queue, calendars.queue, webhooks.first, webhooks.retry, webhooks.slow];
    const sweeper = new Sweeper(this, 'Sweeper', { context, table, bus, queues });
    new OverviewDashboard(this, 'Overview', {
      config,
      gateway,
      webhooks,
      bots,
      calendars,
      workers: [recordings, redelivery, reach, housekeeping],
      sweeper,
    });
    new WebhookDashboard(this, 'WebhookOverview', { config, webhooks });

    this.output('ApiId', gateway.api.apiId);
    this.output('ApiUrl', `${context.environment[ENV.baseUrl]}`);
    this.output('BusName', bus.bus.eventBusName);
    this.outputQueue('Fanout', webhooks.fanout);
    this.outputQueue('First', webhooks.first);
    this.outputQueue('Retry', webhooks.retry);
    this.outputQueue('Slow', webhooks.slow);
    this.outputQueue('Bots', bots.queue);
    this.outputQueue('Calendars', calendars.queue);
  }

  private output(name: string, value: string): void {
    new CfnOutput(this, name, { value }).overrideLogicalId(name);
  }

  /** The queue and its dead-letter queue, for redrives, and for the emulator, whose redrive policy is set separately. */
  private outputQueue(name: string, { queue, deadLetters }: WorkQueue): void {
    this.output(`${name}QueueUrl`, queue.queueUrl);
    this.output(`${name}DeadLettersArn`, deadLetters.queueArn);
  }
}

/** The environment variables of every function. The last two are set on local stacks only. */
const environmentOf = (config: StageConfig, gatewayOrigin: string): Record<string, string> => {
  const origin = config.publicOrigin ?? gatewayOrigin;
  return {
    [ENV.stage]: config.stage,
    [ENV.baseUrl]: `${origin}${API_ROOT}`,
    [ENV.appUrl]: origin,
    [ENV.serverZone]: config.serverZone,
    [ENV.recorder]: config.recorder,
    ...(config.allowLocalReceivers && { [ENV.allowLocalReceivers]: 'true' }),
    ...(config.featuresOff.length > 0 && { [ENV.featuresOff]: config.featuresOff.join(',') }),
    ...(config.enforcedSettings.length > 0 && { [ENV.enforcedSettings]: config.enforcedSettings.join(',') }),
    ...(config.edge && { [ENV.proxies]: '1' }),
    ...(config.limits && { [ENV.limits]: JSON.stringify(config.limits) }),
    ...(config.testProviders && { [ENV.testProviders]: JSON.stringify(config.testProviders) }),
    ...(config.timeScale !== 1 && { [ENV.timeScale]: String(config.timeScale) }),
  };
};
