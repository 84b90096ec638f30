import { Stack } from 'aws-cdk-lib';
import { EventBus } from 'aws-cdk-lib/aws-events';
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailSendingEvent,
  EventDestination,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';
import { ENV, QUEUES } from '../../shared/foundation/infrastructure-names.ts';
import { resourceName } from '../app-context.ts';
import { mailIdentityArn } from '../mail-identity.ts';
import type { FilesBucket } from './files-bucket.ts';
import { JobWorker, type JobWorkerProps } from './job-worker.ts';
import type { SecretsKey } from './secrets-key.ts';
import type { ServiceBus } from './service-bus.ts';

interface MailDeliveryProps extends Pick<JobWorkerProps, 'context' | 'table' | 'bus'> {
  readonly secrets: SecretsKey;
  readonly files: FilesBucket;
}

/** The worker that sends mail, by SES where the deployment has an address that mail comes from. */
export class MailDelivery extends JobWorker {
  constructor(scope: Construct, id: string, { secrets, files, ...props }: MailDeliveryProps) {
    super(scope, id, {
      ...props,
      name: 'mail-delivery',
      queueName: QUEUES.mailJobs,
      description: 'Sends summaries to participants, and mail about webhook endpoints to owners',
      jobs: ['job.mail'],
      indexes: ['list'],
      failureMeans:
        'Summaries or mail about webhook endpoints were not sent. A job stays due for a day; no address gets two.',
    });
    secrets.grantSealAndOpen(this.fn, 'unsubscribe-key');
    // Links to the logos of brand kits are signed.
    secrets.grantSealAndOpen(this.fn, 'file-links');
    files.grantRead(this.fn, 'recordings');
    const { mailFrom, mailIdentity } = props.context.config;
    if (mailFrom !== undefined && mailIdentity !== undefined) this.sendFrom(mailFrom, mailIdentity, props);
  }

  /**
   * The identity is not in the stack: SES verifies it by DNS records of the operator, and Cognito accepts no address of an
   * identity that is not verified yet. SES checks the right to send on the identity that the mail is sent by.
   */
  private sendFrom(
    address: string,
    identity: string,
    { context, bus }: Pick<MailDeliveryProps, 'context' | 'bus'>,
  ): void {
    const set = new ConfigurationSet(this, 'ConfigurationSet', {
      configurationSetName: resourceName(context.config, 'mail'),
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
      // Summaries say what was said in a meeting.
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
    });
    this.fn.addEnvironment(ENV.mailConfigurationSet, set.configurationSetName);
    this.receiveFeedback(set, bus);
    const setArn = Stack.of(this).formatArn({
      service: 'ses',
      resource: 'configuration-set',
      resourceName: set.configurationSetName,
    });
    this.fn.allow(['ses:SendEmail'], [mailIdentityArn(this, identity), setArn], {
      StringEquals: { 'ses:FromAddress': address },
    });
  }

  /** Bounces and complaints go to the same queue: the worker suppresses their addresses. */
  private receiveFeedback(set: ConfigurationSet, bus: ServiceBus): void {
    set.addEventDestination('Feedback', {
      destination: EventDestination.eventBus(EventBus.fromEventBusName(this, 'DefaultBus', 'default')),
      events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
    });
    const configurationSet = set.configurationSetName;
    bus.sesToQueue('Bounces', { detailType: 'Email Bounced', part: 'bounce', configurationSet }, this.queue);
    bus.sesToQueue(
      'Complaints',
      { detailType: 'Email Complaint Received', part: 'complaint', configurationSet },
      this.queue,
    );
  }
}
