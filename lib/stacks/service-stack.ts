import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ENV } from '../../shared/foundation/infrastructure-names.ts';
import type { AppContext, CodeFor, FunctionContext } from '../app-context.ts';
import type { StageConfig } from '../config.ts';
import { AlarmTopic } from '../constructs/alarm-topic.ts';
import { alarmWhenApiFails } from '../constructs/api-alarm.ts';
import { BotDispatch } from '../constructs/bot-dispatch.ts';
import { BulkRedelivery } from '../constructs/bulk-redelivery.ts';
import { CalendarSync } from '../constructs/calendar-sync.ts';
import { alarmBeforeExpiry } from '../constructs/certificate-alarm.ts';
import { ExportWriting } from '../constructs/export-writing.ts';
import { alarmWhenFunctionsAreHeldBack } from '../constructs/function-alarms.ts';
import { API_ROOT, Gateway } from '../constructs/gateway.ts';
import { Housekeeping } from '../constructs/housekeeping.ts';
import { alarmWhenJobsFail } from '../constructs/job-alarm.ts';
import { warnWhenKeysEnd } from '../constructs/key-warning.ts';
import { LiveGateway, LiveTranscripts } from '../constructs/live-transcripts.ts';
import { alarmWhenMailFails } from '../constructs/mail-alarms.ts';
import { MailDelivery } from '../constructs/mail-delivery.ts';
import { MediaProcessing } from '../constructs/media-processing.ts';
import { OrderProcessing } from '../constructs/order-processing.ts';
import { OutboxRelay } from '../constructs/outbox-relay.ts';
import { OverviewDashboard } from '../constructs/overview-dashboard.ts';
import { RecorderNotifications } from '../constructs/recorder-notifications.ts';
import { RecordingProcessing } from '../constructs/recording-processing.ts';
import { alarmWhenLoopsAreStopped } from '../constructs/recursion-alarm.ts';
import { ServiceBus } from '../constructs/service-bus.ts';
import { SettingsReach } from '../constructs/settings-reach.ts';
import { Sweeper } from '../constructs/sweeper.ts';
import { WebhookPipeline } from '../constructs/webhook-pipeline.ts';
import {
  alarmWhenMessagesAreLate,
  alarmWhenRelayIsSilent,
  alarmWhenServicesFail,
  alarmWhenTableThrottles,
} from '../constructs/work-alarms.ts';
import type { WorkQueue } from '../constructs/work-queue.ts';
import type { StorageStack } from './storage-stack.ts';

interface ServiceStackProps extends StackProps {
  readonly config: StageConfig;
  readonly storage: StorageStack;
  readonly codeFor: CodeFor;
}

interface Alarmed {
  readonly context: AppContext;
  readonly gateway: Gateway;
  readonly storage: StorageStack;
  readonly bus: ServiceBus;
}

/**
 * What functions of the API and workers share, and the workers: the gateway, the bus, the queues, the alarms. It depends
 * on no stack of the API: docs/decisions/stacks.md.
 */
export class ServiceStack extends Stack {
  readonly gateway: Gateway;
  readonly functionContext: FunctionContext;
  readonly bus: ServiceBus;

  constructor(scope: Construct, id: string, { config, storage, codeFor, ...props }: ServiceStackProps) {
    super(scope, id, props);
    const gateway = new Gateway(this, 'Gateway', config);
    const liveGateway = new LiveGateway(this, 'LiveGateway', config);
    const context: AppContext = {
      config,
      codeFor,
      environment: environmentOf(config, config.publicOrigin ?? gateway.api.apiEndpoint, liveGateway.url),
      alarms: new AlarmTopic(this, 'Alarms', { config, name: 'alarms' }),
    };
    this.gateway = gateway;
    this.functionContext = context;
    const { table, files, secrets } = storage;
    const bus = new ServiceBus(this, 'Events', context);
    this.bus = bus;
    new OutboxRelay(this, 'OutboxRelay', { context, table, bus });
    const webhooks = new WebhookPipeline(this, 'Webhooks', { context, table, secrets, bus });
    const bots = new BotDispatch(this, 'Bots', { context, table, files, secrets, bus });
    const live = new LiveTranscripts(this, 'Live', { context, gateway: liveGateway, table, files, secrets });
    new RecorderNotifications(this, 'RecorderNotifications', {
      context,
      gateway,
      table,
      secrets,
      bots: bots.queue,
      live: live.queue,
    });
    const calendars = new CalendarSync(this, 'Calendars', { context, table, secrets, bus });
    const recordings = new RecordingProcessing(this, 'Recordings', { context, table, files, secrets, bus });
    const reach = new SettingsReach(this, 'SettingsReach', { context, table, bus });
    const housekeeping = new Housekeeping(this, 'Housekeeping', { context, table, bus, files, secrets });
    const redelivery = new BulkRedelivery(this, 'BulkRedelivery', { context, table, bus });
    const mail = new MailDelivery(this, 'Mail', { context, table, secrets, bus, files });
    const exports = new ExportWriting(this, 'Exports', { context, table, bus, files });
    const orders = new OrderProcessing(this, 'Orders', { context, table, bus, files, secrets });
    const media = new MediaProcessing(this, 'Media', { context, table, bus, files, secrets });
    const jobWorkers = [redelivery, reach, housekeeping, mail, exports, orders, media, recordings];
    alarmWhenJobsFail(this, context, [...jobWorkers, live]);
    this.addAlarms({ context, gateway, storage, bus });
    const queues = [bots.queue, live.queue, calendars.queue, webhooks.first, webhooks.retry, webhooks.slow];
    const workers = { housekeeping, orders, media };
    const sweeper = new Sweeper(this, 'Sweeper', { context, table, bus, queues, workers });
    const watched = { gateway, webhooks, bots, calendars, recordings, jobWorkers, sweeper };
    if (config.hasMonitoring) new OverviewDashboard(this, 'Overview', { config, ...watched });

    this.output('ApiId', gateway.api.apiId);
    this.output('ApiUrl', `${context.environment[ENV.baseUrl]}`);
    this.output('BusName', bus.bus.eventBusName);
    this.outputQueues({
      Fanout: webhooks.fanout,
      First: webhooks.first,
      Retry: webhooks.retry,
      Slow: webhooks.slow,
      Bots: bots.queue,
      Live: live.queue,
      Calendars: calendars.queue,
      SettingsJobs: reach.queue,
      RedeliveryJobs: redelivery.queue,
      HousekeepingJobs: housekeeping.queue,
      MailJobs: mail.queue,
      ExportJobs: exports.queue,
      OrderJobs: orders.queue,
      MediaJobs: media.queue,
      RecordingJobs: recordings.queue,
    });
  }

