import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ENV } from '../../shared/env-names.ts';
import type { StageConfig } from '../config.ts';
import { AlarmTopic } from '../constructs/alarm-topic.ts';
import { BotLine } from '../constructs/bot-line.ts';
import { BulkRedelivery } from '../constructs/bulk-redelivery.ts';
import { CalendarLine } from '../constructs/calendar-line.ts';
import { API_ROOT, Gateway } from '../constructs/gateway.ts';
import { HostedPages } from '../constructs/hosted-pages.ts';
import { JobWorker } from '../constructs/job-worker.ts';
import { OutboxRelay } from '../constructs/outbox-relay.ts';
import { Overview } from '../constructs/overview.ts';
import { PublicApi } from '../constructs/public-api.ts';
import { RecordingJob } from '../constructs/recording-job.ts';
import { ServiceBus } from '../constructs/service-bus.ts';
import { Sweeper } from '../constructs/sweeper.ts';
import { WebhookChannel } from '../constructs/webhook-channel.ts';
import { WebhookOverview } from '../constructs/webhook-overview.ts';
import type { WorkQueue } from '../constructs/work-queue.ts';
import type { AppContext, CodeFor } from '../surroundings.ts';
import type { StorageStack } from './storage-stack.ts';

interface ServiceStackProps extends StackProps {
  readonly config: StageConfig;
  readonly storage: StorageStack;
  readonly codeFor: CodeFor;
}

/** All that can be made again: the API, the workers, and what lies between them. */
export class ServiceStack extends Stack {
  /** Host name of the HTTP API. */
  readonly origin: string;

  constructor(scope: Construct, id: string, { config, storage, codeFor, ...props }: ServiceStackProps) {
    super(scope, id, props);
    const gateway = new Gateway(this, 'Gateway', config);
    this.origin = `${gateway.api.apiId}.execute-api.${this.region}.${this.urlSuffix}`;
    const appContext: AppContext = {
      config,
      codeFor,
      environment: environmentOf(config, gateway.api.apiEndpoint),
      alarms: new AlarmTopic(this, 'Alarms', { config, key: storage.key }),
    };
    const { table, files, secrets, people } = storage;
    const bus = new ServiceBus(this, 'Events', appContext);
    new PublicApi(this, 'Api', { appContext, gateway, table, files, secrets });
    new HostedPages(this, 'Pages', { appContext, gateway, table, files, secrets, people });
    new OutboxRelay(this, 'OutboxRelay', { appContext, table, bus });
    const webhooks = new WebhookChannel(this, 'Webhooks', { appContext, table, secrets, bus });
    const bots = new BotLine(this, 'Bots', { appContext, table, files, bus });
    const calendars = new CalendarLine(this, 'Calendars', { appContext, table, secrets, bus });
    const recordings = new RecordingJob(this, 'Recordings', { appContext, table, files, bus });
    const reach = new JobWorker(this, 'SettingsReach', {
      appContext,
      table,
      bus,
      name: 'settings-reach',
      describedAs: 'Has upcoming meetings and their bots follow a change of settings',
      jobs: ['job.reach'],
      indexes: ['list'],
      failureMeans:
        'Upcoming meetings did not follow a change of settings: bots may go unwanted, or be missing. Each job stays due and the sweeper starts it again; see what settings-reach logs, mend it, then purge.',
    });
    const housekeeping = new JobWorker(this, 'Housekeeping', {
      appContext,
      table,
      bus,
      name: 'housekeeping',
      describedAs: 'Ends what belonged to something that was taken away',
      jobs: ['job.event_endings', 'job.member_leaving', 'job.person_naming', 'job.workspace_*'],
      indexes: ['list'],
      failureMeans:
        'What belonged to a disconnected calendar, or to a member or workspace that went, has not ended: bots may still come to its meetings. Each job stays due and the sweeper starts it again; see what housekeeping logs, mend it, then purge.',
    });
    const redelivery = new BulkRedelivery(this, 'BulkRedelivery', { appContext, table, bus });
    // A purge deletes files with all else.
    files.grantReadWrite(housekeeping.fn);
    const queues = [bots.queue, calendars.queue, webhooks.first, webhooks.retry, webhooks.slow];
    const sweeper = new Sweeper(this, 'Sweeper', { appContext, table, bus, queues });
    new Overview(this, 'Overview', {
      config,
      gateway,
      webhooks,
      bots,
      calendars,
      workers: [recordings, redelivery, reach, housekeeping],
      sweeper,
    });
    new WebhookOverview(this, 'WebhookOverview', { config, webhooks });

    this.tell('ApiId', gateway.api.apiId);
    this.tell('ApiUrl', `${appContext.environment[ENV.baseUrl]}`);
    this.tell('BusName', bus.bus.eventBusName);
    this.tellQueue('Fanout', webhooks.fanout);
    this.tellQueue('First', webhooks.first);
    this.tellQueue('Retry', webhooks.retry);
    this.tellQueue('Slow', webhooks.slow);
    this.tellQueue('Bots', bots.queue);
    this.tellQueue('Calendars', calendars.queue);
  }

  private tell(name: string, value: string): void {
    new CfnOutput(this, name, { value }).overrideLogicalId(name);
  }

  /** Both ends, for redrives; and for the emulator, which has to be told a second time which belongs to which. */
  private tellQueue(name: string, { queue, deadLetters }: WorkQueue): void {
    this.tell(`${name}QueueUrl`, queue.queueUrl);
    this.tell(`${name}DeadLettersArn`, deadLetters.queueArn);
  }
}

/** What every function is told. The last two exist on local stacks alone. */
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
