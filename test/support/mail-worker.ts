import { mailDelivery } from '#functions/workers/mail-delivery/index';
import type { MailComposers, Mailer } from '#shared/accounts/mail/ports';
import { MINUTE_MS } from '#shared/foundation/core/time';
import { mailComposers } from '#shared/wiring/mail-composers';
import { APP_URL, BASE_URL, type World } from '#test/support/api';

interface Given {
  readonly mailer?: Mailer | undefined;
  /** Those of the deployment where absent. */
  readonly composers?: MailComposers;
}

/** The worker that sends mail, called directly, with the lines that it logs. */
export function mailWorker({ context, dynamo, files }: World, { mailer, ...given }: Given) {
  const origins = { appUrl: APP_URL, baseUrl: BASE_URL, zone: 'Etc/UTC' };
  const composers = given.composers ?? mailComposers(context, { ...origins, sealer: context.sealer, files });
  const lines: Readonly<Record<string, unknown>>[] = [];
  const log = (line: Readonly<Record<string, unknown>>) => {
    lines.push(line);
  };
  const work = mailDelivery(context, {
    mailer,
    composers,
    sealer: context.sealer,
    appUrl: APP_URL,
    stage: 'test',
    log,
  });
  const invocation = { getRemainingTimeInMillis: () => 5 * MINUTE_MS };
  const jobs = () =>
    dynamo
      .items()
      .filter(({ sk, due_pk }) => sk?.S === 'EVENT#job.mail' && due_pk !== undefined)
      .map(({ pk, due_at }) => ({ id: String(pk?.S), dueAt: Number(due_at?.N) }));
  return {
    lines,
    /** Jobs that are not done. */
    jobs,
    /** Runs every pending job once, as the queue or the sweeper would. */
    async run(): Promise<void> {
      for (const { id } of jobs()) await work({ 'detail-type': 'job.mail', detail: { id } }, invocation);
    },
  };
}
