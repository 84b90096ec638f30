import type { CommandContext } from '#shared/commands/context';
import { type Instant, SECOND_MS } from '#shared/core/time';
import { mailIdOf, mailRecords } from '#shared/mail/mail-records-store';
import {
  type ComposedMail,
  type MailComposers,
  MailDenied,
  type Mailer,
  MailNotAccepted,
  type OutgoingMail,
} from '#shared/mail/ports';
import { addressees, isStale, type MailJob, type MailTo, type Recipient, triedAgainAt } from '#shared/mail/rules/mail';
import { addressHashOf, type Subscription, suppressions } from '#shared/mail/suppressions-store';
import { workspaces } from '#shared/workspaces/store';

interface Needs {
  readonly mailer: Mailer;
  readonly composers: MailComposers;
  /** The link by which the owner of an address unsubscribes. */
  readonly unsubscribeUrlOf: (subscription: Subscription) => Promise<string>;
  /** A mail of which it is unknown whether it was sent, or a job that was too late; `id` holds no address. */
  readonly reportFailure: (id: string, error: unknown) => void;
}

type Context = Pick<CommandContext, 'table' | 'clock'>;

/** The result of a step: done, or what is left for a later one, after `tries` without success in a row. */
export type MailProgress = 'done' | { readonly tries: number; readonly notBefore?: Instant };

/** Work of one step. */
const STEP_MS = 20 * SECOND_MS;

/**
 * Sends the mail of a job to each of its addressees who has none yet, for at most 20 seconds. Each is recorded before it
 * is handed over, so a repeated step, a second worker and a second job for the same occasion send nothing twice. Where
 * the mail service takes none for now, the rest is tried again later, for a day. Throws `MailDenied`.
 */
export const deliverMails =
  (context: Context, needs: Needs) =>
  async (job: MailJob, tries: number): Promise<MailProgress> => {
    const now = context.clock.now();
    if (isStale(job, now)) {
      needs.reportFailure(job.about, new Error('The mail was not accepted within a day and is not sent.'));
      return 'done';
    }
    const composed = await compose(context, needs, job);
    if (!composed) return 'done';
    return sendAll(context, needs, { job, composed, tries, until: (now + STEP_MS) as Instant });
  };

async function compose({ table }: Context, { composers }: Needs, job: MailJob): Promise<ComposedMail | undefined> {
  const composer = composers[job.kind];
  if (!composer) throw new Error(`No mail of the kind ${job.kind} is composed here.`);
  const workspace = await workspaces.find(table, job.workspaceId);
  if (!workspace || workspace.state.archivedAt !== null) return undefined;
  return composer(job, workspace.state);
}

interface Round {
  readonly job: MailJob;
  readonly composed: ComposedMail;
  readonly tries: number;
  readonly until: Instant;
}

async function sendAll(context: Context, needs: Needs, { job, composed, tries, until }: Round): Promise<MailProgress> {
  let sent = 0;
  for (const recipient of addressees(composed.recipients)) {
    if (context.clock.now() >= until) return { tries: 0 };
    try {
      if ((await sendOne(context, needs, { job, composed, recipient })) === 'sent') sent += 1;
    } catch (error) {
      if (!(error instanceof MailNotAccepted)) throw error;
      const failed = sent > 0 ? 0 : tries;
      return { tries: failed + 1, notBefore: triedAgainAt(failed, context.clock.now()) };
    }
  }
  return 'done';
}

interface One extends Pick<Round, 'job' | 'composed'> {
  readonly recipient: Recipient;
}

async function sendOne(
  context: Context,
  needs: Needs,
  { job, composed, recipient }: One,
): Promise<'sent' | 'not sent'> {
  const records = mailRecords(context.table);
  const { workspaceId, kind } = job;
  const mail: MailTo = { ...job, email: recipient.email };
  const subscription = { workspaceId, kind, addressHash: addressHashOf(recipient.email) };
  const [isRecorded, isSuppressed] = await Promise.all([
    records.has(mail),
    suppressions(context.table).isSuppressed(subscription),
  ]);
  if (isRecorded) return 'not sent';
  if (isSuppressed) {
    await records.add(mail, 'suppressed', context.clock.now());
    return 'not sent';
  }
  const unsubscribeUrl = await needs.unsubscribeUrlOf(subscription);
  const content = composed.write(recipient, unsubscribeUrl);
  const { fromName } = composed;
  const outgoing = { id: mailIdOf(mail), kind, workspaceId, to: recipient, fromName, unsubscribeUrl, ...content };
  if (!(await records.add(mail, 'sending', context.clock.now()))) return 'not sent';
  return handOver(context, needs, mail, outgoing);
}

/** Never sends again what may have been sent: only a mail that was certainly not accepted loses its record. */
async function handOver(
  context: Context,
  needs: Needs,
  mail: MailTo,
  outgoing: OutgoingMail,
): Promise<'sent' | 'not sent'> {
  const records = mailRecords(context.table);
  try {
    const outcome = await needs.mailer.send(outgoing, context.clock.now());
    await records.end(mail, outcome);
    return outcome === 'sent' ? 'sent' : 'not sent';
  } catch (error) {
    if (error instanceof MailNotAccepted || error instanceof MailDenied) {
      await records.drop(mail);
      throw error;
    }
    needs.reportFailure(outgoing.id, error);
    await records.end(mail, 'unknown');
    return 'not sent';
  }
}
