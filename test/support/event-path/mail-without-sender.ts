import { mailDelivery } from '#functions/workers/mail-delivery/index';
import type { CommandContext } from '#shared/foundation/commands/context';
import { MINUTE_MS } from '#shared/foundation/core/time';
import type { JobEvent } from '#shared/foundation/events/job-worker';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import type { RoutingRule } from '#test/doubles/aws/eventbridge';
import { inMemoryKms } from '#test/doubles/aws/kms';

/** The worker for mail in a deployment that sends none: its jobs end, and are not started again by the sweeper. */
export const mailWithoutSender = (context: CommandContext) =>
  mailDelivery(context, {
    mailer: undefined,
    composers: {},
    stage: 'test',
    sealer: kmsSealer(inMemoryKms(), 'key'),
    appUrl: 'https://rapporteur.test',
    log: () => undefined,
  });

/** Routes jobs of mail to that worker. The context is not there yet when the rules are made. */
export const mailRule = (context: () => CommandContext): RoutingRule => ({
  name: 'Mail',
  pattern: { source: ['rapporteur'], 'detail-type': ['job.mail'] },
  async target(event) {
    await mailWithoutSender(context())(event as JobEvent, { getRemainingTimeInMillis: () => 5 * MINUTE_MS });
  },
});