  /** The alarms on what the constructs share; each has those on its own. */
  private addAlarms({ context, gateway, storage, bus }: Alarmed): void {
    alarmWhenApiFails(this, context, gateway);
    alarmWhenFunctionsAreHeldBack(this, context);
    alarmWhenLoopsAreStopped(this, context);
    alarmWhenTableThrottles(this, context);
    alarmWhenMessagesAreLate(this, context);
    alarmWhenRelayIsSilent(this, context);
    alarmWhenServicesFail(this, context);
    alarmWhenMailFails(this, context);
    warnWhenKeysEnd(this, { context, keys: [storage.key, storage.secrets.key], bus });
    if (!gateway.certificate) return;
    alarmBeforeExpiry(this, 'OriginCertificateExpires', {
      context,
      certificate: gateway.certificate,
      failureMeans:
        'The certificate of originDomain expires within 45 days, and was not renewed: then CloudFront reaches the API no more, and every request of partners gets a 502. Validate or import it again, under the same ARN.',
    });
  }

  private output(name: string, value: string): void {
    new CfnOutput(this, name, { value }).overrideLogicalId(name);
  }

  /** The queues and their dead-letter queues, for redrives. */
  private outputQueues(queues: Readonly<Record<string, WorkQueue>>): void {
    for (const [name, { queue, deadLetters }] of Object.entries(queues)) {
      this.output(`${name}QueueUrl`, queue.queueUrl);
      this.output(`${name}DeadLettersArn`, deadLetters.queueArn);
    }
  }
}

/** The environment variables of every function. `ALLOW_LOCAL_RECEIVERS`, `MAIL_OUTBOX` and the last two are set on local stacks only. */
const environmentOf = (config: StageConfig, origin: string, liveUrl: string): Record<string, string> => ({
  [ENV.stage]: config.stage,
  [ENV.baseUrl]: `${origin}${API_ROOT}`,
  [ENV.appUrl]: origin,
  [ENV.liveUrl]: liveUrl,
  [ENV.serverZone]: config.serverZone,
  ...(config.hasSimulator && { [ENV.recorder]: 'simulator' }),
  ...(config.allowLocalReceivers && { [ENV.allowLocalReceivers]: 'true' }),
  ...(config.keepsMail && { [ENV.mailOutbox]: 'true' }),
  ...(config.mailFrom && { [ENV.mailFrom]: config.mailFrom }),
  ...(config.keepsRecorderData && { [ENV.keepRecorderData]: 'true' }),
  ...(config.stayLimits && { [ENV.stayLimits]: config.stayLimits }),
  ...(config.retentionMaximumDays && { [ENV.retentionMaximumDays]: config.retentionMaximumDays }),
  ...(config.pricePerMinute && { [ENV.pricePerMinute]: config.pricePerMinute }),
  ...(config.featuresOff.length > 0 && { [ENV.featuresOff]: config.featuresOff.join(',') }),
  ...(config.enforcedSettings.length > 0 && { [ENV.enforcedSettings]: config.enforcedSettings.join(',') }),
  ...(config.edge && { [ENV.proxies]: '1' }),
  ...(config.limits && { [ENV.limits]: JSON.stringify(config.limits) }),
  ...(config.testProviders && { [ENV.testProviders]: JSON.stringify(config.testProviders) }),
  ...(config.timeScale !== 1 && { [ENV.timeScale]: String(config.timeScale) }),
});
